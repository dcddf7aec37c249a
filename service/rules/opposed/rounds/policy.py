"""Orders in a skirmish: a figure's standing order while it can be followed, else a default order."""

from collections.abc import Sequence

from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle import models
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book.words import OpposedMode, OpposedPosture
from service.rules.opposed.figures.models import USUAL, OpposedSituation
from service.rules.opposed.rounds.assault import has_lost_means


def orders_for(
    battle: Battle, standing: Sequence[models.OpposedOrder | None], distance_hexes: int
) -> tuple[models.OpposedOrder | None, ...]:
    """Give every able figure its order for a round, by place."""
    able = [figure for figure in battle.figures if is_able(figure)]
    return tuple(
        [
            _order_for(figure, order, battle, able, distance_hexes) if is_able(figure) else None
            for figure, order in zip(battle.figures, standing, strict=True)
        ]
    )


def _order_for(
    figure: models.OpposedCombatant,
    order: models.OpposedOrder | None,
    battle: Battle,
    able: Sequence[models.OpposedCombatant],
    distance_hexes: int,
) -> models.OpposedOrder:
    idles = isinstance(order, models.OpposedPassOrder | models.OpposedOtherOrder)
    if figure.posture is OpposedPosture.PRONE and not figure.stunned and not idles:
        return models.OpposedStandUpOrder(action="stand_up", actor=figure.id)
    if order is not None and _can_follow(order, figure, battle):
        return order
    return default_order(figure, able, distance_hexes)


def _can_follow(order: models.OpposedOrder, figure: models.OpposedCombatant, battle: Battle) -> bool:
    """Return whether a standing order still makes sense."""
    match order:
        case models.OpposedAttackOrder():
            return is_able(battle.figure(order.target)) and not has_lost_means(figure, order)
        case models.OpposedRestrainOrder():
            return is_able(battle.figure(order.target))
        case models.OpposedWithdrawOrder():
            return bool(figure.engaged_with)
        case models.OpposedRecoverOrder():
            return figure.stunned
        case models.OpposedStandUpOrder():
            return figure.posture is not OpposedPosture.STANDING
        case _:
            return True


def default_order(
    figure: models.OpposedCombatant, able: Sequence[models.OpposedCombatant], distance_hexes: int
) -> models.OpposedAttackOrder:
    """Strike the first able foe that the figure is engaged with, else shoot at the first able foe, else close with it.

    `able` is in request order; at least one of them is a foe.
    """
    foes = [other for other in able if other.side != figure.side]
    near = [other for other in foes if other.id in figure.engaged_with]
    situation, mode = USUAL, OpposedMode.MELEE
    if not near and figure.weapon.flight is not None:
        situation = OpposedSituation(flight=figure.weapon.flight, distance_hexes=distance_hexes)
        mode = OpposedMode.RANGED
    foe = (near or foes)[0].id
    return models.OpposedAttackOrder(action="attack", actor=figure.id, target=foe, mode=mode, situation=situation)
