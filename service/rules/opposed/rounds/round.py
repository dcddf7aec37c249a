"""One round of a fight, as a list of phases from muster to the last turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.dice.exact import MAX_PATHS, Distribution, ExactDice
from service.dice.model import Cites, Dice
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle.events import told_round, warn_if_unread
from service.rules.opposed.battle.initiative import Claim, initiative_total, initiative_value, tell_order
from service.rules.opposed.battle.models import OpposedCombatant, OpposedRound, OpposedSide
from service.rules.opposed.battle.muster import engaged_claims, engaged_line, muster, roll_side_claims, unengaged_line
from service.rules.opposed.battle.outcomes import OpposedEvent, OpposedRoundOutcome, OpposedRoundVerdict
from service.rules.opposed.battle.state import Battle, part_the_fallen
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedEngagedChoice, OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.rounds.actions import take_turn
from service.rules.opposed.rounds.turn import Command

BOTH_LINES: Cites = (Rulings.ENGAGED_BEFORE_UNENGAGED,)
PHASES: Cites = (rulebook.ROUND_PHASES, rulebook.ROUND_DICE_ORDER)


@dataclass(frozen=True, slots=True)
class Lines:
    """A battle between two turns: the places of those who are still to act, engaged figures first."""

    battle: Battle
    engaged: tuple[int, ...]
    unengaged: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether everybody has acted."""
        return not self.engaged and not self.unengaged


