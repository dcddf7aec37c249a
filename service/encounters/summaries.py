"""Summaries of log entries for viewers, in words: computed when a version is made, and stored with its entry.

They are made of what viewers see of states and outcomes and of nothing else, so that they cannot quote what is hidden.
They are the same under every reveal policy and for the referee.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import orjson

from service.encounters.encounter import EntryKind, canonical, hash_of
from service.encounters.reveal import (
    UNSHOWN,
    Figures,
    Hidden,
    RecordView,
    Reveal,
    Sight,
    View,
    figures_in,
    figures_of,
    hidden_among,
    hidden_ids,
    state_for_viewers,
)
from service.rules.kernel.family import SeenMove
from service.rules.kernel.telling import listed
from service.wire import Frozen, record, to_json

MOST_LISTED: Final = 6

State = Mapping[str, Any]
States = tuple[bytes, bytes]
"""The states before and after a change, as JSON."""
Casts = tuple[Figures, Figures]
"""The figures before and after a change."""


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
    figures = figures_in(orjson.loads(written))
    hidden = hidden_ids(figures, sight.side)
    sides: dict[Any, list[str]] = {}
    for _, figure in figures:
        if "hidden" in figure and figure["id"] not in hidden:
            sides.setdefault(figure.get(sight.side), []).append(_called(figure))
    who = " against ".join([listed(names, MOST_LISTED) for names in sides.values()])
    origin = "" if fork is None else f"Forked from {fork['encounter']} at version {fork['version']}. "
    summary = origin + (f"The fight begins: {who}." if who else "The fight begins.")
    return EntryWords(summary=summary, names=_names_in(figures), hidden=hidden)


def move(
    summary: Callable[[SeenMove], str], input: State, outcome: Any, states: tuple[Frozen, Frozen], view: RecordView
) -> tuple[EntryWords, SeenMove]:
    """Return the sentences on what was tried, and what came of it; also return what viewers see of both."""
    sight, casts = view.sight, (figures_of(states[0]), figures_of(states[1]))
    names, hidden = _cast_of(casts, sight)
    unseen, spoken = unseen_in(casts, sight), _spoken(casts, hidden, sight)
    if unseen:
        shown = View(sight, unseen)
        seen = SeenMove(shown.of(input), shown.of(orjson.loads(to_json(outcome))), spoken)
    else:
        seen = SeenMove(view.of(input), view.of(outcome), spoken)
    return EntryWords(summary=summary(seen) or UNSHOWN, names=names, hidden=hidden), seen


def announcement(written: bytes, procedure: str, sight: Sight, *, covert: bool) -> EntryWords:
    """Return the sentence that says that a procedure is announced, or that something is."""
    figures = figures_in(orjson.loads(written))
    summary = "A secret act is announced." if covert else f"An act is announced: {procedure}."
    return EntryWords(summary=summary, names=_names_in(figures), hidden=hidden_ids(figures, sight.side))


def correction(written: States, sight: Sight) -> EntryWords:
    """Return the sentences on whom the referee has changed, as far as viewers see it."""
    states = _read(written)
    casts = figures_in(states[0]), figures_in(states[1])
    names, hidden = _cast_of(casts, sight)
    unseen = [hidden_ids(figures, sight.side) for figures in casts]
    either = hidden_among(casts[0], sight.side) | hidden_among(casts[1], sight.side)
    shown = View(sight, either)  # whoever comes into view changes nobody else
    was, now = [{(name, each["id"]): each for name, each in figures_in(shown.of(state))} for state in states]
    changed = [_called(each) for key, each in now.items() if key in was and was[key] != each]
    before, after = [_figures_seen(figures, hidden) for figures, hidden in zip(casts, unseen, strict=True)]
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
    before, after = _read(written)
    names, hidden = _cast_of((figures_in(before), figures_in(after)), sight)
    deed = "takes back" if kind is EntryKind.UNDO else "restores"
    what = UNSHOWN if restored["secret"] else restored["summary"]
    return EntryWords(summary=f"The referee {deed}: {what}", names=names, hidden=hidden)


def unseen_in(casts: Casts, sight: Sight) -> Hidden:
    """Return what viewers do not see of a change: what is hidden after it, and of those who are gone, before it."""
    before, after = [hidden_among(figures, sight.side) for figures in casts]
    if not before:
        return after
    there = _ids_in(casts[1], sight)
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


def _ids_in(figures: Figures, sight: Sight) -> set[Any]:
    return {each["id"] for _, each in figures} | {each.get(sight.side) for _, each in figures}


def _read(written: States) -> tuple[State, State]:
    before, after = written
    return orjson.loads(before), orjson.loads(after)


def _cast_of(casts: Casts, sight: Sight) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return names and hidden ids after a change; of those who are gone, as they were before."""
    before, after = casts
    hidden, was_hidden = hidden_ids(after, sight.side), hidden_ids(before, sight.side)
    there = _ids_in(after, sight) if was_hidden else ()
    return _names_in(before) | _names_in(after), (*hidden, *[each for each in was_hidden if each not in there])


def _names_in(figures: Figures) -> dict[str, str]:
    return {each["id"]: each["name"] for _, each in figures if each.get("name") is not None}


def _spoken(casts: Casts, hidden: Collection[str], sight: Sight) -> dict[str, str]:
    """Return what players call each figure and side that viewers see; sides without a record are called by their id."""
    names: dict[str, str] = {}
    for figures in casts:
        names |= {each[sight.side]: each[sight.side] for _, each in figures if each.get(sight.side)}
    for figures in casts:  # a figure that shares its id with a side comes last
        names |= {each["id"]: _called(each) for _, each in figures if "hidden" not in each}
        names |= {each["id"]: _called(each) for _, each in figures if "hidden" in each}
    return {known: name for known, name in names.items() if known not in hidden} if hidden else names


def _figures_seen(figures: Figures, hidden: Collection[str]) -> dict[tuple[str, str], str]:
    """Return what players call each figure that viewers see."""
    hideable = [(name, each) for name, each in figures if "hidden" in each]
    return {(name, each["id"]): _called(each) for name, each in hideable if each["id"] not in hidden}


def _called(figure: Mapping[str, Any]) -> str:
    called: str = figure.get("name") or figure["id"]
    return called
