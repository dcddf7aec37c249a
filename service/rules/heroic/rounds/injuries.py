"""The injury steps of a round: at the end of each phase, and at once where a wait or a free attack demands it."""

from typing import NamedTuple

from service.dice.model import Dice
from service.rules.heroic.attack.injury import settle
from service.rules.heroic.attack.outcomes import HeroicUnitInjury
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.muster import released
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.book import attack_rules, rulebook


class Settled(NamedTuple):
    """The battle after an injury step, and what befell those who were injured."""

    battle: Battle
    injuries: tuple[HeroicUnitInjury, ...]


def settle_phase(battle: Battle, command: Command, phase: str, dice: Dice) -> Settled:
    """Apply everything that a phase has left pending, all of it together; who suffocates may lose consciousness.

    Dice: as `settle`.
    """
    if battle.pending:
        text = f"The injury of the {phase} phase counts now, for everybody at once."
        dice.note(attack_rules.INJURY_SIMULTANEOUS, text, cites=(rulebook.PROCEDURE_INJURY_SUBPHASE,))
    done = settle(battle.units, battle.pending, command.winner, command.rulings, dice)
    if not done.injuries:
        return Settled(battle, ())
    battle = battle._replace(units=done.units, pending=(), hurt=frozenset())
    return Settled(released(battle, command.rulings.assignment), done.injuries)


def settle_since(battle: Battle, command: Command, before: int, dice: Dice) -> Settled:
    """Apply at once the injury that is pending since there was so much of it.

    Dice: as `settle`.
    """
    fresh, left = battle.pending[before:], battle.pending[:before]
    if not fresh:
        return Settled(battle, ())
    struck = {each.unit for each in fresh}
    groups = {unit.injury_group for unit in battle.units if unit.id in struck} - {None}
    concerned = tuple([unit for unit in battle.units if unit.id in struck or unit.injury_group in groups])
    done = settle(concerned, fresh, command.winner, command.rulings, dice)
    after = {unit.id: unit for unit in done.units}
    units = tuple([after.get(unit.id, unit) for unit in battle.units])
    hurt = frozenset([each.unit for each in left])
    battle = battle._replace(units=units, pending=left, hurt=hurt)
    return Settled(released(battle, command.rulings.assignment), done.injuries)
