"""Schemathesis on REST: examples, coverage, fuzzing and chains of linked requests, with every check."""

from typing import Any

import schemathesis
from schemathesis import Case

from service.api.documents.openapi import document_of
from service.app import registry
from tests.contract import rights
from tests.contract.address import ADDRESS
from tests.contract.examples import chaining, fuzzing
from tests.patience import PATIENCE

schema = schemathesis.openapi.from_dict(document_of(registry()))
schema.config.update(base_url=ADDRESS, request_timeout=PATIENCE)
rights.allow_stale_versions(schema)


@schema.parametrize()
@fuzzing
def test_operation(case: Case[Any]) -> None:
    """Whatever fits the schema is answered or refused by a rule; whatever does not is turned away."""
    case.call_and_validate()


Chains = schema.as_state_machine().TestCase
Chains.settings = chaining
