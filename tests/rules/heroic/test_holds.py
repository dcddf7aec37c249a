"""Holds on some members of a group: who still attacks, who breaks free, and who is left behind."""

from typing import Any

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book import refusals
from service.rules.heroic.book.options import HeroicAssignment
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of, pool_of
from service.rules.heroic.orders.divisions import divided
from service.wire import to_json
from tests.rings import many
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    WIDE,
    blow,
    check,
    encounter,
    faults,
    go,
    hold,
    lock,
    order,
    play,
    toward,
    unit_in,
)
from tests.rules.heroic.stat_blocks import WRESTLER, Document, attack
from tests.rules.heroic.stories import refused, report, terms_of

SWORD = MAN["attack_modes"][0]
KNIFE: Document = SWORD | {"id": "knife", "weapon": "knife", "reach": [0, 1]}
CROWD = MAN | {"count_start": 20, "attack_modes": [SWORD, KNIFE]}
NIMBLE: Document = {"defenses": {"dodge": 30}}
STRONG = WRESTLER | {"side": "blue"} | NIMBLE
GRIP = [hold("wrestler", "man")]
HELD = encounter(CROWD, STRONG, at={"wrestler": 1}, grapples=GRIP, locks=[lock("man", "wrestler")])
AWAY = {"mode": "away"}
RETREAT = order("man", "retreat", move=AWAY)
IDLE = order("wrestler")
FREED = (1, 1, 1, 6, 6, 6)
"""ST 10 and a roll of 3 against ST 14 and two hands, 19, and a roll of 18: free by 6."""
FAILED = (6, 6, 6, 1, 1, 1)


def state_of(told: Any) -> Document:
    """The battle after a round, as it travels."""
    document: Document = told.outcome.encounter.model_dump(mode="json")
    return document


@pytest.mark.parametrize(
    ("choice", "grapples", "attackers", "grappled"),
    [
        pytest.param({"mode": "sword"}, [], 20, False, id="nobody is held"),
        pytest.param({"mode": "sword"}, GRIP, 19, False, id="one is held"),
        pytest.param({"mode": "sword", "attackers": 12}, GRIP, 12, False, id="fewer are sent than are free"),
        pytest.param({"mode": "sword"}, [hold("man", "wrestler", members=3)], 17, False, id="three hold somebody"),
        pytest.param({"mode": "knife"}, [hold("man", "wrestler", members=3)], 20, False, id="knives while holding"),
        pytest.param({"mode": "knife"}, GRIP, 19, False, id="knives of those who are free"),
        pytest.param({"mode": "knife", "attackers": 20}, GRIP, 20, True, id="knives of everybody"),
        pytest.param({"mode": "knife"}, [hold("wrestler", "man", members=20)], 20, True, id="all are held"),
        pytest.param({"mode": "sword"}, [hold("wrestler", "man", state="pinned")], 19, False, id="one is pinned"),
    ],
)
def test_who_attacks(choice: Document, grapples: list[Document], attackers: int, grappled: bool) -> None:
    """Unless more are sent those attack whom no hold hinders; only an attack that uses held members suffers."""
    told = report(CROWD, STRONG, choice, grapples=grapples)
    assert told.numbers.attackers == attackers
    assert ("Grappled" in terms_of(told)) is grappled


@pytest.mark.parametrize(
    ("choice", "members", "error", "pointer", "words"),
    [
        (
            {"mode": "sword", "attackers": 20},
            1,
            refusals.SharesExceedUnit,
            "/attack/attackers",
            "20 members are sent with 'sword', but only 19 of man are free of holds.",
        ),
        (
            {"mode": "sword", "engaged": 20},
            1,
            refusals.EngagedExceedsLimit,
            "/attack/engaged",
            "20 members are said to be engaged, but only 19 attack.",
        ),
        (
            {"mode": "sword"},
            20,
            refusals.OutOfReach,
            "/attack/mode",
            "The mode 'sword' does not reach close combat, where man must fight while grappling.",
        ),
    ],
)
def test_too_many_sent(choice: Document, members: int, error: Any, pointer: str, words: str) -> None:
    """Held members cannot be sent with a long weapon, and if all are held nobody can use it."""
    given = attack(CROWD, STRONG, choice, grapples=[hold("wrestler", "man", members=members)])
    refusal = refused(error, resolve_attack, given)
    assert (refusal.pointer, refusal.detail) == (pointer, words)


