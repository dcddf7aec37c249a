"""Dice notation: "2d6+3", "d100", "4d6!" (exploding) and back."""

import re
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import Dice, DicePool, Rule
from service.errors import BadNotation
from service.wire import record

MAX_COUNT: Final = 100
MAX_SIDES: Final = 1000
MAX_EXPLOSIONS: Final = 20

PATTERN: Final = r"^([1-9][0-9]{0,2})?[dD]([1-9][0-9]{0,3})(!)?([+-][0-9]{1,6})?$"
_NOTATION: Final = re.compile(PATTERN, re.ASCII)

ROLL: Final = Rule("dice/roll", "Roll", cites="Dice notation")
EXPLOSION: Final = Rule("dice/explosion", "Exploding die", cites="Dice notation")


@record
class DamageDice:
    """A pool of dice, whether it explodes (highest faces are rolled again and added), and a bonus."""

    pool: DicePool
    explodes: bool
    bonus: int

    def __str__(self) -> str:
        """Write the dice in notation."""
        return f"{self.pool.name}{'!' if self.explodes else ''}{f'{self.bonus:+d}' if self.bonus else ''}"


@record
class RolledNotation:
    """The result of dice in notation."""

    notation: Annotated[str, Field(description="The dice, written out.")]
    total: Annotated[int, Field(description="Sum of all faces and the bonus.")]


def dice_of(notation: str) -> DamageDice:
    """Read dice notation.

    Raises: BadNotation, if the text is not notation or asks for more than the limits.
    """
    match = _NOTATION.fullmatch(notation)
    if match is None:
        message = f"{notation!r} is not dice notation such as '2d6+3', 'd100' or '4d6!'."
        raise BadNotation(message, pointer="/notation")
    count, sides, explodes, bonus = match.groups()
    pool = DicePool(int(count or 1), int(sides))
    if pool.count > MAX_COUNT or pool.sides > MAX_SIDES:
        message = f"{notation!r} asks for more than {MAX_COUNT} dice or {MAX_SIDES} sides."
        raise BadNotation(message, pointer="/notation")
    if explodes and pool.sides == 1:
        message = f"{notation!r} would explode without end: a die with one side always shows its highest face."
        raise BadNotation(message, pointer="/notation")
    return DamageDice(pool=pool, explodes=explodes is not None, bonus=int(bonus or 0))


def roll_dice(dice: DamageDice, supply: Dice) -> RolledNotation:
    """Roll dice in notation; a die that explodes is rolled again and added, at most 20 times.

    Dice: the pool at once, or, exploding, each die with its explosions before the next.
    """
    if not dice.explodes:
        roll = supply.roll(ROLL, dice.pool)
        total = roll.total + dice.bonus
        roll.tell(f"{dice} rolled {' + '.join(map(str, roll.faces))}{_spoken(dice.bonus)} = {total}.")
        return RolledNotation(notation=str(dice), total=total)
    one = DicePool(1, dice.pool.sides)
    total = dice.bonus
    for _ in range(dice.pool.count):
        total += _roll_exploding(one, supply)
    supply.note(ROLL, f"{dice} came to {total}.")
    return RolledNotation(notation=str(dice), total=total)


def _roll_exploding(one: DicePool, supply: Dice) -> int:
    total = 0
    for explosions in range(MAX_EXPLOSIONS + 1):
        roll = supply.roll(EXPLOSION if explosions else ROLL, one)
        total += roll.total
        if roll.total < one.sides:
            roll.tell(f"{one.name} rolled {roll.total}.")
            return total
        roll.tell(f"{one.name} rolled {roll.total}, its highest face, and was rolled again.")
    message = f"A {one.name} exploded more than {MAX_EXPLOSIONS} times."
    raise BadNotation(message, pointer="/notation", rule=EXPLOSION)


def _spoken(bonus: int) -> str:
    return f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
