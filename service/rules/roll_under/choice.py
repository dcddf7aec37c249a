"""A fair choice among any number of candidates, made with ordinary dice."""

from service.dice.model import D6, Cites, Dice, DicePool, Rule


def roll_choice(rule: Rule, candidates: int, dice: Dice, *, actor: str, cites: Cites = ()) -> int:
    """Return the position, counted from 0, of one of so many candidates, each equally likely.

    Faces are digits, the first die the highest; what no equal share is left for is rolled again. One candidate needs
    no die.

    Dice: as few D6 as tell the candidates apart, again until they do.
    """
    if candidates == 1:
        return 0
    count, outcomes = 1, 6
    while outcomes < candidates:
        count, outcomes = count + 1, outcomes * 6
    pool = D6 if count == 1 else DicePool(count, 6)
    share = outcomes // candidates
    while True:
        roll = dice.roll(rule, pool, actor=actor)
        value = 0
        for face in roll.faces:
            value = value * 6 + face - 1
        if value < candidates * share:
            chosen = value // share
            roll.tell(f"The dice choose number {chosen + 1} of {candidates}.", cites=cites)
            return chosen
        roll.tell(f"The dice choose none of {candidates} and are rolled again.", cites=cites)