def test_one_wrestler_does_not_stop_twenty() -> None:
    """In a round the nineteen attack whom the wrestler does not hold."""
    told = play(HELD, [order("man", melee=[blow("wrestler")]), IDLE], 6, 1, *WIDE, 6)
    (made,) = told.outcome.melee.attacks
    assert made.numbers.attackers == 19


@pytest.mark.parametrize(
    ("declared", "attackers"),
    [
        pytest.param([blow("wrestler", attackers=20)], [19], id="everybody by number"),
        pytest.param([blow("wrestler", engaged=20)], [19], id="everybody engaged"),
        pytest.param([blow("wrestler", attackers=10), blow("foe", attackers=10)], [10, 9], id="two attacks"),
        pytest.param([blow("wrestler", "knife", attackers=20)], [20], id="with what is short enough"),
        pytest.param([blow("wrestler", attackers=19), blow("foe", attackers=1)], [19], id="nobody left"),
    ],
)
def test_held_before_their_turn(declared: list[Document], attackers: list[int]) -> None:
    """Who is taken hold of before its turn loses only the attacks of as many as are held."""
    battle = encounter(CROWD, STRONG, FOE | NIMBLE, at={"wrestler": 1, "foe": -1})
    grabs = order("wrestler", melee=[{"target": "man", "mode": "grab"}])
    misses = [face for _ in attackers for face in WIDE]
    taken = (5, 5, 5, 3, 3, 4)  # 15 with the initiative against 8, won by 2: one hit
    told = play(battle, [order("man", melee=declared), grabs, order("foe")], 1, 6, *taken, *misses, 6)
    assert [each.members for each in told.outcome.encounter.grapples] == [1]
    assert [each.numbers.attackers for each in told.outcome.melee.attacks] == attackers
    assert ("Man had nobody left for another attack." in told.texts) is (len(attackers) < len(declared))


def test_breaking_free_and_attacking() -> None:
    """While the held try to break free the others attack; who has come free by it does not, in this round."""
    both = order("man", break_free=True, melee=[blow("wrestler")])
    told = play(HELD, [both, IDLE], 6, 1, *FREED, *WIDE, 6)
    assert [each.verdict.freed for each in told.outcome.melee.breaks] == [True]
    assert [each.numbers.attackers for each in told.outcome.melee.attacks] == [19]
    assert told.outcome.encounter.grapples == ()
    failed = play(HELD, [both, IDLE], 6, 1, *FAILED, *WIDE, 6)
    assert [each.numbers.attackers for each in failed.outcome.melee.attacks] == [19]


@pytest.mark.parametrize(
    ("battle", "choice", "words"),
    [
        (
            HELD,
            blow("wrestler", "knife", attackers=20),
            "man cannot both break free and attack in melee with 20 members; only 19 are not held.",
        ),
        (
            HELD | {"grapples": [hold("wrestler", "man", members=20)]},
            blow("wrestler", "knife"),
            "man cannot both break free and attack in melee.",
        ),
    ],
)
def test_the_same_members_do_one_thing(battle: Document, choice: Document, words: str) -> None:
    """Members who try to break free cannot be sent into an attack as well."""
    given = order("man", break_free=True, melee=[choice])
    assert faults(battle, given) == [("tactic_forbids_attack", "/melee")]
    assert check(battle, given).orders[0].faults[0].message == words
    assert faults(HELD, order("man", break_free=True, melee=[blow("wrestler", attackers=19)])) == []


