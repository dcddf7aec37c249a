"""JSON Pointers (RFC 6901), and the replacement of a value at one."""

from typing import Annotated, Any

from pydantic import Field

from service.wire import Form

Pointer = Annotated[
    str,
    Field(pattern=r"^(/([^~/]|~[01])*)*$", max_length=500),
    Form("a JSON Pointer, such as /participants/0/endurance"),
]


class LeadsNowhere(LookupError):
    """A pointer names a part that is not there."""

    def __init__(self, word: str) -> None:
        """Set the first part that is not there."""
        super().__init__(word)
        self.word = word


def replaced(document: Any, pointer: str, value: Any) -> Any:
    """Put a value at a place of a document, and return the document; "-" as the last part appends to a list.

    Raises: LeadsNowhere.
    """
    whole = [document]
    *path, last = ["0", *words_of(pointer)]
    here: Any = whole
    for word in path:
        here = here[_key(here, word)]
    key = _key(here, last, new=True)
    if isinstance(here, list) and key == len(here):
        here.append(value)
    else:
        here[key] = value
    return whole[0]


def value_at(document: Any, pointer: str) -> Any:
    """Return the value at a place of a document.

    Raises: LeadsNowhere.
    """
    here = document
    for word in words_of(pointer):
        here = here[_key(here, word)]
    return here


def words_of(pointer: str) -> list[str]:
    """Return the parts of a pointer."""
    return [word.replace("~1", "/").replace("~0", "~") for word in pointer.split("/")[1:]]


def _key(here: Any, word: str, *, new: bool = False) -> Any:
    """Return the key or index that a part of a pointer names."""
    if isinstance(here, dict) and (new or word in here):
        return word
    if isinstance(here, list) and word.isdecimal() and int(word[:9]) < len(here):
        return int(word[:9])
    if isinstance(here, list) and new and word == "-":
        return len(here)
    raise LeadsNowhere(word)
