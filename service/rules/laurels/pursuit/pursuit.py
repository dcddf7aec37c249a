"""Pursuits: the procedure, its odds and its outcome."""

from functools import partial
from itertools import chain
from typing import Any, Final

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.telling import joined, sentence
from service.rules.kernel.verdict import PursuitResult
from service.rules.laurels.attack.legality import called, refuse_dead, refuse_participant, warn_of_blanks
from service.rules.laurels.attack.parry import stance_ended
from service.rules.laurels.attack.strike import after_exertion
from service.rules.laurels.battle.models import LaurelsPursuit, LaurelsRunner
from service.rules.laurels.battle.muster import places_of
from service.rules.laurels.battle.outcomes import LaurelsFlightOutcome, LaurelsPursuitOutcome, LaurelsPursuitVerdict
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsChangeReason, LaurelsFlight, LaurelsStatus
from service.rules.laurels.figures.changes import LaurelsChange, changes_from
from service.rules.laurels.figures.vitals import dies_of_exertion
from service.rules.laurels.pursuit.chase import FLED, Chase, End, course_of, next_roll, role_of_flight, set_off

ESCAPE: Final = LaurelsChangeReason.ESCAPE
EXERTION: Final = LaurelsChangeReason.EXERTION
RUNNING: Final = LaurelsChangeReason.RUNNING


def pursue(input: LaurelsPursuit, rulings: LaurelsRulings, dice: Dice) -> LaurelsPursuitOutcome:
    """Play a pursuit until all who flee have escaped, are caught or are dead.

    Each round one side has the edge, and everybody spends stamina; pursuers without any drop out. Then each who flees
    makes a break-away check: a d20, its Dexterity, a point for each 5 feet of Move it is faster than the fastest
    pursuer, at most 5, and 5 less without stamina, against 10 and the pursuers' best Awareness. With the edge success
    is escape; with the edge against it failure is being caught, and by 5 or more being struck at once, without
    Dexterity. Who still runs after the last round has escaped; if nobody pursues, all have.

    Dice: each round D6 for the edge, D4 exertion for each who still flees, then for each who still pursues, and D20
    to break away for each who still flees; the dice of a free strike follow its check.
    Raises: LaurelsDuplicateParticipant, LaurelsInvalidTarget, ParticipantDead, InvalidLevel, InjuriesExceedSlots.
    Ruling: laurels/ruling/ranged-exertion-floor.
    Source: none; Umpire's adaptation. The source has a retreat that nobody pursues.
    """
    refuse_runners(input)
    warn_of_blanks([(each, "runner") for each in (*input.fleeing, *input.pursuers)], dice)
    if not input.pursuers:
        return _unpursued(input, dice)
    names = joined([called(each) for each in input.pursuers])
    fleeing = joined([called(each) for each in input.fleeing])
    dice.note(rulebook.PURSUIT_ELIGIBILITY, f"{names} pursued {fleeing}.")
    return _outcome(input, _rolls(input, rulings).play(set_off(input), dice), rulings)


def pursuit_odds(pursuit: LaurelsPursuit, rulings: LaurelsRulings) -> Distribution[LaurelsPursuitVerdict]:
    """Return the exact chances of how many escape, are caught and die, roll by roll as `pursue` plays it.

    Raises: what `pursue` refuses; OddsTooLarge, if too many runners are near exhaustion.
    """
    refuse_runners(pursuit)
    if not pursuit.pursuers:
        return Distribution.of(lambda dice: _unpursued(pursuit, dice).verdict)
    return _rolls(pursuit, rulings, puts_off=True).odds(set_off(pursuit))


def _rolls(
    pursuit: LaurelsPursuit, rulings: LaurelsRulings, *, puts_off: bool = False
) -> Chain[Chase, LaurelsPursuitVerdict]:
    """Return the rolls of a pursuit as a chain."""
    course = course_of(pursuit, rulings, puts_off=puts_off)
    return Chain.of_phases(partial(next_roll, course), lambda chase: chase.is_over, _verdict)


def refuse_runners(pursuit: LaurelsPursuit) -> None:
    """Refuse runners that are dead, contradict themselves or each other, or share an id."""
    taken = places_of(pursuit.fleeing, "/fleeing", rulebook.PURSUIT_ELIGIBILITY)
    places_of(pursuit.pursuers, "/pursuers", rulebook.PURSUIT_ELIGIBILITY, taken)
    for group, runners in (("/fleeing", pursuit.fleeing), ("/pursuers", pursuit.pursuers)):
        for place, runner in enumerate(runners):
            refuse_participant(runner, f"{group}/{place}")
            refuse_dead(runner, f"{group}/{place}")
    role_of_flight(pursuit)


