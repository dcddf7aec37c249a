"""Sheets of other programs become figures: as they stand, damaged, and with a note for all that is left out."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from service.api.rest.router import RestRouter
from service.app import FAMILIES, FAMILY_NAMES, registry
from service.operations.encounters.line_ups.stock import figures_of
from service.operations.validation import rewritten
from service.rules.examples import examples_of
from tests.api.calls import call
from tests.operations.asking import ask, first_example
from tests.rings import in_few, many

SHEETS: Final = {
    path.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "sheets").iterdir())
}
EACH: Final = pytest.mark.parametrize("family", ["heroic", "tactical"])
"""The families that read the sheets beside this file."""
ALL: Final = pytest.mark.parametrize("family", FAMILY_NAMES)
FORMATS: Final = ("gcs", "gga", "dnd5e", "pf2e", "swade", "other")
JUNK: Final[list[Any]] = [
    *(
        None,
        True,
        "x",
        "1d",
        -5,
        1e9,
        0.5,
        [],
        {},
        [1],
        {"a": 1},
        "9" * 30,
        "C,1-99*",
        "99d+99(0.0) imp ex",
        "∞",
        "11FU",
    ),
]
POST: Final[dict[str, Any]] = {
    "tactical": {"id": "post", "side": "other", "hex": [0, -1], "facing": 3, "ht": 12},
    "heroic": {"id": "post", "side": "other", "hp": 12, "ht": 12, "defenses": {"dodge": 8}},
}


def format_of(sheet: Any) -> str:
    """The program that has written a sheet."""
    return "gga" if "system" in sheet else "gcs"


def converted(family: str, sheet: Any, written: str | None = None) -> Any:
    """What the service makes of a sheet."""
    return ask(f"{family}/convert-figure", {"format": written or format_of(sheet), "source": sheet})


def attack_of(family: str, figure: dict[str, Any], weapon: dict[str, Any]) -> dict[str, Any] | None:
    """A strike with a weapon at a post as far away as it reaches; None: it reaches only its own hex."""
    if family == "heroic":
        away = 5 if weapon["kind"] == "ranged" else max(weapon["reach"])
        hero = {**figure, "id": "hero", "side": "own"}
        return {"attacker": hero, "target": POST[family], "attack": {"mode": weapon["id"]}, "distance": away}
    reaches = {reach for mode in weapon["modes"] for reach in mode["reaches"]}
    held_at = min(reaches - {0}, default=0) if weapon.get("grip_ready") else max(reaches, default=0)
    away = 5 if weapon["kind"] in ("ranged", "thrown") else held_at
    if away == 0:
        return None
    hands = (
        {} if weapon["kind"] == "natural" else {"ready": {"both" if weapon["hands"] == 2 else "right": weapon["id"]}}
    )
    bounds = {"kind": "limits", "q_min": -9, "q_max": 9, "r_min": -9, "r_max": 9}
    hero = {**figure, "id": "hero", "side": "own", "hex": [0, 0], "facing": 0, **hands}
    used = next((mode["name"] for mode in weapon["modes"] if away in mode["reaches"]), weapon["modes"][0]["name"])
    return {
        "map": {"id": "plain", "bounds": bounds},
        "attacker": "hero",
        "target": "post",
        "weapon": weapon["id"],
        "mode": used,
        "figures": [hero, {**POST[family], "hex": [0, -away]}],
    }


@EACH
@pytest.mark.parametrize("name", SHEETS)
def test_every_weapon_of_a_sheet_attacks(family: str, name: str) -> None:
    """Each weapon of a converted figure strikes at a post, or its note says why it is left out."""
    answer = converted(family, SHEETS[name])
    assert answer["status"] == "converted"
    weapons = answer["figure"]["weapons" if family == "tactical" else "attack_modes"]
    assert weapons
    for weapon in weapons:
        strike = attack_of(family, answer["figure"], weapon)
        if strike is not None:
            resolved = ask(f"{family}/resolve-attack", {"input": strike})
            assert resolved["status"] in {"resolved", "needs_dice"}, (weapon["id"], resolved)


@EACH
def test_what_a_sheet_says_is_read(family: str) -> None:
    """Numbers, weapons and armour are those of the sheet; the skull's own bone is not counted twice."""
    answer = ask(f"{family}/convert-figure", first_example(f"{family}/convert-figure"))
    figure = answer["figure"]
    assert (figure["name"], figure["st"], figure["dx"]) == ("Wren", 11, 13)
    worn = {each["location"]: each["dr"] for each in figure["armour"]}
    assert worn == {"torso": 2, "skull": 2, "vitals": 2}
    said = {each["text"] for each in answer["notes"]}
    assert "Spider venom, Bite: damage 'HT-4 aff' is left out." in said
    assert "'tail' is no location of the family; its DR 1 is left out." in said


