"""Deprecations in the contract: operations and fields of requests marked `deprecated`, with what to do instead."""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any, Final

from service.operations.deprecations import Deprecation
from service.operations.registry import Registry

_PREFIX: Final = "#/components/schemas/"


def mark_deprecated(
    registry: Registry, table: Iterable[Deprecation], paths: dict[str, Any], components: dict[str, Any]
) -> None:
    """Mark in a document what a table says to be deprecated; the components are copied before they are changed.

    Raises: ValueError, if the table names something that is not there.
    """
    for each in table:
        operation = registry.get(each.operation)
        if operation is None:
            raise ValueError(f"{each.operation} is deprecated, and no operation is called so.")
        described = paths[operation.path][operation.method.lower()]
        if not each.field:
            _mark(described, each)
            continue
        *way, last = each.field.split(".")
        places = [parameter for parameter in described.get("parameters", ()) if not way and parameter["name"] == last]
        body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if body is not None:
            places += _properties(body, (*way, last), components)
        if not places:
            raise ValueError(f"{each.field} of {each.operation} is deprecated, and no field is called so.")
        for place in places:
            _mark(place, each)


def _mark(place: dict[str, Any], deprecation: Deprecation) -> None:
    end = f" It ends on {deprecation.sunset}." if deprecation.sunset is not None else ""
    place["deprecated"] = True
    place["description"] = f"{place.get('description', '')}\n\nDeprecated: {deprecation.instead}{end}".lstrip()


def _properties(schema: dict[str, Any], names: tuple[str, ...], components: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the properties that a path of names leads to, in every alternative and in the items of lists."""
    reference = schema.get("$ref", "")
    if reference:
        name = reference.removeprefix(_PREFIX)
        components[name] = deepcopy(components[name])
        yield from _properties(components[name], names, components)
        return
    for inner in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("prefixItems", ())):
        yield from _properties(inner, names, components)
    if isinstance(schema.get("items"), dict):
        yield from _properties(schema["items"], names, components)
    found = schema.get("properties", {}).get(names[0])
    if found is not None:
        yield from [found] if len(names) == 1 else _properties(found, names[1:], components)
