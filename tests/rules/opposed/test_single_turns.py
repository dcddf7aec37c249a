"""Single turns: they come to what a round comes to, each has one, and they end before the turn of a player."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from service.app import bound_procedures
from service.dice.seeded import SeededDice
from service.dice.transcript import Step
from service.errors import FightOver
from service.rules.kernel.family import PlayedMove
from service.rules.kernel.verdict import Situation, Until
from service.wire import to_json
from tests.rings import many
from tests.rules.asking import VARIED
from tests.rules.played import Played, of

BOUND: Final = bound_procedures()


class Table:
    """A fight of an encounter whose moves are played with the same dice, one after another."""

    def __init__(self, played: Played, seed: str) -> None:
        self.play, self.rulings = played.play, played.rulings
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
        outcome = BOUND[f"opposed/{procedure}"].procedure.resolve(filled, self.rulings, self.dice)
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


def beginnings() -> list[Played]:
    """The examples; one in which nobody is engaged; and one with all that figures may be."""
    tables = [of("opposed", 0), of("opposed", 1), of("opposed", 1), of("opposed", 1)]
    tables[2].change(participants=[{**each, "engaged_with": []} for each in tables[2].listed("participants")])
    changes = VARIED["opposed"][2]
    varied = [{**each, **changes.get(each["id"], {})} for each in tables[3].listed("participants")]
    ids = {each["id"]: each.get("engaged_with", ()) for each in varied}
    for each in varied:
        each["engaged_with"] = [other for other in ids[each["id"]] if each["id"] in ids[other]]
    tables[3].change(participants=varied)
    return tables


OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"fumble_from": 40, "stun_fraction": 6},
    {"engaged_choice": "last", "fumble_from": 40},
    {"initiative_ties": "request_order", "unengaged_choice": "second"},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("example", range(4))
def test_turns_come_to_the_same_as_a_round(example: int, options: dict[str, Any]) -> None:
    """Rounds that are played turn by turn, with the same dice, have the states and steps of whole rounds."""
    for seed in range(many(30, 4)):
        begun = beginnings()[example]
        begun.rulings = begun.family.rulings.model_validate_json(to_json(options))
        whole, parts = Table(begun, f"same {seed}"), Table(begun, f"same {seed}")
        random = Random(f"{seed} {example}")
        for _ in range(12):
            if whole.situation.over:
                break
            whole.move("resolve-round", npc_orders=True)
            try:
                for _ in one_by_one(parts, random):
                    assert parts.dice.steps == whole.dice.steps[: len(parts.dice.steps)]
            except FightOver:
                assert parts.situation.over
                break
            assert parts.ended() == whole.ended()
