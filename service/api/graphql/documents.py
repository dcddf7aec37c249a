"""GraphQL documents: parsing and validation, with caches of parsed and valid documents and of introspection answers.

Validating a document of some thousand characters can take more than a second, because graphql-core compares all fields
of the same name with each other; so worker processes validate long documents. Introspection takes at least a quarter of
a second, so its answers are cached.

A parsed document takes 100 to 200 times the memory of its text, so the caches are bounded by the length of the texts,
too. Worker processes do not cache what they validate.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, TypeVar

import orjson
import strawberry
from anyio import CapacityLimiter
from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    parse,
    specified_rules,
    validate,
)
from strawberry.extensions import SchemaExtension
from strawberry.types.execution import ExecutionContext

from service.api.graphql.document_limits import MAX_SELECTIONS, MAX_TOKENS
from service.api.graphql.responses import Reply
from service.api.graphql.sizes import LimitsRule, operations_in, roots_of
from service.operations.validation.complaints import MAX_FAULTS
from service.operations.work.large_bodies import LARGE_BODY
from service.wire import to_json

K = TypeVar("K")
V = TypeVar("V")

CACHED_DOCUMENTS: Final = 256
CACHED_CHARACTERS: Final = 2**17
"""Characters of all documents together that are cached as parsed, and as planned."""
VALID_CHARACTERS: Final = 2**21
"""Characters of all documents together that are known to be valid: of these nothing but the text is kept."""
SHORT_DOCUMENT: Final = 2_000
"""Characters of the longest document whose validation always takes only some milliseconds."""
INTROSPECTION_BYTES: Final = 16 * 2**20
SCHEMA_FIELD: Final = re.compile(r"__(schema|type)\b")


class BoundedCache(dict[K, V]):
    """A dictionary that drops its oldest entries when it is full: of too many entries, or of too large ones together.

    The newest entry is kept in any case. Threads may set entries.
    """

    def __init__(self, room: int, size_of: Callable[[K, V], int]) -> None:
        """Start empty; `room` is what the sizes of all entries may add up to. There are at most `CACHED_DOCUMENTS`."""
        super().__init__()
        self._left, self._size_of, self._changing = room, size_of, Lock()

    def __setitem__(self, key: K, value: V) -> None:
        """Set a value, and drop the oldest entries if there are too many."""
        with self._changing:
            if key in self:
                self._left += self._size_of(key, self[key])
            self._left -= self._size_of(key, value)
            super().__setitem__(key, value)
            while len(self) > 1 and (self._left < 0 or len(self) > CACHED_DOCUMENTS):
                oldest = next(iter(self))
                self._left += self._size_of(oldest, self.pop(oldest))


VALID: Final = BoundedCache[str, None](VALID_CHARACTERS, lambda query, _: len(query))
"""The documents that were validated against the one schema of this process."""
PARSED: Final = BoundedCache[str, DocumentNode](CACHED_CHARACTERS, lambda query, _: len(query))


def is_planned(body: bytes, plans: Mapping[tuple[str, str | None], Any]) -> bool:
    """Return whether a body has a document that was planned before, and small variables: that is answered at once."""
    if len(body) > CACHED_CHARACTERS // 2:
        return False
    try:
        given = orjson.loads(body)
        plan = plans.get((given["query"], given.get("operationName")))
        return plan is not None and len(to_json(given.get("variables"))) <= LARGE_BODY
    except (ValueError, TypeError, KeyError, AttributeError):
        return False


def introspection_cache() -> BoundedCache[bytes, Reply]:
    """Return an empty cache of introspection answers, which is bounded by their total bytes."""
    return BoundedCache(INTROSPECTION_BYTES, lambda key, reply: len(key) + len(to_json(reply.body)))


@dataclass(frozen=True, slots=True)
class Documents:
    """The caches of documents; `parsing` limits the parsing of long documents to one thread beside the event loop."""

    valid: BoundedCache[str, None] = field(default_factory=lambda: VALID)
    introspections: BoundedCache[bytes, Reply] = field(default_factory=introspection_cache)
    parsing: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))


class Schema(strawberry.Schema):
    """A schema that does not log the errors of its callers."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Log errors inside a field; errors without a path are the caller's, in the document or its variables."""
        super().process_errors([error for error in errors if error.path], execution_context)


