"""Pursuits: one figure runs from others and escapes, is caught, or is struck down from behind."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.kernel.telling import amount, sentence
from service.rules.kernel.verdict import PursuitResult
from service.rules.opposed.attack.legality import called
from service.rules.opposed.attack.strike import Exchange
from service.rules.opposed.battle.events import blow_of, joined, warn
from service.rules.opposed.battle.models import OpposedPursuit, OpposedRunner
from service.rules.opposed.battle.outcomes import OpposedPursuitOutcome, OpposedPursuitVerdict
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.words import OpposedChangeReason, OpposedStatus
from service.rules.opposed.figures.changes import OpposedChange, changes_from
from service.rules.opposed.pursuit.chase import LEVEL, Chase, Ending, Pursuit, Standing, ending_of, round_of, set_off


def pursue(input: OpposedPursuit, rulings: OpposedRulings, dice: Dice) -> OpposedPursuitOutcome:
    """Chase one fleeing figure until it escapes or is caught.

    Each round every pursuer rolls against three times its Agility and ten for each hex by which it is faster than the
    fleeing figure, which rolls the same against the fastest of them; no Fatigue costs 10. The best pursuer's quality
    less the fleeing figure's is the margin: at -2 or less it escapes, at 1 or more it is caught, at 3 or more caught
    from behind and struck at once. A pursuer that cannot run is left behind; running ends evading and withdrawing.

    Dice: each round D100 for each pursuer in request order, D100 for the fleeing figure; then the dice of the strike.
    Raises: CannotFlee, DuplicateParticipant.
    Source: none; Umpire's adaptation.
    """
    pursuit = set_off(input, rulings)
    warn((input.fleeing, *input.pursuers), input.grievous_table, rulings, dice)
    _note_start(pursuit, dice)
    rounds, chase = round_of(pursuit), Chase(0, standing=Standing.ABREAST)
    margins: list[int] = []
    while pursuit.pursuers and chase.standing is Standing.ABREAST and len(margins) < input.max_rounds:
        chase = rounds.play(Chase(len(margins) + 1), dice)
        margins.append(chase.margin)
    return _outcome(pursuit, chase, margins, dice)


def pursuit_odds(pursuit: OpposedPursuit, rulings: OpposedRulings) -> Distribution[OpposedPursuitVerdict]:
    """Return the exact chances of how a pursuit ends.

    All rounds are alike: one is enumerated, roll by roll as `pursue` plays it, and counted for each round reached.

    Raises: CannotFlee, DuplicateParticipant; OddsTooLarge, if the strike has more paths than are enumerated.
    """
    chased = set_off(pursuit, rulings)
    chances: dict[OpposedPursuitVerdict, Fraction] = {}
    reached, rounds = Fraction(1), pursuit.max_rounds if chased.pursuers else 0
    endings = dict(round_of(chased).odds(Chase(1)).chances) if chased.pursuers else {}
    level = endings.pop(LEVEL, Fraction(0))
    for number in range(1, rounds + 1):
        for ending, chance in endings.items():
            chances[_verdict(ending, number)] = reached * chance
        reached *= level
    escaped = _verdict(LEVEL, rounds)
    chances[escaped] = chances.get(escaped, Fraction(0)) + reached
    return Distribution({verdict: chance for verdict, chance in chances.items() if chance})


def _verdict(ending: Ending, rounds: int) -> OpposedPursuitVerdict:
    is_caught = ending.by is not None
    return OpposedPursuitVerdict(
        outcome=PursuitResult.CAUGHT if is_caught else PursuitResult.ESCAPED,
        escaped=int(not is_caught),
        caught=int(is_caught),
        casualties=int(ending.down),
        by=ending.by,
        rounds=rounds,
        from_behind=ending.standing is Standing.CAUGHT_FROM_BEHIND,
    )


def _outcome(pursuit: Pursuit, chase: Chase, margins: Sequence[int], dice: Dice) -> OpposedPursuitOutcome:
    ending, struck = ending_of(pursuit, chase), chase.struck
    verdict = _verdict(ending, len(margins))
    summary, state = _summary(pursuit, verdict, struck), _state(pursuit, verdict, struck)
    if verdict.casualties:
        dice.note(rulebook.PURSUIT_CASUALTIES, summary, actor=verdict.by)
    elif ending == LEVEL:
        dice.note(rulebook.PURSUIT_ESCAPE, summary, actor=pursuit.fleeing.id)
    return OpposedPursuitOutcome(
        summary=summary,
        verdict=verdict,
        margins=tuple(margins),
        free_strike=blow_of(struck.plan, struck.strike) if struck else None,
        changes=_changes_of(pursuit, verdict, struck, state),
        state=state,
    )


def _state(
    pursuit: Pursuit, verdict: OpposedPursuitVerdict, struck: Exchange[OpposedRunner] | None
) -> tuple[OpposedRunner, ...]:
    """Return everyone afterwards: who escaped has fled, who was caught is engaged with the pursuer, if still up."""
    fleeing = struck.defender if struck else pursuit.fleeing
    running = {each.id: each for each in (*pursuit.input.pursuers, *pursuit.pursuers)}
    if struck:
        running[struck.attacker.id] = struck.attacker
    caught = bool(verdict.caught and not verdict.casualties)
    pursuers = []
    for pursuer in running.values():
        is_catcher = caught and pursuer.id == verdict.by
        foes = tuple([name for name in pursuer.engaged_with if is_catcher or name != fleeing.id])
        if is_catcher and fleeing.id not in foes:
            foes = (*foes, fleeing.id)
        pursuers.append(pursuer.model_copy(update={"engaged_with": foes}))
    changes: dict[str, object] = {"engaged_with": (verdict.by,) if caught else ()}
    if not verdict.casualties:
        changes["status"] = OpposedStatus.ACTIVE if caught else OpposedStatus.FLED
    return (fleeing.model_copy(update=changes), *pursuers)


def _changes_of(
    pursuit: Pursuit,
    verdict: OpposedPursuitVerdict,
    struck: Exchange[OpposedRunner] | None,
    after: Sequence[OpposedRunner],
) -> tuple[OpposedChange, ...]:
    """Return what a pursuit changes of who flees, and then of each pursuer."""
    now, prey, by = after[0], pursuit.input.fleeing, verdict.by
    why = OpposedChangeReason.CAUGHT if verdict.caught else OpposedChangeReason.ESCAPE
    told: list[tuple[OpposedChange, ...]] = []
    if struck is not None:
        told.append(changes_from(prey, pursuit.fleeing, OpposedChangeReason.RUNNING))
        told.append(changes_from(pursuit.fleeing, struck.defender, OpposedChangeReason.STRIKE, by))
        prey = struck.defender
    told.append(changes_from(prey, now, why, by))
    running = {each.id: each for each in pursuit.pursuers}
    for was, pursuer in zip(pursuit.input.pursuers, after[1:], strict=True):
        runs = running.get(was.id, was)
        told += [changes_from(was, runs, OpposedChangeReason.RUNNING), changes_from(runs, pursuer, why, now.id)]
    return tuple(chain.from_iterable(told))


def _note_start(pursuit: Pursuit, dice: Dice) -> None:
    fleeing = called(pursuit.fleeing)
    for name, what in pursuit.left_behind:
        dice.warn(f"{name} is {what} and is left behind.")
    names = [called(pursuer) for pursuer in pursuit.pursuers]
    followed = f"{joined(names)} pursued" if names else "nobody could pursue"
    dice.note(rulebook.PURSUIT_ELIGIBILITY, f"{fleeing} fled; {followed}.", actor=pursuit.fleeing.id)


def _summary(pursuit: Pursuit, verdict: OpposedPursuitVerdict, struck: Exchange[OpposedRunner] | None) -> str:
    fleeing, rounds = called(pursuit.fleeing), verdict.rounds
    if not rounds:
        return sentence(f"{fleeing} escaped: nobody could pursue")
    when = f"after {amount(rounds, 'round')}"
    if verdict.escaped:
        return sentence(f"{fleeing} escaped {when}")
    by = next(called(pursuer) for pursuer in pursuit.pursuers if pursuer.id == verdict.by)
    if struck is None:
        return sentence(f"{by} caught {fleeing} {when}")
    if verdict.casualties:
        return sentence(f"{by} struck {fleeing} down from behind {when}")
    damage = struck.strike.wound.damage.applied
    return sentence(f"{by} caught {fleeing} from behind {when} and did {damage} damage")
