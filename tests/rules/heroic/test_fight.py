"""Skirmishes as fights: steps that any dice play, and keys of all that the rest depends on."""

import dataclasses
from collections import Counter
from collections.abc import Hashable
from typing import Any

import pytest

from service.dice.exact import results_of
from service.dice.seeded import SeededDice
from service.rules.heroic.attack.injury import Pending
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.battle.initiative import RANKING, Contest, rivals_of
from service.rules.heroic.battle.models import HeroicContender, HeroicSkirmish
from service.rules.heroic.battle.plans import Assault, Plans
from service.rules.heroic.battle.state import bind
from service.rules.heroic.book.options import HeroicInitiativeTie, HeroicRulings
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.bonds import HeroicHold
from service.rules.heroic.figures.changes import INJURED, MOVED
from service.rules.heroic.orders.policy import service_orders
from service.rules.heroic.rounds.planning import keep_turn, situation_of, turn_before, turn_key
from service.rules.heroic.rounds.round import ordered
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from service.rules.heroic.rounds.skirmish.skirmish_steps import (
    Between,
    Sequel,
    Skirmish,
    State,
    Within,
    battle_in,
    fight_of,
)
from service.rules.heroic.rounds.skirmish.skirmish_steps import skirmish_of as skirmish_in
from service.rules.heroic.rounds.strikes import strike
from service.rules.kernel.fight import Fight
from service.rules.kernel.verdict import Fate
from tests.rules.fights import assert_keys_hold, assert_round_at_once, states_of, untold
from tests.rules.heroic.battles import FOE, MAN, encounter, hold, lock, skirmish_of
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, WRESTLER, Document, rulings

SWORD = {"attack_modes": [MAN["attack_modes"][0]]}
RED, BLUE = MAN | SWORD, FOE | SWORD
TOUCHING = encounter(RED, BLUE, at={"foe": 1})
FIXED = {"npc_tactics": "fixed"}
BAND = BLUE | {"count_start": 4, "hp": 4, "id": "band"}
ARCHERS = encounter(MAN | {"ammo": [{"mode": "bow", "left": 3}]}, FOE, at={"foe": 40})
HELD = encounter(MAN, WRESTLER, at={"wrestler": 1}, grapples=[hold("wrestler", "man")], locks=[lock("man", "wrestler")])
SLOW = MAN["attack_modes"][1] | {"id": "arbalest", "reload_s": 30, "low_tech": False, "rof": 1}
LOADED = encounter(RED | {"attack_modes": [SLOW], "loaded": [{"mode": "arbalest", "shots": 0}]}, BLUE, at={"foe": 30})
GASPING = RED | {"conditions": ["suffocating"], "fp_current": 1, "will": 14}
RUNNER = encounter(
    RED,
    MAN | SWORD | {"id": "coward", "status": "routed"},
    BLUE,
    at={"foe": 1, "coward": (1, 1)},
    locks=[lock("coward", "foe")],
)
CLUB = BLUE | {"attack_modes": [SWORD["attack_modes"][0] | {"damage": "0d+3"}]}
CASES: dict[str, tuple[Document, Document, Document]] = {
    "duel": (TOUCHING, FIXED, {}),
    "random-tactics": (TOUCHING, {}, {}),
    "printed": (encounter(SWORDSMAN, BANDIT), {}, {"pursue": True, "aftermath": True}),
    "groups": (encounter(OGRES, TROGLODYTES), FIXED, {"pursue": True}),
    "band": (encounter(RED, BAND, at={"band": 1}), FIXED | {"assignment": "spread"}, {"aftermath": True}),
    "archers": (ARCHERS, FIXED, {}),
    "held": (HELD, FIXED, {}),
    "loaded": (LOADED, FIXED, {}),
    "gasping": (encounter(GASPING, BLUE, at={"foe": 1}), FIXED, {}),
    "weary": (TOUCHING, FIXED | {"fp_effects": "apply", "fatigue_scope": "rolled", "criticals": "on"}, {}),
    "ht-each": (TOUCHING, FIXED | {"ht_roll": "per_attack", "ratio_scope": "target_total"}, {}),
    "runner": (RUNNER, FIXED | {"rout_round": "play"}, {}),
    "club": (encounter(RED, CLUB, at={"foe": 1}), FIXED, {}),
    "pit": (encounter(RED, BLUE, at={"foe": 9}, hazards=[{"unit": "man", "injury": 2}]), FIXED, {}),
}
TRACED = {"loaded", "weary"}
"""The cases that reach all branches of a key."""


