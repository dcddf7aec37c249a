"""Requests of close combat and of slams for tests, resolved with dice that must all be used."""

from collections.abc import Callable
from typing import Any, Final

import orjson

from service.dice.model import Dice
from service.dice.supplied import SuppliedDice
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.close.acts import Act, Deed
from service.rules.tactical.close.close_combat import resolve_close_combat
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.close.models import TacticalCloseInput, TacticalSlamInput
from service.rules.tactical.close.outcomes import TacticalCloseOutcome, TacticalSlamOutcome
from service.rules.tactical.close.overrun import resolve_slam
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.falls import falling, supplied
from tests.rules.tactical.scenes import OPEN, figure

BARE: Final[dict[str, Any]] = {"ready": {}}
UNDEFENDED: Final[dict[str, Any]] = {"preferences": [{"kind": "none"}]}
FEARLESS: Final[dict[str, Any]] = {"attack": {"defense": UNDEFENDED}}


def horse(**facts: Any) -> TacticalFigure:
    """A large figure without weapons."""
    plain: dict[str, Any] = {"shape": "line3", "hp_max": 30, "hp": 30, "basic_move": 8, "weapons": [], "ready": {}}
    return figure(**(plain | facts))


def path(*hexes: tuple[int, int], mode: str = "forward") -> list[dict[str, Any]]:
    """A path through some hexes."""
    return [{"to": list(each), "mode": mode} for each in hexes]


def north(yards: int) -> list[dict[str, Any]]:
    """A path of so many yards straight north from [0, 0]."""
    return path(*[(0, -row) for row in range(1, yards + 1)])


def near(foe: str = "orc", own_side: int = 3, **facts: Any) -> dict[str, Any]:
    """The state of a figure that is in close combat in [0, 0]."""
    return {"state": {"close": [{"foe": foe, "hex": [0, 0], "own_side": own_side}]} | facts}


def close_input(action: str, *figures: TacticalFigure, **facts: Any) -> TacticalCloseInput:
    """A request of close combat, of ash against the orc unless told otherwise."""
    plain = {
        "figures": [orjson.loads(each.model_dump_json()) for each in figures],
        "action": action,
        "actor": "ash",
        "target": "orc",
    }
    return TacticalCloseInput.model_validate_json(orjson.dumps(plain | facts))


def slam_input(*figures: TacticalFigure, **facts: Any) -> TacticalSlamInput:
    """A request of a slam, of ash into the orc unless told otherwise."""
    plain = {
        "figures": [orjson.loads(each.model_dump_json()) for each in figures],
        "actor": "ash",
        "target": "orc",
    }
    return TacticalSlamInput.model_validate_json(orjson.dumps(plain | facts))


def act_on(field: Field, dice: Dice | None = None, **facts: Any) -> Act:
    """An action on a field, of ash against the orc unless told otherwise."""
    return Act(close_input("pin", *field, **facts), field, supplied() if dice is None else dice)


def contested(does: Callable[[Act], Deed], field: Field, dice: Dice, **facts: Any) -> TacticalContestReport:
    """The contest of a grapple."""
    report = does(act_on(field, dice, **facts)).contest
    assert report is not None
    return report


def closed(
    action: str, *figures: TacticalFigure, faces: tuple[int, ...] = (), rulings: TacticalRulings = OPEN, **facts: Any
) -> tuple[TacticalCloseOutcome, SuppliedDice]:
    """What comes of an action in close combat with these dice."""
    with falling(*faces) as dice:
        return resolve_close_combat(close_input(action, *figures, **facts), rulings, dice), dice


def slammed(
    *figures: TacticalFigure, faces: tuple[int, ...] = (), rulings: TacticalRulings = OPEN, **facts: Any
) -> tuple[TacticalSlamOutcome, SuppliedDice]:
    """What comes of a slam with these dice."""
    with falling(*faces) as dice:
        return resolve_slam(slam_input(*figures, **facts), rulings, dice), dice


def after(outcome: TacticalCloseOutcome | TacticalSlamOutcome, id: str) -> TacticalFigure:
    """A figure that has changed, as it is now."""
    return next(each for each in outcome.figures if each.id == id)


def cited(dice: SuppliedDice) -> set[str]:
    """The ids of all rules that the steps name, with those they cite and those of the terms of their numbers."""
    terms = {term.rule for step in dice.steps if step.target for term in step.target.terms}
    return terms | {name for step in dice.steps for name in (step.rule, *step.cites)}
