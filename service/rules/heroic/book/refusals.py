"""What the rules of this family forbid, in groups; every refusal is raised before a die is read."""

from service.errors import RulesRefuse
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.kernel.figures import UnknownName

# Groups


class OrderRefusal(RulesRefuse, group=True):
    """What a unit's move and the orders of a round are refused for."""


class BattleRefusal(OrderRefusal, group=True):
    """What is refused of a battle, its sides and its units."""


class AttackRefusal(RulesRefuse, group=True):
    """What an attack is refused for."""


class GrappleRefusal(OrderRefusal, group=True):
    """What a grapple is refused for."""


class MeetingRefusal(GrappleRefusal, AttackRefusal, group=True):
    """What attacks and grapples are refused for alike."""


class ShootingRefusal(OrderRefusal, AttackRefusal, group=True):
    """What only ranged attacks are refused for."""


class PursuitRefusal(RulesRefuse, group=True):
    """What a pursuit is refused for."""


# Who takes part


class HeroicDuplicateId(BattleRefusal, MeetingRefusal, title="Duplicate id", rule=rulebook.UNIT_GROUP_AS_ONE):
    """Two units, sides, modes or skills of one kind have the same id, or two orders are for one unit."""


class HeroicUnknownUnit(BattleRefusal, UnknownName, title="Unknown unit", rule=rulebook.UNIT_DEFEND_AS_UNIT):
    """An order, lock, grapple or place names a unit that does not take part."""


class HeroicUnknownSide(BattleRefusal, UnknownName, title="Unknown side", rule=rulebook.INITIATIVE_ROLL):
    """A unit fights for a side that is not listed."""


class UnknownMode(MeetingRefusal, UnknownName, title="Unknown attack mode", rule=attack_rules.ATTACK_STEPS):
    """An attack names no mode, or one that the unit does not have."""


class SameSideTarget(
    BattleRefusal, MeetingRefusal, title="Target is on the same side", rule=rulebook.UNIT_DEFEND_AS_UNIT
):
    """Attacker and target, or two locked units, fight for one side."""


class AttackerInactive(MeetingRefusal, title="Attacker cannot act", rule=attack_rules.INJURY_INCAPACITATED):
    """The attacker has no active member: incapacitated, gone, pinned or unconscious."""


class TargetIncapacitated(MeetingRefusal, title="Target is out of the fight", rule=attack_rules.INJURY_INCAPACITATED):
    """The target is incapacitated, has surrendered or has fled."""


class PoolMismatch(BattleRefusal, MeetingRefusal, title="Pool does not fit the unit", rule=attack_rules.POOL_SIZE):
    """A pool is above the hit points of all members, or a group's is below 0."""


class SideWithoutUnits(RulesRefuse, title="Side without units", rule=rulebook.BATTLE_END):
    """A side has no active unit at the start of a round."""


class MissingOrders(RulesRefuse, title="Orders missing", rule=rulebook.ORDERS_ONE_TACTIC):
    """An active unit has no order, and the service may not order it."""


# Attacks


class SharesExceedUnit(MeetingRefusal, title="More attackers than members", rule=rulebook.UNIT_SPLIT_ATTACKERS):
    """More members are sent into attacks than are active."""


class EngagedExceedsLimit(MeetingRefusal, title="More members engaged than attacking", rule=attack_rules.ENGAGE_COUNT):
    """More members are said to be engaged than attack."""


class AlreadyAttacked(OrderRefusal, title="Already attacked in this phase", rule=attack_rules.ATTACK_ONE_PER_PHASE):
    """A unit attacks twice in a phase with the same members."""


class ModeKindMismatch(MeetingRefusal, title="Wrong kind of attack mode", rule=attack_rules.ATTACK_ONE_PER_PHASE):
    """A ranged mode is used in melee, a melee mode at range, or a mode lacks what its kind needs."""


