"""The tables as printed: the nine powers, terrain, and how commanders draw."""

from typing import Any

import pytest

from service.rules.mass.book.powers import MassPower
from service.rules.mass.book.published import TABLES
from service.rules.mass.book.tables import POWER_RULES, POWERS, PRINTED_POWERS
from service.rules.mass.figures.models import MassField
from tests.rules.mass.stories import Document, read, unit


def printed(power: MassPower) -> Document:
    """A power as callers would write it, without what goes without saying."""
    return power.model_dump(mode="json", exclude_defaults=True, exclude={"id"})


def on_command(target: Document, *effects: Document) -> Document:
    """A power on command."""
    return {"trigger": "on_command", "target": target, "effects": list(effects)}


def on_engaged(*effects: Document, **changes: Any) -> Document:
    """A power on contact."""
    return {"trigger": "on_engaged", "effects": list(effects)} | changes


def lose(points: int) -> Document:
    """Morale damage."""
    return {"kind": "morale_damage", "points": points}


NINE = {
    "launch-volley": on_command({"kind": "unit", "engaged": False, "range": 10}, lose(1)),
    "feast-on-the-weak": on_engaged({"kind": "destroy"}, condition={"target_morale_at_most": 2}),
    "spirited-charge": on_engaged(lose(2)),
    "receive-charge": on_engaged(lose(3), condition={"target_large": True}),
    "sow-confusion": on_engaged({"kind": "expend_power"}),
    "shatter-arms": on_engaged({"kind": "battle_die_step", "steps": -1}),
    "raise-shield-wall": on_command({"kind": "self"}, {"kind": "damage_reduction"}),
    "cast-pilum": on_engaged({"kind": "speed", "change": -2}, fall_back_hexes=2),
    "gout-of-flame": on_command({"kind": "line", "length": 5}, lose(4)),
}


@pytest.mark.parametrize("name", NINE)
def test_powers(name: str) -> None:
    """Each of the nine powers is data that a caller could have sent, and has a rule of its own."""
    assert printed(PRINTED_POWERS[name]) == NINE[name]
    assert POWER_RULES[name].id == f"mass/power/{name}"
    own = {"id": "own", **NINE[name]}
    field = read(MassField, {"units": [unit("a", "red", 0, 0)], "powers": [own]})
    assert printed(field.powers[0]) == NINE[name]


def test_the_nine_are_all() -> None:
    """There are nine powers, in the order of the source."""
    assert [power.id for _, power in POWERS] == list(NINE)


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("powers", 9),
        ("terrains", 3),
        ("initiative-bands", 3),
        ("classes", 4),
        ("modifiers", 6),
    ],
)
def test_tables_are_shown(table: str, rows: int) -> None:
    """The tables that answers stand on can be read, row by row."""
    assert len(TABLES[table].rows) == rows


def test_terrain() -> None:
    """Clear ground costs 1, moderate 2, difficult the whole move."""
    assert [row[:2] for row in TABLES["terrains"].rows] == [("clear", 1), ("moderate", 2), ("difficult", None)]


def test_bands() -> None:
    """Commanders with 15 or more draw the worst of two, with 10 to 14 one card, with less the best of two."""
    assert [row[:3] for row in TABLES["initiative-bands"].rows] == [
        ("worst_of_two", 15, 2),
        ("single", 10, 1),
        ("best_of_two", -10, 2),
    ]


def test_modifiers() -> None:
    """Each modifier is shown with its rule, its value, and a sentence that says when it counts."""
    assert tuple((rule, value, when) for rule, _, value, when in TABLES["modifiers"].rows) == (
        ("mass/battle/minor-disadvantage", -2, "The unit has a minor disadvantage against the foe."),
        ("mass/spell/adjudication", 1, "For each point that spells add to the battle die."),
        ("mass/battle/morale-damage", 1, "For every 2 that the margin is above 3."),
        ("mass/rally/check", 1, "For each point that is added to Charisma."),
        ("mass/pursuit/roll", -2, "The pursuer has a lower speed than the routed unit."),
        ("mass/pursuit/roll", -2, "The routed unit's battle die is a d4, which has no smaller one."),
    )
