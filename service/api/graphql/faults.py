"""Problems as GraphQL's callers read them: pointers and sentences name fields as the schema does, in camelCase.

Operations name fields in snake_case, as REST has them. A pointer of GraphQL leads into the arguments of a field: a
`@oneOf` input adds the name of its branch, which stands for the field that tells branches apart. What a caller sends as
JSON keeps its names, there and in sentences on it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

import orjson
from pydantic import BaseModel

from service.api.graphql.types.derive import ANY_JSON, ANY_OBJECT, camel, unwrapped
from service.api.graphql.types.inputs import tags_of
from service.errors import Fault, UmpireError
from service.operations.validation import detail_of

_WORDS: Final = re.compile(r'"[^"]*"?|(?<!\w)\'[^\']*\'|[a-z][a-z0-9]*(?:_[a-z0-9]+)+')
"""Quoted values, which stay as they are, and words in snake_case."""


def named_as_in_graphql(error: UmpireError, request: type[BaseModel], body: bytes) -> UmpireError:
    """Name the fields of an error as GraphQL does; `body` is the request as JSON, of the model `request`."""
    document = orjson.loads(body) if any(fault.pointer for fault in error.faults) else None
    faults = tuple([_renamed(fault, request, document) for fault in error.faults])
    if error.detail == detail_of(error.faults, error.more, stopped=error.stopped):
        error.detail = detail_of(faults, error.more, stopped=error.stopped)
    elif not all(_is_in_json(fault, request, document) for fault in error.faults):
        error.detail = _in_camel_case(error.detail, request)
    error.faults = faults
    return error


def _renamed(fault: Fault, request: type[BaseModel], document: Any) -> Fault:
    pointer = "".join(f"/{each}" for each in _path_of(request, document, fault.pointer.split("/")[1:]))
    if _is_in_json(fault, request, document):
        return replace(fault, pointer=pointer)
    return replace(fault, pointer=pointer, message=_in_camel_case(fault.message, request))


def _is_in_json(fault: Fault, request: type[BaseModel], document: Any) -> bool:
    *_, (_, kind) = _steps(request, document, fault.pointer.split("/")[1:])
    return kind is None or kind in ANY_JSON or kind in ANY_OBJECT


def _path_of(request: type[BaseModel], document: Any, tokens: Sequence[str]) -> list[str]:
    return [name for names, _ in _steps(request, document, tokens) for name in names]


def _steps(kind: Any, value: Any, tokens: Sequence[str]) -> Iterator[tuple[Sequence[str], Any]]:
    """Yield the names of each step along a pointer in GraphQL, with the type that it leads to; None inside JSON."""
    kind = _core_of(kind)
    yield (), kind
    for token in tokens:
        branch, kind = _branch_of(kind, value)
        value = _below(value, token)
        if isinstance(kind, type) and issubclass(kind, BaseModel) and token in kind.model_fields:
            names = () if token in dict(tags_of(kind)) else (camel(token),)
            kind = _core_of(kind.model_fields[token].annotation)
            yield (*branch, *names), kind
        elif get_origin(kind) in (tuple, list):
            kind = _core_of(get_args(kind)[0])
            yield (*branch, token), kind
        else:
            kind = None
            yield (*branch, token), kind


def _core_of(annotation: Any) -> Any:
    """Return a type without aliases, metadata and null."""
    core = unwrapped(annotation)[0]
    members = _members_of(core)
    return _core_of(members[0]) if len(members) == 1 else core


def _members_of(core: Any) -> list[Any]:
    is_union = get_origin(core) in (Union, UnionType)
    return [each for each in get_args(core) if each is not NoneType] if is_union else []


def _branch_of(kind: Any, value: Any) -> tuple[Sequence[str], Any]:
    """Return the name of the branch of a `@oneOf` input that a value is in, and its type; no name for other types."""
    for member in _members_of(kind):
        model = unwrapped(member)[0]
        for name, tag in list(tags_of(model))[:1]:
            if isinstance(value, dict) and value.get(name) == tag:
                return (camel(tag),), model
    return (), kind


def _below(value: Any, token: str) -> Any:
    if isinstance(value, list):
        return value[int(token)] if token.isdecimal() and int(token) < len(value) else None
    return value.get(token) if isinstance(value, dict) else None


def _in_camel_case(text: str, request: type[BaseModel]) -> str:
    """Write the names of the request's fields in a sentence as GraphQL does."""
    names = _names_in(request)
    return _WORDS.sub(lambda found: camel(found[0]) if found[0] in names else found[0], text)


@lru_cache(maxsize=256)
def _names_in(request: type[BaseModel]) -> frozenset[str]:
    """Return the names of all fields of a request at any depth."""
    found: dict[type[BaseModel], None] = {}
    pending: list[Any] = [request]
    while pending:
        core = unwrapped(pending.pop())[0]
        if isinstance(core, type) and issubclass(core, BaseModel):
            if core not in found:
                found[core] = None
                pending += [info.annotation for info in core.model_fields.values()]
        else:
            pending += [each for each in get_args(core) if each is not Ellipsis]
    return frozenset([name for model in found for name in model.model_fields])
