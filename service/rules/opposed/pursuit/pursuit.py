"""One figure runs from others: it escapes, is caught, or is struck down from behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final, assert_never

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.plan import StrikeTerms, plan_strike
from service.rules.opposed.attack.strike import Exchange, exchange
from service.rules.opposed.battle.events import blow_of, joined, warn_if_unread
from service.rules.opposed.battle.models import OpposedPursuit, OpposedRunner
from service.rules.opposed.battle.outcomes import OpposedPursuitOutcome, OpposedPursuitVerdict
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedRulings
from service.rules.opposed.book.words import OpposedAttackHex, OpposedMode, OpposedPursuitEnd, OpposedStatus
from service.rules.opposed.figures.models import OpposedSituation, OpposedStrike
from service.rules.opposed.pursuit.chase import (
    START,
    Chase,
    Pursuit,
    Standing,
    phases_of,
    roll_margin,
    set_off,
    standing_of,
)

FROM_BEHIND: Final = OpposedStrike(mode=OpposedMode.MELEE, situation=OpposedSituation(attack_hex=OpposedAttackHex.REAR))
CATCHES: Final = (Standing.CAUGHT, Standing.CAUGHT_FROM_BEHIND)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round of a pursuit ended, the place of the pursuer who caught up, and whether it struck its prey down."""

    standing: Standing
    by: int
    down: bool


LEVEL: Final = Ending(Standing.ABREAST, 0, down=False)


def pursue(input: OpposedPursuit, rulings: OpposedRulings, dice: Dice) -> OpposedPursuitOutcome:
    """Chase one fleeing figure until it escapes or is caught.

    Each round every pursuer rolls against three times its Agility and ten for each hex by which it is faster than the
    fleeing figure, which rolls the same against the fastest of them; no Fatigue costs 10. The best pursuer's quality
    less the fleeing figure's is the margin: at -2 or less it escapes, at 1 or more it is caught, at 3 or more caught
    from behind and struck at once. Who cannot run is left behind; running ends evading and withdrawing.

    Dice: each round D100 for each pursuer in request order, D100 for the fleeing figure; then the dice of the strike.
    Raises: CannotFlee, DuplicateParticipant.
    Source: none; Umpire's adaptation.
    """
    pursuit = set_off(input, rulings)
    warn_if_unread(input.grievous_table, rulings, dice)
    _tell_start(pursuit, dice)
    phases, ending, struck = phases_of(pursuit.course), LEVEL, None
    margins: list[int] = []
    while pursuit.pursuers and ending.standing is Standing.ABREAST and len(margins) < input.max_rounds:
        chase = phases.play(START, dice)
        margins.append(roll_margin(pursuit.course, chase, dice))
        ending = _ending_of(pursuit, margins[-1], chase.by)
        _tell_round(pursuit, ending, margins, dice)
    if ending.standing is Standing.CAUGHT_FROM_BEHIND:
        struck = _strike(pursuit, ending.by, dice)
        ending = Ending(ending.standing, ending.by, down=not is_able(struck.defender))
    return _outcome(pursuit, ending, margins, struck, dice)


def pursuit_odds(pursuit: OpposedPursuit, rulings: OpposedRulings) -> Distribution[OpposedPursuitVerdict]:
    """Return the exact chances of how a pursuit ends.

    All rounds are alike: one is enumerated, phase by phase as `pursue` plays it, and counted for each round reached.

    Raises: CannotFlee, DuplicateParticipant; OddsTooLarge, if the strike has more paths than are enumerated.
    """
    chased = set_off(pursuit, rulings)
    chances: dict[OpposedPursuitVerdict, Fraction] = {}
    reached, rounds = Fraction(1), pursuit.max_rounds if chased.pursuers else 0
    endings = _endings(chased) if chased.pursuers else {}
    level = endings.pop(LEVEL, Fraction(0))
    for number in range(1, rounds + 1):
        for ending, chance in endings.items():
            chances[_verdict(chased, ending, number)] = reached * chance
        reached *= level
    escaped = _verdict(chased, LEVEL, rounds)
    chances[escaped] = chances.get(escaped, Fraction(0)) + reached
    return Distribution({verdict: chance for verdict, chance in chances.items() if chance})


def _endings(pursuit: Pursuit) -> dict[Ending, Fraction]:
    """Return the chances of how one round ends."""
    one_round = phases_of(pursuit.course).enumerate(START)
    return one_round.then(partial(_end_round, pursuit)).then(partial(_end_strike, pursuit)).chances


def _ending_of(pursuit: Pursuit, margin: int, by: int) -> Ending:
    standing = standing_of(margin)
    if standing is Standing.CAUGHT_FROM_BEHIND and not pursuit.input.free_strike:
        standing = Standing.CAUGHT
    return Ending(standing, by if standing in CATCHES else 0, down=False)


def _end_round(pursuit: Pursuit, chase: Chase, dice: Dice) -> Ending:
    return _ending_of(pursuit, roll_margin(pursuit.course, chase, dice), chase.by)


def _end_strike(pursuit: Pursuit, ending: Ending, dice: Dice) -> Ending:
    if ending.standing is not Standing.CAUGHT_FROM_BEHIND:
        return ending
    struck = _strike(pursuit, ending.by, dice)
    return Ending(ending.standing, ending.by, down=not is_able(struck.defender))


def _strike(pursuit: Pursuit, by: int, dice: Dice) -> Exchange[OpposedRunner]:
    """Let a pursuer strike into the fleeing figure's rear hex.

    Dice: as a strike; a running figure does not parry.
    """
    pursuer, fleeing = pursuit.pursuers[by], pursuit.fleeing
    rulings = pursuit.rulings
    resolves = rulings.consequences is not OpposedConsequences.FLAG
    terms = StrikeTerms(resolves=resolves, grievous_table=pursuit.input.grievous_table)
    plan = plan_strike(pursuer, fleeing, FROM_BEHIND, rulings, terms)
    return exchange(plan, pursuer, fleeing, dice, riposte=None)


