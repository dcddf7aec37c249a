"""What units are offered in states that chance seldom makes."""

from typing import Any

from service.rules.heroic.attack.models import HeroicMoveOrder, HeroicOrder
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
