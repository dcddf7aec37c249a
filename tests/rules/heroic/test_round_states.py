"""What a round carries along: holds, breath, stray shots, divided units, fatigue and courage."""

import pytest

from tests.pins import pins
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    SHAKEN,
    STEADY,
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
    short,
    spring,
    toward,
    unit_in,
)
from tests.rules.heroic.stat_blocks import WRESTLER, Document

HIT = (3, 3, 3, 4, 4, 4)
"""12 against 8: margin 3 against -4, so won by 7: two hits."""
GRAB: Document = {"target": "man", "mode": "grab"}
RING = encounter(MAN, WRESTLER, at={"wrestler": 1})


def test_a_grapple() -> None:
    """A grapple in the melee phase holds its victim, locks both, and its follow-up brings the victim down."""
    takes = order("wrestler", melee=[GRAB | {"grapple_spend": [{"type": "takedown"}]}])
    told = play(RING, [order("man"), takes], 1, 6, *HIT, 3, 3, 3, 4, 4, 4, 6)
    (grapple,) = told.outcome.melee.grapples
    assert (grapple.held, grapple.spent[0].won, grapple.attack.locked) == (1, True, True)
    after = told.outcome.encounter
    assert [(each.grappler, each.victim, each.prone) for each in after.grapples] == [("wrestler", "man", True)]
    assert unit_in(after.units, "man").posture.value == "lying"
    assert [(each.one, each.other) for each in after.locks] == [("man", "wrestler")]
    assert told.outcome.summary == "The initiative went to crime. Wrestler grappled man."


HELD = encounter(MAN, WRESTLER, at={"wrestler": 1}, grapples=[hold("wrestler", "man")], locks=[lock("man", "wrestler")])


def test_breaking_free() -> None:
    """Breaking free replaces the melee attack; a hold that is broken is gone."""
    told = play(HELD, [order("man", break_free=True), order("wrestler")], 6, 1, 1, 1, 1, 6, 6, 6, 6)
    (attempt,) = told.outcome.melee.breaks
    assert attempt.verdict.freed
    assert told.outcome.encounter.grapples == ()
    failed = play(HELD, [order("man", break_free=True), order("wrestler")], 6, 1, 6, 6, 6, 3, 3, 3, 6)
    assert len(failed.outcome.encounter.grapples) == 1
    assert {"grapple/break-free", "ruling/break-free-time"} <= told.cited


def test_a_hold_that_is_over_needs_no_breaking() -> None:
    """If the holder has fallen by then there is nothing to break, and no die is thrown."""
    weak = HELD | {"hazards": [{"unit": "wrestler", "injury": 40}]}
    other = WRESTLER | {"id": "other"}
    battle = weak | {"units": [*weak["units"], other]}
    told = play(battle, [order("man", break_free=True), order("wrestler"), order("other")], 6, 1, *SHAKEN, 6)
    assert told.outcome.melee.breaks == ()


def test_held_units_do_not_move() -> None:
    """Who is grappled in the ranged phase's wake stays; who is pinned cannot move at all."""
    hands = order("man", "retreat", move={"mode": "away"})
    assert faults(HELD, hands) == [("held_fast", "/move")]
    pinned = encounter(MAN, WRESTLER, at={"wrestler": 1}, grapples=[hold("wrestler", "man", state="pinned")])
    told = fight(pinned, 6, 1, 3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4, 6, options={"npc_tactics": "fixed"}, max_rounds=1)
    assert [each.unit for each in told.outcome.log[0].standings] == ["man", "wrestler"]


def test_suffocation_goes_on() -> None:
    """Each further round of suffocation costs ten fatigue points; without any left a Will roll decides every step."""
    choked = MAN | {"conditions": ["suffocating"], "fp_current": 0}
    grip = [hold("wrestler", "man", location="neck", technique="choke_hold")]
    battle = encounter(choked, WRESTLER, at={"wrestler": 1}, grapples=grip, locks=[lock("man", "wrestler")])
    told = play(battle, [order("man"), order("wrestler")], 6, 1, *STEADY, *SHAKEN)
    assert unit_in(told.outcome.encounter.units, "man").fp_current == -10
    assert "unconscious" in [each.value for each in unit_in(told.outcome.encounter.units, "man").conditions]
    assert told.outcome.verdict.over
    assert {"grapple/suffocation", "ruling/suffocation-fp"} <= told.cited


