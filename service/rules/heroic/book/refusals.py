"""What the rules forbid of units, attacks and grapples; every refusal is raised before a die is read."""

from typing import ClassVar

from service.errors import RulesRefuse
from service.rules.heroic.book import rulebook
from service.rules.heroic.book import rulebook_reference as reference

# Who takes part


class HeroicDuplicateId(RulesRefuse):
    """Two units, sides, modes or skills of one kind have the same id, or two orders are for one unit."""

    title = "Duplicate id"
    rule: ClassVar[str | None] = rulebook.UNIT_GROUP_AS_ONE.id


class HeroicUnknownUnit(RulesRefuse):
    """An order, lock, grapple or place names a unit that does not take part."""

    title = "Unknown unit"
    rule: ClassVar[str | None] = rulebook.UNIT_DEFEND_AS_UNIT.id


class HeroicUnknownSide(RulesRefuse):
    """A unit fights for a side that is not listed."""

    title = "Unknown side"
    rule: ClassVar[str | None] = rulebook.INITIATIVE_ROLL.id


class UnknownMode(RulesRefuse):
    """An attack names no mode, or one that the unit does not have."""

    title = "Unknown attack mode"
    rule: ClassVar[str | None] = rulebook.ATTACK_STEPS.id


class SameSideTarget(RulesRefuse):
    """Attacker and target, or two locked units, fight for one side."""

    title = "Target of one's own side"
    rule: ClassVar[str | None] = rulebook.UNIT_DEFEND_AS_UNIT.id


class AttackerInactive(RulesRefuse):
    """The attacker has no active member: incapacitated, gone, pinned or unconscious."""

    title = "Attacker cannot act"
    rule: ClassVar[str | None] = rulebook.INJURY_INCAPACITATED.id


class TargetIncapacitated(RulesRefuse):
    """The target is incapacitated, has surrendered or has fled."""

    title = "Target is out of the fight"
    rule: ClassVar[str | None] = rulebook.INJURY_INCAPACITATED.id


class PoolMismatch(RulesRefuse):
    """A pool is above the hit points of all members, or a group's is below 0."""

    title = "Pool does not fit the unit"
    rule: ClassVar[str | None] = rulebook.POOL_SIZE.id


class SideWithoutUnits(RulesRefuse):
    """A side has no active unit at the start of a round."""

    title = "Side without units"
    rule: ClassVar[str | None] = rulebook.BATTLE_END.id


class MissingOrders(RulesRefuse):
    """An active unit has no order, and nobody is to order it."""

    title = "Orders missing"
    rule: ClassVar[str | None] = rulebook.ORDERS_ONE_TACTIC.id


# Attacks


class SharesExceedUnit(RulesRefuse):
    """More members are sent into attacks than are active."""

    title = "More attackers than members"
    rule: ClassVar[str | None] = rulebook.UNIT_SPLIT_ATTACKERS.id


class EngagedExceedsLimit(RulesRefuse):
    """More members are said to be engaged than attack."""

    title = "More engaged than attack"
    rule: ClassVar[str | None] = rulebook.ENGAGE_COUNT.id


class AlreadyAttacked(RulesRefuse):
    """A unit attacks twice in a phase with the same members."""

    title = "Already attacked in this phase"
    rule: ClassVar[str | None] = rulebook.ATTACK_ONE_PER_PHASE.id


class ModeKindMismatch(RulesRefuse):
    """A ranged mode is used in melee, a melee mode at range, or a mode lacks what its kind needs."""

    title = "Wrong kind of attack mode"
    rule: ClassVar[str | None] = rulebook.ATTACK_ONE_PER_PHASE.id


class TacticForbidsAttack(RulesRefuse):
    """A unit attacks that retreats, withdraws, waits, or has given up its attacks."""

    title = "Tactic forbids attacks"
    rule: ClassVar[str | None] = rulebook.TACTIC_RETREAT.id


class ChargeTargetRequired(RulesRefuse):
    """An All-Out Offensive does not say whom it charges."""

    title = "Charge without a target"
    rule: ClassVar[str | None] = rulebook.TACTIC_ALL_OUT_OFFENSIVE.id


class WrongChargeTarget(RulesRefuse):
    """An All-Out Offensive attacks somebody else than whom it charges."""

    title = "Not the charge's target"
    rule: ClassVar[str | None] = rulebook.ATTACK_ALL_OUT_TARGET.id


