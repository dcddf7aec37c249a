"""Odds are exact: hand-worked fractions, brute force and unbanded dice agree with them."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Bands, DicePool, Roll, Rule
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Tally
from service.rules.mass.attack.attack import MassClash, resolve_attack
from service.rules.mass.attack.battle_dice import morale_damage_of
from service.rules.mass.attack.duel import MassDuel, duel_odds, resolve_duel
from service.rules.mass.book.options import MassRulings
from service.rules.mass.pursuit.pursuit import MassPursuit, pursue
from tests.rings import many
from tests.rules.mass.stories import Document, read, rulings, tell

V = TypeVar("V", bound=Hashable)


def fighter(name: str, die: str, **changes: Any) -> Document:
    """A unit without a place."""
    return {"id": name, "battle_die": die, "morale_max": 3} | changes


def clash(*units: Document) -> MassClash:
    """The first unit against all others."""
    return read(MassClash, {"units": units, "pairs": [[units[0]["id"], each["id"]] for each in units[1:]]})


def duel(first: Document, second: Document) -> MassDuel:
    """Two units to rout."""
    return read(MassDuel, {"first": first, "second": second})


def odds_of(procedure: Callable[[ExactDice], V]) -> dict[V, Fraction]:
    """The chances of what a procedure gives."""
    return Distribution.of(procedure).chances


class Unbanded(ExactDice):
    """Exact dice that take no advice."""

    __slots__ = ()

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        return super().roll(rule, pool)


def test_clash_of_two() -> None:
    """A d8 against a d6: of 48 pairs of faces 15 cost the d6 morale, 6 the d8, and each by how much."""
    chances = odds_of(
        lambda dice: resolve_attack(clash(fighter("a", "d8"), fighter("b", "d6")), rulings(), dice).verdict.losses
    )
    by_hand: dict[tuple[int, ...], Fraction] = {}
    for a, b in product(range(1, 9), range(1, 7)):
        losses = (morale_damage_of(b - a), morale_damage_of(a - b))
        by_hand[losses] = by_hand.get(losses, Fraction(0)) + Fraction(1, 48)
    assert chances == by_hand
    assert sum(chance for losses, chance in chances.items() if losses[1]) == Fraction(15, 48)
    assert sum(chance for losses, chance in chances.items() if losses[0]) == Fraction(6, 48)


def test_flanking() -> None:
    """Two d4 against one beat it by 3 when the better is a 4 and the other shows 1: 7/16 x 1/4."""
    given = clash(fighter("a", "d4", flanking=["b"]), fighter("b", "d4"))
    chances = odds_of(lambda dice: resolve_attack(given, rulings(), dice).verdict.second_loses)
    assert chances == {0: 1 - Fraction(7, 64), 1: Fraction(7, 64)}


@pytest.mark.parametrize("rolls", ["single", "single_higher", "per_foe"])
def test_bands_change_nothing(rolls: str) -> None:
    """Enumerated with or without bands, a clash has the same odds."""
    flankers = fighter("a", "d4", flanking=["b"], shield_wall=True), fighter("b", "d4", flanking=["a"])
    given, options = clash(*flankers, fighter("c", "d4")), rulings(multi_foe_roll=rolls)

    def unbanded(dice: ExactDice) -> Hashable:
        dice.__class__ = Unbanded
        return resolve_attack(given, options, dice).verdict

    banded = odds_of(lambda dice: resolve_attack(given, options, dice).verdict)
    assert banded == odds_of(unbanded)
    assert sum(banded.values()) == 1


def test_several_foes_share_a_roll() -> None:
    """One roll against two foes makes their losses depend on each other; one for each foe does not."""
    given = clash(fighter("a", "d4"), fighter("b", "d4"), fighter("c", "d4"))

    def both_lose(options: MassRulings) -> Fraction:
        chances = odds_of(lambda dice: resolve_attack(given, options, dice).verdict.losses)
        return sum((chance for losses, chance in chances.items() if losses[1] and losses[2]), Fraction(0))

    assert both_lose(rulings()) == Fraction(1, 4 * 4 * 4)
    assert both_lose(rulings(multi_foe_roll="per_foe")) == Fraction(1, 16 * 16)


def test_the_higher_die_against_all() -> None:
    """A d4 that flanks one of two foes beats the other by 3 with 1 chance in 16, with its higher die with 7 in 64."""
    given = clash(fighter("a", "d4", flanking=["b"]), fighter("b", "d4"), fighter("c", "d4"))

    def other_loses(options: MassRulings) -> Fraction:
        chances = odds_of(lambda dice: resolve_attack(given, options, dice).verdict.losses)
        return sum((chance for losses, chance in chances.items() if losses[2]), Fraction(0))

    assert other_loses(rulings()) == Fraction(1, 16)
    assert other_loses(rulings(multi_foe_roll="single_higher")) == Fraction(7, 64)


RUNNERS = st.fixed_dictionaries(
    {"battle_die": st.sampled_from(["d4", "d6", "d8"]), "speed": st.integers(1, 3), "morale_max": st.integers(1, 3)}
)


@settings(max_examples=many(40), deadline=None)
@given_any(pursuer=RUNNERS, routed=RUNNERS)
def test_odds_of_pursuits_without_bands(pursuer: Document, routed: Document) -> None:
    """For any two runners, the odds of a pursuit are those of every face of every die."""
    asked = read(MassPursuit, {"pursuer": {"id": "p"} | pursuer, "routed": {"id": "r"} | routed})

    def unbanded(dice: ExactDice) -> Hashable:
        dice.__class__ = Unbanded
        return pursue(asked, rulings(), dice).verdict

    assert odds_of(lambda dice: pursue(asked, rulings(), dice).verdict) == odds_of(unbanded)


def by_recursion(one: int, other: int, sides: tuple[int, int]) -> Fraction:
    """The chance that the first of two units wins, worked out from what each round leaves."""
    if not one or not other:
        return Fraction(bool(one))
    won, nothing = Fraction(0), Fraction(0)
    weight = Fraction(1, sides[0] * sides[1])
    for a, b in product(range(1, sides[0] + 1), range(1, sides[1] + 1)):
        hit, loss = morale_damage_of(a - b), morale_damage_of(b - a)
        if hit or loss:
            won += weight * by_recursion(max(one - loss, 0), max(other - hit, 0), sides)
        else:
            nothing += weight
    return won / (1 - nothing)


def winning(given: MassDuel, options: MassRulings | None = None) -> Fraction:
    """The chance that the first unit wins."""
    chances = duel_odds(given, options or rulings()).chances
    assert sum(chances.values()) == 1
    return sum((chance for verdict, chance in chances.items() if verdict.first_won), Fraction(0))


def test_duel_to_rout() -> None:
    """A d8 against a d6, three Morale Points each, wins with 390991 chances in 453789."""
    assert winning(duel(fighter("a", "d8"), fighter("b", "d6"))) == Fraction(390991, 453789)


@pytest.mark.parametrize(
    ("dice", "sides"), [(("d4", "d4"), (4, 4)), (("d12", "d4"), (12, 4)), (("d6", "d10"), (6, 10))]
)
@pytest.mark.parametrize("morale", [(1, 3), (3, 2), (2, 2)])
def test_duels_by_recursion(dice: tuple[str, str], sides: tuple[int, int], morale: tuple[int, int]) -> None:
    """The chain and the recursion agree; equal units are equal."""
    given = duel(fighter("a", dice[0], morale=morale[0]), fighter("b", dice[1], morale=morale[1]))
    assert winning(given) == by_recursion(*morale, sides)


def test_equal_duellists() -> None:
    """Units that are alike win as often, also when both flank each other with the largest dice."""
    pair = [fighter("a", "d12", flanking=["b"], morale=9), fighter("b", "d12", flanking=["a"], morale=9)]
    assert winning(duel(*pair)) == Fraction(1, 2)


def test_walls_of_the_first_round() -> None:
    """A shield wall raised at the start lessens the losses of the first round and of no other."""
    behind = fighter("b", "d4", morale=1, shield_wall=True)
    open_ground = fighter("b", "d4", morale=1)
    first, later = winning(duel(fighter("a", "d4", morale=1), behind)), Fraction(1, 2)
    assert winning(duel(fighter("a", "d4", morale=1), open_ground)) == later
    # In the first round only b can win, with 1 in 16; after it both are alike again.
    assert first == Fraction(15, 16) * later


def test_a_duel_is_told() -> None:
    """A duel is told round by round; losses of all rounds add up."""
    given = duel(fighter("a", "d8", shield_wall=True), fighter("b", "d6", morale=2))
    told = tell(resolve_duel, given, 1, 4, 4, 4, 1, 5, 8, 2)
    assert told.texts[-2:] == [
        "B lost 2 Morale Points and routed.",
        ("A won after 4 rounds with 2 Morale Points left."),
    ]
    outcome = told.outcome
    assert (outcome.rounds, len(outcome.battle)) == (4, 4)
    assert [(hit.damage, hit.morale, hit.status) for hit in outcome.units] == [(1, 2, "active"), (2, 0, "routed")]
    verdict = outcome.verdict
    assert (verdict.winner, verdict.first_won, verdict.second_won, verdict.morale_left) == ("a", True, False, 2)
    lost = tell(resolve_duel, duel(fighter("a", "d8", morale=1), fighter("b", "d6")), 1, 4)
    verdict = lost.outcome.verdict
    assert (verdict.winner, verdict.first_won, verdict.second_won) == ("b", False, True)
    assert lost.outcome.summary == "B won after 1 round with 3 Morale Points left."


def test_seeded_duels_keep_to_the_odds() -> None:
    """Of many seeded duels about as many are won as the odds say."""
    given = duel(fighter("a", "d8"), fighter("b", "d6"))
    seeds = [f"sha256ctr1:{number}" for number in range(600)]
    won = sum(resolve_duel(given, rulings(), SeededDice(seed)).verdict.winner == "a" for seed in seeds)
    assert abs(won / 600 - 390991 / 453789) < 0.05


def test_supplied_dice_replay_a_duel() -> None:
    """The faces of a seeded duel, supplied, give the same duel."""
    given = duel(fighter("a", "d8"), fighter("b", "d6"))
    dice = SeededDice("sha256ctr1:duel")
    outcome = resolve_duel(given, rulings(), dice)
    assert resolve_duel(given, rulings(), SuppliedDice(dice.faces, (), WhenExhausted.REFUSE)) == outcome
