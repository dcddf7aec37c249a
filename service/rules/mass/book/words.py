"""The family's enumerations: the words that travel."""

from enum import StrEnum
from typing import Final

from service.dice.model import DicePool
from service.wire import Ranked


class MassDie(Ranked):
    """A battle die; one step is the distance between neighbours, smallest first."""

    D4 = "d4"
    D6 = "d6"
    D8 = "d8"
    D10 = "d10"
    D12 = "d12"


POOLS: Final = {die: DicePool(1, 4 + 2 * die.rank) for die in MassDie}


def stepped(die: MassDie, steps: int) -> MassDie:
    """Make a battle die larger or, with negative steps, smaller; it stays within d4 and d12."""
    return MassDie.at(min(max(die.rank + steps, 0), MassDie.D12.rank))


class MassStatus(StrEnum):
    """Whether a unit is in the battle; routed and destroyed units are out of it, a pursuing one comes back."""

    ACTIVE = "active"
    ROUTED = "routed"
    DESTROYED = "destroyed"
    PURSUING = "pursuing"


class MassTerrain(StrEnum):
    """What a hex is like to march into."""

    CLEAR = "clear"
    MODERATE = "moderate"
    DIFFICULT = "difficult"
    IMPASSABLE = "impassable"


class MassTurn(StrEnum):
    """To which side a unit wheels."""

    LEFT = "left"
    RIGHT = "right"


class MassStop(StrEnum):
    """Why a unit stopped: command carried out, speed used up, the next hex taken or closed, or contact."""

    COMPLETE = "complete"
    ALLOWANCE = "allowance"
    OCCUPIED = "occupied"
    IMPASSABLE = "impassable"
    ENGAGED = "engaged"


class MassClass(StrEnum):
    """A commander's calling, where level and calling stand for the to-hit number."""

    WARRIOR = "warrior"
    PRIEST = "priest"
    ROGUE = "rogue"
    WIZARD = "wizard"


class MassBand(Ranked):
    """How a commander draws for initiative, worst first."""

    WORST_OF_TWO = "worst_of_two"
    SINGLE = "single"
    BEST_OF_TWO = "best_of_two"


class MassTargetSide(StrEnum):
    """Whose units a power can strike."""

    ENEMY = "enemy"
    FRIEND = "friend"
    ANY = "any"


class MassContactTarget(StrEnum):
    """Whom a power that fires on contact befalls."""

    FOE = "foe"
    SELF = "self"


class MassSpellMovement(StrEnum):
    """How a spell changes a unit's movement, in the game master's words."""

    RESTRICTED = "restricted"
    IMPEDED = "impeded"
    ENHANCED = "enhanced"


class MassEventKind(StrEnum):
    """What an event tells of."""

    MOVED = "moved"
    WHEELED = "wheeled"
    ENGAGED = "engaged"
    POWER = "power"
    FELL_BACK = "fell_back"
    RALLY = "rally"
    SPELL = "spell"
    OTHER = "other"
    REFUSED = "refused"


class MassReason(StrEnum):
    """Why a unit does not do what it is told, or is not affected."""

    ROUTED = "routed"
    DESTROYED = "destroyed"
    PURSUING = "pursuing"
    NOT_OWN = "not_own"
    COMMANDED = "commanded"
    ENGAGED = "engaged"
    PATH_BROKEN = "path_broken"
    POWER_MISMATCH = "power_mismatch"
    POWER_WRONG_TRIGGER = "power_wrong_trigger"
    POWER_EXPENDED = "power_expended"
    TARGET_MISSING = "target_missing"
    TARGET_NOT_ACTIVE = "target_not_active"
    TARGET_NOT_ENEMY = "target_not_enemy"
    TARGET_ENGAGED = "target_engaged"
    TARGET_UNENGAGED = "target_unengaged"
    TARGET_OUT_OF_RANGE = "target_out_of_range"
    CHECK_FAILED = "check_failed"
    NOT_EXPENDED = "not_expended"
    INSUFFICIENT_MARGIN = "insufficient_margin"
    NOT_APPRECIABLE = "not_appreciable"
    OCCUPIED = "occupied"
    IMPASSABLE = "impassable"


class MassChase(StrEnum):
    """What became of a routed unit."""

    ESCAPED = "escaped"
    CASUALTIES = "casualties"
    CAUGHT = "caught"


class MassSkirmishEnd(StrEnum):
    """Whether a skirmish came to a decision."""

    DECIDED = "decided"
    UNDECIDED = "undecided"


class MassDuelist(StrEnum):
    """One of two units that fight it out."""

    FIRST = "first"
    SECOND = "second"


class MassEngagedTiming(StrEnum):
    """In what order the powers of two units in contact take effect."""

    SIMULTANEOUS = "simultaneous"
    MOVER_FIRST = "mover_first"
    STATIONARY_FIRST = "stationary_first"


class MassFlankingMode(StrEnum):
    """Whether position makes a unit flank, besides being declared to, or only the declaration."""

    ARC = "arc"
    DECLARED = "declared"


class MassFoeRoll(StrEnum):
    """How a unit with several foes rolls: once, a flanker's higher die against those it flanks or all; or for each."""

    SINGLE = "single"
    SINGLE_HIGHER = "single_higher"
    PER_FOE = "per_foe"


class MassStacking(StrEnum):
    """Whether several minor disadvantages count once or add up."""

    FLAT = "flat"
    CUMULATIVE = "cumulative"


class MassWallScope(StrEnum):
    """Whether a shield wall lessens each loss or only the round's total."""

    PER_INSTANCE = "per_instance"
    PER_ROUND_TOTAL = "per_round_total"


class MassRallyCost(StrEnum):
    """Which Morale Points of a unit count against the margin of a rally."""

    CURRENT = "current"
    RATED = "rated"


class MassPilumSubject(StrEnum):
    """Who may fall back after a cast pilum: the unit that cast it, or the one it struck."""

    USER = "user"
    TARGET = "target"


class MassVolleyTargets(StrEnum):
    """At whom a volley may be launched."""

    ENEMY = "enemy"
    ANY = "any"


class MassRounding(StrEnum):
    """What becomes of the degrees of a wheel that are no full hexside."""

    DOWN = "down"
    UP = "up"


class MassCommandScope(StrEnum):
    """Whether a commander commands every unit of its side, or only those assigned to it."""

    SIDE = "side"
    ASSIGNED = "assigned"


class MassWorstJoker(StrEnum):
    """Whether a joker among the two cards of which the worse is kept is discarded, or used since it was drawn."""

    DISCARDED = "discarded"
    USED = "used"


class MassJokerOrder(StrEnum):
    """Whether a joker acts first, or after a commander that its holder names."""

    FIRST = "first"
    CHOSEN = "chosen"
