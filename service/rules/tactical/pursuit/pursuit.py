"""Pursuit: those who flee from a fight are chased off the map until they are caught, or lost from sight."""

from collections.abc import Sequence
from fractions import Fraction

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.errors import OddsTooLarge
from service.rules.kernel.chain import Chain
from service.rules.kernel.verdict import PursuitResult
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.tables import ROUND_SECONDS
from service.rules.tactical.book.words import TacticalBand, TacticalTerrain
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import changed, fp_of, is_conscious, move_of, name_of
from service.rules.tactical.pursuit.attacks import attack_on_the_run
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.pursuit.open_ground import run_on_open_ground
from service.rules.tactical.pursuit.outcomes import (
    TacticalPlacement,
    TacticalPursuitOutcome,
    TacticalPursuitRound,
    TacticalPursuitVerdict,
)
from service.rules.tactical.pursuit.race import CAUGHT, CLOSE, ESCAPED, LOST, RUNNING, Chase, QuarryState, Race, can_run
from service.rules.tactical.pursuit.setting import (
    PLACED,
    Board,
    begins_at,
    gap_of,
    prey_of,
    refuse_pursuit,
    warn_of_the_slow,
)


def pursue(input: TacticalPursuit, rulings: TacticalRulings, dice: Dice) -> TacticalPursuitOutcome:
    """Chase those who flee, in rounds of 15 seconds, until they are caught or lost from sight.

    In each round the quarry and every pursuer roll against Running, or HT or DX less 5, and what their Move is worth;
    the margin of victory moves a pursuer by a band or two. On open ground nobody rolls: the faster one wins. Distances
    are in hexes, which are yards.

    Dice: each round 3D6 for the quarry, for each member of it if it scatters; 3D6 for each pursuer, in turn order;
    with fatigue 3D6 for everybody who runs, the quarry first; then those of attacks on the run, in turn order.
    Raises: TacticalDuplicateId, TacticalUnknownFigure, NoQuarry, NoPursuer, BadBand, and the refusals of attacks.
    Source: none; Umpire's adaptation. Ruling: tactical/ruling/pursuit-scale.
    """
    refuse_pursuit(input)
    if input.terrain is TacticalTerrain.OPEN:
        return _on_open_ground(input, rulings, dice, gap_of(input))
    warn_of_the_slow(input, dice)
    race = Race(input, begins_at(input), prey_of(input))
    chase = race.start()
    _tell_groups(input, dice)
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
        return Distribution({_open_verdict(input, gap_of(input)): Fraction(1)})
    race = Race(input, begins_at(input), prey_of(input))

    def advance(chase: Chase, dice: Dice) -> Chase:
        race.log.clear()
        race.tired.clear()
        return race.advance(chase, dice)

    chain = Chain(advance, lambda chase: chase.over or chase.is_decided, verdict_of)
    return chain.odds(race.start())


# What it came to


def result_of(fates: Sequence[QuarryState]) -> PursuitResult:
    """Return what became of a quarry, by the fates of its members."""
    if CAUGHT in fates:
        return PursuitResult.CAUGHT if set(fates) == {CAUGHT} else PursuitResult.SOME_CAUGHT
    return PursuitResult.UNDECIDED if RUNNING in fates else PursuitResult.ESCAPED


def verdict_of(chase: Chase) -> TacticalPursuitVerdict:
    """Return the verdict of a pursuit over rough ground."""
    return TacticalPursuitVerdict(
        outcome=result_of(chase.fates),
        caught=chase.fates.count(CAUGHT),
        escaped=chase.fates.count(ESCAPED),
        rounds=chase.round,
        seconds=chase.round * ROUND_SECONDS,
        band=nearest(chase),
    )


def nearest(chase: Chase) -> TacticalBand:
    """Return the band of the nearest pursuer."""
    return min(chase.bands, key=lambda each: each.rank)


def _outcome(
    race: Race, chase: Chase, rounds: list[TacticalPursuitRound], rulings: TacticalRulings, dice: Dice
) -> TacticalPursuitOutcome:
    verdict, quarry = verdict_of(chase), race.input.quarry
    summary = _summary(quarry, chase.fates, _when(chase.round), _catchers(race, chase))
    if RUNNING in chase.fates:
        summary = f"{summary} The nearest pursuer is at {nearest(chase).value} distance."
    dice.note(rulebook.PURSUIT_END, summary)
    placement = _placed(race, chase, rulings)
    _tell_placement(placement, dice)
    tired = [
        each if fp_of(each) == left else changed(each, fp=left)
        for each, left in zip(race.figures, chase.fp, strict=True)
    ]
    sent = (*race.input.quarry, *race.input.pursuers)
    return TacticalPursuitOutcome(
        summary=summary,
        verdict=verdict,
        rounds=tuple(rounds),
        caught=_named(quarry, chase.fates, CAUGHT),
        escaped=_named(quarry, chase.fates, ESCAPED),
        left_behind=tuple(
            [each.id for each, band in zip(race.input.pursuers, chase.bands, strict=True) if band is LOST]
        ),
        placement=placement,
        figures=tuple([after for before, after in zip(sent, tired, strict=True) if after != before]),
    )


def _named(quarry: tuple[TacticalFigure, ...], fates: Sequence[QuarryState], fate: QuarryState) -> tuple[str, ...]:
    return tuple([each.id for each, own in zip(quarry, fates, strict=True) if own is fate])


