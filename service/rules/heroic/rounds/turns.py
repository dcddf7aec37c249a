"""What the turns of the ranged and the melee phase are made of: deeds, and members divided among attacks."""

from collections.abc import Sequence
from typing import NamedTuple

from service.dice.model import Dice
from service.rules.heroic import rulebook
from service.rules.heroic.attack_models import HeroicAttackChoice, HeroicDeclaration
from service.rules.heroic.battle.battle import Battle, active_members
from service.rules.heroic.battle.command import Assault, Command
from service.rules.heroic.battle_outcomes import HeroicAttackPhase
from service.rules.heroic.option_words import HeroicRatioScope
from service.rules.heroic.order_models import HeroicOrder
from service.rules.heroic.orders.allowance import deeds_cost
from service.rules.heroic.orders.deeds import perform
from service.rules.heroic.orders.order_attacks import Shares, shares_of
from service.rules.heroic.state import spoken_name
from service.rules.heroic.words import HeroicActionPhase

Totals = dict[tuple[str, str], int]
"""How many of a side attack a unit in a phase; empty unless the options count them."""


class Fought(NamedTuple):
    """The battle after a phase of attacks, and the phase as it is told."""

    battle: Battle
    phase: HeroicAttackPhase


def perform_deeds(battle: Battle, place: int, order: HeroicOrder, phase: HeroicActionPhase, dice: Dice) -> Battle:
    """Do a unit's deeds of a phase."""
    if not order.actions:
        return battle
    return battle.with_unit(place, perform(battle.units[place], order, phase, dice))


def totals_of(battle: Battle, command: Command, attacks: Sequence[Sequence[HeroicDeclaration]]) -> Totals:
    """Count who attacks whom in a phase, side by side, if the options want it; attacks go by place.

    Ruling: heroic/ruling/ratio-collective.
    """
    totals: Totals = {}
    if command.rulings.ratio_scope is HeroicRatioScope.ATTACK:
        return totals
    for place, declared in enumerate(attacks):
        unit = battle.units[place]
        shares = shares_of(unit, declared, active_members(battle, place, command.rulings.assignment))
        for choice, members in zip(declared, shares.members, strict=True):
            key = (unit.side, choice.target)
            totals[key] = totals.get(key, 0) + members
    return totals


def assaults_of(
    battle: Battle, command: Command, place: int, declared: Sequence[HeroicDeclaration], active: int, totals: Totals
) -> list[Assault]:
    """Return the attacks of a unit's turn, each with those of its active members that are left for it.

    Ruling: heroic/ruling/unsplit-targets.
    """
    unit, order = battle.units[place], command.orders[place]
    shares = shares_of(unit, declared, active)
    return [
        Assault(
            place,
            battle.places[choice.target],
            _manned(choice, members, shares),
            spent=0.0 if order is None else deeds_cost(order),
            armed=unit if len(declared) > 1 else None,
            side_attackers=totals.get((unit.side, choice.target)),
            separate=shares.apart,
        )
        for choice, members in zip(declared, shares.members, strict=True)
        if members
    ]


def _manned(choice: HeroicAttackChoice, members: int, shares: Shares) -> HeroicAttackChoice:
    """Return an attack with the members that are left for it."""
    if choice.attackers in {None, members}:
        return choice
    engaged = None if choice.engaged is None else min(choice.engaged, members)
    return choice.model_copy(update={"attackers": members, "engaged": engaged})


def tell_unmanned(battle: Battle, place: int, lost: int, dice: Dice) -> None:
    """Say that attacks are lost because the members for them have fallen."""
    if lost:
        unit = battle.units[place]
        text = f"{spoken_name(unit)} had nobody left for {'another attack' if lost == 1 else f'{lost} more attacks'}."
        dice.note(rulebook.UNIT_SPLIT_ATTACKERS, text, actor=unit.id)
