"""Told stories: a procedure played with dice by name, nothing left over."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from service.dice.model import Dice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Step
from service.rules.opposed.attack.attack import resolve_attack
from service.rules.opposed.attack.outcomes import OpposedAttackOutcome
from service.rules.opposed.book.options import OpposedRulings
from tests.rules.opposed.figures import attack, rulings

Given = TypeVar("Given")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True)
class Story(Generic[Outcome]):
    """What came of it, and what was said."""

    outcome: Outcome
    steps: list[Step]
    warnings: list[str]

    @property
    def texts(self) -> list[str]:
        """The sentences in order."""
        return [step.text for step in self.steps]

    @property
    def cited(self) -> set[str]:
        """Every rule and ruling the steps name, without the family."""
        ids = {step.rule for step in self.steps} | {each for step in self.steps for each in step.cites}
        return {each.removeprefix("opposed/") for each in ids}


def tell(
    procedure: Callable[[Given, OpposedRulings, Dice], Outcome],
    given: Given,
    *faces: int,
    options: dict[str, Any] | None = None,
) -> Story[Outcome]:
    """Play a procedure with these faces and no others."""
    dice = SuppliedDice(faces, (), WhenExhausted.REFUSE)
    outcome = procedure(given, rulings(**(options or {})), dice)
    dice.refuse_left_overs(None)
    return Story(outcome, dice.steps, dice.warnings)


def strike(
    *faces: int,
    attacker: dict[str, Any] | None = None,
    defender: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Story[OpposedAttackOutcome]:
    """Ash strikes at Orc with these faces."""
    return tell(resolve_attack, attack(attacker, defender, **changes), *faces, options=options)
