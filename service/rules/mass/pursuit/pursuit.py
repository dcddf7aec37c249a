"""Pursuit: what a routed unit loses to its pursuer."""

from dataclasses import replace
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import Dice, DicePool, Expected
from service.dice.transcript import Tally, Term
from service.rules.kernel.hexes import distance
from service.rules.kernel.tally import counted, spoken, tally
from service.rules.kernel.telling import sentence
from service.rules.kernel.verdict import PursuitResult
from service.rules.mass.attack.battle_dice import morale_damage_of
from service.rules.mass.book import rulebook
from service.rules.mass.book.modifiers import PURSUIT_ROWS, MassFact
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassDuplicateId, PursuerUnavailable, TargetNotEnemy, UnitNotRouted
from service.rules.mass.book.words import POOLS, MassChangeReason, MassDie, MassStatus, stepped
from service.rules.mass.figures.changes import Cause, Changes, MassChange, changes_between, placing_of
from service.rules.mass.figures.models import MassRunner
from service.rules.mass.figures.text import called
from service.wire import Frozen, record

PURSUIT: Final = MassChangeReason.PURSUIT


class MassPursuit(Frozen):
    """A routed unit and its pursuer."""

    routed: MassRunner = Field(description="Who flees; its hex, if sent, is where it was routed.")
    pursuer: MassRunner | None = Field(description="Who pursues; null: nobody.")


@record
class MassPursuitVerdict:
    """The end of a pursuit."""

    outcome: Annotated[
        PursuitResult,
        Field(description="What became of the routed unit: `some_caught` if it escaped with losses."),
    ]
    escaped: Annotated[int, Field(description="Units that escaped, with losses or without: 1 or 0.")]
    caught: Annotated[int, Field(description="Units that were caught altogether: 1 or 0.")]
    losses: Annotated[int, Field(description="Rated Morale Points that the routed unit lost.")]


@record
class MassPursuitOutcome:
    """The outcome of a pursuit."""

    summary: Annotated[str, Field(description="The pursuit in a sentence.")]
    scores: Annotated[tuple[int, int] | None, Field(description="The pursuer's score and the routed unit's.")]
    tallies: Annotated[tuple[Tally, ...], Field(description="What made the scores; empty without a pursuer.")]
    margin: Annotated[int | None, Field(description="The pursuer's score less the routed unit's.")]
    remnant: Annotated[int, Field(description="The rated Morale Points it has left for later battles.")]
    pursuer_status: Annotated[
        MassStatus | None, Field(description="The pursuer is away until the next round ends; null without one.")
    ]
    changes: Changes
    verdict: Annotated[MassPursuitVerdict, Field(description="How it ended.")]


def pursue(input: MassPursuit, rulings: MassRulings, dice: Dice) -> MassPursuitOutcome:
    """Roll the pursuer's battle die against the routed unit's, one step lower, and count its losses.

    A faster pursuer rolls two dice and the better counts; a slower one takes -2. Without a pursuer there are no dice.

    Dice: the pursuer's battle die, a second one if it is faster, then the routed unit's, one step lower.
    Raises: PursuerUnavailable, UnitNotRouted, MassDuplicateId, TargetNotEnemy.
    Source: none; battle dice, flanking and morale damage of the source are applied.
    """
    routed, pursuer = input.routed, input.pursuer
    if routed.status in (MassStatus.DESTROYED, MassStatus.PURSUING):
        raise UnitNotRouted(f"{routed.id} is {routed.status} and cannot be pursued.", pointer="/routed/status")
    if pursuer is None:
        text = f"Nobody pursued {called(routed)}, so {called(routed)} escaped."
        dice.note(rulebook.PURSUIT_ESCAPE, text, actor=routed.id)
        return _outcome(routed, None, None, (), 0, text)
    refuse_own(pursuer, routed)
    refuse_unavailable(pursuer, routed)
    dice.expect(lambda: _expected_of(pursuer, routed))
    hunting = _roll_pursuer(pursuer, routed, dice)
    fleeing = _roll_routed(routed, dice)
    margin = hunting.total - fleeing.total
    losses = min(morale_damage_of(margin), routed.morale_max)
    text = ENDINGS[result_of(routed, losses)].format(routed=called(routed), pursuer=called(pursuer), losses=losses)
    rule = rulebook.PURSUIT_OUTCOME if losses else rulebook.PURSUIT_ESCAPE
    scores = f"{hunting.total} against {fleeing.total}, a margin of {margin}"
    cites = (rulebook.PURSUIT_ELIGIBILITY, rulebook.BATTLE_MORALE_DAMAGE)
    dice.note(rule, f"{text}: {scores}.", actor=routed.id, cites=cites)
    gone = f"The pursuit took {called(pursuer)} off the field until the end of the next round."
    dice.note(rulebook.PURSUIT_COST, gone, actor=pursuer.id)
    return _outcome(routed, pursuer, margin, (hunting, fleeing), losses, sentence(text))


def _expected_of(pursuer: MassRunner, routed: MassRunner) -> list[Expected]:
    """Announce the rolls of a pursuit."""
    rule, pool, who = rulebook.PURSUIT_ROLL, POOLS[pursuer.battle_die], called(pursuer)
    rolls = [Expected(rule, pool, pursuer.id, f"Battle die of {who} in pursuit")]
    if pursuer.speed > routed.speed:
        rolls.append(Expected(rule, pool, pursuer.id, f"Second battle die of {who} for the higher speed"))
    fleeing = POOLS[stepped(routed.battle_die, -1)]
    return [*rolls, Expected(rule, fleeing, routed.id, f"Battle die of {called(routed)} in flight, a step lower")]


