"""Moves: how far, where to, who stands in the way, and who strikes at a back that is turned."""

from math import cos, pi, sin

import pytest

from service.rules.heroic.book.refusals import AttackerInactive, HeroicUnknownSide, HeroicUnknownUnit, MissingOrders
from service.rules.heroic.rounds.movement import resolve_move
from tests.pins import pins
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    SHAKEN,
    SPEAR,
    STEADY,
    WIDE,
    blow,
    encounter,
    go,
    hold,
    lock,
    men,
    move_of,
    order,
    short,
    toward,
    unit_in,
)
from tests.rules.heroic.stat_blocks import BANDIT, SWORDSMAN, Document
from tests.rules.heroic.stories import refused

FAR = encounter(MAN, FOE, at={"foe": 100})
MELEE = encounter(MAN, FOE, at={"foe": 1}, locks=[lock("man", "foe")])
AWAY = {"mode": "away"}
RETREAT = order("man", "retreat", move=AWAY)
WITHDRAWAL = order("man", "all_out_defensive", withdraw=True, move=AWAY)
HIT = (3, 3, 3, 4, 4, 4)
"""12 against 8: margin 3 against -4, so won by 7: two hits."""


@pytest.mark.parametrize(
    ("tactic", "unit", "yards"),
    [
        pytest.param("neutral", {}, 25, id="five times Move"),
        pytest.param("defensive", {}, 20, id="four times Move"),
        pytest.param("aimed_shooting", {"move": 3}, 6, id="the loaded Move counts"),
        pytest.param("hold_ground", {"move": 2.5}, 2.5, id="fractions are kept"),
        pytest.param("neutral", {"top_speed": 8}, 40, id="a top speed above Basic Move"),
        pytest.param("neutral", {"top_speed": 4}, 25, id="a lower one does not count"),
        pytest.param("neutral", {"basic_speed": 5.75}, 25, id="Basic Speed without its fraction"),
    ],
)
def test_allowance(tactic: str, unit: Document, yards: float) -> None:
    """A unit covers the tactic's multiple of its Move."""
    told = go(encounter(MAN | unit, FOE, at={"foe": 100}), "man", [order("man", tactic, move=toward("foe"))])
    assert (told.outcome.moved.yards, told.outcome.moved.allowance) == (yards, yards)
    assert ("move/top-speed" in told.cited) is (unit == {"top_speed": 8})


def test_kiting() -> None:
    """A bandit gets thirty yards away in an ordinary round; a swordsman covers them only by charging."""
    battle = encounter(SWORDSMAN, BANDIT, at={"bandit": 2})
    runs = go(battle, "bandit", [order("bandit", "offensive", move=AWAY)])
    assert runs.outcome.moved.yards == 30
    charge = order("swordsman", "all_out_offensive", charge_target="bandit", move=toward("bandit"))
    chased = go(encounter(SWORDSMAN, BANDIT, at={"bandit": 32}), "swordsman", [charge])
    assert (chased.outcome.moved.allowance, chased.outcome.moved.yards) == (30, 30)


@pins("kiting")
def test_kiting_limit() -> None:
    """With the option a unit that has shot moves away half its allowance at most."""
    shot = order("man", ranged=[blow("foe", "bow")], move=AWAY)
    battle = encounter(MAN, FOE, at={"foe": 10})
    assert go(battle, "man", [shot], allowance_spent=0, options={"kiting_limit": "half"}).outcome.moved.yards == 12.5
    idle = order("man", move=AWAY)
    assert go(battle, "man", [idle], options={"kiting_limit": "half"}).outcome.moved.yards == 25
    closer = order("man", ranged=[blow("foe", "bow")], move=toward("foe"))
    assert go(FAR, "man", [closer], options={"kiting_limit": "half"}).outcome.moved.yards == 25


def test_difficult_ground() -> None:
    """On difficult ground each yard costs more; what is spent is told apart from what is covered."""
    told = go(FAR, "man", [order("man", move=toward("foe", cost_per_yard=2))])
    assert (told.outcome.moved.yards, told.outcome.moved.move_spent) == (12.5, 25)
    assert {"move/restrictions", "move/expended"} <= told.cited


def test_shots_and_deeds_take_movement() -> None:
    """Movement spent on shots and deeds is not walked."""
    told = go(FAR, "man", [order("man", move=toward("foe"), actions=[short()])], allowance_spent=1)
    assert told.outcome.moved.yards == 7.5
    assert {"move/shots-reserve", "move/actions-in-movement"} <= told.cited


