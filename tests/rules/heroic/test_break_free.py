"""Breaking free of a hold, and its odds."""

from typing import Any

import pytest

from service.dice.exact import Distribution
from service.rules.heroic.book import refusals
from service.rules.heroic.grapple.break_free import break_free_odds, resolve_break_free
from tests.pins import pins
from tests.rules.heroic.stat_blocks import SWORDSMAN, WRESTLER, Document, break_free, changed, rulings
from tests.rules.heroic.stories import refused, tell

HOLD: Document = {"grappler": "wrestler", "victim": "swordsman"}


@pytest.mark.parametrize(
    ("victim", "holder", "hold", "first", "second"),
    [
        ({}, {}, {}, 12, 19),
        ({"arms": 4}, {}, {"hands": 1}, 16, 14),
        ({}, {"arms": 3}, {"state": "pinned"}, 12, 26),
        ({}, {}, {"state": "pinned", "hands": 1}, 12, 19),
        ({}, {"conditions": ["stunned"]}, {}, 12, 15),
        ({}, {}, {"technique": "choke_hold"}, 12, 24),
        ({}, {}, {"technique": "arm_lock", "failed_attempts": 2}, 10, 23),
    ],
)
def test_break_free(victim: Document, holder: Document, hold: Document, first: int, second: int) -> None:
    """ST against ST; hands, pins and locks help who holds, further arms whoever has them."""
    given = break_free(
        victim=changed(SWORDSMAN, **victim), holder=changed(WRESTLER, **holder), hold=HOLD | hold, tries=1
    )
    told = tell(resolve_break_free, given, *(1, 1, 1), *(6, 6, 6))
    (one,) = told.outcome.tries
    assert one.contest
    assert (one.contest.first.total, one.contest.second.total) == (first, second)
    assert one.freed is (first - 3 > second - 18)
    assert (told.outcome.hold is None) is one.freed


@pins("break-free-time")
@pytest.mark.parametrize(
    ("state", "tries", "made"), [("grappled", None, 1), ("pinned", None, 2), ("pinned", 1, 1), ("grappled", 2, 2)]
)
def test_tries(state: str, tries: int | None, made: int) -> None:
    """A held unit tries once a round, a pinned one once each ten seconds; every failure against a lock counts."""
    hold = HOLD | {"state": state, "technique": "arm_lock"}
    given = break_free(victim=SWORDSMAN, holder=WRESTLER, hold=hold, tries=tries)
    told = tell(resolve_break_free, given, *((6, 6, 6, 1, 1, 1) * made))
    assert told.outcome.hold
    assert (told.outcome.verdict.tries, told.outcome.hold.failed_attempts) == (made, made)
    assert [each.contest.first.total for each in told.outcome.tries if each.contest] == [12, 11][:made]
    assert told.outcome.summary == "Swordsman could not break free of wrestler."


def test_break_free_of_nobody() -> None:
    """An unconscious holder holds nobody, and no die is needed."""
    given = break_free(victim=SWORDSMAN, holder=changed(WRESTLER, conditions=["unconscious"]), hold=HOLD)
    told = tell(resolve_break_free, given)
    assert (told.outcome.verdict.freed, told.outcome.tries[0].contest) == (True, None)
    assert told.outcome.summary == "Swordsman broke free of wrestler."


@pytest.mark.parametrize(
    ("victim", "hold", "error", "pointer"),
    [
        ({"id": "wrestler"}, {}, refusals.HeroicDuplicateId, "/holder"),
        ({"hp_pool": 13}, {}, refusals.PoolMismatch, "/victim"),
        ({}, {"victim": "squire"}, refusals.NotGrappled, "/hold"),
        ({"status": "incapacitated"}, {}, refusals.AttackerInactive, "/victim"),
        ({"conditions": ["unconscious"]}, {}, refusals.AttackerInactive, "/victim"),
    ],
)
def test_break_free_refused(victim: Document, hold: Document, error: Any, pointer: str) -> None:
    """Only who is held, and can act, breaks free."""
    given = break_free(victim=changed(SWORDSMAN, **victim), holder=WRESTLER, hold=HOLD | hold)
    assert refused(error, resolve_break_free, given).pointer == pointer


@pytest.mark.parametrize("state", ["grappled", "pinned"])
@pytest.mark.parametrize("technique", ["none", "arm_lock"])
def test_break_free_odds(state: str, technique: str) -> None:
    """Odds of breaking free are those of all dice of the same function."""
    hold = HOLD | {"state": state, "technique": technique, "hands": 1}
    given = break_free(victim=SWORDSMAN, holder=WRESTLER, hold=hold, victim_modifier=3, holder_modifier=1)
    tried = break_free(victim=SWORDSMAN, holder=WRESTLER, hold=hold, victim_modifier=3, holder_modifier=1, tries=1)
    assert (
        break_free_odds(tried, rulings()).chances
        == Distribution.of(lambda dice: resolve_break_free(tried, rulings(), dice).verdict).chances
    )
    assert sum(break_free_odds(given, rulings()).chances.values()) == 1
