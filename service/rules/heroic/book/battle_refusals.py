"""What the rules forbid of orders, movement, morale and pursuit; every refusal is raised before a die is read."""

from typing import ClassVar

from service.errors import RulesRefuse
from service.rules.heroic.book import rulebook

# Orders and movement


class HoldGroundWhileLocked(RulesRefuse):
    """A unit that starts the round locked in melee holds its ground."""

    title = "Hold Ground while locked"
    rule: ClassVar[str | None] = rulebook.TACTIC_HOLD_GROUND.id


class WithdrawNeedsAllOutDefensive(RulesRefuse):
    """A unit withdraws without the tactic All-Out Defensive."""

    title = "Withdrawal with another tactic"
    rule: ClassVar[str | None] = rulebook.LOCK_WITHDRAWAL.id


class WithdrawNotLocked(RulesRefuse):
    """A unit withdraws that is not locked in melee."""

    title = "Withdrawal from nobody"
    rule: ClassVar[str | None] = rulebook.LOCK_WITHDRAWAL.id


class RetreatRequired(RulesRefuse):
    """A broken unit declares another tactic than Retreat."""

    title = "Retreat required"
    rule: ClassVar[str | None] = rulebook.MORALE_MUST_RETREAT.id


class ActionForbidden(RulesRefuse):
    """A unit that retreats or withdraws has deeds to do."""

    title = "Deed is forbidden"
    rule: ClassVar[str | None] = rulebook.TACTIC_RETREAT.id


class ActionBudgetExceeded(RulesRefuse):
    """More deeds than movement and attacks are given up for."""

    title = "Too many deeds"
    rule: ClassVar[str | None] = rulebook.ACTION_BUDGET.id


class ActionSizeMismatch(RulesRefuse):
    """A deed of the lists is ordered as a shorter one than it is."""

    title = "Deed takes longer"
    rule: ClassVar[str | None] = rulebook.ACTION_SHORT_LIST.id


class MovementExceeded(RulesRefuse):
    """Yards, shots and deeds together are more than the allowance."""

    title = "Too much movement"
    rule: ClassVar[str | None] = rulebook.MOVE_ALLOWANCE.id


class MovementLocked(RulesRefuse):
    """A unit locked in melee walks, but neither withdraws nor retreats."""

    title = "Locked in melee"
    rule: ClassVar[str | None] = rulebook.MOVE_LOCKED_STAYS.id


class WrongDirection(RulesRefuse):
    """A charge does not lead straight to its target, or a retreat not away."""

    title = "Wrong direction"
    rule: ClassVar[str | None] = rulebook.MOVE_DIRECTION.id


class UnknownPlace(RulesRefuse):
    """A move does not name the unit or the place that it leads to."""

    title = "No place to move to"
    rule: ClassVar[str | None] = rulebook.MOVE_DIRECTION.id


class WaitNeedsTrigger(RulesRefuse):
    """A wait does not say what it waits for, or not just one response."""

    title = "Wait without trigger or response"
    rule: ClassVar[str | None] = rulebook.WAIT_DECLARE.id


# Morale, pursuit and skirmish


class PcExempt(RulesRefuse):
    """The morale of a unit that a person plays is checked."""

    title = "Player characters never check morale"
    rule: ClassVar[str | None] = rulebook.MORALE_EXEMPT.id


class StealthInOpen(RulesRefuse):
    """The pursued hide in open terrain."""

    title = "Nowhere to hide"
    rule: ClassVar[str | None] = rulebook.PURSUIT_STEALTH.id


class PursuitImpossible(RulesRefuse):
    """The circumstances rule a pursuit out."""

    title = "No pursuit"
    rule: ClassVar[str | None] = rulebook.PURSUIT_IMPOSSIBLE.id


class BattleNotOver(RulesRefuse):
    """A pursuit begins while the battle goes on."""

    title = "Battle is not over"
    rule: ClassVar[str | None] = rulebook.BATTLE_SEQUEL.id


class PursuerImmobile(RulesRefuse):
    """A pursuer has no speed."""

    title = "Pursuer cannot move"
    rule: ClassVar[str | None] = rulebook.PURSUIT_SPEED_BONUS.id


class CaptureWithoutEquipment(RulesRefuse):
    """Pursuers without the equipment for it are to capture."""

    title = "No means to capture"
    rule: ClassVar[str | None] = rulebook.PURSUIT_RESULT.id


class HeroicPcInSkirmish(RulesRefuse):
    """A unit that a person plays is in a fight that the service plays alone."""

    title = "Player character in a skirmish"
    rule: ClassVar[str | None] = rulebook.SKIRMISH_PC_GUARD.id
