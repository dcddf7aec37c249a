"""Actors of a d20 game become participants, approximately, and each guess has a note."""

import json
from typing import Any

import pytest

from service.rules.kernel.family import Converted
from service.rules.laurels.encounter.converting import participant_of
from service.rules.laurels.figures.models import LaurelsParticipant


def actor(*items: dict[str, Any], **system: Any) -> Converted:
    """What becomes of an actor; whatever comes of it is a participant."""
    made = participant_of({"name": "Brida", "system": system, "items": list(items)})
    LaurelsParticipant.model_validate_json(json.dumps(made.figure))
    return made


def weapon(name: str = "Axe", **data: Any) -> dict[str, Any]:
    """A weapon that does d8."""
    return {
        "name": name,
        "type": "weapon",
        "system": {"damage": {"base": {"number": 1, "denomination": 8, "types": ["slashing"]}}, **data},
    }


def armor(kind: str, value: int, **data: Any) -> dict[str, Any]:
    """A piece of armor."""
    return {"type": "equipment", "system": {"type": {"value": kind}, "armor": {"value": value}, **data}}


def said(made: Converted) -> str:
    """All notes."""
    return " ".join([text for _, text in made.notes])


def test_abilities_are_bonuses() -> None:
    """A score of 10 has none, and two points are one; awareness is made of wisdom."""
    scores = {"str": {"value": 16}, "dex": {"value": 9}, "wis": {"value": 13}}
    figure = actor(abilities=scores).figure
    assert (figure["strength"], figure["dexterity"], figure["awareness"]) == (3, -1, 1)
    assert actor().figure["strength"] == 0


def test_it_says_that_it_is_approximate() -> None:
    """The answer is marked, and the first note says what these rules do not have."""
    made = actor()
    assert made.approximate
    assert made.notes[0][1].startswith("The figure is approximate")


@pytest.mark.parametrize(
    ("system", "items", "level"),
    [
        ({"details": {"level": 5}}, (), 5),
        ({"details": {"level": {"value": 6}}}, (), 6),
        ({}, ({"type": "class", "system": {"levels": 3}}, {"type": "class", "system": {"levels": 2}}), 5),
        ({"details": {"cr": 4}}, (), 4),
        ({"details": {"cr": 0.25}}, (), 1),
        ({"details": {"cr": 99}}, (), 40),
        ({}, (), 1),
    ],
)
def test_the_level(system: dict[str, Any], items: tuple[dict[str, Any], ...], level: int) -> None:
    """It is that of the sheet, that of all classes, or the challenge rating, of which there is a note."""
    made = actor(*items, **system)
    assert made.figure["level"] == level
    assert ("Challenge rating" in said(made)) == (not items and "level" not in system.get("details", {}))


@pytest.mark.parametrize(
    ("items", "attributes", "points"),
    [
        ((armor("heavy", 16), armor("shield", 2)), {}, 8),
        ((armor("light", 11, equipped=False),), {"ac": {"flat": 12}}, 2),
        ((armor("trinket", 19),), {"ac": {"value": 13}}, 3),
        ((armor("shield", 2),), {"ac": {"flat": 15}}, 5),
        ((), {}, 0),
        ((), {"ac": {"flat": 7}}, 0),
    ],
)
def test_armor_points(items: tuple[dict[str, Any], ...], attributes: dict[str, Any], points: int) -> None:
    """They are what worn armor is above 10, with the shield, else what the armor class is above it."""
    made = actor(*items, attributes=attributes)
    assert made.figure["armor_points"] == points
    assert f"Armor points {points} are a guess" in said(made)


def test_dexterity_is_no_armor() -> None:
    """What the armor class has of Dexterity is not counted again."""
    made = actor(attributes={"ac": {"flat": 15}}, abilities={"dex": {"value": 16}})
    assert made.figure["armor_points"] == 2


@pytest.mark.parametrize(
    ("hp", "stamina"),
    [
        ({"value": 20, "max": 28}, {"stamina": 20, "stamina_max": 28}),
        ({"value": 0, "max": 28}, {"stamina": 0, "stamina_max": 28}),
        ({"value": None, "max": 28}, {"stamina": 28, "stamina_max": 28}),
        ({"value": 30, "max": 28}, {"stamina": 30, "stamina_max": 30}),
        ({"value": 12}, {"stamina": 12, "stamina_max": 12}),
        ({}, {"stamina": 12}),
    ],
)
def test_stamina_is_hit_points(hp: dict[str, Any], stamina: dict[str, int]) -> None:
    """They are taken as they are; without any it is six a level, with a note."""
    made = actor(attributes={"hp": hp}, details={"level": 2})
    assert {name: value for name, value in made.figure.items() if name.startswith("stamina")} == stamina
    assert ("no hit points" in said(made)) == (hp == {})


