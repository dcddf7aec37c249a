"""Charts say in words what they draw, keep their bars to scale, and are read in grey, on light and on dark screens."""

import re
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from service.app import FAMILY_NAMES
from service.forecasts.counting.stopping import Stopped
from service.forecasts.reading import MethodKind
from service.operations.forecasts.charts.chart import SHADES, STYLE, Bounded, shade_of
from service.operations.forecasts.charts.heat_map import Grid, Shown, heat_map
from service.operations.forecasts.charts.odds_chart import odds_chart
from service.operations.forecasts.records import (
    ForecastChance,
    ForecastMethod,
    ForecastRounds,
    RoundsChance,
    SideChance,
)
from tests.forecasts.fights import mass, opposed
from tests.operations.asking import ask, first_example
from tests.operations.reading_svg import NAMESPACE, found, said, tree_of

METHOD = ForecastMethod(
    kind=MethodKind.EXACT,
    stopped=Stopped.COMPLETE,
    unresolved=0.0,
    error=0.0,
    states=1,
    paths=1,
    fights=None,
    seed=None,
    level=None,
    looks=None,
)
DUEL = "opposed/resolve-skirmish"
WIDTH_OF_ALL = 304
"""How long a bar of 100 % is."""


def chart(name: str, request: Any) -> Element:
    """The chart that answers a request."""
    answer = ask(name, request)
    assert answer["status"] == "drawn", answer
    return tree_of(answer["svg"])


def texts(root: Element) -> list[str]:
    """All texts of a chart."""
    return [str(each.text) for each in root.iter(f"{NAMESPACE}text")]


def described(root: Element) -> str:
    """The description of a chart in words."""
    return str(next(root.iter(f"{NAMESPACE}desc")).text)


def groups(root: Element) -> dict[str, Element]:
    """The titled groups of a chart by their titles."""
    return {said(each): each for each in root.iter(f"{NAMESPACE}g") if said(each)}


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_every_family_has_its_picture(family: str) -> None:
    """A chart has a role, a title and a description, no scripts and no links, and is the same each time."""
    name = f"{family}/resolve-skirmish/odds-picture"
    request = first_example(f"{family}/resolve-skirmish/odds")
    request |= {"title": "A <fight> & more", "forecast": {"max_fights": 8, "max_paths": 1}}
    answer = ask(name, request)
    root = tree_of(answer["svg"])
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "umpire-chart-title")
    assert next(root.iter(f"{NAMESPACE}title")).text == "A <fight> & more"
    assert len(described(root)) > 20
    assert not re.search(r"<script|href|<image|<foreignObject", answer["svg"])
    assert ask(name, request) == answer


def test_bars_are_as_long_as_the_odds() -> None:
    """Each side's bar is to scale, and has the chance and bounds of the odds in words."""
    request = {"input": opposed(1), "forecast": {"method": "sampled", "max_fights": 64}}
    odds = ask(f"{DUEL}/odds", request)
    root = chart(f"{DUEL}/odds-picture", request)
    drawn = groups(root)
    for each in odds["winner"]:
        known = Bounded(each["chance"]["decimal"], each["chance"]["low"], each["chance"]["high"])
        group = drawn[f"{each['side']}: {known.words}"]
        bar = next(group.iter(f"{NAMESPACE}rect"))
        assert float(bar.get("width") or 0) == pytest.approx(WIDTH_OF_ALL * known.value, abs=0.02)
        assert f"{each['side']} wins: {known.words}." in described(root)
    assert "64 fights were played; lines are intervals of 95 %." in texts(root)


def test_sides_have_shapes_and_colours() -> None:
    """Sides differ in shape besides their colour; what is no side has a dashed outline."""
    root = chart(f"{DUEL}/odds-picture", {"input": {**opposed(1), "max_rounds": 3}, "forecast": {"max_fights": 64}})
    marks = [each for each in found(root, class_="bar") if each.tag == f"{NAMESPACE}g"]
    assert len({each[0].tag + str(each[0].attrib) for each in marks}) == len({each.get("class") for each in marks}) == 2
    undecided = next(group for title, group in groups(root).items() if title.startswith("undecided"))
    assert found(undecided, class_="lower")


