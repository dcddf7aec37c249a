"""Odds equal play: for every operation with odds, exact odds are what playing every fall of the dice gives.

It stands here and not in `tests/rules`, where the coverage gate traces each line: it plays millions of falls, and
reaches no branch that the tests of the rules alone do not reach.
"""

from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from service.app import FAMILIES, bound_procedures, registry
from service.dice.exact import Distribution
from service.wire import to_json
from tests.rings import many
from tests.rules.enumeration import Enumerated, Loads, Proof, enumerated, loaded

RULES = Path(__file__).resolve().parents[1] / "rules"
PROCEDURES = bound_procedures()
PROOFS: dict[str, Proof] = {
    name: proof
    for family in FAMILIES
    if (RULES / family.name / "odds_inputs.py").exists()
    for name, proof in import_module(f"tests.rules.{family.name}.odds_inputs").PROOFS.items()
}
ODDS = [name for name, bound in PROCEDURES.items() if bound.procedure.odds is not False]
FIGHTS = [name for name, bound in PROCEDURES.items() if bound.procedure.fight is not None]
"""Procedures whose odds are those of whole fights: tests of each family's fights prove them."""


def test_every_operation_with_odds_has_a_proof() -> None:
    """No operation offers odds that nothing proves, and no proof is of an operation without odds."""
    assert sorted(PROOFS) == sorted(ODDS)
    offered = [each.name.removesuffix("/odds") for each in registry() if each.name.endswith("/odds")]
    assert sorted(offered) == sorted([*ODDS, *FIGHTS, "encounters"])


def same(odds: Distribution[Any], played: Enumerated[Any], blur: Fraction) -> None:
    """The odds are those of play; where some of it was cut, they lie within what was cut."""
    assert sum(odds.chances.values()) + odds.residual == 1
    if not blur:
        assert odds.chances == played.chances
        assert odds.residual == played.residual
        return
    assert played.residual <= blur
    for verdict in odds.chances.keys() | played.chances.keys():
        least = played.chances.get(verdict, Fraction(0))
        assert least <= odds.chances.get(verdict, Fraction(0)) <= least + played.residual


@pytest.mark.parametrize("name", ODDS)
def test_odds_equal_play(name: str) -> None:
    """The published odds of small random inputs are those of all falls of the dice, none merged with another."""
    bound, proof = PROCEDURES[name], PROOFS[name]
    verdicts: set[Any] = set()

    @settings(
        max_examples=many(proof.examples, min(proof.examples, 4)),
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(proof.bodies, proof.loads)
    def prove(body: Any, loads: Loads) -> None:
        request: Any = bound.request.model_validate_json(to_json(body))
        with loaded(loads):
            odds = bound.distribution(request)
            resolve = bound.procedure.resolve
            played = enumerated(lambda dice: resolve(request.input, request.rulings, dice).verdict, loads, proof.least)
        same(odds, played, proof.blur)
        verdicts.update(played.chances)

    prove()
    assert len(verdicts) > 1, "all examples of this proof end alike"
