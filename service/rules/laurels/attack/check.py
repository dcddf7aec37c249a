"""Skill checks: a d20 and its modifiers against a DC."""

from typing import Final, NamedTuple

from service.dice.model import D20, Cites, Dice, Expected, Rule
from service.rules.kernel.figures import Who
from service.rules.kernel.tally import Facts, counted, tally
from service.rules.laurels.attack.outcomes import LaurelsChecked, LaurelsCheckOutcome, LaurelsCheckVerdict
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.modifiers import CHECK_MODIFIERS, LaurelsCheckFact
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.figures.models import LaurelsCheck

THE_CHECK: Final = Who(None, "the check")
"""Who rolls a check of nobody in particular."""


class Trial(NamedTuple):
    """A check to be rolled: for which rule, by whom, with which modifiers, against what, and what for.

    `margins` are those from which on results differ: success, and where a rule knows more.
    """

    rule: Rule
    who: Who
    facts: Facts
    dc: int
    purpose: str
    cites: Cites = ()
    margins: tuple[int, ...] = (0,)


def check_skill(input: LaurelsCheck, rulings: LaurelsRulings, dice: Dice) -> LaurelsCheckOutcome:
    """Roll a d20 and add a bonus; a total of at least the DC succeeds.

    Dice: D20.
    Ruling: laurels/ruling/precision-tie.
    Source: Sneak Attacks; the author's other pages.
    """
    facts: Facts = {LaurelsCheckFact.BONUS: input.bonus}
    checked = roll_check(
        Trial(
            rulebook.CHECK_SKILL_CHECK,
            THE_CHECK,
            facts,
            input.dc,
            "whether the check succeeds",
            (Rulings.REVERSE_AWARENESS,),
        ),
        dice,
    )
    verdict = LaurelsCheckVerdict(success=checked.success)
    summary = f"The check {'succeeded' if checked.success else 'failed'}: {checked.total} against {input.dc}."
    return LaurelsCheckOutcome(summary=summary, verdict=verdict, total=checked.total, success=checked.success)


def expected_of(trial: Trial) -> Expected:
    """Return the roll of a check, to be announced."""
    return Expected(trial.rule, D20, trial.who.id, trial.purpose)


def roll_check(trial: Trial, dice: Dice) -> LaurelsChecked:
    """Roll a d20 and add the modifiers; a total of at least the DC succeeds.

    Dice: D20.
    """
    rule, who, facts, dc, _, cites, margins = trial
    dice.expect(lambda: (expected_of(trial),))
    terms = counted(CHECK_MODIFIERS, facts)
    bonus = sum([term.value for term in terms])
    below = [min(20, dc - bonus + margin - 1) for margin in margins]
    roll = dice.roll(rule, D20, actor=who.id, target=tally(dc), bands=(*below, 20))
    total = roll.total + bonus
    success = total >= dc
    if total == dc:
        cites += (Rulings.PRECISION_TIE,)
    added = "".join([f" {'-' if term.value < 0 else '+'} {abs(term.value)} {term.label}" for term in terms])
    sum_of = f"{roll.total}{added} = {total}" if terms else str(total)
    text = f"{who.name} rolled {sum_of} against {dc}: {'success' if success else 'failure'}."
    roll.tell(text, margin=total - dc, cites=cites)
    return LaurelsChecked(dc=dc, total=total, success=success)
