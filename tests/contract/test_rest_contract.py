"""Schemathesis on REST: examples, coverage, fuzzing and chains of linked requests, with every check."""

import re
from itertools import count
from typing import Any

import schemathesis
from schemathesis import Case

from service.api.openapi import document_of
from service.app import registry
from tests.contract.address import ADDRESS
from tests.contract.examples import chaining, fuzzing

schema = schemathesis.openapi.from_dict(document_of(registry()))
keys = count()

WELL_FORMED = re.compile(r"[!-~]{1,128}")

schema.config.update(base_url=ADDRESS)


@schemathesis.hook
def before_call(context: Any, case: Case[Any], kwargs: Any) -> None:
    """Give every request with a well-formed idempotency key one of its own: a key used twice is rightly refused."""
    headers: Any = case.headers or {}
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and WELL_FORMED.fullmatch(key):
        headers["Idempotency-Key"] = f"fuzz-{next(keys)}"


@schema.parametrize()
@fuzzing
def test_operation(case: Case[Any]) -> None:
    """Whatever fits the schema is answered or refused by a rule; whatever does not is turned away."""
    case.call_and_validate()


Chains = schema.as_state_machine().TestCase
Chains.settings = chaining
