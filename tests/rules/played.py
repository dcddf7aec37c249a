"""Fights of families that tests play by the moves of encounters, over the pure functions."""

from typing import Any

import orjson

from service.app import FAMILIES, bound_procedures
from service.dice.seeded import SeededDice
from service.dice.transcript import Step
from service.encounters.pointers import replaced
from service.rules.examples import examples_of
from service.rules.kernel.family import Family, Offers, PlayedMove
from service.rules.kernel.turns.legal_moves import legal_moves_of, suggestions_of
from service.rules.kernel.verdict import FigureMoves, LegalMove, PlaceHex, Places, Situation, Suggestions
from service.wire import to_json

BOUND = bound_procedures()


class Played:
    """A family's example of an encounter, played by its moves."""

    def __init__(self, family: Family, example: int = 0) -> None:
        self.family = family
        request = examples_of(f"encounters/{family.name}/create")[example].request
        self.rulings = family.rulings.model_validate_json(to_json(request.get("rulings", {})))
        assert family.play is not None
        self.play = family.play
        self.state = self.play.state.model_validate_json(to_json(request["state"]))
        self.steps: list[Step] = []
        self._offers: tuple[Any, Offers] | None = None
        self._moves: tuple[Any, dict[str, FigureMoves]] | None = None

    def change(self, **fields: Any) -> None:
        """Put fields of the state right, given as JSON."""
        now = {**self.state.model_dump(mode="json"), **fields}
        self.state = self.play.state.model_validate_json(to_json(now))

    def listed(self, field: str) -> Any:
        """The items of a field of the state, as JSON."""
        return self.state.model_dump(mode="json")[field]

    @property
    def situation(self) -> Situation:
        """The situation as it is."""
        return self.play.situation(self.state, self.rulings, None)

    @property
    def offers(self) -> Offers:
        """What figures may do as it is; made once for a state."""
        if self._offers is None or self._offers[0] is not self.state:
            self._offers = self.state, self.play.offers(self.state, self.rulings)
        return self._offers[1]

    @property
    def moves(self) -> dict[str, FigureMoves]:
        """What all who choose may do, by figure; listed once for a state."""
        if self._moves is None or self._moves[0] is not self.state:
            listed = legal_moves_of(self.situation, self.offers, None)
            self._moves = self.state, {each.figure: each for each in listed.figures}
        return self._moves[1]

    @property
    def suggestions(self) -> Suggestions:
        """What the service would do with all who choose."""
        return suggestions_of(self.situation, self.offers, None)

    @property
    def procedure(self) -> str:
        """The procedure that plays what is decided."""
        found = self.situation.procedure
        assert found is not None
        return found

    def move(self, procedure: str, seed: str, **asked: Any) -> Any:
        """Play a move, and return its outcome."""
        outcome, self.state = self.tried(procedure, seed, **asked)
        return outcome

    def tried(self, procedure: str, seed: str, **asked: Any) -> tuple[Any, Any]:
        """Return the outcome of a move and the state after it, which is not kept."""
        move = next(each for each in self.play.moves if each.procedure == procedure)
        filled = move.fill(self.state, move.takes.model_validate_json(to_json(asked)), self.rulings)
        resolve = BOUND[f"{self.family.name}/{procedure}"].procedure.resolve
        dice = SeededDice(f"sha256ctr1:{seed}")
        outcome = resolve(filled, self.rulings, dice)
        self.steps = dice.steps
        return outcome, move.follow(PlayedMove(self.state, filled, self.rulings, outcome))


def expanded(listed: FigureMoves) -> tuple[LegalMove, ...]:
    """The hexes of places as moves of their own."""
    return tuple([_to(places, each) for places in listed.places for each in places.hexes])


def _to(places: Places, place: PlaceHex) -> LegalMove:
    q, r = place.hex
    return LegalMove(
        key=f"{places.key}/{q},{r}",
        kind=places.kind,
        label=f"{places.label} to [{q}, {r}]",
        procedure=places.procedure,
        input=replaced(orjson.loads(to_json(places.input)), places.fills, place.value),
        target=places.target,
        hex=place.hex,
        free=(places.fills, *places.free),
        needs=(),
        suggested=False,
        chance=None,
        odds=None,
    )


def of(name: str, example: int = 0) -> Played:
    """The example of a family by its name."""
    return Played(next(family for family in FAMILIES if family.name == name), example)
