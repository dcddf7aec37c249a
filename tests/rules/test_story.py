"""The law of what is told: whatever happens in a fight, steps and summaries are sentences in one tense, with names."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from orjson import loads

from service.app import FAMILIES
from service.wire import to_json
from tests.rings import many
from tests.rules.folding import Act, Json, acts
from tests.rules.played import Played
from tests.rules.seen import move_of, numbers_in, seen_by_viewers

TOLD: Final = frozenset({"summary", "text"})
"""The fields of answers that hold sentences."""
LABELS: Final = frozenset({"label", "movement", "name", "note"})
"""The fields that hold words of the caller."""
REASONS: Final = re.compile(r"(?<=could not attack\.).*|(?<=did nothing:).*|(?<=go through with it:).*")
"""Why an order was not carried out: what the rules say, as a refusal would."""
PRESENT: Final = re.compile(
    r"\b(?:rolls|misses|loses|takes|deals|flees|escapes|begins|goes|dies|wins|does|has|passes|falls unconscious)\b"
)
"""Verbs that tell what happens as if it happened now; what is to be done next may be told so, with other verbs."""


def dressed(table: Played) -> None:
    """Give figures, commanders and sides names that begin with a small letter and have nothing of their ids."""
    state = table.state.model_dump(mode="json")
    named = {}
    for field, value in state.items():
        if isinstance(value, list) and value and all(isinstance(each, dict) and "name" in each for each in value):
            named[field] = [{**each, "name": name_of(field, place)} for place, each in enumerate(value)]
    table.change(**named)


def name_of(field: str, place: int) -> str:
    """The name of the figure or side at a place: "zu QfA"."""
    return f"zu Q{field[0]}{chr(ord('A') + place)}"


def names_in(state: Any) -> dict[str, str]:
    """What players call those of a state, by id."""
    lists = [value for value in loads(to_json(state.model_dump(mode="json"))).values() if isinstance(value, list)]
    records = [each for value in lists for each in value if isinstance(each, dict) and "name" in each and "id" in each]
    return {each["id"]: each["name"] for each in records if each["name"]}


def sentences_in(value: Any, fields: frozenset[str]) -> Iterator[str]:
    """The texts of some fields at any depth."""
    if isinstance(value, dict):
        for field, each in value.items():
            if field in fields and isinstance(each, str):
                yield each
            else:
                yield from sentences_in(each, fields)
    elif isinstance(value, list):
        for each in value:
            yield from sentences_in(each, fields)


def hold_sentences(text: str, ids: frozenset[str]) -> None:
    """A text is made of sentences that begin with a capital letter and end with a full stop, without ids.

    What is quoted from a request stands between quotation marks, and is as it was written.
    """
    text = re.sub(r"'[^']*'", "'quoted'", text)
    assert re.fullmatch(r"[^_]*[.]", text), text
    assert "None" not in text, text
    assert "  " not in text, text
    for each in re.split(r"(?<=[a-z)\]\d'][.]) ", text):
        assert re.match(r"[A-Z\d'\"]", each), text
    found = {each for each in ids if re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", text)}
    assert not found, (text, found)


def without(text: str, words: set[str]) -> str:
    """A text without words of the caller."""
    for word in words:
        text = text.replace(word, "Something")
    return text


def told_in(act: Act, outcome: Json) -> set[str]:
    """All texts that the referee reads of an act."""
    return {*[step.text for step in act.steps], *sentences_in(outcome, TOLD)} - {""}


def hold_act(family: str, act: Act, said: set[str]) -> None:
    """Hold what the referee and viewers are told of an act."""
    outcome, names = loads(to_json(act.outcome)), names_in(act.before) | names_in(act.after)
    words = {*sentences_in(outcome, LABELS), *sentences_in(loads(to_json(act.asked)), LABELS)} - {*names.values()}
    for text in {without(each, words) for each in told_in(act, outcome)} - said:
        hold_sentences(text, frozenset(names))
        assert PRESENT.search(REASONS.sub("", text)) is None, text
        said.add(text)
    seen = seen_by_viewers(family, loads(to_json(act.asked)), outcome, names)
    text = move_of(family, act.procedure).summary(seen)
    hold_sentences(text, frozenset(names))
    assert numbers_in(re.sub(r"zu Q\w+", "", text)) == [], text


@pytest.mark.untraced
@pytest.mark.parametrize("family", [family.name for family in FAMILIES])
def test_all_is_told_in_sentences(family: str) -> None:
    """Whatever is ordered and rolled, all that is told of it is sentences in the past, with names instead of ids."""
    said: set[str] = set()
    for act in acts(family, many(60, 4), 12, "story", dressed):
        hold_act(family, act, said)
    assert len(said) > 100
