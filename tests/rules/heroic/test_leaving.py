"""Leaving a melee in a round: free attacks, being caught again, whom a lock binds, and whom a retreat passes."""

from math import cos, hypot, pi, sin

import pytest

from tests.pins import pins
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    WIDE,
    blow,
    check,
    encounter,
    faults,
    go,
    lock,
    men,
    order,
    play,
    toward,
)

AWAY = {"mode": "away"}
RETREAT = order("man", "retreat", move=AWAY)
MELEE = encounter(MAN, FOE, at={"foe": 1}, locks=[lock("man", "foe")])


@pins("free-attack-cost")
def test_free_attacks_cost_nothing() -> None:
    """Who has taken a free attack still makes its melee attack in the same round."""
    battle = encounter(*men(2), FOE, at={"red 2": 2, "foe": 1}, locks=[lock("red 1", "foe"), lock("red 2", "foe")])
    runs = RETREAT | {"unit": "red 1"}
    told = play(battle, [runs, order("red 2"), order("foe", melee=[blow("red 2")])], 6, 1, *WIDE, *WIDE, 6)
    assert [each.target for each in told.outcome.movement.free_attacks] == ["red 1"]
    assert [each.target for each in told.outcome.melee.attacks] == ["red 2"]
    assert "ruling/free-attack-cost" in told.cited


GRAB = {"id": "grab", "kind": "grapple", "skill": 13, "reach": [0, 1]}


def test_who_can_only_grapple_takes_a_free_attack() -> None:
    """A unit with nothing to strike with grapples who retreats from it, and a hold keeps it from moving."""
    wrestler = FOE | {"attack_modes": [GRAB]}
    battle = encounter(MAN, wrestler, at={"foe": 1}, locks=[lock("man", "foe")])
    held = play(battle, [RETREAT, order("foe")], 6, 1, 3, 3, 4, 6, 6, 5, 6)
    assert [(each.attack.attacker, each.attack.target) for each in held.outcome.movement.free_grapples] == [
        ("foe", "man")
    ]
    assert "took a free attack" in " ".join(held.texts)
    moved = {each.unit: (each.yards, each.reason) for each in held.outcome.movement.moves}
    assert moved["man"] == (0.0, "held fast")
    missed = play(battle, [RETREAT, order("foe")], 6, 1, *WIDE, 6)
    assert {each.unit: each.yards > 0 for each in missed.outcome.movement.moves}["man"]
    assert missed.outcome.encounter.locks == ()


def test_a_free_grapple_as_it_was_ordered() -> None:
    """Who can only grapple does it as its order says; who has a weapon strikes, though it was ordered to grapple."""
    grab = [{"target": "man", "mode": "clinch"}]
    wrestler = FOE | {"attack_modes": [GRAB, GRAB | {"id": "clinch", "skill": 10}]}
    battle = encounter(MAN, wrestler, at={"foe": 1}, locks=[lock("man", "foe")])
    told = play(battle, [RETREAT, order("foe", melee=grab)], 6, 1, *WIDE, 6)
    assert [each.attack.skill.base for each in told.outcome.movement.free_grapples] == [10]
    armed = FOE | {"attack_modes": [*FOE["attack_modes"], GRAB | {"id": "clinch"}]}
    battle = encounter(MAN, armed, at={"foe": 1}, locks=[lock("man", "foe")])
    told = play(battle, [RETREAT, order("foe", melee=grab)], 6, 1, *WIDE, 6)
    assert (len(told.outcome.movement.free_attacks), told.outcome.movement.free_grapples) == (1, ())


def test_caught_again() -> None:
    """A retreating unit that is overtaken is locked again, defends at its -4, and cannot answer."""
    slow = encounter(MAN | {"move": 1}, FOE | {"move": 4}, at={"foe": 1}, locks=[lock("man", "foe")])
    chases = order("foe", move=toward("man"), melee=[blow("man")])
    told = play(slow, [RETREAT, chases], 6, 1, *WIDE, *WIDE, 6)
    assert [(each.one, each.other) for each in told.outcome.movement.locks_made] == [("foe", "man")]
    (caught,) = told.outcome.melee.attacks
    assert caught.defense.value is not None
    assert (caught.attacker, caught.defense.value.total) == ("foe", 8 - 4)