class LocationNotTargetable(RulesRefuse):
    """The damage type cannot be aimed at the location."""

    title = "Location cannot be aimed at"
    rule: ClassVar[str | None] = reference.REF_HIT_LOCATION.id


class OutOfRange(RulesRefuse):
    """The target is farther than the mode carries."""

    title = "Out of range"
    rule: ClassVar[str | None] = rulebook.RANGED_RANGE_LIMITS.id


class OutOfReach(RulesRefuse):
    """The target is farther than the mode reaches."""

    title = "Out of reach"
    rule: ClassVar[str | None] = rulebook.MELEE_REACH.id


class TooManyShots(RulesRefuse):
    """More shots than the rate of fire, the tactic or the movement left allow."""

    title = "Too many shots"
    rule: ClassVar[str | None] = rulebook.RANGED_SHOTS_LOW_TECH.id


class FastDrawUnavailable(RulesRefuse):
    """Fast-Draw is tried without the skill, with the wrong weapon, or in a charge."""

    title = "No Fast-Draw"
    rule: ClassVar[str | None] = rulebook.RANGED_FAST_DRAW.id


class NoAmmo(RulesRefuse):
    """Fewer projectiles or loaded shots are left than are to be shot."""

    title = "No ammunition"
    rule: ClassVar[str | None] = rulebook.RANGED_AMMO.id


class SingleOutImpossible(RulesRefuse):
    """The referee rules that the figure cannot be picked out."""

    title = "Cannot be singled out"
    rule: ClassVar[str | None] = rulebook.RANGED_SINGLE_OUT.id


class InvalidDefense(RulesRefuse):
    """The chosen defence is unknown to the target or does not work against the attack."""

    title = "Defence is not legal"
    rule: ClassVar[str | None] = rulebook.ATTACK_DEFENSE_CHOICE.id


class MultiNeedsTwo(RulesRefuse):
    """Several attacks are declared as one, but fewer than two are listed, or a single mode is named as well."""

    title = "Several attacks need two"
    rule: ClassVar[str | None] = rulebook.MULTI_DECLARE.id


class MultiTooManyHands(RulesRefuse):
    """Several attacks together need more hands than the unit has arms."""

    title = "More hands than arms"
    rule: ClassVar[str | None] = rulebook.MULTI_DECLARE.id


class ModesNotOfOneWeapon(RulesRefuse):
    """The hits of one attack are to use modes of different weapons."""

    title = "Modes of different weapons"
    rule: ClassVar[str | None] = rulebook.MELEE_MODE_PER_HIT.id


class FreeAttackNotAllowed(RulesRefuse):
    """A free attack is made on a unit that does not retreat from the attacker's lock, or by one that may not."""

    title = "No free attack"
    rule: ClassVar[str | None] = rulebook.LOCK_RETREAT.id


class NotSupported(RulesRefuse):
    """Explosions, area attacks, spells and status effects have no rule here."""

    title = "Not in these rules"
    rule: ClassVar[str | None] = rulebook.SCOPE_NOT_SUPPORTED.id


# Grapples


class MissingSkill(RulesRefuse):
    """A skill that is needed is not there."""

    title = "Skill is missing"
    rule: ClassVar[str | None] = rulebook.GRAPPLE_MODIFIERS.id


class NoFreeArm(RulesRefuse):
    """Nobody can be grappled without a free arm."""

    title = "No free arm"
    rule: ClassVar[str | None] = reference.REF_GRAPPLE_ATTACK.id


class SpendExceedsHits(RulesRefuse):
    """More hits are to be spent than the grapple can make."""

    title = "More hits spent than made"
    rule: ClassVar[str | None] = rulebook.GRAPPLE_SPEND.id


class PinNeedsProne(RulesRefuse):
    """A pin is ordered on a target that is not prone, with no takedown before it."""

    title = "Pin of who is not prone"
    rule: ClassVar[str | None] = rulebook.GRAPPLE_PIN.id


class NotGrappled(RulesRefuse):
    """Who is to break free, or to be pinned, is not held."""

    title = "Not grappled"
    rule: ClassVar[str | None] = rulebook.GRAPPLE_BREAK_FREE.id


class HeldFast(RulesRefuse):
    """A grappled unit walks off without breaking free."""

    title = "Held fast"
    rule: ClassVar[str | None] = reference.REF_GRAPPLE_ATTACK.id
