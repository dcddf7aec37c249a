"""Enumerated fights have the odds of brute force, and say truly what they do not know."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.model import Dice, DicePool
from service.forecasts.counting.tally import Kind, Tally, Weight
from service.forecasts.enumerated import enumeration, generations, states
from service.forecasts.enumerated.enumeration import enumerate_fight
from service.forecasts.sampled import play_fights
from tests.dice.rules_to_roll import STRIKE
from tests.forecasts.brute import played_out
from tests.forecasts.fights import DOCUMENTS, case_of
from tests.forecasts.toys import Standing, Toy
from tests.rings import many

ENOUGH = 1_000_000
D2 = DicePool(1, 2)

TOYS = st.builds(
    Toy,
    red=st.integers(1, 3),
    blue=st.integers(1, 3),
    sides=st.just(2),
    armour=st.integers(0, 2),
    most_rounds=st.integers(1, 2),
    at_once=st.booleans(),
    drawn=st.booleans(),
    heals=st.booleans(),
)


def told(tally: Tally, most_rounds: int) -> dict[str, Any]:
    """Return what a tally says, as brute force has it: stalemates as undecided, and a race up to the last round.

    Where something is unresolved there is no race: brute force never begins the fights that it leaves out.
    """
    race = tally.race() if tally.fights == 1 else ()
    rounds = [*race, *[replace(race[-1], round=number) for number in range(len(race), most_rounds + 1) if race]]
    return {
        "fights": tally.fights,
        "endings": blind(tally.endings),
        "survivors": blind(tally.survivors),
        "fates": tally.fates,
        "left": tally.left,
        "losses": tally.losses,
        "race": rounds,
    }


def blind(sums: dict[Any, Any]) -> dict[Any, Any]:
    """Add stalemates to what is undecided."""
    added: dict[Any, Any] = {}
    for (kind, *rest), weight in sums.items():
        key = (Kind.UNDECIDED if kind is Kind.STALEMATE else kind, *rest)
        added[key] = added.get(key, 0) + weight
    return added


@settings(max_examples=many(25))
@given(TOYS)
def test_enumerated_is_brute_force(toy: Toy) -> None:
    """Every sum of the tally is the exact fraction that playing out all paths gives."""
    enumerated = enumerate_fight(toy.fight(), ENOUGH)
    assert enumerated.unresolved == 0
    assert enumerated.error == 0
    assert told(enumerated.tally, toy.most_rounds) == told(played_out(toy.fight()), toy.most_rounds)


@settings(max_examples=many(25))
@given(TOYS)
def test_doubles_are_near_the_fractions(toy: Toy) -> None:
    """Counted in doubles, no chance of an ending is off by more than the error that is told."""
    fractions = enumerate_fight(toy.fight(), ENOUGH)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(enumeration, "MOST_STATES", 0)
        doubles = enumerate_fight(toy.fight(), ENOUGH)
    assert isinstance(doubles.tally.fights, float)
    assert doubles.tally.endings.keys() == fractions.tally.endings.keys()
    for ending, weight in doubles.tally.endings.items():
        assert abs(Fraction(weight) - Fraction(fractions.tally.endings[ending])) <= Fraction(doubles.error)
    assert 0 < doubles.error < 1e-12


@settings(max_examples=many(25))
@given(TOYS, st.integers(0, 400))
def test_bounds_hold_whatever_the_budget(toy: Toy, most_paths: int) -> None:
    """With too few paths, the chance of every ending lies between what was found and that plus what is unresolved."""
    whole = enumerate_fight(toy.fight(), ENOUGH)
    part = enumerate_fight(toy.fight(), most_paths)
    assert part.paths <= most_paths
    assert part.tally.fights + part.unresolved == 1
    for ending in whole.tally.endings.keys() | part.tally.endings.keys():
        found = part.tally.endings.get(ending, 0)
        assert found <= whole.tally.endings.get(ending, 0) <= found + part.unresolved


@pytest.mark.parametrize("family", ["laurels", "mass", "opposed"])
def test_families_are_brute_force(monkeypatch: pytest.MonkeyPatch, family: str) -> None:
    """One round of a duel has the odds of playing out all its paths, where these are not too many to be played."""
    monkeypatch.setattr(enumeration, "MOST_STATES", ENOUGH)
    fight = case_of(family, DOCUMENTS[family](1) | {"max_rounds": 1}).fight
    enumerated = enumerate_fight(fight, ENOUGH)
    assert enumerated.tally.fights + enumerated.unresolved == 1
    assert told(enumerated.tally, 1) == told(played_out(fight), 1)


@pytest.mark.parametrize("most_rounds", [1, 2, 5])
def test_rounds_are_limited(most_rounds: int) -> None:
    """No ending has more rounds than are played, and what goes on after them is undecided."""
    tally = enumerate_fight(Toy(red=1, blue=1, most_rounds=most_rounds).fight(), ENOUGH).tally
    assert max(rounds for _, _, rounds in tally.endings) == most_rounds
    assert 0 < tally.weight_of(Kind.UNDECIDED) < 1
    assert tally.fights == 1


@pytest.mark.parametrize("most_paths", [ENOUGH, 0])
def test_certain_ends(most_paths: int) -> None:
    """A duel with one point each that nothing wards off is over after the first strike; with no paths, all is open."""
    enumerated = enumerate_fight(Toy(red=1, blue=1, armour=0, sides=1).fight(), most_paths)
    assert enumerated.tally.endings == ({(Kind.WON, "red", 1): 1} if most_paths else {})
    assert enumerated.unresolved == (0 if most_paths else 1)


def test_draw() -> None:
    """Two who strike at the same time may both fall: with certain strikes they do."""
    enumerated = enumerate_fight(Toy(red=1, blue=1, armour=0, at_once=True).fight(), ENOUGH)
    assert enumerated.tally.endings == {(Kind.DRAW, None, 1): 1}


@pytest.mark.parametrize("most_states", [0, enumeration.MOST_STATES])
@pytest.mark.parametrize("heals", [False, True])
def test_stalemate(monkeypatch: pytest.MonkeyPatch, most_states: int, *, heals: bool) -> None:
    """Two who can never hurt each other come to a stalemate: they stand as at the start, as long as they may fight."""
    monkeypatch.setattr(enumeration, "MOST_STATES", most_states)
    enumerated = enumerate_fight(Toy(armour=4, drawn=True, most_rounds=50, heals=heals).fight(), ENOUGH)
    assert enumerated.tally.weight_of(Kind.STALEMATE) == pytest.approx(1, abs=1e-12)
    assert {rounds for _, _, rounds in enumerated.tally.endings} == {50}
    assert len(enumerated.tally.race()) == (51 if heals else 1)


def test_a_stalemate_is_known_only_where_all_is_known() -> None:
    """What cannot be told from a fight that would end later is undecided, and not a stalemate."""
    tally = enumerate_fight(Toy(red=9, blue=9, most_rounds=2).fight(), ENOUGH).tally
    assert tally.weight_of(Kind.UNDECIDED) == 1
    assert not tally.weight_of(Kind.STALEMATE)


def test_explosions_are_unresolved() -> None:
    """What dice that explode on and on may do stays unresolved, and is as much as brute force leaves out."""
    fight = Toy(exploding=True, sides=2, most_rounds=1).fight()
    enumerated = enumerate_fight(fight, ENOUGH)
    assert 0 < enumerated.unresolved < Fraction(1, 2**29)
    assert enumerated.unresolved == 1 - played_out(fight).fights


def test_long_fractions_become_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fight of so many rounds that its fractions would fill pages is counted in doubles, as near as they say."""
    fight = Toy(red=2, blue=2, armour=1, most_rounds=60).fight()
    exactly = enumerate_fight(fight, ENOUGH)
    assert isinstance(exactly.tally.fights, Fraction)
    monkeypatch.setattr(generations, "MOST_BITS", 64)
    enumerated = enumerate_fight(fight, ENOUGH)
    assert isinstance(enumerated.tally.fights, float)
    assert 0 <= enumerated.unresolved < 1e-12
    assert len(enumerated.known) < len(exactly.known)
    for side in ("red", "blue"):
        won, exact_won = (each.tally.weight_of(Kind.WON, side) for each in (enumerated, exactly))
        assert abs(float(won) - float(exact_won)) <= enumerated.error + float(enumerated.unresolved)