def _when(rounds: int) -> str:
    return f"after {rounds} round{'' if rounds == 1 else 's'}" if rounds else "at once"


def _catchers(race: Race, chase: Chase) -> str:
    """Return the names of the pursuers that have caught up."""
    close = [race.figures[each] for each in race.chasing if chase.bands[each - race.many] is CLOSE and chase.round]
    return _joined([name_of(each) for each in close])


def _summary(quarry: tuple[TacticalFigure, ...], fates: Sequence[QuarryState], when: str, by: str) -> str:
    """Say how a pursuit ended."""
    names = {
        fate: [name_of(each) for each, own in zip(quarry, fates, strict=True) if own is fate] for fate in QuarryState
    }
    told = []
    if names[CAUGHT]:
        caught = _joined(names[CAUGHT])
        were = "was" if len(names[CAUGHT]) == 1 else "were"
        told.append(f"{by} caught {caught} {when}." if by else f"{caught} {were} caught {when}.")
    if names[ESCAPED]:
        told.append(f"{_joined(names[ESCAPED])} escaped {when}.")
    if names[RUNNING]:
        is_running = "is" if len(names[RUNNING]) == 1 else "are"
        told.append(f"{_joined(names[RUNNING])} {is_running} still on the run {when}.")
    return " ".join(told)


def _joined(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _tell_groups(input: TacticalPursuit, dice: Dice) -> None:
    """Record how several who flee keep together, and who of them or of the pursuers cannot run."""
    if len(input.quarry) > 1:
        names = _joined([name_of(each) for each in input.quarry])
        how = "scatter, and each is pursued alone" if input.scatter else "keep together at the pace of the slowest"
        dice.note(rulebook.PURSUIT_GROUPS, f"{names} {how}.")
    for each in (*input.quarry, *input.pursuers):
        if not can_run(each):
            why = "has Move 0" if is_conscious(each) else "is unconscious or dead"
            dice.note(rulebook.PURSUIT_SCORE, f"{name_of(each)} {why} and stays behind.", actor=each.id)


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


def _tell_placement(placement: tuple[TacticalPlacement, ...], dice: Dice) -> None:
    """Record how far behind pursuers are put on a map."""
    behind = [f"{each.figure} {each.hexes} behind {each.behind}" for each in placement if each.behind is not None]
    if behind:
        dice.note(rulebook.PURSUIT_BACK_TO_MAP, f"Back on the map, in hexes: {', '.join(behind)}.")


# Open ground


def _fates_on_open_ground(input: TacticalPursuit, gap: int) -> tuple[tuple[QuarryState, ...], int, dict[int, int]]:
    """Return the fates of a quarry on open ground, the seconds until the last is caught, and who caught whom."""
    race = Race(input, begins_at(input), prey_of(input))
    after = tuple([race.after(race.many + place) for place in range(len(input.pursuers))])
    caught = run_on_open_ground(input, gap, after)
    by = {each.quarry: each.pursuer for each in caught}
    fates = tuple([CAUGHT if place in by else ESCAPED for place in range(race.many)])
    return fates, max([each.seconds for each in caught], default=0), by


def _open_verdict(input: TacticalPursuit, gap: int) -> TacticalPursuitVerdict:
    fates, seconds, _ = _fates_on_open_ground(input, gap)
    return TacticalPursuitVerdict(
        outcome=result_of(fates),
        caught=fates.count(CAUGHT),
        escaped=fates.count(ESCAPED),
        rounds=0,
        seconds=seconds,
        band=None,
    )


def _on_open_ground(input: TacticalPursuit, rulings: TacticalRulings, dice: Dice, gap: int) -> TacticalPursuitOutcome:
    """Return how a pursuit on open ground ends; nothing is rolled."""
    warn_of_the_slow(input, dice)
    _tell_groups(input, dice)
    fates, seconds, by = _fates_on_open_ground(input, gap)
    catchers = _joined([name_of(input.pursuers[each]) for each in dict.fromkeys(by.values())])
    when = f"after {seconds} second{'' if seconds == 1 else 's'}" if seconds else "at once"
    summary = _summary(input.quarry, fates, when, catchers)
    moves = [f"{name_of(each)} Move {move_of(each)}" for each in (*input.quarry, *input.pursuers)]
    text = f"Open ground, a gap of {gap} hexes, {', '.join(moves)}. {summary}"
    dice.note(rulebook.PURSUIT_OPEN_GROUND, text, cites=(rulebook.PURSUIT_END,))
    if input.attacks:
        dice.warn("attacks: on open ground nobody attacks on the run.")
    board = Board(rulings)
    for place, chaser in by.items():
        quarry = input.quarry[place]
        there = board.put_quarry(quarry)
        if all(each.figure != input.pursuers[chaser].id for each in board.placements):
            board.put_pursuer(input.pursuers[chaser], quarry, there, PLACED[CLOSE] or 1)
    _tell_placement(tuple(board.placements), dice)
    return TacticalPursuitOutcome(
        summary=summary,
        verdict=_open_verdict(input, gap),
        rounds=(),
        caught=_named(input.quarry, fates, CAUGHT),
        escaped=_named(input.quarry, fates, ESCAPED),
        left_behind=tuple([each.id for place, each in enumerate(input.pursuers) if place not in by.values()]),
        placement=tuple(board.placements),
        figures=(),
    )
