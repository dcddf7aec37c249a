"""One round of a fight, as a list of phases from muster to the last turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from service.dice.exact import Distribution
from service.dice.model import Cites, Dice
from service.rules.laurels.attack.outcomes import LaurelsInitiativeOutcome
from service.rules.laurels.battle.initiative import SPOKEN, refuse_reverse, roll_sides, warn_of_surprise
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsRound, LaurelsTurnOrder
from service.rules.laurels.battle.muster import muster, refuse_turn_order
from service.rules.laurels.battle.outcomes import LaurelsEvent, LaurelsRoundOutcome, LaurelsRoundVerdict
from service.rules.laurels.battle.state import Battle, begun, is_in, standing
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsRole, LaurelsStatus
from service.rules.laurels.figures.models import LaurelsInitiative
from service.rules.laurels.rounds.actions import take_turn
from service.rules.laurels.rounds.turn import Command


@dataclass(frozen=True, slots=True)
class Lines:
    """A battle between two turns: who is surprised, and the places of those who are still to act, in order."""

    battle: Battle
    first: LaurelsRole
    surprised: LaurelsRole | None
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A round that has been played."""

    battle: Battle
    initiative: LaurelsInitiativeOutcome
    events: tuple[LaurelsEvent, ...]


def resolve_round(input: LaurelsRound, rulings: LaurelsRulings, dice: Dice) -> LaurelsRoundOutcome:
    """Play one round: initiative, then every turn of one side, then of the other.

    At its turn a participant's own parry ends; it moves, and it obeys its order, or passes without one. Members of a
    surprised side have no turn, unless they cannot be surprised. An attack on someone dead or gone is lost; who is
    dead or gone when the round begins has no turn. Who has no stamina and no injury slots is dead. Post `state` back
    with new orders to play the next round.

    Dice: D6 initiative; then each participant's in acting order, as in `resolve-attack` and `resolve-sneak-attack`.
    Raises: TwoSidesRequired, LaurelsDuplicateParticipant, LaurelsUnknownParticipant, LaurelsInvalidTarget,
    ParticipantDead, MoveExceeded,
    ParryExcludesAttack, NothingToParryWith, InvalidReverseFaces; and what single attacks refuse.
    Ruling: laurels/ruling/simultaneity, laurels/ruling/immune-member-order.
    Source: The Combat Round and Combat Turns; the phases are Umpire's adaptation.
    """
    battle, command = prepared(input, rulings)
    warn_of_surprise(input, dice)
    for figure, order in zip(input.participants, command.orders, strict=True):
        if order is not None and figure.status is LaurelsStatus.FLED:
            dice.warn(f"{figure.id!r} has fled: its order has no effect.")
    played = play(battle, command, input, input.turn_order, dice)
    rolled = played.initiative
    verdict = verdict_of(battle, rolled.first, rolled.surprised, played.battle)
    return LaurelsRoundOutcome(
        summary=_summary(input, played, verdict),
        verdict=verdict,
        round=input.round,
        initiative=rolled,
        events=played.events,
        state=played.battle.figures,
    )


def round_odds(round: LaurelsRound, rulings: LaurelsRulings) -> Distribution[LaurelsRoundVerdict]:
    """Return the exact chances of what a round changes, turn by turn as `resolve_round` plays it.

    Battles that are alike after a turn are counted together; a duel has few enough, a larger fight soon too many.

    Raises: what `resolve_round` refuses; OddsTooLarge, if one turn has more paths than are enumerated.
    """
    battle, command = prepared(round, rulings)
    lines = Distribution.of(lambda dice: _line_up(battle, round, round.turn_order, dice)[0])
    for _ in battle.figures:
        lines = lines.then(partial(_next_lines, command))
    return lines.then(lambda line, dice: verdict_of(battle, line.first, line.surprised, _ended(line.battle, dice)))


def prepared(round: LaurelsRound, rulings: LaurelsRulings) -> tuple[Battle, Command]:
    """Muster a round, refusing before any die what the rules forbid."""
    found = muster(round.participants, round.orders, rulings)
    refuse_turn_order(round.turn_order, round.participants, found.places)
    refuse_reverse(round.reverse)
    return begun(round.participants, found.places), Command(found.orders, rulings)


def play(
    battle: Battle, command: Command, initiative: LaurelsInitiative, turn_order: LaurelsTurnOrder | None, dice: Dice
) -> Played:
    """Play the phases of a round after muster.

    Dice: as `resolve_round`.
    """
    seconds = 6 * (initiative.round - 1)
    text = f"Round {initiative.round} begins, {seconds} seconds into the fight."
    dice.note(rulebook.ROUND_PHASES, text, cites=ROUND)
    lines, rolled = _line_up(battle, initiative, turn_order, dice)
    events = []
    while lines.waiting:
        lines, event = _next_turn(command, lines, dice)
        events.append(event)
    return Played(_ended(lines.battle, dice), rolled, tuple(events))


