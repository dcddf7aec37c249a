"""The tasks of worker processes: each `Job` is carried out here, without access to the store."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from service.api.graphql.answers import GraphQLRequest
from service.api.graphql.execution import GraphQLExecutor
from service.encounters.shared_results import Put
from service.errors import StoreAway
from service.operations.encounters.maps import StateMaps
from service.operations.encounters.replay import LogReplay
from service.operations.encounters.turn import TurnRequest, Turns, WrittenTurn, written_turn
from service.operations.registry import Registry
from service.operations.resolution import NeedsDice
from service.operations.validation import validated
from service.operations.work.estimates import Job, require_size, selecting
from service.wire import to_json

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


@dataclass(slots=True)
class TaskRunner:
    """Carries out jobs, one after the other."""

    registry: Registry
    executor: GraphQLExecutor
    turns: Turns
    replay: LogReplay
    maps: StateMaps
    pages: RemotePages
    loop: asyncio.Runner = field(default_factory=asyncio.Runner)

    def perform(self, job: Job, call_service: CallService) -> Any:
        """Carry out a job in the context of its request."""
        self.pages.call_service = call_service
        tasks: dict[str, Callable[..., Awaitable[Any]]] = {
            "operate": self._operate,
            "turn": self._turn,
            "replay": self._replay,
            "draw": self._draw,
            "graphql": self._graphql,
        }
        return self.loop.run(_awaited(tasks[job.task](*job.arguments)), context=copy_context())

    async def _operate(self, name: str, body: bytes) -> bytes:
        operation = self.registry[name]
        return await self._written(await operation.run(validated(operation.request, body)))

    async def _turn(self, request: TurnRequest) -> WrittenTurn | bytes:
        turn = self.turns.play_here(request)
        if isinstance(turn, NeedsDice):
            return await self._written(turn)
        record = turn.answer(request.purpose, request.encounter, request.version)
        require_size(to_json(record))
        return written_turn(turn, await self._written(record))

    async def _replay(self, entries: Sequence[bytes], state_hash: str | None, shown: str | None) -> bytes:
        return await self._written(self.replay.verify_written(entries, state_hash, shown))

    async def _draw(self, family: str, seen: bytes, rulings: bytes, overlays: bytes) -> bytes:
        return await self._written(self.maps.draw_written(family, seen, rulings, overlays))

    async def _graphql(self, task: str, query: str, *more: Any) -> Any:
        if task == "check":
            return self.executor.check(query)
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
    raise StoreAway("Nothing is kept where there is no store.")


async def _awaited(work: Awaitable[Any]) -> Any:
    return await work
