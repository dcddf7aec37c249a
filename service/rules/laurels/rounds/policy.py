"""The policy of a skirmish: what each participant does in a fight without players."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from service.errors import RulesRefuse
from service.rules.laurels.attack.legality import Places, refuse_attack
from service.rules.laurels.attack.parry import has_shield
from service.rules.laurels.attack.plan import mode_of
from service.rules.laurels.battle import models
from service.rules.laurels.battle.muster import Orders, refuse_order
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsRole

NOWHERE = Places("", "")


def orders_for(battle: Battle, standing: Orders, rulings: LaurelsRulings) -> Orders:
    """Return the orders of a round, by place: one for everybody in the fight."""
    present = [figure if is_in(figure) else None for figure in battle.figures]
    first: dict[LaurelsRole, str] = {}
    for figure in present:
        if figure is not None and figure.role not in first:
            first[figure.role] = figure.id
    foes = {role: first[other] for role, other in FACING.items() if other in first}
    pairs = zip(present, standing, strict=True)
    return tuple([None if who is None else _order_of(battle, who, order, foes, rulings) for who, order in pairs])


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
    return attack if _can_attack(figure, attack, rulings) else _pass(figure.id)


def _can_attack(figure: models.LaurelsCombatant, attack: models.LaurelsAttackOrder, rulings: LaurelsRulings) -> bool:
    try:
        refuse_attack(figure, attack, mode_of(figure, attack.mode), rulings, NOWHERE)
    except RulesRefuse:
        return False
    return True


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
