"""What is told names units and sides as players do, and agrees with names of one and of many."""

from typing import Any

import pytest

from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.fatigue import check_fatigue
from service.rules.heroic.aftermath.models import HeroicAftermath, HeroicFatigueCheck, HeroicMoraleCheck
from service.rules.heroic.aftermath.morale import check_morale
from service.rules.heroic.attack.injury import resolve_injury
from service.rules.heroic.attack.models import HeroicInjury
from service.rules.heroic.battle.initiative import roll_initiative
from service.rules.heroic.battle.models import HeroicInitiative, HeroicRound, HeroicSkirmish
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from service.wire import to_json
from tests.rules.heroic.battles import FOE, MAN, blow, encounter, order
from tests.rules.heroic.stat_blocks import Document
from tests.rules.heroic.stories import tell

SIDES: list[Document] = [{"id": "red", "name": "The Red Hand"}, {"id": "blue", "name": "The Watch"}]
WOLVES = MAN | {"id": "w", "name": "Wolves", "count_start": 3}
GUARD = FOE | {"id": "g", "name": "Guard"}
FIELD = encounter(WOLVES, GUARD, at={"g": 1}, sides=SIDES)
BROKEN = "Wolves: 2 of 3 members lost. Morale 12 + 5 Members lost = 17: broken (13 or more breaks)."
WOLVES_WIN = [6, 1, 3, 3, 3, 4, 4, 4, 6, 6, 6, 6]


def test_a_round() -> None:
    """Sides and units are called what players call them, in every step and in the summary."""
    given = {"encounter": FIELD, "orders": [order("w", melee=[blow("g")]), order("g")]}
    told = tell(resolve_round, HeroicRound.model_validate_json(to_json(given)), *WOLVES_WIN)
    assert told.outcome.summary == (
        "The initiative went to The Red Hand. Wolves hit Guard six times for 54 points of injury. Guard "
        "dropped out of the fight. The fight is over: victory for The Red Hand. The Watch lost Guard "
        "(down)."
    )
    assert told.texts == [
        "The orders were revealed: Wolves: Neutral, Guard: Neutral.",
        "Initiative of The Red Hand: 6.",
        "Initiative of The Watch: 1.",
        "The Red Hand won the initiative, so the sides acted in this order: The Red Hand, The Watch.",
        "Each phase was played by one side after the other: shooting, then movement, then melee.",
        "Wolves rolled 9 against 20 (12 + 2 Initiative + 6 Superior numbers): margin 11.",
        "Dodge of Guard: 12 against 8, margin -4. Wolves won by 15.",
        "A margin of 15 made 4 hits (one, and another for each 4 points), × 1.5 for 3 attackers: 6 hits.",
        "Guard took 6 damage from sword, × 1.5 for cutting: 9 injury × 6 hits = 54.",
        "Wolves and Guard were locked in melee.",
        "The injury of the melee phase counted now, for everybody at once.",
        "Guard rolled 18 against HT 10: failure, all 54 injury counted.",
        "Guard lost 54 hit points, -44 of 10 left, and dropped out of the fight.",
        "The fight is over: victory for The Red Hand.",
    ]


def test_a_skirmish() -> None:
    """A skirmish is summed up by side, the fallen too."""
    tactics = [{"unit": "w", "tactic": "neutral"}, {"unit": "g", "tactic": "neutral"}]
    given = {"encounter": FIELD, "tactics": tactics, "aftermath": True}
    faces = [6, 1, 3, 3, 3, 4, 4, 4, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6]  # the guard strikes back, misses and falls
    told = tell(resolve_skirmish, HeroicSkirmish.model_validate_json(to_json(given)), *faces)
    assert told.outcome.summary == (
        "Victory for The Red Hand after 1 round: The Red Hand lost 0 of 3; The Watch lost 1 of 1. "
        "The Watch lost Guard (down). "
        "Guard: 1 dead, 0 alive."
    )


def test_initiative() -> None:
    """A side that has no name is called by its id."""
    given: dict[str, Any] = {"sides": [SIDES[0], {"id": "mob"}]}
    told = tell(roll_initiative, HeroicInitiative.model_validate_json(to_json(given)), 1, 4)
    assert told.texts[1:] == [
        "Initiative of mob: 4.",
        "Mob won the initiative, so the sides acted in this order: mob, The Red Hand.",
    ]
    assert told.outcome.summary == told.texts[-1]


@pytest.mark.parametrize(
    ("pool", "faces", "summary"),
    [
        (25, (), "Wolves: 0 of 3 members lost, less than a third. No morale check was due."),
        (15, (3, 3, 3), "Wolves: 1 of 3 members lost. Morale 9: steady (13 or more breaks)."),
        (
            10,
            (4, 4, 4),
            f"{BROKEN} Wolves broke and fled. Wolves must retreat next round.",
        ),
    ],
)
def test_morale(pool: int, faces: tuple[int, ...], summary: str) -> None:
    """A morale check is summed up: whether it was due, what was rolled, and what the unit did then."""
    given = {"unit": WOLVES | {"hp_pool": pool}, "enemy_numbers": 3}
    told = tell(check_morale, HeroicMoraleCheck.model_validate_json(to_json(given)), *faces)
    assert told.outcome.summary == summary
    assert summary.startswith(told.texts[0])


def test_fatigue() -> None:
    """Who tires is called by its name."""
    given = {"units": [{"id": "w", "name": "Wolves", "fp": 10}, {"id": "g", "fp": 10}]}
    told = tell(check_fatigue, HeroicFatigueCheck.model_validate_json(to_json(given)), 1)
    assert told.outcome.summary == (
        "The fatigue die showed 1: fatigue was due (1 or 2 tires). Wolves lost 1 fatigue point, 9 of "
        "10 left; g lost 1 fatigue point, 9 of 10 left."
    )
    assert told.texts[1:] == ["Wolves lost 1 fatigue point, 9 of 10 left.", ("G lost 1 fatigue point, 9 of 10 left.")]


def test_the_fallen() -> None:
    """The fallen are called by their names."""
    fallen = [{"unit": "w", "name": "Wolves", "hp": 10, "members": 3}, {"unit": "g", "hp": 10, "important": True}]
    told = tell(resolve_casualties, HeroicAftermath.model_validate_json(to_json({"fallen": fallen})), 1, 2, 3, 3, 3)
    assert told.outcome.summary == "Wolves: 2 dead, 1 alive. G at -3 of 10 hit points, wounded in the torso."
    assert told.texts[0] == "Wolves: 3 fallen, 2 dead, 1 alive at -5 hit points."


def test_injury() -> None:
    """An injury step is summed up with names, and says whether members fell or all of them."""
    pending = [{"unit": "w", "source": "fire", "injury": 15}, {"unit": "g", "source": "fire", "injury": 10}]
    given = {"units": [WOLVES, GUARD], "pending": pending}
    told = tell(resolve_injury, HeroicInjury.model_validate_json(to_json(given)), 6, 6, 6, 6, 6, 6)
    assert told.outcome.summary == (
        "Wolves lost 15 hit points, and 1 of 3 fell; Guard lost 10 hit points and dropped out of the fight."
    )
