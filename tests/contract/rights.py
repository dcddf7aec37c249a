"""What one request cannot know of another: an encounter's token and version, and a key that nobody has used."""

import re
from itertools import count
from typing import Any, Final

import schemathesis
from schemathesis import Case

WELL_FORMED: Final = re.compile(r"[!-~]{1,128}")

PROBED: Final = "Bearer SCHEMATHESIS-INVALID-VALUE"
"""What the check for ignored authentication sends to see it turned away."""

LISTINGS: Final = "/v1/listings"

tokens: dict[str, str] = {}
keys = count()


def allow_stale_versions(schema: Any) -> None:
    """Let 412 be an answer to what fits the schema: no schema can say which version an encounter has."""
    acceptance = schema.config.checks.positive_data_acceptance
    acceptance.expected_statuses = [*acceptance.expected_statuses, "412"]


@schemathesis.hook
def before_call(context: Any, case: Case[Any], kwargs: Any) -> None:
    """Bring a fresh idempotency key, and the token of the encounter, or of a listing where there is no id.

    A key used twice is rightly refused, and no link can say which token is sent. A probe keeps its bad token.
    """
    headers: Any = case.headers or {}
    token = tokens.get(str((case.path_parameters or {}).get("id", LISTINGS)))
    brought = headers.get("Authorization")
    if token is not None and isinstance(brought, str) and brought != PROBED:
        headers["Authorization"] = f"Bearer {token}"
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and WELL_FORMED.fullmatch(key):
        headers["Idempotency-Key"] = f"fuzzing-the-contract-{next(keys)}"


@schemathesis.hook
def after_call(context: Any, case: Case[Any], response: Any) -> None:
    """Remember the referee's token of every encounter that is created, every later one, and the last listing's."""
    if response.status_code == 201 or (response.status_code == 200 and case.operation.path.endswith("/tokens")):
        told = response.json()
        if "referee" in told:
            tokens[told["id"]] = told["referee"] or tokens[told["id"]]
        elif case.operation.path == LISTINGS:
            tokens[LISTINGS] = told["token"]
