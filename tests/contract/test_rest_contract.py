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
    """Bring what one request cannot know of another: a fresh idempotency key, and the token of the encounter.

    A key used twice is rightly refused, and no link can say which token is sent.
    """
    headers: Any = case.headers or {}
    token = tokens.get(str((case.path_parameters or {}).get("id")))
    if token is not None and isinstance(headers.get("Authorization"), str):
        headers["Authorization"] = f"Bearer {token}"
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and WELL_FORMED.fullmatch(key):
        headers["Idempotency-Key"] = f"fuzz-{next(keys)}"


tokens: dict[str, str] = {}


@schemathesis.hook
def after_call(context: Any, case: Case[Any], response: Any) -> None:
    """Remember the referee's token of every encounter that is created."""
    if response.status_code == 201:
        created = response.json()
        tokens[created["id"]] = created["referee"]


@schema.parametrize()
@fuzzing
def test_operation(case: Case[Any]) -> None:
    """Whatever fits the schema is answered or refused by a rule; whatever does not is turned away."""
    case.call_and_validate()


Chains = schema.as_state_machine().TestCase
Chains.settings = chaining