def test_breath_comes_back() -> None:
    """Who is freed breathes again."""
    choked = MAN | {"conditions": ["suffocating", "blind"]}
    grip = [hold("wrestler", "man", location="neck", technique="choke_hold")]
    battle = encounter(choked, WRESTLER, at={"wrestler": 1}, grapples=grip, locks=[lock("man", "wrestler")])
    given = [order("man", break_free=True), order("wrestler")]
    told = play(battle, given, 6, 1, *STEADY, *STEADY, 1, 1, 1, 6, 6, 6, 6)
    assert [each.value for each in unit_in(told.outcome.encounter.units, "man").conditions] == ["blind"]


def test_holds_shrink_with_the_victim() -> None:
    """No more members are held than stand."""
    group = MAN | {"count_start": 4, "hp_pool": 20}
    battle = encounter(group, WRESTLER, at={"wrestler": 1}, grapples=[hold("wrestler", "man", members=3)])
    told = play(battle, [order("man"), order("wrestler")], 6, 1, 1, 1, 1, 6)
    assert [each.members for each in told.outcome.encounter.grapples] == [2]


def test_a_stray_shot() -> None:
    """A shot into a melee may hit somebody else in it, whose injury counts with all others."""
    battle = encounter(*men(2), FOE, at={"red 2": 20, "foe": 19}, locks=[lock("red 2", "foe")])
    shoots = order("red 1", ranged=[blow("foe", "bow")])
    told = play(battle, [shoots, order("red 2"), order("foe")], 6, 1, *WIDE, 2, 2, 2, *HIT, 3, 3, 3, 1, *STEADY, 6)
    (shot,) = told.outcome.ranged.attacks
    assert shot.stray is not None
    assert (shot.stray.unit, shot.hits) == ("red 2", 0)
    assert [each.unit for each in told.outcome.ranged.injuries] == ["red 2"]


def test_fast_draw_is_rolled_once() -> None:
    """A divided unit rolls its Fast-Draw once, before its first shot, and it counts for all of them."""
    bow = MAN["attack_modes"][1] | {"fast_draw": 12}
    archers = MAN | {"count_start": 4, "attack_modes": [bow]}
    battle = encounter(archers, *men(2, "blue"), at={"blue 1": 9, "blue 2": 9})
    shots = [blow(f"blue {at}", "bow", attackers=2, shots_each=3, fast_draw=True) for at in (1, 2)]
    given = [order("man", ranged=shots), order("blue 1"), order("blue 2")]
    told = play(battle, given, 6, 1, 3, 3, 3, *WIDE, *WIDE, 6)
    found = [each.shots for each in told.outcome.ranged.attacks]
    assert [(each.fast_draw, each.shots_each) for each in found if each is not None] == [(True, 4), (None, 4)]
    failed = play(battle, given, 6, 1, 6, 6, 6, *WIDE, *WIDE, 6)
    missed = [each.shots for each in failed.outcome.ranged.attacks]
    assert [(each.fast_draw, each.shots_each) for each in missed if each is not None] == [(False, 3), (None, 3)]


def test_shares_keep_their_engagement() -> None:
    """If fewer members are left than were to be engaged, as many are engaged as are left."""
    orcs = MAN | {"id": "orcs", "count_start": 3}
    battle = encounter(orcs, FOE, at={"foe": 1})
    strikes = order("orcs", melee=[blow("foe", attackers=3, engaged=3)])
    volley = order("foe", ranged=[blow("orcs", "bow")])
    told = play(battle, [strikes, volley], 1, 6, *HIT, 6, *SHAKEN, *WIDE, 1, 1, 1, 6)
    (attack,) = told.outcome.melee.attacks
    assert (attack.numbers.attackers, attack.numbers.engaged) == (2, 2)


def test_parts_of_a_divided_unit_check_morale_together() -> None:
    """The parts of a divided unit check their morale once, as one."""
    parts = [FOE | {"id": name, "count_start": 3, "injury_group": "orcs"} for name in ("left", "right")]
    parts[0]["hp_pool"] = 10
    battle = encounter(MAN, *parts, FOE, at={"left": 50, "right": 50, "foe": 50})
    given = [order("man"), order("left"), order("right"), order("foe")]
    told = play(battle, given, 6, 1, 6, 6, 6, 6)
    assert [(each.unit_id, each.verdict.breaks) for each in told.outcome.morale] == [("left", True)]
    assert [each.status.value for each in told.outcome.standings] == ["active", "routed", "routed", "active"]
    assert told.outcome.verdict.routed == 1
    assert told.outcome.summary == (
        "The initiative went to red. Nobody attacked. Left broke and fled: 2 of 6 members lost; right "
        "broke and fled: 2 of 6 members lost."
    )


