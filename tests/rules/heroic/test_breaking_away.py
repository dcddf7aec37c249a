"""Held units that rout or that nobody commands: they break free before they run, and strike if they can."""

import pytest

from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.grapple.break_free import resolve_break_free
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    WIDE,
    blow,
    encounter,
    faults,
    fight,
    hold,
    lock,
    men,
    order,
    play,
    unit_in,
)
from tests.rules.heroic.stat_blocks import WRESTLER, Document, break_free
from tests.rules.heroic.stories import tell

SWORD = MAN["attack_modes"][0]
KNIFE: Document = SWORD | {"id": "knife", "weapon": "knife", "damage": "1d-1", "reach": [0]}
HOLDER = WRESTLER | {"side": "blue"}
ROUTED = MAN | {"status": "routed"}
FIXED: Document = {"npc_tactics": "fixed"}
AWAY: Document = {"mode": "away"}
GRIP: Document = {"grapples": [hold("wrestler", "man")], "locks": [lock("man", "wrestler")]}
NEAR: Document = {"wrestler": 1}
HELD = encounter(ROUTED, MAN | {"id": "friend", "attack_modes": [SWORD]}, HOLDER, at=NEAR | {"friend": 60}, **GRIP)
OTHERS = [order("friend"), order("wrestler")]
FREED = (1, 1, 1, 6, 6, 6)
FAILED = (6, 6, 6, 1, 1, 1)
MISSED = FAILED
"""A free grapple at who leaves, which fails."""


def orders_of(battle: Document, *faces: int, options: Document | None = None) -> dict[str, Document]:
    """The orders that the service gives in a round, by unit."""
    told = play(battle, [], *faces, options=options or FIXED, npc_orders=True)
    return {each.unit: each.model_dump(mode="json", exclude_defaults=True) for each in told.outcome.orders}


def test_routed_units_may_break_free() -> None:
    """Who is routed breaks free in its retreat, the only tactic it has; who is not routed uses another tactic."""
    flight = order("man", "retreat", break_free=True)
    assert faults(HELD, flight) == []
    assert faults(HELD, order("man", "retreat", move=AWAY, break_free=True)) == [("held_fast", "/move")]
    steady = HELD | {"units": [MAN, *HELD["units"][1:]]}
    assert faults(steady, flight) == [("tactic_forbids_attack", "/break_free")]
    attacks = order("man", "retreat", break_free=True, melee=[blow("wrestler")])
    assert ("tactic_forbids_attack", "/melee") in faults(HELD, attacks)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param([order("man", "retreat", break_free=True), *OTHERS], id="ordered"),
        pytest.param(OTHERS, id="without an order"),
    ],
)
def test_first_free_then_away(given: list[Document]) -> None:
    """A routed unit that is held tries to break free each round, and leaves the field in the round after."""
    failed = play(HELD, given, 6, 1, *FAILED, 6)
    assert [each.verdict.freed for each in failed.outcome.melee.breaks] == [False]
    assert unit_in(failed.outcome.encounter.units, "man").status is HeroicStatus.ROUTED
    told = play(failed.outcome.encounter.model_dump(mode="json"), given, 6, 1, *FREED, 6)
    after = told.outcome.encounter
    assert (after.grapples, unit_in(after.units, "man").status) == ((), HeroicStatus.ROUTED)
    gone = play(after.model_dump(mode="json"), OTHERS, 6, 1, *MISSED, 6)
    assert unit_in(gone.outcome.encounter.units, "man").status is HeroicStatus.FLED


def test_pinned_and_routed() -> None:
    """A routed unit that is pinned has its two tries."""
    pinned = HELD | {"grapples": [hold("wrestler", "man", state="pinned")]}
    told = play(pinned, OTHERS, 6, 1, *FAILED, *FAILED, 6)
    assert [each.verdict.tries for each in told.outcome.melee.breaks] == [2]


def test_who_is_held_does_not_leave_the_field() -> None:
    """A routed unit that is held leaves the field as little as one that is locked."""
    told = play(HELD | {"locks": []}, OTHERS, 6, 1, *FAILED, 6)
    assert unit_in(told.outcome.encounter.units, "man").status is HeroicStatus.ROUTED


def test_routed_part_by_part() -> None:
    """Of a routed group those run whom nobody holds; the held stay behind and break free."""
    battle = HELD | {"units": [ROUTED | {"count_start": 20}, *HELD["units"][1:]]}
    told = play(battle, OTHERS, 6, 1, *FREED, 6)
    status = {unit.id: (unit.count_start, unit.status.value) for unit in told.outcome.encounter.units}
    assert (status["man"], status["man (held)"]) == ((19, "fled"), (1, "routed"))
    assert [each.verdict.freed for each in told.outcome.melee.breaks] == [True]
    again = play(told.outcome.encounter.model_dump(mode="json"), OTHERS, 6, 1, *MISSED, 6)
    assert unit_in(again.outcome.encounter.units, "man (held)").status is HeroicStatus.FLED


def test_by_itself() -> None:
    """An attempt that is resolved by itself may be that of a routed unit."""
    given = break_free(victim=ROUTED, holder=HOLDER, hold=hold("wrestler", "man"))
    assert tell(resolve_break_free, given, *FREED).outcome.verdict.freed


