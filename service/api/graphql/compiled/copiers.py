"""Copiers: for each selection of an object, one function is written that makes a dictionary of its attributes.

Such a function reads an attribute, asks whether it is null, and converts it, without a loop over the fields. Response
keys and attributes are names of the document and of the schema, and are written as string literals.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

Write = Callable[[Any], Any]
BUILTINS: Final[dict[str, Any]] = {}
"""A copier calls nothing but what it is given."""


class Names(dict[Any, str]):
    """The names of an enumeration's members in the schema, by value."""

    def __call__(self, value: Any) -> str:
        """Return the name of a value."""
        return self[value]


@dataclass(frozen=True, slots=True)
class Listed:
    """What converts each item of a list."""

    write: Write

    def __call__(self, values: Any) -> list[Any]:
        """Convert a list, in which items may be null."""
        return [None if value is None else self.write(value) for value in values]


class Change(NamedTuple):
    """How a field of a record is converted to JSON; the JSON of its default is made only once."""

    write: Write
    default: Any = None
    written: Any = None


def copier_of(constants: Mapping[str, Any], attributes: Mapping[str, str], changes: Mapping[str, Change]) -> Write:
    """Return a function that copies attributes to a dictionary in the order selected, and converts them to JSON.

    `constants` has all response keys in their order, with the values of those that are no attributes; `attributes` has
    the attribute of each other key, and `changes` how it is converted, if it is.
    """
    if not attributes:
        fixed = dict(constants)
        return lambda _value: fixed
    given: dict[str, Any] = {"__builtins__": BUILTINS}
    fields, parts = "(fields := value.__dict__)", list[str]()
    for n, (key, constant) in enumerate(constants.items()):
        made = repr(constant)
        if key in attributes:
            made, fields = _written(n, f"{fields}[{attributes[key]!r}]", changes.get(key), given), "fields"
        parts.append(f"{key!r}: {made}")
    code = compile(f"lambda value: {{{', '.join(parts)}}}", "<selection>", "eval")
    return FunctionType(next(each for each in code.co_consts if isinstance(each, CodeType)), given)


def _written(n: int, read: str, change: Change | None, given: dict[str, Any]) -> str:
    """Write how an attribute that is read so is copied; what that calls is added to what is given."""
    if change is None:
        return read
    write = given[f"w{n}"] = change.write
    made = f"w{n}(x)"
    if isinstance(write, Names):
        made = f"w{n}[x]"
    elif isinstance(write, Listed):
        given[f"w{n}"] = write.write
        made = f"[None if i is None else w{n}(i) for i in x]"
    if change.default is not None:
        given |= {f"d{n}": change.default, f"j{n}": change.written}
        made = f"j{n} if x is d{n} else {made}"
    return f"None if (x := {read}) is None else {made}"