@pytest.mark.parametrize(
    ("changes", "yards"),
    [
        pytest.param({}, 9, id="up to its reach"),
        pytest.param({"stop_at": 4}, 6, id="up to a distance"),
        pytest.param({"yards": 3}, 3, id="so many yards"),
        pytest.param({"stop_at": 20}, 0, id="it is near enough"),
    ],
)
def test_toward(changes: Document, yards: float) -> None:
    """A unit stops at its reach, at a distance, or after some yards."""
    told = go(encounter(MAN, FOE, at={"foe": 10}), "man", [order("man", move=toward("foe", **changes))])
    assert told.outcome.moved.yards == yards


@pytest.mark.parametrize(
    ("modes", "orders", "yards"),
    [
        pytest.param([SPEAR], {}, 8, id="the longest reach of the best mode"),
        pytest.param([], {}, 9, id="contact, without a weapon"),
        pytest.param([MAN["attack_modes"][0], SPEAR], {"melee": [blow("foe")]}, 9, id="the reach of the blow ordered"),
        pytest.param([MAN["attack_modes"][1]], {}, 9, id="contact, with nothing but a bow"),
    ],
)
def test_where_to_stop(modes: list[Document], orders: Document, yards: float) -> None:
    """It stops at the reach of the weapon it means to use."""
    battle = encounter(MAN | {"attack_modes": modes}, FOE, at={"foe": 10})
    told = go(battle, "man", [order("man", move=toward("foe"), **orders)])
    assert told.outcome.moved.yards == yards


def test_toward_a_friend() -> None:
    """A unit walks up to a friend."""
    told = go(encounter(*men(2), FOE, at={"red 2": 10, "foe": 50}), "red 1", [order("red 1", move=toward("red 2"))])
    assert (told.outcome.moved.yards, told.outcome.locks_made) == (9, ())


@pins("lock-on-contact")
def test_contact_locks() -> None:
    """Ending a move within reach of whom it means to strike locks both at once; with the option only the blow does."""
    battle = encounter(MAN, FOE, at={"foe": 10})
    orders = [order("man", move=toward("foe"), melee=[blow("foe")])]
    met = go(battle, "man", orders)
    assert [(each.one, each.other) for each in met.outcome.locks_made] == [("man", "foe")]
    assert met.outcome.encounter.locks == met.outcome.locks_made
    assert met.outcome.summary == "Man moved 9 yards. Now locked in melee with foe."
    assert {"lock/create", "lock/effect", "ruling/lock-on-contact"} <= met.cited
    assert go(battle, "man", orders, options={"lock_on": "attack"}).outcome.locks_made == ()
    assert go(battle, "man", [order("man", move=toward("foe"))]).outcome.locks_made == ()


@pins("locked-allowance")
def test_locked_units_stay() -> None:
    """A unit that is locked stays where it is, whatever movement it has."""
    told = go(MELEE, "man", [order("man")])
    assert (told.outcome.moved.yards, told.outcome.moved.reason) == (0, "locked in melee")
    assert told.outcome.summary == "Man did not move: locked in melee."
    assert {"move/locked-stays", "ruling/locked-allowance"} <= told.cited


def test_nobody_is_walked_through() -> None:
    """A way through an enemy ends in contact with it; friends and the fallen are no hindrance."""
    blocked = encounter(MAN, *men(2, "blue"), at={"blue 1": 6, "blue 2": 20})
    told = go(blocked, "man", [order("man", move=toward("blue 2"))])
    assert (told.outcome.moved.yards, told.outcome.moved.reason) == (5, "stopped by somebody in the way")
    beside = encounter(MAN, *men(2, "blue"), at={"blue 1": (6, 1), "blue 2": 20})
    assert go(beside, "man", [order("man", move=toward("blue 2"))]).outcome.moved.yards == 19
    fallen = encounter(MAN, FOE | {"hp_pool": 0}, FOE | {"id": "other"}, at={"foe": 6, "other": 20})
    assert go(fallen, "man", [order("man", move=toward("other"))]).outcome.moved.yards == 19
    friends = encounter(*men(2), FOE, at={"red 2": 6, "foe": 20})
    assert go(friends, "red 1", [order("red 1", move=toward("foe"))]).outcome.moved.yards == 19


