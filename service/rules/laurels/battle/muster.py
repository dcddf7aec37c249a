"""Muster, the first phase of a round: who takes part and what each is ordered, refused before any die is rolled."""

from collections.abc import Collection, Sequence

from service.dice.model import Rule
from service.rules.kernel.turns.situations import refuse_acted
from service.rules.laurels.attack import legality
from service.rules.laurels.attack.legality import called
from service.rules.laurels.battle import models
from service.rules.laurels.battle.judging import judge, place_of
from service.rules.laurels.battle.state import Battle, begun
from service.rules.laurels.book import refusals, rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsRole
from service.rules.laurels.figures.models import LaurelsParticipant

Orders = tuple[models.LaurelsOrder | None, ...]
"""What each participant is ordered, by its place in the list of participants."""


def muster(
    figures: Sequence[models.LaurelsCombatant],
    orders: Sequence[models.LaurelsOrder],
    rulings: LaurelsRulings,
    under_way: models.LaurelsUnderWay | None = None,
) -> tuple[Battle, Orders]:
    """Find everyone by id, refuse what does not fit together, and return the battle before the next turn."""
    battle = mustered(figures, under_way)
    return battle, orders_in(battle, figures, orders, rulings, under_way)


def mustered(figures: Sequence[models.LaurelsCombatant], under_way: models.LaurelsUnderWay | None) -> Battle:
    """Find everyone by id, and return the battle before the next turn."""
    battle = begun(tuple(figures), places_of(figures, "/participants", rulebook.ROUND_PHASES))
    for place, figure in enumerate(figures):
        legality.refuse_participant(figure, f"/participants/{place}")
    if len({figure.role for figure in figures}) < 2:
        message = f"All {len(figures)} participants are on one side ({figures[0].role.value})."
        raise refusals.TwoSidesRequired(message, pointer="/participants")
    if under_way is None:
        return battle
    _refuse_strangers(under_way, battle)
    return battle.with_attacks([(each.attacker, each.target) for each in under_way.attacks])


def _refuse_strangers(under_way: models.LaurelsUnderWay, battle: Battle) -> None:
    """Refuse a round under way in which somebody has a turn, or has attacked, who does not take part."""
    for field, names in (("order", under_way.order), ("waiting", under_way.waiting)):
        for position, name in enumerate(names):
            place_of(name, battle, f"/under_way/{field}/{position}")
    for position, each in enumerate(under_way.attacks):
        place_of(each.attacker, battle, f"/under_way/attacks/{position}/attacker")
        place_of(each.target, battle, f"/under_way/attacks/{position}/target")


def orders_in(
    battle: Battle,
    figures: Sequence[models.LaurelsCombatant],
    orders: Sequence[models.LaurelsOrder],
    rulings: LaurelsRulings,
    under_way: models.LaurelsUnderWay | None,
) -> Orders:
    """Return orders by place; `figures` are participants as the request has them."""
    ordered: list[models.LaurelsOrder | None] = [None] * len(figures)
    for position, order in enumerate(orders):
        pointer = f"/orders/{position}"
        place = place_of(order.actor, battle, f"{pointer}/actor")
        figure, earlier = figures[place], ordered[place]
        if earlier is not None:
            _refuse_second(earlier, order, pointer)
        if under_way is not None and has_acted(figure, under_way):
            refuse_acted(called(figure), f"{pointer}/actor", rulebook.ROUND_STRUCTURE)
        judge(figure, order, battle, rulings, legality.Places(f"/participants/{place}", pointer))
        ordered[place] = order
    return tuple(ordered)


def has_acted(figure: models.LaurelsCombatant, under_way: models.LaurelsUnderWay) -> bool:
    """Return whether a participant has had its turn in a round."""
    return figure.id in under_way.order and figure.id not in under_way.waiting


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


def refuse_turn_order(turn_order: models.LaurelsTurnOrder | None, battle: Battle) -> None:
    """Refuse a turn order that names someone who is not on that side."""
    if turn_order is not None:
        for role, names in ((LaurelsRole.PARTY, turn_order.party), (LaurelsRole.OPPONENTS, turn_order.opponents)):
            for position, name in enumerate(names):
                pointer = f"/turn_order/{role.value}/{position}"
                if battle.figures[place_of(name, battle, pointer)].role is not role:
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
