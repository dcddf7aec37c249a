"""Announced rolls: every one of them comes, in its order, and each is said to be for something."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.model import Dice
from service.dice.seeded import SeededDice
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from tests.golden import Golden
from tests.rings import many
from tests.rules.announced import (
    asked_together,
    dice_of,
    hold_announcements,
    play_of,
    requests_of,
    rolled_goldens,
    told_of_golden,
)
from tests.rules.heroic.battles import FOE, MAN, blow, encounter, order, round_of, skirmish_of
from tests.rules.heroic.odds_inputs import PROOFS
from tests.rules.heroic.stat_blocks import Document, rulings
from tests.rules.heroic.test_round_laws import rounds, seeds

Resolve = Callable[[Any, Any, Any], Any]


@pytest.mark.parametrize(
    "golden", [pytest.param(each, id=f"{each.operation}/{each.id}") for each in rolled_goldens("heroic")]
)
def test_goldens_announce_what_comes(golden: Golden) -> None:
    """With the faces of any golden every announcement comes true, and asking step by step leads to the same outcome."""
    found = requests_of(play_of(golden.operation, golden.request), *dice_of(golden))
    assert found.outcome == told_of_golden(golden).outcome


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_procedures_announce_what_comes(name: str) -> None:
    """Whatever a small request and the dice are, every announcement of the procedure comes true."""
    hold_announcements(name, PROOFS[name].bodies, 60)


OPTIONS = st.fixed_dictionaries(
    {
        "damage_rolls": st.sampled_from(["once", "per_hit"]),
        "ht_roll": st.sampled_from(["per_step", "per_attack"]),
        "fp_effects": st.sampled_from(["flags", "apply"]),
        "end_phases": st.sampled_from(["morale_fatigue", "fatigue_morale"]),
        "criticals": st.sampled_from(["off", "on"]),
    }
)
BATTLES = (
    pytest.param(resolve_round, round_of, id="orders"),
    pytest.param(resolve_round, lambda battle, _: round_of(battle, [], npc_orders=True), id="the service's orders"),
    pytest.param(
        resolve_skirmish,
        lambda battle, _: skirmish_of(battle, max_rounds=2, pursue=True, aftermath=True),
        id="skirmish",
        marks=pytest.mark.untraced,
    ),
)


@pytest.mark.parametrize(("resolve", "asks"), BATTLES)
def test_battles_announce_what_comes(resolve: Resolve, asks: Callable[[Document, list[Document]], object]) -> None:
    """Whatever a battle and the dice are, every announcement of its rounds comes true."""

    @settings(max_examples=many(80), deadline=None)
    @given(rounds(), seeds, OPTIONS)
    def prove(fought: tuple[Document, list[Document]], seed: str, options: Document) -> None:
        asked, decided, dice = asks(*fought), rulings(**options), SeededDice(seed)
        outcome = resolve(asked, decided, dice)
        assert requests_of(lambda dice: resolve(asked, decided, dice), dice.faces).outcome == outcome

    prove()


DUEL = ("heroic/resolve-round", "duel-round-1")


def test_a_round_in_few_requests() -> None:
    """A round of a duel with 32 dice in 14 rolls takes nine requests, and every roll is said to be for something."""
    (duel,) = [each for each in rolled_goldens("heroic") if (each.operation, each.id) == DUEL]
    faces, _ = dice_of(duel)
    found = requests_of(play_of(duel.operation, duel.request), faces)
    assert (len(faces), sum([len(each) for each in found.asked]), found.many) == (32, 14, 9)
    assert found.asked == (
        ("initiative of law", "initiative of crime"),
        ("attack of bandit on swordsman", "Dodge of swordsman against bandit"),
        ("damage of swordsman by short bow",),
        ("HT of swordsman against all its injury",),
        ("attack of bandit on swordsman", "Block of swordsman against bandit"),
        (
            "damage of swordsman by sword thrust",
            "attack of swordsman on bandit",
            "Dodge of bandit against swordsman",
        ),
        ("damage of bandit by sword thrust",),
        ("HT of bandit against all its injury", "HT of swordsman against all its injury"),
    )


def test_nothing_is_announced_past_a_wait() -> None:
    """While somebody waits nothing is announced after a shot's damage, for whoever waits may act in between."""
    waits = order("foe", wait={"trigger": {"event": "shoots", "unit": "friend"}, "attack": {"mode": "bow"}})
    shots = [order(name, ranged=[blow("foe", "bow")]) for name in ("man", "friend")]
    battle = encounter(MAN, MAN | {"id": "friend"}, FOE, at={"foe": 20})
    asked = round_of(battle, [*shots, waits])
    dice = SeededDice("sha256ctr1:18")
    outcome = resolve_round(asked, rulings(), dice)
    found = requests_of(lambda dice: resolve_round(asked, rulings(), dice), dice.faces)
    assert found.outcome == outcome
    assert ("damage of foe by bow",) in found.asked
    unwatched = round_of(battle, [*shots, order("foe")])
    free = SeededDice("sha256ctr1:18")
    resolve_round(unwatched, rulings(), free)
    told = requests_of(lambda dice: resolve_round(unwatched, rulings(), dice), free.faces).asked
    assert ("damage of foe by bow", "attack of friend on foe", "Dodge of foe against friend") in told


def test_a_defense_that_a_critical_may_forestall() -> None:
    """Where an attack may be critical its defence is not asked for with it, but then by name."""
    battle = round_of(
        encounter(MAN, FOE, at={"foe": 1}), [order("man", melee=[blow("foe")]), order("foe", melee=[blow("man")])]
    )

    def fight(dice: Dice) -> Any:
        return resolve_round(battle, rulings(criticals="on"), dice)

    assert asked_together(fight, 6, 1) == ["attack of man on foe"]
    assert asked_together(fight, 6, 1, 3, 3, 3) == ["Dodge of foe against man"]


def test_damage_without_dice() -> None:
    """Damage that takes no dice is not announced; what follows it is."""
    flat = MAN | {"attack_modes": [MAN["attack_modes"][0] | {"damage": "0d+3"}]}
    asked = round_of(
        encounter(flat, FOE, at={"foe": 1}), [order("man", melee=[blow("foe")]), order("foe", melee=[blow("man")])]
    )
    faces = (6, 1, 3, 3, 3, 4, 4, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6)
    found = requests_of(lambda dice: resolve_round(asked, rulings(), dice), faces)
    assert found.asked[2] == ("attack of foe on man", "Dodge of man against foe")
