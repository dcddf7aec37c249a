"""Whoever uses what is deprecated is told since when, until when, and where to read on; nobody else is."""

from datetime import date
from typing import Any

import pytest

from service.api.documents.openapi.document import document_of
from service.api.rest.router import RestRouter
from service.app import registry
from service.operations.deprecations import DEPRECATED, Deprecation, is_used
from service.operations.registry import Registry
from service.operations.validation import validated
from service.wire import to_json
from tests.api.calls import call
from tests.architecture.source import ROOT

OLD = Deprecation("dice/roll", date(2026, 11, 1), "Roll elsewhere.", sunset=date(2027, 5, 1))
OLD_FIELD = Deprecation("opposed/resolve-attack", date(2026, 12, 1), "Leave it out.", "input.attacker.agility")


@pytest.fixture(scope="module")
def operations() -> Registry:
    """A few operations, which is quick."""
    names = {OLD.operation, OLD_FIELD.operation, "opposed/resolve-attack/odds"}
    return Registry([each for each in registry() if each.name in names])


@pytest.fixture(scope="module")
def router(operations: Registry) -> RestRouter:
    """A service where some things are deprecated."""
    return RestRouter(operations, deprecated=(OLD, OLD_FIELD))


async def headers_for(router: RestRouter, path: str, body: bytes) -> list[str | None]:
    """The headers that tell of deprecations, of an answer that is refused or not."""
    reply = await call(router, path, body, content_type="application/json")
    return [reply.header("deprecation"), reply.header("sunset"), reply.header("link")]


async def test_a_deprecated_operation_says_so(router: RestRouter) -> None:
    """Answers and refusals of a deprecated operation have the three headers."""
    told = ["@1793491200", "Sat, 01 May 2027 00:00:00 GMT", '</docs>; rel="deprecation"; type="text/html"']
    assert await headers_for(router, "/v1/dice/roll", b'{"notation": "3d6"}') == told
    assert await headers_for(router, "/v1/dice/roll", b'{"notation": "nonsense"}') == told


ATTACK = b'{"input": {"attacker": {"id": "Ash"%s}, "defender": {"id": "Orc"}}}'


async def test_a_deprecated_field_is_told_to_whoever_sends_it(router: RestRouter) -> None:
    """Only requests that have the field are told; without an end there is no `Sunset`."""
    told = await headers_for(router, "/v1/opposed/resolve-attack", ATTACK % b', "agility": 12')
    assert told == ["@1796083200", None, '</docs>; rel="deprecation"; type="text/html"']
    assert await headers_for(router, "/v1/opposed/resolve-attack", ATTACK % b"") == [None] * 3


def test_lists_are_passed_through() -> None:
    """A field of something in a list is used as soon as one of the list has it."""
    (round_of,) = [each for each in registry() if each.name == "opposed/resolve-round"]
    request = validated(round_of.request, to_json(round_of.examples[0].request))
    assert is_used("input.participants.id", request)
    assert not is_used("input.participants.hidden.nothing", request)


def test_the_contract_says_so(operations: Registry) -> None:
    """Operations and fields that are deprecated are marked, with what to do instead; the others are not."""
    document = document_of(operations, {}, (OLD, OLD_FIELD))
    rolled = document["paths"]["/v1/dice/roll"]["post"]
    assert rolled["deprecated"] is True
    assert rolled["description"].endswith("Deprecated: Roll elsewhere. It ends on 2027-05-01.")
    figure = document["components"]["schemas"]["OpposedFigureInput"]["properties"]
    assert figure["agility"]["deprecated"] is True
    assert [name for name, each in figure.items() if "deprecated" in each] == ["agility"]
    again: dict[str, Any] = document_of(operations, {})
    assert "deprecated" not in again["components"]["schemas"]["OpposedFigureInput"]["properties"]["agility"]


@pytest.mark.parametrize(
    "wrong",
    [
        Deprecation("dice/throw", date(2026, 1, 1), "."),
        Deprecation("dice/roll", date(2026, 1, 1), ".", "input.nothing"),
    ],
)
def test_what_is_not_there_cannot_be_deprecated(operations: Registry, wrong: Deprecation) -> None:
    """An entry that names nothing is a mistake in the table."""
    with pytest.raises(ValueError, match="is deprecated, and no"):
        document_of(operations, {}, (wrong,))


def test_the_table_can_be_kept() -> None:
    """Each entry says what to do, ends after it began, and is told in the changelog."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for each in DEPRECATED:
        assert each.instead.endswith(".")
        assert each.sunset is None or each.sunset > each.since
        assert f"`{each.field or each.operation}`" in changelog
