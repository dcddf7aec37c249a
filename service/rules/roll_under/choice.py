"""A fair choice among any number of candidates, made with ordinary dice."""

from collections.abc import Callable

from service.dice.model import D6, Cites, Dice, Rule


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
