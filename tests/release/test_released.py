"""Callers of the last release are served: what breaks for them is announced in the changelog."""

import re
import tomllib
from copy import deepcopy
from typing import Any, Final

import orjson
import pytest

from service.app import graphql
from tests.architecture.source import ROOT
from tests.published import document
from tests.release.compatibility import breaks_between, without_words
from tests.release.schemas import schema_breaks, without_descriptions

RELEASED: Final = ROOT / "tests" / "release" / "contracts"
CHANGELOG: Final = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
VERSION: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def number(version: str) -> tuple[int, ...]:
    """A version as numbers."""
    return tuple(int(part) for part in version.split("."))


def last_release() -> tuple[str, dict[str, Any]]:
    """The newest contract that was released."""
    file = max(RELEASED.glob("*.json"), key=lambda each: number(each.stem))
    parts = orjson.loads(file.read_bytes())
    components = {title.partition("/")[2]: part for title, part in parts.items() if title != "paths"}
    return file.stem, {"paths": parts["paths"], "components": components}


def announced(since: str) -> str:
    """The lines of the changelog above a release that announce breaks."""
    above = CHANGELOG.partition(f"\n## [{since}]")[0]
    return "\n".join(re.findall(r"^### Breaks\n(.*?)(?=^##|\Z)", above, re.MULTILINE | re.DOTALL))


def test_what_breaks_is_announced() -> None:
    """Each break since the last release stands in a line of its own, with its place, under `### Breaks`."""
    version, released = last_release()
    lines = announced(version)
    missing = [each for each in breaks_between(released, without_words(document())) if f"`{each.place}`" not in lines]
    assert missing == []


def test_what_breaks_over_graphql_is_announced() -> None:
    """Each break of the schema stands under `### Breaks`, in the sentence in which graphql-core tells it."""
    version, _ = last_release()
    lines = announced(version)
    released = (RELEASED / f"{version}.graphql").read_text(encoding="utf-8")
    missing = [each for each in schema_breaks(released, graphql().schema.as_str()) if each not in lines]
    assert missing == []


def test_every_release_stands_in_the_changelog() -> None:
    """A released contract has a dated section; the version of the project is that of the last one, or a later one."""
    told = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", CHANGELOG, re.MULTILINE)
    assert {file.stem for file in RELEASED.glob("*.json")} <= set(told)
    assert {file.stem for file in RELEASED.glob("*.json")} == {file.stem for file in RELEASED.glob("*.graphql")}
    assert number(VERSION) >= number(last_release()[0])
    assert told == sorted(told, key=number, reverse=True)


def test_the_newest_section_is_read_in_a_minute() -> None:
    """Under the newest version stands what a caller has to know, in at most 250 words before the details."""
    newest = re.split(r"^## \[", CHANGELOG, flags=re.MULTILINE)
    section = next(each for each in newest[1:] if re.match(r"\d", each))
    short = section.partition("\n### Details")[0]
    assert 30 <= len(short.split()) <= 250


ROLL = "/v1/dice/roll"


@pytest.fixture
def contract() -> dict[str, Any]:
    """A contract that may be changed."""
    return deepcopy(small())


def small() -> dict[str, Any]:
    """A small contract with everything that is compared."""
    figure = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "maxLength": 20},
            "mode": {"enum": ["fast", "slow"]},
            "strength": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]},
            "dice": {"oneOf": [{"$ref": "#/components/schemas/Seeded"}, {"$ref": "#/components/schemas/Supplied"}]},
            "below": {"type": "array", "items": {"$ref": "#/components/schemas/Figure"}},
        },
        "required": ["id"],
    }
    answer = {
        "type": "object",
        "properties": {"total": {"type": "integer"}, "text": {"type": "string"}},
        "required": ["total", "text"],
    }
    kinds = {
        kind: {"type": "object", "properties": {"kind": {"const": kind.lower()}}, "required": ["kind"]}
        for kind in ("Seeded", "Supplied")
    }
    return {
        "paths": {
            ROLL: {
                "post": {
                    "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                    "requestBody": content("Figure"),
                    "responses": {"200": content("Answer")},
                }
            }
        },
        "components": {"schemas": {"Figure": figure, "Answer": answer, **kinds}},
    }


