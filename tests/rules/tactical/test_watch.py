"""Waits and zones before they are set off: what may be declared, and what zones are worth."""

from typing import Any

import orjson
import pytest

from service.errors import RulesRefuse
from service.rules.tactical.book import attack_rules, refusals
from service.rules.tactical.figures.condition import TacticalState
from service.rules.tactical.figures.standing import hindrance_of
from service.rules.tactical.rounds.waiting.watch import (
    refuse_wait,
    refuse_zone,
    refuse_zone_aim,
    seconds_of_aim,
    watch_text,
    watched_hexes,
    watching,
)
from tests.rules.tactical.attacks import armed, blade, gun
from tests.rules.tactical.scenes import field, figure, foe
from tests.rules.tactical.watchmen import gunman, wait_of, zone

TRIGGER = {"event": "enters_reach"}
BOUNDS = {"kind": "limits", "q_min": -900, "q_max": 900, "r_min": -900, "r_max": 900}
DOUBLE = {"maneuver": "all_out_attack", "option": "double"}
AREA = {"hexes": [[0, -1], [0, -2]]}


def melee(**facts: Any) -> dict[str, Any]:
    """A wait with a melee weapon, as a request has it."""
    return {"trigger": TRIGGER, "response": {}} | facts


def shooting(**facts: Any) -> dict[str, Any]:
    """A wait for opportunity fire, as a request has it."""
    return {"kind": "opportunity", "zone": AREA} | facts


@pytest.mark.parametrize(
    "wait",
    [
        melee(),
        melee(response={"maneuver": "feint"}),
        melee(response=DOUBLE),
        melee(response={"maneuver": "all_out_attack", "option": "strong"}, step_to=[0, -3]),
        melee(response={"maneuver": "ready", "weapon": "axe"}),
        melee(trigger={"event": "enters_hexes", "hexes": [[0, -2]], "who": ["orc"]}),
        melee(step_to=[0, -1]),
    ],
)
def test_waits_that_may_be_declared(wait: dict[str, Any]) -> None:
    """A wait turns into an attack, a feint, an All-Out Attack or a Ready, after a step if it says so."""
    weapons = [armed(blade(id="sword"))["weapons"][0], blade(id="axe")]
    scene = field(figure(weapons=weapons), foe(hex=[0, -4]))
    refuse_wait(scene, scene["ash"], wait_of(wait))


@pytest.mark.parametrize(
    ("wait", "refusal", "pointer", "rule"),
    [
        ({}, refusals.TriggerRequired, "/trigger", None),
        ({"trigger": TRIGGER}, refusals.ResponseRequired, "/response", None),
        (melee(trigger={"event": "enters_hexes"}), refusals.TriggerRequired, "/trigger/hexes", None),
        (melee(trigger={"event": "leaves_hex"}), refusals.TriggerRequired, "/trigger/hexes", None),
        (melee(trigger=TRIGGER | {"who": ["elf"]}), refusals.TacticalUnknownFigure, "/trigger/who/0", None),
        (melee(response={"maneuver": "move"}), refusals.ManeuverConflict, "/response/maneuver", None),
        (melee(response={"option": "strong"}), refusals.ManeuverConflict, "/response/option", None),
        (melee(response={"weapon": "axe"}), refusals.UnknownWeapon, "/response/weapon", None),
        (melee(response={"mode": "stab"}), refusals.TacticalUnknownMode, "/response/mode", None),
        (melee(response={"maneuver": "ready"}), refusals.WeaponNotReady, "/response/weapon", None),
        (
            melee(response={"weapon": "gun"}),
            refusals.ManeuverConflict,
            "/response/weapon",
            attack_rules.OPPORTUNITY_PRECISE,
        ),
        (melee(step_to=[0, -1], moved=True), refusals.StepTooLong, "/step_to", attack_rules.WAIT_STEP),
        (melee(step_to=[0, -2]), refusals.StepTooLong, "/step_to", attack_rules.WAIT_STEP),
    ],
)
def test_waits_that_may_not_be_declared(
    wait: dict[str, Any], refusal: type[RulesRefuse], pointer: str, rule: Any
) -> None:
    """A wait without trigger or response, with another maneuver, a ranged weapon or too long a step is refused."""
    shown: dict[str, Any] = {"weapons": [blade(), gun()], "ready": {"right": "blade", "left": "gun"}}
    scene = field(figure(**shown), foe(hex=[0, -4]))
    with pytest.raises(refusal) as caught:
        refuse_wait(scene, scene["ash"], wait_of(wait))
    assert caught.value.pointer == pointer
    assert rule is None or caught.value.faults[0].rule == rule.id


