"""Resolve a held unit's attempt to break free."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.exact import Distribution
from service.dice.model import Cites, Dice
from service.dice.transcript import Tally
from service.rules.heroic.attack.models import HeroicBreakFree
from service.rules.heroic.attack.outcomes import (
    HeroicBreakFreeOutcome,
    HeroicBreakFreeVerdict,
    HeroicBrokenFree,
    HeroicScores,
    HeroicTry,
)
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.modifiers import HOLD, HoldFact
from service.rules.heroic.book.options import HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.words import HeroicChangeReason, HeroicCondition, HeroicHoldState, HeroicHoldTechnique
from service.rules.heroic.figures.bonds import MOST_FAILURES
from service.rules.heroic.figures.changes import Cause, changes_of_units
from service.rules.heroic.figures.standing import breathes, spoken_name, weary
from service.rules.heroic.grapple.grapple_legality import refuse_break_free
from service.rules.kernel.book import Fact
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.tally import counted, tally
from service.rules.kernel.telling import sentence
from service.rules.roll_under.grappling import holder_modifier
from service.rules.roll_under.rolls import Contestant, roll_contest

BREAKS: Final[Cites] = (attack_rules.GRAPPLE_BREAK_FREE,)


@dataclass(slots=True, unsafe_hash=True)
class Struggle:
    """An attempt under way: tries left and made, failures of an arm lock so far, and whether it succeeded.

    `tries` are kept to be reported; nothing depends on them.
    """

    left: int
    made: int
    failures: int
    freed: bool = False
    tries: tuple[HeroicTry, ...] = field(default=(), compare=False)


class Held(NamedTuple):
    """Both numbers of an attempt but for the failures of an arm lock, and who rolls them."""

    victim: str
    victim_name: str
    victim_base: int
    victim_facts: dict[Fact, int]
    holder: str
    holder_name: str
    holding: Tally
    automatic: bool
    locked: bool
    tries: int
    failures: int

    def breaking(self, failures: int) -> Tally:
        """Return the victim's number after so many failures to break an arm lock."""
        failed = failures if self.locked else 0
        return tally(self.victim_base, counted(HOLD, {**self.victim_facts, HoldFact.FAILED: failed}))


def resolve_break_free(input: HeroicBreakFree, rulings: HeroicRulings, dice: Dice) -> HeroicBrokenFree:
    """Contest the victim's ST against the holder's until the hold breaks or no try is left.

    Dice: for each try 3D6 victim, 3D6 holder; none if the holder is unconscious.
    Raises: HeroicDuplicateId, PoolMismatch, NotGrappled, AttackerInactive.
    Source: Grappling.
    """
    outcome, victim = struggle_out(input, rulings, dice), input.victim
    if outcome.verdict.freed and not any(each.victim == victim.id for each in input.others):
        victim = breathes(victim)
    changes = changes_of_units((input.victim,), (victim,), Cause(HeroicChangeReason.BREAK_FREE))
    return HeroicBrokenFree(**vars(outcome), victim=victim, changes=changes)


def struggle_out(input: HeroicBreakFree, rulings: HeroicRulings, dice: Dice) -> HeroicBreakFreeOutcome:
    """Return what comes of an attempt, whatever else happens to whom it frees.

    Dice: as `resolve_break_free`.
    Raises: as `resolve_break_free`.
    """
    refuse_break_free(input)
    held = held_of(input, rulings.fp_effects)
    struggle = chain_of(held).play(Struggle(held.tries, 0, held.failures), dice)
    freed = struggle.freed
    after = None if freed else input.hold.model_copy(update={"failed_attempts": min(struggle.failures, MOST_FAILURES)})
    return HeroicBreakFreeOutcome(
        summary=sentence(
            f"{held.victim_name} {'broke free of' if freed else 'could not break free of'} {held.holder_name}"
        ),
        verdict=_verdict(struggle),
        tries=struggle.tries,
        hold=after,
    )


