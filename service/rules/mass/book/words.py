"""Enumerations of the family, as requests and answers spell them."""

from enum import StrEnum
from typing import Final

from service.dice.model import DicePool
from service.rules.kernel.book import Worded
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


ACTIVE: Final = MassStatus.ACTIVE
"""Asked for most often, and Python 3.11 reads a member of an enum slowly from its class."""


class MassTerrain(StrEnum):
    """What a hex is like to march into."""

    CLEAR = "clear"
    MODERATE = "moderate"
    DIFFICULT = "difficult"
    IMPASSABLE = "impassable"


CLEAR: Final = MassTerrain.CLEAR
IMPASSABLE: Final = MassTerrain.IMPASSABLE
"""Asked for at each hex of a march, as `ACTIVE`."""


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
    """The units that a power that fires on contact affects."""

    FOE = "foe"
    SELF = "self"


class MassSpellMovement(StrEnum):
    """How a spell changes a unit's movement, in the game master's words."""

    RESTRICTED = "restricted"
    IMPEDED = "impeded"
    ENHANCED = "enhanced"


class MassMoveKind(StrEnum):
    """Kinds of moves of a commander: those of its actions, a march to one hex, and to pass."""

    POWER = "power"
    MOVE = "move"
    RALLY = "rally"
    SPELL = "spell"
    OTHER = "other"
    PASS = "pass"
    MARCH = "march"


class MassEventKind(StrEnum):
    """What kind of event it is."""

    MOVED = "moved"
    WHEELED = "wheeled"
    ENGAGED = "engaged"
    POWER = "power"
    FELL_BACK = "fell_back"
    RALLY = "rally"
    SPELL = "spell"
    OTHER = "other"
    REFUSED = "refused"


class MassChangeReason(StrEnum):
    """Why a unit is somewhere else or otherwise than before.

    `beside`: enemies stood side by side. `release`: the foe is gone. `battle`: battle dice.
    """

    BESIDE = "beside"
    MOVE = "move"
    WHEEL = "wheel"
    ENGAGE = "engage"
    FALL_BACK = "fall_back"
    POWER = "power"
    SPELL = "spell"
    BATTLE = "battle"
    RELEASE = "release"
    RALLY = "rally"
    PURSUIT = "pursuit"
    ROUND_END = "round_end"


class MassReason(Worded):
    """Why a unit cannot carry out an order, or is not affected."""

    ROUTED = "routed", "routed and off the field"
    DESTROYED = "destroyed", "destroyed"
    PURSUING = "pursuing", "away in pursuit"
    NOT_OWN = "not_own", "under another command"
    COMMANDED = "commanded", "commanded already this round"
    ENGAGED = "engaged", "engaged with an enemy"
    PATH_BROKEN = "path_broken", "the path skips a hex"
    POWER_MISMATCH = "power_mismatch", "not the power of this unit"
    POWER_WRONG_TRIGGER = "power_wrong_trigger", "the power is used on contact, not on command"
    POWER_EXPENDED = "power_expended", "the power is used up"
    TARGET_MISSING = "target_missing", "no target is named"
    TARGET_NOT_ACTIVE = "target_not_active", "the target is off the field"
    TARGET_NOT_ENEMY = "target_not_enemy", "the target is of the wrong side"
    TARGET_ENGAGED = "target_engaged", "the target is engaged"
    TARGET_UNENGAGED = "target_unengaged", "the target is not engaged"
    TARGET_OUT_OF_RANGE = "target_out_of_range", "the target is out of range"
    CHECK_FAILED = "check_failed", "the check failed"
    NOT_EXPENDED = "not_expended", "the power is not used up"
    INSUFFICIENT_MARGIN = "insufficient_margin", "what is left of the margin is too small"
    NOT_APPRECIABLE = "not_appreciable", "the spell covers less than half of the unit"
    OCCUPIED = "occupied", "another unit stands there"
    IMPASSABLE = "impassable", "the hex is impassable or off the map"