def test_rounds_are_columns() -> None:
    """Each number of rounds has its column; if there are many, several share one."""
    columns = [
        title for title in groups(chart("mass/resolve-skirmish/odds-picture", {"input": mass(1)})) if " round" in title
    ]
    assert columns[0].startswith("1 round: ")
    assert columns[1].startswith("2 rounds: ")
    spread = [RoundsChance(rounds=each, chance=known(0.01)) for each in range(3, 103)]
    odds = {
        "winner": (SideChance(side="<red>", chance=known(0.5)),),
        **dict.fromkeys(("draw", "undecided", "stalemate"), known(0.0)),
        "rounds": ForecastRounds(spread=None, distribution=tuple(spread)),
        "method": METHOD,
    }
    root = tree_of(odds_chart(odds, "Long"))
    grouped = [title for title in groups(root) if " rounds: " in title]
    assert len(grouped) == 34
    assert grouped[0] == "3 to 5 rounds: 3.0 %"
    assert "<red>" in texts(root)
    nothing = odds_chart({**odds, "rounds": ForecastRounds(spread=None, distribution=())}, "Nothing")
    assert [title for title in groups(tree_of(nothing)) if "rounds" in title] == []


def known(share: float) -> ForecastChance:
    """A chance without bounds."""
    return ForecastChance(decimal=share, low=share, high=share, numerator=None, denominator=None)


@pytest.mark.parametrize(
    ("forecast", "told"),
    [
        ({"method": "exact"}, "Exact: all paths of the dice were enumerated."),
        ({"method": "exact", "max_paths": 60}, "Enumerated but for "),
    ],
)
def test_how_odds_are_known(forecast: dict[str, Any], told: str) -> None:
    """Exact and bounded odds are called so."""
    root = chart("mass/resolve-skirmish/odds-picture", {"input": mass(1), "forecast": forecast})
    assert any(each.startswith(told) for each in texts(root))


RED_WINS = Shown("Chance that", "red wins")


def test_a_heat_map_has_a_number_and_a_shade_for_each_cell() -> None:
    """Shades rise with the chance; a cell about which nothing is known has a question mark."""
    grid: Grid = [[Bounded(0.0, 0.0, 0.1), Bounded(0.52, 0.5, 0.6)], [Bounded(1.0, 1.0, 1.0), None]]
    root = tree_of(heat_map("Weapons & foes", RED_WINS, ["axe", "a" * 40], ["one", "two"], grid, ("Weapon", "Foes")))
    cells = groups(root)
    assert set(cells) == {
        "axe, one: 0.0 % (0.0 to 10.0 %)",
        "axe, two: 52.0 % (50.0 to 60.0 %)",
        f"{'a' * 40}, one: 100.0 %",
    }
    shades = [next(each.iter(f"{NAMESPACE}rect")).get("class") for each in cells.values()]
    assert shades == ["bar h0", "bar h5", f"bar h{SHADES}"]
    assert "?" in texts(root)
    assert "axe, two: 52.0 % (50.0 to 60.0 %)." in described(root)
    assert f"{'a' * 40}, two: unknown." in described(root)


def test_a_large_heat_map_is_described_in_part() -> None:
    """Two hundred cells are described one by one, and the others counted."""
    names = [f"{number}" for number in range(15)]
    root = tree_of(heat_map("Many", RED_WINS, names, names, [[Bounded(0.5, 0.4, 0.6)] * 15] * 15, ("a", "b")))
    assert described(root).endswith("And 25 more.")


def test_shades_differ_in_grey() -> None:
    """In both schemes each shade is lighter or darker than the one before, and texts stand out on all of them."""
    light, dark = STYLE.split("@media(prefers-color-scheme:dark)")
    for sheet, direction in ((light, -1), (dark, 1)):
        greys = [grey_of(sheet, f"h{shade}") for shade in range(SHADES + 1)]
        assert all((two - one) * direction > 5 for one, two in pairwise(greys))
        assert all(abs(grey - grey_of(sheet, f"on{shade}")) > 80 for shade, grey in enumerate(greys))
    assert (shade_of(-1), shade_of(0.5), shade_of(2)) == (0, SHADES // 2, SHADES)


def grey_of(sheet: str, name: str) -> float:
    """How light the fill of a class is, from 0 to 255."""
    declared = re.search(rf"\.{name}\{{fill:#([0-9a-f]{{6}})", sheet)
    assert declared is not None
    red, green, blue = bytes.fromhex(declared[1])
    return 0.299 * red + 0.587 * green + 0.114 * blue
