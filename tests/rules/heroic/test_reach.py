"""Reach in a melee of long weapons and short ones: who is locked reaches back, whoever made the lock."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book import refusals
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.rules.heroic.rounds.outcomes import HeroicRoundOutcome
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from tests.pins import pins
from tests.rings import many
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    SPEAR,
    WIDE,
    blow,
    encounter,
    fight,
    lock,
    men,
    order,
    play,
    round_of,
    seeded,
    skirmish_of,
    toward,
)
from tests.rules.heroic.stat_blocks import Document, attack, grapple, rulings
from tests.rules.heroic.stories import refused, strike, tell

OWN: Document = {"locked_reach": "own"}
SWORD = MAN["attack_modes"][0]
SWORDSMAN = MAN | {"attack_modes": [SWORD]}
GRAB: Document = {"id": "grab", "kind": "grapple", "skill": 12, "reach": [0]}
PIKE = FOE | {"attack_modes": [SPEAR | {"reach": [2, 3]}]}
LOCKED: Document = {"distance": 3, "locks": [lock("foe", "man")]}
COMES = order("foe", move=toward("man"), melee=[blow("man", "spear")])
STANDS = order("man", melee=[blow("foe")])


@pins("locked-reach")
@pytest.mark.parametrize(
    ("options", "situation", "reaches"),
    [
        pytest.param({}, LOCKED, True, id="locked"),
        pytest.param({}, {"distance": 3}, False, id="not locked"),
        pytest.param({}, LOCKED | {"locks": [lock("foe", "squire")]}, False, id="locked with somebody else"),
        pytest.param(OWN, LOCKED, False, id="locked, by own reach"),
        pytest.param(OWN, LOCKED | {"distance": 1}, True, id="locked in contact, by own reach"),
    ],
)
def test_who_is_locked_reaches_back(options: Document, situation: Document, reaches: bool) -> None:
    """Who is locked strikes and grapples back at whatever distance; by own reach only where the weapon reaches."""
    wrestler = SWORDSMAN | {"attack_modes": [SWORD, GRAB]}
    hands = grapple(wrestler, PIKE, {"mode": "grab"}, settle=False, **situation)
    if reaches:
        told = strike(wrestler, PIKE, {"mode": "sword"}, *WIDE, options=options, **situation)
        assert told.outcome.attack.skill.total == 12
        assert ("ruling/locked-reach" in told.cited) is (situation["distance"] > 1)
        assert tell(resolve_grapple, hands, *WIDE, options=options).outcome.grapple.held == 0
    else:
        given_attack = attack(wrestler, PIKE, {"mode": "sword"}, settle=False, **situation)
        assert refused(refusals.OutOfReach, resolve_attack, given_attack, options).pointer == "/attack/mode"
        assert refused(refusals.OutOfReach, resolve_grapple, hands, options).pointer == "/attack/mode"


def test_a_round() -> None:
    """Who is locked by a longer weapon in a round strikes back in it, though it does not move any more."""
    battle = encounter(SWORDSMAN, PIKE, at={"foe": 20})
    told = play(battle, [STANDS | {"move": toward("foe")}, COMES], 1, 6, *WIDE, *WIDE, 6)
    assert [(each.unit, each.yards, each.reason) for each in told.outcome.movement.moves] == [
        ("foe", 17, "at its goal"),
        ("man", 0, "locked in melee"),
    ]
    assert [(each.attacker, each.target) for each in told.outcome.melee.attacks] == [("foe", "man"), ("man", "foe")]
    again = told.outcome.encounter.model_dump(mode="json")
    following = play(again, [STANDS, order("foe", melee=[blow("man", "spear")])], 6, 1, *WIDE, *WIDE, 6)
    assert [each.attacker for each in following.outcome.melee.attacks] == ["man", "foe"]


def test_a_round_by_own_reach() -> None:
    """By own reach who is locked by a longer weapon loses its attack, and the reason is told."""
    battle = encounter(SWORDSMAN, PIKE, at={"foe": 20})
    told = play(battle, [STANDS, COMES], 1, 6, *WIDE, 6, options=OWN)
    assert [each.attacker for each in told.outcome.melee.attacks] == ["foe"]
    assert "Man could not attack. The target is 3 yards away; 'sword' reaches 1." in told.texts


@pytest.mark.parametrize(("options", "attackers"), [({}, ["crowd", "foe"]), (OWN, ["foe"])])
def test_one_pike_does_not_hold_off_two_hundred(options: Document, attackers: list[str]) -> None:
    """Of units without players the many with swords strike the one pike that has locked them; not so by own reach."""
    crowd = SWORDSMAN | {"id": "crowd", "count_start": 200}
    battle = encounter(crowd, PIKE, at={"foe": 3}, locks=[lock("crowd", "foe")])
    made = resolve_round(round_of(battle, [], npc_orders=True), rulings(npc_tactics="fixed", **options), seeded(3))
    assert sorted([each.attacker for each in made.melee.attacks]) == attackers
    done = resolve_skirmish(skirmish_of(battle), rulings(npc_tactics="fixed", **options), seeded(3))
    assert (done.verdict.winner == "red") is (not options)


@pytest.mark.parametrize(
    "where",
    [
        pytest.param({"at": {"foe": 3, "near": -1}}, id="by their places"),
        pytest.param(
            {
                "distances": [
                    {"one": "red 1", "other": "foe", "yards": 3},
                    {"one": "red 1", "other": "near", "yards": 1},
                ]
            },
            id="by their distances",
        ),
    ],
)
def test_another_within_own_reach(where: Document) -> None:
    """By own reach who is locked with somebody out of reach strikes another that it does reach."""
    battle = encounter(*men(1, attack_modes=[SWORD]), PIKE, PIKE | {"id": "near"}, **where)
    battle["locks"] = [lock("red 1", "foe")]
    told = fight(battle, 6, 1, *WIDE, *WIDE, *WIDE, 6, options={"npc_tactics": "fixed"} | OWN, max_rounds=1)
    assert [step.actor for step in told.steps if step.rule == "heroic/attack/contest"][:1] == ["red 1"]
    assert "Red 1 and near were locked in melee." in told.texts


REACHES: Any = st.sampled_from([[0], [1], [1, 2], [2, 3], [4, 5]])


@st.composite
def crowds(draw: st.DrawFn) -> Document:
    """Two sides of able units with weapons of every length, near enough to each other to meet."""
    everybody = [
        MAN
        | {
            "id": f"{side} {number}",
            "side": side,
            "count_start": draw(st.sampled_from([1, 2, 6, 40])),
            "move": draw(st.integers(1, 8)),
            "attack_modes": [SWORD | {"reach": draw(REACHES)}],
        }
        for side in ("red", "blue")
        for number in range(draw(st.integers(1, 3)))
    ]
    coordinate = st.integers(-12, 12)
    return encounter(*everybody, at={unit["id"]: (draw(coordinate), draw(coordinate)) for unit in everybody})


def locked_in(outcome: HeroicRoundOutcome, before: Document) -> set[str]:
    """Units that were locked in melee when the melee phase of a round began, and could act in it."""
    pairs = [(each["one"], each["other"]) for each in before["locks"]]
    pairs += [(each.one, each.other) for each in outcome.movement.locks_made]
    ended = {frozenset((each.one, each.other)) for each in outcome.movement.locks_ended}
    able = {unit["id"] for unit in before["units"] if unit["status"] == HeroicStatus.ACTIVE}
    able -= {each.unit for each in outcome.movement.injuries if not each.count_after}
    return {name for pair in pairs if frozenset(pair) not in ended for name in pair} & able


@settings(max_examples=many(60), deadline=None)
@given(crowds(), st.integers(0, 10**6))
def test_nobody_is_untouchable(battle: Document, seed: int) -> None:
    """Whatever the reaches, every unit that is locked strikes in every round, and no battle passes without a blow."""
    options, dice = rulings(npc_tactics="fixed"), seeded(seed)
    state = round_of(battle, []).encounter.model_dump(mode="json")
    blows = 0
    for _ in range(20):
        outcome = resolve_round(round_of(state, [], npc_orders=True), options, dice)
        strikers = {each.attacker for each in outcome.melee.attacks}
        assert locked_in(outcome, state) <= strikers
        blows += len(strikers)
        state = outcome.encounter.model_dump(mode="json")
        if outcome.verdict.over:
            break
    assert blows
