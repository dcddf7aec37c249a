"""Schemathesis on REST: examples, coverage, fuzzing and chains of linked requests, with every check."""

import re
from typing import Any, Final

import pytest
import requests
import schemathesis
from schemathesis import BaseSchema, Case

from service.api.documents.openapi import document_of
from service.app import registry
from tests.contract import rights
from tests.contract.address import ADDRESS
from tests.contract.examples import FUZZING, chaining, fuzzing
from tests.patience import PATIENCE

DOCUMENT: Final[dict[str, Any]] = document_of(registry())
ODDS: Final = re.compile(r"/odds$")


SESSION: Final = requests.Session()
"""Keeps its connection, and looks for no proxies: thousands of cases would spend a third of their time on that."""
SESSION.trust_env = False


def loaded(document: dict[str, Any], *, coverage: bool) -> BaseSchema:
    """A contract, with or without Schemathesis' phase of coverage: cases for each keyword of a schema."""
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=ADDRESS, request_timeout=PATIENCE)
    schema.config.phases.coverage.enabled = coverage
    rights.allow_what_no_schema_says(schema)
    return schema


@pytest.fixture(params=DOCUMENT["paths"])
def one_path(request: pytest.FixtureRequest) -> BaseSchema:
    """The published contract with all operations of one path.

    The cases of an operation are made when it is tested: for all operations that takes a minute, in each process.
    Odds take the bodies of their procedures, whose coverage is that of odds, too: `make fuzz` tries it on both.
    """
    path: str = request.param
    request.node._nodeid = request.node.nodeid  # where Schemathesis looks for it, and pytest has it no longer
    document = {**DOCUMENT, "paths": {path: DOCUMENT["paths"][path]}}
    return loaded(document, coverage=FUZZING or not ODDS.search(path))


operations = schemathesis.pytest.from_fixture("one_path")


@operations.parametrize()
@fuzzing
def test_operation(case: Case[Any]) -> None:
    """Whatever fits the schema is answered or refused by a rule; whatever does not is turned away."""
    case.call_and_validate(session=SESSION)


Chains = loaded(DOCUMENT, coverage=True).as_state_machine().TestCase
Chains.settings = chaining
