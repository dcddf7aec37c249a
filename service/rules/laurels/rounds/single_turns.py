"""Single turns: that of the participant that is next, and those after it of participants whom no person plays."""

from collections.abc import Collection

from service.dice.model import Dice
from service.rules.kernel.turns.situations import has_player, stops_before_turn
from service.rules.kernel.verdict import Until
from service.rules.laurels.attack.legality import warn_of_blanks
from service.rules.laurels.battle.initiative import outcome_of, refuse_reverse, warn_of_surprise
from service.rules.laurels.battle.judging import place_of
from service.rules.laurels.battle.models import (
    LaurelsAttackMade,
    LaurelsCombatant,
    LaurelsSingleTurn,
    LaurelsUnderWay,
)
from service.rules.laurels.battle.muster import mustered, orders_in, refuse_turn_order
from service.rules.laurels.battle.outcomes import LaurelsTurnOutcome
from service.rules.laurels.battle.state import Battle, is_decided
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsAction
from service.rules.laurels.rounds.ending import refuse_over
from service.rules.laurels.rounds.order import Line, acted_in, has_turn, refuse_out_of_turn
from service.rules.laurels.rounds.round import Lines, ended, next_turn, opened, told_of, verdict_of
from service.rules.laurels.rounds.turn import Command


def resolve_turn(input: LaurelsSingleTurn, rulings: LaurelsRulings, dice: Dice) -> LaurelsTurnOutcome:
    """Play the turn of the participant that is next, and those of participants after it whom no person plays.

    It ends before the turn of one whom a person plays (`is_pc`), at the end of the fight, and at the end of the round
    at the latest. Where no participant has a person, each is waited for. Send `state` and `under_way` back to play on.
    Turns that are played one by one come to the same as a round with `npc_orders`. Without an order the service chooses
    for the participant that is next. A round begins with a request without an order: it rolls initiative, and plays
    on only if no person plays who is first. Those who are dead or surprised are passed over.

    Dice: those of `resolve-round`, up to the last turn.
    Raises: NotNext, AlreadyActed, FightOver, ParticipantHasFled, and the refusals of rounds.
    Ruling: laurels/ruling/simultaneity, laurels/ruling/immune-member-order.
    Source: The Combat Round and Combat Turns.
    """
    refuse_over(input.participants)
    battle = mustered(input.participants, input.under_way)
    refuse_turn_order(input.turn_order, battle)
    refuse_reverse(input.reverse)
    _refuse_out_of_turn(battle, input)
    orders = orders_in(battle, input.participants, input.orders, rulings, input.under_way)
    warn_of_surprise(input, dice, is_rolled=input.under_way is not None)
    warn_of_blanks([(figure, "participant") for figure in input.participants], dice)
    command = Command(input, input.turn_order, orders, rulings, frozenset(range(len(input.participants))))
    told = battle.told(input.participants) if dice.tells else battle
    lines = opened(told, command, input.under_way, dice)
    acted = () if input.under_way is None else acted_in(battle, input.under_way)
    order = (*acted, *lines.waiting)
    served = _served_in(input.participants)
    while lines.waiting and not _stops(lines, input, served):
        lines = next_turn(command, lines, dice)
    if not lines.waiting:
        lines = ended(lines, dice)
    return LaurelsTurnOutcome(
        summary=_summary(input, lines),
        verdict=verdict_of(battle, lines),
        round=input.round,
        initiative=outcome_of(lines.past.initiative) if input.under_way is None else None,
        events=lines.past.events,
        changes=lines.battle.changes or (),
        under_way=None if lines.is_over else _under_way(lines, order),
        state=lines.battle.figures,
    )


def _refuse_out_of_turn(battle: Battle, input: LaurelsSingleTurn) -> None:
    for position, order in enumerate(input.orders):
        named = f"/orders/{position}/actor"
        place = place_of(order.actor, battle, named)
        pointers = f"/participants/{place}", named
        refuse_out_of_turn(battle, input.participants[place], input.under_way, input.turn_order, pointers)


def _served_in(figures: Collection[LaurelsCombatant]) -> frozenset[int]:
    """Return the places of those who have no player."""
    return frozenset([place for place, each in enumerate(figures) if not has_player(each, figures)])


def _stops(lines: Lines, input: LaurelsSingleTurn, served: frozenset[int]) -> bool:
    """Return whether a request ends before the next turn; those who lose theirs are passed over."""
    place = lines.waiting[0]
    rolled = input.under_way is None
    return has_turn(lines.battle.figures[place], lines.surprised) and stops_before_turn(
        input.until,
        has_begun=rolled or any(each.action is not LaurelsAction.NONE for each in lines.past.events),
        is_served=place in served and input.until is Until.PLAYER,
        is_over=is_decided(lines.battle.figures),
    )


def _under_way(lines: Lines, order: Line) -> LaurelsUnderWay:
    """Return what is left of a round."""
    figures, initiative = lines.battle.figures, lines.past.initiative
    attacks = [
        LaurelsAttackMade(attacker=figure.id, target=target)
        for figure, targets in zip(figures, lines.battle.attacked, strict=True)
        for target in targets
    ]
    return LaurelsUnderWay(
        face=initiative.face,
        first=lines.first,
        surprised=lines.surprised,
        order=tuple([figures[place].id for place in order]),
        waiting=tuple([figures[place].id for place in lines.waiting]),
        attacks=tuple(attacks),
    )


def _summary(input: LaurelsSingleTurn, lines: Lines) -> str:
    """Say what turns came to, beginning with initiative if it was rolled for them; the dead are not told again."""
    rolled = outcome_of(lines.past.initiative).summary
    told = [f"Round {input.round}: {rolled[0].lower()}{rolled[1:]}"] if input.under_way is None else []
    return told_of(lines, " ".join(told))
