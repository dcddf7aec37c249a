"""Parts of the OpenAPI document: the operations of a group, with the components that they use."""

import re
from collections.abc import Collection
from typing import Any, Final

import orjson

Document = dict[str, Any]

_REFERENCE: Final = re.compile(rb'"#/components/([a-zA-Z]+)/([^"/]+)"')


def part_of(document: Document, operations: Collection[str], title: str) -> Document:
    """Return a document with the operations of these ids alone."""
    paths = {
        path: kept
        for path, methods in document["paths"].items()
        if (kept := {method: each for method, each in methods.items() if each.get("operationId") in operations})
    }
    paths = {path: {method: _linked(each, operations) for method, each in kept.items()} for path, kept in paths.items()}
    tags = {tag for methods in paths.values() for each in methods.values() for tag in each.get("tags", ())}
    return {
        **document,
        "info": {**document["info"], "title": title},
        "tags": [each for each in document["tags"] if each["name"] in tags],
        "paths": paths,
        "components": _reached(document["components"], paths),
    }


def _linked(operation: Document, operations: Collection[str]) -> Document:
    """Leave out links to operations that are not in the part."""
    responses = {}
    for status, response in operation["responses"].items():
        links = {name: each for name, each in response.get("links", {}).items() if each["operationId"] in operations}
        without = {key: value for key, value in response.items() if key != "links"}
        responses[status] = {**without, "links": links} if links else without
    return {**operation, "responses": responses}


def _reached(components: Document, paths: Document) -> Document:
    """Return the components that paths refer to, directly or not, in the order of the whole document."""
    reached: set[tuple[str, str]] = set()
    waiting = [orjson.dumps(paths)]
    while waiting:
        for kind, name in set(_REFERENCE.findall(waiting.pop())):
            key = kind.decode(), name.decode()
            if key not in reached:
                reached.add(key)
                waiting.append(orjson.dumps(components[key[0]][key[1]]))
    kept = {
        kind: {name: each for name, each in named.items() if kind == "securitySchemes" or (kind, name) in reached}
        for kind, named in components.items()
    }
    return {kind: named for kind, named in kept.items() if named}