def test_a_free_attack_makes_no_lock() -> None:
    """A free attack on a unit that gets away does not lock it again."""
    told = play(MELEE, [RETREAT, order("foe")], 6, 1, *WIDE, 6)
    assert [each.locked for each in told.outcome.movement.free_attacks] == [True]
    assert told.outcome.encounter.locks == ()


def test_a_lock_binds_the_whole_unit() -> None:
    """However few of a group are engaged, all of it is locked; a part that is a unit of its own is not."""
    group = MAN | {"count_start": 20}
    battle = encounter(group, FOE, at={"foe": 1}, locks=[lock("man", "foe")])
    assert faults(battle, order("man", move=AWAY)) == [("movement_locked", "/move")]
    parts = [MAN | {"id": name, "count_start": 10, "injury_group": "men"} for name in ("front", "rear")]
    divided = encounter(*parts, FOE, at={"foe": 1}, locks=[lock("front", "foe")])
    assert faults(divided, order("rear", move=AWAY)) == []


@pins("wait-duration")
def test_a_wait_is_over_with_its_round() -> None:
    """A wait lasts to the end of its round: what comes in the next one is not answered."""
    battle = encounter(MAN, FOE, at={"foe": 60})
    wait = {"trigger": {"event": "approaches"}, "attack": {"mode": "sword"}}
    comes = order("foe", move=toward("man"), melee=[blow("man")])
    first = play(battle, [order("man", wait=wait), comes], 6, 1, 6)
    again = first.outcome.encounter.model_dump(mode="json")
    third = play(again, [order("man"), comes], 6, 1, 6).outcome.encounter.model_dump(mode="json")
    last = play(third, [order("man"), comes], 6, 1, *WIDE, 6)
    assert [each.attacker for each in last.outcome.melee.attacks] == ["foe"]


@pytest.mark.parametrize(
    ("other", "x"),
    [
        pytest.param((-20, 1), -46.193977, id="one yard aside of the way"),
        pytest.param((-20, 2.999), -46.193977, id="just within three yards"),
        pytest.param((-20, 3.001), -50, id="just beyond three yards"),
        pytest.param((1, 2), -50, id="left behind"),
    ],
)
def test_a_retreat_passes_nobody(other: tuple[float, float], x: float) -> None:
    """A retreat does not pass another enemy within three yards, however far from it the retreat ends."""
    battle = encounter(MAN, *men(2, "blue"), at={"blue 1": 1, "blue 2": other}, locks=[lock("man", "blue 1")])
    told = go(battle, "man", [RETREAT], *WIDE)
    assert told.outcome.moved.position.x == x
    assert "ruling/away-direction" in told.cited


def test_a_retreat_to_a_place_passes_nobody() -> None:
    """A retreat to a place is refused if the way there passes another enemy, who is named."""
    flight = order("man", "retreat", move={"mode": "to", "to": {"x": -50}})
    clear = encounter(MAN, *men(2, "blue"), at={"blue 1": 1, "blue 2": (-20, 4)}, locks=[lock("man", "blue 1")])
    assert faults(clear, flight) == []
    close = encounter(MAN, *men(2, "blue"), at={"blue 1": 1, "blue 2": (-20, 2)}, locks=[lock("man", "blue 1")])
    assert faults(close, flight) == [("wrong_direction", "/move")]
    (finding,) = check(close, flight).orders
    assert finding.faults[0].message == "The retreat of man to -50, 0 passes within 3 yards of blue 2."


def test_a_retreat_stops_short() -> None:
    """Where every way passes an enemy, a retreat goes the longest way that stops beyond three yards of them."""
    ring = {f"blue {at + 2}": (20 * cos(at * pi / 12), 20 * sin(at * pi / 12)) for at in range(24)}
    battle = encounter(MAN, *men(25, "blue"), at={"blue 1": 1} | ring, locks=[lock("man", "blue 1")])
    moved = go(battle, "man", [RETREAT], *WIDE).outcome.moved
    gaps = [hypot(x - moved.position.x, y - moved.position.y) for x, y in ring.values()]
    assert (moved.reason, moved.yards > 16) == ("stopped short of another enemy", True)
    assert 3 < min(gaps) < 3.01
    near = encounter(MAN, *men(3, "blue"), at={"blue 1": 1, "blue 2": -2, "blue 3": (0, 2)})
    assert go(near, "man", [RETREAT]).outcome.moved.position.y < 0
