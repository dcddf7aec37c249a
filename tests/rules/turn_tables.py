"""Fights that tests of single turns play: with the same dice throughout, and turn after turn."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from service.app import bound_procedures
from service.dice.seeded import SeededDice
from service.dice.transcript import Step
from service.rules.kernel.family import PlayedMove
from service.rules.kernel.verdict import Situation, Until
from service.wire import to_json
from tests.rules.played import Played

BOUND: Final = bound_procedures()


class Table:
    """A fight of an encounter whose moves are played with the same dice, one after another."""

    def __init__(self, played: Played, seed: str) -> None:
        self.family, self.play, self.rulings = played.family.name, played.play, played.rulings
        self.state: Any = played.state
        self.dice = SeededDice(f"sha256ctr1:{seed}")

    @property
    def situation(self) -> Situation:
        """The situation as it is."""
        return self.play.situation(self.state, self.rulings, None)

    def move(self, procedure: str, **asked: Any) -> Any:
        """Play a move, and return its outcome; the state that follows is read again from its JSON."""
        move = next(each for each in self.play.moves if each.procedure == procedure)
        filled = move.fill(self.state, move.takes.model_validate_json(to_json(asked)), self.rulings)
        outcome = BOUND[f"{self.family}/{procedure}"].procedure.resolve(filled, self.rulings, self.dice)
        after = move.follow(PlayedMove(self.state, filled, self.rulings, outcome))
        self.state = self.play.state.model_validate_json(to_json(after))
        return outcome

    def change(self, **fields: Any) -> None:
        """Put fields of the state right, given as JSON."""
        self.state = self.play.state.model_validate_json(to_json({**self.state.model_dump(mode="json"), **fields}))

    def ended(self) -> tuple[Any, list[Step]]:
        """The state, and all that has been told."""
        return self.state, self.dice.steps


def one_by_one(table: Table, random: Random) -> Iterator[None]:
    """Play a round by single turns, of which each request plays one or more."""
    number = table.state.round
    while table.state.round == number:
        table.move("resolve-turn", until=random.choice([*Until]))
        yield
