"""Announced rolls: every one of them comes, in its order, and each is said to be for something."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.app import bound_procedures
from service.dice.seeded import SeededDice
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish import resolve_skirmish
from service.wire import to_json
from tests.golden import Golden, goldens
from tests.golden.faces import in_process
from tests.rules.heroic.announcements import HeldToIt, Resolve, requests_of
from tests.rules.heroic.battles import round_of, skirmish_of
from tests.rules.heroic.odds_inputs import PROOFS
from tests.rules.heroic.stat_blocks import Document, rulings
from tests.rules.heroic.test_round_laws import rounds, seeds

PROCEDURES = bound_procedures()
ROLLED = [
    golden
    for golden in goldens("heroic")
    if golden.operation in PROCEDURES
    and golden.written["steps"]
    and "problem" not in golden.expect
    and golden.written["verdict"] != "needs_dice"
]


def faces_of(golden: Golden) -> tuple[Any, tuple[int, ...]]:
    """A golden's request as its procedure takes it, and all faces of its answer."""
    answer = in_process(golden.operation, golden.request)[1]
    body = {name: each for name, each in golden.request.items() if name != "dice"}
    asked = PROCEDURES[golden.operation].request.model_validate_json(to_json(body))
    return asked, tuple(answer["dice"]["faces"])


@pytest.mark.parametrize("golden", [pytest.param(each, id=f"{each.operation}/{each.id}") for each in ROLLED])
def test_goldens_announce_what_comes(golden: Golden) -> None:
    """With the faces of any golden every announcement comes true, and asking step by step leads to the same outcome."""
    asked, faces = faces_of(golden)
    resolve = PROCEDURES[golden.operation].procedure.resolve
    once = resolve(asked.input, asked.rulings, HeldToIt(faces))
    found = requests_of(resolve, asked.input, asked.rulings, faces)
    assert found.outcome == once
    assert [each for each in found.asked if None in each] == []


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_procedures_announce_what_comes(name: str) -> None:
    """Whatever a small request and the dice are, every announcement of the procedure comes true."""
    bound = PROCEDURES[name]

    @settings(max_examples=60, deadline=None)
    @given(PROOFS[name].bodies, seeds)
    def prove(body: Document, seed: str) -> None:
        asked: Any = bound.request.model_validate_json(to_json(body))
        dice = SeededDice(seed)
        outcome = bound.procedure.resolve(asked.input, asked.rulings, dice)
        found = requests_of(bound.procedure.resolve, asked.input, asked.rulings, dice.faces)
        assert found.outcome == outcome

    prove()


OPTIONS = st.fixed_dictionaries(
    {
        "damage_rolls": st.sampled_from(["once", "per_hit"]),
        "ht_roll": st.sampled_from(["per_step", "per_attack"]),
        "fp_effects": st.sampled_from(["flags", "apply"]),
        "end_phases": st.sampled_from(["morale_fatigue", "fatigue_morale"]),
        "criticals": st.sampled_from(["off", "on"]),
    }
)
BATTLES: tuple[tuple[Resolve, Callable[[Document, list[Document]], object]], ...] = (
    (resolve_round, round_of),
    (resolve_round, lambda battle, _: round_of(battle, [], npc_orders=True)),
    (resolve_skirmish, lambda battle, _: skirmish_of(battle, max_rounds=2, pursue=True, aftermath=True)),
)


@pytest.mark.parametrize(("resolve", "asks"), BATTLES, ids=["orders", "the service's orders", "skirmish"])
def test_battles_announce_what_comes(resolve: Resolve, asks: Callable[[Document, list[Document]], object]) -> None:
    """Whatever a battle and the dice are, every announcement of its rounds comes true."""

    @settings(max_examples=80, deadline=None)
    @given(rounds(), seeds, OPTIONS)
    def prove(fought: tuple[Document, list[Document]], seed: str, options: Document) -> None:
        asked, decided, dice = asks(*fought), rulings(**options), SeededDice(seed)
        outcome = resolve(asked, decided, dice)
        assert requests_of(resolve, asked, decided, dice.faces).outcome == outcome

    prove()


def test_a_round_in_few_requests() -> None:
    """A round of a duel with 32 dice in 14 rolls takes nine requests, and every roll is said to be for something."""
    (duel,) = [each for each in ROLLED if each.operation == "heroic/resolve-round" and each.id == "duel-round-1"]
    asked, faces = faces_of(duel)
    found = requests_of(resolve_round, asked.input, asked.rulings, faces)
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
