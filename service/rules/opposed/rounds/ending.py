"""Who is left in a fight between two turns: its end, and its situation."""

from collections.abc import Sequence

from service.rules.kernel.turns.situations import (
    Fighter,
    Turn,
    end_told,
    ending_of,
    has_player,
    refuse_ended,
    turn_situation_of,
)
from service.rules.kernel.verdict import Ending, Situation
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.battle.judging import forced_on
from service.rules.opposed.battle.models import OpposedCombatant, OpposedSide, OpposedUnderWay
from service.rules.opposed.battle.plans import condition_of
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.rounds.order import acted_in, battle_of, firsts_in, opening_of, waiting_in


def end_of(
    figures: Sequence[OpposedCombatant], known: Ending | None = None, sides: Sequence[OpposedSide] = ()
) -> Ending:
    """Return whether a fight is over: at most one side has a figure that is neither down nor gone.

    It is told with the names of those `sides` that have one.
    """
    names = {each.id: each.name or each.id for each in sides}
    return ending_of(
        [Fighter(each.side, called(each), condition_of(each), is_able(each)) for each in figures],
        lambda side: names.get(side, side),
        known=known,
    )


def ending_text(figures: Sequence[OpposedCombatant], sides: Sequence[OpposedSide]) -> str | None:
    """Say how a fight has ended, if it has, and whom each side that viewers see lost."""
    return end_told(figures, lambda seen, known: end_of(seen, known, sides))


def refuse_over(figures: Sequence[OpposedCombatant], sides: Sequence[OpposedSide]) -> None:
    """Refuse a round of a fight that is over."""
    refuse_ended(end_of(figures, sides=sides), rulebook.SKIRMISH_END, "/participants")


def situation_in(
    figures: Sequence[OpposedCombatant],
    number: int,
    under_way: OpposedUnderWay | None,
    rulings: OpposedRulings,
    known: Ending | None = None,
    sides: Sequence[OpposedSide] = (),
) -> Situation:
    """Return the situation of a fight between two turns: in a round that is under way, or before one of a number."""
    battle = battle_of(figures)
    acted: Sequence[int] = ()
    order: Sequence[int] | None
    if under_way is None:
        places, order = opening_of(battle, rulings)
        firsts = [figures[place].id for place in places]
    else:
        acted = acted_in(battle, under_way)
        order = (*acted, *waiting_in(battle, under_way))
        firsts = [each.id for each in firsts_in(battle, under_way, rulings)]
    is_unseen = under_way is None and len({each.side for each in figures if is_able(each)}) < 2  # by viewers
    line = dict.fromkeys([*(order or ()), *range(len(figures))])
    return turn_situation_of(
        [_turn_of(battle.figures[place], figures, acted=place in acted) for place in line],
        () if is_unseen else firsts,
        end_of(figures, known, sides),
        number=number,
        order_known=order is not None,
    )


def _turn_of(figure: OpposedCombatant, figures: Sequence[OpposedCombatant], *, acted: bool) -> Turn:
    able = is_able(figure)
    forced = forced_on(figure) if able else None
    return Turn(
        id=figure.id,
        side=figure.side,
        name=called(figure),
        fate=condition_of(figure),
        chooses=able,
        has_player=has_player(figure, figures),
        forced=None if forced is None else forced.value,
        acted=acted,
    )
