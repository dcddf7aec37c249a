"""Summaries of log entries for viewers, in words: computed when a version is made, and stored with its entry.

They are made of what viewers see of states and outcomes and of nothing else, so that they cannot quote what is hidden.
They are the same under every reveal policy and for the referee.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

import orjson

from service.encounters.encounter import EntryKind, canonical, hash_of
from service.encounters.reveal import (
    UNSHOWN,
    Hidden,
    Reveal,
    Sight,
    View,
    all_hidden_in,
    figures_in,
    hidden_in,
    state_for_viewers,
)
from service.rules.kernel.family import SeenMove
from service.rules.kernel.telling import listed
from service.wire import record

MOST_LISTED: Final = 6

State = Mapping[str, Any]
States = tuple[bytes, bytes]
"""The states before and after a change, as JSON."""


@record
class EntryWords:
    """What a log entry says for viewers.

    `names` has what players call figures and sides, by id, where it is not the id; `hidden` has the ids of the figures
    and sides that viewers do not see.
    """

    summary: str
    names: Mapping[str, str]
    hidden: tuple[str, ...]


def creation(written: bytes, sight: Sight, fork: Any = None) -> EntryWords:
    """Return the sentences on a new fight: who is on which side, and of a fork where it comes from."""
    state = orjson.loads(written)
    hidden = hidden_in(state, sight.side)
    sides: dict[Any, list[str]] = {}
    for _, figure in figures_in(state):
        if "hidden" in figure and figure["id"] not in hidden:
            sides.setdefault(figure.get(sight.side), []).append(_called(figure))
    who = " against ".join([listed(names, MOST_LISTED) for names in sides.values()])
    origin = "" if fork is None else f"Forked from {fork['encounter']} at version {fork['version']}. "
    summary = origin + (f"The fight begins: {who}." if who else "The fight begins.")
    return EntryWords(summary=summary, names=_names_in(state), hidden=hidden)


def move(
    summary: Callable[[SeenMove], str], input: State, outcome: bytes, written: States, sight: Sight
) -> tuple[EntryWords, SeenMove]:
    """Return the sentences on what was tried, and what came of it; also return what viewers see of both."""
    states = _read(written)
    names, hidden = _cast_of(states, sight)
    view = View(sight, unseen_in(states, sight))
    seen = SeenMove(view.of(input), view.of(orjson.loads(outcome)), _spoken(states, hidden, sight))
    return EntryWords(summary=summary(seen) or UNSHOWN, names=names, hidden=hidden), seen


def announcement(written: bytes, procedure: str, sight: Sight, *, covert: bool) -> EntryWords:
    """Return the sentence that says that a procedure is announced, or that something is."""
    state = orjson.loads(written)
    summary = "A secret act is announced." if covert else f"An act is announced: {procedure}."
    return EntryWords(summary=summary, names=_names_in(state), hidden=hidden_in(state, sight.side))


def correction(written: States, sight: Sight) -> EntryWords:
    """Return the sentences on whom the referee has changed, as far as viewers see it."""
    states = _read(written)
    names, hidden = _cast_of(states, sight)
    unseen = [hidden_in(state, sight.side) for state in states]
    either = all_hidden_in(states[0], sight.side) | all_hidden_in(states[1], sight.side)
    shown = View(sight, either)  # whoever comes into view changes nobody else
    was, now = [{(name, each["id"]): each for name, each in figures_in(shown.of(state))} for state in states]
    changed = [_called(each) for key, each in now.items() if key in was and was[key] != each]
    before, after = [_figures_seen(state, hidden) for state, hidden in zip(states, unseen, strict=True)]
    come = [name for key, name in after.items() if key not in before]
    gone = [name for key, name in before.items() if key not in after]
    sentences = [
        f"The referee changes {listed(changed, MOST_LISTED)}." if changed else "",
        f"{listed(come, MOST_LISTED)} {'come' if len(come) > 1 else 'comes'} into view." if come else "",
        f"{listed(gone, MOST_LISTED)} {'are' if len(gone) > 1 else 'is'} no longer seen." if gone else "",
    ]
    text = " ".join([each for each in sentences if each])
    other = UNSHOWN if shown.of(states[0]) == shown.of(states[1]) else "The referee changes the scene."
    return EntryWords(summary=text or other, names=names, hidden=hidden)


def restoration(kind: EntryKind, restored: Mapping[str, Any], written: States, sight: Sight) -> EntryWords:
    """Return the sentence on what the referee undoes or redoes: the change of an entry, as viewers read of it."""
    names, hidden = _cast_of(_read(written), sight)
    deed = "takes back" if kind is EntryKind.UNDO else "restores"
    what = UNSHOWN if restored["secret"] else restored["summary"]
    return EntryWords(summary=f"The referee {deed}: {what}", names=names, hidden=hidden)


def unseen_in(states: tuple[State, State], sight: Sight) -> Hidden:
    """Return what viewers do not see of a change: what is hidden after it, and of those who are gone, before it."""
    before, after = [all_hidden_in(state, sight.side) for state in states]
    there = _ids_in(states[1], sight)
    return after | Hidden(before.figures - there, before.sides - there)


def hash_for_viewers(written: bytes, sight: Sight) -> str:
    """Return the hash of a state as viewers see it under `all`: without hidden figures and secret fields."""
    if not _may_hide(written, sight):
        return hash_of(written)
    return hash_of(canonical(state_for_viewers(orjson.loads(written), Reveal.ALL, sight)))


def _may_hide(written: bytes, sight: Sight) -> bool:
    """Return whether something may be hidden or secret in a state that is written as canonical JSON."""
    secrets = [f'"{name}":'.encode() for name in sight.secrets]
    return b'"hidden":true' in written or any(written.count(each) > written.count(each + b"null") for each in secrets)


def _ids_in(state: State, sight: Sight) -> set[Any]:
    return {each["id"] for _, each in figures_in(state)} | {each.get(sight.side) for _, each in figures_in(state)}


def _read(written: States) -> tuple[State, State]:
    before, after = written
    return orjson.loads(before), orjson.loads(after)


def _cast_of(states: tuple[State, State], sight: Sight) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return names and hidden ids after a change; of those who are gone, as they were before."""
    before, after = states
    there = _ids_in(after, sight)
    gone = [each for each in hidden_in(before, sight.side) if each not in there]
    return _names_in(before) | _names_in(after), (*hidden_in(after, sight.side), *gone)


def _names_in(state: State) -> dict[str, str]:
    return {each["id"]: each["name"] for _, each in figures_in(state) if each.get("name") is not None}


def _spoken(states: tuple[State, State], hidden: Iterable[str], sight: Sight) -> dict[str, str]:
    """Return what players call each figure and side that viewers see; sides without a record are called by their id."""
    names: dict[str, str] = {}
    for state in states:
        names |= {each[sight.side]: each[sight.side] for _, each in figures_in(state) if each.get(sight.side)}
    for state in states:
        records = sorted([each for _, each in figures_in(state)], key=lambda each: "hidden" in each)
        names |= {each["id"]: _called(each) for each in records}  # a figure that shares its id with a side comes last
    unseen = frozenset(hidden)
    return {known: name for known, name in names.items() if known not in unseen}


def _figures_seen(state: State, hidden: Collection[str]) -> dict[tuple[str, str], str]:
    """Return what players call each figure that viewers see."""
    figures = [(name, each) for name, each in figures_in(state) if "hidden" in each]
    return {(name, each["id"]): _called(each) for name, each in figures if each["id"] not in hidden}


def _called(figure: Mapping[str, Any]) -> str:
    called: str = figure.get("name") or figure["id"]
    return called
