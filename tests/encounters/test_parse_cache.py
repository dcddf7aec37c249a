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


def test_what_comes_in_the_place_of_another_takes_its_room() -> None:
    """A later document is kept in the place of an earlier one, which is read anew; the same one stays."""
    readings = ParseCache(20)
    one, two = (canonical(Note(text=text)) for text in ("a", "b"))
    first = readings.read(Note, one)
    readings.note(Note(text="b"), two, one)
    later = readings.read(Note, two)
    readings.note(later, two, two)
    assert readings.read(Note, two) is later
    assert readings.read(Note, one) == first
    assert readings.read(Note, one) is not first


def test_room_is_counted_for_what_was_replaced() -> None:
    """However often a document takes the place of another, as many are kept as have room."""
    one, two, three = (canonical(Note(text=text)) for text in ("a", "b", "c"))
    readings = ParseCache(2 * len(one))
    kept = readings.read(Note, three)
    for _ in range(3):
        readings.note(Note(text="a"), one, two)
        readings.note(Note(text="b"), two, one)
    last = readings.read(Note, two)
    assert readings.read(Note, three) is kept
    assert readings.read(Note, two) is last
    readings.read(Note, one)
    assert readings.read(Note, three) is not kept