def test_to_a_place() -> None:
    """A unit walks to a place, as far as it can."""
    near = go(FAR, "man", [order("man", move={"mode": "to", "to": {"x": 3, "y": 4}})])
    assert (near.outcome.moved.yards, near.outcome.moved.position.y, near.outcome.moved.reason) == (
        5,
        4,
        "at its goal",
    )
    far = go(FAR, "man", [order("man", move={"mode": "to", "to": {"x": 30, "y": 40}})])
    assert (far.outcome.moved.position.x, far.outcome.moved.position.y) == (15, 20)
    here = go(FAR, "man", [order("man", move={"mode": "to", "to": {"x": 0}})])
    assert (here.outcome.moved.yards, here.outcome.moved.reason) == (0, "there already")
    blocked = go(encounter(MAN, FOE, at={"foe": 5}), "man", [order("man", move={"mode": "to", "to": {"x": 9}})])
    assert (blocked.outcome.moved.yards, blocked.outcome.moved.reason) == (4, "stopped by somebody in the way")


def test_distances_override_places() -> None:
    """A distance that is given counts instead of the places; moves change it, and a move to a place ends it."""
    battle = encounter(MAN, FOE, distances=[{"one": "foe", "other": "man", "yards": 40}])
    toward_it = go(battle, "man", [order("man", move=toward("foe"))]).outcome.encounter
    assert [each.yards for each in toward_it.distances] == [15]
    away = go(battle, "man", [order("man", move={"mode": "away", "ref": "foe"})]).outcome.encounter
    assert [each.yards for each in away.distances] == [65]
    moved = go(battle, "man", [order("man", move={"mode": "to", "to": {"x": 5}})]).outcome.encounter
    assert (moved.distances, moved.positions[0].x) == ((), 5)
    apart = encounter(MAN, FOE, at={"foe": 10}, distances=[{"one": "foe", "other": "man", "yards": 40}])
    told = go(apart, "man", [order("man", move=toward("foe", yards=20))]).outcome
    assert (told.moved.position.x, told.encounter.distances[0].yards) == (5, 20)


def test_away() -> None:
    """Away leads away from a unit, or from the nearest enemy."""
    battle = encounter(MAN, *men(2, "blue"), at={"blue 1": 5, "blue 2": -20})
    assert go(battle, "man", [order("man", move=AWAY)]).outcome.moved.position.x == -19
    told = go(battle, "man", [order("man", move={"mode": "away", "ref": "blue 2"})])
    assert (told.outcome.moved.position.x, told.outcome.moved.reason) == (4, "stopped by somebody in the way")


@pins("away-direction")
@pytest.mark.parametrize(
    ("foes", "x"),
    [
        pytest.param({"blue 1": 1}, -50, id="straight back"),
        pytest.param({"blue 1": 1, "blue 2": -60}, -50, id="another enemy who stays beyond three yards"),
        pytest.param({"blue 1": 1, "blue 2": (-52, 0)}, -46.193977, id="round another enemy"),
    ],
)
def test_where_a_retreat_leads(foes: Document, x: float) -> None:
    """A retreat leads away from those it is locked with, and not to within three yards of anybody else."""
    battle = encounter(MAN, *men(len(foes), "blue"), at=foes, locks=[lock("man", "blue 1")])
    told = go(battle, "man", [RETREAT], *WIDE)
    assert (told.outcome.moved.yards, told.outcome.moved.position.x) == (50, x)
    assert [(each.one, each.other) for each in told.outcome.locks_ended] == [("man", "blue 1")]
    assert told.outcome.encounter.locks == ()
    assert told.outcome.summary.endswith("The melee was left behind.")
    assert {"lock/retreat", "move/direction", "ruling/away-direction"} <= told.cited


def test_nowhere_to_go() -> None:
    """Who is surrounded by a ring without a gap does not get away."""
    ring = {f"blue {at + 1}": (cos(at * pi / 6), sin(at * pi / 6)) for at in range(12)}
    locks = [lock("man", name) for name in ring]
    told = go(encounter(MAN, *men(12, "blue"), at=ring, locks=locks), "man", [WITHDRAWAL])
    assert (told.outcome.moved.yards, told.outcome.moved.reason) == (0, "nowhere to go")


