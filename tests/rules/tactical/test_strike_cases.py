"""The inventory's cases of attacks from dice to wound, by the functions that roll them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.dice.supplied import SuppliedDice
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.injury import knockback_of
from service.rules.roll_under.rolls import Lots, draw_lot, succeeds
from service.rules.roll_under.words import DamageType
from service.rules.tactical.attack.exchange.exchange import LANDING, roll_attack, settle, shots_hit
from service.rules.tactical.attack.exchange.strays import try_stray
from service.rules.tactical.attack.exchange.struck import Struck
from service.rules.tactical.attack.plan import AttackPlan, plan_attack, stray_number
from service.rules.tactical.attack.records import TacticalAttackReport
from service.rules.tactical.attack.wounds.hits import Impact, hit_of
from service.rules.tactical.attack.wounds.injury import shock_of
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.options import TacticalDiscriminate
from service.rules.tactical.book.words import TacticalDefenseKind, TacticalLocation
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import settle_pairs
from service.rules.tactical.figures.standing import hp_of
from service.rules.tactical.rounds.waiting.shots import believes_foe
from tests.rules.tactical.attacks import ATTACK, order
from tests.rules.tactical.scenes import bow, field, figure, foe, sword
from tests.rules.tactical.strikes import chosen, defends, faces

FILE: Final = Path(__file__).parent / "inventory" / "strikes.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
Case = dict[str, Any]
TYPES: Final = {
    "cut": DamageType.CUTTING,
    "imp": DamageType.IMPALING,
    "cr": DamageType.CRUSHING,
    "pi": DamageType.PIERCING,
}
OUTCOMES: Final = {AttackResult.HIT: "hit", AttackResult.MISS: "missed"}


def weapon_of(case: Case, made: Callable[..., Case], level: int) -> Case:
    """A weapon with the damage of a case."""
    dice, adds = case.get("damage", [1, 0])
    plain = made()
    mode = plain["modes"][0] | {"damage": f"{dice}d{adds:+d}", "type": TYPES[case.get("typ", "cut")]}
    return made(level=level, modes=[mode])


def defender(id: str, case: Case, **facts: Any) -> TacticalFigure:
    """A figure with the defense and the body of a case."""
    body = {name: case[name] for name in ("hp", "hp_max", "ht") if name in case}
    armour = {"armour": [{"dr": case["dr"]}]} if "dr" in case else {}
    guard = case.get("defense")
    guards = {} if guard is None else defends(guard["kind"], guard["value"])
    return foe(id, **(body | armour | guards | facts))


def choice_of(case: Case) -> Case:
    """How somebody of a case defends himself."""
    guard = case.get("defense")
    return chosen(None if guard is None else guard["kind"])


def scene_of(case: Case) -> Field:
    """The attacker of a case and its target; those whom it may hit astray stand beyond, each as hard to hit as asked.

    The shooter is so large that nobody is too large to shoot past.
    """
    ranged = case.get("ranged", False)
    weapon = weapon_of(case, bow if ranged else sword, case["number"])
    hand = "both" if ranged else "right"
    attacker = figure(weapons=[weapon], ready={hand: weapon["id"]}, sm=20 if ranged else 0)
    people = [attacker, defender("target", case, hex=[0, -2 if ranged else -1])]
    for place, group in enumerate(case.get("strays", ())):
        for each in group:
            at = {"hex": [0, -3 - place], "fighting": False}
            level = _number_at(case, [*people, defender(each["id"], each, **at)], each["id"])
            people.append(
                defender(
                    each["id"], each, **at, sm=min(each["number"] - level, 0) if level > 9 else each["number"] - level
                )
            )
    return field(*people)


def _number_at(case: Case, people: list[TacticalFigure], id: str) -> int:
    """What it takes to hit somebody astray, without the limit of 9."""
    ground = field(*people)
    number, _ = stray_number(ground, plan_attack(ground, "ash", order_of(case), ATTACK), id)
    return number.base + sum([each.value for each in number.terms if each.label != "Capped at 9"])


def order_of(case: Case, **facts: Any) -> Any:
    """The order of a case."""
    plain: Case = {"target": "target", "defense": choice_of(case), "random_location": case.get("location") == "random"}
    strays = [each for group in case.get("strays", ()) for each in group]
    return order(**plain, defenses=[{"figure": each["id"], "defense": choice_of(each)} for each in strays], **facts)


def wound_of(report: TacticalAttackReport, expected: Case) -> Case:
    """The fields of a wound that a case names."""
    wound = report.wounds[0]
    known: Case = {name: getattr(wound, name) for name in expected if hasattr(wound, name)}
    return known | ({"critical": report.critical_roll} if "critical" in expected else {})


def told(struck: Struck, expected: Case, dice: SuppliedDice) -> Case:
    """What an attack came to, in the words of the inventory."""
    own = [each for each in struck.tried if each.figure == "target"]
    stopped = [each.figure for each in struck.tried if each.kind is not TacticalDefenseKind.DODGE]
    rolls = [each.roll for each in struck.mishaps if each.figure == "ash"]
    known: Case = {
        "attack": struck.grade,
        "defense": own[-1].grade if own else None,
        "hit": struck.victim,
        "outcome": OUTCOMES.get(struck.outcome, "defended"),
        "tried": [each.figure for each in struck.strays],
        "stopped_by": stopped[-1] if stopped else None,
        "critical_miss": rolls[0] if rolls else None,
        "attacker_critical_miss": rolls[0] if rolls else None,
        "dice_used": len(dice.faces),
    }
    return {name: known[name] for name in expected if name in known}


def attack_from_dice(case: Case) -> Case:
    """Roll an attack with a case's dice: to the wound if it says what damage it does, else until it hits."""
    ground, expected, dice = scene_of(case), case["expected"], faces(*case["dice"])
    plan = plan_attack(ground, "ash", order_of(case), ATTACK)
    if "damage" not in case:
        return told(landed(ground, plan, dice), expected, dice)
    struck = roll_attack(ground, plan, dice)
    report = settle(ground, struck, dice)
    return told(struck, expected, dice) | {"wound": wound_of(report, expected["wound"])}


