"""The picture of a campaign: rows and columns are the values of its axes, and each cell has its chance."""

import pytest

from service.forecasts.campaigns.sweep import Axis, Combination, sweep_of
from service.forecasts.problems import PartsDisagree
from service.operations.forecasts.campaigns.answers import CampaignCell, SideLosses
from service.operations.forecasts.campaigns.campaign_picture import Drawn, drawn
from service.operations.forecasts.records import ForecastChance, SideChance
from tests.operations.reading_svg import NAMESPACE, tree_of

RANK = Axis(pointer="/input/participants/0/weapon/rank", values=(2, 6), labels=("novice", "adept"))
FOES = Axis(pointer="/input/foes", values=(1, 2, 3))
ZIPPED = Axis(pointer="/input/zipped", values=("a", "b"))


def known(value: float) -> ForecastChance:
    """A chance without bounds."""
    return ForecastChance(decimal=value, low=value, high=value, numerator=None, denominator=None)


def cells(*wins: float) -> list[CampaignCell]:
    """Cells in which red wins so often."""
    return [
        CampaignCell(
            cell=number,
            labels=(),
            fights=100,
            stopped=None,
            winner=(SideChance(side="blue", chance=known(1 - each)), SideChance(side="red", chance=known(each))),
            draw=known(0),
            undecided=known(0),
            stalemate=known(0),
            mean_rounds=3.0,
            losses=(
                SideLosses(side="blue", members=4.0, mean=4 * each, low=3.5 * each, high=4.5 * each),
                SideLosses(side="red", members=2.0, mean=1.0, low=1.0, high=1.0),
            ),
        )
        for number, each in enumerate(wins)
    ]


def picture(
    wins: tuple[float, ...],
    axes: list[Axis],
    side: str | None = "red",
    how: str = "product",
    what: Drawn = Drawn.WINS,
) -> str:
    """A campaign that is drawn."""
    return drawn("opposed/resolve-skirmish", cells(*wins), sweep_of(axes, Combination(how)), side, what)


def told(svg: str) -> str:
    """The description of a picture."""
    return str(next(tree_of(svg).iter(f"{NAMESPACE}desc")).text)


def texts(svg: str) -> list[str]:
    """All texts of a picture."""
    return [str(each.text) for each in tree_of(svg).iter(f"{NAMESPACE}text")]


def test_the_last_axis_stands_side_by_side() -> None:
    """Cells that have no fights yet have a question mark; without a side the first is drawn."""
    svg = picture((0.1, 0.2, 0.3, 0.4), [RANK, FOES])
    assert all(each in texts(svg) for each in ("novice", "adept", "1", "2", "3", "rank", "foes", "?"))
    assert "red wins" in told(svg)
    assert "40.0 %" in texts(svg)
    assert "90.0 %" in texts(picture((0.1,), [RANK, FOES], None))


def test_other_sweeps_have_one_column() -> None:
    """One axis, zipped axes, and none at all; before the first fight nobody is named."""
    one = texts(picture((0.1, 0.2), [RANK]))
    assert all(each in one for each in ("novice", "adept", "all fights", "10.0 %", "20.0 %"))
    zipped = texts(picture((0.1, 0.2), [RANK, ZIPPED], how="zip"))
    assert all(each in zipped for each in ("novice, a", "adept, b", "rank, zipped"))
    alone = picture((), [], None)
    assert "?" in texts(alone)
    assert "nobody wins" in told(alone)


def test_losses_are_drawn_as_means() -> None:
    """Each cell has the mean and its bounds; the fullest shade is that of all members of the side."""
    svg = picture((0.25, 1.0), [RANK], "blue", what=Drawn.LOSSES)
    assert all(each in texts(svg) for each in ("1.00", "0.88 to 1.12", "4.00", "0", "4.5", "novice", "adept"))
    assert "Members lost on average by" in told(svg)
    assert "adept" in told(picture((), [RANK], "blue", what=Drawn.LOSSES))
    assert "1.00" in texts(picture((0.5,), [RANK], what=Drawn.LOSSES))


def test_a_side_that_does_not_fight_is_refused() -> None:
    """The sentence names those that do."""
    with pytest.raises(PartsDisagree, match="'green' fights in this campaign; its sides are blue, red"):
        picture((0.5,), [RANK], "green")


def test_a_value_without_a_name_is_called_by_its_json() -> None:
    """Whatever number or record a value is, also one of more than 64 bits, which orjson cannot write."""
    axis = Axis(pointer="/input/rank", values=(7, {"a": [1, 2]}, 2**70))
    assert [axis.label(number) for number in range(3)] == ["7", '{"a":[1,2]}', str(2**70)]
