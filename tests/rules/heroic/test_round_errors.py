"""What a round refuses."""

from service.errors import FightOver
from service.rules.heroic.book.refusals import MissingOrders, SideWithoutUnits
from service.rules.heroic.rounds.round import resolve_round
from tests.rules.heroic.battles import FOE, MAN, encounter, order, round_of
from tests.rules.heroic.stories import refused


def test_refusals() -> None:
    """A round needs two sides that fight, and an order for everybody who can act."""
    battle = encounter(MAN, FOE)
    missing = refused(MissingOrders, resolve_round, round_of(battle, [order("man")]))
    assert (missing.pointer, missing.detail) == (
        "/orders",
        "There is no order for foe; only with `npc_orders`: true the service orders it.",
    )
    alone = encounter(MAN, FOE | {"status": "surrendered"})
    over = refused(FightOver, resolve_round, round_of(alone, [order("man")]))
    assert over.detail == (
        "The fight is over: victory for red, by capture. Blue lost foe (captured). No round follows."
    )
    empty = encounter(MAN) | {"sides": [{"id": "red"}, {"id": "blue"}]}
    refused(SideWithoutUnits, resolve_round, round_of(empty, [order("man")]))
    person = encounter(MAN, FOE | {"is_pc": True})
    nobody = refused(MissingOrders, resolve_round, round_of(person, [order("man")], npc_orders=True))
    assert nobody.detail == "There is no order for foe; a person plays it, so the service never orders it."
