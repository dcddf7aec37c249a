"""Comparison of JSON documents: the first difference between two, with a pointer that exists in the found document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import orjson

from service.operations.validation import quoted
from service.wire import Frozen, to_json

SMALLEST: Final = -(2**63)
LARGEST: Final = 2**64 - 1
WHOLE_ROLLS: Final = "faces"
"""Lists of a step that are compared as a whole: a roll is one thing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference: `pointer` leads to the found value, or to the object or list that lacks one; and both values."""

    pointer: str
    expected: Any
    found: Any
    text: str


def first_difference(name: str, expected: Any, found: Any, pointer: str = "") -> Difference | None:
    """Compare in the order of the expected document; additional values come last. `name` names the document in texts.

    Numbers are compared by value, as in JSON: 5 is 5.0.
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return _between_objects(name, expected, found, pointer)
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        return _between_lists(name, expected, found, pointer)
    return None if _same(expected, found) else _unlike(name, expected, found, pointer)


@cache
def _defaults_of(options: type[Frozen]) -> dict[str, Any]:
    """Return the default of each option of a family, as it is written."""
    defaults: dict[str, Any] = orjson.loads(to_json(options()))
    return defaults


def without_newer_options(rulings: Mapping[str, Any], claimed: Any, options: type[Frozen]) -> dict[str, Any]:
    """Return rulings without the options that the claimed ones lack, if these are at their default.

    The claim may be older than such an option, and follows from the rules nevertheless.
    """
    usual = _defaults_of(options)
    known = claimed if isinstance(claimed, Mapping) else usual
    return {name: chosen for name, chosen in rulings.items() if name in known or chosen != usual[name]}


def lacking(name: str, expected: Any, pointer: str, key: str | int) -> Difference:
    """Return the difference of a document that lacks a value in the object or list at a pointer."""
    text = f"The {name} has no {pointer}/{escaped(key)}, where the rules give {quoted(expected)}."
    return Difference(pointer, expected, None, text)


def escaped(key: str | int) -> str:
    """Write a key as a part of a JSON Pointer."""
    return str(key).replace("~", "~0").replace("/", "~1")


def writable_or_quoted(value: Any) -> Any:
    """Return a value unchanged, or quoted as text if the JSON writer cannot write it: integers over 64 bits."""
    return value if unwritable(value) is None else quoted(value)


def unwritable(value: Any) -> tuple[str, Any] | None:
    """Return pointer and value of the first part that cannot be written as JSON (an integer over 64 bits), or None."""
    try:
        to_json(value)
    except TypeError:
        return _too_large(value, "") or ("", value)
    return None


def _too_large(value: Any, pointer: str) -> tuple[str, Any] | None:
    if isinstance(value, int):
        return None if SMALLEST <= value <= LARGEST else (pointer, value)
    if isinstance(value, Mapping):
        items: Iterable[tuple[Any, Any]] = value.items()
    else:
        items = enumerate(value) if isinstance(value, list | tuple) else ()
    found = (_too_large(each, f"{pointer}/{escaped(key)}") for key, each in items)
    return next((each for each in found if each is not None), None)


def _between_objects(
    name: str, expected: Mapping[str, Any], found: Mapping[str, Any], pointer: str
) -> Difference | None:
    for key, value in expected.items():
        if key not in found:
            return lacking(name, value, pointer, key)
        difference = first_difference(name, value, found[key], f"{pointer}/{escaped(key)}")
        if difference is not None:
            return difference
    more = next((key for key in found if key not in expected), None)
    return None if more is None else _added(name, found[more], f"{pointer}/{escaped(more)}")


def _between_lists(name: str, expected: Sequence[Any], found: Sequence[Any], pointer: str) -> Difference | None:
    if pointer.startswith("/steps/") and pointer.endswith(f"/{WHOLE_ROLLS}"):
        return None if list(expected) == list(found) else _unlike(name, list(expected), list(found), pointer)
    for position, (one, other) in enumerate(zip(expected, found, strict=False)):
        difference = first_difference(name, one, other, f"{pointer}/{position}")
        if difference is not None:
            return difference
    shorter = min(len(expected), len(found))
    if len(found) > shorter:
        return _added(name, found[shorter], f"{pointer}/{shorter}")
    return lacking(name, expected[shorter], pointer, shorter) if len(expected) > shorter else None


def _added(name: str, found: Any, pointer: str) -> Difference:
    text = f"The {name} has {quoted(found)} at {pointer}, where the rules give nothing."
    return Difference(pointer, None, writable_or_quoted(found), text)


def _unlike(name: str, expected: Any, found: Any, pointer: str) -> Difference:
    text = f"At {pointer} the rules give {quoted(expected)}, the {name} says {quoted(found)}."
    return Difference(pointer, expected, writable_or_quoted(found), text)


def _same(expected: Any, found: Any) -> bool:
    """Return whether two values that are not both objects or both lists are equal; true is not 1."""
    return bool(expected == found) and isinstance(expected, bool) is isinstance(found, bool)
