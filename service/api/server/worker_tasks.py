"""The tasks of worker processes: each `Job` is carried out here, without access to the store."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from service.api.graphql.requests import GraphQLRequest
from service.api.rest.request_parts import parts_of
from service.encounters.encounter import Encounter
from service.encounters.stored.page_store import Put
from service.encounters.told_situations import BothSituations
from service.errors import StoreAway, UmpireError
from service.operations.answering.resolution import NeedsDice
from service.operations.encounters.luck.log_luck import LogLuck
from service.operations.encounters.playing.correcting import corrected_state
from service.operations.encounters.playing.situations import Situations
from service.operations.encounters.playing.turn import TurnRequest, Turns, WrittenTurn, written_turn
from service.operations.encounters.reading.encounter_maps import StateMaps
from service.operations.encounters.reading.encounter_moves import EncounterFigure, StateMoves
from service.operations.encounters.reading.encounter_odds import EncounterOddsRequest, EncounterOddsService
from service.operations.encounters.requests import Correction
from service.operations.encounters.trust.checking import checked
from service.operations.encounters.trust.replay import LogReplay
from service.operations.encounters.trust.replayed_draws import Present
from service.operations.problem import problem_of
from service.operations.registry import Operation, Registry
from service.operations.validation import validated
from service.operations.work.estimates import Job, require_size, selecting
from service.operations.work.large_bodies import charging
from service.wire import to_json

if TYPE_CHECKING:
    from service.api.graphql.execution import GraphQLExecutor

CallService = Callable[..., Any]


class RemotePages:
    """The pages of shared results in a worker process, which calls the service to store an answer."""

    def __init__(self) -> None:
        """Start without a service to call."""
        self.call_service: CallService = _no_service

    async def put(self, operation: str, answer: Any, beside: str | None) -> Put:
        """Have the service store an answer.

        Raises: AnswerTooLarge, before it is stored; the errors of the service.
        """
        put: Put = self.call_service(operation, require_size(to_json(answer)), beside)
        return put


@dataclass
class TaskRunner:
    """Carries out jobs, one after the other; the GraphQL schema is derived by the first job that needs it."""

    registry: Registry
    graphql: Callable[[], "GraphQLExecutor"]
    turns: Turns
    odds: EncounterOddsService
    replay: LogReplay
    luck: LogLuck
    maps: StateMaps
    pages: RemotePages
    loop: asyncio.Runner = field(default_factory=asyncio.Runner)

    @cached_property
    def executor(self) -> "GraphQLExecutor":
        """The GraphQL schema of all operations, and its execution."""
        return self.graphql()

    def perform(self, job: Job, call_service: CallService) -> Any:
        """Carry out a job in the context of its request."""
        self.pages.call_service = call_service
        tasks: dict[str, Callable[..., Awaitable[Any]]] = {
            "operate": self._operate,
            "fit": self._fit,
            "fit_body": self._fit_body,
            "lines": self._lines,
            "turn": self._turn,
            "announced": self._announced,
            "odds": self._odds,
            "correct": self._correct,
            "situation": self._situation,
            "replay": self._replay,
            "check": self._check,
            "luck": self._luck,
            "draw": self._draw,
            "moves": self._moves,
            "graphql": self._graphql,
        }
        return self.loop.run(_awaited(tasks[job.task](*job.arguments)), context=copy_context())

    async def _operate(self, name: str, body: bytes) -> bytes:
        operation = self.registry[name]
        with charging(body):
            request = validated(operation.request, body)
        return await self._written(await operation.run(request))

    async def _fit(self, name: str, body: bytes) -> Any:
        """Refuse a request that does not fit; return what it is prepared to be, if its operation prepares it."""
        operation = self.registry[name]
        with charging(body):
            request = validated(operation.request, body)
            return None if operation.prepare is None else operation.prepare(request)

    async def _fit_body(self, name: str, body: bytes) -> Any:
        """Refuse a body that does not fit; other fields of the request are beside it, in path and headers."""
        operation = self.registry[name]
        model = parts_of(operation).body
        if model is None or model is operation.request:
            return await self._fit(name, body)
        with charging(body):
            validated(model, body)
        return None

    async def _lines(self, name: str, lines: Sequence[bytes]) -> list[tuple[bool, bytes]]:
        """Answer requests one by one: whether each was answered, and the answer or the problem document."""
        return [await self._line(self.registry[name], line) for line in lines]

    async def _line(self, operation: Operation, line: bytes) -> tuple[bool, bytes]:
        try:
            return True, to_json(await operation.run(validated(operation.request, line)))
        except UmpireError as error:
            return False, to_json(problem_of(error, operation.path))

    async def _turn(self, request: TurnRequest) -> WrittenTurn | bytes:
        turn = self.turns.play_here(request)
        if isinstance(turn, NeedsDice):
            return await self._written(turn)
        record = turn.answer(request, request.head or None)
        require_size(to_json(record))
        return written_turn(turn, await self._written(record))

    async def _announced(self, encounter: Encounter, procedure: str, input: Mapping[str, Any]) -> str:
        return self.turns.operation_here(encounter, procedure, input)

    async def _odds(self, encounter: Encounter, request: EncounterOddsRequest) -> bytes:
        return await self._written(await self.odds.computed(encounter, request))

    async def _correct(self, family: str, state: bytes, ruled: bytes, changes: Sequence[Correction]) -> bytes:
        return corrected_state(self.turns.moves, family, state, ruled, changes)

    async def _situation(self, family: str, ruled: bytes, state: bytes) -> BothSituations | None:
        return Situations(self.turns.moves).here(family, ruled, state)

    async def _replay(self, entries: Sequence[bytes], present: Present | None) -> bytes:
        return await self._written(self.replay.verify_written(entries, present))

    async def _check(self, lines: Sequence[str], keys: bytes | None, saw: Sequence[tuple[int, str]]) -> bytes:
        return await self._written(checked(lines, keys, saw))

    async def _luck(self, entries: Sequence[bytes], asked: bytes, present: Present | None) -> bytes:
        return await self._written(self.luck.luck_written(entries, asked, present))

    async def _draw(self, family: str, seen: bytes, rulings: bytes, overlays: bytes) -> bytes:
        return await self._written(self.maps.draw_written(family, seen, rulings, overlays))

    async def _moves(self, operation: str, encounter: Encounter, asked: EncounterFigure) -> bytes:
        return await self._written(StateMoves(self.turns.moves).answer(operation, encounter, asked))

    async def _graphql(self, task: str, query: Any, *more: Any) -> Any:
        if task == "check":
            return self.executor.check(query)
        if task == "prepare":
            return await self.executor.calls(query)
        name, variables = more
        request = GraphQLRequest.model_construct(query=query, variables=variables, operation_name=name)
        return await self.executor.introspect(request)

    async def _written(self, record: Any) -> bytes:
        """Write an answer: the parts that a GraphQL field selects, or all of it."""
        selection = selecting.get()
        if selection is None:
            return require_size(to_json(record))
        return require_size(await self.executor.selected(selection, record))


def _no_service(*request: Any) -> Any:
    """Raise StoreAway, because there is no service to call."""
    raise StoreAway("Answers cannot be kept, because there is no store.")


async def _awaited(work: Awaitable[Any]) -> Any:
    return await work
