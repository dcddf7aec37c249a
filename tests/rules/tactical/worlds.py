"""Small worlds for tests of movement: a mover at [0, 0], rough ground around it, friends and foes on it."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final, NamedTuple

from hypothesis import strategies as st

from service.errors import UmpireError
from service.rules.kernel.hexes import Hex, distance, neighbour
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import settle_pairs
from tests.rules.tactical.grids import Journey, carried, within
from tests.rules.tactical.scenes import figure, scene

RADIUS: Final = 3
HEXES: Final = within(RADIUS)
ELSEWHERE: Final = [each for each in HEXES if each != (0, 0)]
BOUNDS: Final = {"kind": "hexes", "hexes": [list(each) for each in HEXES]}


def carried_facts(facts: dict[str, Any], journey: Journey) -> dict[str, Any]:
    """A cell, an edge, a figure or an entry of a path as a request writes it, turned and shifted."""
    found = dict(facts)
    for name in ("hex", "to", "jump_to"):
        if name in facts:
            found[name] = list(carried(tuple(facts[name]), journey))
    for name in ("facing", "direction", "upper_direction"):
        if name in facts:
            found[name] = (facts[name] + journey[0]) % 6
    return found


class World(NamedTuple):
    """A map and figures as a request writes them; the first figure moves."""

    cells: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    figures: list[dict[str, Any]]

    def field(self, rulings: TacticalRulings, *, bounds: bool = True) -> Field | None:
        """The field of the world, or None where its figures cannot stand."""
        ground = {"bounds": BOUNDS if bounds else None, "cells": self.cells, "edges": self.edges}
        try:
            found = Field.of(scene(*self.people(), map=ground), rulings)
        except UmpireError:
            return None
        settle_pairs(found)
        return found

    def elsewhere(self, journey: Journey) -> "World":
        """The world, turned and shifted."""
        figures = [{"hex": [0, 0], "facing": 0} | each for each in self.figures]
        return World(*[[carried_facts(each, journey) for each in part] for part in (self.cells, self.edges, figures)])

    def people(self) -> list[TacticalFigure]:
        """The figures."""
        return [figure(**each) for each in self.figures]


Way = tuple[Hex, int, int, bool]
"""Where a way has come to: hex, facing, half points spent, and whether a hex has been entered."""

CELL_FACTS: Final = st.one_of(
    st.just({"solid": True}),
    st.just({"usable": False}),
    st.just({"obstruction": "severe"}),
    st.integers(1, 3).map(lambda bodies: {"bodies": bodies}),
    st.integers(1, 2).map(lambda count: {"obstruction": "minor", "minor_count": count}),
    st.integers(1, 2).map(lambda footing: {"footing": footing}),
    st.sampled_from([8, 40]).map(lambda water: {"water": water, "stairs": True}),
)
KINDS: Final = st.sampled_from(["wall", "closed_door", "window", "low_wall"])
OTHERS: Final = st.fixed_dictionaries(
    {
        "side": st.sampled_from(["red", "blue", "blue"]),
        "hex": st.sampled_from(ELSEWHERE).map(list),
        "posture": st.sampled_from(["standing", "kneeling"]),
        "state": st.sampled_from([{}, {}, {"unconscious": True}]),
        "swarm": st.sampled_from([False, False, False, True]),
    }
)


@st.composite
def worlds(draw: st.DrawFn, mover: st.SearchStrategy[dict[str, Any]]) -> World:
    """Worlds with up to eight cells, six edges and four others."""
    rough = draw(st.dictionaries(st.sampled_from(ELSEWHERE), CELL_FACTS, max_size=8))
    sides = draw(st.dictionaries(st.tuples(st.sampled_from(HEXES), st.integers(0, 2)), KINDS, max_size=6))
    others = draw(st.lists(OTHERS, max_size=4))
    moving = {"id": "ash"} | draw(mover)
    return World(
        [{"hex": list(here)} | facts for here, facts in rough.items()],
        [{"hex": list(here), "direction": side, "kind": kind} for (here, side), kind in sides.items()],
        [moving, *[{"id": f"f{place}"} | each for place, each in enumerate(others)]],
    )


class BruteForce:
    """All ways that a figure of one hex can go, written from the cost card alone.

    `posture` are the half points of its posture; `step` is true for a step, which turns for free and pays no costs.
    """

    WAYS: ClassVar[dict[int, list[tuple[int, int]]]] = {
        0: [(2, 0)],
        1: [(2, 1), (4, 0)],
        2: [(4, 0)],
        3: [(4, 0)],
        4: [(4, 0)],
        5: [(2, -1), (4, 0)],
    }

    def __init__(self, world: World, points: int, posture: int, *, step: bool) -> None:
        """Look the world over."""
        self.points, self.posture, self.step = points, posture, step
        self.cells: dict[Any, dict[str, Any]] = {tuple(each["hex"]): each for each in world.cells}
        self.walls: dict[Any, str] = {}
        for edge in world.edges:
            here, side = tuple(edge["hex"]), edge["direction"]
            self.walls[here, side] = self.walls[neighbour(here, side), (side + 3) % 6] = edge["kind"]
        self.people = world.figures[1:]

    def who(self, here: Hex, side: str) -> int:
        """How many of a side fill a hex."""
        fills = [not each["swarm"] and not each["state"] for each in self.at(here, side)]
        return sum(fills)

    def at(self, here: Hex, *sides: str) -> list[dict[str, Any]]:
        """Those of some sides in a hex."""
        return [each for each in self.people if tuple(each["hex"]) == here and each["side"] in sides]

    def price(self, here: Hex) -> int | None:
        """The half points for what a hex is like; None for a barrier, -1 for all points."""
        cell = self.cells.get(here, {})
        bodies = cell.get("bodies", 0) + sum(bool(each["state"]) for each in self.at(here, "red", "blue"))
        shut = cell.get("solid") or cell.get("usable") is False or cell.get("obstruction") == "severe" or bodies >= 3
        if shut or distance(here, (0, 0)) > RADIUS:
            return None
        if self.step or cell.get("water", 0) > 11:
            return 0 if self.step else -1
        extra: int = bodies + cell.get("footing", 0) + cell.get("stairs", 0) + (cell.get("water", 0) > 0)
        whole: int = self.posture + 2 * (extra + cell.get("minor_count", 0) + self.who(here, "red"))
        return whole

    def entered(self, here: Hex, facing: int, spent: int, direction: int) -> Iterator[Way]:
        """The ways into the hex in a direction."""
        there = neighbour(here, direction)
        extra, wall = self.price(there), self.walls.get((here, direction))
        if extra is None or wall not in (None, "low_wall"):
            return
        relative = (direction - facing) % 6
        for cost, turn in [(2, 0)] if self.step else self.WAYS[relative]:
            total = spent + cost + extra + (2 if wall and not self.step else 0)
            if extra == -1:
                total = self.points if spent == 0 else self.points + 1
            if spent == 0 and not self.step:
                total = min(total, self.points)
            beside = self.who(there, "blue") and cost == 4 and relative != 3
            if total <= self.points and self.points:
                yield there, direction if beside else (facing + turn) % 6, total, True

    def onward(self, way: Way) -> Iterator[Way]:
        """All that can be done next; nothing in a foe's hex."""
        here, facing, spent, moved = way
        if moved and self.who(here, "blue"):
            return
        if not self.step and spent + 2 <= self.points:
            for side in (1, -1):
                yield here, (facing + side) % 6, spent + 2, moved
        for direction in range(6):
            yield from self.entered(here, facing, spent, direction)

    def least(self) -> dict[tuple[Hex, int], int]:
        """The least half points for every hex and facing in which a figure can end; no sum of points is left out."""
        seen: set[Way] = {((0, 0), 0, 0, False)}
        waiting = list(seen)
        while waiting:
            new = set(self.onward(waiting.pop())).difference(seen)
            seen |= new
            waiting += new
        found: dict[tuple[Hex, int], int] = {}
        for here, facing, spent, moved in seen:
            if not (moved and self.who(here, "red") and not self.who(here, "blue")):
                found[here, facing] = min(spent, found.get((here, facing), spent))
        return found