def gcs_of(**parts: Any) -> dict[str, Any]:
    """A sheet of the form gcs with some parts."""
    return {"profile": {"name": "Wat"}, "calc": {}, **parts}


def weapon_of(usage: str, level: int, damage: str = "1d cr", strength: str = "") -> dict[str, Any]:
    """A way to strike, as gcs has it."""
    return {"id": "w1", "usage": usage, "reach": "C", "strength": strength, "calc": {"level": level, "damage": damage}}


def test_a_kick_keeps_its_own_level() -> None:
    """A usage with another level is a weapon of its own; of a thing that is held a note says so."""
    natural = {"name": "Natural Attacks", "weapons": [weapon_of("Punch", 12), weapon_of("Kick", 10)]}
    axe = {
        "description": "Axe",
        "weapons": [weapon_of("Swing", 12, "2d cut", "11"), weapon_of("Both", 12, "2d cut", "9†")],
    }
    answer = converted("tactical", gcs_of(traits=[natural], equipment=[axe]))
    found = {each["name"]: (each["level"], each["hands"]) for each in answer["figure"]["weapons"]}
    assert found == {
        "Axe": (12, 1),
        "Axe (both)": (12, 2),
        "Natural Attacks": (12, 0),
        "Natural Attacks (kick)": (10, 0),
    }
    text = "Axe, Both: a weapon of its own, since its level or its hands are others."
    assert [each["text"] for each in answer["notes"]] == [text]


def test_what_traits_add_to_the_size_counts() -> None:
    """The Size Modifier is that of the profile with what traits and their modifiers add, each level of them."""
    adds = {"type": "attribute_bonus", "attribute": "sm", "amount": 1}
    giant = {
        "name": "Giant",
        "levels": 2,
        "features": [{**adds, "per_level": True}],
        "modifiers": [{"features": [adds]}],
    }
    for traits, size in (([giant], 4), ([{**giant, "disabled": True}], 1), ([], 1)):
        sheet = gcs_of(profile={"name": "Wat", "SM": 1}, traits=traits)
        assert converted("tactical", sheet)["figure"]["sm"] == size


def test_a_short_sheet_of_a_tabletop_is_read() -> None:
    """Enemies have a list of damage, imported levels, one parry for all weapons, and two usages without a name."""
    row = {"mode": "", "level": "", "parry": "", "import": 14}
    melee = {
        "00000": {**row, "name": "Spear", "damage": ["1d–1 imp"], "reach": "1"},
        "00001": {**row, "name": "Spear", "damage": ["2d cut", "1d tox"], "reach": "1"},
        "00002": {**row, "name": "Bite", "damage": ["1d cr"], "reach": "C"},
    }
    skills = {"00000": {"name": "Brawling", "level": 0, "import": 13}}
    sheet = {"name": "Pirate", "system": {"melee": melee, "equippedparry": 11, "skills": skills, "HP": {"max": 12}}}
    answer = converted("tactical", sheet)
    spear, bite = answer["figure"]["weapons"]
    assert [(each["name"], each["damage"], each["type"], each["parry"]) for each in spear["modes"]] == [
        ("attack", "1d-1", "impaling", 0),
        ("attack-cutting", "2d", "cutting", 0),
    ]
    assert (spear["level"], bite["modes"][0]["parry"]) == (14, None)
    assert answer["figure"]["skills"] == [{"name": "Brawling", "level": 13}]
    assert [each["text"] for each in answer["notes"]] == ["Spear, attack: '+ 1d tox' of '2d cut + 1d tox' is left out."]
    unit = converted("heroic", sheet)["figure"]
    assert [each["id"] for each in unit["attack_modes"]] == ["spear_attack", "spear_attack_cutting", "bite_attack"]
    assert unit["defenses"]["parries"] == [{"name": "Spear", "value": 11, "kind": "weapon"}]


@pytest.mark.parametrize("places", [("Foreleg", "Hind Leg"), ("leg",)])
def test_legs_of_a_beast_protect_it_where_others_have_arms(places: tuple[str, ...]) -> None:
    """A body without arms is hit in the forelegs where others are hit in the arms."""
    rows = {f"0000{number}": {"where": place, "dr": 2} for number, place in enumerate(places)}
    answer = converted("tactical", {"name": "Wolf", "system": {"hitlocations": rows, "HP": {"max": 9}}})
    worn = {each["location"] for each in answer["figure"]["armour"]}
    assert {"right_arm", "left_arm", "right_leg", "left_leg"} <= worn
    assert [each for each in answer["notes"] if "no location" in each["text"]] == []


