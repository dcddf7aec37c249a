"""Random fights of every family: how they begin, and what the referee does, one thing after the other."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.encounters.client import Table
from tests.encounters.plays import PLAYS, PREPARED, RIGHT, changed, moves, numbers_in, states, value_at


@dataclass(frozen=True)
class Deed:
    """One thing the referee does."""

    how: str
    seed: int
    secret: bool


async def done(table: Table, family: str, deed: Deed) -> int:
    """Do it, and return the status."""
    if deed.how in moves(family):
        if (family, deed.how) in PREPARED:
            await table.correct(changes=PREPARED[family, deed.how], secret=deed.secret)
        dice = {"kind": "seeded", "seed": f"sha256ctr1:{deed.seed}"}
        reply = await table.act(deed.how, {**moves(family)[deed.how], "dice": dice, "secret": deed.secret})
    elif deed.how == "correct":
        pointer, value = RIGHT[family]
        reply = await table.correct(changes=[{"pointer": pointer, "value": value}], secret=deed.secret)
    else:
        reply = await table.change(deed.how)
    return reply.status


@dataclass(frozen=True)
class Fight:
    """A fight, another that begins with other numbers, and what the referee does in both."""

    family: str
    state: Any
    other: Any
    course: list[Deed]


def fights_of(family: str) -> st.SearchStrategy[Fight]:
    """Fights of a family, and whatever a referee may do in them, one thing after the other."""
    hows = st.sampled_from([*moves(family), "correct", "undo", "redo"])
    deeds = st.builds(Deed, how=hows, seed=st.integers(0, 99), secret=st.booleans())
    course = st.lists(deeds, min_size=1, max_size=5)
    return st.builds(Fight, family=st.just(family), state=states(family), other=states(family), course=course) | (
        st.builds(_nearly, states(family), states(family), st.integers(0), course).map(lambda two: Fight(family, *two))
    )


def _nearly(state: Any, other: Any, which: int, course: list[Deed]) -> tuple[Any, Any, list[Deed]]:
    """A state, one that differs from it by a single number, and a course."""
    numbers = [(path, number) for path, number in numbers_in(other) if number != value_at(state, path)]
    if not numbers:
        return state, state, course
    path, number = numbers[which % len(numbers)]
    return state, changed(state, path, number), course


fights = st.sampled_from(sorted(PLAYS)).flatmap(fights_of)
