"""The GraphQL face: every operation as a field of a query, a mutation or a subscription.

Those that roll or change are mutations, those that can be followed are subscriptions, the others are queries. A field
answers with a union of the operation's answers and `Problem`: what goes wrong is data, never a thrown error.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import orjson
import strawberry
import structlog
from graphql import GraphQLError, GraphQLNamedType, GraphQLObjectType
from pydantic import ConfigDict, Field, ValidationError
from strawberry.annotation import StrawberryAnnotation
from strawberry.extensions import (
    AddValidationRules,
    MaxTokensLimiter,
    ParserCache,
    SchemaExtension,
)
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.execution import ExecutionContext, ExecutionResult
from strawberry.types.field import StrawberryField
from strawberry.types.graphql import OperationType

from service.api.derive import Claims, definition_of
from service.api.derive_input import Inputs
from service.api.derive_output import Outputs
from service.api.graphql_limits import MAX_TOKENS, BoundedValidation, LimitsRule
from service.api.graphql_plans import Plan, Planner
from service.api.graphql_variables import Misfit
from service.errors import InternalError, MethodNotAllowed, UmpireError
from service.operations.fitting import fitted
from service.operations.problem import Problem, problem_of
from service.operations.registry import Effect, Operation
from service.wire import Frozen, Json, to_json

log = structlog.get_logger(__name__)

CACHED_DOCUMENTS: Final = 256

EXTENSIONS: Final[tuple[Callable[[], SchemaExtension], ...]] = (
    lambda: MaxTokensLimiter(MAX_TOKENS),
    lambda: AddValidationRules([LimitsRule]),
    lambda: ParserCache(CACHED_DOCUMENTS),
    lambda: BoundedValidation(CACHED_DOCUMENTS),
)


class Schema(strawberry.Schema):
    """A schema that does not log the mistakes of its callers."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Log what went wrong inside a field; without a path the document or its variables are wrong."""
        super().process_errors([error for error in errors if error.path], execution_context)


class GraphQLRequest(Frozen):
    """A GraphQL request as it comes over HTTP; further members, such as `extensions`, are ignored."""

    model_config = ConfigDict(extra="ignore")

    query: str = Field(min_length=1, description="A GraphQL document.")
    variables: dict[str, Json] | None = Field(default=None, description="Values of its variables.")
    operation_name: str | None = Field(default=None, alias="operationName", description="Which of its operations.")


@dataclass(frozen=True, slots=True)
class Reply:
    """A GraphQL response; `ran` is false if the document was wrong, `failed` is true if any answer is a problem."""

    body: Mapping[str, Any]
    ran: bool
    failed: bool


@dataclass(slots=True)
class Answers:
    """The answers of one document, and whether one of them is a problem."""

    failed: bool = False

    async def give(self, operation: Operation, body: bytes) -> Any:
        """Run an operation on a JSON document and return one of its answers, or the problem; raise nothing."""
        try:
            return await operation.run(_request(operation, body))
        except UmpireError as error:
            problem = problem_of(error, operation.path)
        except Exception:
            log.exception("operation failed", operation=operation.name)
            failure = InternalError("The service failed; the failure has been noted.")
            problem = problem_of(failure, operation.path)
        self.failed = True
        return problem

    async def follow(self, operation: Operation, body: bytes) -> AsyncIterator[Any]:
        """Yield what an operation answers for as long as it does, or the problem; raise nothing."""
        following = await self.give(operation, body)
        if isinstance(following, Problem):
            yield following
            return
        try:
            async for event in following:
                yield event
        finally:
            await following.close()


@dataclass(slots=True)
class Addressed(Answers):
    """The answers of a document that came in an address, by GET: it only reads, and without tokens."""

    async def give(self, operation: Operation, body: bytes) -> Any:
        """Run an operation, unless a token came with it."""
        if "token" in operation.request.model_fields and orjson.loads(body).get("token") is not None:
            self.failed = True
            refusal = MethodNotAllowed(
                "A token is not sent in an address, which is logged and kept; send it with POST."
            )
            return problem_of(refusal, operation.path)
        return await Answers.give(self, operation, body)