def damaged(value: Any, dice: random.Random) -> Any:
    """A copy of a document in which members are missing or of another type."""
    if isinstance(value, dict):
        kept = {name: part for name, part in value.items() if dice.random() >= 1 / 30}
        return {
            name: dice.choice(JUNK) if dice.random() < 1 / 30 else damaged(part, dice) for name, part in kept.items()
        }
    if isinstance(value, list):
        return [dice.choice(JUNK) if dice.random() < 1 / 20 else damaged(part, dice) for part in value]
    return dice.choice(JUNK) if dice.random() < 1 / 20 else value


def actors() -> Iterator[dict[str, Any]]:
    """Actors of all formats: those of the examples, and one with a member of each kind."""
    for family in FAMILIES:
        for example in examples_of(f"{family.name}/convert-figure"):
            yield example.request["source"]
    yield {"name": "Wat", "data": {"details": {"type": "beast"}}, "items": {"a": {"type": "race", "name": "Wolf"}}}


@ALL
def test_damaged_sheets_are_converted(family: str) -> None:
    """Whatever is missing in a sheet, or of another type, what comes of it is a figure of the family."""
    sheets: list[Any] = [*SHEETS.values(), *actors(), *JUNK[-6:], {}]
    for number in range(many(4_800, 160)):
        dice = random.Random(number)
        sheet = damaged(sheets[number % len(sheets)], dice)
        source = sheet if isinstance(sheet, dict) else {"calc": sheet, "system": sheet, "equipment": [sheet]}
        answer = converted(family, source, dice.choice(FORMATS) if number % 3 == 0 else format_of(source))
        assert answer["status"] in {"converted", "approximated", "likened"}, (number, answer)


@pytest.mark.parametrize("family", in_few(FAMILY_NAMES, "heroic", "laurels"))
async def test_huge_and_nested_sheets_are_answered(family: str) -> None:
    """A sheet of thousands of rows, of rows within rows, or of endless words is converted, or does not fit."""
    nest: Any = {"name": "x"}
    for depth in range(50):
        nest = {("children", "contains", "weapons", "items")[depth % 4]: [nest] if depth % 2 else {"a": nest}}
    rows = [{"type": "weapon", "name": "w" * 200, "weapons": [{"id": "w"}], "children": []}] * 3_000
    words = {"name": "goblin " * 20_000, "system": {"traits": {"value": ["a" * 10_000] * 50}}}
    nested = {"equipment": [nest], "items": nest, "system": {"ads": nest, "melee": nest}, "traits": [nest]}
    for source in (nested, {"items": rows, "equipment": rows, "system": {"ads": rows}}, words):
        for written in FORMATS:
            body = json.dumps({"format": written, "source": source}).encode()
            reply = await call(
                RestRouter(registry()), f"/v1/{family}/figures/convert", body, content_type="application/json"
            )
            assert reply.status in {200, 422}, (written, reply.body[:300])


@ALL
@pytest.mark.parametrize(
    "body",
    [
        {"format": "gcs"},
        {"format": "pdf", "source": {}},
        {"format": "gga", "source": []},
        7,
    ],
)
async def test_what_is_no_sheet_is_422(family: str, body: Any) -> None:
    """A request with an unknown format, or without an object as its sheet, does not fit."""
    reply = await call(
        RestRouter(registry()), f"/v1/{family}/figures/convert", rewritten(body), content_type="application/json"
    )
    assert reply.status == 422


@ALL
async def test_changes_that_fit_no_figure_are_refused(family: str) -> None:
    """The answer leads to the change; the schema cannot tell, so it is no 422."""
    body = rewritten({"format": "other", "source": {}, "changes": {"hue": "green"}})
    reply = await call(RestRouter(registry()), f"/v1/{family}/figures/convert", body, content_type="application/json")
    problem = json.loads(reply.body)
    assert (reply.status, problem["type"]) == (409, "/problems/parts-disagree")
    assert problem["errors"][0]["pointer"] == "/changes/hue"