def _unpursued(input: LaurelsPursuit, dice: Dice) -> LaurelsPursuitOutcome:
    names = joined([called(each) for each in input.fleeing])
    summary = f"Nobody pursued: {names} escaped."
    dice.note(rulebook.RETREAT_UNPURSUED, summary, cites=(rulebook.PURSUIT_ELIGIBILITY,))
    escaped = [each.model_copy(update={"status": LaurelsStatus.FLED}) for each in input.fleeing]
    changes = [changes_from(*pair, ESCAPE) for pair in zip(input.fleeing, escaped, strict=True)]
    return LaurelsPursuitOutcome(
        summary=summary,
        verdict=LaurelsPursuitVerdict(
            outcome=PursuitResult.ESCAPED, escaped=len(input.fleeing), caught=0, casualties=0
        ),
        outcomes=tuple(
            [LaurelsFlightOutcome(id=each.id, outcome=LaurelsFlight.ESCAPED, round=0) for each in input.fleeing]
        ),
        rounds=0,
        edges=(),
        free_strikes=(),
        changes=tuple(chain.from_iterable(changes)),
        state=tuple(escaped),
    )


def _verdict(chase: Chase) -> LaurelsPursuitVerdict:
    fates = [each.fate for each in chase.fleeing]
    escaped = fates.count(LaurelsFlight.ESCAPED)
    some = PursuitResult.SOME_CAUGHT if escaped else PursuitResult.CAUGHT
    return LaurelsPursuitVerdict(
        outcome=PursuitResult.ESCAPED if escaped == len(fates) else some,
        escaped=escaped,
        caught=len(fates) - escaped,
        casualties=fates.count(LaurelsFlight.CASUALTIES),
    )


def _outcome(input: LaurelsPursuit, chase: Chase, rulings: LaurelsRulings) -> LaurelsPursuitOutcome:
    ends = [
        (runner, each.fate, each.end)
        for runner, each in zip(input.fleeing, chase.fleeing, strict=True)
        if each.fate is not None and each.end is not None
    ]
    outcomes = [LaurelsFlightOutcome(id=runner.id, outcome=fate, round=end.round) for runner, fate, end in ends]
    strikes = [end.strike for _, _, end in sorted(ends, key=lambda each: each[2].round) if end.strike is not None]
    pursuers = [
        _after(runner, stamina, rulings) for runner, stamina in zip(input.pursuers, chase.pursuers, strict=True)
    ]
    fled = [_fled(*each, rulings) for each in ends]
    changes = [_change_of(*each, now) for each, now in zip(ends, fled, strict=True)]
    for was, now in zip(input.pursuers, pursuers, strict=True):
        changes.append(changes_from(was, now, EXERTION if was.status is not now.status else RUNNING))
    return LaurelsPursuitOutcome(
        summary=" ".join(
            [sentence(f"{called(runner)} {FLED[fate][0]} in round {end.round}") for runner, fate, end in ends]
        ),
        verdict=_verdict(chase),
        outcomes=tuple(outcomes),
        rounds=len(chase.past.edges),
        edges=chase.past.edges,
        free_strikes=tuple(strikes),
        changes=tuple(chain.from_iterable(changes)),
        state=(*fled, *pursuers),
    )


REASONS: Final = {
    LaurelsFlight.ESCAPED: ESCAPE,
    LaurelsFlight.CAUGHT: LaurelsChangeReason.CAUGHT,
    LaurelsFlight.CASUALTIES: EXERTION,
}


def _change_of(runner: LaurelsRunner, fate: LaurelsFlight, end: End, now: LaurelsRunner) -> tuple[LaurelsChange, ...]:
    """Return what a pursuit changes of one who fled."""
    if fate is LaurelsFlight.CASUALTIES and end.strike is not None:
        return changes_from(runner, now, LaurelsChangeReason.ATTACK, end.strike.by)
    return changes_from(runner, now, REASONS[fate])


def _fled(runner: LaurelsRunner, fate: LaurelsFlight, end: End, rulings: LaurelsRulings) -> LaurelsRunner:
    """Return one who fled after the pursuit; who is caught is back in the fight."""
    status = LaurelsStatus.DEAD if fate is LaurelsFlight.CASUALTIES else LaurelsStatus.FLED
    if fate is LaurelsFlight.CAUGHT:
        status = LaurelsStatus.ACTIVE if end.stamina else LaurelsStatus.EXHAUSTED
    return _after(runner, end.stamina, rulings, status=status, injuries=end.injuries)


def _after(runner: LaurelsRunner, stamina: int | None, rulings: LaurelsRulings, **changes: Any) -> LaurelsRunner:
    """Return a runner after the pursuit, in which it has stopped parrying."""
    spent = after_exertion(runner, stamina or 0, may_die=dies_of_exertion(runner, rulings))
    return runner.model_copy(update=spent | stance_ended(runner.parry) | changes)
