"""Sheets of other programs become figures: as they stand, damaged, and with a note for all that is left out."""

import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

from service.api.rest.router import RestRouter
from service.app import FAMILIES, registry
from service.operations.validation import rewritten
from tests.api.calls import call
from tests.operations.asking import ask, first_example
from tests.rings import many

SHEETS: Final = {
    path.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "sheets").iterdir())
}
CONVERTING: Final = [
    family.name for family in FAMILIES if f"{family.name}/convert-figure" in {each.name for each in registry()}
]
EACH: Final = pytest.mark.parametrize("family", CONVERTING)
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


@EACH
def test_damaged_sheets_are_converted(family: str) -> None:
    """Whatever is missing in a sheet, or of another type, what comes of it is a figure of the family."""
    sheets = [*SHEETS.values(), *JUNK[-6:], {}]
    for number in range(many(3_600, 260)):
        dice = random.Random(number)
        sheet = damaged(sheets[number % len(sheets)], dice)
        source = sheet if isinstance(sheet, dict) else {"calc": sheet, "system": sheet, "equipment": [sheet]}
        answer = converted(family, source, dice.choice(["gcs", "gga"]) if number % 5 == 0 else format_of(source))
        assert answer["status"] == "converted", (number, answer)


@EACH
@pytest.mark.parametrize(
    "body", [{"format": "gcs"}, {"format": "pdf", "source": {}}, {"format": "gga", "source": []}, {"source": {}}, 7]
)
async def test_what_is_no_sheet_is_422(family: str, body: Any) -> None:
    """A request without a format that is known, or without an object as its sheet, does not fit."""
    reply = await call(
        RestRouter(registry()), f"/v1/{family}/figures/convert", rewritten(body), content_type="application/json"
    )
    assert reply.status == 422
