"""Sheets of other programs are read as one record, whatever is missing in them."""

from typing import Any

import pytest

from service.rules.roll_under.sheets.formats import READERS, sheets_for
from service.rules.roll_under.sheets.places import protection_in
from service.rules.roll_under.sheets.sheet import (
    Sheet,
    SheetAttack,
    SheetFormat,
    SheetNote,
    SheetParry,
    damage_in,
    parry_in,
    ranges_in,
    reaches_in,
    slug_of,
)
from service.rules.sheets.loose import Loose, nested

FILE: dict[str, Any] = {
    "profile": {"name": "Wren", "SM": "+1", "handedness": "Left"},
    "attributes": [{"attr_id": "st", "calc": {"value": 12}}, {"attr_id": "hp", "calc": {"value": 13, "current": 9}}],
    "traits": [
        {"name": "Combat Reflexes", "children": [{"name": "Cowardice", "cr": 9}, {"name": "Off", "disabled": True}]},
        {"name": "Claws", "weapons": [{"id": "w1", "usage": "Claw", "calc": {"level": 12, "damage": "1d cut"}}]},
    ],
    "skills": [{"name": "Brawling", "calc": {"level": 12}}],
    "equipment": [
        {
            "description": "Shield",
            "features": [{"attribute": "block", "amount": 2}, {"attribute": "dodge", "amount": 1}],
            "weapons": [{"id": "w2", "calc": {"level": 11, "block": "10"}}],
            "calc": {"extended_weight": "30 lb"},
        },
        {
            "description": "Spear",
            "weapons": [
                {
                    "id": "w3",
                    "reach": "1,2*",
                    "parry": "0",
                    "damage": {"st": "sw"},
                    "calc": {"level": 14, "damage": "1d+2(2) imp", "parry": "11F"},
                    "defaults": [{"name": {"qualifier": ""}}, {"name": "Spear"}],
                },
                {"id": "w4", "hide": True},
                {
                    "id": "W5",
                    "usage": "Thrown",
                    "range": "12/18",
                    "accuracy": "2",
                    "calc": {"level": 13, "damage": "1d"},
                },
            ],
        },
        {"description": "In the pack", "equipped": False, "weapons": [{"id": "w6"}]},
        {"description": "Buckler", "features": [{"attribute": "block", "amount": 1}]},
    ],
    "settings": {
        "body_type": {
            "locations": [
                {"id": "torso", "calc": {"dr": {"all": 4, "cr": -2}}},
                {"id": "skull", "calc": {"dr": {"all": 2}}},
                {"id": "wing", "calc": {"dr": {"all": 1}}},
            ]
        }
    },
    "calc": {"basic_lift": 29, "move": [6, 4], "dodge": [9, 8, 7]},
}
ACTOR: dict[str, Any] = {
    "name": "Rook",
    "system": {
        "attributes": {"ST": {"import": "11"}, "DX": {"value": 13}},
        "HP": {"value": 4, "max": "12"},
        "basicspeed": {"value": "5.75"},
        "traits": {"sizemod": "+1", "hand": "right"},
        "ads": {"00000": {"name": "Combat Reflexes", "contains": {"00001": {"name": "Cowardice (12)", "cr": 12}}}},
        "encumbrance": {"00000": {"current": True, "level": "1", "currentdodge": "8", "move": 4}},
        "skills": {"00000": {"name": "Brawling", "import": 12}},
        "melee": {
            "00000": {"name": "Shield", "mode": "Bash", "level": 12, "block": "11", "damage": "1d cr"},
            "00001": {"name": "Axe", "mode": "Swung", "level": 13, "parry": "11U", "damage": "1d+2 cut", "reach": "1"},
            "00002": {"name": "Kick", "level": 12, "parry": "", "damage": "1d cr", "reach": "C,1"},
        },
        "ranged": {"00000": {"name": "Bow", "level": "12", "range": "150", "damage": "1d+1 imp", "rof": "1"}},
        "hitlocations": {
            "00000": {"where": "Torso", "import": 3, "split": {"crushing": 1, "cutting": 3}},
            "00001": {"where": "Skull", "dr": 5},
            "00002": {"where": "Right Arm", "dr": 1},
        },
    },
}


def read(source: Any, written: SheetFormat) -> Sheet:
    """What is read of a sheet."""
    return READERS[written](Loose(source))


