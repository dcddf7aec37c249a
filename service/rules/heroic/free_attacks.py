"""Free attacks on a unit that retreats out of a melee: who may make one, with what, and in which order."""

from collections.abc import Sequence
from typing import Final

from service.dice.model import Cites, Dice
from service.errors import RulesRefuse
from service.rules.heroic import melee_rulings, rulebook
from service.rules.heroic.attack import KINDS
from service.rules.heroic.attack_models import HeroicAttackChoice
from service.rules.heroic.attack_outcomes import HeroicAttackReport
from service.rules.heroic.battle import Battle, partners
from service.rules.heroic.command import Command
from service.rules.heroic.deeds import gives_up_attacks
from service.rules.heroic.legality import refuse_attack
from service.rules.heroic.models import HeroicUnit
from service.rules.heroic.order_models import HeroicOrder
from service.rules.heroic.state import mode_of, spoken_name
from service.rules.heroic.strikes import Assault, facing, strike
from service.rules.heroic.weapons import best_melee
from service.rules.heroic.words import HeroicModeKind

FREE: Final[Cites] = (
    rulebook.LOCK_FREE_ATTACK_ORDER.id,
    melee_rulings.FREE_ATTACK_COST.id,
    melee_rulings.FREE_ATTACK_MODIFIERS.id,
    melee_rulings.FREE_ATTACK_KIND.id,
    melee_rulings.FREE_ATTACK_INJURY.id,
)


def free_attackers(battle: Battle, command: Command, place: int) -> list[int]:
    """Return the places of those who may take a free attack on a unit, in the order that it has chosen.

    Ruling: heroic/ruling/free-attack-barred, heroic/ruling/both-retreat.
    """
    order = command.orders[place]
    chosen: Sequence[str] = () if order is None else order.move.free_attackers
    ranks = {battle.places[name]: rank for rank, name in enumerate(chosen) if name in battle.places}
    near = sorted(partners(battle, place), key=lambda at: (ranks.get(at, len(ranks)), at))
    return [at for at in near if free_attack_of(battle, command, at, place) is not None]


def free_attack_of(battle: Battle, command: Command, place: int, foe: int) -> Assault | None:
    """Return the free attack of a unit on another; None if it may make none."""
    order = command.orders[place]
    if order is not None and gives_up_attacks(order):
        return None
    choice = _choice(battle.units[place], order, battle.units[foe])
    if choice is None:
        return None
    assault = Assault(place, foe, choice, free=True)
    try:
        refuse_attack(facing(battle, command, assault), choice, KINDS, command.rulings)
    except RulesRefuse:
        return None
    return assault


def _choice(unit: HeroicUnit, order: HeroicOrder | None, target: HeroicUnit) -> HeroicAttackChoice | None:
    """Return the attack that a unit is ordered to make on the target in melee, else one with its best mode."""
    for each in () if order is None else order.melee:
        mode = mode_of(unit, each.modes[0].mode if each.modes else each.mode or "")
        if each.target == target.id and mode is not None and mode.kind is HeroicModeKind.MELEE:
            return each
    best = best_melee(unit, target)
    return None if best is None else HeroicAttackChoice(mode=best.id)


def free_attack(
    battle: Battle, command: Command, place: int, foe: int, dice: Dice
) -> tuple[Battle, HeroicAttackReport | None]:
    """Make the free attack of a unit on another that leaves, if it still may.

    Dice: as `exchange`.
    """
    assault = free_attack_of(battle, command, place, foe)
    if assault is None:
        return battle, None
    name, runner = spoken_name(battle.units[place]), spoken_name(battle.units[foe])
    text = f"{runner} turns its back on {name}, who takes a free attack."
    dice.note(rulebook.LOCK_RETREAT, text, actor=battle.units[place].id, cites=FREE)
    struck = strike(battle, command, assault, dice)
    return struck.battle, struck.attack