ROUND: Final[Cites] = (rulebook.ROUND_STRUCTURE, rulebook.ROUND_DURATION)


def _line_up(
    battle: Battle, initiative: LaurelsInitiative, turn_order: LaurelsTurnOrder | None, dice: Dice
) -> tuple[Lines, LaurelsInitiativeOutcome]:
    """Roll initiative and put those who are in the fight in acting order.

    Dice: D6.
    """
    rolled = roll_sides(initiative.round, initiative.surprise, initiative.reverse, dice)
    waiting: list[int] = []
    for role in (rolled.first, rolled.second):
        waiting += _line_of(battle, role, turn_order, dice)
    return Lines(battle, rolled.first, rolled.surprised, tuple(waiting)), rolled


def _line_of(battle: Battle, role: LaurelsRole, turn_order: LaurelsTurnOrder | None, dice: Dice) -> list[int]:
    """Return the places of a side's members in acting order: as it likes, then in request order."""
    members = [place for place, figure in enumerate(battle.figures) if figure.role is role and is_in(figure)]
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


def _next_turn(command: Command, lines: Lines, dice: Dice) -> tuple[Lines, LaurelsEvent]:
    place, *waiting = lines.waiting
    battle, event = take_turn(lines.battle, command, place, lines.surprised, dice)
    return Lines(battle, lines.first, lines.surprised, tuple(waiting)), event


def _next_lines(command: Command, lines: Lines, dice: Dice) -> Lines:
    return _next_turn(command, lines, dice)[0] if lines.waiting else lines


def _ended(battle: Battle, dice: Dice) -> Battle:
    """End a round: remember who attacked whom, and see who is left."""
    pairs = zip(battle.figures, battle.attacked, strict=True)
    figures = [figure.model_copy(update={"attacked_last_round": targets}) for figure, targets in pairs]
    ended = begun(tuple(figures), battle.places)
    left = standing(ended.figures)
    for role in LaurelsRole:
        if role not in left and any(each.role is role and each.status is LaurelsStatus.FLED for each in ended.figures):
            have = "has" if role is LaurelsRole.PARTY else "have"
            text = f"{SPOKEN[role].capitalize()} {have} withdrawn; unless somebody pursues, the encounter is over."
            dice.note(rulebook.RETREAT_UNPURSUED, text)
    return ended


def verdict_of(before: Battle, first: LaurelsRole, surprised: LaurelsRole | None, after: Battle) -> LaurelsRoundVerdict:
    """Say what a round changed."""
    pairs = list(zip(before.figures, after.figures, strict=True))
    sides = standing(after.figures)
    return LaurelsRoundVerdict(
        first=first,
        surprised=surprised,
        stamina_lost=sum([was.stamina - now.stamina for was, now in pairs]),
        injuries_gained=sum([now.injuries - was.injuries for was, now in pairs]),
        dead=len(_turned(pairs, LaurelsStatus.DEAD)),
        fled=len(_turned(pairs, LaurelsStatus.FLED)),
        decided=len(sides) < 2,
        winner=min(sides) if len(sides) == 1 else None,
    )


def _turned(pairs: Sequence[tuple[LaurelsCombatant, LaurelsCombatant]], status: LaurelsStatus) -> list[str]:
    return [now.id for was, now in pairs if now.status is status and was.status is not status]


def _summary(input: LaurelsRound, played: Played, verdict: LaurelsRoundVerdict) -> str:
    pairs = list(zip(input.participants, played.battle.figures, strict=True))
    acts = "acts" if verdict.first is LaurelsRole.PARTY else "act"
    parts = [f"Round {input.round}: {SPOKEN[verdict.first]} {acts} first."]
    parts += [event.text for event in played.events if event.applied]
    told = {event.target for event in played.events if event.applied and event.target_status is LaurelsStatus.DEAD}
    dead = [name for name in _turned(pairs, LaurelsStatus.DEAD) if name not in told]
    if dead:
        parts.append(f"{' and '.join(dead)} {'is' if len(dead) == 1 else 'are'} dead.")
    fled = _turned(pairs, LaurelsStatus.FLED)
    if fled:
        parts.append(f"{' and '.join(fled)} {'has' if len(fled) == 1 else 'have'} withdrawn.")
    return " ".join(parts)