def test_a_skirmish() -> None:
    """In a skirmish a routed unit breaks free, runs in the next round, and is gone."""
    told = fight(HELD, 6, 1, *FREED, 6, 6, 1, *MISSED, 6, options=FIXED, max_rounds=2, tactics=[])
    assert [each.fate.value for each in told.outcome.verdict.figures] == ["fled", "standing", "standing"]


def test_left_behind_in_a_skirmish() -> None:
    """A unit that has been left behind goes on in the rounds that follow, and everybody is summed up once."""
    battle = HELD | {"units": [MAN | {"count_start": 3}, *HELD["units"][1:]]}
    tactics = [{"unit": "man", "tactic": "retreat"}, {"unit": "friend", "tactic": "hold_ground"}]
    told = fight(battle, 6, 1, 6, 6, 1, *FREED, 6, options=FIXED, max_rounds=2, tactics=tactics)
    assert [each.id for each in told.outcome.verdict.figures] == ["man", "friend", "wrestler", "man (held)"]
    assert told.outcome.summary == "Undecided after 2 rounds: red lost 0 of 4; blue lost 0 of 1."
    assert told.outcome.encounter.grapples == ()


@pytest.mark.parametrize(
    ("unit", "grip", "expected"),
    [
        pytest.param({}, {}, {"tactic": "neutral", "break_free": True}, id="alone with a sword"),
        pytest.param(
            {"attack_modes": [SWORD, KNIFE]},
            {},
            {"tactic": "neutral", "melee": [{"target": "wrestler", "mode": "knife"}]},
            id="alone with a knife",
        ),
        pytest.param(
            {"count_start": 20},
            {},
            {"tactic": "neutral", "melee": [{"target": "wrestler", "mode": "sword"}], "break_free": True},
            id="one of twenty",
        ),
        pytest.param(
            {"count_start": 20},
            {"state": "pinned", "members": 20},
            {"tactic": "neutral", "break_free": True},
            id="all of twenty, pinned",
        ),
    ],
)
def test_what_held_units_do(unit: Document, grip: Document, expected: Document) -> None:
    """Of units that nobody commands the held break free unless a short weapon is at hand, and the others strike."""
    changes = {"attack_modes": [SWORD]} | unit
    nimble = HOLDER | {"defenses": {"dodge": 40}, "attack_modes": []}
    battle = encounter(MAN | changes, nimble, at=NEAR, **GRIP)
    battle["grapples"] = [hold("wrestler", "man", **grip)]
    tries = FAILED * 2 if "state" in grip else FAILED if "break_free" in expected else ()
    strikes = WIDE if "melee" in expected else ()
    found = orders_of(battle, 6, 1, *tries, *strikes, 6)
    assert found["man"] == {"unit": "man"} | expected


def test_the_knife_is_drawn() -> None:
    """Who is held strikes with the weapon for close combat, though it would expect more of another."""
    battle = encounter(MAN | {"attack_modes": [SWORD, KNIFE]}, HOLDER, at=NEAR, **GRIP)
    told = play(battle, [], 6, 1, *WIDE, 6, options=FIXED, npc_orders=True)
    (made,) = told.outcome.melee.attacks
    assert {term.label: term.value for term in made.skill.terms} == {"Grappled": -4, "Initiative": 2}


def test_a_retreat_that_is_held() -> None:
    """A standing retreat waits until the unit is free."""
    battle = encounter(MAN, HOLDER, at=NEAR, **GRIP)
    tactics = [{"unit": "man", "tactic": "retreat"}]
    told = fight(battle, 6, 1, *FREED, 6, 6, 1, *MISSED, 6, options=FIXED, max_rounds=2, tactics=tactics)
    assert [each.standings[0].tactic for each in told.outcome.log] == ["neutral", "retreat"]
    assert told.outcome.encounter.locks == ()


def test_players_who_are_pinned_are_left_alone() -> None:
    """The service gives no order to a pinned unit that a person plays, or that has an order."""
    pinned = [hold("wrestler", "man", state="pinned")]
    battle = encounter(MAN | {"is_pc": True}, *men(1), HOLDER, at=NEAR, grapples=pinned)
    given = [order("red 1")]
    told = play(battle, given, 6, 1, 6, options=FIXED, npc_orders=True)
    assert [each.unit for each in told.outcome.orders] == ["red 1", "wrestler"]
    npc = battle | {"units": [MAN, *battle["units"][1:]]}
    ordered = play(npc, [*given, order("man")], 6, 1, 6, options=FIXED, npc_orders=True)
    assert ordered.outcome.melee.breaks == ()


def test_who_is_grappled_by_its_condition() -> None:
    """A unit whose condition says that it is held stays where it is, and has nobody to break free of."""
    battle = encounter(MAN | {"conditions": ["grappled"]}, FOE, at={"foe": 9})
    told = play(battle, [order("foe")], 6, 1, *WIDE, 6, options=FIXED, npc_orders=True)
    (mine,) = [each for each in told.outcome.orders if each.unit == "man"]
    assert (mine.break_free, mine.move.mode.value) == (False, "none")
