"""One round of a fight: initiative, every turn of one side and then of the other, and its end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.kernel.chances.chain import Chain
from service.rules.laurels.attack.legality import called, warn_of_blanks
from service.rules.laurels.battle.initiative import (
    SPOKEN,
    Sides,
    outcome_of,
    refuse_reverse,
    roll_sides,
    warn_of_surprise,
)
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsRound, LaurelsTurnOrder
from service.rules.laurels.battle.muster import muster, refuse_turn_order
from service.rules.laurels.battle.outcomes import LaurelsEvent, LaurelsRoundOutcome, LaurelsRoundVerdict
from service.rules.laurels.battle.state import OUT, Battle, standing
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsRole, LaurelsStatus
from service.rules.laurels.rounds.ending import refuse_over
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
    """Play one round: initiative, then every turn of one side, then of the other.

    At its turn a participant's own parry ends; then it moves and carries out its order, or passes without one.
    Members of a surprised side have no turn, unless they cannot be surprised. An attack on a target that is dead or has
    fled is lost. Participants that are dead or have fled when the round begins have no turn. A creature without injury
    slots is dead at 0 stamina. Post `state` back with new orders to play the next round.

    Dice: D6 initiative; then each participant's in acting order, as in `resolve-attack` and `resolve-sneak-attack`.
    Raises: FightOver, TwoSidesRequired, LaurelsDuplicateParticipant, LaurelsUnknownParticipant, LaurelsInvalidTarget,
    ParticipantDead, MoveExceeded, ParryExcludesAttack, NothingToParryWith, InvalidReverseFaces; and what single
    attacks refuse.
    Ruling: laurels/ruling/simultaneity, laurels/ruling/immune-member-order.
    Source: The Combat Round and Combat Turns; the phases are Umpire's adaptation.
    """
    battle, command = _prepared(input, rulings)
    warn_of_surprise(input, dice)
    warn_of_blanks([(figure, "participant") for figure in input.participants], dice)
    for figure, order in zip(input.participants, command.orders, strict=True):
        if order is not None and figure.status is LaurelsStatus.FLED:
            dice.warn(f"{figure.id!r} has fled: its order has no effect.")
    played = play(battle, command, dice)
    verdict = _verdict(battle, played)
    return LaurelsRoundOutcome(
        summary=_summary(input, played, verdict),
        verdict=verdict,
        round=input.round,
        initiative=outcome_of(played.past.initiative),
        events=played.past.events,
        state=played.battle.figures,
    )


def round_odds(round: LaurelsRound, rulings: LaurelsRulings) -> Distribution[LaurelsRoundVerdict]:
    """Return the exact chances of what a round changes, turn by turn as `resolve_round` plays it.

    Equal battles after a turn are merged. Duels have few different ones, larger fights soon too many.

    Raises: what `resolve_round` refuses; OddsTooLarge, if one turn has more paths than are enumerated.
    """
    battle, command = _prepared(round, rulings)
    return _turns(battle, command).odds_from(Distribution.of(partial(line_up, battle.forgetful(), command)))


def _prepared(round: LaurelsRound, rulings: LaurelsRulings) -> tuple[Battle, Command]:
    refuse_over(round.participants)
    battle, orders = muster(round.participants, round.orders, rulings)
    refuse_turn_order(round.turn_order, battle)
    refuse_reverse(round.reverse)
    return battle, Command(round, round.turn_order, orders, rulings)


def play(battle: Battle, command: Command, dice: Dice) -> Lines:
    """Play a round after muster, and return it as it ends.

    Dice: as `resolve_round`.
    """
    return _turns(battle, command).play(line_up(battle, command, dice), dice)


def _turns(battle: Battle, command: Command) -> Chain[Lines, LaurelsRoundVerdict]:
    """Return the turns of a round as a chain."""
    return Chain(partial(_advance, command), lambda lines: lines.is_over, partial(_verdict, battle))


def line_up(battle: Battle, command: Command, dice: Dice) -> Lines:
    """Roll initiative and put those who are in the fight in acting order.

    Dice: D6.
    """
    if dice.tells:
        number = command.initiative.round
        text = f"Round {number} begins, {6 * (number - 1)} seconds into the fight."
        dice.note(rulebook.ROUND_PHASES, text)
    sides = roll_sides(command.initiative, dice)
    waiting: list[int] = []
    for role in ACTING[sides.first]:
        waiting += _line_of(battle, role, command.turn_order, dice)
    return Lines(battle, sides.first, sides.surprised, tuple(waiting), Past(sides))


ACTING: Final = {
    LaurelsRole.PARTY: (LaurelsRole.PARTY, LaurelsRole.OPPONENTS),
    LaurelsRole.OPPONENTS: (LaurelsRole.OPPONENTS, LaurelsRole.PARTY),
}
"""In which order sides act, by the one that acts first."""


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


def _line_of(battle: Battle, role: LaurelsRole, turn_order: LaurelsTurnOrder | None, dice: Dice) -> list[int]:
    """Return the places of a side's members in acting order: those that the request names, then the others."""
    members = [place for place, figure in enumerate(battle.figures) if figure.role is role and figure.status not in OUT]
    if turn_order is None:
        return members
    named = turn_order.party if role is LaurelsRole.PARTY else turn_order.opponents
    chosen = [battle.places[name] for name in named if battle.places[name] in members]
    if not chosen:
        return members
    line = chosen + [place for place in members if place not in chosen]
    names = ", ".join([battle.figures[place].id for place in line])
    dice.note(rulebook.INITIATIVE_SIDE_ORDER, f"In the order that {SPOKEN[role]} chose: {names}.")
    return line


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
            have = "has" if role is LaurelsRole.PARTY else "have"
            text = f"{SPOKEN[role].capitalize()} {have} withdrawn; unless somebody pursues, the encounter is over."
            dice.note(rulebook.RETREAT_UNPURSUED, text)


def _verdict(before: Battle, lines: Lines) -> LaurelsRoundVerdict:
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


def _summary(input: LaurelsRound, played: Lines, verdict: LaurelsRoundVerdict) -> str:
    pairs = list(zip(input.participants, played.battle.figures, strict=True))
    acts = "acts" if verdict.first is LaurelsRole.PARTY else "act"
    parts = [f"Round {input.round}: {SPOKEN[verdict.first]} {acts} first."]
    hits = [event for event in played.past.events if event.applied]
    parts += [event.text for event in hits]
    slain = {event.target for event in hits if event.target_status is LaurelsStatus.DEAD}
    dead = [called(each) for each in _turned(pairs, LaurelsStatus.DEAD) if each.id not in slain]
    if dead:
        parts.append(f"{' and '.join(dead)} {'is' if len(dead) == 1 else 'are'} dead.")
    fled = [called(each) for each in _turned(pairs, LaurelsStatus.FLED)]
    if fled:
        parts.append(f"{' and '.join(fled)} {'has' if len(fled) == 1 else 'have'} withdrawn.")
    return " ".join(parts)
