"""Orders in a skirmish: a figure's standing order while it can be followed, else a default order."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle import models
from service.rules.opposed.battle.judging import loss_of
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book.words import OpposedFlight, OpposedMode, OpposedPosture
from service.rules.opposed.figures.models import USUAL, OpposedSituation

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
    if order is not None and (isinstance(order, IDLE) or not _rises(figure)) and _makes_sense(order, figure, battle):
        return order
    return choice_of(figure, foes, distance_hexes).order


def _makes_sense(order: models.OpposedOrder, figure: models.OpposedCombatant, battle: Battle) -> bool:
    """Return whether a standing order can still be followed and does something."""
    targeted = models.OpposedAttackOrder | models.OpposedRestrainOrder
    return loss_of(figure, order, battle.figure(order.target) if isinstance(order, targeted) else None) is None


def _rises(figure: models.OpposedCombatant) -> bool:
    return figure.posture is PRONE and not figure.stunned


class Choice(NamedTuple):
    """What a figure without a standing order does, and why, in a clause for players."""

    order: models.OpposedOrder
    why: str


def choice_of(figure: models.OpposedCombatant, foes: Sequence[str], distance_hexes: int) -> Choice:
    """Return what a figure does by default.

    It gets up; else it strikes the first able foe that it is engaged with; else shoots at the first able foe; else
    closes with that foe. `foes` are the ids of those who are able, in request order; there is at least one.
    """
    if _rises(figure):
        return Choice(models.OpposedStandUpOrder(action="stand_up", actor=figure.id), "is prone, and gets up first")
    near = figure.engaged_with
    for foe in foes:
        if foe in near:
            return Choice(_strike(figure.id, foe), "strikes the first foe that it is engaged with")
    flight = figure.weapon.flight
    if flight is None:
        return Choice(_strike(figure.id, foes[0]), "closes with the first foe that can still fight")
    return Choice(_shot(figure.id, foes[0], flight, distance_hexes), "shoots at the first foe that can still fight")


def order_at(battle: Battle, place: int) -> models.OpposedOrder:
    """Return what a figure does by default as its turn begins; without a foe that can fight it passes."""
    figure = battle.figures[place]
    foes = [each.id for each in battle.figures if each.side != figure.side and is_able(each)]
    if not foes:
        return models.OpposedPassOrder(action="pass", actor=figure.id)
    return choice_of(figure, foes, models.USUAL_DISTANCE).order


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
