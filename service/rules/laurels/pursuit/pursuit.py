"""Some run, others pursue them: who escapes, who is caught, who is struck down."""

from functools import partial
from typing import Any

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.kernel.phases import Phases
from service.rules.laurels.attack.changes import after_exertion
from service.rules.laurels.attack.legality import refuse_dead, refuse_participant
from service.rules.laurels.attack.parry import stance_ended
from service.rules.laurels.battle.models import LaurelsPursuit, LaurelsRunner
from service.rules.laurels.battle.muster import places_of
from service.rules.laurels.battle.outcomes import (
    LaurelsFlightOutcome,
    LaurelsFreeStrike,
    LaurelsPursuitOutcome,
    LaurelsPursuitVerdict,
)
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsEdge, LaurelsFlight, LaurelsStatus
from service.rules.laurels.pursuit.chase import Chase, Course, Fleeing, FreeStrike, advance, set_off


class Journal:
    """What a pursuit tells besides its last state: who had the edge, when each fate was sealed, who was struck."""

    def __init__(self) -> None:
        """Begin before the first round."""
        self.edges: list[LaurelsEdge] = []
        self.rounds: dict[int, int] = {}
        self.strikes: list[FreeStrike] = []

    def keep(self, before: Chase, after: Chase, strike: FreeStrike | None) -> None:
        """Write down what one roll brought."""
        if before.step == 0:
            self.edges.append(after.edge)
        for place, (was, now) in enumerate(zip(before.fleeing, after.fleeing, strict=True)):
            if was.fate is None and now.fate is not None:
                self.rounds[place] = before.round
        if strike is not None:
            self.strikes.append(strike)


def pursue(input: LaurelsPursuit, rulings: LaurelsRulings, dice: Dice) -> LaurelsPursuitOutcome:
    """Chase those who flee until each has escaped or is caught.

    Each round one side has the edge, and everybody spends stamina; pursuers without any drop out, and a creature
    without injury slots that has none left is dead. Then each who flees makes a break-away check: a d20, its
    Dexterity, a point for each 5 feet of Move it is faster than the fastest pursuer, at most 5, and 5 less without
    stamina, against 10 and the pursuers' best Awareness. With the edge success is escape; with the edge against it
    failure is being caught, and by 5 or more being struck at once, without Dexterity. Who still runs after the last
    round has escaped; if nobody pursues, all have.

    Dice: each round D6 for the edge, D4 exertion for each who still flees, then for each who still pursues, and D20
    to break away for each who still flees; the dice of a free strike follow its check.
    Raises: LaurelsDuplicateParticipant, ParticipantDead, InvalidLevel, InjuriesExceedSlots.
    Source: none; Umpire's adaptation. The source has a retreat that nobody pursues.
    """
    refuse_runners(input)
    chase, journal = set_off(input), Journal()
    if not input.pursuers:
        return _unpursued(input, dice)
    names = " and ".join([each.id for each in input.pursuers])
    fleeing = " and ".join([each.id for each in input.fleeing])
    dice.note(rulebook.PURSUIT_ELIGIBILITY, f"{names} pursue{'' if len(input.pursuers) > 1 else 's'} {fleeing}.")
    course = Course(input, rulings)
    while not chase.is_over:
        before = chase
        chase, strike = advance(course, chase, dice)
        journal.keep(before, chase, strike)
    return _outcome(input, chase, journal)


def pursuit_odds(pursuit: LaurelsPursuit, rulings: LaurelsRulings) -> Distribution[LaurelsPursuitVerdict]:
    """Return the exact chances of how many escape, are caught and die, roll by roll as `pursue` plays it.

    Raises: what `pursue` refuses; OddsTooLarge, if too many runners are near exhaustion.
    """
    refuse_runners(pursuit)
    start = set_off(pursuit)
    if not pursuit.pursuers:
        escaped = LaurelsPursuitVerdict(escaped=len(pursuit.fleeing), caught=0, casualties=0)
        return Distribution.of(lambda _: escaped)
    phases = Phases(partial(_advanced, Course(pursuit, rulings, puts_off=True)), lambda chase: chase.is_over)
    return phases.enumerate(start).then(lambda chase, _: _verdict(chase))


def _advanced(course: Course, chase: Chase, dice: Dice) -> Chase:
    """Make the next roll, and forget the stamina of those whose fate is known."""
    chase = advance(course, chase, dice)[0]
    return chase._replace(fleeing=tuple([Fleeing(0, each.fate) if each.fate else each for each in chase.fleeing]))


