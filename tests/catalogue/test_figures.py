"""Each family has a catalogue of valid figures and ready fights, and the table says what its figures are worth."""

import json
from itertools import pairwise
from typing import Any, Final

import pytest

from service.app import FAMILIES, bound_procedures
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.encounters.line_ups.stock import fights_of, figures_of
from service.operations.encounters.move_index import MoveIndex
from service.rules.kernel.family import Family
from tests.architecture.source import SERVICE
from tests.catalogue.duels import duel, duels_of, file_of, power_of
from tests.operations.asking import ask
from tests.rings import IS_LONG, long

EACH: Final = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
MOVES: Final = MoveIndex(FAMILIES, bound_procedures())
FEWEST_FIGURES, FEWEST_FIGHTS, LONGEST_LIST, LONGEST_ID = 25, 5, 3_500, 24
BOUND: Final = 10
"""How far the power of a figure may be from the table before the table has to be measured again."""


def lines_of(family: Family, name: str) -> list[str]:
    """The lines of a file of a catalogue."""
    path = SERVICE / "rules" / family.name / "catalogue" / name
    return path.read_text(encoding="utf-8").splitlines()


@EACH
def test_a_catalogue_has_figures_and_fights(family: Family) -> None:
    """A family has at least 25 figures and five fights, one a line, with short ids that are written once."""
    for name, fewest in (("figures.json", FEWEST_FIGURES), ("fights.json", FEWEST_FIGHTS)):
        ids = [json.loads(line.rstrip(","))["id"] for line in lines_of(family, name)[1:-1]]
        assert len(ids) == len(set(ids)) >= fewest
        assert max(map(len, ids)) <= LONGEST_ID
    assert [each.id for each in figures_of(family.name).values() if not each.tags] == []
    assert set(json.loads("\n".join(lines_of(family, "power.json")))) == set(figures_of(family.name))


@EACH
def test_every_figure_can_be_lined_up(family: Family) -> None:
    """Every figure has fields of its family alone, neither id, side nor place, and can begin a fight with any other."""
    everybody = [*figures_of(family.name)]
    first = MOVES.lined_up(family.name, LineUp(text=f"{everybody[0]} vs {', '.join(everybody)}"), family.rulings(), "")
    assert MOVES.lined_up(family.name, LineUp(text=f"{' '.join(everybody)} vs {everybody[-1]}"), family.rulings(), "")
    placed = {"id", "side", "role", "hex", "facing", "engaged_with", "commander_id", "status"}
    assert {each.id for each in figures_of(family.name).values() if placed & set(each.figure)} == set()
    assert len(json.dumps(first[1].state)) > 0


@EACH
def test_every_fight_can_be_lined_up(family: Family) -> None:
    """Every ready fight begins, and its sides are those of the list."""
    listed = ask(f"{family.name}/fights", {})["fights"]
    assert [each["id"] for each in listed] == [*fights_of(family.name)]
    for each in listed:
        state, lined = MOVES.lined_up(family.name, LineUp(fight=each["id"]), family.rulings(), "")
        assert not family.play.situation(state, family.rulings(), None).over if family.play else False
        assert {lined.place(f"/{name}/0/id") for name in lined.state} == {"/fight"}


@EACH
def test_figures_are_listed(family: Family) -> None:
    """The list is short; words and a tag find figures, and each is looked up whole."""
    everybody = ask(f"{family.name}/figures", {})["figures"]
    assert [each["id"] for each in everybody] == [*figures_of(family.name)]
    assert len(json.dumps(everybody, separators=(",", ":"))) <= LONGEST_LIST
    some = everybody[3]
    for asked in ({"search": some["name"].upper()}, {"search": some["id"], "tag": some["tags"][-1]}):
        found = ask(f"{family.name}/figures", asked)["figures"]
        assert some in found
        assert len(found) < len(everybody)
    assert ask(f"{family.name}/figures", {"tag": "no such tag"}) == {"figures": []}
    whole = ask(f"{family.name}/figure", {"id": some["id"]})
    assert {name: whole[name] for name in some} == some
    assert whole["figure"]["name"] == some["name"]


@EACH
def test_an_unknown_figure_is_refused_with_a_near_one(family: Family) -> None:
    """Whoever misspells a figure is told which one was meant, and where all are listed."""
    known = [*figures_of(family.name)][4]
    refused = ask(f"{family.name}/figure", {"id": f"{known}x"})
    assert (refused["status"], refused["type"]) == (404, "/problems/unknown-figure")
    assert f"Did you mean {known}?" in refused["detail"]
    assert f"/v1/{family.name}/figures" in refused["detail"]


def table_of(family: Family) -> dict[str, Any]:
    """The table of power of a family as it is written."""
    table: dict[str, Any] = json.loads(file_of(family).read_text(encoding="utf-8"))
    return table


@pytest.mark.parametrize(
    "family", [pytest.param(each, marks=long) if each.name == "tactical" else each for each in FAMILIES]
)
def test_the_table_of_power_is_measured(family: Family) -> None:
    """The powers that are served are those that duels show now: measure them again with `-m tests.catalogue`."""
    table = table_of(family)
    some = [*table] if IS_LONG else [[*table][len(table) // 2]]  # who wins half of all duels shows changes most
    measured = {each: power_of(found) for each, found in duels_of(family, some).items()}
    assert {each: now for each, now in measured.items() if abs(now - table[each]["power"]) > BOUND} == {}
    assert {each.id: each.power for each in figures_of(family.name).values()} == {
        each: row["power"] for each, row in table.items()
    }


def beats_the_weaker(family: Family, stronger: str, weaker: str, table: dict[str, Any]) -> bool:
    """Whether a figure wins about half of its duels with a weaker one, or more, or the table says that it does not."""
    return weaker in table[stronger]["beaten_by"] or duel(family, stronger, weaker).score >= 2 / 5


@EACH
def test_better_figures_win_more(family: Family) -> None:
    """The strongest, the middle and the weakest of a catalogue win against each other as their powers say."""
    table = table_of(family)
    ranked = [*table]
    some = [ranked[0], ranked[len(ranked) // 2], ranked[-1]]
    assert all(beats_the_weaker(family, *pair, table) for pair in pairwise(some))


@long
@EACH
def test_power_is_monotone(family: Family) -> None:
    """Of two figures with clearly different powers the better one wins more, or the table says that it does not."""
    table = table_of(family)
    power = {each: row["power"] for each, row in table.items()}
    pairs = [(one, other) for one in power for other in power if power[one] - power[other] >= 2 * BOUND]
    assert [pair for pair in pairs if not beats_the_weaker(family, *pair, table)] == []
