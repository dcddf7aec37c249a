"""The odds of slams: those of every fall of the dice."""

from fractions import Fraction
from typing import Any

import orjson
from hypothesis import HealthCheck, given, settings

from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.close.models import TacticalSlamInput
from service.rules.tactical.close.odds import slam_odds
from service.rules.tactical.close.overrun import resolve_slam
from tests.rules.enumeration import enumerated, loaded
from tests.rules.tactical.odds_inputs import PROOFS

PROOF = PROOFS["tactical/resolve-slam"]


@settings(max_examples=PROOF.examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PROOF.bodies, PROOF.loads)
def test_odds_are_those_of_play(body: dict[str, Any], loads: dict[Any, Any]) -> None:
    """The odds of a slam are those of every fall of its dice."""
    asked = TacticalSlamInput.model_validate_json(orjson.dumps(body["input"]))
    rulings = TacticalRulings.model_validate_json(orjson.dumps(body["rulings"]))
    with loaded(loads):
        odds = slam_odds(asked, rulings)
    played = enumerated(lambda dice: resolve_slam(asked, rulings, dice).verdict, loads, Fraction(0))
    assert odds.chances == played.chances
