"""One round of a fight: initiative, every turn of one side and then of the other, and its end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.telling import MOST_TURNS, listed, sentence
from service.rules.kernel.turns.situations import end_told, seen_of
from service.rules.laurels.attack.legality import called, warn_of_blanks
from service.rules.laurels.battle.initiative import (
    SPOKEN,
    Sides,
    initiative_told,
    outcome_of,
    refuse_reverse,
    roll_sides,
    surprise_told,
    warn_of_surprise,
)
from service.rules.laurels.battle.models import (
    LaurelsCombatant,
    LaurelsRound,
    LaurelsTurnOrder,
    LaurelsUnderWay,
)
from service.rules.laurels.battle.muster import muster, refuse_turn_order
from service.rules.laurels.battle.outcomes import LaurelsEvent, LaurelsRoundOutcome, LaurelsRoundVerdict
from service.rules.laurels.battle.state import Battle, standing
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsChangeReason, LaurelsReason, LaurelsRole, LaurelsStatus
from service.rules.laurels.rounds.ending import end_of, refuse_over
from service.rules.laurels.rounds.order import ACTING, Line, left_in, line_in, members_of, named_in, waiting_in
from service.rules.laurels.rounds.turn import Command, is_idle, take_turn


@dataclass(unsafe_hash=True, slots=True)
class Past:
    """The initiative roll and the turns taken: answered, but never compared."""

    initiative: Sides = field(compare=False)
    events: tuple[LaurelsEvent, ...] = field(default=(), compare=False)


class Lines(NamedTuple):
    """A round between two turns: who is surprised, and the places of those who are still to act, in order."""

    battle: Battle
    first: LaurelsRole
    surprised: LaurelsRole | None
    waiting: tuple[int, ...]
    past: Past
    is_over: bool = False


def resolve_round(input: LaurelsRound, rulings: LaurelsRulings, dice: Dice) -> LaurelsRoundOutcome:
    """Play one round: initiative, then every turn of one side, then of the other; or the rest of one (`under_way`).

    At its turn a participant's own parry ends; then it moves and carries out its order, or passes without one.
    Members of a surprised side have no turn, unless they cannot be surprised. An attack on a target that is dead or has
    fled is lost. Participants that are dead or have fled when the round begins have no turn. A creature without injury
    slots is dead at 0 stamina. Post `state` back with new orders to play the next round.

    Dice: D6 initiative, unless it was rolled before; then each participant's in acting order, as in `resolve-attack`
    and `resolve-sneak-attack`.
    Raises: FightOver, AlreadyActed, TwoSidesRequired, LaurelsDuplicateParticipant, LaurelsUnknownParticipant,
    LaurelsInvalidTarget, ParticipantDead, MoveExceeded, ParryExcludesAttack, NothingToParryWith, InvalidReverseFaces;
    and what single attacks refuse.
    Ruling: laurels/ruling/simultaneity, laurels/ruling/immune-member-order.
    Source: The Combat Round and Combat Turns; the phases are Umpire's adaptation.
    """
    battle, command = _prepared(input, rulings)
    warn_of_surprise(input, dice, is_rolled=input.under_way is not None)
    warn_of_blanks([(figure, "participant") for figure in input.participants], dice)
    for figure, order in zip(input.participants, command.orders, strict=True):
        if order is not None and figure.status is LaurelsStatus.FLED:
            dice.warn(f"{figure.id!r} has fled: its order has no effect.")
    told = battle.told(input.participants) if dice.tells else battle
    played = _turns(battle, command).play(opened(told, command, input.under_way, dice), dice)
    verdict = verdict_of(battle, played)
    return LaurelsRoundOutcome(
        summary=told_of(played, f"Round {input.round}: {initiative_told(verdict.first, verdict.surprised)}."),
        verdict=verdict,
        round=input.round,
        initiative=outcome_of(played.past.initiative),
        events=played.past.events,
        changes=played.battle.changes or (),
        state=played.battle.figures,
    )


def round_odds(round: LaurelsRound, rulings: LaurelsRulings) -> Distribution[LaurelsRoundVerdict]:
    """Return the exact chances of what a round changes, turn by turn as `resolve_round` plays it.

    Equal battles after a turn are merged. Duels have few different ones, larger fights soon too many.

    Raises: what `resolve_round` refuses; OddsTooLarge, if one turn has more paths than are enumerated.
    """
    battle, command = _prepared(round, rulings)
    begun = Distribution.of(partial(opened, battle.forgetful(), command, round.under_way))
    return _turns(battle, command).odds_from(begun)


def _prepared(round: LaurelsRound, rulings: LaurelsRulings) -> tuple[Battle, Command]:
    refuse_over(round.participants)
    battle, orders = muster(round.participants, round.orders, rulings, round.under_way)
    refuse_turn_order(round.turn_order, battle)
    refuse_reverse(round.reverse)
    served = [place for place, each in enumerate(round.participants) if round.npc_orders and not each.is_pc]
    return battle, Command(round, round.turn_order, orders, rulings, frozenset(served))


def _turns(battle: Battle, command: Command) -> Chain[Lines, LaurelsRoundVerdict]:
    """Return the turns of a round as a chain."""
    return Chain(partial(_advance, command), lambda lines: lines.is_over, partial(verdict_of, battle))


def opened(battle: Battle, command: Command, under_way: LaurelsUnderWay | None, dice: Dice) -> Lines:
    """Return a round before its first turn, or before the next one if it is under way.

    Dice: D6, unless it is under way.
    """
    if under_way is None:
        return line_up(battle, command, dice)
    for role in ACTING[under_way.first]:
        _note_choice(battle, role, command.turn_order, left_in(battle, role, under_way), dice)
    sides = Sides(under_way.face, under_way.first, under_way.surprised)
    waiting = waiting_in(battle, under_way, command.turn_order)
    return Lines(battle, sides.first, sides.surprised, waiting, Past(sides))


def line_up(battle: Battle, command: Command, dice: Dice) -> Lines:
    """Roll initiative and put those who are in the fight in acting order.

    Dice: D6.
    """
    if dice.tells:
        number = command.initiative.round
        text = f"Round {number} began, {6 * (number - 1)} seconds into the fight."
        dice.note(rulebook.ROUND_PHASES, text)
    sides = roll_sides(command.initiative, dice)
    waiting: list[int] = []
    for role in ACTING[sides.first]:
        members = members_of(battle, role)
        _note_choice(battle, role, command.turn_order, members, dice)
        waiting += line_in(battle, role, command.turn_order, members)
    return Lines(battle, sides.first, sides.surprised, tuple(waiting), Past(sides))


def _advance(command: Command, lines: Lines, dice: Dice) -> Lines:
    """Play the next turn, or end the round after the last."""
    return next_turn(command, lines, dice) if lines.waiting else ended(lines, dice)


def next_turn(command: Command, lines: Lines, dice: Dice) -> Lines:
    """Play the turn of the first who waits.

    Dice: those of its order.
    """
    place, waiting = lines.waiting[0], lines.waiting[1:]
    battle, event = take_turn(lines.battle, command, place, lines.surprised, dice)
    past = lines.past
    if dice.tells:
        past = Past(past.initiative, (*past.events, event))
    return Lines(battle, lines.first, lines.surprised, waiting, past)


def _note_choice(
    battle: Battle, role: LaurelsRole, turn_order: LaurelsTurnOrder | None, members: Line, dice: Dice
) -> None:
    """Record in which order a side acts, if it has chosen one; without those whom viewers do not see."""
    if named_in(battle, role, turn_order, members):
        line = seen_of([battle.figures[place] for place in line_in(battle, role, turn_order, members)])
        names = ", ".join([called(each) for each in line])
        dice.note(rulebook.INITIATIVE_SIDE_ORDER, f"In the order that {SPOKEN[role]} chose: {names}.")


def without_idle(command: Command, lines: Lines) -> Lines:
    """Leave out the next turns that change nothing: only who reads of a round learns of them."""
    waiting, passed = lines.waiting, 0
    while passed < len(waiting) and is_idle(lines.battle, command, waiting[passed], lines.surprised):
        passed += 1
    if not passed:
        return lines
    return Lines(lines.battle, lines.first, lines.surprised, waiting[passed:], lines.past)


def ended(lines: Lines, dice: Dice) -> Lines:
    """End a round."""
    return lines._replace(battle=after_round(lines.battle, dice), is_over=True)


def after_round(battle: Battle, dice: Dice) -> Battle:
    """Return the battle at the end of a round: store who attacked whom, and note a side that has withdrawn."""
    battle = battle.ended()
    if dice.tells:
        _note_withdrawn(battle, dice)
    return battle


def _note_withdrawn(battle: Battle, dice: Dice) -> None:
    left = standing(battle.figures)
    for role in LaurelsRole:
        if role not in left and any(each.role is role and each.status is LaurelsStatus.FLED for each in battle.figures):
            text = f"{SPOKEN[role]} withdrew; unless somebody pursues, the encounter is over."
            dice.note(rulebook.RETREAT_UNPURSUED, text)


def verdict_of(before: Battle, lines: Lines) -> LaurelsRoundVerdict:
    """Return what a round changed."""
    after = lines.battle
    pairs = list(zip(before.figures, after.figures, strict=True))
    sides = standing(after.figures)
    return LaurelsRoundVerdict(
        first=lines.first,
        surprised=lines.surprised,
        stamina_lost=sum([was.stamina - now.stamina for was, now in pairs]),
        injuries_gained=sum([now.injuries - was.injuries for was, now in pairs]),
        dead=len(_turned(pairs, LaurelsStatus.DEAD)),
        fled=len(_turned(pairs, LaurelsStatus.FLED)),
        over=len(sides) < 2,
        winner=min(sides) if len(sides) == 1 else None,
        draw=not sides,
    )


def _turned(
    pairs: Sequence[tuple[LaurelsCombatant, LaurelsCombatant]], status: LaurelsStatus
) -> list[LaurelsCombatant]:
    return [now for was, now in pairs if now.status is status and was.status is not status]


UNTOLD: Final = frozenset({LaurelsChangeReason.CONDITION, LaurelsChangeReason.EFFECT})
"""What somebody dies of that no turn tells."""


def died_untold(battle: Battle) -> list[str]:
    """Say who has died of whom no turn tells it."""
    dead = [each for each in battle.changes or () if each.after.status is LaurelsStatus.DEAD is not each.before.status]
    names = [called(battle.figure(each.figure)) for each in dead if each.reason in UNTOLD]
    return [sentence(f"{listed(names)} died")] if names else []


def told_of(played: Lines, opening: str) -> str:
    """Say what turns came to after an opening, who is dead of whom no turn has told it, and how the fight has ended."""
    events = played.past.events
    turns = [each.text for each in events if each.reason not in (LaurelsReason.DEAD, LaurelsReason.SURPRISED)]
    surprised = [each.actor for each in events if each.reason is LaurelsReason.SURPRISED]
    turns += surprise_told([called(played.battle.figure(each)) for each in surprised])
    told = [*([opening] if opening else []), *turns[:MOST_TURNS]]
    told += ["Others acted."] if len(turns) > MOST_TURNS else []
    told += died_untold(played.battle)
    over = end_told(played.battle.figures, end_of)
    return " ".join([*told, *([over] if over else [])]) or "Nobody could act."
