"""Judging what commanders declare: what a round refuses, and what it would pass over or take without any effect."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, assert_never

from service.dice.model import Rule
from service.rules.mass.battle.legality import rule_of_reason, unfit_to_rally
from service.rules.mass.battle.names import refuse_order_names
from service.rules.mass.battle.state import Battle
from service.rules.mass.book import rulebook
from service.rules.mass.book.words import MassReason, MassStop
from service.rules.mass.command.command import kept_still, unfit_for_command
from service.rules.mass.command.spell import is_too_small, unfit_for_effect
from service.rules.mass.figures import orders
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.powers.use_power import unfit_for_use


class Loss(NamedTuple):
    """Why an action does nothing for a unit: a clause for players, and the rule."""

    why: str
    rule: Rule


NO_EFFECT: Final = Loss("the spell has no effect", rulebook.SPELL_ADJUDICATION)
STILL: Final = {
    MassStop.COMPLETE: Loss("it would stay as it is", rulebook.COMMAND_BEST_EFFORT),
    MassStop.ALLOWANCE: Loss("its speed is too low for the ground", rulebook.COMMAND_BEST_EFFORT),
    MassStop.OCCUPIED: Loss("another unit stands in the way", rulebook.HEX_STACKING),
    MassStop.IMPASSABLE: Loss("the way is impassable, or leads off the map", rulebook.TERRAIN_IMPASSABLE),
}
"""Why a unit that can be commanded does not move; beside an enemy only a move can end."""


def judge(declared: Sequence[orders.MassOrders], battle: Battle) -> None:
    """Refuse what commanders declare, as a round does before its first card."""
    refuse_order_names(declared, battle.units, battle.scene)


def loss_of(battle: Battle, commander: MassCommander, action: orders.MassAction) -> Loss | None:
    """Return why an action would do nothing if it was taken now, or None if it does something for some unit."""
    first: Loss | None = None
    for loss in _losses(battle, commander, action):
        if loss is None:
            return None
        first = first or loss
    return first


def _losses(battle: Battle, commander: MassCommander, action: orders.MassAction) -> Iterable[Loss | None]:
    """Return why an action does nothing, unit by unit, or effect by effect of a spell; None where it does something."""
    units, scene = battle.units, battle.scene
    match action:
        case orders.MassMoveOrder():
            return (_march_loss(battle, commander, name, action.command) for name in action.units)
        case orders.MassPowerOrder():
            unfit = (unfit_for_use(battle, commander, action.power, use) for use in action.units)
            return (_loss(reason, action.power) for reason in unfit)
        case orders.MassRallyOrder():
            return (_loss(unfit_to_rally(units[name], commander, scene)) for name in action.units)
        case orders.MassSpellOrder():
            if is_too_small(action):
                return [_loss(MassReason.NOT_APPRECIABLE)]
            return [_loss(unfit_for_effect(battle, each)) for each in action.effects] or [NO_EFFECT]
        case orders.MassOtherOrder():
            return [None]
        case _:
            assert_never(action)


def _march_loss(battle: Battle, commander: MassCommander, name: str, command: orders.MassCommand) -> Loss | None:
    unit = battle.units[name]
    reason = unfit_for_command(unit, commander, command, battle.scene)
    if reason is not None:
        return _loss(reason)
    stop = kept_still(unit, command, battle)
    return None if stop is None else STILL[stop]


def _loss(reason: MassReason | None, power: str | None = None) -> Loss | None:
    return None if reason is None else Loss(reason.says, rule_of_reason(reason, power))
