"""Schemathesis on REST: examples, coverage, fuzzing and chains of linked requests, with every check."""

from typing import Any

import schemathesis
from schemathesis import BaseSchema, Case

from service.api.documents.openapi import document_of
from service.app import registry
from tests.contract import rights
from tests.contract.address import ADDRESS
from tests.contract.examples import FUZZING, chaining, fuzzing
from tests.patience import PATIENCE

ODDS = r"/odds$"


def loaded(*, coverage: bool) -> BaseSchema:
    """The published contract, with or without Schemathesis' phase of coverage: cases for each keyword of a schema."""
    schema = schemathesis.openapi.from_dict(document_of(registry()))
    schema.config.update(base_url=ADDRESS, request_timeout=PATIENCE)
    schema.config.phases.coverage.enabled = coverage
    rights.allow_what_no_schema_says(schema)
    return schema


schema = loaded(coverage=True)
odds = loaded(coverage=FUZZING)
"""Odds take the bodies of their procedures, whose coverage is that of odds, too: `make fuzz` tries it on both."""


@schema.exclude(path_regex=ODDS).parametrize()
@fuzzing
def test_operation(case: Case[Any]) -> None:
    """Whatever fits the schema is answered or refused by a rule; whatever does not is turned away."""
    case.call_and_validate()


@odds.include(path_regex=ODDS).parametrize()
@fuzzing
def test_odds(case: Case[Any]) -> None:
    """The same of odds."""
    case.call_and_validate()


Chains = schema.as_state_machine().TestCase
Chains.settings = chaining