def case(name: str) -> tuple[HeroicSkirmish, HeroicRulings, Fight[State]]:
    """A skirmish, its rulings, and its steps."""
    battle, options, changes = CASES[name]
    skirmish, chosen = skirmish_of(battle, **changes), rulings(**options)
    return skirmish, chosen, fight_of(skirmish, chosen)


@pytest.mark.parametrize("name", CASES)
def test_the_same_fight(name: str) -> None:
    """Dice that do not tell play the same fight as those that do: the same verdict, with as many dice."""
    skirmish, chosen, fight = case(name)
    for seed in range(12):
        told, dice = SeededDice(f"sha256ctr1:{seed}"), untold(seed)
        outcome = resolve_skirmish(skirmish, chosen, told)
        state, rounds = fight.play(dice)
        assert fight.verdict(state, rounds) == outcome.verdict
        assert dice.faces == told.faces


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in TRACED else pytest.mark.untraced) for name in CASES]
)
def test_equal_keys_go_on_alike(name: str) -> None:
    """States with equal keys have the same chances of what follows one step later."""
    assert_keys_hold(case(name)[2], range(25), most_rounds=6, most=30)


def contest(tie: HeroicInitiativeTie, *tactics: int) -> Contest:
    """Sides with leaders of some Tactics who roll for the initiative."""
    sides = tuple([HeroicContender(id=str(at), leader_tactics=level) for at, level in enumerate(tactics)])
    return Contest(rivals_of(sides, tie), tie, sides)


@pytest.mark.parametrize("tie", HeroicInitiativeTie)
def test_initiative_as_one_roll(tie: HeroicInitiativeTie) -> None:
    """The chances of each order of acting are those of the rolls, which may go on without end."""
    rolled = contest(tie, 12, 10, 10)
    chances = RANKING.chances(rolled).chances
    counts = Counter([RANKING(rolled, untold(seed)) for seed in range(1500)])
    assert sum(chances.values()) == 1
    assert counts.keys() == chances.keys()
    for ranking, chance in chances.items():
        assert abs(counts[ranking] / 1500 - chance) < 0.05


def test_initiative_depends_on_no_names() -> None:
    """Sides of other names, with leaders alike, have their chances worked out once."""
    results_of(RANKING, contest(HeroicInitiativeTie.REROLL, 10, 12))
    before = results_of.cache_info().misses
    other = (HeroicContender(id="a", leader_tactics=7), HeroicContender(id="b", leader_tactics=9))
    tie = HeroicInitiativeTie.REROLL
    results_of(RANKING, Contest(rivals_of(other, tie), tie, other))
    assert results_of.cache_info().misses == before


def first_within(name: str) -> tuple[Fight[State], Within]:
    """A fight, and its state after the first step."""
    fight = case(name)[2]
    state = fight.advance(fight.begin(untold(1)), untold(1))
    assert isinstance(state, Within)
    return fight, state


@pytest.mark.parametrize(
    "change",
    [
        {"winner": None},
        {"sequence": ()},
        {"pending": (Pending("man", "foe", 1, 2),)},
        {"grapples": (HeroicHold(grappler="man", victim="foe"),)},
        {"positions": ((0.0, 0.0), (3.0, 0.0))},
        {"distances": {(0, 1): 2.0}},
        {"locks": {}},
        {"orders": (None, None)},
        {"free_hands": frozenset()},
    ],
)
def test_what_a_key_holds(change: dict[str, Any]) -> None:
    """A battle in which anything differs that counts for the rest of a round has another key."""
    fight, state = first_within("duel")
    bound = state._replace(round=state.round._replace(battle=bind(state.round.battle, 0, 1)))
    other = bound._replace(round=bound.round._replace(battle=bound.round.battle._replace(**change)))
    assert fight.key(other) != fight.key(bound)


