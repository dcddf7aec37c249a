"""Dice of tests that fall as they are told, and must all be used."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.dice.supplied import SuppliedDice, WhenExhausted


def supplied(*faces: int) -> SuppliedDice:
    """These dice and no others."""
    return SuppliedDice(faces, (), WhenExhausted.REFUSE)


@contextmanager
def falling(*faces: int) -> Iterator[SuppliedDice]:
    """These dice, every one of which is used in the end."""
    dice = supplied(*faces)
    yield dice
    assert tuple(dice.faces) == faces


def told(dice: SuppliedDice) -> list[str]:
    """The sentences of all steps."""
    return [step.text for step in dice.steps]


def named(dice: SuppliedDice) -> set[str]:
    """The ids of the rules of all steps."""
    return {step.rule for step in dice.steps}
