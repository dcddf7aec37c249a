"""Shared components of the OpenAPI document: parts that several operations have are written once and referenced.

The document has no references to other files. Error responses, parameters and examples become components, and so does
a long field that many models have. An answer model does not extend the request model whose fields it has: in answers
every field is required, of nested models too, and checkers of generated code refuse a model that requires what its base
leaves open.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, Final

import orjson

Document = dict[str, Any]

CONFLICT: Final = "409"
REFUSED: Final = "The request cannot be carried out; `x-problems` of the operation lists the reasons."
LISTED_IN_NAME: Final = 3
"""The number of problems up to which a response is named after them."""

SHARED_FROM: Final = 3
"""The number of models in which a field must occur identically to become a component."""
_PATHS: Final = re.compile(r"Path$|In[A-Z][a-z]+$")
"""How names of lists of paths for `fields` end."""
LONG_FIELD: Final = 90
"""The bytes of JSON that a field must have to become a component."""


def with_shared_components(document: Document) -> Document:
    """Return the document with its repetitions moved to `components`."""
    schemas = _with_shared_fields(_with_shared_paths(document["components"]["schemas"]))
    shared = _Shared()
    paths = {
        path: {method: shared.operation(operation) for method, operation in methods.items()}
        for path, methods in document["paths"].items()
    }
    components = {**document["components"], "schemas": schemas, **shared.components()}
    return {**document, "paths": paths, "components": components}


class _Shared:
    """The components that operations share, in the order of their first use."""

    def __init__(self) -> None:
        self._components: dict[str, dict[str, Any]] = {"responses": {}, "parameters": {}, "examples": {}}

    def components(self) -> Mapping[str, Any]:
        """Return the components by kind; kinds without components are left out."""
        return {kind: components_of_kind for kind, components_of_kind in self._components.items() if components_of_kind}

    def operation(self, operation: Document) -> Document:
        """Return an operation in which shared parts are replaced by references."""
        described = {**operation}
        if "parameters" in described:
            described["parameters"] = [
                self._reference("parameters", _pascal(each["name"]), each) for each in described["parameters"]
            ]
        if "requestBody" in described:
            described["requestBody"] = self._body(described["requestBody"])
        described["responses"] = {
            status: self._response(status, each) for status, each in operation["responses"].items()
        }
        if refusals := _problems_in(operation["responses"].get(CONFLICT, {})):
            described["x-problems"] = {CONFLICT: refusals}
        return described

    def _body(self, body: Document) -> Document:
        """Return a body or a response whose examples are replaced by references."""
        content = {}
        for media_type, media in body["content"].items():
            examples = {
                title: self._reference("examples", _pascal(title), example)
                for title, example in media.get("examples", {}).items()
            }
            content[media_type] = {**media, **({"examples": examples} if examples else {})}
        return {**body, "content": content}

    def _response(self, status: str, response: Document) -> Document:
        """Return a reference to the response of some problems, or a response with shared examples.

        Nearly every operation has its own list of refusals (409), so they share a response without the list.
        """
        slugs = _problems_in(response)
        if not slugs:
            return self._body(response) if "content" in response else response
        if status == CONFLICT:
            return self._reference("responses", "Refused", {**response, "description": REFUSED})
        name = "Or".join(map(_pascal, slugs)) if len(slugs) <= LISTED_IN_NAME else f"Problem{status}"
        return self._reference("responses", name, {**response, "x-problems": slugs})

    def _reference(self, kind: str, name: str, value: Any) -> Document:
        """Return a reference to a component; a different component of the same name gets a number."""
        components_of_kind, number = self._components[kind], 1
        while components_of_kind.setdefault(numbered := name if number == 1 else f"{name}{number}", value) != value:
            number += 1
        return {"$ref": f"#/components/{kind}/{numbered}"}


def _problems_in(response: Document) -> list[str]:
    """Return the slugs of the problems of a response; empty if the response is no problem."""
    is_problem = "application/problem+json" in response.get("content", {})
    return re.findall(r"`([a-z0-9-]+)`", response["description"]) if is_problem else []


def _pascal(words: str) -> str:
    return "".join([word[:1].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", words)])


def _with_shared_paths(schemas: Document) -> Document:
    """Write lists of paths that several operations have identically once, under what their names end with."""
    alike: dict[bytes, list[str]] = defaultdict(list)
    for name, schema in schemas.items():
        if _PATHS.search(name) and "enum" in schema:
            alike[_written(schema)].append(name)
    kept: dict[str, str] = {}
    taken: Counter[str] = Counter()
    for names in alike.values():
        shared = _free(_common_ending(names) if len(names) > 1 else names[0], taken)
        kept |= dict.fromkeys(names, shared)
    written = {kept.get(name, name): _renamed(schema, kept) for name, schema in schemas.items()}
    return dict(sorted(written.items()))


def _common_ending(names: list[str]) -> str:
    """Return the words that all names end with."""
    words = [re.findall(r"[A-Z][a-z0-9]*", name) for name in names]
    ending = takewhile(lambda each: len(set(each)) == 1, zip(*map(reversed, words), strict=False))
    return "".join(reversed([word for word, *_ in ending]))


def _free(name: str, taken: Counter[str]) -> str:
    """Return a name, with a number if it was taken before."""
    taken[name] += 1
    return name if taken[name] == 1 else f"{name}{taken[name]}"


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """Return a part of the document in which some components have other names."""
    if isinstance(part, list):
        return [_renamed(each, names) for each in part]
    if not isinstance(part, dict):
        return part
    head, _, name = str(part.get("$ref", "")).rpartition("/")
    if name in names:
        return {**part, "$ref": f"{head}/{names[name]}"}
    return {key: _renamed(each, names) for key, each in part.items()}


def _with_shared_fields(schemas: Document) -> Document:
    """Make components of long fields that several models have identically."""
    fields = list(_fields_of(schemas))
    often = Counter(_written(field) for _, _, field in fields)
    chosen: dict[bytes, str] = {}
    taken: Counter[str] = Counter()
    for _, name, field in fields:
        written = _written(field)
        if often[written] >= SHARED_FROM and len(written) >= LONG_FIELD and written not in chosen:
            chosen[written] = _free(f"{_pascal(name.replace('_', ' '))}Field", taken)
    shared = {
        model: {**schema, "properties": {name: _shared(field, chosen) for name, field in schema["properties"].items()}}
        if "properties" in schema
        else schema
        for model, schema in schemas.items()
    }
    return dict(sorted({**shared, **{name: orjson.loads(field) for field, name in chosen.items()}}.items()))


def _shared(field: Any, chosen: Mapping[bytes, str]) -> Any:
    name = chosen.get(_written(field))
    return field if name is None else {"$ref": f"#/components/schemas/{name}"}


def _fields_of(schemas: Document) -> Iterator[tuple[str, str, Any]]:
    for model, schema in schemas.items():
        for name, field in schema.get("properties", {}).items():
            yield model, name, field


def _written(field: Any) -> bytes:
    return orjson.dumps(field)