def _verdict(pursuit: Pursuit, ending: Ending, rounds: int) -> OpposedPursuitVerdict:
    caught = ending.standing in CATCHES
    outcome = OpposedPursuitEnd.CAUGHT if caught else OpposedPursuitEnd.ESCAPED
    return OpposedPursuitVerdict(
        outcome=OpposedPursuitEnd.CASUALTIES if ending.down else outcome,
        by=pursuit.pursuers[ending.by].id if caught else None,
        rounds=rounds,
        from_behind=ending.standing is Standing.CAUGHT_FROM_BEHIND,
    )


def _outcome(
    pursuit: Pursuit, ending: Ending, margins: Sequence[int], struck: Exchange[OpposedRunner] | None, dice: Dice
) -> OpposedPursuitOutcome:
    verdict = _verdict(pursuit, ending, len(margins))
    summary = _summary(pursuit, verdict, struck)
    if verdict.outcome is OpposedPursuitEnd.CASUALTIES:
        dice.note(rulebook.PURSUIT_CASUALTIES, summary, actor=verdict.by)
    elif ending == LEVEL:
        dice.note(rulebook.PURSUIT_ESCAPE, summary, actor=pursuit.fleeing.id)
    return OpposedPursuitOutcome(
        summary=summary,
        verdict=verdict,
        outcome=verdict.outcome,
        by=verdict.by,
        rounds=verdict.rounds,
        margins=tuple(margins),
        free_strike=blow_of(struck.plan, struck.strike) if struck else None,
        state=_state(pursuit, verdict, struck),
    )


def _state(
    pursuit: Pursuit, verdict: OpposedPursuitVerdict, struck: Exchange[OpposedRunner] | None
) -> tuple[OpposedRunner, ...]:
    """Return everyone afterwards: who escaped has fled, who was caught is engaged with the pursuer, if still up."""
    fleeing = struck.defender if struck else pursuit.fleeing
    running = {each.id: each for each in (*pursuit.input.pursuers, *pursuit.pursuers)}
    if struck:
        running[struck.attacker.id] = struck.attacker
    caught = verdict.outcome is OpposedPursuitEnd.CAUGHT
    pursuers = []
    for pursuer in running.values():
        foes = [name for name in pursuer.engaged_with if name != fleeing.id]
        if caught and pursuer.id == verdict.by:
            foes.append(fleeing.id)
        pursuers.append(pursuer.model_copy(update={"engaged_with": tuple(foes)}))
    changes: dict[str, object] = {"engaged_with": (verdict.by,) if caught else ()}
    if verdict.outcome is not OpposedPursuitEnd.CASUALTIES:
        changes["status"] = OpposedStatus.ACTIVE if caught else OpposedStatus.FLED
    return (fleeing.model_copy(update=changes), *pursuers)


def _tell_start(pursuit: Pursuit, dice: Dice) -> None:
    fleeing = pursuit.fleeing.id
    for name, what in pursuit.left_behind:
        dice.warn(f"{name} is {what} and is left behind.")
    names = [pursuer.id for pursuer in pursuit.pursuers]
    followed = f"{joined(names)} {'pursues' if len(names) == 1 else 'pursue'}" if names else "nobody can pursue"
    dice.note(rulebook.PURSUIT_ELIGIBILITY, f"{fleeing} flees; {followed}.", actor=fleeing)


def _tell_round(pursuit: Pursuit, ending: Ending, margins: Sequence[int], dice: Dice) -> None:
    fleeing, by = pursuit.fleeing.id, pursuit.pursuers[ending.by].id
    told = f"Round {len(margins)}, {_told_margin(margins[-1])}"
    match ending.standing:
        case Standing.ABREAST:
            dice.note(rulebook.PURSUIT_PROCEDURE, f"{told}: nobody gains enough.", actor=fleeing)
        case Standing.LOST:
            dice.note(rulebook.PURSUIT_ESCAPE, f"{told}: {fleeing} escapes.", actor=fleeing)
        case Standing.CAUGHT:
            dice.note(rulebook.PURSUIT_CAUGHT, f"{told}: {by} catches {fleeing}.", actor=by)
        case Standing.CAUGHT_FROM_BEHIND:
            text = f"{told}: {by} catches {fleeing} from behind and strikes."
            dice.note(rulebook.PURSUIT_FREE_STRIKE, text, actor=by)
        case _:
            assert_never(ending.standing)


def _told_margin(margin: int) -> str:
    if not margin:
        return "chase and flight are equally good"
    better, other = ("chase", "flight") if margin > 0 else ("flight", "chase")
    return f"the {better} is {abs(margin)} better than the {other}"


def _summary(pursuit: Pursuit, verdict: OpposedPursuitVerdict, struck: Exchange[OpposedRunner] | None) -> str:
    fleeing, rounds = pursuit.fleeing.id, verdict.rounds
    if not rounds:
        return f"{fleeing} escapes: nobody can pursue."
    when = f"after {rounds} round{'s' if rounds > 1 else ''}"
    if verdict.outcome is OpposedPursuitEnd.ESCAPED:
        return f"{fleeing} escapes {when}."
    if struck is None:
        return f"{verdict.by} catches {fleeing} {when}."
    if verdict.outcome is OpposedPursuitEnd.CASUALTIES:
        return f"{verdict.by} strikes {fleeing} down from behind {when}."
    return f"{verdict.by} catches {fleeing} from behind {when} and does {struck.strike.wound.damage.applied} damage."
