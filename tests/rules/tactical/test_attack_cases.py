"""The inventory's cases of numbers, reach and defenses, by the functions that plan an attack."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex, distance, neighbours
from service.rules.tactical.attack.defense.exposure import Threat, has_run_around
from service.rules.tactical.attack.number import aim_bonus
from service.rules.tactical.attack.plan import AttackPlan, stray_number
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalVision
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import reach_with_size
from service.rules.tactical.map.sectors import can_see
from tests.rules.tactical.attacks import AROUND, ATTACK, armed, attack, blade, defense, gun, refused
from tests.rules.tactical.scenes import field, figure, foe

FILE: Final = Path(__file__).parent / "inventory" / "attack.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
Case = dict[str, Any]


def pair(value: list[int]) -> Hex:
    """A hex of the file."""
    q, r = value
    return q, r


def code(refusal: RulesRefuse | None) -> str | None:
    """The code of a refusal as the file has it."""
    return None if refusal is None else refusal.code().removeprefix("tactical_").replace("ten", "10")


def outcome(ground: Field, conduct: Conduct = ATTACK, **facts: Any) -> dict[str, Any]:
    """The effective skill of an attack, or the error."""
    error = code(refused(ground, conduct=conduct, **facts))
    return {"number": attack(ground, conduct=conduct, **facts).number.total} if error is None else {"error": error}


# Melee


def standing(weapon: dict[str, Any], target: Hex, *others: TacticalFigure, **facts: Any) -> Field:
    """A figure at [0, 0] that faces north with a weapon in hand, and the orc in a hex."""
    hand = "both" if weapon.get("hands") == 2 else "right"
    return field(figure(**(armed(weapon, hand) | facts)), foe(hex=target), *others)


def long_weapon(case: Case) -> dict[str, Any]:
    """Strike, step back, and see whether the foe can step up and strike back."""
    target = pair(case["foe"])
    ground = standing(blade((case["reach"],)), target)
    possible = refused(ground) is None
    back = pair(case["step_to"])
    mover = foe(hex=target, basic_move=10 * case["foe_step"], **armed(blade((case["foe_reach"],))))
    after = field(figure(hex=back), mover)
    spots = {target}
    for _ in range(case["foe_step"]):
        spots |= {each for spot in spots for each in neighbours(spot)}
    answers = []
    for spot in spots - {back}:
        for facing in range(6):
            after.put(mover.model_copy(update={"hex": spot, "facing": facing}))
            answers.append(refused(after, by="orc", target="ash") is None)
    return {"attack_ok": possible, "gap_after": distance(back, target), "foe_can_answer": any(answers)}


def grip(case: Case) -> dict[str, Any]:
    """Strike at a distance with a weapon that is held at a reach; a Ready would change the grip."""

    def held(reach: int) -> Field:
        weapon = blade(tuple(case["reaches"]), grip_ready=case["needs_ready"])
        state = {"weapon_reach": [{"weapon": "blade", "reach": reach}]}
        return standing(weapon, (0, -case["wanted"]), state=state)

    error = code(refused(held(case["current"])))
    if error is None:
        return {"ok": True, "ready_turns": 0}
    assert refused(held(case["wanted"])) is None
    return {"ok": False, "error": error, "ready_turns": 1}


def melee_target(case: Case) -> dict[str, Any]:
    """Strike at a hex with a reach."""
    weapon = blade((case["reach"],), mode={"kind": case.get("kind", "swing")})
    pairs = [{"foe": "orc", "hex": [0, 0], "own_side": 3}] if case["target"] == case["attacker"] else []
    ground = standing(weapon, pair(case["target"]), state={"close": pairs})
    error = code(refused(ground))
    if error is not None:
        return {"ok": False, "error": error}
    return {"ok": True, "zone": attack(ground).way.zone.value}


def melee_through(case: Case) -> int:
    """What people on the line take from a blow at reach 2."""
    others = []
    for place, (where, who) in enumerate(case["occupants"].items()):
        q, r = where.split(",")
        others.append(figure(f"other {place}", side="blue" if who == "foe" else "red", hex=[int(q), int(r)]))
    ground = standing(blade((2,)), pair(case["target"]), *others)
    return attack(ground).number.total - 12


def melee_number(case: Case) -> dict[str, Any]:
    """The effective skill of a swing."""
    swing = case.get("swing", "normal")
    vision = {"vision": "360"} if swing == "clumsy" else {}
    spot = AROUND["front" if swing == "normal" else "back"]
    attacker = figure(**armed(blade(level=case["skill"])), **vision)
    ground = field(attacker, foe(hex=spot), map={"visibility": case.get("visibility", 0)})
    option = case.get("option")
    conduct = Conduct(
        TacticalManeuver(case.get("maneuver", "attack")), None if option is None else TacticalManeuverOption(option)
    )
    return outcome(ground, conduct)


def swing_class(case: Case) -> str:
    """What kind of swing goes into a zone."""
    limb = {} if case["hands"] == 2 else {"limb": case["limb"]}
    weapon = blade(hands=case["hands"], **limb)
    return attack(standing(weapon, AROUND[case["zone"]], vision=case["vision"])).way.swing.value


def deceptive(case: Case) -> dict[str, Any]:
    """A Deceptive Attack of some steps."""
    return outcome(standing(blade(level=case["skill"]), (0, -1)), deceptive=case["steps"])


def reach_with_sm(case: Case) -> list[int | str]:
    """The reaches of a weapon in larger hands, as the file writes them."""
    reaches = tuple([0 if each == "C" else each for each in case["reaches"]])
    return ["C" if each == 0 else each for each in reach_with_size(reaches, case["sm"])]


# Ranged attacks


def shooting(yards: int, weapon: dict[str, Any], **facts: Any) -> Field:
    """A figure that shoots north at the orc."""
    target = foe(hex=[0, -yards], facing=3)
    return field(figure(**(armed(weapon) | facts)), target)


def speed_range_penalty(case: Case) -> int:
    """What range takes from a shot."""
    return attack(shooting(case["yards"], gun())).number.total - 12


def ranged_number(case: Case) -> dict[str, Any]:
    """The effective skill of a shot."""
    weapon = gun(level=case["skill"], bulk=case.get("bulk", 0), acc=case.get("acc", 0))
    state: dict[str, Any] = {}
    watch = case.get("zone")
    if case.get("close"):
        state = {"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}]}
    elif "aim_turns" in case and watch is None:
        state = {"aim": {"target": "orc", "weapon": "gun", "seconds": case["aim_turns"]}}
    conduct = Conduct(
        popup=case.get("popup", False),
        watched=watch,
        discriminates=case.get("discriminate", False),
        aim_seconds=0 if watch is None else case.get("aim_turns", 0),
    )
    return outcome(shooting(case["range"], weapon, state=state), conduct, blind=case.get("blind", False))


def popup_ok(case: Case) -> bool:
    """Whether a weapon serves for a pop-up attack."""
    ground = shooting(5, gun(ranged_class=case["weapon"]))
    return refused(ground, conduct=Conduct(popup=True)) is None


def stray_from(level: int) -> tuple[Field, AttackPlan]:
    """A shot of some skill at somebody 2 yards away, and a bystander as far away."""
    shooter = figure(**armed(gun(level=level)))
    ground = field(shooter, foe(hex=[0, -2]), figure("bystander", hex=[1, -2]))
    return ground, attack(ground)


def stray(case: Case) -> int:
    """What it takes to hit a bystander."""
    ground, plan = stray_from(case["on_purpose"])
    assert attack(ground, target="bystander").number.total == case["on_purpose"]
    return stray_number(ground, plan, "bystander")[0].total


def watched(number: int) -> int:
    """What a zone of some hexes takes from a shot."""
    return attack(shooting(2, gun()), conduct=Conduct(watched=number)).number.total - 12


def opportunity_penalty(case: Case) -> int:
    """What a watched line takes from a shot."""
    return attack(shooting(2, gun()), conduct=Conduct(watched_line=case["line"])).number.total - 12


def zone_legal(case: Case) -> bool:
    """Whether every hex of a zone is in the arc of vision."""
    vision = TacticalVision(case.get("vision", "normal"))
    return all(can_see(pair(case["origin"]), case["facing"], pair(each), vision) for each in case["hexes"])


# Defenses


def facing_attack(case: Case, **facts: Any) -> tuple[Field, Threat]:
    """A figure with a shield and a weapon whose numbers are 11, and what it faces from a side."""
    side = case.get("arc_", "front")
    two_handed = case.get("weapon_hands") == 2
    handed = case.get("handed", "right")
    weapon = blade(level=16, hands=2 if two_handed else 1)
    defender = figure(
        **armed(weapon, "both" if two_handed else str(case.get("hand", handed))),
        **{
            "basic_speed": case.get("base", 11) - 3,
            "vision": case.get("vision", "normal"),
            "handedness": handed,
            "flexible_arms": ["right", "left"] if case.get("flexible") else [],
            "shield": {"db": case.get("db", 0), "level": 2 * case.get("base", 11) - 6},
        }
        | facts,
    )
    start = {"hex": [0, -1], "facing": 3} if case.get("runaround") else {"hex": list(AROUND[side]), "facing": 0}
    attacker = foe(hex=AROUND[side], state={"turn_start": start})
    return field(defender, attacker), Threat("orc", AROUND[side], close=case.get("close", False))


def defense_value(case: Case) -> int | str:
    """What a defense comes to, or none."""
    ground, threat = facing_attack(case)
    wanted = {"kind": case["kind"]} | ({"retreat": {}} if case.get("retreat") else {})
    hand = {"hand": case["hand"]} if "hand" in case and case.get("weapon_hands") != 2 else {}
    planned = defense(ground, threat, wanted | hand)
    return "none" if planned is None else planned.number.total


def defense_modifier(case: Case) -> int | str:
    """What the side of an attack takes from a defense of 11, or none."""
    found = defense_value(case)
    return found if isinstance(found, str) else found - 11


def is_runaround(case: Case) -> bool:
    """Whether an attacker that went from one hex to another has run around."""
    state = {"turn_start": {"hex": case["start"], "facing": 0}}
    defender = figure(facing=case["facing"], hex=case["defender"])
    ground = field(defender, foe(hex=case["final"], state=state))
    return has_run_around(ground, defender, Threat("orc", pair(case["final"])))


def parry_number(case: Case) -> int:
    """A parry after others."""
    state = {"parries": [{"hand": "right", "count": case["prior"]}]}
    ground, threat = facing_attack({}, state=state)
    planned = defense(ground, threat, {"kind": "parry", "hand": "right"})
    assert planned is not None
    assert planned.number.base == case["base"]
    return planned.number.total


# Close combat


def in_close(**facts: Any) -> Field:
    """Two figures in one hex that are in close combat; the first has the southern half."""
    pairs = [{"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}]
    others = [{"foe": "ash", "hex": [0, 0], "own_side": 0, "turns": 2}]
    ours = {"state": {"close": pairs}} | facts
    return field(figure(**armed(blade((0,))), **ours), foe(hex=[0, 0], state={"close": others}))


def shield_close_penalty(case: Case) -> int:
    """What a shield takes from an attack in close combat."""
    ground = in_close(shield={"db": case["db"], "level": 10})
    return attack(ground, conduct=Conduct(entered=case.get("entering_attack", False))).number.total - 12


def close_arc(case: Case) -> str:
    """From which side an opponent in one hex attacks."""
    own = (case["attacker_side"] + 3) % 6
    pairs = [{"foe": "orc", "hex": [0, 0], "own_side": own}]
    defender = figure(facing=case["facing"], state={"close": pairs})
    others = [{"foe": "ash", "hex": [0, 0], "own_side": case["attacker_side"]}]
    attacker = foe(hex=[0, 0], state={"close": others}, **armed(blade((0,))))
    return attack(field(defender, attacker), by="orc", target="ash").arc.value


def striking_number(case: Case) -> int:
    """A blow from outside at somebody in close combat with a friend."""
    friend = [{"foe": "orc", "hex": [0, -1], "own_side": 0}]
    theirs = [{"foe": "elm", "hex": [0, -1], "own_side": 3}]
    target = foe(posture=case["target_posture"], state={"close": theirs, "huddled": True})
    ground = field(
        figure(**armed(blade(level=case["skill"]))), target, figure("elm", hex=[0, -1], state={"close": friend})
    )
    return attack(ground).number.total


CALLS: Final[dict[str, Callable[[Case], object]]] = {
    "long_weapon": long_weapon,
    "grip": grip,
    "melee_target": melee_target,
    "melee_through": melee_through,
    "melee_number": melee_number,
    "swing_class": swing_class,
    "deceptive": deceptive,
    "reach_with_sm": reach_with_sm,
    "speed_range_penalty": speed_range_penalty,
    "ranged_number": ranged_number,
    "popup_ok": popup_ok,
    "stray_number": stray,
    "opp_row": lambda case: [watched(each) for each in case["counts"]],
    "opportunity_penalty": opportunity_penalty,
    "zone_legal": zone_legal,
    "aim_and_wait": lambda case: aim_bonus(case["acc"], case["completed_seconds"]),
    "defense_modifier": defense_modifier,
    "defense_value": defense_value,
    "is_runaround": is_runaround,
    "parry_number": parry_number,
    "shield_close_penalty": shield_close_penalty,
    "close_arc": close_arc,
    "striking_number": striking_number,
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_of_the_inventory_comes_out_as_it_says(case: Case) -> None:
    """Each case of the inventory that concerns attacks and defenses before the first die comes out as written."""
    assert CALLS[case["call"]](case["in"]) == case["out"]


def test_every_case_has_an_adapter_and_every_adapter_a_case() -> None:
    """No adapter is left that no case of the inventory calls."""
    assert {case["call"] for case in CASES} == set(CALLS)
