"""What one request cannot know of another: an encounter's token and version, and a key that nobody has used."""

import re
from itertools import count
from typing import Any, Final

import schemathesis
from schemathesis import Case, CheckContext, Response

WELL_FORMED: Final = re.compile(r"[!-~]{1,128}")

PROBED: Final = "Bearer SCHEMATHESIS-INVALID-VALUE"
"""What the check for ignored authentication sends to see it turned away."""

UNFIT: Final = 422
LISTINGS: Final = "/v1/listings"

tokens: dict[str, str] = {}
keys = count()


def allow_what_no_schema_says(schema: Any) -> None:
    """Let what fits the schema be answered 412 and 422: no schema knows an encounter's version, or a request inside."""
    acceptance = schema.config.checks.positive_data_acceptance
    acceptance.expected_statuses = [*acceptance.expected_statuses, "412", "422"]


@schemathesis.check
def only_what_no_schema_says_is_unfit(context: CheckContext, response: Response, case: Case[Any]) -> None:
    """What fits the schema is answered 422 only for a request inside it, or for a part that no answer has."""
    if case.meta is not None and case.meta.generation.mode.is_positive and response.status_code == UNFIT:
        problem = response.json()
        inside = problem["type"].endswith("/unfit-request")
        assert inside or all(each["pointer"].startswith("/fields/") for each in problem["errors"]), response.text


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