def test_a_file_is_read() -> None:
    """Numbers, load, shield, armour and attacks of a file; what is put away, hidden or switched off is not read."""
    sheet = read(FILE, SheetFormat.GCS)
    assert (sheet.name, sheet.sm, sheet.is_left_handed, sheet.load) == ("Wren", 1, True, 1)
    assert (sheet.move, sheet.dodge, sheet.cowardice) == (4, 8, 9)
    assert sheet.numbers == {"st": 12, "hp_max": 13, "hp": 9}
    assert (sheet.level_of("combat"), sheet.level_of("off"), sheet.skills) == (1, 0, {"Brawling": 12})
    assert sheet.shield == ("Shield", 2, 11, 10)
    names = [(each.name, each.usage, each.melee) for each in sheet.attacks]
    assert names == [
        ("Claws", "Claw", True),
        ("Shield", "attack", True),
        ("Spear", "attack", True),
        ("Spear", "Thrown", False),
    ]
    spear = sheet.attacks[2]
    assert (spear.reach, spear.skill, spear.swings, spear.parry) == ("1,2*", "Spear", True, SheetParry(11, True, False))
    assert [each.is_natural for each in sheet.attacks] == [True, False, False, False]
    assert [each.is_thrown for each in sheet.attacks] == [False, False, False, True]
    assert [(each.place, each.dr) for each in sheet.armour] == [("torso", 4), ("skull", 0), ("wing", 1)]


def test_an_actor_is_read() -> None:
    """Numbers in texts, keyed rows, and what a weapon adds to the whole parry of an actor."""
    sheet = read(ACTOR, SheetFormat.GGA)
    assert (sheet.name, sheet.sm, sheet.is_left_handed, sheet.load) == ("Rook", 1, False, 1)
    assert (sheet.move, sheet.dodge, sheet.cowardice) == (4, 8, 12)
    assert sheet.numbers == {"st": 11, "dx": 13, "hp": 4, "hp_max": 12, "basic_speed": 5.75}
    assert sheet.shield == ("Shield", 1, 12, 11)
    axe, kick = sheet.attacks[1:3]
    assert (axe.parry, axe.own_parry) == (SheetParry(11, False, True), SheetParry(0, False, True))
    assert (kick.parry, kick.is_natural) == (None, True)
    assert [(each.place, each.dr, each.changes) for each in sheet.armour] == [
        ("torso", 3, {"crushing": -2}),
        ("skull", 3, {}),
        ("right arm", 1, {}),
    ]


@pytest.mark.parametrize("written", SheetFormat)
@pytest.mark.parametrize("source", [{}, None, 7, [], {"system": 3, "calc": [], "equipment": {"a": 1}, "traits": True}])
def test_nothing_is_needed(written: SheetFormat, source: Any) -> None:
    """An empty document is somebody without numbers, weapons and armour."""
    sheet = read(source, written)
    assert (sheet.name, sheet.sm, sheet.load, sheet.move, sheet.dodge) == ("figure", 0, 0, None, None)
    assert (sheet.attacks, sheet.shield, sheet.armour, sheet.cowardice) == ((), None, (), None)
    assert sheet.number("st", 1, 20) is None


def test_a_shield_is_found_wherever_it_stands() -> None:
    """An actor's shield may stand below its weapons; what adds to Block in a file, but is no weapon, is no shield."""
    rows = ACTOR["system"]["melee"]
    below = {"00000": rows["00001"], "00001": rows["00000"]}
    assert read({**ACTOR, "system": {**ACTOR["system"], "melee": below}}, SheetFormat.GGA).shield == (
        "Shield",
        1,
        12,
        11,
    )
    assert read({**FILE, "equipment": FILE["equipment"][-1:]}, SheetFormat.GCS).shield is None


def test_a_load_beyond_all_levels_is_the_heaviest() -> None:
    """Whoever carries more than ten times the basic lift has the highest level."""
    heavy = {"equipment": [{"calc": {"extended_weight": 1000}}], "calc": {"basic_lift": 10}}
    assert read(heavy, SheetFormat.GCS).load == 4


def test_protection_has_the_locations_of_the_families() -> None:
    """The vitals are as well protected as the torso, and a location that nobody knows is a note."""
    sheet = read(FILE, SheetFormat.GCS)
    assert {place: dr for place, dr, _ in protection_in(sheet)} == {"torso": 4, "vitals": 4}
    assert sheet.notes == [SheetNote("wing", "'wing' is no location of the family; its DR 1 is left out.")]
    worn = {place: dr for place, dr, _ in protection_in(read(ACTOR, SheetFormat.GGA))}
    assert worn == {"torso": 3, "vitals": 3, "skull": 3, "right_arm": 1}
    assert list(protection_in(read({}, SheetFormat.GCS))) == []


