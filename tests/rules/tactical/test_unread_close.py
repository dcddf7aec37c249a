"""What is said of an action in close combat or of a defense, and is not read by it, is refused."""

from typing import Any, Final

import pytest

from service.errors import FieldNotRead, Refused
from service.rules.tactical.attack.records import TacticalDefense
from service.rules.tactical.book.words import TacticalCloseAction, TacticalDefenseKind
from service.rules.tactical.close.close_combat import resolve_close_combat
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.close.overrun import resolve_slam
from service.rules.tactical.figures.models import TacticalScene
from tests.rules.played import of
from tests.rules.tactical.closing import close_input, near, slam_input
from tests.rules.tactical.falls import supplied
from tests.rules.tactical.scenes import OPEN, figure, foe

ALWAYS: Final = {"action", "actor", "target", "helpers"}
"""Fields that every action reads; too many helpers are refused by another problem."""
WAY: Final = "maneuver option path end_facing let_pass"
GRIP: Final = "maneuver option modifiers"
READ: Final = {
    "enter": WAY,
    "evade": f"{WAY} exit_direction",
    "leave": f"{WAY} exit_direction",
    "attack": "maneuver option attack",
    "strike_into": "maneuver option attack",
    "grab": f"{GRIP} attack hands",
    "takedown": GRIP,
    "pin": GRIP,
    "break_free": GRIP,
    "ready": "maneuver option weapon hand fast_draw",
    "drop_shield": "maneuver option",
    "release": "",
    "declare_adjacent": "",
}
SAID: Final[dict[str, Any]] = {
    "maneuver": "all_out_attack",
    "option": "determined",
    "path": [{"to": [0, -1]}],
    "end_facing": 1,
    "exit_direction": 3,
    "let_pass": True,
    "attack": {"location": "skull"},
    "hands": 2,
    "weapon": "sword",
    "hand": "left",
    "fast_draw": True,
    "modifiers": [{"label": "luck", "value": 1}],
}
"""A value of each field that says something."""


def refused(action: str, **facts: Any) -> FieldNotRead | None:
    """The refusal of a field that is not read, if that is what an action is refused for."""
    figures = (figure(**near()), foe(hex=[0, 0]))
    try:
        resolve_close_combat(close_input(action, *figures, **facts), OPEN, supplied(*[3] * 40))
    except FieldNotRead as fault:
        return fault
    except Refused:
        return None
    return None


@pytest.mark.parametrize("action", list(TacticalCloseAction))
def test_each_field_is_read_or_refused(action: TacticalCloseAction) -> None:
    """Each field of a request is read by its action, or is refused by name with what reads it."""
    assert {*SAID} == {*TacticalCloseInput.model_fields} - {*TacticalScene.model_fields} - ALWAYS
    read = {*READ[action].split()}
    for field, value in SAID.items():
        fault = refused(action, **{field: value})
        assert (fault is None) is (field in read), field
        if fault is not None:
            assert fault.pointer == f"/{field}"
            assert fault.detail.startswith(f"{field} is ")
            assert f"which the action {action.value} does not read; " in fault.detail
            readers = [each for each in READ if field in READ[each].split()]
            assert all(each in fault.detail.rsplit("; ", 1)[1] for each in readers if len(readers) < len(WAY.split()))


def test_a_way_has_its_own_direction() -> None:
    """Where a path says the way, a direction of the exit is not read."""
    fault = refused("leave", path=[{"to": [0, 1]}], exit_direction=3)
    assert fault is not None
    assert (fault.pointer, fault.detail) == (
        "/exit_direction",
        "exit_direction is 3, which an action with a path does not read; one without does.",
    )


@pytest.mark.parametrize(
    ("action", "field", "value"),
    [
        *[(action, "hex", [0, 0]) for action in ("attack", "strike_into", "grab")],
        *[(action, "target", "elm") for action in ("attack", "strike_into", "grab")],
        ("grab", "weapon", "sword"),
        ("grab", "mode", "swing"),
        ("grab", "reach", 1),
        ("grab", "second", {}),
        ("grab", "random_location", True),
    ],
)
def test_what_an_attack_in_close_combat_does_not_read(action: str, field: str, value: Any) -> None:
    """The target stands beside the attack, and a grab has no weapon."""
    fault = refused(action, attack={field: value})
    assert fault is not None
    assert fault.pointer == f"/attack/{field}"
    assert refused(action, attack={"target": "orc"}) is None


DEFENDS: Final[dict[str, Any]] = {"hand": "left", "drop": True, "retreat": {}}
DEFENSES: Final = {
    TacticalDefenseKind.DODGE: {"drop", "retreat"},
    TacticalDefenseKind.PARRY: {"hand", "retreat"},
    TacticalDefenseKind.BLOCK: {"retreat"},
    TacticalDefenseKind.NONE: set(),
}


@pytest.mark.parametrize("kind", DEFENSES)
def test_what_a_defense_does_not_read(kind: TacticalDefenseKind) -> None:
    """A hand parries, a dodge drops, and who does not defend himself goes nowhere: wherever a defense is said."""
    assert {"kind", *DEFENDS} == {*TacticalDefense.model_fields}
    for field, value in DEFENDS.items():
        choice = {"preferences": [{"kind": "dodge"}, {"kind": kind, field: value}]}
        others = [{"figure": "orc", "defense": choice}]
        expected = None if field in DEFENSES[kind] else f"/preferences/1/{field}"
        for at, fault in (
            ("/attack/defense", refused("grab", attack={"defense": choice})),
            ("/attack/defenses/0/defense", refused("grab", attack={"defenses": others})),
            ("/defense", in_a_slam(defense=choice)),
            ("/defenses/0/defense", in_a_slam(defenses=others)),
            ("/defenses/0/defense", in_a_round(defenses=[{"figure": "gort", "defense": choice}])),
            ("/defense", in_an_attack(defense=choice)),
        ):
            assert (fault and fault.pointer) == (expected and at + expected), at


def in_a_slam(**facts: Any) -> FieldNotRead | None:
    """The refusal of a field of a slam that is not read, if there is one."""
    try:
        resolve_slam(slam_input(figure(), foe(hex=[0, -1]), **facts), OPEN, supplied(*[3] * 40))
    except FieldNotRead as fault:
        return fault
    except Refused:
        return None
    return None


def in_a_round(**facts: Any) -> FieldNotRead | None:
    """The refusal of a field of a round that is not read, if there is one."""
    try:
        of("tactical").tried("resolve-round", "1", npc_orders=True, **facts)
    except FieldNotRead as fault:
        return fault
    return None


def in_an_attack(**facts: Any) -> FieldNotRead | None:
    """The refusal of a field of an attack that is not read, if there is one."""
    try:
        of("tactical").tried("resolve-attack", "1", attacker="ash", target="gort", **facts)
    except FieldNotRead as fault:
        return fault
    except Refused:
        return None
    return None
