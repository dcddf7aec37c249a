"""Chosen fields: a request may name the parts of the answer that it wants, as dotted paths in `fields`."""

from collections.abc import Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import orjson
from orjson import Fragment
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from service.errors import DoesNotFit, Fault
from service.errors.spelling import nearest
from service.operations.answering.answer_paths import ANYTHING, Kinds, Parts, known_in, parts_in
from service.operations.answering.resolution import NeedsDice
from service.operations.registry import Operation
from service.wire import DISTINCT, REST_ONLY, Written, record, to_json

MAX_FIELDS: Final = 50
MAX_LISTED: Final = 20
WAITING: Final = frozenset({"need", "needs"})
"""The parts of an answer that waits for dice, by which a request shows that it expects one."""

Tree = Mapping[str, Any]
"""The chosen parts by name; an empty tree is all of a part."""

FieldPath = Annotated[str, Field(min_length=1, max_length=200)]
ChosenFields = Annotated[
    Annotated[tuple[FieldPath, ...], Field(min_length=1, max_length=MAX_FIELDS), DISTINCT] | None,
    Field(description="The parts of the answer to return; paths may also be longer. Null: all of it."),
    REST_ONLY,
]


def _as_enumeration(schema: JsonDict) -> None:
    """Write a constant as an enumeration of one: beside members of any name, orval writes no code for a constant."""
    schema["enum"] = [schema.pop("const")]


@record
class SelectedAnswer:
    """The parts of an answer that the request has chosen by `fields`, nested as in the whole answer."""

    __pydantic_config__ = ConfigDict(extra="allow")

    status: Annotated[
        Literal["selected"],
        Field(description="The answer has only the chosen parts.", json_schema_extra=_as_enumeration),
    ]


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
        require_known(request.fields, operation.answers)
        return selected(await run_whole(request), request.fields)

    return replace(operation, run=run, rest_answers=(SelectedAnswer,))


@lru_cache(maxsize=256)
def require_known(paths: tuple[str, ...], answers: Kinds, parts: Parts = ()) -> None:
    """Refuse paths that are in none of some answers; `parts` are the types of fields declared as plain JSON.

    Raises: DoesNotFit, naming each path, and what may have been meant.
    """
    faults = []
    for position, path in enumerate(paths):
        message = _fault_in(path, answers, parts)
        if message is not None:
            faults.append(Fault(pointer=f"/fields/{position}", code="unknown_field", message=message, rule=None))
    if faults:
        raise DoesNotFit(" ".join(each.message for each in faults[:3]), faults=tuple(faults))


def selected(answer: Any, paths: tuple[str, ...]) -> Any:
    """Return the chosen parts of an answer; one that waits for dice is whole, unless its `need` is chosen."""
    headers: Mapping[str, Any] = {}
    document, dice, waits = answer, getattr(answer, "dice", None), isinstance(answer, NeedsDice)
    if isinstance(answer, Written):
        document, headers = orjson.loads(to_json(answer)), answer.header_fields
        waits = document["status"] == "needs_dice"
    elif hasattr(answer, "version"):
        headers = {"version": answer.version}
    tree = _tree_of(paths)
    if waits and WAITING.isdisjoint(tree):
        return answer
    chosen = {**_cut(document, tree), "status": "selected"}
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


def _fault_in(path: str, answers: Kinds, parts: Parts) -> str | None:
    """Return the sentence on a path that is in no answer; None if it is in one."""
    known, before = known_in(answers, parts), ""
    for name in path.split("."):
        if name not in known and ANYTHING not in known:
            return _unknown(path, name, before, tuple(known))
        known, before = parts_in(known.get(name, known.get(ANYTHING, ()))), f"{before}{name}."
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
