"""Pursuit: who can, what is rolled, and what becomes of a routed unit."""

from fractions import Fraction
from typing import Any

import pytest

from service.dice.exact import Distribution
from service.rules.kernel.verdict import PursuitResult
from service.rules.mass.pursuit.pursuit import MassPursuit, MassPursuitOutcome, pursue
from tests.rules.mass.stories import Document, Story, read, rulings, tell

RIDERS: Document = {"id": "riders", "battle_die": "d10", "speed": 4, "morale_max": 3}
LEVY: Document = {"id": "levy", "battle_die": "d6", "speed": 4, "morale_max": 3, "status": "routed", "morale": 0}


def chase(*faces: int, pursuer: Document | None = RIDERS, routed: Document | None = None) -> Story[MassPursuitOutcome]:
    """Riders pursue a levy."""
    given = read(MassPursuit, {"pursuer": pursuer, "routed": LEVY | (routed or {})})
    return tell(pursue, given, *faces)


def test_told() -> None:
    """A pursuit is told roll by roll, then what becomes of both."""
    told = chase(5, 8, 3, routed={"speed": 2})
    assert told.texts == [
        "Riders rolled 5 on a d10.",
        "Riders had the higher speed and rolled 8 as well: 8 counted.",
        "Levy rolled 3 on a d4.",
        "Levy lost 2 of the rated Morale Points and escaped riders: 8 against 3, a margin of 5.",
        "The pursuit took riders off the field until the end of the next round.",
    ]
    assert (told.outcome.remnant, told.outcome.pursuer_status) == (1, "pursuing")
    assert told.outcome.summary == "Levy lost 2 of the rated Morale Points and escaped riders."


@pytest.mark.parametrize(
    ("faces", "rated", "losses", "outcome"),
    [
        pytest.param((5, 3), 3, 0, PursuitResult.ESCAPED, id="margin 2"),
        pytest.param((1, 4), 3, 0, PursuitResult.ESCAPED, id="a margin of the wrong sign"),
        pytest.param((6, 3), 3, 1, PursuitResult.SOME_CAUGHT, id="margin 3"),
        pytest.param((6, 3), 1, 1, PursuitResult.CAUGHT, id="margin 3 against a rating of 1"),
        pytest.param((10, 1), 3, 3, PursuitResult.CAUGHT, id="more than there is to lose"),
    ],
)
def test_outcome(faces: tuple[int, ...], rated: int, losses: int, outcome: PursuitResult) -> None:
    """Losses are the morale damage of the margin, up to the rating; as much as that is caught."""
    found = chase(*faces, routed={"morale_max": rated}).outcome
    caught = int(outcome is PursuitResult.CAUGHT)
    assert (found.verdict.losses, found.verdict.outcome, found.remnant) == (losses, outcome, rated - losses)
    assert (found.verdict.escaped, found.verdict.caught) == (1 - caught, caught)


def test_slower_pursuers() -> None:
    """A slower pursuer takes -2, and the smallest die of who flees stays a d4 with -2."""
    found = chase(6, 4, pursuer=RIDERS | {"speed": 2}, routed={"battle_die": "d4"}).outcome
    assert found.scores == (4, 2)
    assert [[term.label for term in tally.terms] for tally in found.tallies] == [["Slower"], ["No smaller die"]]


def test_nobody_pursues() -> None:
    """Without a pursuer the unit escapes and no dice are rolled."""
    found = chase(pursuer=None).outcome
    verdict = found.verdict
    assert (verdict.outcome, verdict.losses, found.scores, found.margin) == (PursuitResult.ESCAPED, 0, None, None)
    assert found.summary == "Nobody pursued levy, so levy escaped."
    assert (found.remnant, found.pursuer_status, found.tallies) == (3, None, ())


@pytest.mark.parametrize("away", [4, 5])
def test_distance(away: int) -> None:
    """Distance counts only if both hexes are sent."""
    assert chase(6, 3, pursuer=RIDERS | {"hex": [away, 0]}).outcome.verdict.losses == 1
    assert chase(6, 3, routed={"hex": [away, 0]}).outcome.verdict.losses == 1


def test_within_reach() -> None:
    """A pursuer whose speed reaches the hex where the unit routed pursues."""
    assert chase(6, 3, pursuer=RIDERS | {"hex": [4, 0]}, routed={"hex": [0, 0]}).outcome.verdict.losses == 1


def faster_by_hand() -> Fraction:
    """The chance that the better of two d10 exceeds a d4 by 7 or more: 8 with 1, 9 with 2, 10 with 3, and above."""
    best = {face: Fraction(2 * face - 1, 100) for face in range(1, 11)}
    return sum((best[b] * Fraction(1, 4) for b in best for f in range(1, 5) if b - f >= 7), Fraction(0))


@pytest.mark.parametrize(("speed", "caught"), [(4, Fraction(6, 40)), (2, faster_by_hand())])
def test_odds(speed: int, caught: Fraction) -> None:
    """The odds are those of the dice: of 10 x 4 faces, 6 pairs are 7 apart; the better of two d10 is by hand."""
    given: Any = read(MassPursuit, {"pursuer": RIDERS, "routed": LEVY | {"speed": speed}})
    chances = Distribution.of(lambda dice: pursue(given, rulings(), dice).verdict.outcome).chances
    assert chances[PursuitResult.CAUGHT] == caught
    assert sum(chances.values()) == 1
