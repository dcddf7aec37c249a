"""Documents that fit a model, made from its JSON Schema; wherever a text is free it may be somebody's id."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from pydantic import BaseModel

Schema = Mapping[str, Any]
LIKELY = ("sword_thrust", "grab", "launch-volley", "raise-shield-wall", "AS", "2d-1", "running")
"""Texts that have to follow a pattern, some pattern each."""


def documents(model: type[BaseModel], ids: Sequence[str]) -> st.SearchStrategy[Any]:
    """Documents that the model's schema allows, most of them small."""
    schema = model.model_json_schema()
    return _of(schema, schema.get("$defs", {}), tuple(ids))


def _of(schema: Schema, known: Schema, ids: tuple[str, ...]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        named = schema["$ref"].rpartition("/")[2]
        return st.deferred(lambda: _of(known[named], known, ids))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return st.one_of([_of(each, known, ids) for each in schema[union]])
    return _typed(schema, known, ids)


def _typed(schema: Schema, known: Schema, ids: tuple[str, ...]) -> st.SearchStrategy[Any]:
    if schema["type"] == "object":
        return _object(schema, known, ids)
    if "prefixItems" in schema:
        return st.tuples(*[_of(each, known, ids) for each in schema["prefixItems"]]).map(list)
    if schema["type"] == "array":
        least, most = schema.get("minItems", 0), schema.get("maxItems", 3)
        unique = str if schema.get("uniqueItems") else None
        items = _of(schema["items"], known, ids)
        return st.lists(items, min_size=least, max_size=min(most, least + 2), unique_by=unique)
    return PLAIN[schema["type"]](schema, ids)


def _number(schema: Schema, _: tuple[str, ...]) -> st.SearchStrategy[Any]:
    least = schema.get("minimum", schema.get("exclusiveMinimum", 0))
    return st.floats(least, schema["maximum"], exclude_min="exclusiveMinimum" in schema, allow_nan=False)


PLAIN: Mapping[str, Callable[[Schema, tuple[str, ...]], st.SearchStrategy[Any]]] = {
    "string": lambda schema, ids: st.sampled_from(LIKELY if "pattern" in schema else ids),
    "integer": lambda schema, _: st.integers(schema["minimum"], schema["maximum"]) | st.just(schema["minimum"]),
    "number": _number,
    "boolean": lambda *_: st.booleans(),
    "null": lambda *_: st.none(),
}


def _object(schema: Schema, known: Schema, ids: tuple[str, ...]) -> st.SearchStrategy[Any]:
    needed = schema.get("required", [])
    fields = {name: _of(each, known, ids) for name, each in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: each for name, each in fields.items() if name in needed},
        optional={name: each for name, each in fields.items() if name not in needed},
    )
