"""What a service can do that signs what it likes: with announcements, which the published log `announced` has."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.verifier.forging import at, forged

Lines = Sequence[str]
FIRST, ANN, BOR, ACT, SECOND, AGAIN, BACK, COVERT, SECRET, THIRD, VOID = 4, 5, 6, 7, 9, 10, 11, 12, 13, 16, 17
"""The versions of announcements, values and what follows them in the published log."""
UNDO: Final = 7
"""An entry of the log without announcements that changes no state by its kind alone."""
OTHER: Final[Any] = {"attacker": "Orc", "defender": "Ash"}


def of_viewers(lines: Lines) -> Lines:
    """A log as viewers have it."""
    told = [json.loads(line) for line in lines[1:]]
    return [lines[0], *[json.dumps({name: line[name] for name in ("head", "shown")}) for line in told]]


def less_shown(lines: Lines, *changes: Callable[[Any], object]) -> Lines:
    """The log as viewers have it who do not see hashes of states: what was announced, and the act, are changed."""
    blind = [lambda entry: entry.update(before=None, after=None)]
    for version, change in zip((FIRST, ACT), changes, strict=True):
        for each in (*blind, change):
            lines = forged(lines, at(version, each))
    return of_viewers(lines)


def reordered(lines: Lines, order: Mapping[int, int]) -> Lines:
    """The log with the entries of other versions at some versions, counted as they stand, and signed again."""
    entries = {number: json.loads(json.loads(line)["entry"]) for number, line in enumerate(lines[1:], 1)}

    def moved(version: int, text: str) -> str:
        return json.dumps({**entries[order[version]], "version": version}) if version in order else text

    return forged(lines, moved)


def becomes(kind: str, **fields: Any) -> Callable[[Any], object]:
    """The change of an entry into one of another kind."""
    return lambda entry: entry.update(kind=kind, **fields)


def unchanged(_: Any) -> None:
    """The change that changes nothing."""


def announced(log: Lines, plain: Lines) -> Iterator[tuple[str, str, Lines]]:
    """Yield what was done to a log with announcements, or to one without; what has to be found, and the log."""
    again = {"operation": "opposed/resolve-attack", "input": OTHER, "covert": False}

    def forging(version: int, change: Callable[[Any], object]) -> Lines:
        return forged(log, at(version, change))

    def asked(entry: Any) -> None:
        entry["input"] = OTHER

    yield "the log announced", "holds", log
    yield "the log announced, of viewers", "holds", of_viewers(log)
    yield "an act other than announced: its input", "announced", forging(ACT, asked)
    yield "an act other than announced: its operation", "announced", forging(ACT, becomes("act", operation="opposed/x"))
    yield "an act other than announced: in secret", "announced", forging(ACT, becomes("act", secret=True))
    yield "an act other than announced: openly", "announced", forging(SECRET, becomes("act", secret=False))
    yield "an act other than announced, of viewers", "announced", of_viewers(forging(ACT, asked))
    yield "an announcement changed after the act", "announced", forging(FIRST, asked)
    yield "a void other than announced", "announced", forging(VOID, asked)
    yield "a withdrawal of something else", "announced", forging(BACK, asked)
    other = becomes("act", operation="opposed/x")
    yield "another operation than viewers saw announced", "announced", less_shown(log, unchanged, other)
    yield "another input than viewers saw in part", "holds", less_shown(log, unchanged, asked)
    yield "a correction in between", "announced", forging(BOR, becomes("correct"))
    yield "a secret correction in between", "announced", forging(ACT, becomes("correct", secret=True))
    yield "an undo in between", "announced", forging(BOR, becomes("undo"))
    yield "a seat in between", "announced", forging(BOR, becomes("join"))
    yield "the end in between", "announced", forging(BOR, becomes("end", dice_key=None))
    yield "two announcements", "announced", forging(BOR, becomes("announce", **again))
    yield "a value before the announcement", "announced", reordered(log, {FIRST: ANN, ANN: FIRST})
    yield "an act without an announcement", "announced", forging(COVERT, becomes("undo"))
    yield "a value without an announcement", "announced", forging(SECOND, becomes("undo"))
    yield "an act of viewers without an announcement", "announced", of_viewers(forging(THIRD, becomes("undo")))
    yield (
        "an announcement that does not say whether of a secret",
        "announced",
        forging(FIRST, becomes("announce", covert=0)),
    )
    yield "an announcement without an operation", "announced", forging(FIRST, becomes("announce", operation=None))
    waiting = forging(1, lambda entry: entry["dice_policy"].update(wait_for="everybody"))
    yield "nobody waited, but a withdrawal waits for nobody", "policy", waiting
    yield (
        "a withdrawal where nothing is announced",
        "announced",
        forged(plain, at(15, becomes("void", problem="withdrawn"))),
    )
    yield "an announcement that no policy asks for", "announced", forged(plain, at(UNDO, becomes("announce", **again)))
