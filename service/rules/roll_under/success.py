"""The success roll: three dice at or under a number."""

from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Bands, Cites, Dice, Rule
from service.dice.transcript import Tally
from service.rules.kernel.tally import bare, spoken
from service.wire import Ranked

ALWAYS_SUCCEEDS: Final = 4
NEVER_SUCCEEDS: Final = 17
CRITICAL_FIVE: Final = 15
CRITICAL_SIX: Final = 16
FUMBLE_SEVENTEEN: Final = 15
FUMBLE_BY: Final = 10


class SuccessGrade(Ranked):
    """How well or badly a success roll went."""

    CRITICAL_FAILURE = "critical_failure"
    FAILURE = "failure"
    SUCCESS = "success"
    CRITICAL_SUCCESS = "critical_success"


class SuccessRoll(NamedTuple):
    """A success roll; the margin is the number less the roll, negative if it failed."""

    total: int
    margin: int
    succeeded: bool


def succeeds(number: int, total: int) -> bool:
    """Tell whether a roll is at or under a number; 3 and 4 always are, 17 and 18 never."""
    return total <= ALWAYS_SUCCEEDS or (total <= number and total < NEVER_SUCCEEDS)


def is_critical(number: int, total: int) -> bool:
    """Tell whether a roll is a critical success: 3 or 4, 5 at a number of 15 and 6 at one of 16."""
    return (
        total <= ALWAYS_SUCCEEDS or (total == 5 and number >= CRITICAL_FIVE) or (total == 6 and number >= CRITICAL_SIX)
    )


def is_fumble(number: int, total: int) -> bool:
    """Tell whether a roll is a critical failure: 18, 17 at a number up to 15, or a failure by 10 or more."""
    if total <= ALWAYS_SUCCEEDS:
        return False
    return total == 18 or (total == 17 and number <= FUMBLE_SEVENTEEN) or total - number >= FUMBLE_BY


def grade_of(number: int, total: int) -> SuccessGrade:
    """Grade a roll against a number."""
    if succeeds(number, total):
        return SuccessGrade.CRITICAL_SUCCESS if is_critical(number, total) else SuccessGrade.SUCCESS
    return SuccessGrade.CRITICAL_FAILURE if is_fumble(number, total) else SuccessGrade.FAILURE


def success_bands(number: int) -> Bands:
    """Return the totals up to which a roll against a number succeeds and fails alike."""
    return (min(max(number, ALWAYS_SUCCEEDS), NEVER_SUCCEEDS - 1), 18)


def roll_success(
    rule: Rule, number: Tally, dice: Dice, *, actor: str, name: str, skill: str, cites: Cites = ()
) -> SuccessRoll:
    """Roll three dice at or under a number, telling only whether and by how much.

    `name` is who rolls and `skill` what the number is of, both in a player's words.

    Dice: 3D6; totals that succeed or fail alike may be enumerated as one, so nothing but success depends on them.
    """
    total = number.total
    roll = dice.roll(rule, THREE_D6, actor=actor, target=number, bands=success_bands(total))
    succeeded = succeeds(total, roll.total)
    margin = total - roll.total
    outcome = "success" if succeeded else "failure"
    roll.tell(f"{name} rolled {roll.total} against {skill} {spoken(number)}: {outcome}.", margin=margin, cites=cites)
    return SuccessRoll(roll.total, margin, succeeded)


def roll_will(
    rule: Rule, will: int, outcomes: tuple[str, str], dice: Dice, *, actor: str, name: str, cites: Cites = ()
) -> SuccessRoll:
    """Roll against Will to go on; `outcomes` are what success and failure come to, in a player's words.

    Dice: 3D6.
    """
    roll = roll_success(rule, bare(will), dice, actor=actor, name=name, skill="Will", cites=cites)
    dice.note(rule, f"{name} {outcomes[0 if roll.succeeded else 1]}.", actor=actor, cites=cites)
    return roll
