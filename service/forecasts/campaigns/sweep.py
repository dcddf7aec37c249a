"""Sweeps: one request with other values at some places, such as twelve weapons against one to six foes."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod
from typing import Annotated, Any, Final

import orjson
from pydantic import Field

from service.encounters.pointers import LeadsNowhere, Pointer, replaced, value_at
from service.forecasts.problems import PartsDisagree
from service.wire import Frozen, Json

MAX_CELLS: Final = 1_000
MAX_AXES: Final = 4
LONGEST_LABEL: Final = 60
MOST_COPIES: Final = 200

Label = Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL)]


class Combination(StrEnum):
    """How the values of several axes are combined: each with each, or the first ones, the second ones and so on."""

    PRODUCT = "product"
    ZIP = "zip"


class Axis(Frozen):
    """The values that one place of the request takes in turn."""

    pointer: Pointer = Field(description="JSON Pointer into the request, such as /input/participants/0/weapon.")
    values: Annotated[tuple[Json, ...], Field(min_length=1, max_length=MAX_CELLS)] = Field(
        description="The values, each any JSON that fits there."
    )
    copies: bool = Field(
        default=False,
        description=(
            "Whether the values are numbers of copies: the pointer leads to an item of a list, and the list gets that "
            "many copies of it. The ids of its copies have numbers behind them: bandit, bandit 2, bandit 3."
        ),
    )
    labels: Annotated[tuple[Label, ...], Field(max_length=MAX_CELLS)] = Field(
        default=(), description="A name for each value; without them, the values as JSON name themselves."
    )

    @property
    def heading(self) -> str:
        """What differs from cell to cell: the pointer, or that of the number of copies."""
        return f"{self.pointer}/copies" if self.copies else self.pointer

    @property
    def name(self) -> str:
        """The last word of the heading."""
        return self.heading.rpartition("/")[2]

    def label(self, number: int) -> str:
        """Return the name of a value: its label, or the beginning of its JSON."""
        if self.labels:
            return self.labels[number]
        value = self.values[number]
        text = value if isinstance(value, str) else _written(value)
        return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1]}…"


def _written(value: Any) -> str:
    """Return a value as JSON; orjson writes no whole numbers of more than 64 bits."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Cell:
    """One of the requests of a sweep: its number from 0, and the position of its value on each axis."""

    number: int
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The axes of a sweep; without any, it has one cell: the request as it is."""

    axes: Sequence[Axis]
    combination: Combination

    def __len__(self) -> int:
        """Return the number of cells."""
        sizes = [len(axis.values) for axis in self.axes]
        if self.combination is Combination.ZIP:
            return min(sizes, default=1)
        return prod(sizes)

    def cells(self) -> Iterator[Cell]:
        """Yield the cells; the last axis changes fastest."""
        ranges = [range(len(axis.values)) for axis in self.axes]
        zipped = self.combination is Combination.ZIP and ranges
        positions = zip(*ranges, strict=True) if zipped else product(*ranges)
        for number, each in enumerate(positions):
            yield Cell(number, tuple(each))

    def labels(self, cell: Cell) -> tuple[str, ...]:
        """Return the names of a cell's values."""
        return tuple([axis.label(position) for axis, position in zip(self.axes, cell.positions, strict=True)])

    def request(self, request: bytes, cell: Cell) -> Any:
        """Return the request of a cell as JSON; `request` is the one that all cells share, written as JSON.

        Raises: PartsDisagree, if a pointer leads to no place in the request.
        """
        document = orjson.loads(request)
        for number in self._order:
            axis = self.axes[number]
            put = _with_copies if axis.copies else replaced
            try:
                document = put(document, axis.pointer, axis.values[cell.positions[number]])
            except LeadsNowhere as error:
                message = f"{axis.pointer!r} leads nowhere in this request: there is no {error.word!r}."
                raise PartsDisagree(message, pointer=f"/axes/{number}/pointer") from None
        return document

    @property
    def _order(self) -> list[int]:
        """The numbers of the axes as they are applied: copies last, and of a list the last item first."""
        copies = [number for number, axis in enumerate(self.axes) if axis.copies]
        values = [number for number, axis in enumerate(self.axes) if not axis.copies]
        return [*values, *sorted(copies, key=lambda number: _place_of(self.axes[number].pointer), reverse=True)]

    def shared_pointer(self, pointer: str, cell: Cell) -> str:
        """Return a pointer into the request of a cell as one into the campaign: to an axis, or to what cells share."""
        for number in reversed(self._order):
            axis, position = self.axes[number], cell.positions[number]
            value = f"/axes/{number}/values/{position}"
            if not axis.copies and _is_within(pointer, axis.pointer):
                return f"{value}{pointer[len(axis.pointer) :]}"
            if axis.copies:
                place = _place_below(pointer, axis.pointer)
                more = place - _place_of(axis.pointer)
                if 0 <= more < axis.values[position] and axis.values[position] != 1:
                    return value
                if more > 0:
                    pointer = _moved(pointer, axis.pointer, 1 - axis.values[position])
        return f"/request{pointer}"


