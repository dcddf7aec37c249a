"""GraphQL documents: parsed and checked once, and what is remembered of those that were.

A document of some thousand characters can take more than a second to check, because graphql-core compares all fields of
one name with each other; so worker processes check what is long. Introspection takes a quarter of a second at least,
and its answers are kept.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

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
from service.api.graphql.limits import MAX_SELECTIONS, MAX_TOKENS, LimitsRule, roots_of
from service.wire import to_json

CACHED_DOCUMENTS: Final = 256
SHORT_DOCUMENT: Final = 2_000
"""Characters of a document that is checked in some milliseconds, whatever it says."""
INTROSPECTION_BYTES: Final = 16 * 2**20
SCHEMA_FIELD: Final = re.compile(r"__(schema|type)\b")
RULES: Final = (*specified_rules, LimitsRule)


class Latest:
    """The last texts that were added, as many as documents are cached."""

    def __init__(self) -> None:
        """Begin with none."""
        self._texts: dict[str, None] = {}

    def __contains__(self, text: str | None) -> bool:
        return text in self._texts

    def add(self, text: str) -> None:
        """Add a text, in place of the first if there are too many."""
        self._texts[text] = None
        if len(self._texts) > CACHED_DOCUMENTS:
            del self._texts[next(iter(self._texts))]


class Introspections:
    """Answers to introspection, the last ones, of so many bytes together."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[bytes, tuple[Reply, int]] = {}
        self._left = INTROSPECTION_BYTES

    def get(self, key: bytes) -> Reply | None:
        """Return the answer to a document."""
        found = self._kept.get(key)
        return None if found is None else found[0]

    def keep(self, key: bytes, reply: Reply) -> None:
        """Keep an answer, in place of the first ones if there is no room."""
        size = len(key) + len(to_json(reply.body))
        if key in self._kept or size > INTROSPECTION_BYTES:
            return
        self._kept[key] = reply, size
        self._left -= size
        while self._left < 0:
            self._left += self._kept.pop(next(iter(self._kept)))[1]


VALID: Final = Latest()
"""The documents that are known to be valid, by the one schema of a process."""


@dataclass(frozen=True, slots=True)
class Documents:
    """What a face remembers of documents; long ones are parsed on one thread, beside the loop."""

    valid: Latest = VALID
    introspections: Introspections = field(default_factory=Introspections)
    parsing: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))


class BoundedValidation(ValidationCache):
    """Validates documents that ask for no more than can be validated in a moment."""

    def on_validate(self) -> Iterator[None]:
        """Count what is asked for before anything is compared; what was checked before is not checked again."""
        if self.execution_context.query in VALID:
            self.execution_context.pre_execution_errors = None
            yield
            return
        document = self.execution_context.graphql_document
        asked = selections_in(document) if document else 0
        if asked <= MAX_SELECTIONS:
            yield from super().on_validate()
        else:
            self.execution_context.pre_execution_errors = [_too_many(asked)]
            yield


def selections_in(document: DocumentNode) -> int:
    """Count the fields and fragments that a document names, however deep."""
    waiting = [getattr(each, "selection_set", None) for each in document.definitions]
    count = 0
    while waiting:
        selection_set = waiting.pop()
        if selection_set is not None:
            count += len(selection_set.selections)
            waiting += [getattr(each, "selection_set", None) for each in selection_set.selections]
    return count


def parsed(query: str) -> DocumentNode:
    """Parse a document, once.

    Raises: GraphQLError.
    """
    document: DocumentNode = ParserCache(CACHED_DOCUMENTS).cached_parse_document(query, max_tokens=MAX_TOKENS)
    return document


def faults_in(schema: GraphQLSchema, query: str) -> list[GraphQLError]:
    """Return what is wrong with a document."""
    try:
        document = parsed(query)
    except GraphQLError as error:
        return [error]
    asked = selections_in(document)
    if asked > MAX_SELECTIONS:
        return [_too_many(asked)]
    checked: Any = ValidationCache(CACHED_DOCUMENTS).cached_validate_document
    return list(checked(schema, document, RULES))


def introspects(query: str) -> bool:
    """Say whether a document asks for the schema."""
    try:
        document = parsed(query)
    except GraphQLError:
        return False
    fragments = {each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)}
    operations = [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]
    return any(SCHEMA_FIELD.fullmatch(name) for each in operations for name in roots_of(each.selection_set, fragments))


def _too_many(asked: int) -> GraphQLError:
    return GraphQLError(f"The document has {asked} selections; it may have {MAX_SELECTIONS}.")
