"""What the rules of this family forbid; every refusal is raised before a die is read."""

from typing import ClassVar

from service.errors import RulesRefuse
from service.rules.opposed.book import chance_rulings, rulebook, strike_rulings


class AimAndSnapshotConflict(RulesRefuse):
    """A strike is both aimed and a snap shot; it can be one of them."""

    title = "Aim and snap shot at once"
    rule: ClassVar[str | None] = chance_rulings.AIM_AND_SNAPSHOT.id


class RangedModifierInOtherMode(RulesRefuse):
    """Only ranged strikes are aimed or are snap shots."""

    title = "Aim or snap shot outside ranged combat"
    rule: ClassVar[str | None] = rulebook.STRIKE_AIM.id


class MeleeModifierInOtherMode(RulesRefuse):
    """A strike that is not made in melee withdraws, or one at range charges, tramples, rushes, trips or sweeps."""

    title = "Melee manoeuvre in another mode"
    rule: ClassVar[str | None] = rulebook.STRIKE_CUMULATIVE.id


class ChargeAndWithdrawalConflict(RulesRefuse):
    """A strike is both a charge and a withdrawal."""

    title = "Charge and withdrawal at once"
    rule: ClassVar[str | None] = chance_rulings.CHARGE_AND_WITHDRAWAL.id


class FlightRequired(RulesRefuse):
    """A ranged strike does not say whether the weapon is thrown or a missile."""

    title = "Thrown or missile?"
    rule: ClassVar[str | None] = rulebook.STRIKE_MISSILE_DISTANCE.id


class MultiHexStrikeNeedsTwoHandedBClass(RulesRefuse):
    """One swing strikes several hexes only with a B-class weapon held in two hands."""

    title = "Multi-hex strike without a two-handed B-class weapon"
    rule: ClassVar[str | None] = rulebook.STRIKE_MULTI_HEX_STRIKE.id


class StunnedFigureCannotEvade(RulesRefuse):
    """A stunned figure is said to evade."""

    title = "Stunned figure evades"
    rule: ClassVar[str | None] = strike_rulings.STUNNED_EVADING.id


class TrampleNeedsMultihexFigure(RulesRefuse):
    """Only a figure of two or more hexes tramples."""

    title = "Trample by a one-hex figure"
    rule: ClassVar[str | None] = rulebook.MANEUVER_TRAMPLE.id


class AssassinRankMissing(RulesRefuse):
    """A figure without Rank as an assassin strikes as one."""

    title = "No Rank as an assassin"
    rule: ClassVar[str | None] = rulebook.DIE_ASSASSIN_SURPRISE.id


class AttackerCannotAct(RulesRefuse):
    """The attacker is stunned, unconscious, incapacitated or gone, or owes a Pass for a parry."""

    title = "Attacker cannot act"
    rule: ClassVar[str | None] = rulebook.STUN_EFFECTS.id


class ShieldRushNeedsShield(RulesRefuse):
    """A shield rush is made with a weapon that is not a shield."""

    title = "Shield rush without a shield"
    rule: ClassVar[str | None] = rulebook.MANEUVER_SHIELD_RUSH.id


class UnknownParticipant(RulesRefuse):
    """An order, reaction or engagement names a figure that does not take part."""

    title = "Unknown participant"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class DuplicateParticipant(RulesRefuse):
    """Two participants, two sides, or two orders for one figure have the same id."""

    title = "Duplicate participant"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class InvalidTarget(RulesRefuse):
    """A figure is to act against itself, its own side, or a figure that has fled."""

    title = "Invalid target"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class EngagementNotMutual(RulesRefuse):
    """One figure says it is engaged with another that does not say so."""

    title = "Engagement is not mutual"
    rule: ClassVar[str | None] = rulebook.ROUND_ENGAGEMENT.id


class InvalidLeader(RulesRefuse):
    """A side's leader does not belong to it."""

    title = "Invalid leader"
    rule: ClassVar[str | None] = rulebook.INITIATIVE_UNENGAGED.id


class PcInSkirmish(RulesRefuse):
    """A figure that a person plays is in a fight that the service plays alone."""

    title = "Player character in a skirmish"
    rule: ClassVar[str | None] = rulebook.SKIRMISH_PC_GUARD.id


class CannotFlee(RulesRefuse):
    """The figure that is to flee is in no condition to."""

    title = "Cannot flee"
    rule: ClassVar[str | None] = rulebook.PURSUIT_ELIGIBILITY.id


class UnknownSide(RulesRefuse):
    """A figure fights for a side that is not listed."""

    title = "Unknown side"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class EmptySide(RulesRefuse):
    """A side has no figure."""

    title = "Empty side"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class InvalidEngagement(RulesRefuse):
    """A figure is engaged with itself or its own side."""

    title = "Invalid engagement"
    rule: ClassVar[str | None] = rulebook.ROUND_ENGAGEMENT.id
