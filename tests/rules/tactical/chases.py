"""Pursuits for tests: runners in short, and pursuits whose dice fall as told."""

from collections.abc import Iterable
from typing import Any

import orjson
import pytest

from service.errors import RulesRefuse
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.pursuit.outcomes import TacticalPursuitOutcome
from service.rules.tactical.pursuit.pursuit import pursue
from tests.rules.tactical.falls import falling
from tests.rules.tactical.scenes import figure, foe

Document = dict[str, Any]
RULINGS = TacticalRulings()
EVEN = (3, 3, 4)
"""Dice of a runner; two who roll the same and are equally good stay as far apart as they are."""


def thief(id: str = "thief", **facts: Any) -> TacticalFigure:
    """Somebody who flees, with Running 11 and Move 5: a score of 13."""
    return figure(id, **({"skills": [{"name": "Running", "level": 11}], "basic_move": 5} | facts))


def guard(id: str = "guard", **facts: Any) -> TacticalFigure:
    """Somebody who pursues, as good a runner as the thief, and a little slower in turn order."""
    runner = {"skills": [{"name": "Running", "level": 11}], "basic_move": 5, "basic_speed": 4}
    return foe(id, **(runner | facts))


def asked(
    quarry: Iterable[TacticalFigure] | None = None, pursuers: Iterable[TacticalFigure] | None = None, **facts: Any
) -> TacticalPursuit:
    """A pursuit of a thief by a guard at medium distance, unless told otherwise."""
    document: Document = {
        "quarry": [orjson.loads(each.model_dump_json()) for each in ([thief()] if quarry is None else quarry)],
        "pursuers": [orjson.loads(each.model_dump_json()) for each in ([guard()] if pursuers is None else pursuers)],
    }
    where = {} if "gap" in facts else {"band": "medium"}
    return TacticalPursuit.model_validate_json(orjson.dumps(document | where | facts))


class Pursued:
    """A pursuit that has been played: its outcome, and what was told."""

    def __init__(self, input: TacticalPursuit, *faces: int, rulings: TacticalRulings = RULINGS) -> None:
        """Play it with these dice, all of which are used."""
        with falling(*faces) as dice:
            self.outcome: TacticalPursuitOutcome = pursue(input, rulings, dice)
        self.dice = dice
        self.told = [each.text for each in dice.steps]

    def rules(self) -> set[str]:
        """Every rule that the steps name."""
        return {name for step in self.dice.steps for name in (step.rule, *step.cites)}


def refused(input: TacticalPursuit) -> RulesRefuse:
    """The refusal of a pursuit, before its first die."""
    with falling() as dice, pytest.raises(RulesRefuse) as caught:
        pursue(input, RULINGS, dice)
    return caught.value