class TacticForbidsAttack(MeetingRefusal, title="Tactic forbids attacks", rule=rulebook.TACTIC_RETREAT):
    """A unit attacks that retreats, withdraws, waits, or has given up its attacks."""


class ChargeTargetRequired(MeetingRefusal, title="Charge without a target", rule=rulebook.TACTIC_ALL_OUT_OFFENSIVE):
    """An All-Out Offensive does not name the unit that it charges."""


class WrongChargeTarget(MeetingRefusal, title="Not the charge's target", rule=attack_rules.ATTACK_ALL_OUT_TARGET):
    """An All-Out Offensive attacks another unit than the one that it charges, or another tactic names one to charge."""


class LocationNotTargetable(MeetingRefusal, title="Location cannot be aimed at", rule=attack_rules.REF_HIT_LOCATION):
    """The damage type cannot be aimed at the location."""


class OutOfRange(ShootingRefusal, title="Out of range", rule=attack_rules.RANGED_RANGE_LIMITS):
    """The target is farther than the mode carries."""


class OutOfReach(MeetingRefusal, title="Out of reach", rule=attack_rules.MELEE_REACH):
    """The target is farther than the mode reaches."""


class TooManyShots(ShootingRefusal, title="Too many shots", rule=attack_rules.RANGED_SHOTS_LOW_TECH):
    """More shots than the rate of fire, the tactic or the movement left allow."""


class FastDrawUnavailable(ShootingRefusal, title="No Fast-Draw", rule=attack_rules.RANGED_FAST_DRAW):
    """Fast-Draw is tried without the skill, with the wrong weapon, or in a charge."""


class NoAmmo(ShootingRefusal, title="No ammunition", rule=attack_rules.RANGED_AMMO):
    """Fewer projectiles or loaded shots are left than the order needs."""


class SingleOutImpossible(MeetingRefusal, title="Cannot be singled out", rule=attack_rules.RANGED_SINGLE_OUT):
    """The referee rules that the figure cannot be picked out."""


class InvalidDefense(MeetingRefusal, title="Defence is not legal", rule=attack_rules.ATTACK_DEFENSE_CHOICE):
    """The chosen defence is unknown to the target or does not work against the attack."""


class MultiNeedsTwo(MeetingRefusal, title="Fewer than two attacks", rule=attack_rules.MULTI_DECLARE):
    """Several attacks are declared as one, but fewer than two are listed, or a single mode is named as well."""


class MultiTooManyHands(MeetingRefusal, title="More hands than arms", rule=attack_rules.MULTI_DECLARE):
    """Several attacks together need more hands than the unit has arms."""


class ModesNotOfOneWeapon(MeetingRefusal, title="Modes of different weapons", rule=attack_rules.MELEE_MODE_PER_HIT):
    """The hits of one attack use modes of different weapons."""


class FreeAttackNotAllowed(AttackRefusal, title="No free attack", rule=rulebook.LOCK_RETREAT):
    """A free attack is made on a unit that does not retreat from the attacker's lock, or by one that may not."""


class NotSupported(MeetingRefusal, title="Not in these rules", rule=rulebook.SCOPE_NOT_SUPPORTED):
    """Explosions, area attacks, spells and status effects have no rule here."""


# Grapples


class NoFreeArm(GrappleRefusal, title="No free arm", rule=attack_rules.REF_GRAPPLE_ATTACK):
    """A unit grapples without a free arm."""


class SpendExceedsHits(GrappleRefusal, title="More hits spent than made", rule=attack_rules.GRAPPLE_SPEND):
    """The order spends more hits than the grapple can make."""


class PinNeedsProne(GrappleRefusal, title="Pin of a target that is not prone", rule=attack_rules.GRAPPLE_PIN):
    """A pin is ordered on a target that is not prone, with no takedown before it."""


class NotGrappled(OrderRefusal, title="Not grappled", rule=attack_rules.GRAPPLE_BREAK_FREE):
    """A unit that breaks free, or is pinned, is not held."""


