"""Actions in close combat that are no attack with a weapon, as parts of a turn: grapples, and dropping the shield."""

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.book.words import TacticalCloseAction
from service.rules.tactical.close.acts import Act
from service.rules.tactical.close.close_combat import KINDS, act_of, refuse_action
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.figures.field import Field
from service.rules.tactical.rounds.models import TacticalDeed, TacticalDeedKind, TacticalIntent
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


def plan_deed(field: Field, actor: str, intent: TacticalIntent, deed: TacticalDeed, orders: Orders, dice: Dice) -> Act:
    """Return an action in close combat that is legal on the field as it is; nothing is changed, and no die rolled.

    Out of close combat a shield is dropped in a Ready without a roll.

    Raises: every refusal of close combat, with a pointer into the intent.
    """
    asked = _input_of(actor, intent, deed, orders)
    act = act_of(asked, field, dice)
    sheds = deed.action is TacticalDeedKind.DROP_SHIELD and not act.actor.state.close
    try:
        if not sheds:
            refuse_action(field, asked)
        for check in KINDS[asked.action].checks:
            check(act)
    except RulesRefuse as fault:
        raise fault.pointing(lambda at: "/figure" if at == "/actor" else f"/deed{at}") from None
    return act


def perform(turn: Turn, act: Act) -> None:
    """Carry out an action in close combat.

    Dice: those of `resolve-close-combat`.
    """
    pain = turn.figure.state.shock
    done = KINDS[act.input.action].do(act)
    turn.hurt_since(pain)
    turn.attacks = (*turn.attacks, *done.attacks)
    turn.contest = done.contest or turn.contest
    turn.told.append(done.summary)
