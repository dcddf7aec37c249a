"""The policy of a skirmish: what each participant does in a fight without players."""

from functools import lru_cache
from typing import Final

from service.errors import RulesRefuse
from service.rules.kernel.memory import Latest
from service.rules.laurels.attack.legality import Places, refuse_attack
from service.rules.laurels.attack.parry import has_shield
from service.rules.laurels.attack.plan import mode_of
from service.rules.laurels.battle import models
from service.rules.laurels.battle.judging import refuse_order
from service.rules.laurels.battle.muster import Orders
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsRole
from service.rules.laurels.figures.models import LaurelsStrike

NOWHERE = Places("", "")
PLAIN: Final = LaurelsStrike()
"""An attack by the policy: an ordinary one, from wherever the weapon reaches."""


Readiness = Latest[models.LaurelsCombatant, bool | None]
"""Whether participants can attack by the policy; None: they are out of the fight."""


def readiness(rulings: LaurelsRulings) -> Readiness:
    """Return how ready participants are, remembered of each as it was last."""
    return Latest(lambda _, figure: _can_attack(figure, rulings) if is_in(figure) else None)


def orders_for(battle: Battle, standing: Orders, readiness: Readiness, rulings: LaurelsRulings) -> Orders:
    """Return the orders of a round, by place: one for everybody in the fight.

    It is a standing order if it can be followed; else to attack the side's first foe; else to pass.
    """
    figures = battle.figures
    ready = readiness(figures)
    first: dict[LaurelsRole, str] = {}
    for figure, can_attack in zip(figures, ready, strict=True):
        if can_attack is not None and figure.role not in first:
            first[figure.role] = figure.id
    foes = {role: first[other] for role, other in FACING.items() if other in first}
    orders: list[models.LaurelsOrder | None] = []
    for figure, order, can_attack in zip(figures, standing, ready, strict=True):
        if can_attack is None:
            orders.append(None)
        elif order is not None and _can_follow(battle, figure, order, rulings):
            orders.append(order)
        else:
            orders.append(_attack(figure.id, foes[figure.role]) if can_attack else _pass(figure.id))
    return tuple(orders)


def order_at(battle: Battle, place: int, rulings: LaurelsRulings) -> models.LaurelsOrder:
    """Return the order of a participant whose turn begins: to attack the first foe, or to pass."""
    figure = battle.figures[place]
    foe = next((each.id for each in battle.figures if each.role is not figure.role and is_in(each)), None)
    return _pass(figure.id) if foe is None or not _can_attack(figure, rulings) else _attack(figure.id, foe)


FACING: Final = {LaurelsRole.PARTY: LaurelsRole.OPPONENTS, LaurelsRole.OPPONENTS: LaurelsRole.PARTY}
"""The other side of each."""


def _can_attack(figure: models.LaurelsCombatant, rulings: LaurelsRulings) -> bool:
    try:
        refuse_attack(figure, PLAIN, mode_of(figure, None), rulings, NOWHERE)
    except RulesRefuse:
        return False
    return True


def reason_of(order: models.LaurelsOrder | None) -> str:
    """Return why the policy gives an order that is no standing order, in a clause for players."""
    if isinstance(order, models.LaurelsAttackOrder):
        return "attacks the first foe that is still in the fight"
    return "cannot attack with what it has in hand, and passes"


@lru_cache(maxsize=4096)
def _attack(actor: str, target: str) -> models.LaurelsAttackOrder:
    return models.LaurelsAttackOrder(action="attack", actor=actor, target=target)


@lru_cache(maxsize=1024)
def _pass(actor: str) -> models.LaurelsPassOrder:
    return models.LaurelsPassOrder(action="pass", actor=actor)


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
