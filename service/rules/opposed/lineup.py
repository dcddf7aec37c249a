"""The order of turns in a round: engaged figures by their values, then unengaged ones side by side."""

from collections.abc import Iterable, Mapping, Sequence

from service.dice.model import Dice
from service.rules.opposed import battle_rulings
from service.rules.opposed.battle import Battle
from service.rules.opposed.battle_models import OpposedCombatant, OpposedSide
from service.rules.opposed.initiative import (
    Claim,
    after_unengaged_choice,
    engaged_claim,
    in_order,
    roll_side_claim,
)
from service.rules.opposed.legality import is_able
from service.rules.opposed.models import OpposedRulings


def claim_of(figure: OpposedCombatant) -> Claim:
    """Work out a figure's engaged initiative."""
    return engaged_claim(figure.id, figure.perception, figure.agility, figure.weapon.rank, figure.warrior_rank)


def engaged_claims(battle: Battle) -> dict[int, Claim]:
    """Work out the initiative of every engaged figure, by place."""
    return {place: claim_of(figure) for place, figure in enumerate(battle.figures) if figure.engaged_with}


def engaged_line(
    battle: Battle, claims: Mapping[int, Claim], waiting: Iterable[int], last: int | None
) -> tuple[int, ...]:
    """Put the places of engaged figures in acting order, with initiatives as fumbles have lowered them.

    `last` is the place of the figure that has chosen to act last.
    """

    def urgency(place: int) -> tuple[int, ...]:
        total, *favours = claims[place].strength
        return (place == last, battle.lowered[place] - total, *[-each for each in favours], place)

    return tuple(sorted(waiting, key=urgency))


def roll_side_claims(battle: Battle, sides: Sequence[OpposedSide], rulings: OpposedRulings, dice: Dice) -> list[Claim]:
    """Put the sides of unengaged figures in acting order; nothing is rolled for one side alone.

    Dice: D10 for each side that has an unengaged figure able to act, in the order of the sides.
    """
    idle: dict[str, list[OpposedCombatant]] = {}
    for figure in battle.figures:
        if not figure.engaged_with and is_able(figure):
            idle.setdefault(figure.side, []).append(figure)
    if len(idle) < 2:
        return []
    claims = [_roll_for(side, idle[side.id], dice) for side in sides if side.id in idle]
    return after_unengaged_choice(in_order(claims), rulings)


def unengaged_line(
    battle: Battle, sides: Sequence[OpposedSide], claims: Sequence[Claim], waiting: Iterable[int]
) -> tuple[int, ...]:
    """Put the places of unengaged figures in acting order; sides that did not roll come last."""
    rolled = [claim.name for claim in claims]
    order = rolled + [side.id for side in sides if side.id not in rolled]
    turn = {side: number for number, side in enumerate(order)}
    return tuple(sorted(waiting, key=lambda place: turn[battle.figures[place].side]))


def _roll_for(side: OpposedSide, figures: Sequence[OpposedCombatant], dice: Dice) -> Claim:
    """Let a side's leader roll, or, if it is engaged, stunned or down, whoever of these perceives best."""
    fit = [figure for figure in figures if not figure.stunned] or figures
    for figure in fit:
        if figure.id == side.leader and not figure.stunned:
            return roll_side_claim(side.id, figure.perception, figure.military_scientist_rank, dice)
    best = max([figure.perception for figure in fit])
    return roll_side_claim(side.id, best, 0, dice, cites=(battle_rulings.LEADER_UNFIT.id,))
