"""One round: every figure that can act takes a turn, in turn order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from operator import is_not
from typing import Final

from service.dice.model import Dice
from service.dice.transcript import capital
from service.rules.kernel.hexes import hex_text
from service.rules.kernel.telling import won_told
from service.rules.kernel.turns.situations import end_told, refuse_acted
from service.rules.tactical.attack.situation.said_defenses import refuse_unread_defenders
from service.rules.tactical.attack.situation.situation import unforced_choice
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import TacticalDuplicateId
from service.rules.tactical.book.words import TacticalChangeReason, TacticalOnError, TacticalStance
from service.rules.tactical.figures.changes import changes_of
from service.rules.tactical.figures.field import Field, fills, is_crowded
from service.rules.tactical.figures.filled_hexes import is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of, settle_pairs
from service.rules.tactical.figures.placement import nearest_free
from service.rules.tactical.figures.standing import changed, hp_of, is_able, is_conscious, name_of, with_state
from service.rules.tactical.rounds import records
from service.rules.tactical.rounds.acting.checks import refuse_early
from service.rules.tactical.rounds.acting.turns import passed_over, take_turn
from service.rules.tactical.rounds.ending import end_of, refuse_over
from service.rules.tactical.rounds.order import firsts_of, left_in, order_of, waiting_of
from service.rules.tactical.rounds.policy.policy import Choice, minded
from service.rules.tactical.rounds.turn.changes import told_of
from service.rules.tactical.rounds.turn.events import MOST_TURNS, Watcher
from service.rules.tactical.rounds.turn.readying import remember_drops
from service.rules.tactical.rounds.turn.turn import Orders
from service.rules.tactical.rounds.waiting.waits import Waits

STEADY: Final = TacticalStance.STEADY
MADE_ROOM: Final = TacticalChangeReason.MADE_ROOM

Mind = Callable[[Field, str, TacticalStance], Choice]
"""Decides what a figure does that plays by itself."""


def resolve_round(
    input: records.TacticalRoundInput, rulings: TacticalRulings, dice: Dice
) -> records.TacticalRoundOutcome:
    """Play one round: a turn of one second for every figure that can act, in turn order.

    Send the figures, and the turn order, back with new orders to play the next round. Of a round that is under way
    (`waiting`) the rest is played. Distances are in hexes, which are yards, and injury in hit points.

    Dice: D6 for each figure that ties in the turn order, again for those who still tie, in the first round; then for
    each turn 3D6 against HT to stay conscious; those of evades and slams on the way; those of a feint, an attack or an
    action in close combat; those of waits that they set off, as they happen; 3D6 against HT to recover from a stun.
    Raises: the refusals of rounds.
    Source: the base game; Maneuvers in Tactical Combat.
    """
    field = field_of(input, rulings)
    refuse_over(input)
    acting = left_in(field.figures(), input.order, input.waiting)
    given = {f"/intents/{place}": intent for place, intent in enumerate(input.intents)}
    orders = orders_of(field, input, acting, given, input.served)
    if input.on_error is TacticalOnError.FAIL:
        ordered = [each for each in acting if is_able(each) and (each.id in orders.intents or each.id in input.served)]
        refuse_early(field, given, firsts_of(ordered, input.figures, input.order, rulings.tie), orders, dice)
    order = order_of(input.figures, input.order, rulings.tie, dice)
    waiting = waiting_of(order, acting)
    turns = play_round(field, waiting, orders, dice, minded(dice))
    end_round(field, input, dice)
    return outcome_of(field, input, order, (), pointed(turns, given), orders)


def orders_of(
    field: Field,
    input: records.TacticalTurns,
    acting: Sequence[TacticalFigure],
    given: Mapping[str, records.TacticalIntent],
    served: Iterable[str],
) -> Orders:
    """Return what has been ordered for a round, and who plays by itself.

    `acting` are still to act in it, `given` has orders by the pointers to them, and `served` are the ids of those who
    play by themselves if they have no order.
    """
    intents: dict[str, records.TacticalIntent] = {}
    left = {each.id for each in acting}
    for pointer, intent in given.items():
        at = f"{pointer}/figure"
        figure = field.find(intent.figure, at)
        if intent.figure in intents:
            raise TacticalDuplicateId(f"{intent.figure!r} has two orders.", pointer=at)
        if intent.figure not in left:
            refuse_acted(name_of(figure), at, rules.TURN_SECOND)
        intents[intent.figure] = intent
    for place, name in enumerate(input.npc):
        field.find(name, f"/npc/{place}")
    for place, stance in enumerate(input.stances):
        field.find(stance.figure, f"/stances/{place}/figure")
    for place, defender in enumerate(input.defenses):
        field.find(defender.figure, f"/defenses/{place}/figure")
    refuse_unread_defenders(input.defenses)
    wanted = {each.figure: each.stance for each in input.stances}
    stances = {name: wanted.get(name, STEADY) for name in served}
    defenses = {each.figure: unforced_choice(each.defense) for each in input.defenses}
    return Orders(intents, defenses, [], stances)


def play_round(
    field: Field, order: Sequence[str], orders: Orders, dice: Dice, mind: Mind
) -> tuple[records.TacticalTurnReport, ...]:
    """Play the turns of a round on the field, in order.

    Dice: those of `resolve-round` after the turn order.
    """
    return tuple([play_turn(field, name, orders, dice, mind) for name in order])


def play_turn(field: Field, id: str, orders: Orders, dice: Dice, mind: Mind) -> records.TacticalTurnReport:
    """Play the turn of one figure on the field, or pass it over; then those make room who have been crowded.

    What is left on the field may be sent again as it is, whether the round goes on or not.

    Dice: those of `take_turn`; those of waits that making room sets off.
    """
    before, watcher = field.figures(), Waits(field, dice, orders.defended)
    field.forget_placed()
    done = _turn(field, id, orders, dice, watcher, mind)
    field.acting, after = None, field.figures()
    changed = compress(zip(before, after, strict=True), map(is_not, before, after))
    if any(_placing(was) != _placing(now) for was, now in changed):
        acted = len(field.placed)
        settle_pairs(field)
        make_room(field, dice)
        found = watcher.follow() if field.waiting() else ()
        if found:
            settle_pairs(field)
        remember_drops(field)
        field.mark_sharing()
        moved = told_of(field, field.placed[acted:]) if dice.tells else ()
        told = [*map(capital, moved), *[each.summary for each in found]] if dice.tells else ()
        if found or told:
            summary = " ".join([done.summary, *told])
            done = replace(done, interrupts=(*done.interrupts, *found), summary=summary)
    return replace(done, changes=changes_of(field, before, None if done.interrupts else id)) if dice.tells else done


def pointed(
    turns: Sequence[records.TacticalTurnReport], given: Mapping[str, records.TacticalIntent]
) -> tuple[records.TacticalTurnReport, ...]:
    """Return turns whose errors point into the request, in which orders stand at their pointers."""
    places = {intent.figure: pointer for pointer, intent in given.items()}
    return tuple([_pointed(each, places.get(each.figure, "")) for each in turns])


def _pointed(turn: records.TacticalTurnReport, place: str) -> records.TacticalTurnReport:
    if turn.error is None or not place:
        return turn
    return replace(turn, error=replace(turn.error, pointer=f"{place}{turn.error.pointer}"))


def _placing(figure: TacticalFigure) -> tuple[object, ...]:
    """Return where and how a figure stands, with its weapons and foes: what may crowd others, or free them."""
    state = figure.state
    stands = (figure.hex, figure.facing, figure.posture, is_conscious(figure))
    return (*stands, figure.ready, state.dropped, state.close, state.grapples)


def _turn(
    field: Field, id: str, orders: Orders, dice: Dice, watcher: Watcher, mind: Mind
) -> records.TacticalTurnReport:
    """Play the turn of one figure, or pass it over; who is pinned acts only if somebody decides what it does."""
    figure, intent = field[id], orders.intents.get(id)
    played = intent is None and id in orders.stances
    if not is_conscious(figure) or (figure.state.pinned_by and intent is None and not played):
        return passed_over(field, id, dice, watcher, orders)
    if played:
        chosen = mind(field, id, orders.stances[id]).approved
        return take_turn(field, id, None, dice, watcher, orders, chosen=chosen)
    return take_turn(field, id, intent, dice, watcher, orders)


def end_round(field: Field, input: records.TacticalTurns, dice: Dice) -> None:
    """Record the end of a round."""
    sides = ", ".join(able_sides(field)) or "none"
    dice.note(rules.TURN_ROUND_END, f"End of round {input.round}. Sides that can still act: {sides}.")


# What it came to


def able_sides(field: Field) -> tuple[str, ...]:
    """Return the sides that have figures left that can act, as they first appear in the request."""
    return tuple(dict.fromkeys([each.side for each in field if is_able(each)]))


def is_over(field: Field) -> bool:
    """Return whether no two sides that are foes have figures left that can act."""
    able = {each.side: each for each in field if is_able(each)}
    return not any(field.is_foe(one, other) for one in able.values() for other in able.values())


def outcome_of(
    field: Field,
    input: records.TacticalTurns,
    order: Sequence[str],
    waiting: Sequence[str],
    turns: Sequence[records.TacticalTurnReport],
    orders: Orders,
) -> records.TacticalRoundOutcome:
    """Return what turns of a round came to; `waiting` are the ids of those who are still to act in it."""
    sides, over = able_sides(field), is_over(field)
    verdict = records.TacticalRoundVerdict(
        over=over,
        winner=sides[0] if over and len(sides) == 1 else None,
        fallen=tuple([each.id for each in input.figures if is_conscious(each) and not is_conscious(field[each.id])]),
        injury=sum([max(hp_of(each) - hp_of(field[each.id]), 0) for each in input.figures]),
    )
    return records.TacticalRoundOutcome(
        summary=round_text(turns, ending_text(field, input, verdict)),
        verdict=verdict,
        round=input.round,
        order=tuple(order),
        waiting=tuple(waiting) or None,
        turns=tuple(turns),
        items=tuple(orders.taken),
        able_sides=sides,
        fight_over=over,
        figures=field.changed(),
    )


# Who stands in one hex after a turn


def make_room(field: Field, dice: Dice) -> None:
    """Part friends who share a hex without fighting a foe there: one of them steps aside, or draws in its legs.

    It is the one listed last that is in no close combat. Without a free hex near it stays, and the answer marks both.
    Source: Hexes.
    Ruling: tactical/ruling/crowd-vs-close.
    """
    sharing = field.sharing()
    for figure in reversed([each for each in field if each.id in sharing]) if sharing else ():
        now = field[figure.id]
        if now.state.close or not fills(now):
            continue
        if now.state.sharing:
            now = with_state(now, sharing=False)
        if is_crowded(field, now, field.body(now)):
            _step_aside(field, now, dice)


def _step_aside(field: Field, figure: TacticalFigure, dice: Dice) -> None:
    body = field.body(figure)
    if is_stretched(figure, field.rulings) and not is_crowded(field, figure, body[-1:]):
        field.put(with_state(changed(figure, hex=body[-1]), huddled=True), MADE_ROOM)
        dice.note(rules.FIGURES_ONE_PER_HEX, f"{name_of(figure)} drew in its legs.", actor=figure.id)
        return
    there = nearest_free(field, figure, body)
    if there is not None:
        field.put(changed(figure, hex=there), MADE_ROOM)
        text = f"{name_of(figure)} made room and stepped to {hex_text(there)}."
        dice.note(rules.FIGURES_ONE_PER_HEX, text, actor=figure.id)


def round_text(turns: Sequence[records.TacticalTurnReport], ending: Sequence[str]) -> str:
    """Say what a round came to: the turns in which something happened to somebody, and how the fight has ended."""
    eventful = [each.summary for each in turns if is_eventful(each)]
    told = eventful[:MOST_TURNS]
    if len(eventful) > MOST_TURNS:
        more = len(eventful) - MOST_TURNS
        told.append("And one turn more." if more == 1 else f"And {more} turns more.")
    return " ".join([*(told or ["Nobody attacked."]), *ending])


def ending_text(field: Field, input: records.TacticalTurns, verdict: records.TacticalRoundVerdict) -> list[str]:
    """Say that the fight is over, if it is: who has won, and whom each side lost."""
    if not verdict.over:
        return []
    told = end_told(
        field.figures(), lambda seen, known: end_of(input.model_copy(update={"figures": seen}), known=known)
    )
    return [told or won_told(verdict.winner)]


def is_eventful(turn: records.TacticalTurnReport) -> bool:
    """Return whether something happened to somebody in a turn."""
    return bool(turn.attacks or turn.slams or turn.interrupts or turn.contest or turn.feint or turn.error)
