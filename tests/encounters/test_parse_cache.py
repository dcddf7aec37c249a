"""States that need not be read again are what reading them again would give."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from pydantic import BaseModel

from service.app import FAMILIES, bound_procedures
from service.encounters.encounter import canonical
from service.errors import RulesRefuse
from service.operations.answering.dice_source import SeededSource
from service.operations.answering.resolution import Resolution, resolved_with
from service.operations.encounters.move_index import MoveIndex, ParseCache
from service.wire import Frozen
from tests.encounters.plays import begun, example_of

BOOK = MoveIndex(FAMILIES, bound_procedures())
MOVES = [(family, move.procedure) for family, play in BOOK.plays.items() for move in play.moves]
SEEDS = range(12)


def laid_open(value: Any) -> Any:
    """A value as what it is made of, and of which types."""
    if isinstance(value, BaseModel):
        return type(value), {name: laid_open(each) for name, each in value.__dict__.items()}
    if isinstance(value, Mapping):
        return type(value), {name: laid_open(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return type(value), [laid_open(each) for each in value]
    return type(value), value


@pytest.mark.parametrize(("family", "procedure"), MOVES, ids=str)
def test_what_follows_is_what_its_bytes_say(family: str, procedure: str) -> None:
    """The state that follows a move is what is read from its canonical JSON, down to the type of each value."""
    bound_move = BOOK.bound_move(family, procedure)
    play, rulings = bound_move.play, bound_move.bound.family.rulings()
    document = example_of(family, procedure).get("input", {})
    first = BOOK.state_of(family, begun(family)["state"], rulings, "/state")
    for seed in SEEDS:
        state = first
        for turn in range(4):
            try:
                filled = bound_move.filled(state, canonical(rulings), document)
                dice = SeededSource(kind="seeded", seed=f"sha256ctr1:{seed} {turn}")
                made = resolved_with(dice, "", None, partial(bound_move.outcome, filled))
            except RulesRefuse:
                break
            assert isinstance(made, Resolution)
            state = bound_move.state_after(state, filled, made.outcome)
            assert laid_open(state) == laid_open(play.state.model_validate_json(canonical(state)))


class Note(Frozen):
    """A document of no account."""

    text: str


def test_the_oldest_readings_are_forgotten() -> None:
    """Documents of no more than so many bytes are kept; what was read last stays longest."""
    readings = ParseCache(40)
    one, two, three = (canonical(Note(text=text)) for text in ("one", "two", "six"))
    first, second = readings.read(Note, one), readings.read(Note, two)
    assert readings.read(Note, one) is first
    readings.read(Note, three)
    assert readings.read(Note, one) is first
    assert readings.read(Note, two) == second
    assert readings.read(Note, two) is not second


def test_what_is_too_long_is_not_kept() -> None:
    """A document longer than all that is kept is read each time, and pushes nothing out for good."""
    readings = ParseCache(20)
    long = canonical(Note(text="x" * 40))
    assert readings.read(Note, long) == readings.read(Note, long)
    short = canonical(Note(text="x"))
    assert readings.read(Note, short) is readings.read(Note, short)
