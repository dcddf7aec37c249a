"""Schemathesis on GraphQL: every field, with every check."""

from dataclasses import replace
from typing import Any, Final

import schemathesis
from graphql import (
    GraphQLSyntaxError,
    NullValueNode,
    ObjectValueNode,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    get_named_type,
    is_input_object_type,
    parse,
    print_ast,
    visit,
)
from hypothesis import assume, strategies
from schemathesis import Case
from schemathesis.graphql import nodes

from service.api.graphql.document_limits import MAX_TOKENS
from service.app import FAMILIES, graphql
from tests.contract.address import ADDRESS
from tests.contract.examples import QUICK, fuzzing
from tests.patience import PATIENCE
from tests.published import introspected
from tests.rings import long

schemathesis.graphql.scalar("JSON", strategies.sampled_from(["", "x", "a b"]).map(nodes.String))

schema = schemathesis.graphql.from_dict(introspected())

schema.config.update(base_url=f"{ADDRESS}/graphql", request_timeout=PATIENCE)


class ChooseOne(Visitor):
    """Leave a oneOf input one field: the fuzzer does not know the directive and fills in several, or none."""

    def __init__(self, types: TypeInfo) -> None:
        super().__init__()
        self._types = types

    def enter_object_value(self, node: ObjectValueNode, *_: Any) -> ObjectValueNode | None:
        wanted = get_named_type(self._types.get_input_type())
        if not is_input_object_type(wanted) or not wanted.is_one_of:
            return None
        given = [field for field in node.fields if not isinstance(field.value, NullValueNode)]
        assume(given)
        return replace(node, fields=tuple(given[:1]))


def with_one_of(query: str) -> str:
    """Return the document with its oneOf inputs mended; one without any field is not worth a request."""
    types = TypeInfo(graphql().schema._schema)
    return print_ast(visit(parse(query), TypeInfoVisitor(types, ChooseOne(types))))


def is_small_enough(query: str) -> bool:
    """Whether the document has no more tokens than a document may have; the schema cannot express that."""
    try:
        parse(query, max_tokens=MAX_TOKENS)
    except GraphQLSyntaxError:
        return False
    return True


OF_OTHERS: Final = rf"\.({'|'.join(each.name for each in FAMILIES if each.name != QUICK)})[A-Z]"
"""The fields that `make test` leaves out: what a family's fields do is done by the same functions in all."""


@schema.exclude(name_regex=OF_OTHERS).parametrize()
@fuzzing
def test_field(case: Case[Any]) -> None:
    """Whatever the schema allows is answered with one of the types it promises."""
    hold(case)


@long
@schema.include(name_regex=OF_OTHERS).parametrize()
@fuzzing
def test_field_of_another_family(case: Case[Any]) -> None:
    """So it is in every family."""
    hold(case)


def hold(case: Case[Any]) -> None:
    """Assert that a case is answered with one of the types that the schema promises."""
    assert isinstance(case.body, str)
    case.body = with_one_of(case.body)
    assume(len(case.body) <= MAX_TOKENS or is_small_enough(case.body))
    case.call_and_validate()