@ALL
@pytest.mark.parametrize("source", [{}, {"name": "Wren"}])
def test_a_sheet_that_tells_nothing_gets_a_likeness(family: str, source: Any) -> None:
    """Every JSON object is answered; that its format is unknown is the first note."""
    answer = ask(f"{family}/convert-figure", {"source": source})
    assert (answer["status"], answer["format"], answer["likeness"]["by"]) == ("likened", "other", "nothing")
    assert answer["notes"][0]["text"].startswith("Nothing in the sheet tells which program has written it")
    assert not answer["notes"][1]["text"].startswith("Nothing in the sheet tells")


@pytest.mark.parametrize(
    ("family", "name", "kind", "figure", "by"),
    [
        ("opposed", "Goblin Warrior", None, "goblin", "name"),
        ("opposed", "Goblin Archers", None, "goblin-archer", "name"),
        ("tactical", "Brown Bear", "beast", "bear", "name"),
        ("tactical", "Zombie", "undead", "ghoul", "name"),
        ("laurels", "Ancient Wyrm", "dragon", "drake", "name"),
        ("heroic", "Giant Scorpion", "beast", "boar", "kind"),
        ("heroic", "Stone Giant", "giant", "ogre", "name"),
        ("mass", "Spearman", "humanoid", "spearmen", "name"),
        ("opposed", "Qrrbrbirlbel", None, "crossbowman", "nothing"),
    ],
)
def test_a_likeness_is_found_by_words(family: str, name: str, kind: str | None, figure: str, by: str) -> None:
    """Words of the name count more than what the sheet says; without any it is somebody of middling power."""
    sheet = {"name": name, "system": {"details": {"type": {"value": kind}}}}
    answer = converted(family, sheet, "pf2e")
    likeness = answer["likeness"]
    assert (answer["status"], likeness["figure"], likeness["by"]) == ("likened", figure, by)
    assert answer["figure"] == {**figures_of(family)[figure].figure, "name": name}
    assert answer["notes"][0]["text"] == likeness["why"]
    assert "none is of the sheet" in answer["notes"][1]["text"]
    assert figure not in likeness["others"]


@pytest.mark.parametrize(
    ("sheet", "written"),
    [
        ({"_stats": {"systemId": "pf2e"}}, "pf2e"),
        ({"profile": {}}, "gcs"),
        ({"system": {"attributes": {"ST": {}, "DX": {}}}}, "gga"),
        ({"system": {"abilities": {"str": {"value": 3}}, "attributes": {"ac": {}}}}, "dnd5e"),
        ({"data": {"abilities": {"str": {"mod": 3}}}}, "pf2e"),
        ({"system": {"attributes": {"agility": {"die": 6}, "vigor": {"die": 8}}}}, "swade"),
    ],
)
def test_a_sheet_tells_its_format(sheet: dict[str, Any], written: str) -> None:
    """Without a format it is told from what the sheet says of itself, else from its members."""
    assert ask("opposed/convert-figure", {"source": sheet})["format"] == written


def test_a_format_that_the_sheet_contradicts_is_doubted() -> None:
    """A sheet is read as the format that is named; if it tells of another one, that is the first note."""
    answer = ask("heroic/convert-figure", {"format": "gga", "source": {"profile": {"name": "Wren"}}})
    assert (answer["format"], answer["notes"][0]["text"]) == (
        "gga",
        "The sheet looks as if gcs has written it, and was read as one of gga.",
    )
    assert "looks as if" not in str(ask("heroic/convert-figure", {"format": "other", "source": {"name": "x"}})["notes"])


@ALL
def test_changes_are_those_of_the_game_master(family: str) -> None:
    """What the sheet cannot say is set, objects field by field; the answer lines up."""
    answer = ask(f"{family}/convert-figure", {"format": "other", "source": {"name": "x"}, "changes": {"name": "Brida"}})
    assert answer["figure"]["name"] == "Brida"
    lined = ask(f"{family}/line-up", {"sides": {"one": [answer["figure"]], "two": [{**answer["figure"], "name": "y"}]}})
    assert lined["status"] == "lined_up"


def test_an_actor_of_a_d20_game_is_approximate() -> None:
    """It has its own numbers where they mean nearly the same, and says that the rest is a guess."""
    answer = ask("laurels/convert-figure", first_example("laurels/convert-figure"))
    figure = answer["figure"]
    assert (answer["status"], answer["likeness"]) == ("approximated", None)
    assert (figure["level"], figure["strength"], figure["stamina"], figure["armor_points"]) == (3, 3, 22, 6)
    assert "approximate" in answer["notes"][0]["text"]
    changed = ask("laurels/convert-figure", examples_of("laurels/convert-figure")[1].request)
    assert (changed["figure"]["armor_points"], changed["figure"]["injury_slots"]) == (4, 14)
