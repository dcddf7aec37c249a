"""Refusals of `opposed`, in groups: what its rules forbid; every one is raised before a die is read."""

from service.errors import RulesRefuse
from service.rules.kernel.figures import UnknownName
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings

# Groups


class BattleRefusal(RulesRefuse, group=True):
    """What a round or a skirmish is refused for."""


class StrikeRefusal(BattleRefusal, group=True):
    """What a single strike is refused for."""


class ManeuverRefusal(StrikeRefusal, group=True):
    """What a manoeuvre is refused for."""


# Strikes and manoeuvres


class AimAndSnapshotConflict(StrikeRefusal, title="Aim and snap shot at once", rule=Rulings.AIM_AND_SNAPSHOT):
    """A strike is both aimed and a snap shot; it can be one of them."""


class RangedModifierInOtherMode(
    StrikeRefusal, title="Aim or snap shot outside ranged combat", rule=rulebook.STRIKE_AIM
):
    """Only ranged strikes are aimed or are snap shots."""


class MeleeModifierInOtherMode(StrikeRefusal, title="Melee manoeuvre in another mode", rule=rulebook.STRIKE_CUMULATIVE):
    """A strike that is not made in melee withdraws, or one at range charges, tramples, rushes, trips or sweeps."""


class ChargeAndWithdrawalConflict(
    StrikeRefusal, title="Charge and withdrawal at once", rule=Rulings.CHARGE_AND_WITHDRAWAL
):
    """A strike is both a charge and a withdrawal."""


class FlightRequired(StrikeRefusal, title="Thrown or missile?", rule=rulebook.STRIKE_MISSILE_DISTANCE):
    """A ranged strike does not say whether the weapon is thrown or a missile."""


class MultiHexStrikeNeedsTwoHandedBClass(
    StrikeRefusal, title="Multi-hex strike without a two-handed B-class weapon", rule=rulebook.STRIKE_MULTI_HEX_STRIKE
):
    """One swing strikes several hexes only with a B-class weapon held in two hands."""


class StunnedFigureCannotEvade(ManeuverRefusal, title="Stunned figure evades", rule=Rulings.STUNNED_EVADING):
    """The request says that a stunned figure evades."""


class TrampleNeedsMultihexFigure(StrikeRefusal, title="Trample by a one-hex figure", rule=rulebook.MANEUVER_TRAMPLE):
    """Only a figure of two or more hexes tramples."""


class AssassinRankMissing(StrikeRefusal, title="No Rank as an assassin", rule=rulebook.DIE_ASSASSIN_SURPRISE):
    """A figure without Rank as an assassin strikes as one."""


class AttackerCannotAct(ManeuverRefusal, title="Attacker cannot act", rule=rulebook.STUN_EFFECTS):
    """The attacker is stunned, unconscious, incapacitated or gone, or owes a Pass for a parry."""


class ShieldRushNeedsShield(StrikeRefusal, title="Shield rush without a shield", rule=rulebook.MANEUVER_SHIELD_RUSH):
    """A shield rush is made with a weapon that is not a shield."""


class InvalidTarget(ManeuverRefusal, title="Invalid target", rule=rulebook.ROUND_PHASES):
    """A figure is to act against itself, its own side, or a figure that has fled."""


class SituationWithoutStrike(BattleRefusal, title="Circumstances without a strike", rule=rulebook.WITHDRAW_DEFENSIVE):
    """A withdrawal that strikes nobody gives the circumstances of a strike."""


# Battles, pursuit and skirmish


class UnknownParticipant(BattleRefusal, UnknownName, title="Unknown participant", rule=rulebook.ROUND_PHASES):
    """An order, reaction or engagement names a figure that does not take part."""


class DuplicateParticipant(BattleRefusal, title="Duplicate participant", rule=rulebook.ROUND_PHASES):
    """Two participants, two sides, or two orders for one figure have the same id."""


class EngagementNotMutual(BattleRefusal, title="Engagement is not mutual", rule=rulebook.ROUND_ENGAGEMENT):
    """One figure says it is engaged with another that does not say so."""


class InvalidLeader(BattleRefusal, UnknownName, title="Invalid leader", rule=rulebook.INITIATIVE_UNENGAGED):
    """A side's leader does not belong to it."""


class PcInSkirmish(RulesRefuse, title="Player character in a skirmish", rule=rulebook.SKIRMISH_PC_GUARD):
    """A figure that a person plays is in a fight that the service plays alone."""


class CannotFlee(RulesRefuse, title="Cannot flee", rule=rulebook.PURSUIT_ELIGIBILITY):
    """The figure cannot flee in the condition that it is in."""


class UnknownSide(BattleRefusal, UnknownName, title="Unknown side", rule=rulebook.ROUND_PHASES):
    """A figure fights for a side that is not listed."""


class EmptySide(BattleRefusal, title="Empty side", rule=rulebook.ROUND_PHASES):
    """A side has no figure."""


class InvalidEngagement(BattleRefusal, title="Invalid engagement", rule=rulebook.ROUND_ENGAGEMENT):
    """A figure is engaged with itself or its own side."""
