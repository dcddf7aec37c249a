"""Judging orders: what the rules refuse as a round begins, and why an attack can no longer be made."""

from typing import NamedTuple

from service.dice.model import Cites
from service.rules.laurels.attack import legality
from service.rules.laurels.attack.legality import called
from service.rules.laurels.attack.plan import mode_of
from service.rules.laurels.battle import models
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book import refusals, rulebook, words
from service.rules.laurels.book.options import LaurelsLeave, LaurelsRulings
from service.rules.laurels.book.rulings import Rulings


def place_of(name: str, battle: Battle, pointer: str) -> int:
    """Return the place of a participant by its id.

    Raises: LaurelsUnknownParticipant.
    """
    if name not in battle.places:
        raise refusals.LaurelsUnknownParticipant(f"{name!r} does not take part.", name, battle.places, pointer=pointer)
    return battle.places[name]


def judge(
    figure: models.LaurelsCombatant,
    order: models.LaurelsOrder,
    battle: Battle,
    rulings: LaurelsRulings,
    places: legality.Places,
) -> None:
    """Refuse an order of a participant, as the request has it, before the first die of a round."""
    legality.refuse_dead(figure, places.attacker)
    _refuse_targets(battle, order, places.attack)
    _refuse_movement(figure, order, places.attack)
    refuse_order(figure, order, rulings, places)


def refuse_order(
    figure: models.LaurelsCombatant, order: models.LaurelsOrder, rulings: LaurelsRulings, places: legality.Places
) -> None:
    """Refuse an order that the rules forbid one who takes part."""
    if isinstance(order, models.LaurelsSneakOrder):
        legality.refuse_sneak(figure, order.target, order.sneak, power_attack=order.power_attack, places=places)
    if isinstance(order, models.LaurelsStrikeOrder):
        legality.refuse_attack(figure, order, mode_of(figure, order.mode), rulings, places)
    elif isinstance(order, models.LaurelsParryOrder):
        legality.refuse_parry(figure, order.parry, places)


def _refuse_targets(battle: Battle, order: models.LaurelsOrder, pointer: str) -> None:
    if isinstance(order, models.LaurelsStrikeOrder):
        target = battle.figures[place_of(order.target, battle, f"{pointer}/target")]
        if target.role is battle.figure(order.actor).role:
            message = f"{order.actor!r} cannot attack {order.target!r} of its own side ({target.role.value})."
            raise refusals.LaurelsInvalidTarget(message, pointer=f"{pointer}/target")
    elif isinstance(order, models.LaurelsOtherOrder):
        for position, effect in enumerate(order.effects):
            place_of(effect.target, battle, f"{pointer}/effects/{position}/target")


def _refuse_movement(figure: models.LaurelsCombatant, order: models.LaurelsOrder, pointer: str) -> None:
    moved = order.move_before_ft + order.move_after_ft
    allowed = figure.move_ft + order.bonus_move_ft
    if moved > allowed:
        message = f"{figure.id!r} moves {moved} feet, more than the {allowed} it may."
        field = "move_after_ft" if order.move_after_ft else "move_before_ft"
        raise refusals.MoveExceeded(message, pointer=f"{pointer}/{field}")


# What is not refused, and does nothing


class Loss(NamedTuple):
    """Why an attack can no longer be made: a word of the answer, a clause for players, and what says so.

    `then` is the clause in the past, for an attack that was lost.
    """

    reason: words.LaurelsReason
    why: str
    then: str
    cites: Cites


def loss_of(battle: Battle, place: int, order: models.LaurelsStrikeOrder, rulings: LaurelsRulings) -> Loss | None:
    """Return why an attack can no longer be made, or None if it can."""
    actor, target = battle.figures[place], battle.figure(order.target)
    if not is_in(target):
        name, dead = called(target), target.status is words.LaurelsStatus.DEAD
        why, then = (f"{name} is dead", f"{name} was dead") if dead else (f"{name} has fled", f"{name} had fled")
        return Loss(words.LaurelsReason.TARGET_GONE, why, then, (Rulings.SIMULTANEITY,))
    if actor.weapon.broken:
        why, then = "the weapon is broken", "the weapon was broken"
        return Loss(words.LaurelsReason.WEAPON_BROKEN, why, then, (rulebook.PARRY_AFTER_SHATTER,))
    if not actor.stamina and _has_no_shot(actor, order, rulings):
        cites = (rulebook.RANGED_STAMINA_COST_UNTRAINED,)
        why, then = "no stamina is left for a shot", "no stamina was left for a shot"
        return Loss(words.LaurelsReason.STAMINA_SPENT, why, then, cites)
    return None


def _has_no_shot(actor: models.LaurelsCombatant, order: models.LaurelsStrikeOrder, rulings: LaurelsRulings) -> bool:
    """Return whether an attack of one without stamina is lost: it is one at range."""
    at_range = mode_of(actor, order.mode) is words.LaurelsMode.RANGED
    return at_range and rulings.ranged_at_zero_stamina is LaurelsLeave.REFUSE
