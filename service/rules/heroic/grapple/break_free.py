"""Resolve a held unit's attempt to break free."""

from typing import Final, NamedTuple

from service.dice.exact import Distribution
from service.dice.model import Cites, Dice, Rule
from service.dice.transcript import Tally, Term
from service.rules.heroic.attack.models import HeroicBreakFree
from service.rules.heroic.attack.outcomes import HeroicBreakFreeOutcome, HeroicBreakFreeVerdict, HeroicScores, HeroicTry
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.words import HeroicCondition, HeroicHoldState, HeroicHoldTechnique
from service.rules.heroic.figures.bonds import MOST_FAILURES, HeroicHold
from service.rules.heroic.figures.standing import spoken_name, weary
from service.rules.heroic.grapple.grapple_legality import refuse_break_free
from service.rules.kernel.phases import Phases
from service.rules.kernel.tally import tally
from service.rules.roll_under.contest import Contest, Contestant, roll_contest
from service.rules.roll_under.grappling import (
    ARM_BEYOND_TWO,
    ARM_LOCK_FAILURE,
    ARM_LOCK_HOLDER,
    CHOKE_HOLD_HOLDER,
    STUNNED_HOLDER,
    holder_modifier,
)

BREAKS: Final[Cites] = (attack_rules.GRAPPLE_BREAK_FREE,)


class Struggle(NamedTuple):
    """An attempt under way: tries left and made, failures of an arm lock so far, and whether it succeeded."""

    left: int
    made: int
    failures: int
    freed: bool


class Held(NamedTuple):
    """Both numbers of an attempt but for the failures of an arm lock, and who rolls them."""

    victim: str
    victim_name: str
    victim_base: int
    victim_terms: tuple[Term, ...]
    holder: str
    holder_name: str
    holding: Tally
    automatic: bool
    locked: bool
    tries: int
    failures: int

    def breaking(self, failures: int) -> Tally:
        """Return the victim's number after so many failures to break an arm lock."""
        terms = list(self.victim_terms)
        if self.locked and failures:
            rule = attack_rules.REF_ARM_LOCK.id
            terms.append(Term(rule=rule, label="Failed attempts", value=ARM_LOCK_FAILURE * failures))
        return tally(self.victim_base, terms)


def resolve_break_free(input: HeroicBreakFree, rulings: HeroicRulings, dice: Dice) -> HeroicBreakFreeOutcome:
    """Contest the ST of who is held against that of who holds, until the hold breaks or no try is left.

    Dice: for each try 3D6 victim, 3D6 holder; none if the holder is unconscious.
    Raises: HeroicDuplicateId, PoolMismatch, NotGrappled, AttackerInactive.
    Source: Grappling.
    """
    refuse_break_free(input)
    held = held_of(input, rulings.fp_effects)
    struggle = Struggle(held.tries, 0, held.failures, freed=False)
    tries = []
    while struggle.left and not struggle.freed:
        contest, struggle = roll_try(held, struggle, dice)
        tries.append(_try(held, contest, struggle))
    freed = struggle.freed
    after = None if freed else input.hold.model_copy(update={"failed_attempts": min(struggle.failures, MOST_FAILURES)})
    return HeroicBreakFreeOutcome(
        summary=f"{held.victim_name} {'broke free of' if freed else 'could not break free of'} {held.holder_name}.",
        verdict=HeroicBreakFreeVerdict(freed=freed, tries=struggle.made),
        tries=tuple(tries),
        hold=after,
    )


def break_free_odds(input: HeroicBreakFree, rulings: HeroicRulings) -> Distribution[HeroicBreakFreeVerdict]:
    """Return the exact chances of breaking free and of each number of tries.

    Raises: HeroicDuplicateId, PoolMismatch, NotGrappled, AttackerInactive.
    """
    refuse_break_free(input)
    held = held_of(input, rulings.fp_effects)
    phases = Phases(
        lambda struggle, dice: roll_try(held, struggle, dice)[1],
        lambda struggle: struggle.freed or not struggle.left,
    )
    ends = phases.enumerate(Struggle(held.tries, 0, held.failures, freed=False))
    return ends.then(lambda struggle, _: HeroicBreakFreeVerdict(freed=struggle.freed, tries=struggle.made))


def held_of(input: HeroicBreakFree, effects: HeroicFpEffects) -> Held:
    """Work out both numbers of an attempt; who is too tired has half of its ST, if the options say so.

    Ruling: heroic/ruling/break-free-time.
    """
    victim, holder, hold = weary(input.victim, effects), weary(input.holder, effects), input.hold
    pinned = hold.state is HeroicHoldState.PINNED
    rule = attack_rules.REF_BREAK_FREE
    own = _terms(
        (rule, "Arms beyond two", ARM_BEYOND_TWO * max(victim.arms - 2, 0)),
        (rulebook.UNIT_REFEREE_LATITUDE, "Referee", input.victim_modifier),
    )
    stunned = HeroicCondition.STUNNED in holder.conditions
    against = _terms(
        (rule, "Arms beyond two", ARM_BEYOND_TWO * max(holder.arms - 2, 0)),
        (rule, "Pinned" if pinned else "Hands", holder_modifier(hold.hands, pinned=pinned)),
        (rule, "Stunned", STUNNED_HOLDER if stunned else 0),
        (attack_rules.REF_CHOKE, "Choke hold", _technique(hold, HeroicHoldTechnique.CHOKE_HOLD, CHOKE_HOLD_HOLDER)),
        (attack_rules.REF_ARM_LOCK, "Arm lock", _technique(hold, HeroicHoldTechnique.ARM_LOCK, ARM_LOCK_HOLDER)),
        (rulebook.UNIT_REFEREE_LATITUDE, "Referee", input.holder_modifier),
    )
    return Held(
        victim.id,
        spoken_name(victim),
        victim.st,
        tuple(own),
        holder.id,
        spoken_name(holder),
        tally(holder.st, against),
        HeroicCondition.UNCONSCIOUS in holder.conditions,
        hold.technique is HeroicHoldTechnique.ARM_LOCK,
        input.tries or (2 if pinned else 1),
        hold.failed_attempts,
    )


def roll_try(held: Held, struggle: Struggle, dice: Dice) -> tuple[Contest | None, Struggle]:
    """Roll one try; an unconscious holder holds nobody.

    Dice: 3D6 victim, 3D6 holder.
    """
    made = struggle.made + 1
    if held.automatic:
        text = f"Unconscious, {held.holder_name} held nobody: {held.victim_name} came free."
        dice.note(attack_rules.REF_BREAK_FREE, text, actor=held.victim, cites=BREAKS)
        return None, Struggle(0, made, struggle.failures, freed=True)
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
    failures = struggle.failures + (not freed)
    return contest, Struggle(struggle.left - 1, made, failures, freed)


def _try(held: Held, contest: Contest | None, struggle: Struggle) -> HeroicTry:
    if contest is None:
        return HeroicTry(contest=None, freed=True)
    scores = HeroicScores(
        first=held.breaking(struggle.failures - (not struggle.freed)),
        first_roll=contest.first_roll,
        second=held.holding,
        second_roll=contest.second_roll,
        margin=contest.margin,
    )
    return HeroicTry(contest=scores, freed=struggle.freed)


def _technique(hold: HeroicHold, technique: HeroicHoldTechnique, value: int) -> int:
    return value if hold.technique is technique else 0


def _terms(*named: tuple[Rule, str, int]) -> list[Term]:
    return [Term(rule=rule.id, label=label, value=value) for rule, label, value in named if value]
