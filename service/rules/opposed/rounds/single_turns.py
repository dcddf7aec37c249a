"""Single turns: that of the figure that is next, and those after it of figures that no person plays."""

from collections.abc import Sequence

from service.dice.model import Dice
from service.rules.kernel.telling import order_told
from service.rules.kernel.turns.situations import has_player, seen_of, stops_before_turn
from service.rules.kernel.verdict import Until
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.battle.events import turns_told, warn
from service.rules.opposed.battle.initiative import initiative_total, initiative_value
from service.rules.opposed.battle.models import OpposedCombatant, OpposedSide, OpposedSingleTurn
from service.rules.opposed.battle.outcomes import OpposedTurnOutcome
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.rounds.ending import ending_text
from service.rules.opposed.rounds.order import Line, acted_in, battle_of, firsts_in, under_way_of
from service.rules.opposed.rounds.round import Round, Turns, fallen_in, opened, prepared, standing


def resolve_turn(input: OpposedSingleTurn, rulings: OpposedRulings, dice: Dice) -> OpposedTurnOutcome:
    """Play the turn of the figure that is next, and those of figures after it that no person plays.

    It ends before the turn of a figure that a person plays (`is_pc`), at the end of the fight, and at the end of the
    round at the latest. Where no figure has a person, each is waited for. Send `state` and `under_way` back to play on.
    Turns that are played one by one come to the same as a round with `npc_orders`. Without an order the service chooses
    for the figure that is next. Where dice are to decide who that is, they are rolled first, and only turns of figures
    follow that no person plays: send no order then. Figures that are down are passed over.

    Dice: those of `resolve-round`, up to the last turn.
    Raises: NotNext, AlreadyActed, FightOver, and the refusals of rounds.
    Ruling: opposed/ruling/consequence-dice, opposed/ruling/fumble-initiative, opposed/ruling/initiative-ties.
    Source: 57.3 Combat Equation Summary; the order of phases is Umpire's adaptation.
    """
    battle, command = prepared(input, rulings)
    warn(input.participants, input.grievous_table, rulings, dice)
    under_way = input.under_way
    rolls = under_way is None and len(firsts_in(battle_of(input.participants), None, rulings)) > 1
    begin, turns = opened(battle.told() if dice.tells else battle, command, input)
    acted = () if under_way is None else acted_in(battle, under_way)
    if under_way is None:
        turns = begin.advance(turns, dice)
    turns, played = _played(begin, turns, input, dice, rolls=rolls)
    waiting = (*turns.engaged, *turns.unengaged)
    return OpposedTurnOutcome(
        summary=_summary(turns, input.sides, fallen_in(battle, turns.battle)),
        verdict=begin.verdict(turns),
        round=input.round,
        unengaged_initiative=tuple([initiative_total(claim) for claim in turns.side_claims]),
        engaged_initiative=tuple([initiative_value(claim) for claim in turns.engaged_claims if under_way is None]),
        events=turns.events,
        changes=turns.battle.changes or (),
        under_way=under_way_of(turns.battle, [begin.claims[each] for each in turns.engaged], acted + played, waiting)
        if waiting
        else None,
        state=turns.battle.figures,
    )


def _played(begin: Round, turns: Turns, input: OpposedSingleTurn, dice: Dice, *, rolls: bool) -> tuple[Turns, Line]:
    """Play turns up to the first that is not to be played; also return who has acted in them."""
    figures, has_begun = input.participants, rolls
    acted: Line = ()
    while waiting := (*turns.engaged, *turns.unengaged):
        place, able = waiting[0], is_able(turns.battle.figures[waiting[0]])
        if able and stops_before_turn(
            input.until,
            has_begun=has_begun,
            is_served=input.until is Until.PLAYER and not has_player(figures[place], figures),
            is_over=len(standing(turns.battle.figures)) < 2,
        ):
            break
        turns = begin.play(turns, dice, 1)
        acted = (*acted, place)
        has_begun = has_begun or able
    return turns, acted


def _summary(turns: Turns, sides: Sequence[OpposedSide], fallen: Sequence[OpposedCombatant]) -> str:
    """Say what turns came to; if there were none, that their order was rolled."""
    figures, over = turns.battle.figures, ending_text(turns.battle.figures, sides)
    if turns.events or not turns.engaged + turns.unengaged:
        return turns_told(turns.events, fallen, over)
    waiting = seen_of([figures[each] for each in (*turns.engaged, *turns.unengaged)])
    return order_told([called(each) for each in waiting])
