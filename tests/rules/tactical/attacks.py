"""Attacks and defenses for tests, built from the few facts that a test cares about."""

from typing import Any

import orjson

from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex
from service.rules.tactical.attack.defense.active_defenses import PlannedDefense, plan_defenses
from service.rules.tactical.attack.defense.exposure import Threat, exposure_of
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalDefenseChoice
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.scenes import field, figure, foe

ATTACK = Conduct()
AROUND: dict[str, Hex] = {"front": (0, -1), "right": (1, 0), "back": (0, 1), "left": (-1, 1)}
"""An adjacent hex in each sector of a figure at [0, 0] that faces north."""


def blade(reaches: tuple[int, ...] = (1,), *, mode: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    """A melee weapon of some reaches, skill 12."""
    swing = {"name": "swing", "damage": "1d", "type": "cutting", "reaches": list(reaches)} | (mode or {})
    return {"id": "blade", "skill": "Blade", "level": 12, "kind": "melee", "modes": [swing]} | facts


def gun(**facts: Any) -> dict[str, Any]:
    """A firearm, skill 12, without Bulk or Accuracy."""
    shot = {"name": "shot", "damage": "2d", "type": "piercing", "reaches": []}
    plain = {"id": "gun", "skill": "Guns", "level": 12, "kind": "ranged", "ranged_class": "firearm", "modes": [shot]}
    return plain | facts


def armed(weapon: dict[str, Any], hand: str = "right") -> dict[str, Any]:
    """The fields of a figure that holds one weapon."""
    return {"weapons": [weapon], "ready": {hand: weapon["id"]}}


def order(**facts: Any) -> TacticalAttackOrder:
    """An order against the orc, unless it says otherwise."""
    plain = {} if "hex" in facts else {"target": "orc"}
    return TacticalAttackOrder.model_validate_json(orjson.dumps(plain | facts))


def choice(*preferences: dict[str, Any], forced: bool = False) -> TacticalDefenseChoice:
    """A choice of defenses."""
    return TacticalDefenseChoice.model_validate_json(orjson.dumps({"preferences": preferences, "forced": forced}))


def attack(ground: Field, *, conduct: Conduct = ATTACK, by: str = "ash", **facts: Any) -> AttackPlan:
    """The plan of an attack."""
    return plan_attack(ground, by, order(**facts), conduct)


def refused(ground: Field, *, conduct: Conduct = ATTACK, by: str = "ash", **facts: Any) -> RulesRefuse | None:
    """The refusal of an attack, or None if it may be made."""
    try:
        attack(ground, conduct=conduct, by=by, **facts)
    except RulesRefuse as refusal:
        return refusal
    return None


def terms(plan: AttackPlan | PlannedDefense) -> dict[str, int]:
    """The modifiers of a number, by label."""
    return {each.label: each.value for each in plan.number.terms}


def ids(plan: AttackPlan | PlannedDefense) -> set[str]:
    """The ids of the rules and rulings that a number names."""
    return {each.rule for each in plan.number.terms} | {each for cited in plan.cites for each in cited.ids}


def defense(
    ground: Field, threat: Threat, *preferences: dict[str, Any], forced: bool = False, by: str = "ash"
) -> PlannedDefense | None:
    """The defense of a figure; without preferences the best one."""
    wanted = choice(*preferences, forced=forced) if preferences else None
    planned, _ = plan_defenses(exposure_of(ground, ground[by], threat), wanted)
    return planned[0] if planned else None


def defended(plan: AttackPlan) -> PlannedDefense | None:
    """The first defense against an attack, or None if there is none."""
    return plan.defenses[0] if plan.defenses else None


ALL_OUT, RUN = TacticalManeuver.ALL_OUT_ATTACK, TacticalManeuver.MOVE_AND_ATTACK

DETERMINED = Conduct(ALL_OUT, TacticalManeuverOption.DETERMINED)

DOUBLE = Conduct(ALL_OUT, TacticalManeuverOption.DOUBLE)


def close_state(*, turns: int = 2, entered: bool = False, adjacent: bool = False) -> dict[str, Any]:
    """The state of a figure in close combat with the orc, in the southern half of the hex."""
    where = [0, -1] if adjacent else [0, 0]
    pair = {"foe": "orc", "hex": where, "own_side": 3, "turns": turns, "entered": entered, "adjacent": adjacent}
    return {"close": [pair]}


def melee(target: dict[str, Any] | None = None, map: dict[str, Any] | None = None, **facts: Any) -> Field:
    """A figure with a sword at 12, and the orc before it."""
    return field(figure(**facts), foe(**(target or {})), map=map)


def shots(target: dict[str, Any] | None = None, map: dict[str, Any] | None = None, **facts: Any) -> Field:
    """A figure with a gun at 12, and the orc 2 yards to the north, where range takes nothing."""
    facts = armed(gun(rof=20)) | facts
    return field(figure(**facts), foe(**({"hex": [0, -2]} | (target or {}))), map=map)
