"""Deeds other than attacks: what they take, and what they change."""

import pytest

from tests.pins import pins
from tests.rules.heroic.battles import FOE, MAN, WIDE, blow, encounter, faults, order, play, short, toward, unit_in
from tests.rules.heroic.stat_blocks import Document

FIELD = encounter(MAN, FOE, at={"foe": 10})
CROSSBOW: Document = {
    "id": "crossbow",
    "weapon": "crossbow",
    "kind": "ranged",
    "skill": 12,
    "damage": "1d",
    "type": "impaling",
    "reload_s": 8,
    "range_max": 100,
}
ARBALEST = CROSSBOW | {"id": "arbalest", "weapon": "arbalest", "reload_s": 25}
SHOOTER = MAN | {
    "attack_modes": [CROSSBOW, ARBALEST],
    "loaded": [{"mode": "crossbow", "shots": 0}, {"mode": "arbalest", "shots": 0}],
}
RANGED_FIELD = encounter(SHOOTER, FOE, at={"foe": 10})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(order("man", actions=[short(), short("light")]), [], id="two short deeds for all movement"),
        pytest.param(order("man", actions=[short("stand_up", size="medium")]), [], id="one medium deed"),
        pytest.param(
            order("man", actions=[short(), short("light"), short("swallow")]),
            [("action_budget_exceeded", "/actions")],
            id="three short deeds",
        ),
        pytest.param(
            order("man", actions=[short(), short("light")], move=toward("foe", yards=1)),
            [("movement_exceeded", "/move/yards")],
            id="no movement is left",
        ),
        pytest.param(
            order("man", actions=[short()], move=toward("foe", yards=9)), [], id="one short deed takes half of it"
        ),
        pytest.param(
            order("man", actions=[short(phase="ranged"), short("light", "melee")]), [], id="two for all attacks"
        ),
        pytest.param(
            order("man", actions=[short(phase="ranged"), short("stand_up", "melee", "medium")]),
            [("action_budget_exceeded", "/actions")],
            id="too many for all attacks",
        ),
        pytest.param(
            order("man", ranged=[blow("foe", "bow", short_action=True)], actions=[short(phase="ranged")]),
            [],
            id="one rides on an attack at -6",
        ),
        pytest.param(
            order("man", ranged=[blow("foe", "bow")], actions=[short(phase="ranged")]),
            [("action_budget_exceeded", "/ranged")],
            id="the attack has to be made at -6",
        ),
        pytest.param(
            order("man", ranged=[blow("foe", "bow")], actions=[short(phase="melee")]),
            [("action_budget_exceeded", "/actions")],
            id="the attacks of one phase alone cannot be given up",
        ),
        pytest.param(
            order(
                "man",
                ranged=[blow("foe", "bow", short_action=True)],
                actions=[short(phase="ranged"), short("light", "ranged")],
            ),
            [("action_budget_exceeded", "/actions")],
            id="only one rides on an attack",
        ),
        pytest.param(
            order("man", ranged=[blow("foe", "bow", short_action=True)], actions=[short("x", "ranged", "medium")]),
            [("action_budget_exceeded", "/actions")],
            id="a medium deed does not ride",
        ),
        pytest.param(order("man", actions=[short("write_note", size="long")]), [], id="a long deed"),
        pytest.param(
            order("man", actions=[short("write_note", size="long"), short()]),
            [("action_budget_exceeded", "/actions")],
            id="nothing goes with a long deed",
        ),
        pytest.param(
            order("man", actions=[short("write_note", size="long")], melee=[blow("foe")]),
            [("action_budget_exceeded", "/actions")],
            id="no attack goes with a long deed",
        ),
        pytest.param(
            order("man", "retreat", actions=[short()]), [("action_forbidden", "/actions/0")], id="none in a retreat"
        ),
        pytest.param(
            order("man", actions=[short("stand_up")]), [("action_size_mismatch", "/actions/0/size")], id="too short"
        ),
        pytest.param(
            order("man", actions=[short("stand_up", size="medium", phase="melee")]), [], id="at least so long"
        ),
        pytest.param(order("man", actions=[short("juggle")]), [], id="the lists are open"),
        pytest.param(order("man", actions=[short("posture_step", posture="crouching")]), [], id="one step"),
        pytest.param(
            order("man", actions=[short("posture_step", posture="kneeling")]),
            [("action_size_mismatch", "/actions/0/posture")],
            id="two steps",
        ),
    ],
)
def test_deeds(given: Document, expected: list[tuple[str, str]]) -> None:
    """Movement and attacks each pay for two short deeds or a medium one, and together for a long one."""
    assert faults(FIELD, given) == expected