def test_units_in_one_place() -> None:
    """Who stands where its enemy stands backs off toward its own end of the field."""
    together = encounter(MAN, FOE, locks=[lock("man", "foe")])
    assert go(together, "man", [WITHDRAWAL]).outcome.moved.position.x == -10
    away = order("foe", "all_out_defensive", withdraw=True, move=AWAY)
    assert go(together, "foe", [away]).outcome.moved.position.x == 10


def test_withdrawal() -> None:
    """A withdrawal covers twice Move, ends the locks, and provokes no free attack."""
    told = go(MELEE, "man", [WITHDRAWAL, order("foe", melee=[blow("man")])])
    assert (told.outcome.moved.yards, told.outcome.moved.position.x, told.outcome.free_attacks) == (10, -10, ())
    assert told.outcome.encounter.locks == ()
    assert {"lock/withdrawal"} <= told.cited


def test_withdrawal_to_a_place() -> None:
    """A withdrawal may lead to a place, if that is away."""
    out = order("man", "all_out_defensive", withdraw=True, move={"mode": "to", "to": {"x": -5}})
    told = go(MELEE, "man", [out])
    assert told.outcome.moved.position.x == -5


def test_free_attack() -> None:
    """A retreat gives whom it was locked with a free attack at its back, before any injury counts."""
    told = go(MELEE, "man", [RETREAT, order("foe", "offensive")], *HIT, 3, winner="blue")
    (free,) = told.outcome.free_attacks
    assert {term.label: term.value for term in free.skill.terms} == {"Offensive": 2, "Initiative": 2}
    assert free.defense.value is not None
    assert free.defense.value.total == 8 - 4
    assert [(each.unit, each.injury) for each in told.outcome.pending] == [("man", 16)]
    assert (told.outcome.moved.yards, told.outcome.verdict.injury) == (50, 16)
    assert unit_in(told.outcome.encounter.units, "man").hp_pool is None
    cited = {"lock/free-attack-order", "ruling/free-attack-cost", "tactic/retreat"}
    assert cited <= told.cited


def test_free_attack_on_the_faster() -> None:
    """Each point of Basic Move by which the runner is faster costs the free attack 1, at most 4."""
    for basic, penalty in ((5, 0), (6, -1), (12, -4)):
        runner = encounter(MAN | {"basic_move": basic}, FOE, at={"foe": 1}, locks=[lock("man", "foe")])
        (free,) = go(runner, "man", [RETREAT], *WIDE).outcome.free_attacks
        assert sum([term.value for term in free.skill.terms]) == penalty


@pins("free-attack-injury")
def test_free_attack_applied_at_once() -> None:
    """With the option its injury counts at once, and may stop the runner where it is."""
    options = {"free_attack_injury": "immediate"}
    told = go(MELEE, "man", [RETREAT], *HIT, 6, *SHAKEN, options=options)
    assert (told.outcome.moved.yards, told.outcome.moved.reason) == (0, "felled before getting away")
    assert [(each.unit, each.pool_after) for each in told.outcome.injuries] == [("man", -17)]
    assert told.outcome.verdict.injury == 27
    scratched = go(MELEE, "man", [RETREAT], *HIT, 2, *STEADY, options=options)
    assert (scratched.outcome.moved.yards, scratched.outcome.injuries[0].pool_after) == (50, 5)


LOCKED = encounter(
    MAN, *men(2, "blue"), at={"blue 1": 1, "blue 2": (0, 1)}, locks=[lock("man", "blue 1"), lock("man", "blue 2")]
)


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ([], ["blue 1", "blue 2"]),
        (["blue 2"], ["blue 2", "blue 1"]),
        (["blue 2", "blue 1"], ["blue 2", "blue 1"]),
    ],
)
def test_order_of_free_attacks(chosen: list[str], expected: list[str]) -> None:
    """Who retreats says in which order the free attacks on it are made."""
    runs = order("man", "retreat", move=AWAY | {"free_attackers": chosen})
    told = go(LOCKED, "man", [runs], *WIDE, *WIDE)
    assert [each.attacker for each in told.outcome.free_attacks] == expected


