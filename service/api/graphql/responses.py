"""GraphQL responses, and the answers to the fields of one document during its execution."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any, Final

import orjson
import structlog
from orjson import Fragment
from pydantic import ValidationError
from strawberry.types.execution import ExecutionResult

from service.api.graphql.deprecation_notes import extensions_of
from service.api.graphql.faults import named_as_in_graphql
from service.api.graphql.requests import GraphQLRequest
from service.errors import InternalError, MethodNotAllowed, UmpireError
from service.operations.answering.feeds import TooManyFeeds, open_feeds
from service.operations.deprecations import Deprecation, is_used
from service.operations.problem import Problem, problem_of
from service.operations.registry import Operation
from service.operations.work.estimates import Selection, charge, selecting, verdict_alone
from service.operations.work.large_bodies import build, elsewhere_for, validated_soon
from service.settings.access.scopes import require_scope
from service.wire import Written, to_json

log = structlog.get_logger("service.api.graphql.execution")

Deprecated = Mapping[str, Sequence[Deprecation]]
"""What is deprecated of operations, by their names."""

ELSEWHERE: Final = problem_of(InternalError("This field is answered elsewhere."), "/graphql")
"""Placeholder for an answer that another process writes."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A GraphQL response.

    `ran` is false if the document was invalid, `failed` is true if any answer is a problem, and `used` is what the
    document used of what is deprecated.
    """

    body: Any
    ran: bool
    failed: bool
    used: Sequence[Deprecation] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A large request: the response if it has errors, or the requests of the operations that it calls, by field.

    With neither it is executed as any other.
    """

    request: GraphQLRequest
    reply: Reply | None = None
    bodies: Mapping[str, bytes] | None = None


@dataclass(slots=True)
class Answers:
    """Runs the operations of one document, and records whether one of the answers is a problem.

    `written` has the answers that a worker process has written, by the response name of the field. In a worker process
    `given` is the one answer to write; then no operation is run. `deprecated` is what is deprecated, by operation; what
    the document used of it is added to `used`.
    """

    request: GraphQLRequest | None = None
    given: Mapping[str, Any] | None = None
    failed: bool = False
    written: dict[str, Fragment] = field(default_factory=dict)
    fields: int = 0
    deprecated: Deprecated = field(default_factory=dict)
    used: list[Deprecation] = field(default_factory=list)

    async def answer(self, operation: Operation, body: bytes, key: str) -> Any:
        """Run an operation on a JSON document and return its answer or a problem; never raise.

        Each field after the first costs as much as one request.
        """
        if self.given is not None:
            return self.given.get(key, ELSEWHERE)
        charge(min(self.fields, 1))
        self.fields += 1
        request = self.request
        selecting.set(
            None
            if request is None
            else Selection(request.query, request.operation_name, request.variables, key, verdict_alone.get())
        )
        try:
            require_scope(operation.scopes)
            return await self._run(operation, body)
        except UmpireError as error:
            problem = problem_of(named_as_in_graphql(error, operation.request, body), operation.path)
        except Exception:
            log.exception("operation failed", operation=operation.name)
            failure = InternalError("The service failed; the failure has been noted.")
            problem = problem_of(failure, operation.path)
        self.failed = True
        return problem

    async def _run(self, operation: Operation, body: bytes) -> Any:
        """Run an operation on a document in which repeated keys were already refused when it arrived."""
        found = self.deprecated.get(operation.name, ())
        self.used += [each for each in found if not each.field]
        place = elsewhere_for(operation, body)
        if place is not None:
            taken = await (place.watched() if found else place).take(body, whole=True)
            if taken is not None:
                return taken if isinstance(taken, Written) else await operation.run(taken)
        await build(operation.request)
        try:
            request: Any = operation.request.model_validate_json(body)
        except ValidationError:
            request = await validated_soon(operation.request, body)
        self.used += [each for each in found if each.field and is_used(each.field, request)]
        return await operation.run(request)

    async def resolve_field(self, operation: Operation, body: bytes, key: str) -> Any:
        """Run an operation as `answer` does; store an answer that is written already, and return a placeholder."""
        answer = await self.answer(operation, body, key)
        if isinstance(answer, Written):
            self.written[key] = answer.fragment
            return ELSEWHERE
        return answer

    async def follow(self, operation: Operation, body: bytes, key: str) -> AsyncIterator[Any]:
        """Yield each answer of a followed operation, or a problem; never raise."""
        with ExitStack() as slot:
            try:
                slot.enter_context(open_feeds.taken())
            except TooManyFeeds as refusal:
                yield problem_of(refusal, operation.path)
                return
            following = await self.answer(operation, body, key)
            if isinstance(following, Problem):
                yield following
                return
            try:
                async for event in following:
                    yield event
            finally:
                await following.close()


@dataclass(slots=True)
class Calls(Answers):
    """Records which operations a document calls, and with which requests, by the field that each is for; runs none."""

    bodies: dict[str, bytes] = field(default_factory=dict)
    operations: dict[str, Operation] = field(default_factory=dict)

    async def answer(self, operation: Operation, body: bytes, key: str) -> Any:
        """Record a call."""
        self.operations[key], self.bodies[key] = operation, body
        return ELSEWHERE

    async def made(self, answers: Answers) -> Answers:
        """Make the calls one after the other, and return their answers, which are then only to be written."""
        given = {key: await answers.answer(each, self.bodies[key], key) for key, each in self.operations.items()}
        written = {key: each.fragment for key, each in given.items() if isinstance(each, Written)}
        others = {key: each for key, each in given.items() if key not in written}
        return Answers(self.request, given=others, failed=answers.failed, written=written, used=answers.used)


@dataclass(slots=True)
class TokenAnswers(Answers):
    """The answers of one document, with the token of its connection or of the header `Authorization`."""

    token: str | None = None

    async def answer(self, operation: Operation, body: bytes, key: str) -> Any:
        """Run an operation, with this token if the request takes a token and has none."""
        if self.token is not None and "token" in operation.request.model_fields:
            given = orjson.loads(body)
            body = to_json({**given, "token": given.get("token") or self.token})
        return await Answers.answer(self, operation, body, key)


@dataclass(slots=True)
class UrlAnswers(Answers):
    """The answers of a document sent by GET, in the URL: it can only read, and only without tokens."""

    async def answer(self, operation: Operation, body: bytes, key: str) -> Any:
        """Run an operation, or refuse it if the request has a token."""
        if "token" in operation.request.model_fields and orjson.loads(body).get("token") is not None:
            self.failed = True
            refusal = MethodNotAllowed(
                "A token is not sent in an address, which is logged and kept; send it with POST."
            )
            return problem_of(refusal, operation.path)
        return await Answers.answer(self, operation, body, key)


def reply_of(result: ExecutionResult, answers: Answers) -> Reply:
    """Return the response to a document that graphql-core has executed."""
    errors = [error.formatted for error in result.errors or ()]
    ran = not errors or any("path" in error for error in errors)
    data = None if result.data is None else {**result.data, **answers.written}
    body: dict[str, Any] = {"data": data} if ran else {}
    reply = Reply(body | ({"errors": errors} if errors else {}), ran, answers.failed or bool(errors))
    return with_extensions(reply, answers)


def with_extensions(reply: Reply, answers: Answers) -> Reply:
    """Return a response that says what its document used of what is deprecated."""
    if not answers.used:
        return reply
    return replace(reply, body={**reply.body, "extensions": extensions_of(answers.used)}, used=answers.used)