@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        pytest.param(short("reload_10s", size="long", mode="crossbow"), [], id="eight seconds"),
        pytest.param(short("reload_10s", size="long", mode="arbalest"), [], id="the first ten of twenty-five"),
        pytest.param(
            short("reload_4s", size="medium", mode="crossbow"),
            [("action_size_mismatch", "/actions/0/name")],
            id="too short",
        ),
        pytest.param(short("reload_10s", size="long"), [("unknown_mode", "/actions/0/mode")], id="reload what"),
    ],
)
def test_reloads(deed: Document, expected: list[tuple[str, str]]) -> None:
    """A reload takes as long as its weapon says."""
    assert faults(RANGED_FIELD, order("man", actions=[deed])) == expected


def test_shield_deeds() -> None:
    """A heavy shield is not readied by a short deed."""
    heavy = encounter(MAN | {"shield": {"db": 3, "ready": False}}, FOE, at={"foe": 9})
    light = order("man", actions=[short("ready_shield_db0_2")])
    assert faults(heavy, light) == [("action_size_mismatch", "/actions/0/name")]
    assert faults(heavy, order("man", actions=[short("ready_shield_db3_4", size="medium")])) == []
    assert faults(encounter(MAN | {"shield": {"db": 2, "ready": False}}, FOE), light) == []
    assert faults(FIELD, light) == []


def test_deeds_are_done() -> None:
    """Deeds are done in their phase, and change posture, shield and magazine."""
    kneeling = SHOOTER | {"posture": "kneeling", "shield": {"db": 2, "ready": False}}
    kneeling["defenses"] = {"dodge": 8, "parries": [{"name": "bow", "value": 6}], "block": 9}
    deeds = [short("posture_step"), short("ready_shield_db0_2"), short("reload_4s", "melee", "medium", mode="bolt")]
    bolt = CROSSBOW | {"id": "bolt", "reload_s": 4}
    unit = kneeling | {"attack_modes": [bolt], "loaded": [{"mode": "bolt", "shots": 0}]}
    told = play(encounter(unit, FOE, at={"foe": 9}), [order("man", actions=deeds), order("foe")], 6, 1, 6)
    after = unit_in(told.outcome.encounter.units, "man")
    assert after.posture.value == "crouching"
    assert after.shield is not None
    assert after.shield.ready
    assert (after.defenses.dodge, after.defenses.parries[0].value, after.defenses.block) == (10, 8, 9)
    assert after.loaded == ()
    assert [text for text in told.texts if "deed" in text] == [
        "Man did a short deed: change posture by one step, crouching now.",
        "Man did a short deed: ready a cloak, or a shield of DB 0 to 2.",
        "Man did a medium deed: reload a weapon that takes up to 4 seconds; bolt loaded.",
    ]
    cited = {
        "action/no-ready",
        "action/from-movement",
        "action/forfeit-attacks",
        "action/budget",
    }
    assert cited <= told.cited


def test_standing_up() -> None:
    """Rising from the ground takes all movement; a deed of no list is done in the caller's words."""
    battle = encounter(MAN | {"posture": "lying"}, FOE, at={"foe": 9})
    deeds = [short("stand_up", size="medium"), short("shout an order", "ranged")]
    told = play(battle, [order("man", actions=deeds), order("foe")], 6, 1, 6)
    assert unit_in(told.outcome.encounter.units, "man").posture.value == "standing"
    assert "Man did a short deed: shout an order." in told.texts
    assert {"action/list-open", "action/medium-list"} <= told.cited


@pins("short-action-count")
def test_a_deed_rides_on_an_attack() -> None:
    """A short deed with an attack costs it 6."""
    attack = blow("foe", "bow", short_action=True)
    told = play(FIELD, [order("man", ranged=[attack], actions=[short(phase="ranged")]), order("foe")], 6, 1, *WIDE, 6)
    assert told.outcome.ranged.attacks[0].skill.total == 12 + 2 - 3 - 6
    assert {"action/with-attack", "ruling/short-action-count"} <= told.cited


@pins("reload-over-ten")
def test_a_long_reload() -> None:
    """A reload of 25 seconds takes three long deeds in a row; a pause in between loses what is done."""
    deed = short("reload_10s", size="long", mode="arbalest")
    wind, idle = [order("man", actions=[deed]), order("foe")], [order("man"), order("foe")]
    battle = RANGED_FIELD
    loads = []
    cited: set[str] = set()
    for orders in (wind, wind, idle, wind, wind, wind):
        told = play(battle, orders, 6, 1, 6)
        battle = told.outcome.encounter.model_dump(mode="json")
        cited |= told.cited
        loads.append([(each.mode, each.reloading) for each in unit_in(told.outcome.encounter.units, "man").loaded])
    crossbow = ("crossbow", 0)
    assert loads == [
        [crossbow, ("arbalest", 1)],
        [crossbow, ("arbalest", 2)],
        [crossbow, ("arbalest", 0)],
        [crossbow, ("arbalest", 1)],
        [crossbow, ("arbalest", 2)],
        [crossbow],
    ]
    assert {"action/long", "action/long-list"} <= cited
