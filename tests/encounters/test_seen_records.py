"""Records as viewers see them: the same, to the byte, as their JSON is shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Any

import pytest
from orjson import loads

from service.encounters.encounter import canonical
from service.encounters.reveal import RecordView, Sight, View, figures_in, figures_of
from service.wire import Frozen, Meta, record, to_json
from tests.encounters.plays import PLAYS
from tests.encounters.test_no_trace import sight_of
from tests.rings import many
from tests.rules.folding import Act, acts


def played(family: str) -> Iterator[Act]:
    """Acts of random fights of a family."""
    return acts(family, many(40, 5), 6, "seen records")


@pytest.mark.parametrize("family", sorted(PLAYS))
def test_records_are_shown_as_their_json(family: str) -> None:
    """What is seen of inputs, outcomes and states is the same whether they are read as records or as JSON."""
    view, compared = RecordView(sight_of(family)), 0
    for act in played(family):
        for value in (act.asked, act.outcome, act.before, act.after):
            shown = View(sight_of(family)).of(loads(to_json(value)))
            assert to_json(view.of(value)) == to_json(shown)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("family", sorted(PLAYS))
def test_figures_of_a_state_are_those_of_its_json(family: str) -> None:
    """Figures are found in a state as in its JSON, in the same order."""
    for act in played(family):
        found, read = figures_of(act.after), figures_in(loads(canonical(act.after)))
        assert [(name, each["id"]) for name, each in found] == [(name, each["id"]) for name, each in read]
        assert [canonical(each) for _, each in found] == [canonical(each) for _, each in read]


class Word(StrEnum):
    """Words."""

    ONE = "one"


class Count(IntEnum):
    """Numbers."""

    TWO = 2


class Plain(Enum):
    """Members that are neither texts nor numbers, but are written as such."""

    TEXT = "text"
    NUMBER = 3


class Model(Frozen):
    """A model with an id, and what its caller keeps with it."""

    id: str
    meta: Meta | None
    name: str | None
    seen: int
    unseen: str


@record
class Record:
    """A record of anything."""

    seen: Any
    place: Any
    unseen: Any


@dataclass(slots=True)
class Slotted:
    """A record without a dictionary."""

    seen: Any
    unseen: Any


@record
class Nameless:
    """A record without an id: its name is a word like any other."""

    name: str
    meta: Any


MODEL = Model(id="ash", meta=Meta({"b": 1, "a": [2]}), name="Ash", seen=4, unseen="no")
VALUES = [
    *(1, 1.5, True, None, "word", Word.ONE),
    *([1, 2], (1, "a", None, True), [[1], ["a", 2]], ((1, 2), (3, 4)), {"seen": 1, "place": 2, "unseen": 3}),
    *(MODEL, [MODEL], Nameless(name="x", meta=Meta({})), [Nameless(name="x", meta={})], [{"id": 1, "meta": {}}]),
    *(Slotted("a", "b"), Slotted(5, 6), [Slotted(5, 6), Slotted(None, 6), Slotted([], 6), Slotted("a", 6)]),
    *([{}, {"seen": None}, {"seen": []}, {"seen": {}}, {"seen": False}], Meta({"seen": 1})),
]


@pytest.mark.parametrize("value", VALUES)
def test_each_form_is_shown_as_its_json(value: Any) -> None:
    """Whatever form a value has, and wherever it stands, no number of it is shown but those of places."""
    sight = Sight(frozenset({"seen", "id"}), frozenset({"place"}))
    standing = [value, [value], {"seen": value}, {"place": value}, {"unseen": value}, {"id": "a", "name": value}]
    for each in [
        *standing,
        Record(seen=value, place=value, unseen=value),
        [Record(seen=value, place=[value], unseen=1)],
    ]:
        assert to_json(RecordView(sight).of(each)) == to_json(View(sight).of(loads(to_json(each))))


@pytest.mark.parametrize("value", [Count.TWO, Plain.TEXT, Plain.NUMBER, [Count.TWO, Plain.TEXT]])
def test_members_of_enumerations_are_shown_as_what_is_written(value: Any) -> None:
    """A member that is written as a number is not shown either."""
    sight = Sight(frozenset({"seen"}))
    for each in (value, [value], {"seen": value}, Record(seen=value, place=value, unseen=value)):
        assert to_json(RecordView(sight).of(each)) == to_json(View(sight).of(loads(to_json(each))))
