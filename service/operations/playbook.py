"""Every family's state-changing procedures, ready to be played on a stored state."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from service.dice.recording import RecordingDice
from service.errors import DoesNotFit, RulesRefuse, UmpireError, UnfitRequest, UnknownProcedure
from service.operations.family import Family, Move, Play
from service.operations.fitting import fitted, rewritten
from service.operations.procedure import Bench
from service.wire import Frozen

MOST_BYTES: Final = 8 * 2**20

M = TypeVar("M", bound=Frozen)


class Readings:
    """What was read lately, by its bytes: models are frozen, so that the same bytes need not be read twice."""

    def __init__(self, most_bytes: int) -> None:
        """Keep documents of so many bytes together, the latest ones."""
        self._left = most_bytes
        self._kept: OrderedDict[tuple[type[Frozen], bytes], Any] = OrderedDict()

    def read(self, model: type[M], document: bytes) -> M:
        """Read what was written from a model."""
        key = model, document
        found: M | None = self._kept.get(key)
        if found is None:
            found = model.model_validate_json(document)
            self.note(found, document)
        else:
            self._kept.move_to_end(key)
        return found

    def note(self, model: Frozen, document: bytes) -> None:
        """Know what a document was written from, so that it need not even be read once."""
        key = type(model), document
        if key not in self._kept:
            self._kept[key] = model
            self._left -= len(document)
        while self._left < 0:
            (_, forgotten), _ = self._kept.popitem(last=False)
            self._left += len(forgotten)


@dataclass(frozen=True, slots=True)
class Filled:
    """A procedure's request with the stored state filled in."""

    input: Any
    rulings: Any


@dataclass(frozen=True, slots=True)
class Staged:
    """A procedure that can be played, and how its family remembers a fight."""

    name: str
    move: Move
    play: Play
    bench: Bench
    readings: Readings

    def filled(self, state: Any, rulings: bytes, asked: Mapping[str, Any]) -> Filled:
        """Fill the stored state into what the client asks.

        Raises: UnfitRequest, if it does not fit the procedure; a refusal, if it names figures that are not stored.
        """
        move = document_fitted(self.move.takes, asked, "/input")
        try:
            return Filled(self.move.fill(state, move), self.readings.read(self.bench.family.rulings, rulings))
        except RulesRefuse as refusal:
            raise refusal.below("/input") from None

    def outcome(self, filled: Filled, dice: RecordingDice) -> Any:
        """Run the procedure; refusals point into what the client asked."""
        return self.bench.resolve(filled, dice)


class Playbook:
    """What can be played, by family."""

    def __init__(self, families: Iterable[Family], benches: Mapping[str, Bench]) -> None:
        """Stage every move that the families declare."""
        self.families = {family.name: family for family in families}
        self.plays = {family.name: family.play for family in self.families.values() if family.play is not None}
        self.readings = Readings(MOST_BYTES)
        self._staged: dict[str, Staged] = {}
        for family, play in self.plays.items():
            for move in play.moves:
                name = f"{family}/{move.procedure}"
                self._staged[name] = Staged(name, move, play, benches[name], self.readings)

    def staged(self, family: str, procedure: str) -> Staged:
        """Return a procedure that can be played.

        Raises: UnknownProcedure, naming those there are.
        """
        found = self._staged.get(f"{family}/{procedure}")
        if found is None:
            known = ", ".join(name.partition("/")[2] for name in self._staged if name.startswith(f"{family}/"))
            raise UnknownProcedure(f"{procedure!r} is not played in encounters of {family}; there are {known}.")
        return found

    def errors(self) -> tuple[type[UmpireError], ...]:
        """Return whatever any of the procedures refuses."""
        return tuple({error: None for each in self._staged.values() for error in each.bench.procedure.errors})

    def state_of(self, family: str, state: Mapping[str, Any], pointer: str) -> Any:
        """Fit a state to its family's form.

        Raises: UnfitRequest; a refusal, if it is a state that nothing could be played with.
        """
        play = self.plays[family]
        fit = document_fitted(play.state, state, pointer)
        try:
            play.check(fit)
        except RulesRefuse as refusal:
            raise refusal.below(pointer) from None
        return fit


def document_fitted(model: type[M], document: Mapping[str, Any], pointer: str) -> M:
    """Fit a document inside a request to a model; it was checked for repeated keys when it arrived.

    Raises: UnfitRequest, with everything that is wrong.
    """
    body = rewritten(document)
    try:
        return model.model_validate_json(body)
    except ValidationError:
        try:
            return fitted(model, body)
        except DoesNotFit as misfit:
            below = misfit.below(pointer)
            raise UnfitRequest(below.detail, faults=below.faults) from None
