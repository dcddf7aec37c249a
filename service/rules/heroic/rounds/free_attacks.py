"""Free attacks on a unit that retreats out of a melee: who may make one, with what, and in which order."""

from collections.abc import Sequence

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.heroic.attack.attack import KINDS
from service.rules.heroic.attack.legality import refuse_attack
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicDeclaration, HeroicOrder
from service.rules.heroic.attack.outcomes import HeroicAttackReport
from service.rules.heroic.attack.weapons import aims_of
from service.rules.heroic.battle.context import Assault, Command, facing
from service.rules.heroic.battle.state import Battle, partners
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.words import HeroicModeKind
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.best_weapons import best_melee
from service.rules.heroic.orders.other_actions import gives_up_attacks
from service.rules.heroic.rounds.strikes import strike


def free_attacks_on(battle: Battle, command: Command, place: int) -> list[Assault]:
    """Return the free attacks that a unit provokes, in the order that it has chosen."""
    order = command.orders[place]
    chosen: Sequence[str] = () if order is None else order.move.free_attackers
    ranks = {battle.places[name]: rank for rank, name in enumerate(chosen)}
    near = sorted(partners(battle, place), key=lambda at: (ranks.get(at, len(ranks)), at))
    assaults = [free_attack_of(battle, command, at, place) for at in near]
    return [assault for assault in assaults if assault is not None]


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
    declared: Sequence[HeroicDeclaration] = () if order is None else order.melee
    for each in declared:
        if each.target == target.id and all(aim.mode.kind is HeroicModeKind.MELEE for aim in aims_of(unit, each)):
            return each
    best = best_melee(unit, target)
    return None if best is None else HeroicAttackChoice(mode=best.id)


def free_attack(
    battle: Battle, command: Command, assault: Assault, dice: Dice
) -> tuple[Battle, HeroicAttackReport | None]:
    """Make a free attack on a unit that leaves, unless another has felled it.

    Dice: as `exchange`.
    """
    attacker, runner = battle.units[assault.place], battle.units[assault.foe]
    text = f"{spoken_name(runner)} turned to run, and {spoken_name(attacker)} took a free attack."
    dice.note(rulebook.LOCK_RETREAT, text, actor=attacker.id, cites=(rulebook.LOCK_FREE_ATTACK_ORDER,))
    struck = strike(battle, command, assault, dice)
    return struck.battle, struck.attack
