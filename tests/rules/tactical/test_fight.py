"""Skirmishes as fights: turns that any dice play, and keys of all that the rest depends on."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from service.dice.exact import results_of
from service.dice.seeded import SeededDice
from service.rules.kernel.verdict import Fate
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.rounds.order import TIES, Ties
from service.rules.tactical.rounds.records import TacticalSkirmishInput
from service.rules.tactical.rounds.skirmish import Between, State, Within, fight_of, resolve_skirmish
from tests.rules.fights import assert_keys_hold, states_of, untold
from tests.rules.tactical.battles import PLAIN, fists
from tests.rules.tactical.scenes import OPEN, figure, foe
from tests.rules.tactical.test_skirmish import battle, skirmish

CAUTIOUS = [{"figure": "ash", "stance": "cautious"}]
UNARMED: dict[str, Any] = {"weapons": [fists()], "ready": {}}
CASES: dict[str, tuple[TacticalSkirmishInput, TacticalRulings]] = {
    "duel": (skirmish(figure(), foe(), max_rounds=15), OPEN),
    "unarmed": (skirmish(figure(**UNARMED), foe(**UNARMED), max_rounds=8), OPEN),
    "flight": (skirmish(figure(hp=2), foe(hex=[0, -6], basic_move=1), stances=CAUTIOUS), OPEN),
    "two": (skirmish(figure(), figure("birch", hex=[1, 0]), foe(), foe("elk", hex=[1, -2]), max_rounds=6), OPEN),
    "random": (battle(3, 6), PLAIN),
    "one-down": (skirmish(figure(), foe("gone", hex=[4, 4], state={"unconscious": True}), foe(), max_rounds=5), OPEN),
}


@pytest.mark.untraced
@pytest.mark.parametrize("name", CASES)
def test_the_same_fight(name: str) -> None:
    """Dice that do not tell play the same fight as those that do: the same verdict, with as many dice."""
    asked, rulings = CASES[name]
    fight = fight_of(asked, rulings)
    for seed in range(5):
        told, dice = SeededDice(f"sha256ctr1:{seed}"), untold(seed)
        outcome = resolve_skirmish(asked, rulings, told)
        state, rounds = fight.play(dice)
        assert fight.verdict(state, rounds) == outcome.verdict
        assert dice.faces == told.faces
        assert isinstance(state, Between)
        assert state.log == ()


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "seeds", "most"), [("duel", 12, 3), ("flight", 8, 4), ("one-down", 8, 3)])
def test_equal_keys_go_on_alike(name: str, seeds: int, most: int) -> None:
    """States with equal keys have the same chances of what follows one turn later."""
    assert_keys_hold(fight_of(*CASES[name]), range(seeds), most_rounds=4, most=most)


def test_a_state_stays_as_it_is() -> None:
    """A turn is played on a field of its own: the state before it can be played on from again, and goes on alike."""
    fight = fight_of(*CASES["two"])
    for state in states_of(fight, untold(1), 3):
        key = fight.key(state)
        first = fight.key(fight.advance(state, untold("again")))
        assert fight.key(state) == key
        assert fight.key(fight.advance(state, untold("again"))) == first


def test_who_is_out_of_action_is_no_step() -> None:
    """Who is unconscious is passed over with the turn before: nobody's turn is to come who cannot act."""
    fight = fight_of(*CASES["one-down"])
    assert all("gone" not in state.waiting[:1] for state in states_of(fight, untold(1), 3) if isinstance(state, Within))


def test_what_a_key_holds() -> None:
    """The key tells who acts when, who is to come, who has left, which items are taken, and what has changed."""
    fight = fight_of(*CASES["two"])
    state = fight.begin(untold(1))
    assert isinstance(state, Between)
    within = fight.advance(state, untold(1))
    assert isinstance(within, Within)
    hurt, healthy = state.field.copy(), state.field["ash"]
    hurt.put(healthy.model_copy(update={"hp": 3}))
    shaken = state.field.copy()
    shaken.put(healthy.model_copy(update={"state": healthy.state.model_copy(update={"shock": -2})}))
    gone = state._replace(field=state.field.without(["ash"]), fled=(healthy,))
    others: list[State] = [
        state._replace(order=state.order[::-1]),
        state._replace(taken=("axe",)),
        state._replace(field=hurt),
        state._replace(field=shaken),
        gone,
        within,
        within._replace(waiting=within.waiting[1:]),
    ]
    assert len({fight.key(each) for each in [state, *others]}) == len(others) + 1
    assert {each.id: each.fate for each in fight.verdict(gone, 1).figures}["ash"] is Fate.FLED


def test_turns_count_where_they_may_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many turns have been taken is in the key only if they may be used up before the rounds are."""
    asked, rulings = CASES["duel"]
    fight = fight_of(asked, rulings)
    state = fight.begin(untold(1))
    assert isinstance(state, Between)
    later = state._replace(turns=6)
    assert fight.key(later) == fight.key(state)
    monkeypatch.setattr("service.rules.tactical.rounds.records.MOST_TURNS", 30)
    assert fight.key(later) != fight.key(state)
    assert fight.is_over(state._replace(turns=30))
    assert not fight.is_over(later)


def test_turn_order_as_one_roll() -> None:
    """Each order of those who tie is equally likely, group after group, though they may roll again without end."""
    figures = (figure("a"), figure("b"), figure("c", dx=14), figure("d", dx=14))
    ties = Ties(((20, 10), (20, 10), (24, 14), (24, 14)), figures)
    orders = [(2, 3, 0, 1), (2, 3, 1, 0), (3, 2, 0, 1), (3, 2, 1, 0)]
    assert TIES.chances(ties).chances == dict.fromkeys(orders, Fraction(1, 4))
    counts = Counter([TIES(ties, untold(seed)) for seed in range(800)])
    assert all(150 < counts[order] < 250 for order in orders)
    assert sum(counts.values()) == 800


def test_turn_order_depends_on_no_names() -> None:
    """Figures of other names that tie alike have their chances worked out once."""
    ranks = ((20, 10), (20, 10))
    results_of(TIES, Ties(ranks, (figure("a"), figure("b"))))
    before = results_of.cache_info().misses
    results_of(TIES, Ties(ranks, (foe("c"), foe("d"))))
    assert results_of.cache_info().misses == before


def test_the_order_of_a_fight() -> None:
    """Who ties acts in an order that is drawn when the fight begins, and the others before and after them."""
    asked = skirmish(figure(dx=14), figure("birch", hex=[1, 0]), foe())
    fight = fight_of(asked, OPEN)
    orders = {state.order for seed in range(20) if isinstance(state := fight.begin(untold(seed)), Between)}
    assert {order[0] for order in orders} == {"ash"}
    assert {order[1] for order in orders} == {"birch", "orc"}
