"""The Quick Contest: two rolls, each against its own number; the difference of the margins decides."""

from functools import lru_cache
from typing import NamedTuple

from service.dice.exact import Distribution, ExactDice
from service.dice.model import THREE_D6, Cites, Dice, Rule
from service.dice.transcript import Tally
from service.rules.kernel.tally import spoken


class Contest(NamedTuple):
    """Two rolls and their margins; the margin of victory is the first margin less the second.

    Both may fail: the smaller failure still has the better margin.
    """

    first_roll: int
    first_margin: int
    second_roll: int
    second_margin: int
    margin: int


class Contestant(NamedTuple):
    """Who rolls against what for which rule, and the rules that shaped the number."""

    rule: Rule
    actor: str
    name: str
    number: Tally
    cites: Cites = ()


def roll_contest(first: Contestant, second: Contestant, dice: Dice) -> Contest:
    """Roll a Quick Contest.

    Dice: 3D6 first, 3D6 second.
    """
    first_roll = roll_margin(first, dice)
    second_roll = roll_margin(second, dice)
    first_margin = first.number.total - first_roll
    second_margin = second.number.total - second_roll
    return Contest(first_roll, first_margin, second_roll, second_margin, first_margin - second_margin)


def roll_margin(contestant: Contestant, dice: Dice) -> int:
    """Roll one side of a contest and return its roll.

    Dice: 3D6.
    """
    number = contestant.number
    name = contestant.name
    roll = dice.roll(contestant.rule, THREE_D6, actor=contestant.actor, target=number)
    margin = number.total - roll.total
    roll.tell(
        f"{name} rolled {roll.total} against {spoken(number)}: margin {margin}.",
        margin=margin,
        cites=contestant.cites,
    )
    return roll.total


def wins(margin: int, *, tie: bool = False) -> bool:
    """Tell whether the first side wins by a margin of victory; `tie` says whether equal margins are enough."""
    return margin > 0 or (tie and margin == 0)


@lru_cache(maxsize=1024)
def margin_chances(difference: int) -> Distribution[int]:
    """Return the chances of each margin of victory when the first number is this much higher than the second."""
    rule = Rule("contest", "Contest", cites="")
    first = Contestant(rule, "", "", Tally(base=difference, terms=(), total=difference))
    second = Contestant(rule, "", "", Tally(base=0, terms=(), total=0))

    def margin(dice: ExactDice) -> int:
        return roll_contest(first, second, dice).margin

    return Distribution.of(margin)
