"""The chances of moves as pure functions: none where nothing is attacked, else those of the exact odds."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import orjson
import pytest

from service.app import FAMILIES
from service.dice.model import Rule
from service.errors import OddsTooLarge
from service.rules.examples import examples_of
from service.rules.kernel.family import Candidate, Family, Offers
from service.rules.kernel.turns.legal_moves import MOST_CHANCES, bar_of, legal_moves_of, work_of_pairs
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack import strike
from service.rules.tactical.attack.odds import AttackOdds, attack_odds, landing_chance
from service.rules.tactical.attack.records import TacticalAttackInput
from service.rules.tactical.book.options import TacticalRulings

EACH = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
WITHOUT = {"mass"}
"""Families whose orders attack nobody: units that meet fight."""


def fights_of(family: Family) -> Iterator[tuple[Any, Any]]:
    """The state and the rulings of each example of an encounter."""
    assert family.play is not None
    for example in examples_of(f"encounters/{family.name}/create"):
        state = family.play.state.model_validate_json(orjson.dumps(example.request["state"]))
        yield state, family.rulings.model_validate_json(orjson.dumps(example.request.get("rulings", {})))


def tried_in(family: Family) -> Iterator[tuple[Offers, Candidate]]:
    """Every move of everybody that can be made in these fights, with what offers it."""
    assert family.play is not None
    for state, rulings in fights_of(family):
        offers = family.play.offers(state, rulings)
        for turn in family.play.situation(state, rulings, None).order:
            if family.name != "tactical" or offers.idle(turn.id) is None:
                for each in offers.candidates(turn.id):
                    if not each.needs and bar_of(offers, each.order) is None:
                        yield offers, each


@EACH
def test_attacks_have_a_chance(family: Family) -> None:
    """Chances are between 0 and 1; some moves have none, and only in `mass` no move has one."""
    found = {each.key: offers.chance(each.order) for offers, each in tried_in(family)}
    assert all(chance is None or 0 <= chance <= 1 for chance in found.values())
    assert None in found.values()
    assert (set(found.values()) == {None}) is (family.name in WITHOUT)


@EACH
def test_attacks_can_be_asked_for_alone(family: Family) -> None:
    """An order that is one attack is an input of `resolve-attack` that the fight takes; in `mass` no order is one."""
    assert family.play is not None
    strikes = next((each for each in family.play.moves if each.procedure == "resolve-attack"), None)
    found = [offers.attack(each.order) for offers, each in tried_in(family)]
    assert None in found
    assert (not any(found)) is (family.name in WITHOUT)
    for asked in filter(None, found):
        assert strikes is not None
        strikes.takes.model_validate_json(orjson.dumps(asked))


def test_pairs_of_a_figure_or_of_all() -> None:
    """The list of one figure looks at its foes, that of all at every pair of foes of two equal sides."""
    assert (work_of_pairs(10, "ash"), work_of_pairs(10, None)) == (10, 25)


@EACH
def test_lists_have_so_many(family: Family) -> None:
    """Of a list the first attacks have chances, up to a limit; who did not ask for them is told none."""
    assert family.play is not None
    for state, rulings in fights_of(family):
        situation, offers = family.play.situation(state, rulings, None), family.play.offers(state, rulings)
        whole = legal_moves_of(situation, offers, None, chances=True)
        told = [move.chance for figure in whole.figures for move in figure.moves if move.chance is not None]
        assert len(told) <= MOST_CHANCES
        without = legal_moves_of(situation, offers, None)
        assert all(move.chance is None for figure in without.figures for move in figure.moves)


@pytest.mark.parametrize("example", examples_of("tactical/resolve-attack"), ids=lambda example: example.title)
def test_blows_get_through_as_in_their_odds(example: Any) -> None:
    """The chance of one blow is that of its verdict `hit`: of a target, one who does not step into its way."""
    asked = TacticalAttackInput.model_validate_json(orjson.dumps(example.request["input"]))
    rulings = TacticalRulings.model_validate_json(orjson.dumps(example.request.get("rulings", {})))
    plan = AttackOdds(asked, rulings)._plan
    hit = Fraction(0)
    for verdict, chance in attack_odds(asked, rulings).chances.items():
        hit += chance if verdict.outcome is AttackResult.HIT else 0
    if asked.second is None and not plan.conduct.feints and plan.target is not None:
        assert landing_chance(plan) == pytest.approx(float(hit), abs=1e-9)
    twice = replace(plan, defenses=plan.defenses * 2)
    assert landing_chance(twice) <= landing_chance(plan)


def test_many_shots_are_harder_to_stop() -> None:
    """A defense stops one hit, and one more for each point of its success: of many some get through."""
    example = examples_of("tactical/resolve-attack")[0].request
    plan = AttackOdds(TacticalAttackInput.model_validate_json(orjson.dumps(example["input"])), TacticalRulings())._plan
    many = replace(plan, order=plan.order.model_copy(update={"shots": 10}))
    assert landing_chance(many) >= landing_chance(plan)


def test_too_many_dice_have_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the exact odds would be too much, the chance of a move is not known."""

    def too_many(kernel: object, arguments: object) -> None:
        raise OddsTooLarge("too many", rule=Rule("laurels/damage/dice", "Dice", ""))

    monkeypatch.setattr(strike, "results_of", too_many)
    [laurels] = [family for family in FAMILIES if family.name == "laurels"]
    assert {offers.chance(each.order) for offers, each in tried_in(laurels)} == {None}
