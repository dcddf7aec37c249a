"""What the rules of this family forbid; every refusal is raised before a die is rolled or a card drawn."""

from typing import ClassVar

from service.errors import RulesRefuse
from service.rules.mass.book import rulebook


class UnitEngaged(RulesRefuse):
    """An engaged unit is commanded to move."""

    title = "Engaged unit cannot move"
    rule: ClassVar[str | None] = rulebook.COMMAND_UNENGAGED_ONLY.id


class UnitAlreadyCommanded(RulesRefuse):
    """A unit that was commanded this round is commanded again."""

    title = "Unit already commanded"
    rule: ClassVar[str | None] = rulebook.COMMAND_NO_FURTHER_ACTION.id


class NotYourUnit(RulesRefuse):
    """A commander addresses a unit of another side, or one assigned to someone else."""

    title = "Not your unit"
    rule: ClassVar[str | None] = rulebook.COMMAND_ANY_NUMBER.id


class UnitNotActive(RulesRefuse):
    """A unit that is routed, destroyed or away in pursuit is addressed as if it were in the battle."""

    title = "Unit is not active"
    rule: ClassVar[str | None] = rulebook.ROUT_REMOVAL.id


class PowerMismatch(RulesRefuse):
    """A unit is ordered to use a power that it does not have."""

    title = "Not the unit's power"
    rule: ClassVar[str | None] = rulebook.POWER_ON_COMMAND.id


class PowerWrongTrigger(RulesRefuse):
    """A power that fires on contact is ordered to be used."""

    title = "Power is not used on command"
    rule: ClassVar[str | None] = rulebook.POWER_ON_ENGAGED.id


class PowerExpended(RulesRefuse):
    """A unit is ordered to use a power that is expended."""

    title = "Power is expended"
    rule: ClassVar[str | None] = rulebook.POWER_ONE_USE.id


class UnknownPower(RulesRefuse):
    """A power is named that is neither one of the nine nor defined in the request."""

    title = "Unknown power"
    rule: ClassVar[str | None] = rulebook.POWER_ONE_USE.id


class TargetOutOfRange(RulesRefuse):
    """A power's target is farther away than it reaches."""

    title = "Target out of range"
    rule: ClassVar[str | None] = rulebook.POWER_ON_COMMAND_TARGETS.id


class TargetEngaged(RulesRefuse):
    """A power that strikes unengaged units has an engaged one as its target, or the other way round."""

    title = "Target is engaged"
    rule: ClassVar[str | None] = rulebook.POWER_ON_COMMAND_TARGETS.id


class TargetNotEnemy(RulesRefuse):
    """A unit is set against one of the side that it must not strike."""

    title = "Target is not an enemy"
    rule: ClassVar[str | None] = rulebook.POWER_ON_COMMAND_TARGETS.id


class MassTargetRequired(RulesRefuse):
    """A power that strikes a named unit is used without naming one."""

    title = "Target required"
    rule: ClassVar[str | None] = rulebook.POWER_ON_COMMAND_TARGETS.id


class TooManyActions(RulesRefuse):
    """A commander declares more than one action and one for a joker."""

    title = "Too many actions"
    rule: ClassVar[str | None] = rulebook.ROUND_ONE_ACTION.id


class OneCommandPerAction(RulesRefuse):
    """One action holds two different commands."""

    title = "One command in an action"
    rule: ClassVar[str | None] = rulebook.COMMAND_SAME_COMMAND.id


class PathBroken(RulesRefuse):
    """A custom command's path leaps over a hex, or is for a unit that is not commanded."""

    title = "Path is broken"
    rule: ClassVar[str | None] = rulebook.COMMAND_CUSTOM.id


class MassHexOccupied(RulesRefuse):
    """Two active units stand in one hex."""

    title = "Hex is occupied"
    rule: ClassVar[str | None] = rulebook.HEX_STACKING.id


class HexImpassable(RulesRefuse):
    """An active unit stands on an impassable hex or off the map."""

    title = "Hex is impassable"
    rule: ClassVar[str | None] = rulebook.TERRAIN_IMPASSABLE.id


class MassEngagementNotMutual(RulesRefuse):
    """One unit says it is engaged with another that does not say so."""

    title = "Engagement is not mutual"
    rule: ClassVar[str | None] = rulebook.ENGAGEMENT_MUTUAL.id


class EngagementNotAdjacent(RulesRefuse):
    """Two engaged units do not stand next to each other."""

    title = "Engaged units are not adjacent"
    rule: ClassVar[str | None] = rulebook.ENGAGEMENT_MUTUAL.id


class UnitNotEngaged(RulesRefuse):
    """A unit is to fight without a foe."""

    title = "Unit has no foe"
    rule: ClassVar[str | None] = rulebook.BATTLE_ROLL.id


class MassUnknownUnit(RulesRefuse):
    """An order, an effect or a contact names a unit that is not there."""

    title = "Unknown unit"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class UnknownCommander(RulesRefuse):
    """Orders, or a joker, name a commander that is not there."""

    title = "Unknown commander"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class MassDuplicateId(RulesRefuse):
    """Two things that a name must tell apart have the same one."""

    title = "Duplicate id"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class TooFewSides(RulesRefuse):
    """All units of a battle are of one side."""

    title = "Too few sides"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class TooManyUnits(RulesRefuse):
    """Spells would create more units than a battle has."""

    title = "Too many units"
    rule: ClassVar[str | None] = rulebook.SPELL_ADJUDICATION.id


class Thac0OrClassRequired(RulesRefuse):
    """A commander who draws has both a to-hit number and a class with a level, or neither."""

    title = "To-hit number, or class and level"
    rule: ClassVar[str | None] = rulebook.INITIATIVE_THAC0_TABLE.id


class CardsExhausted(RulesRefuse):
    """The deck holds fewer cards than the commanders draw."""

    title = "Too few cards in the deck"
    rule: ClassVar[str | None] = rulebook.INITIATIVE_DECK.id


class MassPcInSkirmish(RulesRefuse):
    """A commander whom a person plays is in a battle that the service plays alone."""

    title = "Player character in a skirmish"
    rule: ClassVar[str | None] = rulebook.SKIRMISH_PC_GUARD.id


class PursuerUnavailable(RulesRefuse):
    """The pursuer is engaged, commanded already, out of the battle, or too far away."""

    title = "Pursuer is unavailable"
    rule: ClassVar[str | None] = rulebook.PURSUIT_ELIGIBILITY.id


class UnitNotRouted(RulesRefuse):
    """The unit to be pursued is destroyed, or itself away in pursuit."""

    title = "Nobody to pursue"
    rule: ClassVar[str | None] = rulebook.PURSUIT_ELIGIBILITY.id