def refuse_runners(pursuit: LaurelsPursuit) -> None:
    """Refuse who cannot run.

    Raises: LaurelsDuplicateParticipant, ParticipantDead, InvalidLevel, InjuriesExceedSlots.
    """
    taken = places_of(pursuit.fleeing, "/fleeing", rulebook.PURSUIT_ELIGIBILITY)
    places_of(pursuit.pursuers, "/pursuers", rulebook.PURSUIT_ELIGIBILITY, taken)
    for group, runners in (("/fleeing", pursuit.fleeing), ("/pursuers", pursuit.pursuers)):
        for place, runner in enumerate(runners):
            refuse_participant(runner, f"{group}/{place}")
            refuse_dead(runner, f"{group}/{place}")


def _unpursued(input: LaurelsPursuit, dice: Dice) -> LaurelsPursuitOutcome:
    names = " and ".join([each.id for each in input.fleeing])
    summary = f"Nobody pursues: {names} escape{'' if len(input.fleeing) > 1 else 's'}."
    dice.note(rulebook.RETREAT_UNPURSUED, summary, cites=(rulebook.PURSUIT_ELIGIBILITY,))
    return LaurelsPursuitOutcome(
        summary=summary,
        verdict=LaurelsPursuitVerdict(escaped=len(input.fleeing), caught=0, casualties=0),
        outcomes=tuple(
            [LaurelsFlightOutcome(id=each.id, outcome=LaurelsFlight.ESCAPED, round=0) for each in input.fleeing]
        ),
        rounds=0,
        edges=(),
        free_strikes=(),
        state=tuple([each.model_copy(update={"status": LaurelsStatus.FLED}) for each in input.fleeing]),
    )


def _verdict(chase: Chase) -> LaurelsPursuitVerdict:
    fates = [each.fate for each in chase.fleeing]
    return LaurelsPursuitVerdict(
        escaped=fates.count(LaurelsFlight.ESCAPED),
        caught=fates.count(LaurelsFlight.CAUGHT),
        casualties=fates.count(LaurelsFlight.CASUALTIES),
    )


def _outcome(input: LaurelsPursuit, chase: Chase, journal: Journal) -> LaurelsPursuitOutcome:
    outcomes = [
        LaurelsFlightOutcome(id=runner.id, outcome=each.fate, round=journal.rounds[place])
        for place, (runner, each) in enumerate(zip(input.fleeing, chase.fleeing, strict=True))
        if each.fate is not None
    ]
    strikes = [
        LaurelsFreeStrike(id=input.fleeing[target].id, by=input.pursuers[by].id, net=struck.net, applied=struck.applied)
        for target, by, struck in journal.strikes
    ]
    return LaurelsPursuitOutcome(
        summary=" ".join([f"{each.id} {SPOKEN[each.outcome]} in round {each.round}." for each in outcomes]),
        verdict=_verdict(chase),
        outcomes=tuple(outcomes),
        rounds=len(journal.edges),
        edges=tuple(journal.edges),
        free_strikes=tuple(strikes),
        state=_state(input, chase, journal),
    )


SPOKEN = {
    LaurelsFlight.ESCAPED: "escapes",
    LaurelsFlight.CAUGHT: "is caught",
    LaurelsFlight.CASUALTIES: "dies",
}


def _state(input: LaurelsPursuit, chase: Chase, journal: Journal) -> tuple[LaurelsRunner, ...]:
    wounds = {strike.target: strike.struck.wound for strike in journal.strikes}
    runners: list[LaurelsRunner] = []
    for place, (runner, each) in enumerate(zip(input.fleeing, chase.fleeing, strict=True)):
        wound = wounds.get(place)
        stamina = each.stamina if wound is None else wound.stamina
        changes: dict[str, Any] = after_exertion(runner, stamina) | stance_ended(runner.parry)
        changes["status"] = _status(each, stamina)
        if wound is not None:
            changes["injuries"] = wound.injuries
        runners.append(runner.model_copy(update=changes))
    for runner, stamina in zip(input.pursuers, chase.pursuers, strict=True):
        changes = after_exertion(runner, max(0, stamina)) | stance_ended(runner.parry)
        runners.append(runner.model_copy(update=changes))
    return tuple(runners)


def _status(each: Fleeing, stamina: int) -> LaurelsStatus:
    """Return how a pursuit leaves one who fled; who is caught is back in the fight."""
    if each.fate is LaurelsFlight.CAUGHT:
        return LaurelsStatus.ACTIVE if stamina else LaurelsStatus.EXHAUSTED
    return LaurelsStatus.DEAD if each.fate is LaurelsFlight.CASUALTIES else LaurelsStatus.FLED
