"""Rounds for tests: figures and orders in short, played with dice that fall as told."""

from collections.abc import Iterable
from typing import Any

import orjson
import pytest

from service.errors import RulesRefuse
from service.rules.tactical.book.options import TacticalRulings, TacticalTie
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.rounds.records import TacticalRoundInput, TacticalRoundOutcome, TacticalTurnReport
from service.rules.tactical.rounds.round import resolve_round
from tests.rules.tactical.falls import falling, told
from tests.rules.tactical.scenes import OPEN, figure, foe, sword

Document = dict[str, Any]
BY_ID = OPEN.model_copy(update={"tie": TacticalTie.ID})
"""Rulings by which ties in the turn order need no dice."""
HIT = (3, 3, 4)
MISS = (4, 5, 5)
"""Dice of an attack with skill 12 that hits, and of one that misses."""


def knife(**facts: Any) -> Document:
    """A knife for 1d-1 cutting at reach C and 1, skill 12."""
    mode = {"name": "cut", "kind": "swing", "damage": "1d-1", "type": "cutting", "reaches": [0, 1]}
    return {"id": "knife", "skill": "Knife", "level": 12, "kind": "melee", "modes": [mode]} | facts


def ash(**facts: Any) -> TacticalFigure:
    """Ash, who is the fastest, at [0, 0], facing north with a sword."""
    return figure("ash", **({"basic_speed": 6} | facts))


def orc(**facts: Any) -> TacticalFigure:
    """The orc, one hex north of Ash, facing south with a sword."""
    return foe("orc", **({"weapons": [sword()]} | facts))


def asked(figures: Iterable[TacticalFigure], *intents: Document, **facts: Any) -> TacticalRoundInput:
    """The request of a round; without further ado an illegal order becomes Do Nothing."""
    document: Document = {
        "figures": [orjson.loads(each.model_dump_json()) for each in figures],
        "intents": list(intents),
        "on_error": "skip",
    }
    return TacticalRoundInput.model_validate_json(orjson.dumps(document | facts))


class Played:
    """A round that has been played: its outcome, what was told, and the figures as they are then."""

    def __init__(
        self,
        figures: Iterable[TacticalFigure],
        *intents: Document,
        faces: Iterable[int] = (),
        rulings: TacticalRulings = BY_ID,
        **facts: Any,
    ) -> None:
        """Play a round; every die must be used."""
        everybody = tuple(figures)
        with falling(*faces) as dice:
            self.outcome: TacticalRoundOutcome = resolve_round(asked(everybody, *intents, **facts), rulings, dice)
        self.told = told(dice)
        self.named = {name for step in dice.steps for name in (step.rule, *step.cites)}
        self._now = {each.id: each for each in (*everybody, *self.outcome.figures)}

    def __getitem__(self, id: str) -> TacticalFigure:
        """The figure as it is after the round."""
        return self._now[id]

    def turn(self, id: str) -> TacticalTurnReport:
        """The turn of a figure."""
        return next(each for each in self.outcome.turns if each.figure == id)

    @property
    def figures(self) -> tuple[TacticalFigure, ...]:
        """All figures, as the next request sends them."""
        return tuple(self._now.values())


def refused(
    figures: Iterable[TacticalFigure], *intents: Document, rulings: TacticalRulings = BY_ID, **facts: Any
) -> RulesRefuse:
    """The refusal of a round before its first die."""
    with falling() as dice, pytest.raises(RulesRefuse) as caught:
        resolve_round(asked(figures, *intents, **({"on_error": "fail"} | facts)), rulings, dice)
    return caught.value


def error_of(figures: Iterable[TacticalFigure], intent: Document, **facts: Any) -> str:
    """The code of the error for which an order becomes Do Nothing, without a die."""
    turn = Played(figures, intent, **facts).turn(intent["figure"])
    assert turn.error is not None, turn
    assert turn.maneuver == "do_nothing"
    return turn.error.code
