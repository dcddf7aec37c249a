"""How units that cannot obey are passed over."""

from dataclasses import replace

from service.dice.model import Dice
from service.rules.mass import command_rulings
from service.rules.mass.battle import Battle
from service.rules.mass.events import BLANK
from service.rules.mass.fitness import CITES, decided_by
from service.rules.mass.text import REASONS
from service.rules.mass.words import MassEventKind, MassReason


def pass_over(
    battle: Battle,
    commander: str,
    unit: str | None,
    reason: MassReason,
    deed: str,
    dice: Dice,
    *,
    power: str | None = None,
) -> Battle:
    """Leave a unit out of an action, with an event and a warning; `deed` says what could not be done for whom.

    `power` is the one ordered, if one is.
    """
    told = f"{deed}: {REASONS[reason]}."
    dice.warn(told)
    cites = (*CITES.get(reason, ()), command_rulings.DECLARED_ACTIONS.id)
    dice.note(decided_by(reason, power), told, actor=unit, cites=cites)
    return battle.told(replace(BLANK, commander=commander, what=MassEventKind.REFUSED, unit=unit, reason=reason))