class CachedParsing(SchemaExtension):
    """Parsing that is cached."""

    def on_parse(self) -> Iterator[None]:
        """Take the document from the cache, or parse it."""
        self.execution_context.graphql_document = parsed(self.execution_context.query or "")
        yield


class BoundedValidation(SchemaExtension):
    """Validation that first refuses documents with too many selections, which would take too long to validate.

    A request that does not say which of several operations it means is refused, too; Strawberry would take the first.
    """

    def on_validate(self) -> Iterator[None]:
        """Count the selections before validation; documents that were validated before are not validated again."""
        context = self.execution_context
        query, document = context.query or "", context.graphql_document
        if query not in VALID and document is not None:
            context.pre_execution_errors = _faults_of(core_of(context.schema), document)
        if not context.pre_execution_errors:
            VALID[query] = None
            is_named = vars(context)["_provided_operation_name"] is not None
            # A list in any case: without one, Strawberry validates again.
            context.pre_execution_errors = [] if is_named or document is None else several_operations(document)
        yield


def several_operations(document: DocumentNode) -> list[GraphQLError]:
    """Return the error of a request that names no operation, if its document has several."""
    operations = operations_in(document)
    if len(operations) < 2:
        return []
    names = ", ".join([each.name.value for each in operations if each.name is not None])
    message = f"The document has several operations: operationName must be one of {names}."
    return [GraphQLError(message, operations)]


def core_of(schema: Any) -> GraphQLSchema:
    """Return graphql-core's schema of a Strawberry schema, which has no other way to it."""
    core: GraphQLSchema = vars(schema)["_schema"]
    return core


def selections_in(document: DocumentNode) -> int:
    """Count the fields and fragments of a document, at any depth."""
    waiting = [getattr(each, "selection_set", None) for each in document.definitions]
    count = 0
    while waiting:
        selection_set = waiting.pop()
        if selection_set is not None:
            count += len(selection_set.selections)
            waiting += [getattr(each, "selection_set", None) for each in selection_set.selections]
    return count


def parsed(query: str) -> DocumentNode:
    """Return a parsed document, from the cache if it is there.

    Raises: GraphQLError.
    """
    document = PARSED.get(query)
    if document is None:
        PARSED[query] = document = parsed_anew(query)
    return document


def parsed_anew(query: str) -> DocumentNode:
    """Parse a document.

    Raises: GraphQLError.
    """
    return parse(query, max_tokens=MAX_TOKENS)


def faults_in(schema: GraphQLSchema, query: str) -> list[GraphQLError]:
    """Return the validation errors of a document; nothing is cached."""
    try:
        return _faults_of(schema, parsed_anew(query))
    except GraphQLError as error:
        return [error]


def _faults_of(schema: GraphQLSchema, document: DocumentNode) -> list[GraphQLError]:
    """Return the first limit that a document exceeds, or else its faults; those of a long one suggest nothing."""
    selections = selections_in(document)
    if selections > MAX_SELECTIONS:
        return [_too_many(selections)]
    is_long = document.loc is not None and document.loc.end > SHORT_DOCUMENT
    return validate(schema, document, (LimitsRule,)) or validate(
        schema, document, specified_rules, max_errors=MAX_FAULTS, hide_suggestions=is_long
    )


def introspects(query: str) -> bool:
    """Return whether a document may be an introspection."""
    try:
        document = parsed(query)
    except GraphQLError:
        return False
    fragments = {each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)}
    operations = operations_in(document)
    return any(SCHEMA_FIELD.fullmatch(name) for each in operations for name in roots_of(each.selection_set, fragments))


def _too_many(selections: int) -> GraphQLError:
    return GraphQLError(f"The document has {selections} selections; it may have {MAX_SELECTIONS}.")
