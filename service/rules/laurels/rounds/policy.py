"""The policy of a skirmish: what each participant does in a fight without players."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from service.errors import RulesRefuse
from service.rules.laurels.attack.legality import Places
from service.rules.laurels.attack.parry import has_shield
from service.rules.laurels.battle import models
from service.rules.laurels.battle.muster import Orders, refuse_order
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsRole

NOWHERE = Places("", "")


def orders_for(battle: Battle, standing: Orders, rulings: LaurelsRulings) -> Orders:
    """Return the orders of a round, by place: one for everybody in the fight."""
    first: dict[LaurelsRole, str] = {}
    for figure in battle.figures:
        if figure.role not in first and is_in(figure):
            first[figure.role] = figure.id
    foes = {role: first[other] for role, other in FACING.items() if other in first}
    pairs = zip(battle.figures, standing, strict=True)
    return tuple([_order_of(battle, *pair, foes, rulings) if is_in(pair[0]) else None for pair in pairs])


FACING: Final = {LaurelsRole.PARTY: LaurelsRole.OPPONENTS, LaurelsRole.OPPONENTS: LaurelsRole.PARTY}
"""The other side of each."""


def _order_of(
    battle: Battle,
    figure: models.LaurelsCombatant,
    standing: models.LaurelsOrder | None,
    foes: Mapping[LaurelsRole, str],
    rulings: LaurelsRulings,
) -> models.LaurelsOrder:
    """Return a standing order if it can be followed; else attack the side's first foe; else pass."""
    if standing is not None and _can_follow(battle, figure, standing, rulings):
        return standing
    attack = _attack(figure.id, foes[figure.role])
    return attack if _is_legal(figure, attack, rulings) else _pass(figure.id)


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
