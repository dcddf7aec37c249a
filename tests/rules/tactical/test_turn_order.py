"""Turn order: the inventory's case, dice among equals, and those who join later."""

from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.rules.tactical.book.options import TacticalTie
from service.rules.tactical.book.refusals import TacticalUnknownFigure
from service.rules.tactical.rounds.order import completed, turn_order
from tests.rules.tactical.falls import falling
from tests.rules.tactical.scenes import figure

FILE: Final = Path(__file__).parent / "inventory" / "turns.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


@pytest.mark.parametrize("case", CASES, ids=[each["id"] for each in CASES])
def test_inventory(case: dict[str, Any]) -> None:
    """The order is that of the inventory, with its dice."""
    given = case["in"]
    figures = [figure(each["id"], basic_speed=each["speed"], dx=each["dx"]) for each in given["figs"]]
    with falling(*given["dice"]) as dice:
        assert list(turn_order(figures, TacticalTie.DICE, dice)) == case["out"]


def test_equals_roll_until_they_differ() -> None:
    """All who tie roll a die in the order of the request; those who still tie roll again."""
    three = [figure(name) for name in ("ash", "elm", "oak")]
    with falling(4, 6, 4, 2, 5) as dice:
        assert turn_order(three, TacticalTie.DICE, dice) == ("elm", "oak", "ash")
    assert [step.actor for step in dice.steps] == ["ash", "elm", "oak", "ash", "oak", None]


def test_ids_break_ties_by_an_option() -> None:
    """By the option, figures that tie act in the order of their ids, without dice."""
    with falling() as dice:
        assert turn_order([figure("oak"), figure("ash")], TacticalTie.ID, dice) == ("ash", "oak")


def test_fallen_figures_roll_no_die() -> None:
    """Who is out of action stands behind his equals, and rolls no die."""
    fallen = figure("ash", state={"unconscious": True})
    with falling(1, 2) as dice:
        assert turn_order([fallen, figure("elm"), figure("oak")], TacticalTie.DICE, dice) == ("oak", "elm", "ash")


def test_a_single_figure_has_no_order() -> None:
    """One figure alone needs neither dice nor a sentence."""
    with falling() as dice:
        assert turn_order([figure("ash")], TacticalTie.DICE, dice) == ("ash",)
    assert not dice.steps


def test_newcomers_act_by_their_speed() -> None:
    """Who joins later acts before the first slower figure, behind his equals, and last if nobody is slower."""
    known = [figure("ash", dx=12), figure("elm", dx=10)]
    late = [figure("ivy", dx=12), figure("oak", dx=11), figure("fir", dx=8)]
    assert completed(("ash", "elm"), [*known, *late]) == ("ash", "ivy", "oak", "elm", "fir")


def test_strangers_in_the_order_are_refused() -> None:
    """An id in the turn order that is not on the map is refused with its place."""
    with pytest.raises(TacticalUnknownFigure) as caught:
        completed(("ash", "elf"), [figure("ash"), figure("elm")])
    assert caught.value.pointer == "/order/1"
    assert "elm" in caught.value.detail
