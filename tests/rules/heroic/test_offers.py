"""What units are offered in states that chance seldom makes."""

from math import cos, pi, sin
from typing import Any

from service.rules.heroic.attack.models import HeroicMoveOrder, HeroicOrder, HeroicPoint
from service.rules.heroic.book.words import NEUTRAL, HeroicMoveMode
from service.rules.kernel.turns.legal_moves import bar_of
from tests.rules.played import Played, of


def chase(**swordsman: Any) -> Played:
    """The swordsman a yard from the wrestler, and nobody near them."""
    table = of("heroic")
    units = [each | (swordsman if each["id"] == "swordsman" else {}) for each in table.listed("units")]
    places = [{"unit": "wrestler", "x": 1}, {"unit": "guards", "y": 40}, {"unit": "bandit", "y": 80}]
    table.change(units=units, positions=places, grapples=[])
    return table


def surrounded(status: str) -> Played:
    """The wrestler amid twelve swordsmen a yard away."""
    table = of("heroic")
    units = {each["id"]: each for each in table.listed("units")}
    around = ["swordsman", *[f"swordsman {n}" for n in range(2, 13)]]
    for name in around:
        units[name] = units["swordsman"] | {"id": name, "status": status}
    ring = [
        {"unit": name, "x": round(cos(n * pi / 6), 3), "y": round(sin(n * pi / 6), 3)} for n, name in enumerate(around)
    ]
    far = [{"unit": "guards", "y": 60}, {"unit": "bandit", "y": 80}]
    table.change(units=[*units.values()], positions=[{"unit": "wrestler"}, *ring, *far], grapples=[], locks=[])
    return table


def test_who_is_in_flight_is_followed() -> None:
    """A walk toward a foe beside its unit is void while that foe stands, and is offered if it is in flight.

    Initiative decides who moves first.
    """
    toward = HeroicMoveOrder(mode=HeroicMoveMode.TOWARD, ref="swordsman")
    order = HeroicOrder(unit="wrestler", tactic=NEUTRAL, move=toward)
    bar = bar_of(chase().offers, order)
    assert bar is not None
    assert bar.why == "Wrestler would not move: at its goal."
    table = chase(status="routed")
    assert bar_of(table.offers, order) is None
    assert "move/toward/swordsman" in {each.key for each in table.moves["wrestler"].moves}
    given = table.offers.posted("wrestler", (order,))
    yards = {_yards_of("wrestler", table.tried(table.procedure, str(seed), **given)[0]) for seed in range(8)}
    assert yards == {0, 30}


def test_who_is_surrounded_by_those_in_flight_may_get_away() -> None:
    """A walk that no direction is free for is void while those around stand, and is offered if they are in flight."""
    away = HeroicMoveOrder(mode=HeroicMoveMode.AWAY, ref="swordsman")
    order = HeroicOrder(unit="wrestler", tactic=NEUTRAL, move=away)
    bar = bar_of(surrounded(status="active").offers, order)
    assert bar is not None
    assert bar.why == "Wrestler would not move: nowhere to go."
    assert bar_of(surrounded(status="routed").offers, order) is None


def test_who_is_told_to_go_where_it_is_stays() -> None:
    """A walk to the unit's own place is void, even beside a foe in flight."""
    here = HeroicMoveOrder(mode=HeroicMoveMode.TO, to=HeroicPoint(x=1))
    bar = bar_of(chase(status="routed").offers, HeroicOrder(unit="wrestler", tactic=NEUTRAL, move=here))
    assert bar is not None
    assert bar.why == "Wrestler would not move: there already."


def test_a_group_walks_off_while_its_held_members_break_free() -> None:
    """In an attempt to break free the way is free, since those who are not held may walk."""
    table = of("heroic")
    table.change(grapples=[{"grappler": "wrestler", "victim": "guards", "hands": 1}], locks=[])
    [free] = [each for each in table.moves["guards"].moves if each.kind == "break_free"]
    assert "/orders/0/move" in free.free
    walks = {**free.input["orders"][0], "move": {"mode": "to", "to": {"x": -20}}}
    assert _yards_of("guards", table.move(table.procedure, "1", orders=[walks], npc_orders=True)) == 20


def _yards_of(unit: str, outcome: Any) -> float:
    [yards] = [each.yards for each in outcome.movement.moves if each.unit == unit]
    return float(yards)