@pytest.mark.parametrize(
    ("theirs", "foe"),
    [
        pytest.param(order("foe", "retreat", move=AWAY), {}, id="it retreats too"),
        pytest.param(order("foe", "all_out_defensive", withdraw=True), {}, id="it withdraws"),
        pytest.param(order("foe", actions=[short("write_note", size="long")]), {}, id="it has a long deed to do"),
        pytest.param(order("foe", actions=[short("light", "melee")]), {}, id="it has given up its attacks"),
        pytest.param(
            order("foe", wait={"trigger": {"event": "attacks"}, "attack": {"mode": "sword"}}), {}, id="it waits"
        ),
        pytest.param(None, {"attack_modes": [MAN["attack_modes"][1]]}, id="it has nothing for melee"),
        pytest.param(None, {"conditions": ["pinned"]}, id="it is pinned"),
    ],
)
def test_who_takes_no_free_attack(theirs: Document | None, foe: Document) -> None:
    """A unit whose order or state forbids attacks takes no free one."""
    battle = encounter(MAN, FOE | foe, at={"foe": 1}, locks=[lock("man", "foe")])
    told = go(battle, "man", [RETREAT] + ([] if theirs is None else [theirs]))
    assert (told.outcome.free_attacks, told.outcome.moved.yards) == ((), 50)


def test_free_attack_out_of_reach() -> None:
    """By own reach a lock at two yards leaves a sword no free attack; the blow that is ordered is the one struck."""
    battle = encounter(MAN | {"attack_modes": [SPEAR]}, FOE, at={"foe": 2}, locks=[lock("man", "foe")])
    assert go(battle, "man", [RETREAT], options={"locked_reach": "own"}).outcome.free_attacks == ()
    (back,) = go(battle, "man", [RETREAT], *WIDE).outcome.free_attacks
    assert (back.attacker, back.skill.base) == ("foe", 12)
    pike = FOE | {"attack_modes": [SPEAR, MAN["attack_modes"][0]]}
    near = encounter(MAN, pike, at={"foe": 1}, locks=[lock("man", "foe")])
    grab = {"id": "grab", "kind": "grapple", "skill": 12, "reach": [0, 1]}
    wrestler = encounter(MAN, pike | {"attack_modes": [SPEAR, grab]}, at={"foe": 1}, locks=[lock("man", "foe")])
    takes = order("foe", melee=[blow("man", "grab")])
    (stab,) = go(wrestler, "man", [RETREAT, takes], *WIDE).outcome.free_attacks
    assert stab.skill.base == 12
    aimed = order("foe", melee=[blow("man", location="leg")])
    (free,) = go(near, "man", [RETREAT, aimed], *WIDE).outcome.free_attacks
    assert {term.label: term.value for term in free.skill.terms} == {"Leg": -2}


def test_held_units_go_nowhere() -> None:
    """Who is held fast does not move; who is twice as strong walks off, and the hold is over."""
    grip = [hold("foe", "man", location="neck", technique="choke_hold")]
    strong = MAN | {"st": 21, "conditions": ["suffocating"]}
    battle = encounter(strong, FOE, at={"foe": 1}, grapples=grip, locks=[lock("man", "foe")])
    told = go(battle, "man", [RETREAT])
    assert (told.outcome.moved.yards, told.outcome.encounter.grapples) == (50, ())
    assert unit_in(told.outcome.encounter.units, "man").conditions == ()


def test_hazards() -> None:
    """Injury met while moving is pending, and the hazard is gone afterwards."""
    battle = encounter(
        MAN, FOE, at={"foe": 50}, hazards=[{"unit": "man", "injury": 5, "note": "pit"}, {"unit": "foe", "injury": 0}]
    )
    told = go(battle, "man", [order("man", move=toward("foe"))])
    assert [(each.source, each.injury) for each in told.outcome.pending] == [("pit", 5)]
    assert told.outcome.verdict.injury == 5
    assert told.outcome.summary == "Man moved 25 yards. Injury taken: 5."
    assert told.outcome.encounter.hazards == ()
    assert {"move/hazards", "ruling/hazard-ht"} <= told.cited
    harmless = go(battle, "foe", [order("foe")])
    assert harmless.outcome.pending == ()


def test_refusals() -> None:
    """A move needs a unit that can move, its order, and sides that exist."""
    assert refused(HeroicUnknownUnit, resolve_move, move_of(FAR, "elf", [])).pointer == "/unit"
    assert refused(MissingOrders, resolve_move, move_of(FAR, "man", [])).pointer == "/orders"
    side = move_of(FAR, "man", [order("man")], winner="green")
    assert refused(HeroicUnknownSide, resolve_move, side).pointer == "/winner"
    fallen = encounter(MAN | {"hp_pool": 0}, FOE)
    assert refused(AttackerInactive, resolve_move, move_of(fallen, "man", [order("foe")])).pointer == "/unit"