def test_a_retreat_leaves_the_held_behind() -> None:
    """Who is not held retreats; who is held stays behind as a unit of its own, held and locked as before."""
    told = play(HELD, [RETREAT, IDLE], 6, 1, 6)
    after = told.outcome.encounter
    rest, held = unit_in(after.units, "man"), unit_in(after.units, "man (held)")
    assert [(each.count_start, pool_of(each)) for each in (rest, held)] == [(19, 190), (1, 10)]
    assert [(each.grappler, each.victim, each.members) for each in after.grapples] == [("wrestler", "man (held)", 1)]
    assert [(each.one, each.other) for each in after.locks] == [("wrestler", "man (held)")]
    assert {each.unit: each.x for each in after.positions} == {"man": -50, "wrestler": 1, "man (held)": 0}
    assert (told.outcome.verdict.casualties, told.outcome.summary) == (
        0,
        "The initiative went to red. Nobody attacked, but there was movement.",
    )
    assert "1 of man, held fast, stays behind as man (held)." in told.texts
    assert {"unit/partial-effect"} <= told.cited
    standing = {each.unit: (each.count, each.tactic) for each in told.outcome.standings}
    assert (standing["man"][0], standing["man (held)"][0]) == (19, 1)


def test_who_is_left_behind_fights_on() -> None:
    """A unit left behind takes orders in the next round, as any other: it breaks free and can leave, past a grab."""
    first = state_of(play(HELD, [RETREAT, IDLE], 6, 1, 6))
    given = [order("man"), IDLE, order("man (held)", break_free=True)]
    second = play(first, given, 6, 1, *FREED, 6)
    assert second.outcome.encounter.grapples == ()
    third = play(state_of(second), [order("man"), IDLE, order("man (held)", "retreat", move=AWAY)], 6, 1, *WIDE, 6)
    assert [each.yards for each in third.outcome.movement.moves if each.unit == "man (held)"] == [50]


@pytest.mark.parametrize(
    ("leaves", "x"),
    [
        pytest.param(order("man", "all_out_defensive", withdraw=True, move=AWAY), -10, id="a withdrawal"),
        pytest.param(RETREAT, -50, id="a retreat"),
    ],
)
def test_one_move(leaves: Document, x: float) -> None:
    """A move that is resolved by itself divides the unit in the same way."""
    told = go(HELD, "man", [leaves, order("wrestler", "retreat", move=AWAY)])
    assert [(each.unit, each.x) for each in told.outcome.encounter.positions][::2] == [("man", x), ("man (held)", 0)]
    assert told.outcome.summary == f"Man moved {-x:g} yards. The melee was left behind."


def test_who_is_left_behind_is_struck() -> None:
    """Members who are left behind by a retreat have turned their back too: they defend at its -4 in that round."""
    brute = STRONG | {"attack_modes": [*STRONG["attack_modes"], KNIFE]}
    battle = HELD | {"units": [CROWD, brute]}
    strikes = order("wrestler", melee=[blow("man", "knife")])
    told = play(battle, [RETREAT, strikes], 6, 1, *WIDE, 6)
    assert [each.target for each in told.outcome.movement.free_attacks] == ["man"]
    assert "Wrestler could not attack. The target is 51 yards away; 'knife' reaches 1." in told.texts
    again = play(battle, [RETREAT], 6, 1, *WIDE, *WIDE, 6, options={"npc_tactics": "fixed"}, npc_orders=True)
    (blown,) = again.outcome.melee.attacks
    assert blown.defense.value is not None
    assert (blown.target, blown.defense.value.total) == ("man (held)", 8 - 4)


def test_several_parts() -> None:
    """Names, postures, distances and hurt members are divided with the unit, and no name is given twice."""
    crowd = CROWD | {"id": "x" * 64, "name": "The Mob", "hp_pool": 95}
    taken = [hold("wrestler", "x" * 64, members=2, prone=True), hold("wrestler", "x" * 64, state="pinned")]
    first = f"{'x' * 57} (held)"
    battle = encounter(
        crowd, STRONG, FOE | {"id": first}, MAN | {"id": "friend"}, at={"wrestler": 1, first: 90}, grapples=taken
    )
    battle["distances"] = [
        {"one": "x" * 64, "other": "wrestler", "yards": 1},
        {"one": first, "other": "x" * 64, "yards": 40},
        {"one": first, "other": "wrestler", "yards": 30},
    ]
    told = go(battle, "x" * 64, [order("x" * 64, "retreat", move=AWAY)])
    after = told.outcome.encounter
    held = unit_in(after.units, f"{'x' * 55} (held 2)")
    assert (held.name, held.posture.value, held.count_start, pool_of(held)) == ("The Mob (held)", "lying", 3, 30)
    rest = unit_in(after.units, "x" * 64)
    assert (rest.posture.value, rest.count_start, rest.hp_pool) == ("standing", 17, 65)
    apart = {frozenset((each.one, each.other)): each.yards for each in after.distances}
    assert apart[frozenset((held.id, "wrestler"))] == 1
    assert (apart[frozenset((held.id, first))], apart[frozenset((rest.id, first))]) == (40, 90)


