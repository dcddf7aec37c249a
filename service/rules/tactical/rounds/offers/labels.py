"""What a move of a figure is called: its kind, its key and its label, made of the order."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from service.rules.kernel.hexes import hex_text
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.book.words import (
    TacticalFollowUp,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalWaitKind,
)
from service.rules.tactical.figures.condition import TacticalResponse, TacticalWait, TacticalZone
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_ranged, weapon_name
from service.rules.tactical.rounds.records import TacticalDeedKind, TacticalIntent


class TacticalMoveKind(StrEnum):
    """The kinds of moves that are listed: maneuvers, what is done in close combat, and what is made ready."""

    ATTACK = "attack"
    FEINT = "feint"
    ALL_OUT_ATTACK = "all_out_attack"
    MOVE_AND_ATTACK = "move_and_attack"
    AIM = "aim"
    EVALUATE = "evaluate"
    GRAB = "grab"
    TAKEDOWN = "takedown"
    PIN = "pin"
    BREAK_FREE = "break_free"
    DROP_SHIELD = "drop_shield"
    ALL_OUT_DEFENSE = "all_out_defense"
    CHANGE_POSTURE = "change_posture"
    READY = "ready"
    CHANGE_GRIP = "change_grip"
    RELOAD = "reload"
    PICK_UP = "pick_up"
    MOVE = "move"
    WAIT = "wait"
    CONCENTRATE = "concentrate"
    DO_NOTHING = "do_nothing"


READY: Final = TacticalManeuver.READY
SLAM: Final = TacticalFollowUp.SLAM
A_FOE: Final = "a foe"
DEEDS: Final = {
    TacticalDeedKind.GRAB: "Grab {}",
    TacticalDeedKind.TAKEDOWN: "Bring {} down",
    TacticalDeedKind.PIN: "Pin {}",
    TacticalDeedKind.BREAK_FREE: "Break free of {}",
    TacticalDeedKind.DROP_SHIELD: "Drop the shield",
}
POSTURES: Final[Mapping[Posture | None, str]] = {
    Posture.STANDING: "Stand up",
    Posture.CROUCHING: "Crouch",
    Posture.KNEELING: "Kneel",
    Posture.CRAWLING: "Go on all fours",
    Posture.SITTING: "Sit down",
    Posture.LYING: "Lie down",
}
STRIKES: Final = {
    TacticalMoveKind.ATTACK: "Strike {}",
    TacticalMoveKind.FEINT: "Feint at {}",
    TacticalMoveKind.ALL_OUT_ATTACK: "All-Out Attack on {}",
    TacticalMoveKind.MOVE_AND_ATTACK: "Move and Attack: strike {}",
}
SHOTS: Final = {
    TacticalMoveKind.ATTACK: "Shoot at {}",
    TacticalMoveKind.ALL_OUT_ATTACK: "All-Out Attack, a shot at {}",
    TacticalMoveKind.MOVE_AND_ATTACK: "Move and Attack: shoot at {}",
}
DEFENSES: Final[Mapping[TacticalManeuverOption | None, str]] = {
    TacticalManeuverOption.DODGE: "dodge better",
    TacticalManeuverOption.PARRY: "parry better",
    TacticalManeuverOption.BLOCK: "block better",
    TacticalManeuverOption.DOUBLE_DEFENSE: "two defenses",
}


def kind_of(intent: TacticalIntent) -> TacticalMoveKind:
    """Return the kind of a move: its maneuver, or what it does in close combat, or what of a Ready it is."""
    if intent.deed is not None:
        return TacticalMoveKind(intent.deed.action.value)
    if intent.maneuver is READY and intent.item is not None:
        return TacticalMoveKind.PICK_UP
    if intent.maneuver is READY and intent.load is not None:
        return TacticalMoveKind.RELOAD
    if intent.maneuver is READY and intent.reach is not None:
        return TacticalMoveKind.CHANGE_GRIP
    return TacticalMoveKind(intent.maneuver.value)


def target_of(intent: TacticalIntent) -> str | None:
    """Return the id of the target of a move."""
    if intent.attack is not None:
        return intent.attack.target
    if intent.deed is not None:
        return intent.deed.target
    slams = [each.foe for each in intent.follow_ups if each.follow_up is SLAM]
    return intent.target or next(iter(slams), None)


def label_of(figure: TacticalFigure, intent: TacticalIntent, target: str) -> str:
    """Return what a player reads of a move; `target` is what its target is called."""
    label = _deed_of(figure, intent, target)
    hexes = [each.to for each in intent.path if each.to is not None]
    if not hexes or intent.maneuver is TacticalManeuver.MOVE:
        return label
    return f"{label}, going to {hex_text(hexes[-1])}"


def _deed_of(figure: TacticalFigure, intent: TacticalIntent, target: str) -> str:
    if intent.deed is not None:
        return DEEDS[intent.deed.action].format(target)
    if intent.attack is not None:
        return _attack_of(figure, intent, intent.attack, target)
    if any(each.follow_up is SLAM for each in intent.follow_ups):
        return f"Run into {target}"
    if intent.maneuver is READY:
        return _ready_of(figure, intent)
    return OTHERS[intent.maneuver](figure, intent, target)


def _attack_of(figure: TacticalFigure, intent: TacticalIntent, order: TacticalAttackOrder, target: str) -> str:
    """Say an attack: "Strike Gort with the broadsword (swing)"."""
    weapon = next((each for each in figure.weapons if each.id == order.weapon), None)
    kind = TacticalMoveKind(intent.maneuver.value)
    shoots = weapon is not None and is_ranged(weapon) and kind in SHOTS
    label = (SHOTS if shoots else STRIKES)[kind].format(target)
    if intent.option is not None:
        label = f"{label} ({_words(intent.option)})"
    if weapon is not None:
        label = f"{label} with the {weapon_name(weapon)}"
    if order.mode is not None:
        label = f"{label} ({order.mode})"
    if order.location is not None:
        label = f"{label} at the {_words(order.location)}"
    return label


def _ready_of(figure: TacticalFigure, intent: TacticalIntent) -> str:
    weapon = _weapon(figure, intent.weapon)
    if intent.item is not None:
        return f"Pick up the {_weapon(figure, intent.item)}"
    if intent.load is not None:
        return f"Reload the {weapon}"
    return f"Ready the {weapon}" if intent.reach is None else f"Hold the {weapon} for reach {intent.reach or 'C'}"


def _weapon(figure: TacticalFigure, id: str | None) -> str:
    """Return what players call a weapon; of what is none of the figure's weapons its id."""
    return next((weapon_name(each) for each in figure.weapons if each.id == id), id or "weapon")


