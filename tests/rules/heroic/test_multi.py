"""Several attacks declared as one, and the Speed Factor."""

from typing import Any

import pytest

from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.attack.rolls import apportioned
from service.rules.heroic.book import refusals
from tests.rules.heroic.stat_blocks import BANDIT, SWORDSMAN, Document, attack, changed
from tests.rules.heroic.stories import refused, report, strike
from tests.rules.heroic.test_melee import MISS, TWO_SWORDS


def test_multi_average() -> None:
    """Broadsword 14 at torso and neck: 13 and 8 average 10."""
    choice = {"modes": [{"mode": "sword_swing"}, {"mode": "sword_swing", "location": "neck"}]}
    told = report(SWORDSMAN, BANDIT, choice)
    assert (told.skill.base, told.skill.total) == (10, 10)


@pytest.mark.parametrize(
    ("off_hand", "tactic", "base", "total"),
    [(False, "neutral", 12, 12), (True, "neutral", 10, 10), (True, "offensive", 10, 12)],
)
def test_multi_weapons(off_hand: bool, tactic: str, base: int, total: int) -> None:
    """Sword 14 and knife 12 average 12 with 1 off each; the off hand costs its own attack 4, a tactic the mean."""
    choice = {"modes": [{"mode": "sword_swing"}, {"mode": "knife", "off_hand": off_hand}]}
    told = report(TWO_SWORDS, BANDIT, choice, attacker_tactic=tactic)
    assert (told.skill.base, told.skill.total) == (base, total)


def test_multi_best_defense() -> None:
    """Of the modifiers that several attacks give a defence, the one best for the defender counts."""
    target = changed(BANDIT, defenses={"dodge": 10, "parries": [{"name": "sword", "value": 10}]})
    choice = {"modes": [{"mode": "sword_swing"}, {"mode": "knife"}]}
    told = strike(TWO_SWORDS, target, choice | {"defense": {"kind": "parry"}}, *MISS)
    assert told.outcome.attack.defense.value
    assert told.outcome.attack.defense.value.total == 10
    told = strike(TWO_SWORDS, target, choice, *MISS)
    assert told.outcome.attack.defense.value
    assert (told.outcome.attack.defense.kind.value, told.outcome.attack.defense.value.total) == ("dodge", 11)
    assert "multi/best-defense" in told.cited


def test_multi_random_mode() -> None:
    """A die for each base hit says which attack landed; each that did rolls its damage."""
    choice = {"modes": [{"mode": "sword_swing"}, {"mode": "knife"}]}
    told = strike(TWO_SWORDS, changed(BANDIT, armour=[]), choice, *(1, 1, 1), *(6, 6, 6), *(3, 3, 3, 4, 4), 5, 6)
    assert [(wound.mode, wound.hits, wound.injury) for wound in told.outcome.attack.wounds] == [
        ("sword_swing", 3, 30),
        ("knife", 2, 18),
    ]
    assert {"multi/random-mode", "dice/pick", "multi/declare"} <= told.cited


@pytest.mark.parametrize(
    ("counts", "base", "hits", "halves", "shares"),
    [
        ((2, 1), 3, 4, 3, (3, 1)),
        ((1, 2), 3, 4, 3, (1, 3)),
        ((1, 1, 1), 3, 4, 3, (2, 1, 1)),
        ((1, 1, 1, 1, 1), 5, 7, 3, (2, 2, 1, 1, 1)),
        ((2, 1), 3, 8, 8, (5, 3)),
        ((3, 0), 3, 12, 8, (12, 0)),
    ],
)
def test_apportioned(counts: tuple[int, ...], base: int, hits: int, halves: int, shares: tuple[int, ...]) -> None:
    """Multiplied hits are divided like the base hits, the rest by the largest fractions."""
    assert apportioned(counts, base, hits, halves) == shares
    assert sum(shares) == hits


@pytest.mark.parametrize(
    ("choice", "error", "pointer"),
    [
        ({"modes": [{"mode": "knife"}]}, refusals.MultiNeedsTwo, "/attack/modes"),
        ({"modes": [{"mode": "knife"}] * 2, "mode": "knife"}, refusals.MultiNeedsTwo, "/attack/modes"),
        ({"modes": [{"mode": "knife"}, {"mode": "bite"}]}, refusals.UnknownMode, "/attack/mode"),
        (
            {"modes": [{"mode": "sword_swing"}, {"mode": "knife"}]},
            refusals.MultiTooManyHands,
            "/attack/modes",
        ),
    ],
)
def test_multi_refused(choice: Document, error: Any, pointer: str) -> None:
    """Several attacks as one need two, and hands for all weapons."""
    attacker = changed(TWO_SWORDS, arms=1)
    assert refused(error, resolve_attack, attack(attacker, BANDIT, choice)).pointer == pointer


@pytest.mark.parametrize(
    ("traits", "mode", "separate", "factor"),
    [
        ({}, {}, False, 4),
        ({}, {"unwieldy": True}, False, 6),
        ({"extra_attack": 1}, {}, False, 2),
        ({"extra_attack": 2}, {}, False, 1),
        ({"extra_attack": 1, "altered_time_rate": 1}, {"unwieldy": True}, False, 2),
        ({"decreased_time_rate": 1}, {}, False, 6),
        ({"extra_attack": 1}, {}, True, 4),
    ],
)
def test_speed_factor(traits: Document, mode: Document, separate: bool, factor: int) -> None:
    """Unwieldy weapons and slow time raise the Speed Factor, extra attacks with one weapon lower it."""
    attacker = changed(SWORDSMAN, attack_modes=[SWORDSMAN["attack_modes"][0] | mode], **traits)
    assert report(attacker, BANDIT, {"mode": "sword_swing"}, separate=separate).speed_factor == factor


def test_speed_factor_of_several_weapons() -> None:
    """Of several weapons the slowest counts, and Extra Attack does not."""
    choice = {"modes": [{"mode": "sword_thrust"}, {"mode": "knife"}]}
    assert report(changed(TWO_SWORDS, extra_attack=1), BANDIT, choice).speed_factor == 6
