"""Sweeps: axes name places of a request and their values; each cell is the request with one value of each axis."""

from typing import Any

import orjson
import pytest

from service.forecasts.campaigns.sweep import MAX_CELLS, Axis, Combination, sweep_of
from service.forecasts.problems import PartsDisagree

REQUEST: dict[str, Any] = {"input": {"figures": [{"skill": 10}, {"skill": 11}], "a/b": 1}}


def axis(pointer: str, *values: Any, labels: tuple[str, ...] = ()) -> Axis:
    """Return an axis."""
    return Axis(pointer=pointer, values=values, labels=labels)


def requests_of(axes: list[Axis], combination: Combination) -> list[Any]:
    """Return the requests of all cells."""
    sweep = sweep_of(axes, combination)
    return [sweep.request(orjson.dumps(REQUEST), cell) for cell in sweep.cells()]


def test_without_axes_the_request_is_the_only_cell() -> None:
    """A campaign of one body is a sweep, too; zipping nothing is no different."""
    for combination in Combination:
        assert requests_of([], combination) == [REQUEST]


def test_a_product_has_each_value_with_each_and_the_last_axis_changes_fastest() -> None:
    """Values that the request lacks are added where a member may be; nothing else is changed."""
    axes = [axis("/input/figures/0/skill", 8, 9), axis("/input/max_rounds", 1, 2, 3)]
    skills = [
        (each["input"]["figures"][0]["skill"], each["input"]["max_rounds"])
        for each in requests_of(axes, Combination.PRODUCT)
    ]
    assert skills == [(8, 1), (8, 2), (8, 3), (9, 1), (9, 2), (9, 3)]
    assert len(sweep_of(axes, Combination.PRODUCT)) == 6
    assert requests_of(axes, Combination.PRODUCT)[0]["input"]["figures"][1] == {"skill": 11}


def test_zipped_axes_go_side_by_side() -> None:
    """The first values belong together, then the second ones; pointers are escaped as RFC 6901 says."""
    axes = [axis("/input/a~1b", 5, 6), axis("/input/figures/1/skill", 1, 2)]
    found = [
        (each["input"]["a/b"], each["input"]["figures"][1]["skill"]) for each in requests_of(axes, Combination.ZIP)
    ]
    assert found == [(5, 1), (6, 2)]
    assert len(sweep_of(axes, Combination.ZIP)) == 2


def test_cells_are_named_by_labels_or_by_their_values() -> None:
    """A long value is cut, a text stands without quotes."""
    sweep = sweep_of(
        [axis("/input/x", 1, 2, labels=("one", "two")), axis("/input/y", {"die": "d8"}, "axe", "y" * 99)],
        Combination.PRODUCT,
    )
    cells = list(sweep.cells())
    assert sweep.labels(cells[0]) == ("one", '{"die":"d8"}')
    assert sweep.labels(cells[4]) == ("two", "axe")
    assert sweep.labels(cells[5])[1] == "y" * 59 + "…"


@pytest.mark.parametrize(
    ("axes", "combination", "pointer", "words"),
    [
        ([axis("/input/x", 1, 2, labels=("one",))], Combination.PRODUCT, "/axes/0/labels", "2 values and 1 labels"),
        ([axis("/input/x", 1), axis("/input/x", 2)], Combination.PRODUCT, "/axes/1/pointer", "'/input/x'"),
        ([axis("/input/x", 1), axis("/input/y", 1, 2)], Combination.ZIP, "/axes/1/values", "1, not 2"),
        (
            [axis("/input/x", *range(MAX_CELLS)), axis("/input/y", 1, 2)],
            Combination.PRODUCT,
            "/axes",
            "2,000 cells; at most 1,000",
        ),
    ],
)
def test_axes_that_do_not_fit_together_are_refused(
    axes: list[Axis], combination: Combination, pointer: str, words: str
) -> None:
    """The sentence quotes what was sent, and the pointer leads to it."""
    with pytest.raises(PartsDisagree, match=words) as refused:
        sweep_of(axes, combination)
    assert refused.value.faults[0].pointer == pointer


def test_a_pointer_that_leads_nowhere_is_refused_with_its_missing_part() -> None:
    """Also where a list is shorter than the pointer thinks."""
    sweep = sweep_of([axis("/input/figures/7/skill", 1)], Combination.PRODUCT)
    with pytest.raises(
        PartsDisagree, match=r"'/input/figures/7/skill' leads nowhere in this request: there is no '7'"
    ) as refused:
        sweep.request(orjson.dumps(REQUEST), next(iter(sweep.cells())))
    assert refused.value.faults[0].pointer == "/axes/0/pointer"


