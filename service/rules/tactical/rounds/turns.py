"""One turn of a figure, in its eight parts."""

from service.dice.model import Dice
from service.rules.tactical.figures.field import Field
from service.rules.tactical.rounds.events import Watcher, nobody_waits
from service.rules.tactical.rounds.models import TacticalIntent
from service.rules.tactical.rounds.outcomes import TacticalTurnReport


def take_turn(
    field: Field, figure_id: str, intent: TacticalIntent | None, dice: Dice, watcher: Watcher = nobody_waits
) -> TacticalTurnReport:
    """Take the turn of a figure on the field, and return what happened.

    Without an intent it does nothing. After each atomic event `watcher` is called, which plays interrupts on the
    same field; the figure goes on if it still can.
    """
    raise NotImplementedError