@pytest.mark.parametrize("change", [{"hp_pool": 3}, {"status": HeroicStatus.ROUTED}, {"conditions": ("pinned",)}])
def test_units_in_a_key(change: dict[str, Any]) -> None:
    """What has changed of a unit is in the key, and what its fatigue points are is not if they decide nothing."""
    fight = case("duel")[2]
    state = fight.begin(untold(1))
    battle = battle_in(state)
    other = Between(battle.with_unit(0, battle.units[0].model_copy(update=change), INJURED))
    assert fight.key(other) != fight.key(state)


@pytest.mark.parametrize("change", [{"phases": 4}, {"runners": (1,)}, {"waiting": (1,)}])
def test_where_a_round_is(change: dict[str, Any]) -> None:
    """How far a round has come is in the key, and who was routed when it began."""
    fight, state = first_within("duel")
    assert fight.key(state._replace(round=state.round._replace(**change))) != fight.key(state)


def test_what_a_key_forgets() -> None:
    """Whose hits have added up to an injury makes no difference unless each is rolled for by itself."""
    parts = (Pending("man", "foe", 1, 2), Pending("man", "other", 2, 3))
    for name, alike in (("duel", True), ("ht-each", False)):
        fight, state = first_within(name)
        one, other = [
            state._replace(round=state.round._replace(battle=state.round.battle._replace(pending=pending)))
            for pending in (parts, (Pending("man", "foe", 1, 5),))
        ]
        assert (fight.key(one) == fight.key(other)) is alike


def test_the_dead_are_in_the_last_key() -> None:
    """After the last round the key tells who is dead, and the verdict says so."""
    fight = case("band")[2]
    dead = []
    for seed in range(30):
        dice = untold(seed)
        state, rounds = fight.play(dice)
        assert isinstance(state, Sequel)
        if state.dead:
            dead.append(state)
            fates = {each.id: each.fate for each in fight.verdict(state, rounds).figures}
            assert {name for name, fate in fates.items() if fate is Fate.DEAD} == state.dead
            assert fight.key(state) != fight.key(state._replace(dead=frozenset()))
    assert dead


def test_fatigue_that_decides_nothing() -> None:
    """Fatigue points stay as they are if nobody reads them and they decide nothing; the die is rolled."""
    fight = case("duel")[2]
    for seed in range(5):
        state, _ = fight.play(untold(seed))
        assert [unit.fp_current for unit in battle_in(state).units] == [None, None]


def test_a_verdict_within_a_fight() -> None:
    """Before anything has followed the last round, nobody is known to be dead."""
    fight = case("duel")[2]
    state = fight.begin(untold(1))
    verdict = fight.verdict(state, 0)
    assert (verdict.undecided, verdict.rounds) == (True, 0)
    assert [each.fate for each in verdict.figures] == [Fate.STANDING, Fate.STANDING]


def test_states_of_a_round() -> None:
    """Within a round come the turns in melee, the injury step and the end, each a state of its own."""
    fight = case("duel")[2]
    found = list(states_of(fight, untold(3), 1))
    assert isinstance(found[0], Between)
    assert all(isinstance(state, Within) for state in found[1:])
    assert len(found) >= 3


@pytest.mark.parametrize("name", CASES)
def test_rounds_at_once(name: str) -> None:
    """A round that is played at once ends as one that is played turn by turn, from wherever in it one goes on."""
    fight = case(name)[2]
    for seed in range(6):
        for state in list(states_of(fight, untold(seed), 3)):
            assert_round_at_once(fight, state, f"sha256ctr1:{seed}/rest")


@pytest.mark.parametrize("name", CASES)
def test_remembered_plans(name: str) -> None:
    """A fight whose attacks and orders are planned once goes as one in which they are planned each time."""
    skirmish, chosen, _ = case(name)
    remembering = skirmish_in(skirmish, chosen)
    forgetful = dataclasses.replace(remembering, start=remembering.start._replace(plans=None))
    for seed in range(8):
        states = [each.fight().play(untold(seed)) for each in (remembering, forgetful)]
        assert fight_key(remembering, states[0]) == fight_key(forgetful, states[1])


