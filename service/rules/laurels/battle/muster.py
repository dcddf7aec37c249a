"""Muster, the first phase of a round: who takes part and what each is ordered, refused before any die is rolled."""

from collections.abc import Collection, Sequence

from service.dice.model import Rule
from service.rules.laurels.attack import legality
from service.rules.laurels.attack.plan import mode_of
from service.rules.laurels.battle import models
from service.rules.laurels.battle.state import Battle, begun
from service.rules.laurels.book import refusals, rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsRole
from service.rules.laurels.figures.models import LaurelsParticipant

Orders = tuple[models.LaurelsOrder | None, ...]
"""What each participant is ordered, by its place in the list of participants."""


def muster(
    figures: Sequence[models.LaurelsCombatant], orders: Sequence[models.LaurelsOrder], rulings: LaurelsRulings
) -> tuple[Battle, Orders]:
    """Find everyone by id, refuse what does not fit together, and return the battle as the round begins."""
    battle = begun(tuple(figures), places_of(figures, "/participants", rulebook.ROUND_PHASES))
    for place, figure in enumerate(figures):
        legality.refuse_participant(figure, f"/participants/{place}")
    if len({figure.role for figure in figures}) < 2:
        message = f"All {len(figures)} participants are on one side ({figures[0].role.value})."
        raise refusals.TwoSidesRequired(message, pointer="/participants")
    ordered: list[models.LaurelsOrder | None] = [None] * len(figures)
    for position, order in enumerate(orders):
        pointer = f"/orders/{position}"
        place = _place_of(order.actor, battle, f"{pointer}/actor")
        figure, earlier = figures[place], ordered[place]
        if earlier is not None:
            _refuse_second(earlier, order, pointer)
        legality.refuse_dead(figure, f"/participants/{place}")
        _refuse_targets(battle, order, pointer)
        _refuse_movement(figure, order, pointer)
        refuse_order(figure, order, rulings, legality.Places(f"/participants/{place}", pointer))
        ordered[place] = order
    return battle, tuple(ordered)


def places_of(
    figures: Sequence[LaurelsParticipant], pointer: str, rule: Rule, taken: Collection[str] = ()
) -> dict[str, int]:
    """Return the places of participants by their ids, none of which may be among those taken."""
    places: dict[str, int] = {}
    for place, figure in enumerate(figures):
        name = figure.id or ""
        if name in places or name in taken:
            message = f"Two participants are called {name!r}."
            raise refusals.LaurelsDuplicateParticipant(message, pointer=f"{pointer}/{place}/id", rule=rule)
        places[name] = place
    return places


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


def refuse_turn_order(turn_order: models.LaurelsTurnOrder | None, battle: Battle) -> None:
    """Refuse a turn order that names someone who is not on that side."""
    if turn_order is not None:
        for role, names in ((LaurelsRole.PARTY, turn_order.party), (LaurelsRole.OPPONENTS, turn_order.opponents)):
            for position, name in enumerate(names):
                pointer = f"/turn_order/{role.value}/{position}"
                if battle.figures[_place_of(name, battle, pointer)].role is not role:
                    message = f"{name!r} is not on that side ({role.value})."
                    own = [each.id for each in battle.figures if each.role is role]
                    raise refusals.LaurelsUnknownParticipant(message, name, own, pointer=pointer)


def _refuse_second(first: models.LaurelsOrder, second: models.LaurelsOrder, pointer: str) -> None:
    message = f"{second.actor!r} has two orders for one turn: {first.action} and {second.action}."
    actions = {first.action, second.action}
    if "parry" in actions and not actions.isdisjoint(("attack", "sneak_attack")):
        raise refusals.ParryExcludesAttack(message, pointer=f"{pointer}/action")
    rule = rulebook.ACTION_ONE_PER_TURN
    raise refusals.LaurelsDuplicateParticipant(message, pointer=f"{pointer}/actor", rule=rule)


def _refuse_targets(battle: Battle, order: models.LaurelsOrder, pointer: str) -> None:
    if isinstance(order, models.LaurelsStrikeOrder):
        target = battle.figures[_place_of(order.target, battle, f"{pointer}/target")]
        if target.role is battle.figure(order.actor).role:
            message = f"{order.actor!r} cannot attack {order.target!r} of its own side ({target.role.value})."
            raise refusals.LaurelsInvalidTarget(message, pointer=f"{pointer}/target")
    elif isinstance(order, models.LaurelsOtherOrder):
        for position, effect in enumerate(order.effects):
            _place_of(effect.target, battle, f"{pointer}/effects/{position}/target")


def _refuse_movement(figure: models.LaurelsCombatant, order: models.LaurelsOrder, pointer: str) -> None:
    moved = order.move_before_ft + order.move_after_ft
    allowed = figure.move_ft + order.bonus_move_ft
    if moved > allowed:
        message = f"{figure.id!r} moves {moved} feet, more than the {allowed} it may."
        field = "move_after_ft" if order.move_after_ft else "move_before_ft"
        raise refusals.MoveExceeded(message, pointer=f"{pointer}/{field}")


def _place_of(name: str, battle: Battle, pointer: str) -> int:
    if name not in battle.places:
        raise refusals.LaurelsUnknownParticipant(f"{name!r} does not take part.", name, battle.places, pointer=pointer)
    return battle.places[name]
