"""GraphQL documents: parsing and validation, with caches of parsed and valid documents and of introspection answers.

Validating a document of some thousand characters can take more than a second, because graphql-core compares all fields
of the same name with each other; so worker processes validate long documents. Introspection takes at least a quarter of
a second, so its answers are cached.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter
from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    specified_rules,
)
from strawberry.extensions import ParserCache, ValidationCache

from service.api.graphql.answers import Reply
from service.api.graphql.limits import MAX_SELECTIONS, MAX_TOKENS
from service.api.graphql.sizes import LimitsRule, roots_of
from service.wire import to_json

K = TypeVar("K")
V = TypeVar("V")

CACHED_DOCUMENTS: Final = 256
SHORT_DOCUMENT: Final = 2_000
"""Characters of the longest document whose validation always takes only some milliseconds."""
INTROSPECTION_BYTES: Final = 16 * 2**20
SCHEMA_FIELD: Final = re.compile(r"__(schema|type)\b")
RULES: Final = (*specified_rules, LimitsRule)


class BoundedCache(dict[K, V]):
    """A dictionary of at most `CACHED_DOCUMENTS` entries, which drops its oldest entry when it is full."""

    def __setitem__(self, key: K, value: V) -> None:
        """Set a value, and drop the oldest entry if there are too many."""
        super().__setitem__(key, value)
        if len(self) > CACHED_DOCUMENTS:
            del self[next(iter(self))]


class IntrospectionCache:
    """A cache of introspection answers, bounded by their total bytes."""

    def __init__(self) -> None:
        """Start empty."""
        self._kept: dict[bytes, tuple[Reply, int]] = {}
        self._left = INTROSPECTION_BYTES

    def get(self, key: bytes) -> Reply | None:
        """Return the cached answer to a document, if there is one."""
        found = self._kept.get(key)
        return None if found is None else found[0]

    def keep(self, key: bytes, reply: Reply) -> None:
        """Cache an answer; drop the oldest ones if the cache is full."""
        size = len(key) + len(to_json(reply.body))
        if key in self._kept or size > INTROSPECTION_BYTES:
            return
        self._kept[key] = reply, size
        self._left -= size
        while self._left < 0:
            self._left += self._kept.pop(next(iter(self._kept)))[1]


VALID: Final = BoundedCache[str, None]()
"""The documents that were validated against the one schema of this process."""


@dataclass(frozen=True, slots=True)
class Documents:
    """The caches of documents; `parsing` limits the parsing of long documents to one thread beside the event loop."""

    valid: BoundedCache[str, None] = field(default_factory=lambda: VALID)
    introspections: IntrospectionCache = field(default_factory=IntrospectionCache)
    parsing: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))


class BoundedValidation(ValidationCache):
    """Validation that first refuses documents with too many selections, which would take too long to validate."""

    def on_validate(self) -> Iterator[None]:
        """Count the selections before validation; documents that were validated before are not validated again."""
        if self.execution_context.query in VALID:
            self.execution_context.pre_execution_errors = None
            yield
            return
        document = self.execution_context.graphql_document
        selections = selections_in(document) if document else 0
        if selections <= MAX_SELECTIONS:
            yield from super().on_validate()
        else:
            self.execution_context.pre_execution_errors = [_too_many(selections)]
            yield


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
    """Parse a document; parsed documents are cached.

    Raises: GraphQLError.
    """
    document: DocumentNode = ParserCache(CACHED_DOCUMENTS).cached_parse_document(query, max_tokens=MAX_TOKENS)
    return document


def faults_in(schema: GraphQLSchema, query: str) -> list[GraphQLError]:
    """Return the validation errors of a document."""
    try:
        document = parsed(query)
    except GraphQLError as error:
        return [error]
    selections = selections_in(document)
    if selections > MAX_SELECTIONS:
        return [_too_many(selections)]
    checked: Any = ValidationCache(CACHED_DOCUMENTS).cached_validate_document
    return list(checked(schema, document, RULES))


def introspects(query: str) -> bool:
    """Return whether a document may be an introspection."""
    try:
        document = parsed(query)
    except GraphQLError:
        return False
    fragments = {each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)}
    operations = [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]
    return any(SCHEMA_FIELD.fullmatch(name) for each in operations for name in roots_of(each.selection_set, fragments))


def _too_many(selections: int) -> GraphQLError:
    return GraphQLError(f"The document has {selections} selections; it may have {MAX_SELECTIONS}.")
