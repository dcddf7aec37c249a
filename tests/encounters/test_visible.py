"""What families declare visible, read off their types: ids, words and facts, and never a number's absence."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from pydantic import BaseModel

from service.app import bound_procedures
from tests.encounters.plays import PLAYS

NAMES = {
    *(
        "id",
        "side",
        "leader",
        "engaged_with",
        "locked_with",
        "attacked_last_round",
        "actor",
        "target",
        "order",
        "winner",
        "fled",
        "by",
        "npc",
        "waiting",
    ),
    *(
        "order",
        "commander",
        "commander_id",
        "unit",
        "foe",
        "power",
        "rallied",
        "first",
        "struck",
        "defender",
        "moved",
        "fallen",
        "pair",
        "to",
        "units",
        "pairs",
        "second",
        "mover",
        "stationary",
        "routed",
        "pursuer",
        "commander_cover",
    ),
    *("leader_unit", "initiative", "one", "other", "grappler", "victim", "attacker", "unit_id", "fleeing", "pursuers"),
    *("name", "charge_target", "waiter", "interrupted", "holder", "units", "moved", "defender"),
    *("figure", "against", "mover", "shooters", "helpers", "quarry", "stray", "hit", "fell", "grappled_by"),
    *("pinned_by", "items", "able_sides", "caught", "escaped", "left_behind", "behind", "survivors", "away"),
}
"""Visible fields whose texts are ids, or names of powers."""


def seen_in(shape: Any, visible: frozenset[str], *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every leaf that viewers may see of a type, and where it stands."""
    if get_origin(shape) is not None:
        for each in get_args(shape):
            yield from seen_in(each, visible, *path)
    elif isinstance(shape, type) and (issubclass(shape, BaseModel) or is_dataclass(shape)):
        names = shape.model_fields if issubclass(shape, BaseModel) else [field.name for field in fields(shape)]
        hints = get_type_hints(shape)
        for name in names:
            if name in visible:
                yield from seen_in(hints[name], visible, *path, name)
    elif isinstance(shape, type):
        yield path, shape
    elif isinstance(shape, str):
        yield path, Enum


def stored_of(family: str) -> list[Any]:
    """The types of a family's state, and of the outcomes of its moves."""
    play = PLAYS[family]
    return [play.state, *[bound_procedures()[f"{family}/{move.procedure}"].signature.gives for move in play.moves]]


def shapes_of(family: str) -> list[Any]:
    """The types of a family's state, and of the inputs and outcomes of its moves."""
    return [*stored_of(family), *[move.takes for move in PLAYS[family].moves]]


@pytest.mark.parametrize("family", sorted(PLAYS))
def test_texts_are_names(family: str) -> None:
    """Of what viewers see only ids and names are free text; everything else is a word of an enumeration or a fact."""
    play = PLAYS[family]
    found = [leaf for shape in shapes_of(family) for leaf in seen_in(shape, play.visible)]
    texts = {path[-1] for path, shape in found if issubclass(shape, str) and not issubclass(shape, Enum)}
    assert texts <= NAMES, texts - NAMES
    stored = [leaf for shape in stored_of(family) for leaf in seen_in(shape, play.visible)]
    absent = {path for path, shape in stored if shape is type(None)}
    numbers = {path for path, shape in stored if issubclass(shape, int | float) and shape is not bool}
    assert absent & numbers == set()


@pytest.mark.parametrize("family", sorted(PLAYS))
def test_visible_fields_exist(family: str) -> None:
    """Every field that a family declares visible, or a place, is one of its state's, its inputs' or its outcomes'."""
    play = PLAYS[family]
    reached = {
        name for shape in shapes_of(family) for path, _ in seen_in(shape, play.visible | play.places) for name in path
    }
    assert (play.visible | play.places) - reached == set()


WORDS = {
    *(
        "attack_modes",
        "attacked_with",
        "both",
        "broken",
        "cites",
        "code",
        "damage",
        "damage_type",
        "deck_state",
        "drawn",
    ),
    *("dropped", "event", "first", "grievous", "hit_modes", "injury_group", "item", "items", "kept", "label", "left"),
    *(
        "map",
        "member",
        "message",
        "mode",
        "name",
        "note",
        "open_modes",
        "parry",
        "pointer",
        "power",
        "powers",
        "reason",
    ),
    *("right", "rule", "second", "skill", "summary", "text", "unready", "weapon", "weapons", "why"),
}
"""Fields whose free texts are words, or that hold records of things: ids of figures and sides stand in none of them."""


def named_in(shape: Any, field: str | None = None, within: tuple[Any, ...] = ()) -> Iterator[str]:
    """The fields of a type that hold free texts, or records with an id."""
    if get_origin(shape) is Literal:
        return
    if get_origin(shape) is not None:
        for each in get_args(shape):
            yield from named_in(each, field, within)
    elif isinstance(shape, type) and (issubclass(shape, BaseModel) or is_dataclass(shape)) and shape not in within:
        hints = get_type_hints(shape)
        names = shape.model_fields if issubclass(shape, BaseModel) else [each.name for each in fields(shape)]
        yield from [field] if field is not None and "id" in names else []
        for name in names:
            yield from named_in(hints[name], name, (*within, shape))
    elif (
        isinstance(shape, type) and issubclass(shape, str) and not issubclass(shape, Enum) and field not in {None, "id"}
    ):
        yield str(field)


@pytest.mark.parametrize("family", sorted(PLAYS))
def test_texts_are_ids_or_words(family: str) -> None:
    """Each field with a free text, or with records, is one of ids of figures, of sides, or of words, as is declared."""
    play = PLAYS[family]
    found = {name for shape in shapes_of(family) for name in named_in(shape)}
    assert found - play.figures - play.sides - WORDS == set()
    assert play.side in play.sides