def content(name: str) -> dict[str, Any]:
    """A body that has a model."""
    return {"required": True, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


def test_nothing_breaks_between_equals(contract: dict[str, Any]) -> None:
    """The same contract breaks nothing, and neither does what is new and need not be known."""
    assert breaks_between(small(), contract) == []
    figure, answer = contract["components"]["schemas"]["Figure"], contract["components"]["schemas"]["Answer"]
    figure["properties"] |= {"name": {"type": "string"}, "id": {"type": "string", "maxLength": 30}}
    figure["properties"]["mode"]["enum"].append("slower")
    figure["properties"]["dice"]["oneOf"].append({"type": "null"})
    answer["properties"]["more"] = {"type": "string"}
    answer["required"].append("more")
    contract["paths"]["/v1/new"] = {}
    assert breaks_between(small(), contract) == []


BREAKS: Final[dict[str, tuple[str, Any]]] = {
    f"POST {ROLL}: is gone": (f"paths.{ROLL}", {}),
    f"POST {ROLL} query:limit: is gone": (f"paths.{ROLL}.post.parameters", []),
    f"POST {ROLL} query:limit: is required": (f"paths.{ROLL}.post.parameters.0.required", True),
    f"POST {ROLL} query:limit: is string, was integer": (f"paths.{ROLL}.post.parameters.0.schema.type", "string"),
    f"POST {ROLL}: takes another body": (f"paths.{ROLL}.post.requestBody", None),
    f"POST {ROLL} 200: is gone": (f"paths.{ROLL}.post.responses", {"201": content("Answer")}),
    "Figure.mode: cannot be slow any more": ("components.schemas.Figure.properties.mode.enum", ["fast"]),
    "Figure.mode: is gone": ("components.schemas.Figure.properties.mode", None),
    "Figure.mode: is required": ("components.schemas.Figure.required", ["id", "mode"]),
    "Figure.id: has a closer maxLength": ("components.schemas.Figure.properties.id.maxLength", 10),
    "Figure.id: has another pattern": ("components.schemas.Figure.properties.id.pattern", "^a"),
    "Figure.strength: cannot be null any more": (
        "components.schemas.Figure.properties.strength.anyOf",
        [{"type": "integer", "minimum": 0}],
    ),
    "Figure.strength (integer): has a closer minimum": (
        "components.schemas.Figure.properties.strength.anyOf.0.minimum",
        1,
    ),
    "Figure.dice: cannot be kind=supplied any more": (
        "components.schemas.Figure.properties.dice.oneOf",
        [{"$ref": "#/components/schemas/Seeded"}, {"type": "null"}],
    ),
    "Answer.text: is gone": ("components.schemas.Answer.properties.text", None),
    "Answer.text: may be missing": ("components.schemas.Answer.required", ["total"]),
    "Answer.total: is number, was integer": ("components.schemas.Answer.properties.total.type", "number"),
    "Answer.text: may be null": (
        "components.schemas.Answer.properties.text",
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
    ),
}


@pytest.mark.parametrize("told", BREAKS)
def test_breaks_are_found(contract: dict[str, Any], told: str) -> None:
    """Each way to break a caller is found, and named by its place."""
    way, value = BREAKS[told]
    place: Any = contract
    *steps, last = way.split(".")
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    assert [f"{each.place}: {each.what}" for each in breaks_between(small(), contract)] == [told]


SCHEMA: Final = """
type Query { roll(notation: String!, times: Int): Roll! other: Int }
type Roll { total: Int! faces: [Int!]! kind: Kind source: Source! }
enum Kind { FAIR LOADED }
union Source = Seeded | Supplied
type Seeded { seed: String! }
type Supplied { faces: [Int!]! }
type Mutation { act(input: ActInput!): Int }
input ActInput { mode: Kind, note: String }
"""

SCHEMA_BREAKS: Final[dict[str, tuple[str, str]]] = {
    "Field Query.other was removed.": (" other: Int", ""),
    "Argument Query.roll(times:) was removed.": (", times: Int", ""),
    "Argument Query.roll(times:) has changed type from Int to Int!.": ("times: Int", "times: Int!"),
    "A required argument Query.roll(seed:) was added.": ("times: Int", "times: Int, seed: String!"),
    "Field Roll.total was removed.": ("total: Int! ", ""),
    "Field Roll.total changed type from Int! to Int.": ("total: Int!", "total: Int"),
    "Enum value Kind.LOADED was removed.": (" LOADED", ""),
    "Supplied was removed from union type Source.": (" | Supplied", ""),
    "Mutation was removed.": ("type Mutation { act(input: ActInput!): Int }", ""),
    "Field ActInput.note was removed.": (", note: String", ""),
    "Field ActInput.mode changed type from Kind to Kind!.": ("mode: Kind", "mode: Kind!"),
    "A required field ActInput.by was added.": ("note: String", "note: String, by: String!"),
}


@pytest.mark.parametrize("told", SCHEMA_BREAKS)
def test_breaks_of_schemas_are_found(told: str) -> None:
    """Each way to break a caller over GraphQL is found."""
    old, new = SCHEMA_BREAKS[told]
    changed = SCHEMA.replace(old, new, 1)
    assert changed != SCHEMA
    assert schema_breaks(SCHEMA, changed) == [told]


def test_what_is_new_in_a_schema_breaks_nothing() -> None:
    """Nothing breaks by a new type, field, optional argument or value, by a description, or by a deprecation."""
    grown = SCHEMA.replace("times: Int", 'times: Int, "Of the roll." seed: String').replace("FAIR", "FAIR HEAVY")
    grown = grown.replace("other: Int", 'other: Int @deprecated(reason: "Ask elsewhere.") more: New')
    grown += "\ntype New { it: Int }"
    assert schema_breaks(SCHEMA, grown) == []


def test_descriptions_are_left_out() -> None:
    """A frozen schema is the schema without its descriptions: it breaks nothing, either way."""
    told = SCHEMA.replace("type Roll {", '"""What fell."""\ntype Roll { "The sum."').replace("FAIR", '"No trick." FAIR')
    kept = without_descriptions(told)
    assert "What fell" not in kept
    assert "The sum" not in kept
    assert kept == without_descriptions(SCHEMA)