class HeldFast(OrderRefusal, title="Held fast", rule=attack_rules.REF_GRAPPLE_ATTACK):
    """A grappled unit walks off without breaking free."""


# Orders and movement


class HoldGroundWhileLocked(OrderRefusal, title="Hold Ground while locked", rule=rulebook.TACTIC_HOLD_GROUND):
    """A unit that starts the round locked in melee holds its ground."""


class WithdrawNeedsAllOutDefensive(OrderRefusal, title="Withdrawal with another tactic", rule=rulebook.LOCK_WITHDRAWAL):
    """A unit withdraws without the tactic All-Out Defensive."""


class WithdrawNotLocked(OrderRefusal, title="Withdrawal without a melee", rule=rulebook.LOCK_WITHDRAWAL):
    """A unit withdraws that is not locked in melee."""


class RetreatRequired(OrderRefusal, title="Retreat required", rule=rulebook.MORALE_MUST_RETREAT):
    """A broken unit declares another tactic than Retreat."""


class ActionForbidden(OrderRefusal, title="Deed is forbidden", rule=rulebook.TACTIC_RETREAT):
    """An order gives other deeds to a unit that retreats or withdraws."""


class ActionBudgetExceeded(OrderRefusal, title="Too many deeds", rule=rulebook.ACTION_BUDGET):
    """An order has more deeds than the movement and the attacks that are given up for them."""


class ActionSizeMismatch(OrderRefusal, title="Deed takes longer", rule=rulebook.ACTION_SHORT_LIST):
    """A listed deed is ordered with a shorter time than it takes."""


class MovementExceeded(OrderRefusal, title="Too much movement", rule=rulebook.MOVE_ALLOWANCE):
    """Yards, shots and deeds together are more than the allowance."""


class MovementLocked(OrderRefusal, title="Locked in melee", rule=rulebook.MOVE_LOCKED_STAYS):
    """A unit locked in melee walks, but neither withdraws nor retreats."""


class WrongDirection(OrderRefusal, title="Wrong direction", rule=rulebook.MOVE_DIRECTION):
    """A charge does not lead straight to its target, or a retreat not away."""


class UnknownPlace(OrderRefusal, title="No place to move to", rule=rulebook.MOVE_DIRECTION):
    """A move does not name the unit or the place that it leads to."""


class WaitNeedsTrigger(OrderRefusal, title="Wait without trigger or response", rule=rulebook.WAIT_DECLARE):
    """A wait does not say what it waits for, or has no response or several."""


# Morale, pursuit and skirmish


class PcExempt(RulesRefuse, title="Player characters never check morale", rule=rulebook.MORALE_EXEMPT):
    """The morale of a unit that a person plays is checked."""


class MissingSkill(PursuitRefusal, title="Skill is missing", rule=attack_rules.GRAPPLE_MODIFIERS):
    """A skill that is needed is missing."""


class StealthInOpen(PursuitRefusal, title="Nowhere to hide", rule=rulebook.PURSUIT_STEALTH):
    """Those who are pursued try to hide in open terrain."""


class PursuitImpossible(PursuitRefusal, title="No pursuit", rule=rulebook.PURSUIT_IMPOSSIBLE):
    """The circumstances rule a pursuit out."""


class BattleNotOver(PursuitRefusal, title="Battle is not over", rule=rulebook.BATTLE_SEQUEL):
    """A pursuit begins while the battle goes on."""


class PursuerImmobile(PursuitRefusal, title="Pursuer cannot move", rule=rulebook.PURSUIT_SPEED_BONUS):
    """A pursuer has no speed."""


class CaptureWithoutEquipment(PursuitRefusal, title="No means to capture", rule=rulebook.PURSUIT_RESULT):
    """Pursuers are ordered to capture without the equipment for it."""


class HeroicPcInSkirmish(RulesRefuse, title="Player character in a skirmish", rule=rulebook.SKIRMISH_PC_GUARD):
    """A unit that a person plays is in a fight that the service plays alone."""
