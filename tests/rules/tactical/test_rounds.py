"""Rounds of random battles: none ends in an error, nobody stands where he must not, and replays are identical."""

from random import Random

import orjson
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.rounds.records import TacticalRoundInput, TacticalRoundOutcome
from service.rules.tactical.rounds.round import resolve_round
from tests.rings import many
from tests.rules.tactical.battles import (
    PLAIN,
    Document,
    documents,
    figures_of,
    intent_of,
    likely_intent,
    map_of,
    misplaced_pairs,
    mixed_figures,
    round_of,
)

SEEDS = st.integers(0, 2**32)
SLOW = settings(max_examples=many(12), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def played(asked: TacticalRoundInput, seed: int) -> TacticalRoundOutcome:
    """A round with seeded dice; supplied with the same faces, it comes out the same to the last step."""
    dice = SeededDice(f"sha256ctr1:{seed}")
    outcome = resolve_round(asked, PLAIN, dice)
    again = SuppliedDice(tuple(dice.faces), (), WhenExhausted.REFUSE)
    assert resolve_round(asked, PLAIN, again) == outcome
    assert [(step.rule, step.actor, step.text, step.cites) for step in again.steps] == [
        (step.rule, step.actor, step.text, step.cites) for step in dice.steps
    ]
    return outcome


def check(figures: list[Document], ground: Document, outcome: TacticalRoundOutcome) -> list[Document]:
    """The figures as the next round has them: the request is accepted, and nobody stands where he must not."""
    now = documents(figures, outcome.figures)
    field = field_of(round_of(now, ground, []), PLAIN)
    assert misplaced_pairs(field) == []
    assert orjson.loads(orjson.dumps(outcome.verdict.over)) == outcome.fight_over
    return now


@SLOW
@given(SEEDS)
def test_a_round_of_forty(seed: int) -> None:
    """Forty figures with any orders, most of them illegal, play a round without an error."""
    random = Random(seed)
    ground = map_of(random)
    figures = figures_of(random, 40, ground)
    field = field_of(round_of(figures, ground, []), PLAIN)
    asked = round_of(figures, ground, [intent_of(random, field, each) for each in field])
    check(figures, ground, played(asked, seed))


@SLOW
@given(SEEDS)
def test_rounds_one_after_another(seed: int) -> None:
    """A battle of figures of every kind is played for three rounds, with orders most of which are legal."""
    random = Random(seed)
    ground = map_of(random)
    figures = mixed_figures(random, random.randint(2, 9), ground)
    order: list[str] | None = None
    for _ in range(3):
        field = field_of(round_of(figures, ground, []), PLAIN)
        intents = [likely_intent(random, field, each) for each in field]
        outcome = played(round_of(figures, ground, intents, order=order), seed)
        assert order is None or order == list(outcome.order)
        order = list(outcome.order)
        figures = check(figures, ground, outcome)