def test_morale_of_a_side() -> None:
    """With the option the losses of the whole side decide for each of its units."""
    units = [*men(3, "blue"), MAN | {"count_start": 9}]
    units[0]["hp_pool"] = 0
    battle = encounter(units[3], *units[:3], at={f"blue {at}": 50 for at in (1, 2, 3)})
    given = [order("man"), order("blue 2"), order("blue 3")]
    told = play(battle, given, 6, 1, 1, 1, 1, 1, 1, 1, 6, options={"morale_scope": "side"})
    assert [each.unit_id for each in told.outcome.morale] == ["blue 2", "blue 3"]
    assert play(battle, given, 6, 1, 6).outcome.morale == ()


def test_rally() -> None:
    """With the option a routed unit may come back; otherwise it runs on."""
    routed = FOE | {"status": "routed", "morale": {"checked": True}, "hp_pool": 6}
    battle = encounter(MAN, routed, FOE | {"id": "other"}, at={"foe": 50, "other": 50})
    given = [order("man"), order("other")]
    told = play(battle, given, 6, 1, 1, 1, 1, 6, options={"rally": "recheck"})
    assert told.outcome.standings[1].status.value == "active"
    assert told.outcome.summary.endswith("Foe rallied.")
    assert play(battle, given, 6, 1, 6).outcome.standings[1].status.value == "fled"


def test_routed_units_that_are_caught_stay() -> None:
    """A routed unit that is still locked at the end of the round has not left the field."""
    routed = FOE | {"status": "routed", "move": 0}
    battle = encounter(MAN, routed, FOE | {"id": "other"}, at={"foe": 1, "other": 50}, locks=[lock("man", "foe")])
    told = play(battle, [order("man"), order("other")], 6, 1, 6)
    assert told.outcome.standings[1].status.value == "routed"


def test_player_characters_check_no_morale() -> None:
    """A person's unit never checks its morale."""
    battle = encounter(MAN, FOE | {"is_pc": True, "hp_pool": 2}, at={"foe": 50})
    assert play(battle, [order("man"), order("foe")], 6, 1, 6).outcome.morale == ()


@pytest.mark.parametrize(
    ("scope", "tired"),
    [("present", ["man", "foe", "idle"]), ("moved_or_rolled", ["man", "foe"]), ("rolled", ["foe"])],
)
def test_whom_fatigue_costs(scope: str, tired: list[str]) -> None:
    """Fatigue costs everybody who is there, or with options only who moved or rolled."""
    battle = encounter(MAN, FOE, FOE | {"id": "idle"}, MAN | {"id": "target"}, at={"foe": 20, "idle": 50, "target": 21})
    given = [
        order("man", move=toward("target")),
        order("foe", ranged=[blow("target", "bow")]),
        order("idle"),
        order("target"),
    ]
    told = play(battle, given, 6, 1, *WIDE, 1, options={"fatigue_scope": scope})
    assert told.outcome.fatigue is not None
    assert [each.unit for each in told.outcome.fatigue.units if each.unit != "target"] == tired


def test_fatigue_takes_effect() -> None:
    """With the option a tired unit moves and dodges half as well, and one without fatigue points may collapse."""
    tired = MAN | {"fp_current": 3}
    battle = encounter(tired, FOE, at={"foe": 50})
    given = [order("man", move=toward("foe")), order("foe", ranged=[blow("man", "bow")])]
    told = play(battle, given, 1, 6, *WIDE, 6, options={"fp_effects": "apply"})
    (shot,) = told.outcome.ranged.attacks
    assert shot.defense.value is not None
    assert (shot.defense.value.base, told.outcome.movement.moves[1].yards) == (4, 15)
    spent = encounter(MAN | {"fp_current": 0}, FOE, at={"foe": 90})
    fallen = play(spent, [order("man"), order("foe")], 6, 1, 6, *SHAKEN, options={"fp_effects": "apply"})
    assert fallen.outcome.verdict.winner == "blue"


@pins("hazard-ht")
def test_hazards_in_a_round() -> None:
    """Hazards are met in the movement phase by whoever is there, ordered or not, and HT may halve them."""
    pinned = FOE | {"conditions": ["pinned"], "id": "pinned"}
    battle = encounter(MAN, FOE, pinned, at={"foe": 9}, hazards=[{"unit": "pinned", "injury": 5}])
    told = play(battle, [order("man"), order("foe")], 6, 1, *STEADY, 6)
    assert [(each.unit, each.applied) for each in told.outcome.movement.injuries] == [("pinned", 3)]
    assert [each.unit for each in told.outcome.movement.moves] == ["man", "foe", "pinned"]


