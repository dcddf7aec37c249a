"""What a service can do that signs what it likes: with announcements, which the published log `announced` has."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.verifier.forging import at, forged

Lines = Sequence[str]
FIRST, ANN, BOR, ACT, SECOND, AGAIN, BACK, COVERT, SECRET, THIRD, VOID = 4, 5, 6, 7, 9, 10, 11, 12, 13, 16, 17
"""The versions of announcements, values and what follows them in the published log."""
UNDO: Final = 7
"""An entry of the log without announcements that takes no draw."""
REFUSED: Final = 15
"""An entry of the log without announcements that was refused after rolling."""
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


def forging(log: Lines, version: int, kind: str, **fields: Any) -> Lines:
    """The log with an entry of another kind, or with other fields, signed by the service."""
    return forged(log, at(version, becomes(kind, **fields)))


def announced(log: Lines, plain: Lines) -> Iterator[tuple[str, str, Lines]]:
    """Yield what was done to a log with announcements, or to one without; what has to be found, and the log."""
    yield "the log announced", "holds", log
    yield "the log announced, of viewers", "holds", of_viewers(log)
    for name, lines in (other_acts(log) | in_between(log) | missing(log, plain)).items():
        yield name, "announced", lines
    yield "another input than viewers saw in part", "holds", less_shown(log, unchanged, at_input)
    waiting = forged(log, at(1, lambda entry: entry["dice_policy"].update(wait_for="everybody")))
    yield "nobody waited, but a withdrawal waits for nobody", "policy", waiting


def at_input(entry: Any) -> None:
    """Change the input of an entry."""
    entry["input"] = OTHER


def other_acts(log: Lines) -> dict[str, Lines]:
    """Logs in which something else was played than announced."""
    return {
        "an act other than announced: its input": forging(log, ACT, "act", input=OTHER),
        "an act other than announced: its operation": forging(log, ACT, "act", operation="opposed/x"),
        "an act other than announced: in secret": forging(log, ACT, "act", secret=True),
        "an act other than announced: openly": forging(log, SECRET, "act", secret=False),
        "an act other than announced, of viewers": of_viewers(forging(log, ACT, "act", input=OTHER)),
        "an announcement changed after the act": forging(log, FIRST, "announce", input=OTHER),
        "an announcement that does not say whether its act is secret": forging(log, FIRST, "announce", covert=0),
        "an announcement without an operation": forging(log, FIRST, "announce", operation=None),
        "a void other than announced": forging(log, VOID, "void", input=OTHER),
        "a withdrawal of something else": forging(log, BACK, "void", input=OTHER),
        "another operation than viewers saw announced": less_shown(
            log, unchanged, becomes("act", operation="opposed/x")
        ),
    }


def in_between(log: Lines) -> dict[str, Lines]:
    """Logs in which something stands between an announcement and its act."""
    return {
        "a correction in between": forging(log, BOR, "correct"),
        "a secret correction in between": forging(log, ACT, "correct", secret=True),
        "a secret correction in place of a secret act": forging(log, SECRET, "correct"),
        "a correction in between that changes no state": reordered(log, {THIRD - 1: THIRD, THIRD: THIRD - 1}),
        "an undo in between, of viewers": of_viewers(reordered(log, {SECOND - 1: SECOND, SECOND: SECOND - 1})),
        "an undo in between": forging(log, BOR, "undo"),
        "a seat in between": forging(log, BOR, "join"),
        "the end in between": forging(log, BOR, "end", dice_key=None),
        "two announcements": forging(log, BOR, "announce", operation="opposed/x", input=OTHER, covert=False),
    }


def missing(log: Lines, plain: Lines) -> dict[str, Lines]:
    """Logs in which nothing was announced, or nothing could be."""
    return {
        "a value before the announcement": reordered(log, {FIRST: ANN, ANN: FIRST}),
        "an act without an announcement": forging(log, COVERT, "undo"),
        "a value without an announcement": forging(log, SECOND, "undo"),
        "an act of viewers without an announcement": of_viewers(forging(log, THIRD, "undo")),
        "a withdrawal where nothing is announced": forging(plain, REFUSED, "void", problem="withdrawn"),
        "an announcement that no policy asks for": forging(plain, UNDO, "announce", covert=False),
    }