def test_no_room_for_another_unit() -> None:
    """A battle that is full of units keeps one together of which some are held, so it stays."""
    full = encounter(
        CROWD,
        STRONG,
        *[FOE | {"id": f"foe {at}", "hp_pool": 0} for at in range(198)],
        at={"wrestler": 1},
        grapples=GRIP,
    )
    assert faults(full, RETREAT) == [("held_fast", "/move")]
    full["units"].pop()
    assert faults(full, RETREAT) == []


def test_the_strong_walk_off() -> None:
    """Who is more than twice as strong as its holder leaves nobody behind, unless they are pinned."""
    titans = CROWD | {"st": 41}
    told = go(HELD | {"units": [titans, STRONG]}, "man", [RETREAT, order("wrestler", "retreat", move=AWAY)])
    assert [unit.id for unit in told.outcome.encounter.units] == ["man", "wrestler"]
    assert told.outcome.encounter.grapples == ()
    pinned = HELD | {"units": [titans, STRONG], "grapples": [hold("wrestler", "man", state="pinned")]}
    left = go(pinned, "man", [RETREAT, order("wrestler", "retreat", move=AWAY)])
    assert unit_in(left.outcome.encounter.units, "man (held)").count_start == 1


def test_a_group_that_is_held_whole() -> None:
    """A group of which everybody is held goes nowhere; the rest of a group that has shrunk may be everybody."""
    assert faults(HELD | {"grapples": [hold("wrestler", "man", members=20)]}, RETREAT) == [("held_fast", "/move")]
    last = HELD | {"units": [CROWD | {"hp_pool": 7}, STRONG]}
    assert faults(last, RETREAT) == [("held_fast", "/move")]


@settings(max_examples=many(200), deadline=None)
@given_any(st.data(), st.sampled_from(HeroicAssignment))
def test_a_division_keeps_everybody(data: st.DataObject, assignment: HeroicAssignment) -> None:
    """The parts of a divided unit have together the members, the fallen and the hit points of the whole."""
    start, hp = data.draw(st.integers(2, 30)), data.draw(st.integers(1, 20))
    pool = data.draw(st.integers(hp + 1, start * hp))
    morale = {"checked": True, "hp_at_last_check": data.draw(st.none() | st.integers(0, start * hp))}
    document = MAN | {"count_start": start, "hp": hp, "hp_pool": pool, "morale": morale}
    whole = HeroicUnit.model_validate_json(to_json(document))
    members = data.draw(st.integers(1, count_of(whole, assignment) - 1))
    rest, held = divided(whole, members, "held", assignment)
    assert (rest.count_start, held.count_start) == (start - members, members)
    assert pool_of(rest) + pool_of(held) == pool
    assert all(0 <= pool_of(part) <= part.count_start * hp for part in (rest, held))
    assert (held.status.value == "active") is (pool_of(held) > 0)
    if assignment is HeroicAssignment.CONCENTRATE:
        assert count_of(held, assignment) == members
        assert count_of(rest, assignment) == count_of(whole, assignment) - members
    HeroicUnit.model_validate_json(to_json(rest))


def test_a_group_goes_on_without_its_held() -> None:
    """A group with a hold but without a lock may walk on like any other, and leaves its held members."""
    loose = HELD | {"locks": [], "units": [CROWD, STRONG, FOE]}
    loose["positions"] = [*HELD["positions"], {"unit": "foe", "x": -20}]
    told = go(loose, "man", [order("man", move=toward("foe"))])
    assert unit_in(told.outcome.encounter.units, "man (held)").count_start == 1
    assert told.outcome.moved.yards == 19