def test_immediate_injury_reaches_the_other_parts() -> None:
    """Injury that is applied at once goes on to the other parts of a divided unit like any other."""
    parts = [MAN | {"id": name, "injury_group": "men"} for name in ("one", "two")]
    battle = encounter(*parts, FOE, at={"foe": 1}, locks=[lock("one", "foe")])
    given = [order("one", "retreat", move={"mode": "away"}), order("two"), order("foe", melee=[blow("one")])]
    told = play(battle, given, 6, 1, *HIT, 6, *SHAKEN, options={"free_attack_injury": "immediate"})
    assert [(each.unit, each.pool_after) for each in told.outcome.movement.injuries] == [("one", 0), ("two", 0)]


def test_plans_that_come_to_nothing() -> None:
    """A retreat to a place that no longer leads away, because an enemy has moved there, is not made."""
    battle = encounter(MAN, FOE, at={"foe": (-10, 5)})
    runs = order("man", "retreat", move={"mode": "to", "to": {"x": -30}})
    cuts_off = order("foe", move={"mode": "to", "to": {"x": -28, "y": 1}})
    told = play(battle, [runs, cuts_off], 1, 6, 6)
    (first, second) = told.outcome.movement.moves
    assert (first.unit, second.unit, second.yards, second.reason) == ("foe", "man", 0, "no way to get away there")


def test_routed_units_that_are_held() -> None:
    """A routed unit that is held fast does not get away."""
    routed = FOE | {"status": "routed"}
    battle = encounter(MAN, routed, FOE | {"id": "other"}, at={"foe": 1, "other": 50}, grapples=[hold("man", "foe")])
    told = play(battle, [order("man"), order("other")], 6, 1, *WIDE, 6)
    assert told.outcome.movement.moves[1].reason == "held fast"


def test_nobody_left_to_make_for() -> None:
    """If the last enemy falls before the service's units move they stay where they were going."""
    pike = MAN | {
        "attack_modes": [{"id": "pike", "kind": "melee", "skill": 12, "damage": "9d", "type": "cutting", "reach": [2]}]
    }
    wait = {"trigger": {"event": "approaches"}, "attack": {"mode": "pike"}}
    battle = encounter(pike, MAN | {"id": "friend"}, FOE, at={"foe": 9, "friend": 40})
    given = [order("man", wait=wait), order("foe", move=toward("man"))]
    options = {"npc_tactics": "fixed"}
    volley = (*WIDE,)
    told = play(battle, given, 1, 6, *volley, *HIT, *[6] * 9, *SHAKEN, options=options, npc_orders=True)
    assert told.outcome.verdict.winner == "red"


def test_archers_look_for_another_target() -> None:
    """Archers who were closing in on somebody who has fallen close in on somebody else."""
    sling = MAN["attack_modes"][1] | {"range_max": 4}
    slinger = MAN | {"id": "slinger", "attack_modes": [sling]}
    killer = MAN | {"id": "killer", "attack_modes": [MAN["attack_modes"][1] | {"damage": "9d"}]}
    battle = encounter(
        slinger, killer, *men(2, "blue", attack_modes=[]), at={"killer": (0, 9), "blue 1": 8, "blue 2": 20}
    )
    shot = order("killer", ranged=[blow("blue 1", "bow")])
    given = [shot, order("blue 1"), order("blue 2")]
    options = {"npc_tactics": "fixed"}
    told = play(battle, given, 6, 1, *HIT, *[6] * 9, *SHAKEN, 6, options=options, npc_orders=True)
    assert told.outcome.movement.moves[0].position.x == 16


def test_deeds_in_response_are_checked_by_the_unit() -> None:
    """A reload of a weapon that the unit has not is told, and changes nothing."""
    told = spring(MAN, {"action": short("reload_2s", mode="sling")}, FOE, interruption={})
    assert told.texts[-1] == "Man did a short deed: reload a weapon that takes up to 2 seconds."
    assert told.outcome.units[0].loaded == ()


def test_mixed_attacks_reserve_the_costliest() -> None:
    """Shots of a weapon that is not low-tech cost no movement."""
    gun = MAN["attack_modes"][1] | {"id": "gun", "propulsion": "firearm", "rof": 3}
    battle = encounter(MAN | {"attack_modes": [gun]}, FOE, at={"foe": 50})
    given = [order("man", ranged=[blow("foe", "gun", shots_each=3)], move=toward("foe")), order("foe")]
    assert play(battle, given, 6, 1, *WIDE, 6).outcome.movement.moves[0].yards == 25
