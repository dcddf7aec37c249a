"""What the rules forbid of orders, movement, morale and pursuit; every refusal is raised before a die is read."""

from service.errors import RulesRefuse
from service.rules.heroic.book import rulebook

# Orders and movement


class HoldGroundWhileLocked(RulesRefuse, title="Hold Ground while locked", rule=rulebook.TACTIC_HOLD_GROUND):
    """A unit that starts the round locked in melee holds its ground."""


class WithdrawNeedsAllOutDefensive(RulesRefuse, title="Withdrawal with another tactic", rule=rulebook.LOCK_WITHDRAWAL):
    """A unit withdraws without the tactic All-Out Defensive."""


class WithdrawNotLocked(RulesRefuse, title="Withdrawal from nobody", rule=rulebook.LOCK_WITHDRAWAL):
    """A unit withdraws that is not locked in melee."""


class RetreatRequired(RulesRefuse, title="Retreat required", rule=rulebook.MORALE_MUST_RETREAT):
    """A broken unit declares another tactic than Retreat."""


class ActionForbidden(RulesRefuse, title="Deed is forbidden", rule=rulebook.TACTIC_RETREAT):
    """A unit that retreats or withdraws has deeds to do."""


class ActionBudgetExceeded(RulesRefuse, title="Too many deeds", rule=rulebook.ACTION_BUDGET):
    """More deeds than movement and attacks are given up for."""


class ActionSizeMismatch(RulesRefuse, title="Deed takes longer", rule=rulebook.ACTION_SHORT_LIST):
    """A deed of the lists is ordered as a shorter one than it is."""


class MovementExceeded(RulesRefuse, title="Too much movement", rule=rulebook.MOVE_ALLOWANCE):
    """Yards, shots and deeds together are more than the allowance."""


class MovementLocked(RulesRefuse, title="Locked in melee", rule=rulebook.MOVE_LOCKED_STAYS):
    """A unit locked in melee walks, but neither withdraws nor retreats."""


class WrongDirection(RulesRefuse, title="Wrong direction", rule=rulebook.MOVE_DIRECTION):
    """A charge does not lead straight to its target, or a retreat not away."""


class UnknownPlace(RulesRefuse, title="No place to move to", rule=rulebook.MOVE_DIRECTION):
    """A move does not name the unit or the place that it leads to."""


class WaitNeedsTrigger(RulesRefuse, title="Wait without trigger or response", rule=rulebook.WAIT_DECLARE):
    """A wait does not say what it waits for, or not just one response."""


# Morale, pursuit and skirmish


class PcExempt(RulesRefuse, title="Player characters never check morale", rule=rulebook.MORALE_EXEMPT):
    """The morale of a unit that a person plays is checked."""


class StealthInOpen(RulesRefuse, title="Nowhere to hide", rule=rulebook.PURSUIT_STEALTH):
    """The pursued hide in open terrain."""


class PursuitImpossible(RulesRefuse, title="No pursuit", rule=rulebook.PURSUIT_IMPOSSIBLE):
    """The circumstances rule a pursuit out."""


class BattleNotOver(RulesRefuse, title="Battle is not over", rule=rulebook.BATTLE_SEQUEL):
    """A pursuit begins while the battle goes on."""


class PursuerImmobile(RulesRefuse, title="Pursuer cannot move", rule=rulebook.PURSUIT_SPEED_BONUS):
    """A pursuer has no speed."""


class CaptureWithoutEquipment(RulesRefuse, title="No means to capture", rule=rulebook.PURSUIT_RESULT):
    """Pursuers without the equipment for it are to capture."""


class HeroicPcInSkirmish(RulesRefuse, title="Player character in a skirmish", rule=rulebook.SKIRMISH_PC_GUARD):
    """A unit that a person plays is in a fight that the service plays alone."""
