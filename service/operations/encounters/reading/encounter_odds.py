"""Odds of an encounter for its referee: those of a procedure or of a whole fight, on the stored state."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, cast

import orjson
from pydantic import Field

from service.dice.seeded import preview_seed_of
from service.encounters.encounter import MAX_VERSIONS, Encounter
from service.encounters.log import entry_of, state_after
from service.encounters.stored.encounter_store import Store
from service.errors import NotFound, Refused, UnknownProcedure
from service.errors.spelling import meant
from service.operations.answering.answer_paths import Parts
from service.operations.encounters.answers import Id, OperationName
from service.operations.encounters.loading import load_as_referee
from service.operations.encounters.move_index import BoundMove, FilledMove, MoveIndex, read
from service.operations.encounters.playing.turn import pool_for, require_ruleset
from service.operations.encounters.requests import EncounterMove
from service.operations.fields import require_known, selected
from service.operations.forecasts.requests import ForecastOptions
from service.operations.forecasts.seeds import seed_of_fight
from service.operations.procedure import BoundProcedure
from service.operations.registry import Operation
from service.operations.validation import rewritten, validated
from service.operations.work.estimates import WorkerPool, in_workers
from service.wire import WHOLE, Json, Written, record, to_json

ODDS: Final = "/odds"


class UnknownVersion(NotFound, title="Unknown version"):
    """The encounter has no such version yet."""


class EncounterOddsRequest(EncounterMove):
    """A procedure whose odds on the stored state are asked for."""

    forecast: ForecastOptions = Field(
        default=ForecastOptions(), description="How the odds of a whole fight are worked out; ignored by other odds."
    )
    at_version: Annotated[int, Field(ge=1, le=MAX_VERSIONS), WHOLE] | None = Field(
        default=None, description="The version whose state they are asked for; null means the present one."
    )


@record
class EncounterOdds:
    """The odds of a procedure on the stored state; nothing is stored or logged."""

    status: Annotated[Literal["computed"], Field(description="The odds are computed, and nothing is stored.")]
    id: Id
    version: Annotated[int, Field(description="The version whose state they are of.")]
    operation: OperationName
    odds: Annotated[Json, Field(description="The odds, as in the answer of the stateless operation.")]


class EncounterOddsService:
    """The operation that answers the odds of encounters; all state is in the store."""

    def __init__(
        self, store: Store, moves: MoveIndex, operations: Iterable[Operation], pool: WorkerPool | None = None
    ) -> None:
        """Set the store, the index of moves, the operations, whose odds are answered, and the pool for heavy work."""
        self._pool = pool
        self._store = store
        self._moves = moves
        self._odds = {each.name: each for each in in_workers(operations, pool) if each.name.endswith(ODDS)}

    @property
    def parts(self) -> Parts:
        """The types of the odds that it may answer."""
        return tuple([("odds", each.answers[0]) for each in self._odds.values()])

    async def odds(self, request: EncounterOddsRequest) -> EncounterOdds:
        """Compute the odds of a procedure on the stored state, for the referee alone; nothing is stored or logged.

        The body is that of the act: figures by their ids. `odds` is what the stateless operation answers to the state
        as it is, hidden figures included. For a whole fight, such as `resolve-skirmish`, `forecast` says how precise
        the odds are; its seed S is replaced as in a preview, by the generator's name, ":preview/" and the SHA-256 of
        S in hexadecimal, so that no act can choose a fight of the sample. `dice` is ignored. `at_version` asks for the
        odds after an earlier entry of the log, under the rulings of now.

        Raises: UnknownVersion.
        """
        encounter = await self._as_it_was(await load_as_referee(self._store, request), request.at_version)
        pool = pool_for(self._pool, request.input)
        if pool is not None:
            return cast("EncounterOdds", Written(await pool.run("encounters/odds", "odds", encounter, request)))
        return await self.computed(encounter, request)

    async def computed(self, encounter: Encounter, request: EncounterOddsRequest) -> EncounterOdds:
        """Compute the odds of a procedure on an encounter's state."""
        require_ruleset(self._moves, encounter)
        bound_move = self._moves.bound_move(encounter.family, request.procedure)
        operation = self._operation_of(bound_move, encounter.family)
        if request.fields is not None:
            require_known(request.fields, (EncounterOdds,), (("odds", operation.answers[0]),))
        filled = bound_move.filled(read(bound_move.play.state, encounter.state), encounter.rulings, request.input)
        try:
            computed = await operation.run(_stateless(bound_move.bound, operation, filled, request.forecast))
        except Refused as refusal:
            raise refusal.pointing(lambda pointer: bound_move.pointer_in_request(filled, pointer)) from None
        answer = EncounterOdds(
            status="computed",
            id=encounter.id,
            version=encounter.version,
            operation=operation.name,
            odds=orjson.Fragment(to_json(computed)),
        )
        return cast("EncounterOdds", answer if request.fields is None else selected(answer, request.fields))

    async def _as_it_was(self, encounter: Encounter, version: int | None) -> Encounter:
        """Return an encounter with the state after one of its versions.

        Raises: UnknownVersion.
        """
        if version is None or version == encounter.version:
            return encounter
        if version > encounter.version:
            message = f"The encounter has no version {version} yet; its newest one is {encounter.version}."
            raise UnknownVersion(message, pointer="/at_version")
        entry = entry_of(await self._store.entry(encounter.id, version))
        snapshot = await self._store.snapshot(encounter.id, state_after(entry))
        return replace(encounter, version=version, state=snapshot.state, state_hash=snapshot.state_hash)

    def _operation_of(self, bound_move: BoundMove, family: str) -> Operation:
        """Return the operation of a move's odds.

        Raises: UnknownProcedure, naming the procedures of the family that have odds.
        """
        found = self._odds.get(f"{bound_move.name}{ODDS}")
        if found is None:
            procedures = [each.procedure for each in self._moves.plays[family].moves]
            known = [each for each in procedures if f"{family}/{each}{ODDS}" in self._odds]
            asked = bound_move.move.procedure
            message = f"{asked!r} has no odds in encounters of {family}; these have: {', '.join(known)}."
            raise UnknownProcedure(message + meant(asked, known), pointer="/procedure")
        return found


def _stateless(bound: BoundProcedure, operation: Operation, filled: FilledMove, forecast: ForecastOptions) -> Any:
    """Return the request of the stateless operation."""
    request = validated(operation.request, rewritten({"input": filled.input, "rulings": filled.rulings}))
    if "forecast" not in operation.request.model_fields:
        return request
    seed = preview_seed_of(forecast.seed or seed_of_fight(bound, request))
    return request.model_copy(update={"forecast": forecast.model_copy(update={"seed": seed})})
