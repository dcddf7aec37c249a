"""How units that cannot obey are passed over."""

from dataclasses import replace

from service.dice.model import Dice, Rule
from service.rules.mass import command_rulings
from service.rules.mass.battle import Battle
from service.rules.mass.events import BLANK
from service.rules.mass.fitness import CITES, spoken
from service.rules.mass.words import MassEventKind, MassReason


def pass_over(battle: Battle, commander: str, unit: str | None, reason: MassReason, rule: Rule, dice: Dice) -> Battle:
    """Leave a unit out of an action, with an event and a warning."""
    told = f"{unit or 'Nobody'} is left out of what {commander} orders: {spoken(reason)}."
    dice.warn(told)
    dice.note(rule, told, actor=unit, cites=(*CITES.get(reason, ()), command_rulings.DECLARED_ACTIONS.id))
    return battle.told(replace(BLANK, commander=commander, what=MassEventKind.REFUSED, unit=unit, reason=reason))