FOES: dict[str, Any] = {
    "input": {"figures": [{"id": "Ash"}, {"id": "bandit", "skill": 1}, {"id": "wolf"}, "a word"], "orders": {"3": 1}}
}


def copied(*axes: Axis, request: dict[str, Any] | None = None) -> list[list[Any]]:
    """Return the figures of the request in each cell."""
    sweep = sweep_of(axes, Combination.PRODUCT)
    body = orjson.dumps(request or FOES)
    return [
        [each["id"] if isinstance(each, dict) else each for each in sweep.request(body, cell)["input"]["figures"]]
        for cell in sweep.cells()
    ]


def copies(place: int | str, *values: Any) -> Axis:
    """Return an axis of copies."""
    return Axis(pointer=f"/input/figures/{place}", values=values, copies=True)


def test_copies_have_numbers_behind_their_ids() -> None:
    """The item is there as often as the value says, and where it was; with 0 it is not there; words are repeated."""
    assert copied(copies(1, 0, 1, 3)) == [
        ["Ash", "wolf", "a word"],
        ["Ash", "bandit", "wolf", "a word"],
        ["Ash", "bandit", "bandit 2", "bandit 3", "wolf", "a word"],
    ]
    assert copied(copies(3, 2)) == [["Ash", "bandit", "wolf", "a word", "a word"]]


def test_copies_of_several_items() -> None:
    """Pointers are those of the request that all cells share, in whatever order the axes stand."""
    expected = ["Ash", "bandit", "bandit 2", "wolf", "wolf 2", "wolf 3", "a word"]
    assert copied(copies(1, 2), copies(2, 3)) == copied(copies(2, 3), copies(1, 2)) == [expected]
    sweep = sweep_of([copies(1, 2), axis("/input/figures/1/skill", 7)], Combination.PRODUCT)
    figures = sweep.request(orjson.dumps(FOES), next(iter(sweep.cells())))["input"]["figures"]
    assert [each["skill"] for each in figures[1:3]] == [7, 7]


def test_copies_are_named_by_their_number() -> None:
    """The axis is called copies."""
    sweep = sweep_of([copies(1, 2, 5)], Combination.PRODUCT)
    assert [sweep.labels(cell) for cell in sweep.cells()] == [("2",), ("5",)]
    assert (sweep.axes[0].heading, sweep.axes[0].name) == ("/input/figures/1/copies", "copies")
    assert axis("/input/x", 1).name == "x"


@pytest.mark.parametrize(
    ("made", "pointer", "words"),
    [
        (copies("bandit", 1), "/axes/0/pointer", "'/input/figures/bandit' leads to no item of a list"),
        (copies(1, 2, "many"), "/axes/0/values/1", "from 0 to 200"),
        (copies(1, True), "/axes/0/values/0", "from 0 to 200"),
        (copies(1, 201), "/axes/0/values/0", "from 0 to 200"),
    ],
)
def test_copies_that_cannot_be_are_refused(made: Axis, pointer: str, words: str) -> None:
    """Only an item of a list can be copied, and only so often."""
    with pytest.raises(PartsDisagree, match=words) as refused:
        sweep_of([made], Combination.PRODUCT)
    assert refused.value.faults[0].pointer == pointer


@pytest.mark.parametrize("pointer", ["/input/orders/3", "/input/figures/9"])
def test_copies_of_what_is_no_item(pointer: str) -> None:
    """A member of an object is no item of a list, whatever it is called; nor is an item beyond its end."""
    sweep = sweep_of([Axis(pointer=pointer, values=(2,), copies=True)], Combination.PRODUCT)
    with pytest.raises(PartsDisagree, match="leads nowhere"):
        sweep.request(orjson.dumps(FOES), next(iter(sweep.cells())))


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("/input/figures/0/id", "/request/input/figures/0/id"),
        ("/input/figures/2", "/axes/0/values/0"),
        ("/input/figures/3/id", "/axes/0/values/0"),
        ("/input/figures/4/id", "/axes/1/values/0/id"),
        ("/input/figures/5", "/request/input/figures/3"),
        ("/input/orders", "/request/input/orders"),
        ("/input/figures", "/request/input/figures"),
    ],
)
def test_pointers_of_cells_lead_into_the_campaign(pointer: str, expected: str) -> None:
    """What is wrong with a copy is wrong with the number of copies; what stands behind copies is where it was."""
    axes = [copies(1, 3), axis("/input/figures/2", {"id": "wolf"})]
    sweep = sweep_of(axes, Combination.PRODUCT)
    assert sweep.shared_pointer(pointer, next(iter(sweep.cells()))) == expected
    alone = sweep_of([copies(1, 1)], Combination.PRODUCT)
    assert alone.shared_pointer("/input/figures/1/id", next(iter(alone.cells()))) == "/request/input/figures/1/id"