def break_free_odds(input: HeroicBreakFree, rulings: HeroicRulings) -> Distribution[HeroicBreakFreeVerdict]:
    """Return the exact chances of breaking free and of each number of tries.

    Raises: HeroicDuplicateId, PoolMismatch, NotGrappled, AttackerInactive.
    """
    refuse_break_free(input)
    held = held_of(input, rulings.fp_effects)
    return chain_of(held).odds(Struggle(held.tries, 0, held.failures))


def chain_of(held: Held) -> Chain[Struggle, HeroicBreakFreeVerdict]:
    """Return the tries one after another, until the hold breaks or none is left.

    Dice: for each try 3D6 victim, 3D6 holder; none if the holder is unconscious.
    """
    return Chain(
        lambda struggle, dice: roll_try(held, struggle, dice),
        lambda struggle: struggle.freed or not struggle.left,
        _verdict,
    )


def _verdict(struggle: Struggle) -> HeroicBreakFreeVerdict:
    return HeroicBreakFreeVerdict(freed=struggle.freed, tries=struggle.made)


def held_of(input: HeroicBreakFree, effects: HeroicFpEffects) -> Held:
    """Work out both numbers of an attempt; who is too tired has half of its ST, if the options say so.

    Ruling: heroic/ruling/break-free-time.
    """
    victim, holder, hold = weary(input.victim, effects), weary(input.holder, effects), input.hold
    pinned = hold.state is HeroicHoldState.PINNED
    own: dict[Fact, int] = {HoldFact.ARM: max(victim.arms - 2, 0), HoldFact.REFEREE: input.victim_modifier}
    against: dict[Fact, int] = {
        HoldFact.ARM: max(holder.arms - 2, 0),
        HoldFact.PINNED if pinned else HoldFact.HANDS: holder_modifier(hold.hands, pinned=pinned),
        HoldFact.STUNNED: HeroicCondition.STUNNED in holder.conditions,
        HoldFact.CHOKE_HOLD: hold.technique is HeroicHoldTechnique.CHOKE_HOLD,
        HoldFact.ARM_LOCK: hold.technique is HeroicHoldTechnique.ARM_LOCK,
        HoldFact.REFEREE: input.holder_modifier,
    }
    return Held(
        victim.id,
        spoken_name(victim),
        victim.st,
        own,
        holder.id,
        spoken_name(holder),
        tally(holder.st, counted(HOLD, against)),
        HeroicCondition.UNCONSCIOUS in holder.conditions,
        hold.technique is HeroicHoldTechnique.ARM_LOCK,
        input.tries or (2 if pinned else 1),
        hold.failed_attempts,
    )


def roll_try(held: Held, struggle: Struggle, dice: Dice) -> Struggle:
    """Roll one try; an unconscious holder holds nobody.

    Dice: 3D6 victim, 3D6 holder.
    """
    made = struggle.made + 1
    if held.automatic:
        text = f"Unconscious, {held.holder_name} held nobody: {held.victim_name} came free."
        dice.note(attack_rules.REF_BREAK_FREE, text, actor=held.victim, cites=BREAKS)
        tried = HeroicTry(contest=None, freed=True)
        return Struggle(0, made, struggle.failures, freed=True, tries=(*struggle.tries, tried))
    number = held.breaking(struggle.failures)
    contest = roll_contest(
        Contestant(attack_rules.REF_BREAK_FREE, held.victim, held.victim_name, number, BREAKS),
        Contestant(attack_rules.REF_BREAK_FREE, held.holder, held.holder_name, held.holding),
        dice,
    )
    freed = contest.margin > 0
    outcome = f"broke free of {held.holder_name} by {contest.margin}"
    if not freed:
        outcome = (
            f"stayed in the hold of {held.holder_name}: {f'short by {-contest.margin}' if contest.margin else 'a tie'}"
        )
    dice.note(attack_rules.REF_BREAK_FREE, f"{held.victim_name} {outcome}.", actor=held.victim)
    scores = HeroicScores(
        first=number,
        first_roll=contest.first_roll,
        second=held.holding,
        second_roll=contest.second_roll,
        margin=contest.margin,
    )
    tries = (*struggle.tries, HeroicTry(contest=scores, freed=freed))
    return Struggle(struggle.left - 1, made, struggle.failures + (not freed), freed, tries)
