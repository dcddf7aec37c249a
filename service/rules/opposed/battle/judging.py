"""Judging orders: what the rules refuse as a round begins, and why a turn is lost or an order does nothing."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from service.dice.model import Rule
from service.errors import RulesRefuse
from service.rules.opposed.attack.legality import called, is_able, refuse_order
from service.rules.opposed.battle import models
from service.rules.opposed.book import refusals, rulebook, words
from service.rules.opposed.figures.models import UNARMED, USUAL

Places = Mapping[str, int]
"""Where each figure stands in the list of participants, by id."""
NO_WITHDRAWAL: Final = words.OpposedWithdrawal.NONE


def place_of(name: str, places: Places, pointer: str) -> int:
    """Return the place of a figure by its id.

    Raises: UnknownParticipant.
    """
    if name not in places:
        raise refusals.UnknownParticipant(f"{name!r} does not take part.", name, places, pointer=pointer)
    return places[name]


def judge(order: models.OpposedOrder, figures: Sequence[models.OpposedCombatant], places: Places, pointer: str) -> None:
    """Refuse an order of one who takes part, as a round does before its first die."""
    _refuse_target(order, figures, places, f"{pointer}/target")
    figure = figures[places[order.actor]]
    if figure.withdrawal is not NO_WITHDRAWAL:
        figure = figure.model_copy(update={"withdrawal": NO_WITHDRAWAL})  # it ends before the order is obeyed
    if isinstance(order, models.OpposedAttackOrder):
        refuse_order(figure, order, pointer)
    elif isinstance(order, models.OpposedWithdrawOrder) and order.target is not None:
        refuse_order(figure, models.strike_of(order), pointer)
    elif isinstance(order, models.OpposedWithdrawOrder) and order.situation != USUAL:
        how = f"{order.actor!r} withdraws by {order.kind}, which strikes nobody"
        message = f"{how}, but gives the situation of a strike."
        raise refusals.SituationWithoutStrike(message, pointer=f"{pointer}/situation")


def _refuse_target(
    order: models.OpposedOrder, figures: Sequence[models.OpposedCombatant], places: Places, pointer: str
) -> None:
    if isinstance(order, models.OpposedWithdrawOrder):
        offensive = order.kind is words.OpposedWithdrawKind.OFFENSIVE
        if offensive and order.target is None:
            message = f"{order.actor!r} withdraws offensively, but the order names no target to strike first."
            raise refusals.InvalidTarget(message, pointer=pointer)
        if not offensive and order.target is not None:
            message = f"{order.actor!r} withdraws by {order.kind}, which strikes nobody, but names {order.target!r}."
            raise refusals.InvalidTarget(message, pointer=pointer)
    named = models.OpposedAttackOrder | models.OpposedRestrainOrder | models.OpposedWithdrawOrder
    if isinstance(order, named) and order.target is not None:
        target = figures[place_of(order.target, places, pointer)]
        if target.side == figures[places[order.actor]].side:
            message = f"{order.actor!r} cannot act against {order.target!r}: both fight for {target.side!r}."
            raise refusals.InvalidTarget(message, pointer=pointer)


# What is not refused, and does nothing


class Loss(NamedTuple):
    """Why a turn is lost or an order does nothing: a word of the answer, clauses for now and for the past, the rule."""

    reason: words.OpposedReason
    why: str
    then: str
    rule: Rule = rulebook.ROUND_LOST_ACTION


FALLEN: Final = {
    words.OpposedStatus.ACTIVE: Loss(words.OpposedReason.KNOCKED_OUT, "it is knocked out", "it was knocked out"),
    words.OpposedStatus.UNCONSCIOUS: Loss(words.OpposedReason.UNCONSCIOUS, "it is unconscious", "it was unconscious"),
    words.OpposedStatus.INCAPACITATED: Loss(
        words.OpposedReason.INCAPACITATED, "it is incapacitated", "it was incapacitated"
    ),
    words.OpposedStatus.FLED: Loss(words.OpposedReason.FLED, "it is gone", "it was gone"),
}
"""Why a figure that is not able loses its turn."""
OWES_PASS: Final = Loss(
    words.OpposedReason.MUST_PASS, "it passes, as owed for a parry", "it passed, as owed for a parry"
)
STUNNED: Final = Loss(
    words.OpposedReason.STUNNED,
    "it is stunned and can only try to recover",
    "it was stunned and could only try to recover",
)
DISARMED: Final = Loss(
    words.OpposedReason.DISARMED,
    "it has lost the weapon that its order needs",
    "it had lost the weapon that its order needed",
)
NOT_ENGAGED: Final = Loss(words.OpposedReason.NOT_ENGAGED, "it is engaged with nobody", "it was engaged with nobody")
NOT_STUNNED: Final = Loss(
    words.OpposedReason.NOT_STUNNED, "it has no stun to shake off", "it had no stun to shake off", rulebook.ROUND_PHASES
)
STANDS: Final = Loss(
    words.OpposedReason.ALREADY_STANDING, "it is standing already", "it was standing already", rulebook.ROUND_STAND_UP
)


def forced_on(figure: models.OpposedCombatant) -> words.OpposedAction | None:
    """Return what a figure that is able does in its turn whatever it is ordered, or None if it obeys.

    A stunned figure that owes a Pass passes first.
    """
    if figure.must_pass_next:
        return words.OpposedAction.PASS
    return words.OpposedAction.RECOVER_FROM_STUN if figure.stunned else None


def loss_of(
    figure: models.OpposedCombatant, order: models.OpposedOrder, target: models.OpposedCombatant | None
) -> Loss | None:
    """Return why an order does nothing if a figure that is free to obey does so now, or None if it does something."""
    match order:
        case models.OpposedAttackOrder() | models.OpposedRestrainOrder() if target is not None and not is_able(target):
            return absence_of(target)
        case models.OpposedAttackOrder():
            return DISARMED if _has_lost_means(figure, order) else None
        case models.OpposedWithdrawOrder():
            return None if figure.engaged_with else NOT_ENGAGED
        case models.OpposedRecoverOrder():
            return None if figure.stunned else NOT_STUNNED
        case models.OpposedStandUpOrder():
            return STANDS if figure.posture is words.OpposedPosture.STANDING else None
        case _:
            return None


def void_of(
    figure: models.OpposedCombatant, order: models.OpposedOrder, target: models.OpposedCombatant | None
) -> Loss | None:
    """Return why a round plays as if a figure that is able had not been given an order, or None if it matters."""
    forced = forced_on(figure)
    if forced is None:
        return loss_of(figure, order, target)
    if order.action == forced.value:
        return None
    return OWES_PASS if figure.must_pass_next else STUNNED


def absence_of(target: models.OpposedCombatant) -> Loss:
    """Say why a target that is down or gone cannot be struck at."""
    name = called(target)
    if target.status is words.OpposedStatus.FLED:
        return Loss(words.OpposedReason.TARGET_FLED, f"{name} has fled", f"{name} had fled")
    return Loss(words.OpposedReason.TARGET_DOWN, f"{name} is already down", f"{name} was already down")


def _has_lost_means(actor: models.OpposedCombatant, order: models.OpposedAttackOrder) -> bool:
    """Return whether a figure has been disarmed of what its order, lawful when the round began, needs."""
    if words.OpposedCondition.DISARMED not in actor.conditions or actor.weapon != UNARMED:
        return False
    try:
        refuse_order(actor, order)
    except RulesRefuse:
        return True
    return order.mode is words.OpposedMode.RANGED