@pytest.mark.parametrize(
    ("wait", "facts", "refusal", "pointer"),
    [
        ({"zone": None}, {}, refusals.ZoneRequired, "/zone"),
        ({"moved": True}, {}, refusals.OpportunityMoved, "/moved"),
        ({}, {"state": {"moved_hexes": 1}}, refusals.OpportunityMoved, "/moved"),
        ({"step_to": [0, -1]}, {}, refusals.OpportunityMoved, "/step_to"),
        ({"response": {"maneuver": "all_out_attack"}}, {}, refusals.ManeuverConflict, "/response"),
        ({"response": {"option": "determined"}}, {}, refusals.ManeuverConflict, "/response"),
        ({"zone": {}}, {}, refusals.ZoneRequired, "/zone/hexes"),
        ({"zone": {"kind": "line", "end": [0, -3]}}, {}, refusals.ZoneRequired, "/zone/start"),
        ({"zone": {"kind": "line", "start": [0, -3]}}, {}, refusals.ZoneRequired, "/zone/end"),
        ({"zone": {"hexes": [[q, -500] for q in range(401)]}}, {}, refusals.ZoneTooLarge, "/zone/hexes"),
        (
            {"zone": {"kind": "line", "start": [0, -1], "end": [0, -401]}},
            {},
            refusals.ZoneTooLarge,
            "/zone/end",
        ),
        ({"zone": {"hexes": [[0, -1], [0, 1]]}}, {}, refusals.ZoneOutsideArc, "/zone/hexes"),
        ({"zone": {"kind": "line", "start": [0, -2], "end": [3, 1]}}, {}, refusals.ZoneOutsideArc, "/zone/end"),
        ({"zone": {"hexes": [[0, -901]]}}, {}, refusals.OffMap, "/zone/hexes"),
        ({"zone": AREA | {"weapon": "axe"}}, {}, refusals.UnknownWeapon, "/zone/weapon"),
        ({"zone": AREA | {"weapon": "blade"}}, {}, refusals.WeaponNotRanged, "/zone/weapon"),
        ({}, {"ready": {"right": "blade"}}, refusals.WeaponNotRanged, "/zone/weapon"),
    ],
)
def test_watches_that_may_not_be_declared(
    wait: dict[str, Any], facts: dict[str, Any], refusal: type[RulesRefuse], pointer: str
) -> None:
    """Opportunity fire stands still, with a ranged weapon, and watches listed hexes in the arc of vision."""
    plain = {"weapons": [blade(), gun()], "ready": {"right": "blade", "left": "gun"}}
    scene = field(figure(**(plain | facts)), map={"bounds": BOUNDS})
    with pytest.raises(refusal) as caught:
        refuse_wait(scene, scene["ash"], wait_of(shooting(**wait)))
    assert caught.value.pointer == pointer


@pytest.mark.parametrize(
    "wait",
    [
        {},
        {"response": {}},
        {"zone": AREA | {"weapon": "gun"}},
        {"zone": {"kind": "line", "start": [0, -1], "end": [0, -400]}},
        {"zone": {"hexes": [[q, -500] for q in range(400)]}},
    ],
)
def test_watches_that_may_be_declared(wait: dict[str, Any]) -> None:
    """Up to 400 hexes are watched, or a line of them."""
    scene = field(gunman("ash"), map={"bounds": BOUNDS})
    refuse_wait(scene, scene["ash"], wait_of(shooting(**wait)))


