"""What the rules forbid of units, attacks and grapples; every refusal is raised before a die is read."""

from service.errors import RulesRefuse
from service.rules.heroic.book import rulebook
from service.rules.heroic.book import rulebook_reference as reference

# Who takes part


class HeroicDuplicateId(RulesRefuse, title="Duplicate id", rule=rulebook.UNIT_GROUP_AS_ONE):
    """Two units, sides, modes or skills of one kind have the same id, or two orders are for one unit."""


class HeroicUnknownUnit(RulesRefuse, title="Unknown unit", rule=rulebook.UNIT_DEFEND_AS_UNIT):
    """An order, lock, grapple or place names a unit that does not take part."""


class HeroicUnknownSide(RulesRefuse, title="Unknown side", rule=rulebook.INITIATIVE_ROLL):
    """A unit fights for a side that is not listed."""


class UnknownMode(RulesRefuse, title="Unknown attack mode", rule=rulebook.ATTACK_STEPS):
    """An attack names no mode, or one that the unit does not have."""


class SameSideTarget(RulesRefuse, title="Target of one's own side", rule=rulebook.UNIT_DEFEND_AS_UNIT):
    """Attacker and target, or two locked units, fight for one side."""


class AttackerInactive(RulesRefuse, title="Attacker cannot act", rule=rulebook.INJURY_INCAPACITATED):
    """The attacker has no active member: incapacitated, gone, pinned or unconscious."""


class TargetIncapacitated(RulesRefuse, title="Target is out of the fight", rule=rulebook.INJURY_INCAPACITATED):
    """The target is incapacitated, has surrendered or has fled."""


class PoolMismatch(RulesRefuse, title="Pool does not fit the unit", rule=rulebook.POOL_SIZE):
    """A pool is above the hit points of all members, or a group's is below 0."""


class SideWithoutUnits(RulesRefuse, title="Side without units", rule=rulebook.BATTLE_END):
    """A side has no active unit at the start of a round."""


class MissingOrders(RulesRefuse, title="Orders missing", rule=rulebook.ORDERS_ONE_TACTIC):
    """An active unit has no order, and nobody is to order it."""


# Attacks


class SharesExceedUnit(RulesRefuse, title="More attackers than members", rule=rulebook.UNIT_SPLIT_ATTACKERS):
    """More members are sent into attacks than are active."""


class EngagedExceedsLimit(RulesRefuse, title="More engaged than attack", rule=rulebook.ENGAGE_COUNT):
    """More members are said to be engaged than attack."""


class AlreadyAttacked(RulesRefuse, title="Already attacked in this phase", rule=rulebook.ATTACK_ONE_PER_PHASE):
    """A unit attacks twice in a phase with the same members."""


class ModeKindMismatch(RulesRefuse, title="Wrong kind of attack mode", rule=rulebook.ATTACK_ONE_PER_PHASE):
    """A ranged mode is used in melee, a melee mode at range, or a mode lacks what its kind needs."""


class TacticForbidsAttack(RulesRefuse, title="Tactic forbids attacks", rule=rulebook.TACTIC_RETREAT):
    """A unit attacks that retreats, withdraws, waits, or has given up its attacks."""


class ChargeTargetRequired(RulesRefuse, title="Charge without a target", rule=rulebook.TACTIC_ALL_OUT_OFFENSIVE):
    """An All-Out Offensive does not say whom it charges."""


class WrongChargeTarget(RulesRefuse, title="Not the charge's target", rule=rulebook.ATTACK_ALL_OUT_TARGET):
    """An All-Out Offensive attacks somebody else than whom it charges."""


class LocationNotTargetable(RulesRefuse, title="Location cannot be aimed at", rule=reference.REF_HIT_LOCATION):
    """The damage type cannot be aimed at the location."""


class OutOfRange(RulesRefuse, title="Out of range", rule=rulebook.RANGED_RANGE_LIMITS):
    """The target is farther than the mode carries."""


class OutOfReach(RulesRefuse, title="Out of reach", rule=rulebook.MELEE_REACH):
    """The target is farther than the mode reaches."""


class TooManyShots(RulesRefuse, title="Too many shots", rule=rulebook.RANGED_SHOTS_LOW_TECH):
    """More shots than the rate of fire, the tactic or the movement left allow."""


class FastDrawUnavailable(RulesRefuse, title="No Fast-Draw", rule=rulebook.RANGED_FAST_DRAW):
    """Fast-Draw is tried without the skill, with the wrong weapon, or in a charge."""


class NoAmmo(RulesRefuse, title="No ammunition", rule=rulebook.RANGED_AMMO):
    """Fewer projectiles or loaded shots are left than are to be shot."""


class SingleOutImpossible(RulesRefuse, title="Cannot be singled out", rule=rulebook.RANGED_SINGLE_OUT):
    """The referee rules that the figure cannot be picked out."""


class InvalidDefense(RulesRefuse, title="Defence is not legal", rule=rulebook.ATTACK_DEFENSE_CHOICE):
    """The chosen defence is unknown to the target or does not work against the attack."""


class MultiNeedsTwo(RulesRefuse, title="Several attacks need two", rule=rulebook.MULTI_DECLARE):
    """Several attacks are declared as one, but fewer than two are listed, or a single mode is named as well."""


class MultiTooManyHands(RulesRefuse, title="More hands than arms", rule=rulebook.MULTI_DECLARE):
    """Several attacks together need more hands than the unit has arms."""


class ModesNotOfOneWeapon(RulesRefuse, title="Modes of different weapons", rule=rulebook.MELEE_MODE_PER_HIT):
    """The hits of one attack are to use modes of different weapons."""


class FreeAttackNotAllowed(RulesRefuse, title="No free attack", rule=rulebook.LOCK_RETREAT):
    """A free attack is made on a unit that does not retreat from the attacker's lock, or by one that may not."""


class NotSupported(RulesRefuse, title="Not in these rules", rule=rulebook.SCOPE_NOT_SUPPORTED):
    """Explosions, area attacks, spells and status effects have no rule here."""


# Grapples


class MissingSkill(RulesRefuse, title="Skill is missing", rule=rulebook.GRAPPLE_MODIFIERS):
    """A skill that is needed is not there."""


class NoFreeArm(RulesRefuse, title="No free arm", rule=reference.REF_GRAPPLE_ATTACK):
    """Nobody can be grappled without a free arm."""


class SpendExceedsHits(RulesRefuse, title="More hits spent than made", rule=rulebook.GRAPPLE_SPEND):
    """More hits are to be spent than the grapple can make."""


class PinNeedsProne(RulesRefuse, title="Pin of who is not prone", rule=rulebook.GRAPPLE_PIN):
    """A pin is ordered on a target that is not prone, with no takedown before it."""


class NotGrappled(RulesRefuse, title="Not grappled", rule=rulebook.GRAPPLE_BREAK_FREE):
    """Who is to break free, or to be pinned, is not held."""


class HeldFast(RulesRefuse, title="Held fast", rule=reference.REF_GRAPPLE_ATTACK):
    """A grappled unit walks off without breaking free."""