def test_attacks_that_can_be_said() -> None:
    """The shield is no weapon; an attack without a level, or with damage that no family has, is a note."""
    sheet = read(FILE, SheetFormat.GCS)
    assert [each.name for each, _ in sheet.fights_with()] == ["Claws", "Spear", "Spear"]
    odd = {"description": "Horn", "weapons": [{"id": "w", "calc": {"level": 12, "damage": "special"}}]}
    assert read({"equipment": [odd]}, SheetFormat.GCS).fights_with() == []
    weak = {"equipment": [{"description": "Net", "weapons": [{"id": "w", "calc": {"damage": "1d"}}, {"id": "w"}]}]}
    sheet = read(weak, SheetFormat.GCS)
    assert sheet.fights_with() == []
    assert [each.text for each in sheet.notes] == [
        "Net, attack: no skill level, left out.",
        "Net, attack: damage '' is left out.",
        "Net, attack: no skill level, left out.",
        "No weapon of the sheet can be used: the figure has none.",
    ]


@pytest.mark.parametrize(
    ("text", "found", "notes"),
    [
        ("1d+3 cut", ("1d+3", "cutting", 1.0), 0),
        ("2d6-1(2) pi+", ("2d-1", "large_piercing", 2.0), 0),
        ("1d(∞) burn ex", ("1d", "burning", float("inf")), 1),
        ("3d(0) cr", ("3d", "crushing", 1.0), 0),
        ("2d", ("2d", "crushing", 1.0), 0),
        ("HT-4 aff", None, 1),
        ("0d cut", None, 1),
        ("1d foo", None, 1),
    ],
)
def test_damage(text: str, found: Any, notes: int) -> None:
    """Dice, type and divisor are read; what else stands there is a note."""
    left: list[SheetNote] = []
    attack = SheetAttack(name="Axe", usage="swing", melee=True, level=12, damage=text, path="here")
    assert damage_in(attack, left) == found
    assert len(left) == notes


def test_small_words_of_sheets() -> None:
    """Parries, reaches, ranges and ids."""
    assert (parry_in("11FU"), parry_in("-1"), parry_in("No")) == (
        SheetParry(11, True, True),
        SheetParry(-1, False, False),
        None,
    )
    assert reaches_in("C,1-2*") == ([0, 1, 2], True)
    assert reaches_in("99") == ([1], False)
    assert [ranges_in(text) for text in ("100/150", "1,200", "x2/x3", "")] == [
        (100, 150),
        (None, 1200),
        (None, None),
        (None, None),
    ]
    assert (slug_of("Long sword!"), slug_of("--", "_")) == ("long-sword", "x")


def test_a_loose_document_reads_what_there_is() -> None:
    """Texts, numbers in texts, rows of lists and of objects, and members; anything else is nothing."""
    part = Loose({"a": {"b": "12 lb"}, "rows": {"1": 2, "0": 1}, "list": [1], "yes": True, "word": "x"})
    assert part.at("a", "b").number() == 12
    assert (part.at("a", "c").number(), part.at("word").whole(3), part.at("a", "b").whole()) == (None, 3, 12)
    assert [each.value for each in part.at("rows").rows()] == [1, 2]
    assert ([each.value for each in part.at("list").rows()], part.at("word").rows()) == ([1], [])
    assert ([name for name, _ in part.at("a").members()], part.at("word").members()) == (["b"], [])
    assert (part.at("yes").text("none"), part.at("yes").is_set, part.at("word").is_set) == ("none", True, False)
    rows = [Loose({"n": 1, "in": [{"n": 2}]}), Loose({"n": 3})]
    assert [each.at("n").value for each in nested(rows, "in")] == [1, 2, 3]


def test_formats_make_figures_with_notes() -> None:
    """Each format makes a figure, and says once what was left out."""

    def figure_of(sheet: Sheet) -> dict[str, Any]:
        sheet.notes.extend([SheetNote("here", "Left out."), SheetNote("here", "Left out.")])
        return {"name": sheet.name}

    made = sheets_for(figure_of)
    assert list(made) == ["gcs", "gga"]
    assert made["gcs"](FILE) == ({"name": "Wren"}, (("here", "Left out."),), False)


def test_one_parry_is_that_of_each_weapon_held() -> None:
    """A short sheet says one parry for all that is held; teeth parry nothing."""
    row = {"level": 14, "damage": "1d cut"}
    rows = {"00000": {**row, "name": "Spear"}, "00001": {**row, "name": "Bite"}}
    spear, bite = read({"name": "Pirate", "system": {"melee": rows, "equippedparry": 11}}, SheetFormat.GGA).attacks
    assert spear.parry == SheetParry(11, fencing=False, unbalanced=False)
    assert spear.own_parry == SheetParry(0, fencing=False, unbalanced=False)
    assert (bite.parry, bite.own_parry) == (None, None)
