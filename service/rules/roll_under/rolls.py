"""Success rolls, Quick Contests, and fair choices made with ordinary dice."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import D6, THREE_D6, Bands, Cites, Dice, DicePool, Expected, Roll, Rule
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
    """Return whether a roll is at or under a number; 3 and 4 always are, 17 and 18 never."""
    return total <= ALWAYS_SUCCEEDS or (total <= number and total < NEVER_SUCCEEDS)


def is_critical(number: int, total: int) -> bool:
    """Return whether a roll is a critical success: 3 or 4, 5 at a number of 15 and 6 at one of 16."""
    return (
        total <= ALWAYS_SUCCEEDS or (total == 5 and number >= CRITICAL_FIVE) or (total == 6 and number >= CRITICAL_SIX)
    )


def is_fumble(number: int, total: int) -> bool:
    """Return whether a roll is a critical failure: 18, 17 at a number up to 15, or a failure by 10 or more."""
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


@lru_cache(maxsize=512)
def grade_bands(number: int) -> Bands:
    """Return the totals up to which rolls against a number have one grade, from a critical success to a failure."""
    grades = [grade_of(number, total) for total in range(3, 19)]
    ends = [3 + place for place, grade in enumerate(grades[:-1]) if grade is not grades[place + 1]]
    return (*ends, 18)


@lru_cache(maxsize=256)
def failure_bands(number: int, within: int) -> Bands:
    """Return the totals up to which a roll succeeds, fails by no more than so many points, and fails by more.

    A critical failure counts as one by more.
    """
    success = success_bands(number)[0]
    fumble = next(total for total in range(ALWAYS_SUCCEEDS + 1, 19) if is_fumble(number, total))
    return (success, max(success, min(number + within, fumble - 1)), 18)


def roll_announced(
    rule: Rule,
    pool: DicePool,
    dice: Dice,
    *,
    actor: str,
    purpose: str,
    target: Tally | None = None,
    bands: Bands | None = None,
) -> Roll:
    """Announce a roll that certainly comes, with what it is for in a player's words, and make it.

    Dice: the pool.
    """
    if dice.tells:
        dice.expect(lambda: [Expected(rule, pool, actor, purpose)])
    return dice.roll(rule, pool, actor=actor, target=target, bands=bands)


def roll_success(
    rule: Rule, number: Tally, dice: Dice, *, actor: str, name: str, skill: str, cites: Cites = ()
) -> SuccessRoll:
    """Roll three dice at or under a number, telling only whether and by how much.

    `name` is who rolls and `skill` what the number is of, both in a player's words.

    Dice: 3D6; totals that succeed or fail alike may be enumerated as one, so nothing but success depends on them.
    """
    roll = dice.roll(rule, THREE_D6, actor=actor, target=number, bands=success_bands(number.total))
    return success_of(number, roll, dice, name=name, skill=skill, cites=cites)


def success_of(number: Tally, roll: Roll, dice: Dice, *, name: str, skill: str, cites: Cites = ()) -> SuccessRoll:
    """Return whether a roll is at or under a number and by how much, and tell of it."""
    total = number.total
    succeeded = succeeds(total, roll.total)
    margin = total - roll.total
    if dice.tells:
        outcome = "success" if succeeded else "failure"
        text = f"{name} rolled {roll.total} against {skill} {spoken(number)}: {outcome}."
        roll.tell(text, margin=margin, cites=cites)
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
    dice.expect(lambda: [expected_of(first, second.name), expected_of(second, first.name)])
    first_roll = roll_margin(first, dice)
    second_roll = roll_margin(second, dice)
    first_margin = first.number.total - first_roll
    second_margin = second.number.total - second_roll
    return Contest(first_roll, first_margin, second_roll, second_margin, first_margin - second_margin)


def expected_of(contestant: Contestant, against: str) -> Expected:
    """Return one side's roll of a contest, as it is announced."""
    purpose = f"{contestant.rule.title}: {contestant.name} against {against}"
    return Expected(contestant.rule, THREE_D6, contestant.actor, purpose)


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
    """Return whether the first side wins by a margin of victory; `tie` says whether equal margins are enough."""
    return margin > 0 or (tie and margin == 0)


def roll_choice(
    rule: Rule, candidates: int, dice: Dice, *, actor: str, what: str, told: Callable[[int], str], cites: Cites = ()
) -> int:
    """Return the position, counted from 0, of one of so many candidates, each equally likely.

    `what` is chosen, and `told` says who or what stands at a position, both in a player's words. Faces are digits, the
    first die the highest; what no equal share is left for is rolled again. One candidate needs no die.

    Dice: as few D6 as tell the candidates apart, again until they do.
    """
    if candidates == 1:
        return 0
    digits, outcomes = 1, 6
    while outcomes < candidates:
        digits, outcomes = digits + 1, outcomes * 6
    share = outcomes // candidates
    while True:
        dice.expect(lambda: expected_digits(rule, digits, actor, what))
        rolls = [dice.roll(rule, D6, actor=actor) for _ in range(digits)]
        value = 0
        for position, roll in enumerate(rolls, start=1):
            value = value * 6 + roll.total - 1
            roll.tell(f"Die {position} of {digits} for {what}: {roll.total}.", cites=cites)
        drawn = f"Drawn with {' and '.join([str(roll.total) for roll in rolls])}, {what}"
        if value < candidates * share:
            chosen = value // share
            rolls[-1].tell(f"{drawn}: {told(chosen)}.", cites=cites)
            return chosen
        rolls[-1].tell(f"{drawn}: none of the {candidates}, so the dice are rolled again.", cites=cites)


def expected_digits(rule: Rule, digits: int, actor: str, what: str) -> list[Expected]:
    """Return the dice of a choice, as they are announced."""
    return [Expected(rule, D6, actor, f"die {position} of {digits} for {what}") for position in range(1, digits + 1)]


@dataclass(slots=True, unsafe_hash=True)
class Lots:
    """Candidates of whom one is drawn, with as many equal chances each as `chances` says, and how the draw is told.

    `what` is drawn, and `names` are the candidates, both in a player's words. Equal chances make equal lots.
    """

    chances: tuple[int, ...]
    names: tuple[str, ...] = field(compare=False)
    rule: Rule = field(compare=False)
    actor: str = field(compare=False)
    what: str = field(compare=False)
    cites: Cites = field(compare=False)


def draw_lot(lots: Lots, dice: Dice) -> int:
    """Return the position of the candidate who is drawn; exact dice count the chances instead of the faces.

    Dice: as few D6 as tell all chances apart, again until they do.
    """
    return dice.settle(lots.rule, _LOT, lots)


def _roll_lot(lots: Lots, dice: Dice) -> int:
    owners = [place for place, chances in enumerate(lots.chances) for _ in range(chances)]

    def told(at: int) -> str:
        return lots.names[owners[at]]

    chosen = roll_choice(lots.rule, len(owners), dice, actor=lots.actor, what=lots.what, told=told, cites=lots.cites)
    return owners[chosen]


def _lot_chances(lots: Lots) -> Distribution[int]:
    return Distribution({place: Fraction(chances, sum(lots.chances)) for place, chances in enumerate(lots.chances)})


_LOT: Final = CountedKernel(_roll_lot, _lot_chances)
