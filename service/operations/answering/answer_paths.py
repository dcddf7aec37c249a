"""Paths into answers: the parts that a type of answers has, and which of them the contract lists for `fields`."""

from collections.abc import Iterator, Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from typing_extensions import TypeAliasType

NAMES_LISTED: Final = 2
"""How many names the paths have at most that the contract lists; with longer ones it would be larger by a fifth."""
ANYTHING: Final = "*"
"""Stands for the names of an object that may have any."""

WORTH_A_GROUP: Final = 6
"""How many paths into a record are a group of their own."""

Kinds = tuple[Any, ...]
"""The types that a part of an answer may have."""
Parts = tuple[tuple[str, Any], ...]
"""The types of fields that an answer declares as plain JSON, by name."""


def paths_into(answers: Kinds, parts: Parts = ()) -> Mapping[str, tuple[str, ...]]:
    """Return the paths of one or two names into some answers, in groups with names.

    Answers that have the same record in the same place share its group. What a later answer has is in its group alone.
    """
    groups: dict[str, tuple[str, ...]] = {}
    told: set[str] = set()
    for position, answer in reversed(list(enumerate(answers))):
        own = []
        for name, kinds in known_in((answer,), parts).items():
            own.append(name)
            for each in _records_in(kinds):
                paths = tuple(_below(name, (each,), NAMES_LISTED - 1))
                if position or len(paths) < WORTH_A_GROUP:
                    own += paths
                elif not told.issuperset(paths):
                    groups[f"{each.__name__}In{_pascal(name)}"] = paths
        groups[f"{answer.__name__}Path"] = tuple([path for path in dict.fromkeys(own) if path not in told])
        told.update(own)
    return groups


def known_in(answers: Kinds, parts: Parts) -> Mapping[str, Kinds]:
    """Return the types of the fields of answers by name; `parts` are those of fields declared as plain JSON."""
    known = parts_in(answers)
    given: dict[str, Kinds] = {}
    for name, kind in parts:
        if name in known:
            given[name] = (*given.get(name, ()), kind)
    return {**known, **given}


def parts_in(kinds: Kinds) -> Mapping[str, Kinds]:
    """Return the types of the fields of some types by name: of the items, if one is a list."""
    found: dict[str, dict[Any, None]] = {}
    for record in _records_in(kinds):
        for name, kind in _fields_of(record):
            found.setdefault(name, {})[kind] = None
    return {name: tuple(each) for name, each in found.items()}


def _records_in(kinds: Kinds) -> Iterator[Any]:
    """Yield the records, models and objects of any names that types stand for: items of lists, members of unions."""
    for kind in map(_bare, dict.fromkeys(kinds)):
        if get_origin(kind) in (Union, UnionType, tuple, list):
            yield from _records_in(get_args(kind))
        elif _has_any_names(kind) or (isinstance(kind, type) and (issubclass(kind, BaseModel) or is_dataclass(kind))):
            yield kind


def _bare(kind: Any) -> Any:
    """Return a type without its name and what is annotated."""
    while isinstance(kind, TypeAliasType) or get_origin(kind) is Annotated:
        kind = kind.__value__ if isinstance(kind, TypeAliasType) else get_args(kind)[0]
    return kind


def _has_any_names(kind: Any) -> bool:
    return kind is Any or kind is dict or get_origin(kind) is dict


def _fields_of(record: Any) -> Iterator[tuple[str, Any]]:
    if _has_any_names(record):
        yield ANYTHING, get_args(record)[1] if get_args(record) else Any
    elif issubclass(record, BaseModel):
        yield from ((name, info.annotation) for name, info in record.model_fields.items())
    else:
        hints = get_type_hints(record, include_extras=True)
        yield from ((each.name, hints[each.name]) for each in fields_of(record))


def _below(before: str, kinds: Kinds, names: int) -> Iterator[str]:
    """Yield the paths into a part with so many names more."""
    for name, below in parts_in(kinds).items():
        if name != ANYTHING:
            yield f"{before}.{name}"
            if names > 1:
                yield from _below(f"{before}.{name}", below, names - 1)


def _pascal(name: str) -> str:
    return "".join([word.capitalize() for word in name.split("_")])
