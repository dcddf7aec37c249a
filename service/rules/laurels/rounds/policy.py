"""The policy of a skirmish: what each participant does in a fight without players."""

from service.errors import RulesRefuse
from service.rules.laurels.attack.legality import Places
from service.rules.laurels.attack.parry import has_shield
from service.rules.laurels.battle import models
from service.rules.laurels.battle.muster import Orders, refuse_order
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book.options import LaurelsRulings

NOWHERE = Places("", "")


def orders_for(battle: Battle, standing: Orders, rulings: LaurelsRulings) -> Orders:
    """Return the orders of a round, by place: one for everybody in the fight."""
    pairs = zip(battle.figures, standing, strict=True)
    return tuple([_order_of(battle, *pair, rulings) if is_in(pair[0]) else None for pair in pairs])


def _order_of(
    battle: Battle, figure: models.LaurelsCombatant, standing: models.LaurelsOrder | None, rulings: LaurelsRulings
) -> models.LaurelsOrder:
    """Return a standing order if it can be followed; else attack the first foe; else pass."""
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
    if isinstance(order, models.LaurelsParryOrder) and figure.parry is not None and has_shield(figure.parry):
        worn = order.parry.model_copy(update={"shield_durability": figure.parry.shield_durability})
        order = order.model_copy(update={"parry": worn})
    return _is_legal(figure, order, rulings)


def _is_legal(figure: models.LaurelsCombatant, order: models.LaurelsOrder, rulings: LaurelsRulings) -> bool:
    try:
        refuse_order(figure, order, rulings, NOWHERE)
    except RulesRefuse:
        return False
    return True