def test_injury_slots_are_a_guess() -> None:
    """They are ten and half the level, and the note names the field."""
    made = actor(details={"level": 7})
    assert made.figure["injury_slots"] == 13
    assert "change `injury_slots`" in said(made)


@pytest.mark.parametrize(
    ("attributes", "feet"),
    [
        ({"movement": {"walk": 40}}, 40),
        ({"movement": {"walk": 9, "units": "m"}}, 30),
        ({"speed": {"value": "25 ft"}}, 25),
        ({}, 30),
    ],
)
def test_the_move(attributes: dict[str, Any], feet: int) -> None:
    """It is the walking speed in feet; older sheets have a text."""
    assert actor(attributes=attributes).figure["move_ft"] == feet


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"type": {"value": "martialR"}}, "ranged"),
        ({"actionType": "rwak"}, "ranged"),
        ({"weaponType": "natural"}, "natural"),
        ({"properties": ["rch"]}, "reach"),
        ({"properties": {"rch": True, "fin": False}}, "reach"),
        ({}, "melee"),
    ],
)
def test_the_kind_of_weapon(data: dict[str, Any], kind: str) -> None:
    """It is told from its type and its properties, in newer and older sheets."""
    held = actor(weapon(**data)).figure["weapon"]
    assert (held["kind"], held["die"], held["damage_type"]) == (kind, "d8", "slashing")
    assert held.get("reach_ft") == (10 if kind == "reach" else None)


def test_finesse_and_magic() -> None:
    """Both are those of the weapon."""
    held = actor(weapon(properties=["fin"], magicalBonus="2")).figure["weapon"]
    assert (held["finesse"], held["magic_bonus"]) == (True, 2)


@pytest.mark.parametrize(
    ("damage", "die", "noted"),
    [
        ({"base": {"number": 2, "denomination": 6}}, "d6", "2d6 is read as d6"),
        ({"base": {"number": 1, "denomination": 12}}, "d10", "1d12 is read as d10"),
        ({"base": {"number": 1, "denomination": 3}}, "d4", "1d3 is read as d4"),
        ({"parts": [["1d10 + @mod", "slashing"]]}, "d10", ""),
        ({"parts": [["d8", "fire"]]}, "d8", ""),
    ],
)
def test_the_die_of_a_weapon(damage: dict[str, Any], die: str, noted: str) -> None:
    """It is the nearest of the four dice; how many there are depends on the level."""
    made = actor(weapon(damage=damage))
    assert made.figure["weapon"]["die"] == die
    assert noted in said(made)


@pytest.mark.parametrize(
    "damage", [{}, {"parts": []}, {"parts": [[]]}, {"parts": [["7", ""]]}, {"parts": [["1d", ""]]}]
)
def test_without_a_weapon_it_strikes_unarmed(damage: dict[str, Any]) -> None:
    """What does no damage is no weapon."""
    made = actor(weapon(damage=damage))
    assert made.figure["weapon"] == {"die": "d4"}
    assert "strikes unarmed" in said(made)


def test_one_weapon_is_in_hand() -> None:
    """It is the first that is equipped, else the first; each other one has a note."""
    made = actor(weapon("Bow", equipped=False, type={"value": "simpleR"}), weapon("Sword", equipped=True))
    assert made.figure["weapon"]["kind"] == "melee"
    assert "Bow is left out: a figure has one weapon, here Sword." in said(made)
    assert actor(weapon("Bow", equipped=False, type={"value": "simpleR"})).figure["weapon"]["kind"] == "ranged"


def test_what_a_figure_does_not_have_is_counted() -> None:
    """Spells and features are named, the first eight of them."""
    spells = [{"type": "spell", "name": f"Spell {number}"} for number in range(10)]
    text = said(actor(*spells, {"type": "feat"}))
    assert "10 spells left out: Spell 0," in text
    assert "Spell 7, and 2 more." in text
    assert "1 feature left out: without a name." in text


def test_older_sheets_keep_their_numbers_in_data() -> None:
    """Before `system` there was `data`, also of items."""
    held = {"type": "weapon", "name": "Axe", "data": {"damage": {"parts": [["1d6", "cold"]]}}}
    made = participant_of({"data": {"abilities": {"str": {"value": 14}}}, "items": [held, "odd"]})
    assert (made.figure["strength"], made.figure["weapon"]["die"], made.figure["name"]) == (2, "d6", "figure")
