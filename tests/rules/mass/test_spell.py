"""Spells: what the game master has judged takes effect."""

from typing import Any

import pytest

from service.errors import FieldNotRead
from service.rules.mass.command.spell import MassAreas, compute_spell_area
from service.rules.mass.rounds.round import MassRoundOutcome
from tests.pins import pins
from tests.rules.mass.stories import Document, Story, by_id, play, rows, rulings, unit

MAGES = unit("mages", "red", 0, 0)
LEVY = unit("levy", "blue", 5, 0, facing=5)


def cast(*effects: Document, levy: Document = LEVY, **spell: Any) -> Story[MassRoundOutcome]:
    """Ana casts a spell."""
    return play(MAGES, levy, ana=[{"kind": "spell", "effects": list(effects)} | spell])


def effect(kind: str, **values: Any) -> Document:
    """What a spell does to the levy."""
    return {"kind": kind, "unit": "levy"} | values


@pins("spell-judgement")
def test_spell_judgement() -> None:
    """A spell does what the caller says; of movement it says that the speed stays, with a warning."""
    told = cast(
        effect("morale_delta", points=-1),
        effect("speed_delta", hexes=-9),
        effect("movement", movement="impeded"),
        effect("battle_bonus", bonus=-3),
    )
    levy = by_id(told.outcome.state)["levy"]
    assert (levy.morale, levy.speed, levy.battle_bonus) == (2, 0, -3)
    assert [event.label for event in told.outcome.events] == ["morale_delta", "speed_delta", "impeded", "battle_bonus"]
    still = "The movement of levy was impeded: how is for the game master to say, and its speed is still 0."
    assert told.warnings == [still]
    assert told.texts[6:10] == [
        "Levy lost 1 Morale Point, 2 left.",
        "The speed of levy changed from 4 to 0.",
        still,
        "The bonus to the battle die of levy changed from 0 to -3.",
    ]
    assert {"spell/adjudication", "ruling/spell-judgement"} <= told.cited


@pins("morale-above-rating")
def test_morale_above_rating() -> None:
    """A spell may raise morale above the rating, up to 9, and rallies and powers read the current value."""
    told = cast(effect("morale_delta", points=4), effect("morale_delta", points=9))
    assert by_id(told.outcome.state)["levy"].morale == 9
    assert "ruling/morale-above-rating" in told.cited


def test_bounds_of_effects() -> None:
    """Speed stays within 0 and 20, the bonus within -10 and 10."""
    told = cast(effect("speed_delta", hexes=20), effect("battle_bonus", bonus=10), effect("battle_bonus", bonus=10))
    levy = by_id(told.outcome.state)["levy"]
    assert (levy.speed, levy.battle_bonus) == (20, 10)


def test_spells_rout() -> None:
    """A spell that takes the last morale routs at once; what follows passes the unit over; a wall keeps 1 off."""
    told = cast(effect("morale_delta", points=-3), effect("speed_delta", hexes=1))
    assert rows(told.outcome.events) == [("spell", "levy", "morale_delta"), ("refused", "levy", "routed")]
    behind = cast(effect("morale_delta", points=-3), levy=LEVY | {"shield_wall": True})
    assert by_id(behind.outcome.state)["levy"].morale == 1


@pytest.mark.parametrize(("spell", "enough"), [(5000, True), (4999, False)])
def test_area(spell: int, enough: bool) -> None:
    """A spell that covers less than half the unit has no effect, once both areas are told."""
    told = cast(effect("morale_delta", points=-1), spell_area=spell, unit_area=10000)
    assert by_id(told.outcome.state)["levy"].morale == (2 if enough else 3)
    assert "spell/area-threshold" in told.cited
    assert (rows(told.outcome.events)[0] == ("refused", None, "not_appreciable")) is not enough
    with pytest.raises(FieldNotRead, match="spell_area is"):
        cast(effect("morale_delta", points=-1), spell_area=spell)
    computed = compute_spell_area(MassAreas(spell_area=spell, unit_area=10000), rulings())
    assert computed.appreciable is enough


def test_battle_spells() -> None:
    """A battle spell is told as such; what it costs is the caller's business."""
    told = cast(battle_spell=True)
    assert "Ana cast a battle spell." in told.texts
    assert "spell/battle-spell" in told.cited


def create(**changes: Any) -> Document:
    """A spell that brings golems."""
    return {"kind": "create_unit", "unit": unit("golems", "red", 4, 0, power="spirited-charge") | changes}


def test_created_units() -> None:
    """A new unit joins at the end of the list; enemies beside it are engaged without any power, and fight at once."""
    told = play(MAGES, LEVY, ana=[{"kind": "spell", "effects": [create()]}], faces=(5, 2))
    assert [state.id for state in told.outcome.state] == ["mages", "levy", "golems"]
    assert told.outcome.battle[0].pair == ("levy", "golems")
    assert (told.outcome.state[2].morale, told.outcome.state[1].morale) == (2, 3)
    assert told.outcome.state[2].power_expended is False


@pytest.mark.parametrize(
    ("changes", "reason"), [({"hex": [5, 0]}, "occupied"), ({"hex": [7, 7]}, "impassable")], ids=["taken", "closed"]
)
def test_units_that_find_no_place(changes: Document, reason: str) -> None:
    """A unit does not appear where another one stands or nobody can."""
    closed = [{"hex": [7, 7], "terrain": "impassable"}]
    told = play(MAGES, LEVY, ana=[{"kind": "spell", "effects": [create(**changes)]}], terrain=closed)
    assert rows(told.outcome.events) == [("refused", "golems", reason)]
    assert len(told.outcome.state) == 2
