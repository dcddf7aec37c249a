"""What a contract breaks of another one: what callers send and is taken no more, or read and is there no more.

Breaks are: an operation, a parameter or a field that is gone; a field or a parameter that has become required; another
type; fewer values of an enumeration, and closer limits, in requests; null, or a field that may be missing, where there
was always something, in answers. What is new breaks nothing: unknown fields and values of answers are to be ignored.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Schema = Mapping[str, Any]
METHODS: Final = ("get", "post", "patch", "put", "delete")
UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
PREFIX: Final = "#/components/"
REFERENCE: Final = re.compile(r'"#/components/(\w+)/([^"]+)"')
WORDS: Final = frozenset({"description", "summary", "title", "examples", "example", "externalDocs", "tags", "links"})


@dataclass(frozen=True, order=True)
class Break:
    """Where something breaks: an operation or a model, with the way to the field; and what."""

    place: str
    what: str


@dataclass
class _Comparison:
    old: Mapping[str, Any]
    new: Mapping[str, Any]
    breaks: set[Break] = field(default_factory=set)
    seen: set[tuple[str, str, bool]] = field(default_factory=set)

    def note(self, place: str, what: str) -> None:
        self.breaks.add(Break(place, what))


def breaks_between(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Break]:
    """List what a new OpenAPI document breaks for callers who know an old one."""
    comparison = _Comparison(old, new)
    for path, methods in old["paths"].items():
        for method in (each for each in METHODS if each in methods):
            place = f"{method.upper()} {path}"
            found = new["paths"].get(path, {}).get(method)
            if found is None:
                comparison.note(place, "is gone")
            else:
                _compare_operations(comparison, place, methods[method], found)
    return sorted(comparison.breaks)


def without_words(part: Any, *, of_names: bool = False) -> Any:
    """Return a document without what only people read."""
    if isinstance(part, dict):
        kept = {key: each for key, each in part.items() if of_names or (key not in WORDS and not key.startswith("x-"))}
        names = {"properties", "schemas", "parameters", "responses", "paths"}
        return {key: without_words(each, of_names=key in names) for key, each in kept.items()}
    return [without_words(each) for each in part] if isinstance(part, list) else part


def what_callers_rely_on(document: dict[str, Any]) -> dict[str, Any]:
    """Return the operations without their problems, and the components that they need."""
    paths = {
        path: {method: _kept(methods[method]) for method in METHODS if method in methods}
        for path, methods in document["paths"].items()
    }
    needed: dict[str, dict[str, Any]] = {}
    pending: list[Any] = [paths]
    while pending:
        for kind, name in REFERENCE.findall(json.dumps(pending.pop())):
            if name not in needed.setdefault(kind, {}):
                needed[kind][name] = document["components"][kind][name]
                pending.append(needed[kind][name])
    return {"paths": paths, "components": needed}


def _kept(operation: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {key: operation[key] for key in ("parameters", "requestBody") if key in operation}
    answers = {status: each for status, each in operation["responses"].items() if status.startswith("2")}
    return {**kept, "responses": answers}


def _compare_operations(comparison: _Comparison, place: str, old: Schema, new: Schema) -> None:
    _compare_parameters(comparison, place, _parameters(comparison.old, old), _parameters(comparison.new, new))
    before, after = _body(comparison.old, old), _body(comparison.new, new)
    if before is not None and after is not None:
        _compare(comparison, place, (before, after), sent=True)
    elif before is not None or after is not None:
        comparison.note(place, "takes another body")
    for status, response in old["responses"].items():
        if status.startswith("2"):
            _compare_answers(comparison, f"{place} {status}", response, new["responses"].get(status))


def _compare_parameters(
    comparison: _Comparison, place: str, before: dict[str, Schema], after: dict[str, Schema]
) -> None:
    for name, parameter in before.items():
        if name not in after:
            comparison.note(f"{place} {name}", "is gone")
            continue
        _compare(comparison, f"{place} {name}", (parameter["schema"], after[name]["schema"]), sent=True)
        if after[name].get("required") and not parameter.get("required"):
            comparison.note(f"{place} {name}", "is required")
    for name in after.keys() - before.keys():
        if after[name].get("required"):
            comparison.note(f"{place} {name}", "is new and required")


def _compare_answers(comparison: _Comparison, place: str, old: Schema, new: Schema | None) -> None:
    if new is None:
        comparison.note(place, "is gone")
        return
    after = _resolved(comparison.new, new).get("content", {})
    for media, content in _resolved(comparison.old, old).get("content", {}).items():
        if media not in after:
            comparison.note(f"{place} {media}", "is gone")
        elif "schema" in content:
            _compare(comparison, place, (content["schema"], after[media]["schema"]), sent=False)


def _parameters(document: Schema, operation: Schema) -> dict[str, Schema]:
    listed = [_resolved(document, each) for each in operation.get("parameters", ())]
    return {f"{each['in']}:{each['name']}": each for each in listed}


def _body(document: Schema, operation: Schema) -> Schema | None:
    if "requestBody" not in operation:
        return None
    body: Schema = _resolved(document, operation["requestBody"])["content"]["application/json"]["schema"]
    return body


def _resolved(document: Schema, part: Schema) -> Schema:
    """Follow references to components."""
    while "$ref" in part:
        kind, name = part["$ref"].removeprefix(PREFIX).split("/")
        part = document["components"][kind][name]
    return part


def _compare(comparison: _Comparison, place: str, pair: tuple[Schema, Schema], *, sent: bool) -> None:
    """Compare two schemas of what is sent, or of what is answered."""
    names = [each.get("$ref", "").rpartition("/")[2] for each in pair]
    if names[0]:
        key = (names[0], names[1] or place, sent)
        if key in comparison.seen:
            return
        comparison.seen.add(key)
        place = names[0]
    old, new = _resolved(comparison.old, pair[0]), _resolved(comparison.new, pair[1])
    before, after = _variants(comparison.old, old), _variants(comparison.new, new)
    if len(before) == 1 and len(after) == 1:
        _compare_plain(comparison, place, (before[0], after[0]), sent=sent)
    else:
        _compare_variants(comparison, place, (before, after), sent=sent)


def _variants(document: Schema, schema: Schema) -> list[Schema]:
    """Return the alternatives of a schema, as they stand."""
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return [inner for each in schema[word] for inner in _variants(document, each)]
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return [{**schema, "type": kind} for kind in kinds]
    return [schema]


def _compare_variants(
    comparison: _Comparison, place: str, pair: tuple[list[Schema], list[Schema]], *, sent: bool
) -> None:
    """Compare alternatives, each with the one that has the same mark."""
    before = {_mark(comparison.old, each): each for each in pair[0]}
    after = {_mark(comparison.new, each): each for each in pair[1]}
    for mark in before.keys() - after.keys():
        if sent or mark != "null":
            comparison.note(place, f"cannot be {mark} any more")
    if not sent and "null" in after.keys() - before.keys():
        comparison.note(place, "may be null")
    for mark in before.keys() & after.keys():
        _compare(comparison, f"{place} ({mark})" if mark != "object" else place, (before[mark], after[mark]), sent=sent)


def _mark(document: Schema, schema: Schema) -> str:
    """Return what tells an alternative from the others: its discriminating values, else its name, else its type."""
    plain = _resolved(document, schema)
    values = {name: _values(_resolved(document, each)) for name, each in sorted(plain.get("properties", {}).items())}
    constants = [f"{name}={each[0]}" for name, each in values.items() if len(each) == 1]
    if constants:
        return ",".join(constants)
    if "const" in plain:
        return f"={plain['const']}"
    kind = str(plain.get("type", "anything"))
    return schema["$ref"].rpartition("/")[2] if kind == "object" and "$ref" in schema else kind


def _compare_plain(comparison: _Comparison, place: str, pair: tuple[Schema, Schema], *, sent: bool) -> None:
    if any("$ref" in each for each in pair):
        pair = (_resolved(comparison.old, pair[0]), _resolved(comparison.new, pair[1]))
    old, new = pair
    for what in _retyped(old, new, sent=sent):
        comparison.note(place, what)
    _compare_properties(comparison, place, pair, sent=sent)
    for word in ("items", "additionalProperties"):
        if isinstance(old.get(word), Mapping) and isinstance(new.get(word), Mapping):
            _compare(comparison, f"{place}[]", (old[word], new[word]), sent=sent)
    for number, each in enumerate(zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=False)):
        _compare(comparison, f"{place}[{number}]", each, sent=sent)


def _retyped(old: Schema, new: Schema, *, sent: bool) -> Iterator[str]:
    """Yield how a value has another type or, in requests, closer limits."""
    types = old.get("type"), new.get("type")
    wider = ("integer", "number") if sent else ("number", "integer")
    if types[0] != types[1] and types != wider and not (sent and types[1] is None):
        yield f"is {types[1] or 'anything'}, was {types[0] or 'anything'}"
    gone = set(_values(old)) - set(_values(new)) if _values(new) else set()
    if sent and gone:
        yield f"cannot be {', '.join(sorted(map(str, gone)))} any more"
    if sent and _values(new) and not _values(old):
        yield "takes certain values only"
    if sent and new.get("pattern") not in (None, old.get("pattern")):
        yield "has another pattern"
    for words, sign in ((UPPER, 1), (LOWER, -1)):
        for word in words if sent else ():
            if word in new and (word not in old or sign * new[word] < sign * old[word]):
                yield f"has a closer {word}"


def _values(schema: Schema) -> list[Any]:
    return [schema["const"]] if "const" in schema else list(schema.get("enum", ()))


def _compare_properties(comparison: _Comparison, place: str, pair: tuple[Schema, Schema], *, sent: bool) -> None:
    before, after = (each.get("properties", {}) for each in pair)
    required = [set(each.get("required", ())) for each in pair]
    for name, schema in before.items():
        way = f"{place}.{name}"
        if name not in after:
            comparison.note(way, "is gone")
            continue
        _compare(comparison, way, (schema, after[name]), sent=sent)
        if sent and name in required[1] - required[0]:
            comparison.note(way, "is required")
        if not sent and name in required[0] - required[1]:
            comparison.note(way, "may be missing")
    if sent:
        for name in (after.keys() - before.keys()) & required[1]:
            comparison.note(f"{place}.{name}", "is new and required")