def fight_key(skirmish: Skirmish, played: tuple[State, int]) -> tuple[Hashable, int]:
    """The key of the last state, and the rounds."""
    return skirmish.key(played[0]), played[1]


def test_openings() -> None:
    """Who differs in health alone opens a round alike: by the same orders, and an initiative of its own."""
    skirmish = skirmish_in(*case("duel")[:2])
    start = battle_in(skirmish.begin(untold(1)))
    man, foe = start.units
    hurt = start.changed(INJURED, units=(man.model_copy(update={"hp_pool": 7}), foe))
    situation = situation_of(start)
    assert situation_of(hurt) == situation
    assert situation_of(bind(start, 0, 1)) != situation
    for seed in range(8):
        states = [skirmish.advance(Between(each), untold(seed)) for each in (start, hurt)]
        battles = [battle_in(state) for state in states]
        assert [battle.units for battle in battles] == [start.units, hurt.units]
        assert battles[0].orders is battles[1].orders
        assert battles[0] == battles[1].changed(INJURED, units=start.units)


@pytest.mark.parametrize("name", ["random-tactics", "pit", "weary", "held"])
def test_openings_that_are_not_remembered(name: str) -> None:
    """Where dice choose tactics, or a round depends on more, its opening is played each time."""
    skirmish = skirmish_in(*case(name)[:2])
    state = skirmish.begin(untold(1))
    orders = [battle_in(skirmish.advance(state, untold(seed))).orders for seed in range(2)]
    assert orders[0] is not orders[1]


def test_who_suffocates_opens_each_round() -> None:
    """A round whose opening changes a unit is opened anew for units of other health."""
    skirmish = skirmish_in(*case("gasping")[:2])
    start = battle_in(skirmish.begin(untold(1)))
    man, foe = start.units
    rested = start.changed(INJURED, units=(man.model_copy(update={"fp_current": 9}), foe))
    lost = [
        [each.fp_current for each in battle_in(skirmish.advance(Between(one), untold(1))).units]
        for one in (start, rested)
    ]
    assert lost[0][0] != lost[1][0]


def test_fighters() -> None:
    """A unit is the same fighter as long as nothing but its health has changed, and as many of its members stand."""
    battle = battle_in(case("band")[2].begin(untold(1)))
    man, band = battle.units
    plans = Plans(battle.units, battle.rulings.assignment)
    assert plans.fighter_of(0, man.model_copy(update={"hp_pool": 4, "fp_current": 2})) is plans.fighter_of(0, man)
    assert plans.fighter_of(0, man.model_copy(update={"conditions": ("pinned",)})) is not plans.fighter_of(0, man)
    assert plans.fighter_of(1, band.model_copy(update={"hp_pool": 0})) is not plans.fighter_of(1, band)
    assert plans.fighter_of(2, man).shape == man


def test_turns() -> None:
    """A turn is remembered with the plan of its attack, and not at all if that was not allowed."""
    start = battle_in(case("duel")[2].begin(untold(1)))
    orders = service_orders(start, [0, 1], {}, untold(1))
    battle = ordered(start, orders, frozenset(orders))
    assault = Assault(0, 1, orders[0].melee[0])
    key = turn_key(battle, 0, orders[0])
    keep_turn(battle, key, orders[0], [assault])
    assert turn_before(battle, key) is None
    strike(battle, assault, untold(1))
    keep_turn(battle, key, orders[0], [assault])
    turn = turn_before(battle, key)
    assert turn is not None
    assert turn.assault is assault
    assert turn_key(battle._replace(free_hands=frozenset()), 0, orders[0]) is None


def test_an_attack_that_is_lost() -> None:
    """An attack that has become impossible changes nothing, and nobody is told."""
    battle = battle_in(case("duel")[2].begin(untold(1)))
    far = battle.with_position(1, (30.0, 0.0), MOVED)
    dice = untold(1)
    assert strike(far, Assault(0, 1, HeroicAttackChoice(mode="sword")), dice) is far
    assert (dice.steps, dice.faces) == ([], [])