def test_what_zones_are_worth() -> None:
    """Solid hexes do not count; one watched hex aims, from the second turn of the watch on."""
    solid = {"cells": [{"hex": [0, -2], "solid": True}]}
    scene = field(gunman(), map=solid)
    assert watched_hexes(scene, zone((0, -1), (0, -2), (0, -3))) == 2
    assert [seconds_of_aim(zone((0, -1), seconds_watched=each)) for each in (0, 1, 4)] == [0, 0, 3]
    assert seconds_of_aim(zone((0, -1), (0, -2), seconds_watched=4)) == 0
    assert seconds_of_aim(zone(start=[0, -1], end=[0, -1], seconds_watched=4)) == 0
    area = watching(scene, zone((0, -1), seconds_watched=3, discriminate=True), dodge_only=True)
    assert (area.watched, area.watched_line, area.aim_seconds, area.discriminates, area.dodge_only) == (
        1,
        False,
        2,
        True,
        True,
    )
    line = watching(scene, zone(start=[0, -1], end=[0, -3]))
    assert (line.watched, line.watched_line, line.discriminates) == (None, True, False)


def test_aim_at_one_hex_only() -> None:
    """An aim from before counts only where exactly one hex is watched."""
    aimed: dict[str, Any] = {"state": {"aim": {"target": "orc", "weapon": "gun", "seconds": 1}}}
    scene = field(gunman(**aimed), gunman("other", hex=[1, 0]))
    refuse_zone_aim(scene["gun"], zone((0, -1)))
    refuse_zone_aim(scene["other"], zone((0, -1), (0, -2)))
    for several in (zone((0, -1), (0, -2)), zone(start=[0, -1], end=[0, -3])):
        with pytest.raises(refusals.AimNotAllowed) as caught:
            refuse_zone_aim(scene["gun"], several)
        assert caught.value.pointer == "/aim"


@pytest.mark.parametrize(
    ("wait", "text"),
    [
        (melee(), "ash waited."),
        ({"kind": "opportunity"}, "ash waited."),
        (shooting(), "ash watched 2 hexes."),
        (shooting(zone={"hexes": [[0, -1]]}), "ash watched 1 hex."),
        (shooting(zone=AREA | {"secret": True}), "ash watched for a target."),
        (
            shooting(zone={"kind": "line", "start": [0, -1], "end": [0, -3]}),
            "ash watched the line from [0, -1] to [0, -3].",
        ),
    ],
)
def test_what_a_watch_says_of_itself(wait: dict[str, Any], text: str) -> None:
    """A watch tells what it watches, unless it is secret."""
    assert watch_text(figure(), wait_of(wait)) == text


@pytest.mark.parametrize(
    ("state", "hindrance"),
    [
        ({}, None),
        ({"dead": True}, "dead"),
        ({"unconscious": True}, "unconscious"),
        ({"pinned_by": ["orc"]}, "pinned"),
        ({"stunned": True}, "stunned"),
        ({"must_do_nothing": True}, "dazed"),
    ],
)
def test_what_keeps_a_figure_from_waiting(state: dict[str, Any], hindrance: str | None) -> None:
    """Who is out of action, pinned, stunned or dazed neither waits nor goes on."""
    TacticalState.model_validate_json(orjson.dumps(state))
    assert hindrance_of(figure(state=state)) == hindrance


def test_the_weapon_of_a_zone() -> None:
    """The first ranged weapon that is ready watches unless another one is named."""
    two: dict[str, Any] = {"weapons": [blade(), gun(), gun(id="other")], "ready": {"right": "gun", "left": "other"}}
    scene = field(figure(**two))
    assert refuse_zone(scene, scene["ash"], zone((0, -1))).id == "gun"
    assert refuse_zone(scene, scene["ash"], zone((0, -1), weapon="other")).id == "other"
