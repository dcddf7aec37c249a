"""Limits: whatever a state has come to, it fits the schema, so that it can be posted back."""

import pytest

from service.rules.heroic.attack.injury import resolve_injury
from service.rules.heroic.attack.models import HeroicInjury
from service.rules.heroic.figures.models import LOWEST_POOL
from service.rules.heroic.grapple.break_free import resolve_break_free
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.rules.heroic.rounds.movement import resolve_move
from service.wire import to_json
from tests.rules.heroic.battles import FOE, MAN, WIDE, encounter, fight, move_of, order, play, toward
from tests.rules.heroic.stat_blocks import SWORDSMAN, WRESTLER, break_free, changed, grapple, injury
from tests.rules.heroic.stories import tell

AWAY = {"mode": "away"}
EDGE = 1_000_000
HORDE = {"count_start": 100_000, "hp_pool": 1_000_000}
FIXED = {"npc_tactics": "fixed"}


def test_failures() -> None:
    """Failed attempts against an arm lock are counted as far as they can be told."""
    hold = {"grappler": "wrestler", "victim": "swordsman", "technique": "arm_lock", "failed_attempts": 1000}
    told = tell(resolve_break_free, break_free(victim=SWORDSMAN, holder=WRESTLER, hold=hold), 6, 6, 6, 1, 1, 1)
    assert told.outcome.hold
    assert told.outcome.hold.failed_attempts == 1000


def test_last_round() -> None:
    """Rounds are counted as far as they can be told."""
    told = play(encounter(MAN, FOE, at={"foe": 30}, round=100_000), [order("man"), order("foe")], 4, 3, 6)
    assert told.outcome.encounter.round == 100_000


@pytest.mark.parametrize("x", [EDGE, -EDGE])
def test_the_edge_of_the_field(x: int) -> None:
    """Nobody is told to stand beyond the last coordinate."""
    battle = encounter(MAN, FOE, at={"man": x, "foe": (x, 1)} | {"foe": (x - 5 * (x > 0) + 5 * (x < 0), 0)})
    told = tell(resolve_move, move_of(battle, "man", [order("man", "retreat", move=AWAY), order("foe")]))
    (man, _) = told.outcome.encounter.positions
    assert (man.x, told.outcome.moved.position.x) == (x, x)


def test_the_longest_distance() -> None:
    """Nor farther apart than the longest distance."""
    apart = [{"one": "man", "other": "foe", "yards": EDGE}]
    battle = encounter(MAN, FOE, distances=apart)
    told = tell(resolve_move, move_of(battle, "man", [order("man", "retreat", move=AWAY), order("foe")]))
    assert told.outcome.encounter.distances[0].yards == EDGE
    nearer = tell(resolve_move, move_of(battle, "man", [order("man", move=toward("foe", yards=5)), order("foe")]))
    assert nearer.outcome.encounter.distances[0].yards == EDGE - 5


def test_the_deepest_pool() -> None:
    """One alone sinks no deeper below 0 than can be told."""
    body = changed(SWORDSMAN, hp_pool=LOWEST_POOL)
    asked = injury([body], [{"unit": "swordsman", "source": "a mountain", "injury": 1_000_000_000}])
    told = tell(resolve_injury, asked, 6, 6, 6)
    assert told.outcome.units[0].hp_pool == LOWEST_POOL
    HeroicInjury.model_validate_json(to_json({"units": told.outcome.units, "pending": []}))


@pytest.mark.parametrize(("left", "after"), [(5, -5), (-5, -11), (-11, -11), (-1000, -1000)])
def test_no_breath_left(left: int, after: int) -> None:
    """Suffocation stops at the full score of fatigue points below 0, and gives none back."""
    choke = {"location": "neck", "grapple_spend": [{"type": "choke"}]}
    asked = grapple(WRESTLER, changed(SWORDSMAN, fp_current=left), choke, settle=False)
    told = tell(resolve_grapple, asked, 1, 1, 1, 6, 6, 6, 3, 3, 4, 5, 5, 4)
    assert told.outcome.units[1].fp_current == after


def test_hordes() -> None:
    """Pursued are as many as flee, though no unit may be that large."""
    sword = {"attack_modes": MAN["attack_modes"][:1]}
    herds = [FOE | HORDE | {"id": f"herd {number}", "status": "routed"} for number in range(3)]
    last = FOE | sword | {"hp_pool": 4}
    battle = encounter(MAN | sword, last, *herds, at={"foe": 1} | {herd["id"]: 90 for herd in herds})
    told = fight(battle, *(6, 1, *WIDE, *WIDE, 6, 6, 6), *(3, 3, 3, 6, 6, 6), options=FIXED, pursue=True)
    assert told.outcome.pursuit
    assert sum(each.caught + each.escaped for each in told.outcome.pursuit.units) == 300_001
