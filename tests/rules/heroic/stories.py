"""Told stories: a procedure played with the dice it needs, nothing left over."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

import pytest

from service.dice.model import Dice, DiceNeeded
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Step
from service.errors import RulesRefuse
from service.operations.procedure import problems_in
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.attack.outcomes import HeroicAttackOutcome
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.family import PROCEDURES
from tests.rules.heroic.stat_blocks import Document, attack, rulings

DECLARED = {each.resolve.__name__: problems_in(each.errors) for each in PROCEDURES}

Given = TypeVar("Given")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True)
class Story(Generic[Outcome]):
    """What came of it, and what was said."""

    outcome: Outcome
    steps: list[Step]

    @property
    def texts(self) -> list[str]:
        """The sentences in order."""
        return [step.text for step in self.steps]

    @property
    def cited(self) -> set[str]:
        """Every rule and ruling the steps name, without the family."""
        ids = {step.rule for step in self.steps} | {each for step in self.steps for each in step.cites}
        terms = {term.rule for step in self.steps if step.target for term in step.target.terms}
        return {each.removeprefix("heroic/") for each in ids | terms}


def tell(
    procedure: Callable[[Given, HeroicRulings, Dice], Outcome],
    given: Given,
    *faces: int,
    options: dict[str, Any] | None = None,
) -> Story[Outcome]:
    """Play a procedure with these faces and no others."""
    dice = SuppliedDice(faces, (), WhenExhausted.REFUSE)
    outcome = procedure(given, rulings(**(options or {})), dice)
    dice.refuse_left_overs(None)
    return Story(outcome, dice.steps)


def strike(
    attacker: Document,
    target: Document,
    choice: Document,
    *faces: int,
    options: dict[str, Any] | None = None,
    **situation: Any,
) -> Story[HeroicAttackOutcome]:
    """One unit attacks another with these faces; the injury is applied only if `settle` is given."""
    given = attack(attacker, target, choice, **({"settle": False} | situation))
    return tell(resolve_attack, given, *faces, options=options)


def report(
    attacker: Document, target: Document, choice: Document, options: dict[str, Any] | None = None, **situation: Any
) -> Any:
    """What one attack comes to that most likely misses, with as many dice as it needs."""
    given = attack(attacker, target, choice, **({"settle": False} | situation))
    dice = SuppliedDice((6, 6, 6, 1, 1, 1), (), WhenExhausted.ROLL, "sha256ctr1:miss")
    return resolve_attack(given, rulings(**(options or {})), dice).attack


def terms_of(report: Any) -> dict[str, int]:
    """What made the skill, by label."""
    return {term.label: term.value for term in report.skill.terms}


def refused(
    error: type[RulesRefuse],
    procedure: Callable[[Given, HeroicRulings, Dice], object],
    given: Given,
    options: dict[str, Any] | None = None,
) -> RulesRefuse:
    """The refusal that a procedure raises before it reads a die."""
    with pytest.raises(error) as refusal:
        procedure(given, rulings(**(options or {})), SuppliedDice((), (), WhenExhausted.ASK))
    assert type(refusal.value) is error
    assert error in DECLARED.get(procedure.__name__, (error,)), "declare it among the operation's errors"
    return refusal.value


def brute_force(procedure: Callable[[Dice], Hashable]) -> dict[Hashable, Fraction]:
    """Every way the dice can fall, one run for each, asking for the next die where a run stops."""
    chances: dict[Hashable, Fraction] = {}
    pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        faces, chance = pending.pop()
        try:
            verdict = procedure(SuppliedDice(faces, (), WhenExhausted.ASK))
        except DiceNeeded as lack:
            sides = int(lack.dice.partition("d")[2])
            pending += [((*faces, face), chance / sides) for face in range(1, sides + 1)]
        else:
            chances[verdict] = chances.get(verdict, Fraction(0)) + chance
    return chances
