"""The policy of a skirmish: what each participant does in a fight without players."""

from collections.abc import Sequence
from typing import Any

from service.errors import RulesRefuse
from service.rules.laurels.attack.legality import Places
from service.rules.laurels.battle import models
from service.rules.laurels.battle.muster import refuse_order
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsEquipment

NOWHERE = Places("", "", "")


def orders_for(
    battle: Battle, standing_orders: Sequence[models.LaurelsOrder | None], rulings: LaurelsRulings
) -> tuple[models.LaurelsOrder | None, ...]:
    """Return the orders of a round, by place: one for everybody in the fight."""
    return tuple(
        [
            _order_of(battle, place, standing_orders[place], rulings) if is_in(figure) else None
            for place, figure in enumerate(battle.figures)
        ]
    )


def _order_of(
    battle: Battle, place: int, standing: models.LaurelsOrder | None, rulings: LaurelsRulings
) -> models.LaurelsOrder:
    """Return a standing order if it can be followed; else attack the first foe; else pass."""
    figure = battle.figures[place]
    if standing is not None and _can_follow(battle, figure, standing, rulings):
        return standing
    foe = next(each for each in battle.figures if each.role is not figure.role and is_in(each))
    attack = models.LaurelsAttackOrder(action="attack", actor=figure.id, target=foe.id)
    if _is_legal(figure, attack, rulings):
        return attack
    return models.LaurelsPassOrder(action="pass", actor=figure.id)


def _can_follow(
    battle: Battle, figure: models.LaurelsCombatant, order: models.LaurelsOrder, rulings: LaurelsRulings
) -> bool:
    if isinstance(order, models.LaurelsStrikeOrder) and not is_in(battle.figure(order.target)):
        return False
    if isinstance(order, models.LaurelsParryOrder):
        order = order.model_copy(update={"parry": order.parry.model_copy(update=_wear(figure))})
    return _is_legal(figure, order, rulings)


def _wear(figure: models.LaurelsCombatant) -> dict[str, Any]:
    """Return the durability that earlier blows have left of a parrying shield."""
    stance = figure.parry
    if stance is None or stance.equipment is LaurelsEquipment.WEAPON:
        return {}
    return {"shield_durability": stance.shield_durability}


def _is_legal(figure: models.LaurelsCombatant, order: models.LaurelsOrder, rulings: LaurelsRulings) -> bool:
    try:
        refuse_order(figure, order, rulings, NOWHERE)
    except RulesRefuse:
        return False
    return True
