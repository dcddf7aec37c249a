"""Random fights of every family: how they begin, and what the referee does, one thing after the other."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final

from hypothesis import strategies as st

from tests.encounters.client import Table
from tests.encounters.plays import FIGURES, PLAYS, PREPARED, RIGHT, changed, moves, numbers_in, states, value_at

OTHER_NAME: Final = "Nobody at all"
"""What the hidden figure is called in the other of two fights."""


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
    """A fight, another that begins with other numbers, and what the referee does in both.

    In the other fight a figure that is hidden may have another id: `hidden` has both.
    """

    family: str
    state: Any
    other: Any
    course: list[Deed]
    hidden: tuple[()] | tuple[str, str] = ()


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


def dressed(fight: Fight, which: int) -> Fight:
    """The same fights, in which some figures have a name and meta, and few deeds are secret."""
    states = [deepcopy(fight.state), deepcopy(fight.other)]
    for state in states:
        for place, figure in enumerate(_figures_in(fight.family, state)):
            if which >> place & 1:
                figure |= {"name": f"the {place}. of them", "meta": {"token": [which, place]}}
    course = [replace(deed, secret=deed.secret and deed.seed % 4 == 0) for deed in fight.course]
    return replace(fight, state=states[0], other=states[1], course=course)


def with_hidden(fight: Fight, which: int) -> Fight:
    """Two fights that differ only in a hidden figure: in its numbers, its name and its id."""
    state, other = deepcopy(fight.state), deepcopy(fight.state)
    place = which % len(_figures_in(fight.family, state))
    hidden = _figures_in(fight.family, state)[place] | {"hidden": True}
    _figures_in(fight.family, state)[place].update(hidden)
    numbers = _figures_in(fight.family, fight.other)[place]
    _figures_in(fight.family, other)[place].update({**numbers, "hidden": True, "name": OTHER_NAME})
    ids = (hidden["id"], f"not-{hidden['id']}")
    return replace(fight, state=state, other=renamed(other, dict([ids])), hidden=ids)


def of_other(fight: Fight) -> dict[str, str]:
    """What the other fight calls its hidden figure instead: its id, and its name, which a request may say, too."""
    if not fight.hidden:
        return {}
    known, unknown = fight.hidden
    (name,) = [each.get("name") for each in _figures_in(fight.family, fight.state) if each["id"] == known]
    return {known: unknown} | ({} if name is None else {name: OTHER_NAME})


def renamed(document: Any, ids: Mapping[str, str]) -> Any:
    """A document in which some ids are others."""
    if isinstance(document, dict):
        return {key: renamed(each, ids) for key, each in document.items()}
    if isinstance(document, list):
        return [renamed(each, ids) for each in document]
    return ids.get(document, document) if isinstance(document, str) else document


def _figures_in(family: str, state: Any) -> list[dict[str, Any]]:
    return [figure for name in FIGURES[family] for figure in state[name]]


dressed_fights = st.builds(dressed, fights, st.integers(0, 255))
hidden_fights = st.builds(with_hidden, dressed_fights, st.integers(0, 7))