@dataclass(frozen=True, slots=True)
class Ranking:
    """The engaged figures' initiatives by place, and the place of the one that has chosen to act last."""

    claims: Mapping[int, Claim]
    last: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A round that has been played."""

    battle: Battle
    sides: Sequence[Claim]
    engaged: Sequence[Claim]
    events: tuple[OpposedEvent, ...]


def resolve_round(input: OpposedRound, rulings: OpposedRulings, dice: Dice) -> OpposedRoundOutcome:
    """Play one round: initiative, then every figure's turn, engaged figures before unengaged ones.

    A figure's own evading and defensive withdrawal end at its turn. Then it loses its action if it is down; passes if
    it owes a Pass; tries to recover if it is stunned; else it obeys its order, or passes without one. Standing up takes
    the whole turn. An order whose target is down or has fled is lost. Figures that are down or gone when the round
    begins have no turn unless they are ordered something, which is lost. Post `state` back with new orders to play the
    next round.

    Dice: D10 for each side with an unengaged figure able to act, in the order of the sides, if there are two; then
    each figure's in acting order: D10 to repulse its charge, the dice of its strike as in `resolve_attack`, D100 to
    recover from a stun or to restrain, or D10 to withdraw from close combat.
    Raises: DuplicateParticipant, UnknownSide, EmptySide, InvalidLeader, UnknownParticipant, InvalidEngagement,
    EngagementNotMutual, StunnedFigureCannotEvade, InvalidTarget; and whatever `resolve_attack` refuses of a strike.
    Ruling: opposed/ruling/consequence-dice, opposed/ruling/fumble-initiative.
    Source: 57.3 Combat Equation Summary; the order of phases is Umpire's adaptation.
    """
    battle, command = prepared(input, rulings)
    warn_if_unread(input.grievous_table, rulings, dice)
    played = play(battle, command, input.sides, dice)
    verdict = _verdict(battle, played.battle)
    return OpposedRoundOutcome(
        summary=told_round(played.events, _fallen(battle, played.battle), verdict.winner),
        verdict=verdict,
        unengaged_initiative=tuple([initiative_total(claim) for claim in played.sides]),
        engaged_initiative=tuple([initiative_value(claim) for claim in played.engaged]),
        order=tuple([event.actor for event in played.events]),
        events=played.events,
        state=played.battle.figures,
    )


def round_odds(round: OpposedRound, rulings: OpposedRulings) -> Distribution[OpposedRoundVerdict]:
    """Return the exact chances of what a round changes, turn by turn as `resolve_round` plays it.

    Battles that are alike after a turn are counted together; a duel has few enough, a larger fight soon too many.

    Raises: whatever `resolve_round` refuses; OddsTooLarge, if all turns together have more paths than are enumerated.
    """
    before, command = prepared(round, rulings)
    battle = part_the_fallen(before)
    ranking = _ranking_of(battle, rulings)
    left = MAX_PATHS

    def take_next_turn(lines: Lines, dice: ExactDice) -> Lines:
        nonlocal left
        left -= 1
        return lines if lines.is_over else _next_turn(command, ranking, lines, dice)[0]

    lines = Distribution.of(lambda dice: _line_up(battle, command, ranking, round.sides, dice)[0])
    for _ in before.figures:
        lines = lines.then(take_next_turn, left)
    return lines.then(lambda ended, _: _verdict(before, ended.battle))


def prepared(round: OpposedRound, rulings: OpposedRulings) -> tuple[Battle, Command]:
    """Muster a round, refusing before any die what the rules forbid."""
    found = muster(round.sides, round.participants, round.orders, round.reactions)
    resolves = rulings.consequences is not OpposedConsequences.FLAG
    command = Command(found.orders, found.reactions, rulings, resolves, round.grievous_table)
    return Battle(round.participants, (0,) * len(round.participants), found.places), command


def play(battle: Battle, command: Command, sides: Sequence[OpposedSide], dice: Dice) -> Played:
    """Play the phases of a round after muster.

    Dice: as `resolve_round`.
    """
    battle = part_the_fallen(battle)
    ranking = _ranking_of(battle, command.rulings)
    lines, side_claims = _line_up(battle, command, ranking, sides, dice)
    engaged = [ranking.claims[place] for place in lines.engaged]
    _tell_lines(lines, side_claims, engaged, dice)
    events = []
    while not lines.is_over:
        lines, event = _next_turn(command, ranking, lines, dice)
        events.append(event)
    return Played(lines.battle, side_claims, engaged, tuple(events))


def standing(figures: Sequence[OpposedCombatant]) -> set[str]:
    """Return the ids of the sides that still have a figure that can fight."""
    return {figure.side for figure in figures if is_able(figure)}


def _ranking_of(battle: Battle, rulings: OpposedRulings) -> Ranking:
    claims = engaged_claims(battle)
    if claims and rulings.engaged_choice is OpposedEngagedChoice.LAST:
        return Ranking(claims, engaged_line(battle, claims, claims, None)[0])
    return Ranking(claims, None)


def _line_up(
    battle: Battle, command: Command, ranking: Ranking, sides: Sequence[OpposedSide], dice: Dice
) -> tuple[Lines, list[Claim]]:
    """Play the phases of initiative.

    Dice: D10 for each side that has to roll.
    """
    side_claims = roll_side_claims(battle, sides, command.rulings, dice)
    idle = [
        place
        for place, figure in enumerate(battle.figures)
        if place not in ranking.claims and (is_able(figure) or command.orders[place] is not None)
    ]
    engaged = engaged_line(battle, ranking.claims, ranking.claims, ranking.last)
    return Lines(battle, engaged, unengaged_line(battle, sides, side_claims, idle)), side_claims


def _next_turn(command: Command, ranking: Ranking, lines: Lines, dice: Dice) -> tuple[Lines, OpposedEvent]:
    """Let whoever is next have its turn; a fumble may put those still waiting in another order."""
    if not lines.engaged:
        place, *unengaged = lines.unengaged
        battle, event = take_turn(lines.battle, command, place, dice)
        return Lines(battle, (), tuple(unengaged)), event
    place, *engaged = lines.engaged
    battle, event = take_turn(lines.battle, command, place, dice)
    if battle.lowered != lines.battle.lowered:
        engaged = list(engaged_line(battle, ranking.claims, engaged, ranking.last))
    return Lines(battle, tuple(engaged), lines.unengaged), event


def _tell_lines(lines: Lines, sides: Sequence[Claim], engaged: Sequence[Claim], dice: Dice) -> None:
    both = bool(lines.engaged and lines.unengaged)
    cites = PHASES + BOTH_LINES if both else PHASES
    if sides:
        tell_order(sides, dice, engaged=False, cites=cites, turn="act last," if both else "act")
    if engaged:
        tell_order(engaged, dice, engaged=True, cites=cites, turn="act first," if both else "act")


def _fallen(before: Battle, after: Battle) -> list[str]:
    return [now.id for was, now in zip(before.figures, after.figures, strict=True) if is_able(was) and not is_able(now)]


def _verdict(before: Battle, after: Battle) -> OpposedRoundVerdict:
    pairs = list(zip(before.figures, after.figures, strict=True))
    sides = standing(after.figures)
    return OpposedRoundVerdict(
        fatigue_lost=sum([(was.fatigue or 0) - (now.fatigue or 0) for was, now in pairs]),
        endurance_lost=sum([(was.endurance or 0) - (now.endurance or 0) for was, now in pairs]),
        fallen=len(_fallen(before, after)),
        sides_standing=len(sides),
        decided=len(sides) < 2,
        winner=min(sides) if len(sides) == 1 else None,
    )