def sweep_of(axes: Sequence[Axis], combination: Combination) -> Sweep:
    """Return a sweep whose axes fit together.

    Raises: PartsDisagree, if an axis has not one label for each value, axes to be zipped have different lengths, two
    axes have one pointer, or there are more than 1,000 cells; or if the values of copies are no numbers, or no item of
    a list is copied.
    """
    sweep = Sweep(axes, combination)
    pointers = [axis.pointer for axis in axes]
    for number, axis in enumerate(axes):
        if axis.copies:
            _require_copies(axis, number)
        if axis.labels and len(axis.labels) != len(axis.values):
            message = f"The axis has {len(axis.values)} values and {len(axis.labels)} labels; each value needs one."
            raise PartsDisagree(message, pointer=f"/axes/{number}/labels")
        if axis.pointer in pointers[:number]:
            message = f"Two axes change {axis.pointer!r}."
            raise PartsDisagree(message, pointer=f"/axes/{number}/pointer")
        if combination is Combination.ZIP and len(axis.values) != len(axes[0].values):
            message = (
                f"Axes that are zipped have as many values as the first: {len(axes[0].values)}, not {len(axis.values)}."
            )
            raise PartsDisagree(message, pointer=f"/axes/{number}/values")
    if len(sweep) > MAX_CELLS:
        raise PartsDisagree(f"The axes have {len(sweep):,} cells; at most {MAX_CELLS:,} are played.", pointer="/axes")
    return sweep


def _require_copies(axis: Axis, number: int) -> None:
    """Refuse an axis of copies that is none.

    Raises: PartsDisagree.
    """
    place = axis.pointer.rpartition("/")[2]
    if not place.isdecimal():
        message = f"{axis.pointer!r} leads to no item of a list, so that there can be no copies of it."
        raise PartsDisagree(message, pointer=f"/axes/{number}/pointer")
    for position, value in enumerate(axis.values):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_COPIES:
            message = f"Numbers of copies are whole, from 0 to {MOST_COPIES}."
            raise PartsDisagree(message, pointer=f"/axes/{number}/values/{position}")


def _with_copies(document: Any, pointer: str, count: Any) -> Any:
    """Return a document in which an item of a list is there so often.

    Raises: LeadsNowhere.
    """
    above, place = pointer.rpartition("/")[0], _place_of(pointer)
    item, items = value_at(document, pointer), value_at(document, above)
    if not isinstance(items, list):
        raise LeadsNowhere(str(place))
    copies = [_copy(item, number) for number in range(1, count + 1)]
    return replaced(document, above, [*items[:place], *copies, *items[place + 1 :]])


def _copy(item: Any, number: int) -> Any:
    """Return a copy of an item; all but the first have their number behind their id."""
    if number > 1 and isinstance(item, dict) and isinstance(item.get("id"), str):
        return item | {"id": f"{item['id']} {number}"}
    return item


def _place_of(pointer: str) -> int:
    """Return the place in its list of the item that a pointer leads to."""
    return int(pointer.rpartition("/")[2])


def _place_below(pointer: str, item: str) -> int:
    """Return the place of the item of the same list that a pointer leads to, or into; -1, if it leads elsewhere."""
    above = item.rpartition("/")[0]
    place = pointer.removeprefix(f"{above}/").partition("/")[0]
    return int(place) if pointer.startswith(f"{above}/") and place.isdecimal() else -1


def _moved(pointer: str, item: str, by: int) -> str:
    """Return a pointer to another item of the same list."""
    above = item.rpartition("/")[0]
    place, _, rest = pointer.removeprefix(f"{above}/").partition("/")
    return "/".join([above, str(int(place) + by), *([rest] if rest else [])])


def _is_within(pointer: str, place: str) -> bool:
    return pointer == place or pointer.startswith(f"{place}/")
