"""What must hold of every fight: silent dice play it as told ones do, and equal keys have equal chances."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Dice
from service.dice.seeded import SeededDice
from service.rules.kernel.fight import Fight
from service.rules.kernel.verdict import SkirmishVerdict

State = Any


class Untold(SeededDice):
    """Dice with the faces of a seed, of which nobody reads."""

    tells = False


def seed(name: object) -> str:
    """The seed of a number or a word."""
    return f"sha256ctr1:{name}"


def untold(name: object) -> Untold:
    """Dice that do not tell, with the faces of a seed."""
    return Untold(seed(name))


def ending(fight: Fight[State], dice: Dice) -> SkirmishVerdict:
    """Play a fight to its verdict."""
    return fight.verdict(*fight.play(dice))


def states_of(fight: Fight[State], dice: Dice, most_rounds: int | None = None) -> Iterator[State]:
    """Yield each state of a fight that goes on, up to its last round or for so many rounds."""
    state, rounds = fight.begin(dice), 0
    most = fight.most_rounds if most_rounds is None else min(most_rounds, fight.most_rounds)
    while not (fight.is_between_rounds(state) and (rounds == most or fight.is_over(state))):
        yield state
        state = fight.advance(state, dice)
        rounds += fight.is_between_rounds(state)


def chances_after(fight: Fight[State], state: State) -> Distribution[Hashable]:
    """The exact chances of the keys after one step."""

    def step(dice: ExactDice) -> Hashable:
        after = fight.advance(state, dice)
        return fight.is_between_rounds(after), fight.key(after)

    return Distribution.of(step)


def alike(fight: Fight[State], seeds: Iterable[int], most_rounds: int | None = None) -> list[tuple[State, State]]:
    """Pairs of different states with equal keys; every other fight is told, the others are not.

    The first two have the same dice, so that there are some pairs.
    """
    first: dict[Hashable, State] = {}
    pairs = []
    for number in seeds:
        dice = SeededDice(seed(number)) if number % 2 else untold(number or 1)
        for state in states_of(fight, dice, most_rounds):
            key = fight.is_between_rounds(state), fight.key(state)
            known = first.setdefault(key, state)
            if known != state:
                pairs.append((known, state))
    return pairs


def assert_keys_hold(
    fight: Fight[State], seeds: Iterable[int], *, most_rounds: int | None = None, most: int = 60
) -> None:
    """Different states with equal keys have the same chances of what comes next, spread over a few pairs."""
    pairs = alike(fight, seeds, most_rounds)
    assert pairs
    for known, state in pairs[:: len(pairs) // most + 1]:
        assert fight.is_over(known) == fight.is_over(state)
        assert chances_after(fight, known) == chances_after(fight, state)


def assert_round_at_once(fight: Fight[Any], state: Any, seed: str) -> None:
    """Compare a round that is played at once from a state on with one that is played turn by turn, step for step."""
    one, other = SeededDice(seed), SeededDice(seed)
    after = fight.advance(state, one)
    while not fight.is_between_rounds(after):
        after = fight.advance(after, one)
    assert fight.round_from(state, other) == after
    assert other.steps == one.steps
