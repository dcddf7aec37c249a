"""The GraphQL schema and its execution: every operation is a field of Query, Mutation or Subscription.

Operations that roll dice or change stored state are mutations, operations that can be followed are subscriptions, all
others are queries. The type of a field is a union of the operation's answers and `Problem`: errors are data.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from time import thread_time
from typing import Any, Final, cast

import strawberry
from anyio import to_thread
from graphql import DocumentNode, GraphQLError, GraphQLField, GraphQLNamedType, GraphQLObjectType
from orjson import Fragment
from strawberry.annotation import StrawberryAnnotation
from strawberry.extensions import SchemaExtension
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField
from strawberry.types.graphql import OperationType

from service.api.graphql.compiled.plans import Plan, Planner
from service.api.graphql.compiled.variables import Misfit
from service.api.graphql.deprecation_notes import mark_deprecated
from service.api.graphql.documents import (
    CACHED_CHARACTERS,
    PARSED,
    SCHEMA_FIELD,
    SHORT_DOCUMENT,
    BoundedCache,
    BoundedValidation,
    CachedParsing,
    Documents,
    Schema,
    core_of,
    faults_in,
    introspects,
    parsed,
    parsed_anew,
)
from service.api.graphql.requests import GraphQLRequest
from service.api.graphql.responses import (
    Answers,
    Calls,
    Deprecated,
    Prepared,
    Reply,
    UrlAnswers,
    reply_of,
    with_extensions,
)
from service.api.graphql.types.derive import TypeNames, definition_of
from service.api.graphql.types.inputs import Inputs
from service.api.graphql.types.outputs import Outputs
from service.errors import MethodNotAllowed
from service.operations.deprecations import DEPRECATED, Deprecation, deprecations_of
from service.operations.problem import Problem
from service.operations.registry import Effect, Operation
from service.operations.validation import validated_members
from service.operations.work.estimates import Selection, WorkerPool, charge, price_of, require_size
from service.operations.work.large_bodies import charge_bytes, charging
from service.wire import to_json

EXTENSIONS: Final[tuple[Callable[[], SchemaExtension], ...]] = (CachedParsing, BoundedValidation)


@dataclass(frozen=True, slots=True)
class GraphQLExecutor:
    """The GraphQL schema of a registry, and the execution of documents.

    With a pool, worker processes do the slow parts: they validate new long documents, answer introspection, and resolve
    and write fields that are heavy work.
    """

    schema: Schema
    planner: Planner
    pool: WorkerPool | None = None
    plans: BoundedCache[tuple[str, str | None], Plan | None] = field(
        default_factory=lambda: BoundedCache(CACHED_CHARACTERS, lambda key, _: len(key[0]))
    )
    documents: Documents = field(default_factory=Documents)
    deprecated: Deprecated = field(default_factory=dict)

    async def execute(self, request: GraphQLRequest, *, may_roll: bool = True, answers: Answers | None = None) -> Reply:
        """Execute a document: by its cached plan, if there is one and the variables need no conversion.

        Raises: MethodNotAllowed, if it would roll dice but may not; the errors of worker processes.
        """
        answers = answers or _answers_to(request, self.deprecated, may_roll=may_roll)
        if (request.query, request.operation_name) not in self.plans:
            reply = await self._prepare(request)
            if reply is not None:
                return reply
        plan = self.plans.get((request.query, request.operation_name))
        if plan is not None and (may_roll or not plan.rolls):
            try:
                values = plan.values(request.variables or {})
                variant = plan.variant(values)
            except Misfit:
                return await self._interpret_beside(request, answers, may_roll=may_roll)
            data = await variant.run(values, answers.answer)
            return with_extensions(Reply({"data": data}, ran=True, failed=answers.failed), answers)
        return await self._interpret_beside(request, answers, may_roll=may_roll)

    async def prepared(self, body: bytes) -> Prepared:
        """Have a worker process read a large request, validate its document and work out which operations it calls.

        Raises: NotJson, DoesNotFit; the errors of worker processes.
        """
        if self.pool is None or not self.pool.is_open:
            return Prepared(validated_members(GraphQLRequest, body))
        errors, bodies = await self.pool.run("graphql", "graphql", "prepare", body)
        request = GraphQLRequest.model_validate_json(body)
        if errors:
            return Prepared(request, Reply({"errors": errors}, ran=False, failed=True))
        key = request.query, request.operation_name
        if bodies and key not in self.plans:
            document, plan = await to_thread.run_sync(self._planned, request, limiter=self.documents.parsing)
            PARSED[request.query], self.plans[key], self.documents.valid[request.query] = document, plan, None
        return Prepared(request, bodies=bodies if self.plans.get(key) else None)

    async def calls(self, body: bytes) -> tuple[Sequence[Any], Mapping[str, bytes]]:
        """Return the errors of a request, or the bodies of the operations that it calls, by their fields.

        Raises: NotJson, DoesNotFit; MethodNotAllowed, if it subscribes.
        """
        with charging(body):
            request = validated_members(GraphQLRequest, body)
        errors: Sequence[Any] = self.check(request.query)
        calls = Calls(request)
        if not errors and not introspects(request.query):
            self.documents.valid[request.query] = None
            reply = await self.execute(request, answers=calls)
            errors = reply.body.get("errors", ())
        if errors:
            charge_bytes(body)
        return errors, calls.bodies

    async def run_prepared(self, prepared: Prepared, answers: Answers) -> Reply:
        """Execute what was prepared.

        Raises: MethodNotAllowed; the errors of worker processes.
        """
        request, bodies = prepared.request, prepared.bodies
        if prepared.reply is not None:
            return prepared.reply
        plan = self.plans.get((request.query, request.operation_name))
        if plan is None or bodies is None:
            return await self.execute(request, answers=answers)
        try:
            variant = plan.variant({**plan.defaults, **(request.variables or {})})
        except Misfit:
            return await self._interpret_beside(request, answers)
        data = await variant.run({}, answers.answer, bodies)
        return with_extensions(Reply({"data": data}, ran=True, failed=answers.failed), answers)

    def _planned(self, request: GraphQLRequest) -> tuple[DocumentNode, Plan | None]:
        """Parse a valid document and plan it."""
        document = PARSED.get(request.query) or parsed_anew(request.query)
        plan = self.planner.plan(document, request.operation_name)
        with suppress(Misfit, KeyError, TypeError):
            if plan is not None:
                plan.variant({**plan.defaults, **(request.variables or {})})
        return document, plan

    async def _interpret_beside(self, request: GraphQLRequest, answers: Answers, *, may_roll: bool = True) -> Reply:
        """Execute a document without a plan: by graphql-core on a thread, but for its operations.

        The document is executed twice: to find out which operations it calls, and to write their answers. A worker
        process has nobody else to answer meanwhile.

        Raises: MethodNotAllowed, if it would roll dice but may not.
        """
        if self.pool is None or not self.pool.is_open:
            return await self.interpret(request, may_roll=may_roll, answers=answers)
        calls = Calls(request)
        found = await self._on_thread(request, calls, may_roll=may_roll)
        if not calls.operations:
            return found
        return await self._on_thread(request, await calls.made(answers), may_roll=may_roll)

    async def _on_thread(self, request: GraphQLRequest, answers: Answers, *, may_roll: bool) -> Reply:
        """Execute a document whose operations are not run, and charge the time that it takes."""

        def interpreted() -> tuple[Reply, float]:
            began = thread_time()
            reply = asyncio.run(self.interpret(request, may_roll=may_roll, answers=answers))
            return reply, thread_time() - began

        reply, seconds = await to_thread.run_sync(interpreted, limiter=self.documents.parsing)
        charge(price_of(seconds))
        return reply

    async def interpret(
        self, request: GraphQLRequest, *, may_roll: bool = True, answers: Answers | None = None
    ) -> Reply:
        """Execute a document by graphql-core, without a plan.

        Raises: MethodNotAllowed, if it would roll dice but may not.
        """
        allowed = (OperationType.QUERY, OperationType.MUTATION) if may_roll else (OperationType.QUERY,)
        answers = answers or _answers_to(request, self.deprecated, may_roll=may_roll)
        try:
            result = await self.schema.execute(
                request.query,
                variable_values=request.variables,
                operation_name=request.operation_name,
                context_value=answers,
                allowed_operation_types=allowed,
            )
        except InvalidOperationTypeError as error:
            if error.operation_type is OperationType.SUBSCRIPTION:
                raise MethodNotAllowed("Subscriptions are sent over a WebSocket, as graphql-transport-ws.") from None
            raise MethodNotAllowed(
                "Mutations roll dice or change something, and are sent with POST; GET only reads."
            ) from None
        except CannotGetOperationTypeError as error:
            return Reply({"errors": [{"message": error.as_http_error_reason()}]}, ran=False, failed=True)
        if not result.errors:
            self._cache_plan(request)
        return reply_of(result, answers)

    async def selected(self, selection: Selection, record: Any) -> bytes:
        """Write the selected parts of the answer to one field of a document that was validated before."""
        request = GraphQLRequest.model_construct(
            query=selection.query, variables=cast("Any", selection.variables), operation_name=selection.operation_name
        )
        self.documents.valid[request.query] = None
        reply = await self.execute(request, answers=Answers(request, given={selection.key: record}))
        return to_json(reply.body["data"][selection.key])

    def check(self, query: str) -> list[dict[str, Any]]:
        """Return the validation errors of a document, as GraphQL formats them."""
        return [{**each.formatted} for each in faults_in(core_of(self.schema), query)]

    async def validate_long(self, query: str) -> Reply | None:
        """Have a worker process validate a new long document; return the response if it is invalid."""
        if self.pool is None or not self.pool.is_open:
            return None
        if len(query) <= SHORT_DOCUMENT or query in self.documents.valid:
            return None
        faults = await self.pool.run("graphql", "graphql", "check", query)
        if faults:
            return Reply({"errors": faults}, ran=False, failed=True)
        self.documents.valid[query] = None
        with suppress(GraphQLError):
            PARSED[query] = await to_thread.run_sync(parsed_anew, query, limiter=self.documents.parsing)
        return None

    async def introspect(self, request: GraphQLRequest) -> tuple[bytes, list[Any]] | None:
        """Answer an introspection: return data and errors; None if the document selects other fields.

        Raises: AnswerTooLarge.
        """
        if not introspects(request.query):
            return None
        reply = await self.interpret(request, answers=Answers(request, given={}))
        return require_size(to_json(reply.body.get("data"))), reply.body.get("errors", [])

    async def _prepare(self, request: GraphQLRequest) -> Reply | None:
        """Return the response to an introspection or an invalid document; else None, and plan a valid document."""
        if SCHEMA_FIELD.search(request.query):
            reply = await self._answer_introspection(request)
            if reply is not None:
                return reply
        reply = await self.validate_long(request.query)
        if reply is None and request.query in self.documents.valid:
            self._cache_plan(request)
        return reply

    async def _answer_introspection(self, request: GraphQLRequest) -> Reply | None:
        key = to_json([request.query, request.operation_name, request.variables])
        kept = self.documents.introspections.get(key)
        if kept is not None:
            return kept
        if self.pool is None or not self.pool.is_open:
            answered = await self.introspect(request)
        else:
            answered = await self.pool.run(
                "graphql", "graphql", "introspect", request.query, request.operation_name, request.variables
            )
        if answered is None:
            return None
        schema, errors = answered
        if errors:
            return Reply({"errors": errors}, ran=False, failed=True)
        reply = Reply({"data": Fragment(schema)}, ran=True, failed=False)
        self.documents.introspections[key] = reply
        return reply

    def _cache_plan(self, request: GraphQLRequest) -> None:
        """Cache the plan of a valid document."""
        key = (request.query, request.operation_name)
        if key not in self.plans and not SCHEMA_FIELD.search(request.query):
            self.plans[key] = self.planner.plan(parsed(request.query), request.operation_name)


def _answers_to(request: GraphQLRequest, deprecated: Deprecated, *, may_roll: bool) -> Answers:
    return (Answers if may_roll else UrlAnswers)(request, deprecated=deprecated)


def graphql_of(
    registry: Iterable[Operation], pool: WorkerPool | None = None, deprecated: Iterable[Deprecation] = DEPRECATED
) -> GraphQLExecutor:
    """Derive the GraphQL schema of all operations; a pool, if there is one, does the slow parts of execution.

    `deprecated` is what the schema and the answers say to be deprecated.
    """
    operations = {each.camel_name: each for each in registry}
    names = TypeNames()
    inputs, outputs = Inputs(names), Outputs(names)
    fields = {name: _field(each, inputs, outputs) for name, each in operations.items()}
    roots: dict[str, list[StrawberryField]] = {"Query": [], "Mutation": [], "Subscription": []}
    for name, each in operations.items():
        roots[_root_of(each)].append(fields[name])
    schema = Schema(
        query=cast("type", _root("Query", "Operations without side effects.", roots["Query"])),
        mutation=_root("Mutation", "Operations that roll dice or change stored data.", roots["Mutation"]),
        subscription=_root("Subscription", "Live feeds.", roots["Subscription"]),
        extensions=EXTENSIONS,
    )
    made = schema.schema_converter.type_map
    inputs.install(made)
    outputs.install(made)
    types = {name: cast("GraphQLNamedType", each.implementation) for name, each in made.items()}
    called: dict[str, GraphQLField] = {}
    for root in [name for name, each in roots.items() if each]:
        called |= cast("GraphQLObjectType", types[root]).fields
    _install(called, operations)
    table = tuple(deprecated)
    mark_deprecated(called, operations.values(), table)
    found = {each.name: deprecations_of(each, table) for each in operations.values()}
    return GraphQLExecutor(
        schema,
        Planner(types, outputs.classes, operations),
        pool,
        deprecated={name: each for name, each in found.items() if each},
    )


def _field(operation: Operation, inputs: Inputs, outputs: Outputs) -> StrawberryField:
    description = f"The answers of {operation.name}, or a problem."
    result = outputs.result_of(f"{operation.pascal_name}Result", (*operation.answers, Problem), description)
    made = StrawberryField(
        python_name=operation.snake_name,
        graphql_name=operation.camel_name,
        type_annotation=StrawberryAnnotation(result),
        description=f"{operation.summary}\n\n{operation.description}".strip(),
    )
    made.arguments = inputs.arguments_of(operation.request)
    return made


def _root_of(operation: Operation) -> str:
    if operation.effect is Effect.FOLLOW:
        return "Subscription"
    return "Mutation" if operation.changes else "Query"


def _root(name: str, description: str, fields: Sequence[StrawberryField]) -> type | None:
    if not fields:
        return None
    made = strawberry.type(type(name, (), {"__module__": __name__}), name=name, description=description)
    definition_of(made).fields += fields
    return made


def _install(called: Mapping[str, GraphQLField], operations: Mapping[str, Operation]) -> None:
    """Set resolvers that run the operations, with the arguments as graphql-core has coerced them."""
    for name, each in called.items():
        for argument in each.args.values():
            argument.out_name = argument.extensions[GraphQLCoreConverter.DEFINITION_BACKREF].python_name
        operation = operations[name]
        if operation.effect is Effect.FOLLOW:
            each.subscribe, each.resolve = _subscriber(operation), _same
        else:
            each.resolve = _resolver(operation)


def _same(event: Any, _info: Any, **_arguments: Any) -> Any:
    return event


def _subscriber(operation: Operation) -> Callable[..., Any]:
    async def subscribe(_root: Any, info: Any, **arguments: Any) -> AsyncIterator[Any]:
        async with aclosing(info.context.follow(operation, to_json(arguments), info.path.key)) as events:
            async for event in events:
                yield event

    return subscribe


def _resolver(operation: Operation) -> Callable[..., Any]:
    async def resolve(_root: Any, info: Any, **arguments: Any) -> Any:
        return await info.context.resolve_field(operation, to_json(arguments), info.path.key)

    return resolve