def test_a_round_that_never_ends_is_unresolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that go round in circles within a round do not hang: what has not left them stays unresolved."""
    monkeypatch.setattr(states, "MOST_STEPS_OF_A_ROUND", 20)
    monkeypatch.setattr(generations, "MOST_STEPS_OF_A_ROUND", 20)
    fight = replace(Toy().fight(), advance=turn_in_circles, is_between_rounds=lambda state: state.turns != ("red",))
    enumerated = enumerate_fight(fight, ENOUGH)
    assert enumerated.unresolved == Fraction(1, 2**19)


def turn_in_circles(state: Standing, dice: Dice) -> Standing:
    """Roll until the die shows a 1; then red has won."""
    over = bool(state.turns) and dice.roll(STRIKE, D2).total == 1
    return Standing(1, 0) if over else replace(state, turns=("red",))


def test_known_chances_of_rounds() -> None:
    """After each round it is told how much of all is known; with enough paths that is all of it."""
    toy = Toy(red=2, blue=2, most_rounds=3)
    assert enumerate_fight(toy.fight(), ENOUGH).known == (1, 1, 1, 1)
    part = enumerate_fight(toy.fight(), 30)
    assert part.known[0] == 1
    assert list(part.known) == sorted(part.known, reverse=True)
    assert part.known[-1] == 1 - part.unresolved


TINY: Final = {
    "heroic": {"max_rounds": 1},
    "laurels": {"max_rounds": 1},
    "mass": {},
    "opposed": {"max_rounds": 1},
}
FIGHTS: Final = 600
CRITICAL: Final = NormalDist().inv_cdf(0.9999)


@pytest.mark.parametrize("family", sorted(TINY))
def test_families_are_as_sampled(family: str) -> None:
    """Fights that are played with dice end in each way as often as they should, by the test of chi-square."""
    fight = case_of(family, DOCUMENTS[family](1) | TINY[family]).fight
    exactly, played = enumerate_fight(fight, ENOUGH).tally, play_fights(fight, "sha512ctr1:chi-square", 0, FIGHTS)
    assert chi_square(exactly.endings, played.endings) <= 0
    for figure in {figure for figure, _ in exactly.left}:
        assert chi_square(left_of(figure, exactly), left_of(figure, played)) <= 0


def left_of(figure: str, tally: Tally) -> dict[Any, Weight]:
    """Return how often so much is left of a figure."""
    return {left: weight for (whose, left), weight in tally.left.items() if whose == figure}


def chi_square(expected: dict[Any, Weight], counted: dict[Any, Weight]) -> float:
    """Return by how much chi-square is above its critical value; ways that are expected less than 5 times are one."""
    assert counted.keys() <= expected.keys()
    common = {way for way, chance in expected.items() if chance * FIGHTS >= 5}
    pairs = [(float(expected[way] * FIGHTS), float(counted.get(way, 0))) for way in common]
    rest = sum(float(chance * FIGHTS) for way, chance in expected.items() if way not in common)
    pairs.append((rest, sum(float(many) for way, many in counted.items() if way not in common)))
    far = sum((many - wanted) ** 2 / max(wanted, 1.0) for wanted, many in pairs)
    degrees = len(pairs)
    return far - degrees * (1 - 2 / (9 * degrees) + CRITICAL * sqrt(2 / (9 * degrees))) ** 3
