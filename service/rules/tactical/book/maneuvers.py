"""Maneuvers as a table: one row a maneuver, with all that the rules ask of its kind."""

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from service.dice.model import Cites, Rule
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.words import TacticalCloseAction, TacticalManeuver, TacticalManeuverOption


class Gait(Enum):
    """How a maneuver moves: not at all, by a step, for movement points, or for points and forward only."""

    NONE = 0
    STEP = 1
    POINTS = 2
    FORWARD = 3


STILL, BY_STEP, FOR_POINTS, FORWARD_ONLY = Gait
DETERMINED, DOUBLE, FEINT, STRONG, DODGE, PARRY, BLOCK, DOUBLE_DEFENSE = TacticalManeuverOption
GRAB, TAKEDOWN, PIN = TacticalCloseAction.GRAB, TacticalCloseAction.TAKEDOWN, TacticalCloseAction.PIN
BREAK_FREE, DROP_SHIELD = TacticalCloseAction.BREAK_FREE, TacticalCloseAction.DROP_SHIELD


DRAWING: Final = ("weapon", "hand", "fast_draw")
"""The fields that say what is drawn: in an attack only with `fast_draw`, since the attack names its weapon itself."""


class Kind(NamedTuple):
    """A kind of maneuver.

    `says` is what a turn of it is in which nobody is attacked. `parts` are the fields of an intent that belong to it,
    `deeds` the actions in close combat that it takes. `strikes` are the rules of its attacks, none if it attacks
    nobody; `wild` is that of its wild swings, `blows` what it has instead of a second blow. `splits` says that its
    attack may come within its movement, `slams` that it runs into foes, `responds` that a wait may answer with it,
    `aims` that it goes on with an aim or shoots with it, `keeps_aim` that the aim is kept at its end, `studies` that it
    goes on with an evaluation or uses it. `more` are rules that it follows besides its own.
    """

    gait: Gait
    rule: Rule
    says: str
    options: tuple[TacticalManeuverOption | None, ...] = (None,)
    parts: tuple[str, ...] = ()
    deeds: tuple[TacticalCloseAction, ...] = ()
    strikes: Cites = ()
    wild: Rule | None = None
    blows: str | None = None
    splits: bool = False
    slams: bool = False
    responds: bool = False
    aims: bool = False
    keeps_aim: bool = False
    studies: bool = False
    more: Cites = ()


STAYED: Final = "stayed in place"
"""What a Move is in which its figure neither moved nor turned."""
KINDS: Final[Mapping[TacticalManeuver, Kind]] = {
    TacticalManeuver.DO_NOTHING: Kind(STILL, rules.MANEUVER_DO_NOTHING, "did nothing"),
    TacticalManeuver.MOVE: Kind(FOR_POINTS, rules.MANEUVER_MOVE, "moved"),
    TacticalManeuver.CHANGE_POSTURE: Kind(STILL, rules.MANEUVER_CHANGE_POSTURE, "changed posture"),
    TacticalManeuver.AIM: Kind(
        BY_STEP, rules.MANEUVER_AIM, "aimed", parts=("target", "aim_hex", "weapon", "braced"), aims=True, keeps_aim=True
    ),
    TacticalManeuver.EVALUATE: Kind(BY_STEP, rules.MANEUVER_EVALUATE, "studied a foe", parts=("target",), studies=True),
    TacticalManeuver.ATTACK: Kind(
        BY_STEP,
        rules.MANEUVER_ATTACK,
        "attacked nobody",
        parts=("attack", "deed", "popup", *DRAWING, "shield_rush"),
        deeds=(GRAB, TAKEDOWN, PIN, BREAK_FREE),
        strikes=(rules.MANEUVER_ATTACK,),
        slams=True,
        responds=True,
        aims=True,
        studies=True,
    ),
    TacticalManeuver.FEINT: Kind(
        BY_STEP,
        rules.MANEUVER_FEINT,
        "feinted",
        parts=("attack", *DRAWING),
        strikes=(rules.MANEUVER_FEINT,),
        blows="no blow at all",
        responds=True,
        studies=True,
    ),
    TacticalManeuver.ALL_OUT_ATTACK: Kind(
        FORWARD_ONLY,
        rules.MANEUVER_ALL_OUT_ATTACK_MOVE,
        "charged",
        options=(None, DETERMINED, DOUBLE, FEINT, STRONG),
        parts=("attack", "deed", *DRAWING, "shield_rush"),
        deeds=(GRAB, TAKEDOWN, PIN, BREAK_FREE),
        strikes=(rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS,),
        wild=attack_rules.WILD_ALL_OUT,
        splits=True,
        slams=True,
        responds=True,
        aims=True,
        studies=True,
        more=(
            rules.MANEUVER_ALL_OUT_ATTACK_ORDER,
            rules.MANEUVER_ALL_OUT_ATTACK_NO_END_TURN,
            rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS,
        ),
    ),
    TacticalManeuver.MOVE_AND_ATTACK: Kind(
        FOR_POINTS,
        rules.MANEUVER_MOVE_AND_ATTACK,
        "rushed on",
        parts=("attack", "deed", *DRAWING, "shield_rush"),
        deeds=(GRAB,),
        strikes=(rules.MANEUVER_MOVE_AND_ATTACK,),
        wild=attack_rules.WILD_MOVE_AND_ATTACK,
        blows="one blow",
        splits=True,
        slams=True,
        aims=True,
        studies=True,
    ),
    TacticalManeuver.ALL_OUT_DEFENSE: Kind(
        BY_STEP,
        rules.MANEUVER_ALL_OUT_DEFENSE_OTHER,
        "only defended",
        options=(DODGE, PARRY, BLOCK, DOUBLE_DEFENSE),
    ),
    TacticalManeuver.CONCENTRATE: Kind(BY_STEP, rules.MANEUVER_CONCENTRATE, "concentrated"),
    TacticalManeuver.READY: Kind(
        BY_STEP,
        rules.MANEUVER_READY_RELOAD,
        "readied something",
        parts=("deed", "item", "reach", "load", *DRAWING),
        deeds=(DROP_SHIELD,),
        responds=True,
    ),
    TacticalManeuver.WAIT: Kind(
        STILL, rules.MANEUVER_WAIT_GENERAL, "waited", parts=("wait",), aims=True, keeps_aim=True
    ),
}
"""All maneuvers; what works one out that neither attacks nor acts in close combat is in `rounds`."""
