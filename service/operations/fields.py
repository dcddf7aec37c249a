"""Chosen fields: a request may name the parts of the answer that it wants, as dotted paths in `fields`."""

from collections.abc import Iterator, Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass, replace
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import orjson
from orjson import Fragment
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from service.errors import DoesNotFit, Fault
from service.operations.answering.resolution import NeedsDice
from service.operations.registry import Operation
from service.spelling import nearest
from service.wire import DISTINCT, REST_ONLY, Written, record, to_json

MAX_FIELDS: Final = 50
MAX_LISTED: Final = 20
ANYTHING: Final = "*"
"""Stands for the names of an object that may have any."""

Tree = Mapping[str, Any]
"""The chosen parts by name; an empty tree is all of a part."""

FieldPath = Annotated[str, Field(min_length=1, max_length=200)]
ChosenFields = Annotated[
    Annotated[tuple[FieldPath, ...], Field(min_length=1, max_length=MAX_FIELDS), DISTINCT] | None,
    Field(
        description=(
            "The parts of the answer that are wanted, such as `outcome.verdict`; a path through a list applies to each "
            "item. The answer has `status: selected` and only these parts. Null: the whole answer."
        )
    ),
    REST_ONLY,
]


@record
class SelectedAnswer:
    """The parts of an answer that the request has chosen by `fields`, nested as in the whole answer."""

    __pydantic_config__ = ConfigDict(extra="allow")

    status: Annotated[Literal["selected"], Field(description="The answer has only the chosen parts.")]


class Selected(Written):
    """The chosen parts of an answer as JSON; `dice` are those of the whole answer."""

    __slots__ = ("dice",)

    def __init__(self, answer: bytes, header_fields: Mapping[str, Any], dice: Any) -> None:
        """Set the JSON, the fields that response headers quote, and the dice."""
        super().__init__(answer, header_fields)
        self.dice = dice


def with_fields(operation: Operation) -> Operation:
    """Return an operation whose requests may choose parts of the answer; what they choose is checked first."""
    if "fields" not in operation.request.model_fields:
        return operation
    run_whole = operation.run

    async def run(request: Any) -> Any:
        if request.fields is None:
            return await run_whole(request)
        require_known(request.fields, operation.answers[0])
        return selected(await run_whole(request), request.fields)

    return replace(operation, run=run, rest_answers=(SelectedAnswer,))


@lru_cache(maxsize=256)
def require_known(paths: tuple[str, ...], answer: Any, parts: tuple[tuple[str, Any], ...] = ()) -> None:
    """Refuse paths that are in no answer of a type; `parts` are the types of fields that are declared as plain JSON.

    Raises: DoesNotFit, naming each path, and what may have been meant.
    """
    faults = []
    for position, path in enumerate(paths):
        message = _fault_in(path, answer, dict(parts))
        if message is not None:
            faults.append(Fault(pointer=f"/fields/{position}", code="unknown_field", message=message, rule=None))
    if faults:
        raise DoesNotFit(" ".join(each.message for each in faults[:3]), faults=tuple(faults))


def selected(answer: Any, paths: tuple[str, ...]) -> Any:
    """Return the chosen parts of an answer, or the answer itself if it waits for dice."""
    headers: Mapping[str, Any] = {}
    document, dice = answer, getattr(answer, "dice", None)
    if isinstance(answer, Written):
        document, headers = orjson.loads(to_json(answer)), answer.header_fields
        if document["status"] == "needs_dice":
            return answer
    elif isinstance(answer, NeedsDice):
        return answer
    elif hasattr(answer, "version"):
        headers = {"version": answer.version}
    chosen = {**_cut(document, _tree_of(paths)), "status": "selected"}
    return Selected(to_json({"status": None, **chosen}), headers, dice)


@lru_cache(maxsize=256)
def _tree_of(paths: tuple[str, ...]) -> Tree:
    """Return the paths as a tree; a path to a whole part includes the paths into it."""
    tree: dict[str, Any] = {}
    for path in sorted(paths, key=lambda each: each.count(".")):
        here = tree
        for name in path.split("."):
            if name in here and not here[name]:
                break
            here = here.setdefault(name, {})
    return tree


def _cut(value: Any, tree: Tree) -> Any:
    """Return the parts of a value in a tree."""
    if not tree:
        return value
    if isinstance(value, Fragment):
        value = orjson.loads(to_json(value))
    if isinstance(value, tuple | list):
        return [_cut(each, tree) for each in value]
    parts = value if isinstance(value, dict) else _attributes(value)
    return value if parts is None else {name: _cut(part, tree[name]) for name, part in parts.items() if name in tree}


def _attributes(value: Any) -> Mapping[str, Any] | None:
    if isinstance(value, BaseModel):
        return value.__dict__
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields_of(value)}
    return None


def _fault_in(path: str, answer: Any, parts: Mapping[str, Any]) -> str | None:
    """Return the sentence on a path that is in no answer; None if it is in one."""
    here, before = answer, ""
    for name in path.split("."):
        known = dict(_fields_in(here))
        if not before:
            known |= {each: kind for each, kind in parts.items() if each in known}
        if name not in known and ANYTHING not in known:
            return _unknown(path, name, before, tuple(known))
        here, before = known.get(name, known.get(ANYTHING)), f"{before}{name}."
    return None


def _unknown(path: str, name: str, before: str, known: tuple[str, ...]) -> str:
    near = nearest(name, known)
    if near is not None:
        return f"Unknown field {path} in `fields`: did you mean {before}{near}?"
    where = before.rstrip(".") or "the answer"
    if not known:
        return f"Unknown field {path} in `fields`: {where} has no fields."
    more = f" and {len(known) - MAX_LISTED} more" if len(known) > MAX_LISTED else ""
    return f"Unknown field {path} in `fields`: {where} has {', '.join(known[:MAX_LISTED])}{more}."


def _fields_in(annotation: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names and types of the fields of a type: of its items, if it is a list; of all types of a union."""
    while isinstance(annotation, TypeAliasType) or get_origin(annotation) is Annotated:
        annotation = annotation.__value__ if isinstance(annotation, TypeAliasType) else get_args(annotation)[0]
    origin = get_origin(annotation)
    if annotation is Any or origin is dict or annotation is dict:
        yield ANYTHING, get_args(annotation)[1] if get_args(annotation) else Any
    elif origin in (Union, UnionType, tuple, list):
        for each in dict.fromkeys(get_args(annotation)):
            yield from _fields_in(each)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from ((name, info.annotation) for name, info in annotation.model_fields.items())
    elif isinstance(annotation, type) and is_dataclass(annotation):
        hints = get_type_hints(annotation, include_extras=True)
        yield from ((each.name, hints[each.name]) for each in fields_of(annotation))
