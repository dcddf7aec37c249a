"""Deprecations over GraphQL: `@deprecated` in the schema, and what answers say to whoever uses it.

GraphQL has no custom of its own for answers, so they say it twice: over HTTP with the headers of REST, and everywhere
as `extensions.deprecations`, a list of what the document used, because WebSockets have no headers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    get_named_type,
    is_required_argument,
    is_required_input_field,
)

from service.operations.deprecations import Deprecation
from service.operations.registry import Operation

Part = GraphQLArgument | GraphQLInputField


def mark_deprecated(
    roots: Mapping[str, GraphQLField], operations: Iterable[Operation], table: Iterable[Deprecation]
) -> None:
    """Mark in a schema what a table says to be deprecated: root fields, their arguments, and fields of input types.

    `roots` are the root fields by the GraphQL names of operations. What must be sent is described as deprecated and not
    marked, because GraphQL allows no `@deprecated` there.

    Raises: ValueError, if the table names a field that is not there. Operations that the schema leaves out are skipped.
    """
    names = {each.name: each.camel_name for each in operations}
    for each in table:
        if each.operation not in names:
            continue
        called = roots[names[each.operation]]
        if not each.field:
            called.deprecation_reason = reason_of(each)
            continue
        found = list(_parts(called.args, tuple(each.field.split("."))))
        if not found:
            raise ValueError(f"{each.field} of {each.operation} is deprecated, and no field is called so.")
        for part in found:
            _mark(part, reason_of(each))


def reason_of(deprecation: Deprecation) -> str:
    """Return what to do instead, and until when."""
    end = f" It ends on {deprecation.sunset}." if deprecation.sunset is not None else ""
    return deprecation.instead + end


def extensions_of(used: Sequence[Deprecation]) -> dict[str, Any]:
    """Return the `extensions` of an answer: what the document used, each once; empty, if it used nothing deprecated."""
    listed = [
        {
            "operation": each.operation,
            **({"field": each.field} if each.field else {}),
            "since": each.since.isoformat(),
            **({"sunset": each.sunset.isoformat()} if each.sunset is not None else {}),
            "instead": each.instead,
        }
        for each in dict.fromkeys(used)
    ]
    return {"deprecations": listed} if listed else {}


def _mark(part: Part, reason: str) -> None:
    is_required = is_required_argument(part) if isinstance(part, GraphQLArgument) else is_required_input_field(part)
    if is_required:
        told = f"Deprecated: {reason}"
        part.description = f"{part.description}\n\n{told}" if part.description else told
    else:
        part.deprecation_reason = reason


def _parts(parts: Mapping[str, Part], names: tuple[str, ...]) -> Iterator[Part]:
    """Yield the arguments or input fields that a path of names leads to, in every branch of a choice."""
    for part in parts.values():
        inner = get_named_type(part.type)
        fields = inner.fields if isinstance(inner, GraphQLInputObjectType) else {}
        if part.out_name != names[0]:
            continue
        if len(names) == 1:
            yield part
        elif getattr(inner, "is_one_of", False):
            for branch in fields.values():
                chosen = get_named_type(branch.type)
                yield from _parts(chosen.fields if isinstance(chosen, GraphQLInputObjectType) else {}, names[1:])
        else:
            yield from _parts(fields, names[1:])
