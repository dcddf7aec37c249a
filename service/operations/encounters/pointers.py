"""Corrections of a JSON document: values replaced or added at JSON Pointers."""

from collections.abc import Iterable
from typing import Any

from service.errors import UnfitRequest
from service.operations.encounters.requests import Correction


def corrected(document: Any, changes: Iterable[Correction]) -> Any:
    """Return a document with changes applied in order; "-" as the last part of a pointer appends to a list.

    Raises: UnfitRequest, if a pointer leads to no place in the document.
    """
    whole = [document]
    for position, change in enumerate(changes):
        *path, last = ["0", *_words(change.pointer)]
        here: Any = whole
        for word in path:
            here = here[_key(here, word, change.pointer, position)]
        key = _key(here, last, change.pointer, position, new=True)
        if isinstance(here, list) and key == len(here):
            here.append(change.value)
        else:
            here[key] = change.value
    return whole[0]


def _words(pointer: str) -> list[str]:
    return [word.replace("~1", "/").replace("~0", "~") for word in pointer.split("/")[1:]]


def _key(here: Any, word: str, pointer: str, position: int, *, new: bool = False) -> Any:
    """Return the key or index that a part of a pointer names."""
    if isinstance(here, dict) and (new or word in here):
        return word
    if isinstance(here, list) and word.isdecimal() and int(word[:9]) < len(here):
        return int(word[:9])
    if isinstance(here, list) and new and word == "-":
        return len(here)
    raise UnfitRequest(
        f"{pointer!r} leads nowhere in this state: there is no {word!r}.", pointer=f"/changes/{position}/pointer"
    )
