"""Attacks for tests that roll them: fighters at arm's length or at range, with numbers that a test names."""

from collections.abc import Sequence
from typing import Any

import orjson

from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.models import TacticalAttackInput
from service.rules.tactical.attack.outcomes import TacticalAttackOutcome
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.scenes import OPEN

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