ENDINGS: Final = {
    PursuitResult.ESCAPED: "{routed} escaped {pursuer} without a loss",
    PursuitResult.SOME_CAUGHT: "{routed} lost {losses} of the rated Morale Points and escaped {pursuer}",
    PursuitResult.CAUGHT: "{pursuer} caught {routed}",
}


def refuse_own(pursuer: MassRunner, routed: MassRunner) -> None:
    """Refuse a pursuit of a unit by itself or by its own side."""
    if pursuer.id == routed.id:
        raise MassDuplicateId(f"{routed.id!r} cannot pursue itself.", pointer="/pursuer/id")
    if pursuer.side is not None and pursuer.side == routed.side:
        message = f"{routed.id} and {pursuer.id} are both of the side {routed.side}."
        raise TargetNotEnemy(message, pointer="/pursuer/side", rule=rulebook.PURSUIT_ELIGIBILITY)


def refuse_unavailable(pursuer: MassRunner, routed: MassRunner) -> None:
    """Refuse a pursuer that cannot pursue."""
    if pursuer.status is not MassStatus.ACTIVE:
        raise PursuerUnavailable(f"{pursuer.id} is {pursuer.status} and cannot pursue.", pointer="/pursuer/status")
    if pursuer.engaged_with:
        foes = ", ".join(pursuer.engaged_with)
        message = f"{pursuer.id} is engaged with {foes} and cannot pursue."
        raise PursuerUnavailable(message, pointer="/pursuer/engaged_with")
    if pursuer.commanded:
        message = f"{pursuer.id} was commanded this round and cannot pursue."
        raise PursuerUnavailable(message, pointer="/pursuer/commanded")
    if pursuer.hex is not None and routed.hex is not None:
        away = distance(pursuer.hex, routed.hex)
        if away > pursuer.speed:
            message = f"{pursuer.id} is {away} hexes away, farther than its speed of {pursuer.speed}."
            raise PursuerUnavailable(message, pointer="/pursuer/hex")


def _roll_pursuer(pursuer: MassRunner, routed: MassRunner, dice: Dice) -> Tally:
    slower = counted(PURSUIT_ROWS, {MassFact.SLOWER: pursuer.speed < routed.speed})
    score = _roll(pursuer, POOLS[pursuer.battle_die], slower, dice)
    if pursuer.speed <= routed.speed:
        return score
    bands = tuple(range(score.base, POOLS[pursuer.battle_die].sides + 1))
    roll = dice.roll(rulebook.PURSUIT_ROLL, POOLS[pursuer.battle_die], actor=pursuer.id, bands=bands)
    best = max(score.base, roll.total)
    roll.tell(f"{called(pursuer)} had the higher speed and rolled {roll.total} as well: {best} counted.")
    return tally(best)


def _roll_routed(routed: MassRunner, dice: Dice) -> Tally:
    lowest = counted(PURSUIT_ROWS, {MassFact.NO_SMALLER_DIE: routed.battle_die is MassDie.D4})
    return _roll(routed, POOLS[stepped(routed.battle_die, -1)], lowest, dice)


def _roll(who: MassRunner, pool: DicePool, terms: list[Term], dice: Dice) -> Tally:
    roll = dice.roll(rulebook.PURSUIT_ROLL, pool, actor=who.id)
    score = tally(roll.total, terms)
    counts = f": {spoken(score)} counted" if terms else ""
    roll.tell(f"{called(who)} rolled {score.base} on a {pool.name}{counts}.")
    return score


def result_of(routed: MassRunner, losses: int) -> PursuitResult:
    """Return what became of a routed unit that lost so many of its rated Morale Points."""
    if losses == routed.morale_max:
        return PursuitResult.CAUGHT
    return PursuitResult.SOME_CAUGHT if losses else PursuitResult.ESCAPED


def _outcome(
    routed: MassRunner,
    pursuer: MassRunner | None,
    margin: int | None,
    tallies: tuple[Tally, ...],
    losses: int,
    summary: str,
) -> MassPursuitOutcome:
    result = result_of(routed, losses)
    caught = result is PursuitResult.CAUGHT
    return MassPursuitOutcome(
        summary=summary,
        scores=(tallies[0].total, tallies[1].total) if tallies else None,
        tallies=tallies,
        margin=margin,
        remnant=routed.morale_max - losses,
        pursuer_status=MassStatus.PURSUING if tallies else None,
        changes=_changes_of(routed, pursuer, caught=caught),
        verdict=MassPursuitVerdict(outcome=result, escaped=int(not caught), caught=int(caught), losses=losses),
    )


def _changes_of(routed: MassRunner, pursuer: MassRunner | None, *, caught: bool) -> tuple[MassChange, ...]:
    """Return what a pursuit changes: the pursuer is away, and who is caught is no more."""
    if pursuer is None:
        return ()
    runs, flees = placing_of(pursuer), placing_of(routed)
    ended = replace(flees, status=MassStatus.DESTROYED) if caught else flees
    return (
        *changes_between(pursuer.id, runs, replace(runs, status=MassStatus.PURSUING), Cause(PURSUIT)),
        *changes_between(routed.id, flees, ended, Cause(PURSUIT, pursuer.id)),
    )