def striking_into(case: Case) -> Case:
    """Strike into a close combat between the target and a friend, from the next hex."""
    weapon = sword(level=case["number"] + 2)
    target, friend = case["target"], case["others"][0]
    people = [
        figure(weapons=[weapon]),
        defender("foe", target),
        defender(friend["id"], friend, side="red", hex=[0, -1], facing=3),
    ]
    ground = field(*people)
    settle_pairs(ground)
    astray = [{"figure": friend["id"], "defense": choice_of(friend)}]
    plan = plan_attack(ground, "ash", order(target="foe", defense=choice_of(target), defenses=astray), ATTACK)
    assert plan.number.total == case["number"]
    dice = faces(*case["dice"])
    struck = landed(ground, plan, dice)
    stopped = [each.figure for each in struck.tried if each.kind is TacticalDefenseKind.PARRY]
    known: Case = {
        "hit": struck.victim,
        "tried": ["foe", *[each.figure for each in struck.strays]],
        "stopped_by": stopped[0] if stopped else None,
        "dice_used": len(dice.faces),
    }
    return {name: known[name] for name in case["expected"]}


def simultaneous(case: Case) -> Case:
    """Shoot at one target from two sides at once; wounds come after the last shot."""
    sides = [[0, 2], [0, -2]]
    people = [foe("target", hex=[0, 0], facing=0, hp=case["target_hp"], hp_max=30)]
    for at, shot in zip(sides, case["shots"], strict=True):
        weapon = weapon_of(shot, bow, shot["number"])
        facing = 0 if at[1] > 0 else 3
        people.append(figure(shot["id"], hex=at, facing=facing, weapons=[weapon], ready={"both": "bow"}))
    ground, dice = field(*people), faces(*case["dice"])
    plans = [plan_attack(ground, each["id"], order_of({}), ATTACK) for each in case["shots"]]
    struck = [roll_attack(ground, each, dice) for each in plans]
    reports = [settle(ground, each, dice) for each in struck]
    return {
        "hits": [each.attacker for each in reports if each.hit],
        "injury": sum([wound.injury for each in reports for wound in each.wounds]),
        "hp": hp_of(ground["target"]),
        "dice_used": len(dice.faces),
    }


def injury(case: Case) -> Case:
    """What damage does at a location."""
    victim = figure(hp_max=case["hp"], armour=[{"dr": case["dr"]}])
    impact = Impact(case["basic"], TYPES[case["typ"]])
    hit = hit_of(victim, TacticalLocation(case["loc"]), impact)
    return {
        "penetrating": hit.penetrating,
        "injury": hit.injury,
        "shock": shock_of(victim, hit.injury),
        "major": hit.major,
        "crippled": hit.crippled,
    }


def landed(ground: Field, plan: AttackPlan, dice: SuppliedDice) -> Struck:
    """Roll an attack until it is known whom it hits."""
    struck = Struck(plan)
    for stage in LANDING:
        stage(ground, struck, dice)
    while struck.left:
        try_stray(ground, struck, dice)
    return struck


def knockback(case: Case) -> int:
    """How far damage knocks back."""
    return knockback_of(case["basic"], case["st"])


def shot_hits(case: Case) -> int:
    """How many shots hit."""
    return shots_hit(case["number"] - case["roll"], case["shots"], case["rcl"])


def pick_demo(case: Case) -> Case:
    """Pick one of so many."""
    dice = faces(*case["dice"])
    names = tuple([str(each) for each in range(case["n"])])
    index = draw_lot(Lots((1,) * case["n"], names, attack_rules.STRAY_ORDER, "ash", "who may be hit", ()), dice)
    return {"index": index, "used": len(dice.faces)}


def discriminate(case: Case) -> str:
    """What a watcher takes somebody for."""
    succeeded = succeeds(case["per"], sum(case["dice"]))
    foe = believes_foe(TacticalDiscriminate.INVERTED, is_foe=case["truth"] == "foe", succeeded=succeeded)
    return "foe" if foe else "friend"


CALLS: Final[dict[str, Callable[[Case], Any]]] = {
    "resolve_attack": attack_from_dice,
    "striking_into": striking_into,
    "simultaneous": simultaneous,
    "injury": injury,
    "knockback": knockback,
    "shot_hits": shot_hits,
    "pick_demo": pick_demo,
    "discriminate": discriminate,
}


@pytest.mark.parametrize("case", CASES, ids=[each["id"] for each in CASES])
def test_strike_case(case: Case) -> None:
    """An attack comes to what the inventory says, with the dice it says."""
    assert CALLS[case["call"]](case["in"] | {"expected": case["out"]}) == case["out"]
