"""Schemathesis on REST: examples, coverage, fuzzing and chains of linked requests, with every check."""

from itertools import count
from typing import Any

import schemathesis
from schemathesis import Case

from service.app import create_app
from tests.contract.examples import chaining, fuzzing

schema = schemathesis.openapi.from_asgi("/openapi.yaml", create_app())
keys = count()


@schemathesis.hook
def map_headers(context: Any, headers: Any) -> Any:
    """Give every request an idempotency key of its own: one used twice is rightly refused."""
    return {**headers, "Idempotency-Key": f"fuzz-{next(keys)}"} if headers and "Idempotency-Key" in headers else headers


@schema.parametrize()
@fuzzing
def test_operation(case: Case) -> None:
    """Whatever fits the schema is answered or refused by a rule; whatever does not is turned away."""
    case.call_and_validate()


Chains = schema.as_state_machine().TestCase
Chains.settings = chaining
