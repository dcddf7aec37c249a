"""Actions in close combat that are no attack with a weapon, as parts of a turn: grapples, and dropping the shield."""

from collections.abc import Callable, Mapping
from typing import Final

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.tactical.attack.conduct import Conduct
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.book.words import TacticalCloseAction
from service.rules.tactical.close.close_actions import Act
from service.rules.tactical.close.close_combat import DEEDS
from service.rules.tactical.close.close_readying import refuse_drop_shield
from service.rules.tactical.close.grab import plan_grab
from service.rules.tactical.close.grappling import refuse_break_free, refuse_pin, refuse_takedown
from service.rules.tactical.close.legality import find_target, refuse_actor, refuse_helpers
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.figures.field import Field
from service.rules.tactical.rounds.models import TacticalDeed, TacticalIntent
from service.rules.tactical.rounds.turn import Orders, Turn

GRAB = TacticalCloseAction.GRAB


def _input_of(actor: str, intent: TacticalIntent, deed: TacticalDeed, orders: Orders) -> TacticalCloseInput:
    """Return an action as resolve-close-combat takes it; the field takes the place of its map and figures."""
    order = TacticalAttackOrder(target=deed.target, modifiers=deed.modifiers)
    return TacticalCloseInput.model_construct(
        action=TacticalCloseAction(deed.action.value),
        actor=actor,
        target=deed.target,
        helpers=deed.helpers,
        maneuver=intent.maneuver,
        option=intent.option,
        attack=orders.defended(order) if deed.target is not None else order,
        hands=deed.hands,
        modifiers=() if deed.action.value == GRAB.value else deed.modifiers,
        map=None,
        figures=(),
    )


def _refuse_grab(act: Act) -> None:
    how = Conduct(act.maneuver, act.input.option)
    plan_grab(act.field, act.actor, act.field[act.target], act.input.attack, how, act.input.hands)


CHECKS: Final[Mapping[TacticalCloseAction, Callable[[Act], object]]] = {
    GRAB: _refuse_grab,
    TacticalCloseAction.TAKEDOWN: lambda act: refuse_takedown(act.field, act.team),
    TacticalCloseAction.PIN: lambda act: refuse_pin(act.field, act.team),
    TacticalCloseAction.BREAK_FREE: lambda act: refuse_break_free(act.field, act.team),
    TacticalCloseAction.DROP_SHIELD: lambda act: refuse_drop_shield(act.actor),
}
"""What refuses each action, before its first die."""


def plan_deed(field: Field, actor: str, intent: TacticalIntent, deed: TacticalDeed, orders: Orders, dice: Dice) -> Act:
    """Return an action in close combat that is legal on the field as it is; nothing is changed, and no die rolled.

    Raises: every refusal of close combat, with a pointer into the intent.
    """
    asked = _input_of(actor, intent, deed, orders)
    figure = field[actor]
    try:
        refuse_actor(field, figure, asked.action)
        target = find_target(field, asked, figure)
        refuse_helpers(field, asked, target)
        act = Act(asked, field.rulings, field, "" if target is None else target.id, dice)
        CHECKS[asked.action](act)
    except RulesRefuse as fault:
        raise fault.pointing(lambda at: "/figure" if at == "/actor" else f"/deed{at}") from None
    return act


def perform(turn: Turn, act: Act) -> None:
    """Carry out an action in close combat.

    Dice: those of `resolve-close-combat`.
    """
    pain = turn.figure.state.shock
    done = DEEDS[act.input.action](act)
    turn.hurt_since(pain)
    turn.attacks = (*turn.attacks, *done.attacks)
    turn.contest = done.contest or turn.contest
    turn.told.append(done.summary)
