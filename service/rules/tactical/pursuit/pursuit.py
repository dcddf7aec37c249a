"""Pursuit: those who flee from a fight are chased off the map until they are caught, or lost from sight."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.errors import OddsTooLarge
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.telling import amount, joined, sentence
from service.rules.kernel.verdict import PursuitResult
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.tables import ROUND_SECONDS
from service.rules.tactical.book.words import TacticalBand, TacticalTerrain
from service.rules.tactical.figures.changes import run_down
from service.rules.tactical.figures.standing import can_run, changed, fp_of, is_conscious, move_of, name_of
from service.rules.tactical.pursuit.attacks import attack_on_the_run
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.pursuit.open_ground import run_on_open_ground
from service.rules.tactical.pursuit.outcomes import (
    TacticalPlacement,
    TacticalPursuitOutcome,
    TacticalPursuitRound,
    TacticalPursuitVerdict,
)
from service.rules.tactical.pursuit.race import CAUGHT, CLOSE, ESCAPED, LOST, RUNNING, Chase, QuarryState, Race
from service.rules.tactical.pursuit.setting import PLACED, Board, begins_at, gap_of, prey_of, refuse_pursuit

Fates = Sequence[QuarryState]


def pursue(input: TacticalPursuit, rulings: TacticalRulings, dice: Dice) -> TacticalPursuitOutcome:
    """Chase those who flee, in rounds of 15 seconds, until they are caught or lost from sight.

    In each round the quarry and every pursuer roll against Running, or HT or DX less 5, and what their Move is worth;
    the margin of victory moves a pursuer by a band or two. On open ground nobody rolls: the faster one wins. Distances
    are in hexes, which are yards.

    Dice: each round 3D6 for the quarry, for each member of it if it scatters; 3D6 for each pursuer, in turn order;
    with fatigue 3D6 for everybody who runs, the quarry first; then those of attacks on the run, in turn order.
    Raises: TacticalDuplicateId, TacticalUnknownFigure, NoQuarry, NoPursuer, BadBand, and the refusals of attacks.
    Source: none; Umpire's adaptation.
    Ruling: tactical/ruling/pursuit-scale.
    """
    refuse_pursuit(input)
    if input.terrain is TacticalTerrain.OPEN:
        return _on_open_ground(input, rulings, dice)
    _tell_start(input, dice)
    race = Race(input, begins_at(input), prey_of(input))
    chase = race.start()
    rounds = []
    while not chase.over:
        chase, told = _play_round(race, chase, rulings, dice)
        rounds.append(told)
    return _outcome(race, chase, rounds, rulings, dice)


def _play_round(race: Race, chase: Chase, rulings: TacticalRulings, dice: Dice) -> tuple[Chase, TacticalPursuitRound]:
    """Play a round.

    Dice: those of `pursue`.
    """
    number = chase.round
    race.log, race.tired = [], []
    started = chase
    dice.expect(lambda: race.announced(started))
    while chase.turn < len(race.slots):
        chase = race.rolled(chase, dice)
    chase, attacks = attack_on_the_run(race, chase, rulings, dice)
    told = TacticalPursuitRound(round=number, runs=tuple(race.log), tired=tuple(race.tired), attacks=attacks)
    return race.closed(chase), told


def pursuit_odds(input: TacticalPursuit, rulings: TacticalRulings) -> Distribution[TacticalPursuitVerdict]:
    """Return the exact chances of how a pursuit ends, roll by roll as `pursue` makes them.

    It is over once everybody is caught or has escaped, so that rolls which change nothing are not enumerated.
    Raises: whatever `pursue` raises; OddsTooLarge, with attacks, or if there are too many paths.
    """
    refuse_pursuit(input)
    if input.attacks:
        raise OddsTooLarge("The odds of a pursuit with attacks are not enumerated: leave the attacks out.")
    if input.terrain is TacticalTerrain.OPEN:
        fates, seconds, _ = _run(input)
        return Distribution({_verdict(fates, seconds): Fraction(1)})
    race = Race(input, begins_at(input), prey_of(input))
    chain = Chain.of_phases(race.next_step, lambda chase: chase.over or chase.is_decided, verdict_of)
    return chain.odds(race.start())


# What it came to


def _verdict(fates: Fates, seconds: int, rounds: int = 0, band: TacticalBand | None = None) -> TacticalPursuitVerdict:
    """Return the verdict of a pursuit, by the fates of the quarry."""
    result = PursuitResult.UNDECIDED if RUNNING in fates else PursuitResult.ESCAPED
    if CAUGHT in fates:
        result = PursuitResult.CAUGHT if set(fates) == {CAUGHT} else PursuitResult.SOME_CAUGHT
    return TacticalPursuitVerdict(
        outcome=result,
        caught=fates.count(CAUGHT),
        escaped=fates.count(ESCAPED),
        rounds=rounds,
        seconds=seconds,
        band=band,
    )


def verdict_of(chase: Chase) -> TacticalPursuitVerdict:
    """Return the verdict of a pursuit over rough ground."""
    nearest = min(chase.bands, key=lambda each: each.rank)
    return _verdict(chase.fates, chase.round * ROUND_SECONDS, chase.round, nearest)


def _outcome(
    race: Race, chase: Chase, rounds: list[TacticalPursuitRound], rulings: TacticalRulings, dice: Dice
) -> TacticalPursuitOutcome:
    verdict, asked = verdict_of(chase), race.input
    close = [each for each in race.chasing if chase.bands[each - race.many] is CLOSE and chase.round]
    when = f"after {amount(chase.round, 'round')}" if chase.round else "at once"
    summary = _summary(asked, chase.fates, when, [name_of(race.figures[each]) for each in close])
    if RUNNING in chase.fates and verdict.band is not None:
        summary = f"{summary} The nearest pursuer was at {verdict.band.value} distance."
    dice.note(rulebook.PURSUIT_END, summary)
    placement = _placed(race, chase, rulings)
    _tell_placement(placement, asked, dice)
    known = zip((*asked.quarry, *asked.pursuers), race.figures, chase.fp, strict=True)
    tired = [(before, now if fp_of(now) == left else changed(now, fp=left)) for before, now, left in known]
    behind = zip(asked.pursuers, chase.bands, strict=True)
    return TacticalPursuitOutcome(
        summary=summary,
        verdict=verdict,
        rounds=tuple(rounds),
        caught=_ids(asked, chase.fates, CAUGHT),
        escaped=_ids(asked, chase.fates, ESCAPED),
        left_behind=tuple([each.id for each, band in behind if band is LOST]),
        placement=placement,
        changes=run_down(tired) if dice.tells else (),
        figures=tuple([now for before, now in tired if now != before]),
    )


def _ids(input: TacticalPursuit, fates: Fates, fate: QuarryState) -> tuple[str, ...]:
    return tuple([each.id for each, own in zip(input.quarry, fates, strict=True) if own is fate])


SAID: Final = {
    CAUGHT: ("was caught", "were caught"),
    ESCAPED: ("escaped", "escaped"),
    RUNNING: ("was still on the run", "were still on the run"),
}
"""What is said of one and of many who met a fate."""


def _summary(input: TacticalPursuit, fates: Fates, when: str, catchers: Sequence[str]) -> str:
    """Say how a pursuit ended."""
    told = []
    for fate, verbs in SAID.items():
        names = [name_of(each) for each, own in zip(input.quarry, fates, strict=True) if own is fate]
        if names and fate is CAUGHT and catchers:
            told.append(sentence(f"{joined(catchers)} caught {joined(names)} {when}"))
        elif names:
            told.append(sentence(f"{joined(names)} {verbs[len(names) > 1]} {when}"))
    return " ".join(told)


def _tell_start(input: TacticalPursuit, dice: Dice) -> None:
    """Record how several who flee keep together, and who of them or of the pursuers cannot run."""
    runners = (*input.quarry, *input.pursuers)
    for each in runners:
        if is_conscious(each) and not move_of(each):
            dice.warn(f"move_zero: {name_of(each)} has Move 0 and cannot run.")
    if len(input.quarry) > 1:
        names = joined([name_of(each) for each in input.quarry])
        how = "scattered, and each was pursued alone" if input.scatter else "kept together at the pace of the slowest"
        dice.note(rulebook.PURSUIT_GROUPS, f"{names} {how}.")
    for each in runners:
        if not can_run(each):
            why = "had Move 0" if is_conscious(each) else "was unconscious or dead"
            dice.note(rulebook.PURSUIT_SCORE, f"{name_of(each)} {why} and stayed behind.", actor=each.id)


# Back to the map


def _placed(race: Race, chase: Chase, rulings: TacticalRulings) -> tuple[TacticalPlacement, ...]:
    """Put those on a map who are not out of sight."""
    board, hexes = Board(rulings), {}
    for place in range(race.many):
        if chase.fates[place] is not ESCAPED:
            hexes[place] = board.put_quarry(race.figures[place])
    for place in race.chasing:
        there = next((each for each in race.after(place) if each in hexes), None)
        behind = PLACED[chase.bands[place - race.many]]
        if there is not None and behind is not None:
            board.put_pursuer(race.figures[place], race.figures[there], hexes[there], behind)
    return tuple(board.placements)


def _tell_placement(placement: Sequence[TacticalPlacement], input: TacticalPursuit, dice: Dice) -> None:
    """Record how far behind pursuers are put on a map."""
    names = {each.id: name_of(each) for each in (*input.quarry, *input.pursuers)}
    behind = [
        f"{names[each.figure]} {each.hexes} behind {names[each.behind]}"
        for each in placement
        if each.behind is not None
    ]
    if behind:
        dice.note(rulebook.PURSUIT_BACK_TO_MAP, f"Back on the map, in hexes: {', '.join(behind)}.")


# Open ground


def _run(input: TacticalPursuit) -> tuple[Fates, int, dict[int, int]]:
    """Return the fates of a quarry on open ground, the seconds until the last is caught, and who caught whom."""
    by, seconds = run_on_open_ground(input, gap_of(input), prey_of(input))
    return [CAUGHT if place in by else ESCAPED for place in range(len(input.quarry))], seconds, by


def _on_open_ground(input: TacticalPursuit, rulings: TacticalRulings, dice: Dice) -> TacticalPursuitOutcome:
    """Return how a pursuit on open ground ends; nothing is rolled."""
    fates, seconds, by = _run(input)
    _tell_start(input, dice)
    catchers = [name_of(input.pursuers[each]) for each in dict.fromkeys(by.values())]
    summary = _summary(input, fates, f"after {amount(seconds, 'second')}" if seconds else "at once", catchers)
    moves = [f"{name_of(each)} Move {move_of(each)}" for each in (*input.quarry, *input.pursuers)]
    text = f"Open ground, a gap of {gap_of(input)} hexes, {', '.join(moves)}. {summary}"
    dice.note(rulebook.PURSUIT_OPEN_GROUND, text, cites=(rulebook.PURSUIT_END,))
    if input.attacks:
        dice.warn("attacks: on open ground nobody attacks on the run.")
    board = Board(rulings)
    for place, chaser in by.items():
        quarry = input.quarry[place]
        there = board.put_quarry(quarry)
        if all(each.figure != input.pursuers[chaser].id for each in board.placements):
            board.put_pursuer(input.pursuers[chaser], quarry, there, PLACED[CLOSE] or 1)
    _tell_placement(board.placements, input, dice)
    return TacticalPursuitOutcome(
        summary=summary,
        verdict=_verdict(fates, seconds),
        rounds=(),
        caught=_ids(input, fates, CAUGHT),
        escaped=_ids(input, fates, ESCAPED),
        left_behind=tuple([each.id for place, each in enumerate(input.pursuers) if place not in by.values()]),
        placement=tuple(board.placements),
        changes=(),
        figures=(),
    )
