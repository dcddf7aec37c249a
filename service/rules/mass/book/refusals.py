"""What the rules of this family forbid, in groups; every refusal is raised before a die is rolled or a card drawn."""

from service.errors import RulesRefuse
from service.rules.kernel.figures import UnknownName
from service.rules.mass.book import rulebook

# Groups


class RoundRefusal(RulesRefuse, group=True):
    """What a round or a skirmish is refused for."""


class InitiativeRefusal(RoundRefusal, group=True):
    """What drawing for initiative is refused for, beside two commanders of one id."""


class FieldRefusal(RoundRefusal, group=True):
    """What is refused of a battlefield, its units and their engagements."""


class AttackRefusal(RulesRefuse, group=True):
    """What an attack is refused for."""


class DuelRefusal(FieldRefusal, AttackRefusal, group=True):
    """What a duel is refused for."""


class CommandRefusal(RulesRefuse, group=True):
    """What a command is refused for, beside what is refused of the battlefield."""


class PowerRefusal(RulesRefuse, group=True):
    """What the use of a power is refused for, beside what is refused of the battlefield."""


class AddressRefusal(CommandRefusal, PowerRefusal, group=True):
    """What is refused of a commander who addresses a unit."""


class PursuitRefusal(RulesRefuse, group=True):
    """What a pursuit is refused for."""


# Commands and powers


class UnitEngaged(CommandRefusal, title="Engaged unit cannot move", rule=rulebook.COMMAND_UNENGAGED_ONLY):
    """An engaged unit is commanded to move."""


class UnitAlreadyCommanded(AddressRefusal, title="Unit already commanded", rule=rulebook.COMMAND_NO_FURTHER_ACTION):
    """A unit that was commanded this round is commanded again."""


class NotYourUnit(AddressRefusal, title="Not your unit", rule=rulebook.COMMAND_ANY_NUMBER):
    """A commander addresses a unit of another side, or one assigned to someone else."""


class PowerMismatch(PowerRefusal, title="Not the unit's power", rule=rulebook.POWER_ON_COMMAND):
    """A unit is ordered to use a power that it does not have."""


class PowerWrongTrigger(PowerRefusal, title="Power is not used on command", rule=rulebook.POWER_ON_ENGAGED):
    """A power that fires on contact is ordered to be used."""


class PowerExpended(PowerRefusal, title="Power is expended", rule=rulebook.POWER_ONE_USE):
    """A unit is ordered to use a power that is expended."""


class TargetOutOfRange(PowerRefusal, title="Target out of range", rule=rulebook.POWER_ON_COMMAND_TARGETS):
    """A power's target is farther away than it reaches."""


class TargetEngaged(PowerRefusal, title="Target is engaged", rule=rulebook.POWER_ON_COMMAND_TARGETS):
    """A power that strikes unengaged units has an engaged one as its target, or the other way round."""


class MassTargetRequired(PowerRefusal, title="Target required", rule=rulebook.POWER_ON_COMMAND_TARGETS):
    """A power that strikes a named unit is used without naming one."""


class OneCommandPerAction(
    CommandRefusal, RoundRefusal, title="One command in an action", rule=rulebook.COMMAND_SAME_COMMAND
):
    """One action holds two different commands."""


class PathBroken(CommandRefusal, RoundRefusal, title="Path is broken", rule=rulebook.COMMAND_CUSTOM):
    """A custom command's path leaps over a hex, or is for a unit that is not commanded."""


# Battlefields and attacks


class UnitNotActive(DuelRefusal, title="Unit is not active", rule=rulebook.ROUT_REMOVAL):
    """A unit that is routed, destroyed or away in pursuit is addressed as if it were in the battle."""


class MassUnknownUnit(FieldRefusal, AttackRefusal, UnknownName, title="Unknown unit", rule=rulebook.ROUND_PHASES):
    """An order, an effect or a contact names a unit that is not there."""


class MassDuplicateId(DuelRefusal, title="Duplicate id", rule=rulebook.ROUND_PHASES):
    """Two things whose names must differ have the same one."""


class UnknownPower(FieldRefusal, UnknownName, title="Unknown power", rule=rulebook.POWER_ONE_USE):
    """A power is named that is neither one of the nine nor defined in the request."""


class TargetNotEnemy(DuelRefusal, title="Target is not an enemy", rule=rulebook.POWER_ON_COMMAND_TARGETS):
    """A unit is set against one of the side that it must not strike."""


class MassHexOccupied(FieldRefusal, title="Hex is occupied", rule=rulebook.HEX_STACKING):
    """Two active units stand in one hex."""


class HexImpassable(FieldRefusal, title="Hex is impassable", rule=rulebook.TERRAIN_IMPASSABLE):
    """An active unit stands on an impassable hex or off the map."""


class MassEngagementNotMutual(FieldRefusal, title="Engagement is not mutual", rule=rulebook.ENGAGEMENT_MUTUAL):
    """One unit says it is engaged with another that does not say so."""


class EngagementNotAdjacent(DuelRefusal, title="Engaged units are not adjacent", rule=rulebook.ENGAGEMENT_MUTUAL):
    """Two engaged units do not stand next to each other."""


class UnitNotEngaged(AttackRefusal, title="Unit has no foe", rule=rulebook.BATTLE_ROLL):
    """A unit is ordered to fight, but has no foe."""


# Rounds, skirmishes and pursuit


class TooManyActions(RoundRefusal, title="Too many actions", rule=rulebook.ROUND_ONE_ACTION):
    """A commander declares more than one action and one for a joker."""


class UnknownCommander(InitiativeRefusal, UnknownName, title="Unknown commander", rule=rulebook.ROUND_PHASES):
    """Orders, or a joker, name a commander that is not there."""


class TooFewSides(RoundRefusal, title="Too few sides", rule=rulebook.ROUND_PHASES):
    """All units of a battle are of one side."""


class TooManyUnits(RoundRefusal, title="Too many units", rule=rulebook.SPELL_ADJUDICATION):
    """Spells would create more units than a battle has."""


class Thac0OrClassRequired(
    InitiativeRefusal, title="To-hit number, or class and level", rule=rulebook.INITIATIVE_THAC0_TABLE
):
    """A commander who draws has both a to-hit number and a class with a level, or neither."""


class CardsExhausted(InitiativeRefusal, title="Too few cards in the deck", rule=rulebook.INITIATIVE_DECK):
    """The deck holds fewer cards than the commanders draw."""


class MassPcInSkirmish(RulesRefuse, title="Player character in a skirmish", rule=rulebook.SKIRMISH_PC_GUARD):
    """A commander whom a person plays is in a battle that the service plays alone."""


class PursuerUnavailable(PursuitRefusal, title="Pursuer is unavailable", rule=rulebook.PURSUIT_ELIGIBILITY):
    """The pursuer is engaged, commanded already, out of the battle, or too far away."""


class UnitNotRouted(PursuitRefusal, title="Nobody to pursue", rule=rulebook.PURSUIT_ELIGIBILITY):
    """The unit to be pursued is destroyed, or itself away in pursuit."""
