"""Battles whose parts do not fit together."""

import pytest

from service.rules.heroic.book.refusals import (
    HeroicDuplicateId,
    HeroicUnknownSide,
    HeroicUnknownUnit,
    PoolMismatch,
    SameSideTarget,
)
from service.rules.heroic.rounds.round import resolve_round
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    encounter,
    faults,
    hold,
    lock,
    men,
    order,
    play,
    round_of,
    toward,
    unit_in,
)
from tests.rules.heroic.stat_blocks import Document, changed
from tests.rules.heroic.stories import refused

DEAD = FOE | {"id": "dead", "hp_pool": 0}


@pytest.mark.parametrize(
    ("battle", "error", "pointer"),
    [
        pytest.param(encounter(MAN, MAN, FOE), HeroicDuplicateId, "/units/1/id", id="two units of one name"),
        pytest.param(encounter(MAN, FOE, sides=[{"id": "red"}] * 2), HeroicDuplicateId, "/sides/1/id", id="sides"),
        pytest.param(
            encounter(MAN, FOE, sides=[{"id": "red"}, {"id": "green"}]), HeroicUnknownSide, "/units/1/side", id="side"
        ),
        pytest.param(encounter(MAN, FOE | {"hp_pool": 11}), PoolMismatch, "/units/1/hp_pool", id="pool"),
        pytest.param(
            encounter(changed(MAN, attack_modes=MAN["attack_modes"] * 2), FOE),
            HeroicDuplicateId,
            "/units/0/attack_modes",
            id="two modes of one name",
        ),
        pytest.param(
            encounter(MAN, FOE, sides=[{"id": "red", "leader_unit": "foe"}, {"id": "blue"}]),
            HeroicUnknownUnit,
            "/sides/0/leader_unit",
            id="leader of the enemy",
        ),
        pytest.param(encounter(MAN, FOE, at={"elf": 1}), HeroicUnknownUnit, "/positions/0/unit", id="place of nobody"),
        pytest.param(
            encounter(MAN, FOE, positions=[{"unit": "man"}] * 2), HeroicDuplicateId, "/positions/1/unit", id="places"
        ),
        pytest.param(
            encounter(MAN, FOE, distances=[{"one": "man", "other": "foe", "yards": 1}] * 2),
            HeroicDuplicateId,
            "/distances/1",
            id="distances",
        ),
        pytest.param(
            encounter(*men(2), FOE, locks=[lock("red 1", "red 2")]),
            SameSideTarget,
            "/locks/0/other",
            id="locked friends",
        ),
        pytest.param(
            encounter(*men(2), FOE, grapples=[hold("red 1", "red 2")]),
            SameSideTarget,
            "/grapples/0/victim",
            id="held friends",
        ),
        pytest.param(
            encounter(MAN, FOE, hazards=[{"unit": "elf", "injury": 1}]),
            HeroicUnknownUnit,
            "/hazards/0/unit",
            id="hazard",
        ),
    ],
)
def test_battles_that_do_not_fit_together(battle: Document, error: type[HeroicDuplicateId], pointer: str) -> None:
    """A battle whose parts contradict each other is refused before anything else."""
    fault = refused(error, resolve_round, round_of(battle, []))
    assert fault.pointer == f"/encounter{pointer}"


def test_who_is_down_is_out() -> None:
    """A unit without a member standing is out of the fight, and its locks are over."""
    battle = encounter(MAN, FOE, DEAD, at={"foe": 9}, locks=[lock("man", "dead")], grapples=[hold("man", "dead")])
    assert faults(battle, order("man", move=toward("foe"))) == []
    told = play(battle, [order("man", move=toward("foe")), order("foe")], 6, 1, 6)
    assert unit_in(told.outcome.encounter.units, "dead").status.value == "incapacitated"
    assert (told.outcome.encounter.locks, told.outcome.encounter.grapples) == ((), ())
