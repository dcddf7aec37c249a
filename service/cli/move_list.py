"""Legal moves as a numbered list for people, as the option `--text` prints it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from service.operations.answering.answer_texts import notes_of_move

LISTED: Final = "legal-moves"
"""The operations that list moves, by the last part of their names."""


def lists_moves(operation: str) -> bool:
    """Return whether an operation answers with moves."""
    return operation.rpartition("/")[2] == LISTED


def move_list(answer: Mapping[str, Any]) -> str:
    """Return the moves of an answer, which is JSON: those of each figure numbered, and what is barred, and why."""
    figures = answer.get("outcome", answer)["figures"]
    return "".join([f"{line}\n" for figure in figures for line in _lines_of(figure)])


def _lines_of(figure: Mapping[str, Any]) -> Iterator[str]:
    yield f"{figure['figure']} has no choice:" if figure["forced"] else f"{figure['figure']}:"
    for number, move in enumerate(figure["moves"], 1):
        yield f"{number:4}  {move['label']}{_notes_of(move)}"
    for place in figure["places"]:
        yield f"      {place['label']} to one of {len(place['hexes'])} hexes"
    if figure["truncated"]:
        yield "      ... and more, which are not listed"
    for barred in figure["barred"]:
        rule = f" ({barred['rule']})" if barred["rule"] else ""
        yield f"   -  {barred['label']}: {barred['why']}{rule}"


def _notes_of(move: Mapping[str, Any]) -> str:
    notes = [*notes_of_move(move), *_needs_of(move["needs"])]
    return f"   ({'; '.join(notes)})" if notes else ""


def _needs_of(needs: Iterable[str]) -> list[str]:
    named = [each.rpartition("/")[2] for each in needs]
    return [f"say {' and '.join(named)}"] if named else []
