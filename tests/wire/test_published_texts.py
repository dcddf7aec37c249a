"""The texts of the contract speak to callers: no classes, no sections of docstrings, and titles that tools can show."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from graphql import GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType, build_schema

from service.app import graphql, registry
from service.operations.registry import TITLE_LENGTH, Operation, documentation_of, title_in
from tests import published

CLASS: Final = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,}\b")
"""A name in the form that classes have."""
PROPER_NAMES: Final = {"GraphQL", "McNemar", "OpenAPI", "WebSocket"}
SECTION: Final = re.compile(r"\b(?:Raises|Returns|Dice|Ruling|Yields|Args):")
OPERATIONS: Final = {
    f"{method} {path}": each for path, at in published.document()["paths"].items() for method, each in at.items()
}


def texts_of_openapi() -> Iterator[str]:
    """Every summary and description of the document; its introduction may name types."""
    document = published.document()
    pending: list[Any] = [document["paths"], document["components"]]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            yield from (each[key] for key in ("summary", "description") if isinstance(each.get(key), str))
            pending += each.values()
        elif isinstance(each, list):
            pending += each


def texts_of_graphql() -> Iterator[str]:
    """The description of every type, field and argument."""
    types = build_schema(graphql().schema.as_str()).type_map
    for made in (each for name, each in types.items() if not name.startswith("__")):
        yield made.description or ""
        if isinstance(made, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
            for field in made.fields.values():
                yield field.description or ""
                yield from (each.description or "" for each in getattr(field, "args", {}).values())


@pytest.mark.parametrize("texts", [texts_of_openapi, texts_of_graphql])
def test_texts_speak_to_callers(texts: Any) -> None:
    """No text names a class, or has a section of a docstring."""
    said = list(dict.fromkeys(texts()))
    assert len(said) > len(OPERATIONS)
    assert [text for text in said if set(CLASS.findall(text)) - PROPER_NAMES or SECTION.search(text)] == []


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=list(OPERATIONS))
def test_titles_are_short(operation: dict[str, Any]) -> None:
    """The summary of an operation is a title: short, without a full stop, and of this operation alone."""
    title = operation["summary"]
    assert 0 < len(title) <= TITLE_LENGTH
    assert not title.endswith(".")
    assert [each["summary"] for each in OPERATIONS.values()].count(title) == 1


@pytest.mark.parametrize("operation", list(registry()), ids=lambda operation: operation.name)
def test_descriptions_begin_with_what_is_done(operation: Operation) -> None:
    """The description begins with the whole sentence that its title shortens, and says it once."""
    described = OPERATIONS[f"{operation.method.lower()} {operation.path}"]["description"]
    assert described.startswith(operation.summary)
    assert described.count(operation.summary) == 1


def documented() -> None:
    """Roll for both.

    Distances are hexes.

    Dice: D6 first, 3D6 for each
    of the others.
    Raises: OutOfRange, if it is too far.
    Ruling: mass/ruling/wheel-degrees, start-terrain,
    heroic/ruling/rout.
    Source: Moving; Fighting.
    """


def undocumented_dice() -> None:
    """Count.

    Dice: none.
    """


def test_docstrings_become_texts_for_callers() -> None:
    """The order of dice is a sentence, ids of rulings are whole, and what is raised is left out."""
    description = (
        "Distances are hexes.\n\n"
        "Order of the dice: d6 first, 3d6 for each of the others.\n"
        "Rulings: mass/ruling/wheel-degrees, mass/ruling/start-terrain, heroic/ruling/rout.\n"
        "Source: Moving; Fighting."
    )
    assert documentation_of(documented) == ("Roll for both.", description)
    assert documentation_of(undocumented_dice) == ("Count.", "")


def test_long_summaries_are_cut_at_their_first_pause() -> None:
    """A short summary is a title as it is."""
    assert title_in("Read an encounter.") == "Read an encounter"
    assert (
        title_in("Verify an answer: resolve its request again and report the first difference.") == "Verify an answer"
    )


def test_json_says_how_it_is_spelt() -> None:
    """GraphQL spells in camelCase, but every field and argument of any JSON says that names in it are as over REST."""
    told = []
    for made in build_schema(graphql().schema.as_str()).type_map.values():
        if isinstance(made, GraphQLObjectType | GraphQLInputObjectType) and not made.name.startswith("__"):
            for field in made.fields.values():
                told += [
                    (each.description or "").endswith("JSON as over REST: names and words in snake_case.")
                    for each in (field, *getattr(field, "args", {}).values())
                    if str(each.type).strip("[]!") == "JSON"
                ]
    assert len(told) > 30
    assert all(told)
