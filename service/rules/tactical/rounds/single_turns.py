"""Single turns: that of the figure that is next, and those after it of figures that play by themselves."""

from collections.abc import Sequence
from dataclasses import replace

from service.dice.model import Dice
from service.rules.kernel.telling import order_told, sentence
from service.rules.kernel.turns.situations import refuse_others, stops_before_turn
from service.rules.kernel.verdict import Until
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.maneuvers import KINDS, STAYED
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalOnError
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import is_conscious, name_of
from service.rules.tactical.rounds import records
from service.rules.tactical.rounds.acting.checks import refuse_early
from service.rules.tactical.rounds.ending import end_of, refuse_over
from service.rules.tactical.rounds.order import left_in, next_of, order_of, waiting_of
from service.rules.tactical.rounds.policy.policy import minded
from service.rules.tactical.rounds.round import (
    end_round,
    ending_text,
    is_eventful,
    is_over,
    orders_of,
    outcome_of,
    play_turn,
    pointed,
)
from service.rules.tactical.rounds.turn.events import MOST_TURNS


def resolve_turn(
    input: records.TacticalTurnInput, rulings: TacticalRulings, dice: Dice
) -> records.TacticalRoundOutcome:
    """Play the turn of the figure that is next, and of those after it that play by themselves (`npc`).

    It ends before the first turn of another figure, at the end of the fight, and at the end of the round at the latest.
    Send the figures, `order` and `waiting` back to play on. Turns that are played one by one come to the same as a
    round. Without `intent` the figure that is next plays by itself. Where dice are to decide who is next, they are
    rolled first, and only turns of figures that play by themselves follow: send no `intent` then. An order lets others
    pass (`lets_pass`) as long as the request lasts.

    Dice: those of `resolve-round`, up to the last turn.
    Raises: NotNext, AlreadyActed, FightOver, and the refusals of rounds.
    Source: the base game; Maneuvers in Tactical Combat.
    """
    field = field_of(input, rulings)
    refuse_over(input)
    acting = left_in(field.figures(), input.order, input.waiting)
    first = next_of(acting, input, rulings.tie)
    rolls = len(first) > 1
    served = [*input.npc, *([] if rolls else first)] if input.until is Until.PLAYER else [each.id for each in field]
    given = {} if input.intent is None else {"/intent": input.intent}
    orders = orders_of(field, input, acting, given, served)
    if input.intent is not None:
        figure, firsts = field[input.intent.figure], [field[each] for each in first]
        refuse_others(figure, firsts, name_of, "/intent/figure", rules.TURN_ORDER)
        if input.on_error is TacticalOnError.FAIL:
            refuse_early(field, given, first, orders, dice)
    order, mind = order_of(input.figures, input.order, rulings.tie, dice), minded(dice)
    waiting, turns = list(waiting_of(order, acting)), list[records.TacticalTurnReport]()
    while waiting and not _stops(field, input, waiting[0], turns, rolls=rolls):
        turns.append(play_turn(field, waiting.pop(0), orders, dice, mind))
    if not waiting:
        end_round(field, input, dice)
    outcome = outcome_of(field, input, order, waiting, pointed(turns, given), orders)
    return replace(outcome, summary=_text(field, input, outcome))


def _stops(
    field: Field, input: records.TacticalTurnInput, id: str, turns: Sequence[records.TacticalTurnReport], *, rolls: bool
) -> bool:
    """Return whether a request ends before the turn of a figure; those who are out of action are passed over."""
    return is_conscious(field[id]) and stops_before_turn(
        input.until,
        has_begun=rolls or any(not each.skipped for each in turns),
        is_served=id in input.npc,
        is_over=is_over(field) and end_of(input.model_copy(update={"figures": field.figures()})).over,
    )


def _text(field: Field, input: records.TacticalTurnInput, outcome: records.TacticalRoundOutcome) -> str:
    """Say what turns came to: as of a round, but if nothing has happened to anybody, what everybody did."""
    turns = [each for each in outcome.turns if each.maneuver is not None and not each.skipped]
    if any(map(is_eventful, turns)):
        return outcome.summary
    told = [each.summary or sentence(f"{field.name_of(each.figure)} {_quiet(each)}") for each in turns]
    rolled = order_told([field.name_of(each) for each in outcome.order if not field[each].hidden])
    return " ".join([*(told[:MOST_TURNS] or [rolled]), *ending_text(field, input, outcome.verdict)])


def _quiet(turn: records.TacticalTurnReport) -> str:
    """Say what a turn was of which nothing is told."""
    maneuver = turn.maneuver or TacticalManeuver.DO_NOTHING
    return STAYED if maneuver is TacticalManeuver.MOVE else KINDS[maneuver].says
