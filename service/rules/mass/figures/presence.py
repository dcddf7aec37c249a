"""What keeps a unit in the battle: the refusal of one that has left it, and the shield wall."""

from service.dice.model import Dice
from service.rules.kernel.figures import Called
from service.rules.mass.book import refusals, rulebook
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassStatus
from service.rules.mass.figures.models import MassTroop
from service.rules.mass.figures.text import called


def refuse_inactive(unit: MassTroop, pointer: str) -> None:
    """Refuse a unit that is not in the battle."""
    if unit.status is not MassStatus.ACTIVE:
        rule = rulebook.PURSUIT_COST if unit.status is MassStatus.PURSUING else rulebook.ROUT_REMOVAL
        raise refusals.UnitNotActive(f"{unit.id} is {unit.status}.", pointer=f"{pointer}/status", rule=rule)
    if unit.morale == 0:
        message = f"{unit.id} has the status active, but 0 Morale Points: it would be routed."
        raise refusals.UnitNotActive(message, pointer=f"{pointer}/morale", rule=rulebook.ROUT_ZERO_MORALE)


def note_wall(unit: Called, kept_off: int, dice: Dice) -> None:
    """Record how much a shield wall keeps off."""
    text = f"The shield wall of {called(unit)} kept off {kept_off} morale damage."
    cites = (Rulings.SHIELD_WALL_SCOPE, Rulings.SHIELD_WALL_WHO)
    dice.note(rulebook.POWER_RAISE_SHIELD_WALL, text, actor=unit.id, cites=cites)
