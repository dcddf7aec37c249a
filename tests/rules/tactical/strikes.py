"""Attacks for tests that roll them: fighters at arm's length or at range, with numbers that a test names."""

from collections.abc import Sequence
from typing import Any, Final

import orjson

from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.kernel.hexes import Hex
from service.rules.roll_under.words import DamageType
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.records import TacticalAttackInput, TacticalAttackOutcome, TacticalWound
from service.rules.tactical.attack.wounds.hits import Hit, Impact, hit_of
from service.rules.tactical.attack.wounds.injury import wound
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalLocation
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.scenes import OPEN, field, figure, foe

NORTH: Final[Hex] = (0, -1)
HIT: Final = (3, 3, 3)
MISS: Final = (5, 5, 5)
FUMBLE: Final = (6, 6, 6)
UP: Final = (1, 1, 2)
GOOD: Final = (3, 3, 4)
NO_DEFENSE: dict[str, Any] = {"preferences": [{"kind": "none"}]}


def faces(*given: int) -> SuppliedDice:
    """Dice that show these faces, and refuse to show more."""
    return SuppliedDice(given, (), WhenExhausted.REFUSE)


def defends(kind: str, value: int) -> dict[str, Any]:
    """The fields of a figure whose dodge, parry with a sword, or block comes to a number."""
    if kind == "dodge":
        return {"basic_speed": value - 3}
    if kind == "block":
        return {"shield": {"db": 0, "level": 2 * (value - 3)}}
    mode = {"name": "swing", "damage": "1d", "type": "cutting", "reaches": [0, 1]}
    blade = {"id": "guard", "skill": "Guard", "level": 2 * (value - 3), "kind": "melee", "modes": [mode]}
    return {"weapons": [blade], "ready": {"right": "guard"}}


def chosen(kind: str | None) -> dict[str, Any]:
    """The choice of one defense without a retreat, or of none."""
    return NO_DEFENSE if kind is None else {"preferences": [{"kind": kind}], "forced": True}


def asked(figures: Sequence[TacticalFigure], **facts: Any) -> TacticalAttackInput:
    """The input of an attack of the ash on the orc, which does not defend itself unless a test says so."""
    plain: dict[str, Any] = {"attacker": "ash", "defense": NO_DEFENSE}
    plain |= {} if "hex" in facts else {"target": "orc"}
    scene = {"figures": [orjson.loads(each.model_dump_json()) for each in figures]}
    return TacticalAttackInput.model_validate_json(orjson.dumps(scene | plain | facts))


def strike(
    figures: Sequence[TacticalFigure], *dice: int, rulings: TacticalRulings = OPEN, **facts: Any
) -> TacticalAttackOutcome:
    """Resolve an attack that uses all these faces."""
    rolled = faces(*dice)
    outcome = resolve_attack(asked(figures, **facts), rulings, rolled)
    rolled.refuse_left_overs(None)
    return outcome


def after(outcome: TacticalAttackOutcome, id: str) -> TacticalFigure:
    """A figure that an attack has changed."""
    return next(each for each in outcome.figures if each.id == id)


def hit(
    victim: TacticalFigure,
    basic: int,
    location: str = "torso",
    type: DamageType = DamageType.CUTTING,
    origin: Hex | None = NORTH,
) -> Hit:
    """A hit with so much basic damage, from the north."""
    return hit_of(victim, TacticalLocation(location), Impact(basic, type), origin)


def wounded(
    victim: TacticalFigure, blow: Hit, *dice: int, ground: Field | None = None
) -> tuple[TacticalWound, TacticalFigure]:
    """The wound of a hit that uses all these faces, and the victim after it."""
    there = field(victim) if ground is None else ground
    rolled = faces(*dice)
    done = wound(there, blow, rolled)
    rolled.refuse_left_overs(None)
    return done, there[victim.id]


def feint(*dice: int, target: TacticalFigure | None = None, **facts: Any) -> TacticalAttackOutcome:
    """A feint at the orc, who holds a sword at 12."""
    return strike([figure(), target or foe()], *dice, **({"maneuver": "feint"} | facts))


def rules_of(*dice: int, people: tuple[TacticalFigure, ...] | None = None, **facts: Any) -> set[str]:
    """The ids of all rules and rulings that the steps of an attack name."""
    rolled = faces(*dice)
    resolve_attack(asked(people or (figure(), foe()), **facts), OPEN, rolled)
    terms = {each.rule for step in rolled.steps if step.target for each in step.target.terms}
    return terms | {step.rule for step in rolled.steps} | {each for step in rolled.steps for each in step.cites}
