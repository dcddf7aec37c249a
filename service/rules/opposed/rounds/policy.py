"""Orders in a skirmish: a figure's standing order while it can be followed, else a default order."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle import models
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book.words import OpposedFlight, OpposedMode, OpposedPosture
from service.rules.opposed.figures.models import USUAL, OpposedSituation
from service.rules.opposed.rounds.assault import has_lost_means

PRONE: Final = OpposedPosture.PRONE
IDLE: Final = (models.OpposedPassOrder, models.OpposedOtherOrder)


def orders_for(
    battle: Battle, standing: Sequence[models.OpposedOrder | None], distance_hexes: int
) -> tuple[models.OpposedOrder | None, ...]:
    """Give every able figure its order for a round, by place."""
    able = [figure for figure in battle.figures if is_able(figure)]
    sides = {figure.side for figure in able}
    foes = {side: [figure.id for figure in able if figure.side != side] for side in sides}
    return tuple(
        [
            _order_for(figure, order, battle, foes[figure.side], distance_hexes) if is_able(figure) else None
            for figure, order in zip(battle.figures, standing, strict=True)
        ]
    )


def _order_for(
    figure: models.OpposedCombatant,
    order: models.OpposedOrder | None,
    battle: Battle,
    foes: Sequence[str],
    distance_hexes: int,
) -> models.OpposedOrder:
    if figure.posture is PRONE and not figure.stunned and not isinstance(order, IDLE):
        return models.OpposedStandUpOrder(action="stand_up", actor=figure.id)
    if order is not None and _can_follow(order, figure, battle):
        return order
    return default_order(figure, foes, distance_hexes)


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
    figure: models.OpposedCombatant, foes: Sequence[str], distance_hexes: int
) -> models.OpposedAttackOrder:
    """Strike the first able foe that the figure is engaged with, else shoot at the first able foe, else close with it.

    `foes` are the ids of those who are able, in request order; there is at least one.
    """
    near = figure.engaged_with
    for foe in foes:
        if foe in near:
            return _strike(figure.id, foe)
    flight = figure.weapon.flight
    return _strike(figure.id, foes[0]) if flight is None else _shot(figure.id, foes[0], flight, distance_hexes)


@lru_cache(maxsize=1024)
def _strike(actor: str, target: str) -> models.OpposedAttackOrder:
    return models.OpposedAttackOrder(
        action="attack", actor=actor, target=target, mode=OpposedMode.MELEE, situation=USUAL
    )


@lru_cache(maxsize=1024)
def _shot(actor: str, target: str, flight: OpposedFlight, distance_hexes: int) -> models.OpposedAttackOrder:
    situation = OpposedSituation(flight=flight, distance_hexes=distance_hexes)
    return models.OpposedAttackOrder(
        action="attack", actor=actor, target=target, mode=OpposedMode.RANGED, situation=situation
    )