def _words(word: str) -> str:
    return word.replace("_", " ")


def _wait(figure: TacticalFigure, intent: TacticalIntent, target: str) -> str:
    wait = intent.wait or TacticalWait()
    if wait.kind is TacticalWaitKind.OPPORTUNITY:
        return f"Watch hexes, and shoot with the {_weapon(figure, (wait.zone or TacticalZone()).weapon)}"
    response = wait.response or TacticalResponse()
    return f"Wait for {A_FOE} in reach, and strike with the {_weapon(figure, response.weapon)} ({response.mode})"


def _moves(figure: TacticalFigure, intent: TacticalIntent, target: str) -> str:
    hexes = [each.to for each in intent.path if each.to is not None]
    return f"Move to {hex_text(hexes[-1])}" if hexes else "Turn on the spot"


OTHERS: Final[dict[TacticalManeuver, Callable[[TacticalFigure, TacticalIntent, str], str]]] = {
    TacticalManeuver.AIM: lambda figure, intent, target: f"Aim the {_weapon(figure, intent.weapon)} at {target}",
    TacticalManeuver.EVALUATE: lambda _, __, target: f"Study {target}",
    TacticalManeuver.ALL_OUT_DEFENSE: lambda _, intent, __: f"All-Out Defense: {DEFENSES[intent.option]}",
    TacticalManeuver.CHANGE_POSTURE: lambda _, intent, __: POSTURES[intent.posture],
    TacticalManeuver.MOVE: _moves,
    TacticalManeuver.WAIT: _wait,
    TacticalManeuver.CONCENTRATE: lambda _, __, ___: "Concentrate",
    TacticalManeuver.DO_NOTHING: lambda _, __, ___: "Do nothing",
}
"""What maneuvers are called that neither attack nor make anything ready."""