@dataclass(frozen=True, slots=True)
class GraphQLFace:
    """The schema of a registry, and what is needed to execute documents against it."""

    schema: Schema
    planner: Planner
    plans: dict[tuple[str, str | None], Plan | None] = field(default_factory=dict)

    async def execute(self, asked: GraphQLRequest, *, may_roll: bool = True) -> Reply:
        """Execute a document: by its plan, if it has been seen before and its variables are plainly right.

        Raises: MethodNotAllowed, if it would roll dice but may not.
        """
        plan = self.plans.get((asked.query, asked.operation_name))
        if plan is not None and (may_roll or not plan.rolls):
            try:
                values = plan.values(asked.variables or {})
                variant = plan.variant(values)
            except Misfit:
                return await self.interpret(asked, may_roll=may_roll)
            answers = Answers() if may_roll else Addressed()
            data = await variant.run(values, answers.give)
            return Reply({"data": data}, ran=True, failed=answers.failed)
        return await self.interpret(asked, may_roll=may_roll)

    async def interpret(self, asked: GraphQLRequest, *, may_roll: bool = True) -> Reply:
        """Execute a document as if it had never been seen.

        Raises: MethodNotAllowed, if it would roll dice but may not.
        """
        allowed = (OperationType.QUERY, OperationType.MUTATION) if may_roll else (OperationType.QUERY,)
        answers = Answers() if may_roll else Addressed()
        try:
            result = await self.schema.execute(
                asked.query,
                variable_values=asked.variables,
                operation_name=asked.operation_name,
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
            self._remember(asked)
        return _reply_of(result, failed=answers.failed)

    def _remember(self, asked: GraphQLRequest) -> None:
        """Plan a document that proved valid, in place of the one planned first if there are too many."""
        key = (asked.query, asked.operation_name)
        if key not in self.plans:
            if len(self.plans) >= CACHED_DOCUMENTS:
                del self.plans[next(iter(self.plans))]
            parsed = ParserCache(CACHED_DOCUMENTS).cached_parse_document(asked.query, max_tokens=MAX_TOKENS)
            self.plans[key] = self.planner.plan(parsed, asked.operation_name)


def _reply_of(result: ExecutionResult, *, failed: bool) -> Reply:
    errors = [error.formatted for error in result.errors or ()]
    ran = not errors or any("path" in error for error in errors)
    body: dict[str, Any] = {"data": result.data} if ran else {}
    return Reply(body | ({"errors": errors} if errors else {}), ran, failed or bool(errors))


def _request(operation: Operation, body: bytes) -> Any:
    """Validate a document that was checked when it arrived, and so repeats no key; only a misfit costs more."""
    try:
        return operation.request.model_validate_json(body)
    except ValidationError:
        return fitted(operation.request, body)


def graphql_of(registry: Iterable[Operation]) -> GraphQLFace:
    """Derive the GraphQL face of all operations."""
    operations = {each.camel_name: each for each in registry}
    claims = Claims()
    inputs, outputs = Inputs(claims), Outputs(claims)
    fields = {name: _field(each, inputs, outputs) for name, each in operations.items()}
    roots: dict[str, list[StrawberryField]] = {"Query": [], "Mutation": [], "Subscription": []}
    for name, each in operations.items():
        roots[_root_of(each)].append(fields[name])
    schema = Schema(
        query=cast("type", _root("Query", "What changes nothing.", roots["Query"])),
        mutation=_root("Mutation", "What rolls dice, or changes what is stored.", roots["Mutation"]),
        subscription=_root("Subscription", "What can be followed live.", roots["Subscription"]),
        extensions=EXTENSIONS,
    )
    made = schema.schema_converter.type_map
    inputs.install(made)
    outputs.install(made)
    types = {name: cast("GraphQLNamedType", each.implementation) for name, each in made.items()}
    for root in [name for name, each in roots.items() if each]:
        _install(cast("GraphQLObjectType", types[root]), operations)
    return GraphQLFace(schema, Planner(types, outputs.classes, operations))


def _field(operation: Operation, inputs: Inputs, outputs: Outputs) -> StrawberryField:
    told = f"What comes of it: {operation.summary}"
    result = outputs.result_of(f"{operation.pascal_name}Result", (*operation.answers, Problem), told)
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


def _install(root: GraphQLObjectType, operations: Mapping[str, Operation]) -> None:
    """Let graphql-core run the operations, with the arguments as it coerced them."""
    for name, each in root.fields.items():
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
        async for event in info.context.follow(operation, to_json(arguments)):
            yield event

    return subscribe


def _resolver(operation: Operation) -> Callable[..., Any]:
    async def resolve(_root: Any, info: Any, **arguments: Any) -> Any:
        return await info.context.give(operation, to_json(arguments))

    return resolve
