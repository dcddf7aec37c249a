"""What one request cannot know of another: an encounter's token and version, and a key that nobody has used."""

import re
from itertools import count
from typing import Any, Final

import schemathesis
from schemathesis import Case, CheckContext, Response

from tests.published import document

WELL_FORMED: Final = re.compile(r"[!-~]{1,128}")

BAD_KEY: Final = "SCHEMATHESIS-INVALID-VALUE"
PROBED: Final = f"Bearer {BAD_KEY}"
"""What the check for ignored authentication sends, as an API key and as a token, to see it turned away."""

ACTED: Final = "/v1/encounters/{id}/"
NO_PROCEDURES: Final = frozenset(
    [path.removeprefix(ACTED).partition("/")[0] for path in document()["paths"] if path.startswith(ACTED)]
)
"""What follows an encounter's id in the path of another operation than that of its procedures."""

OF_HTTP: Final = [
    "Connection",
    "Content-Encoding",
    "Content-Length",
    "Content-Type",
    "Expect",
    "Transfer-Encoding",
    "Upgrade",
]
"""Headers that mean something to every operation, and are a parameter of none."""

UNFIT: Final = 422
LISTINGS: Final = "/v1/listings"

SAMPLING: Final = re.compile(r"/resolve-skirmish/(comparison|sensitivity|search)")
FORECASTS: Final = re.compile(r"/(resolve-skirmish|\{procedure\})/odds")
MOMENT: Final = 0.05
"""Seconds for which fights are played: what takes longer says so, and is tested elsewhere."""

CAMPAIGNS: Final = "/v1/campaigns"
FEW: Final = 16
MOST: Final = document()["components"]["schemas"]["MaxFightsField"]["maximum"]
tokens: dict[str, str] = {}
keys = count()


def allow_what_no_schema_says(schema: Any) -> None:
    """Let what fits the schema be answered 412 and 422: no schema knows an encounter's version, or a request inside.

    What does not fit may be answered 413: the tool does not know that a body can be too long to be read.
    """
    rejection = schema.config.checks.negative_data_rejection
    rejection.expected_statuses = [*rejection.expected_statuses, "413"]
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
    leave_out_chance(case)
    headers: Any = case.headers or {}
    token = tokens.get(str((case.path_parameters or {}).get("id", LISTINGS)))
    brought = headers.get("Authorization")
    if token is not None and isinstance(brought, str) and brought != PROBED:
        headers["Authorization"] = f"Bearer {token}"
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and WELL_FORMED.fullmatch(key):
        headers["Idempotency-Key"] = f"fuzzing-the-contract-{next(keys)}"
    if SAMPLING.search(case.operation.path) and isinstance(case.body, dict):
        case.body = with_little_time(case.body)
    elif FORECASTS.search(case.operation.path) and isinstance(case.body, dict):
        asked = case.body.get("forecast", {})
        if isinstance(asked, dict):
            case.body = {**case.body, "forecast": with_little_time(asked)}
    elif case.operation.path == CAMPAIGNS and isinstance(case.body, dict):
        case.body = with_few_fights(case.body)


def leave_out_chance(case: Case[Any]) -> None:
    """Leave out what was made up by chance, fits the schema, and would be another request than was meant.

    A service without keys refuses every API key, and nothing else would be tried. Nor does a schema forbid headers that
    HTTP itself reads. The path of a procedure with the name of another operation would be that operation's.
    """
    headers: Any = case.headers or {}
    if headers.get("X-Api-Key", BAD_KEY) != BAD_KEY:
        del headers["X-Api-Key"]
    if case.meta is not None and case.meta.generation.mode.is_positive:
        for name in OF_HTTP:
            headers.pop(name, None)
    if case.path_parameters and case.path_parameters.get("procedure") in NO_PROCEDURES:
        case.path_parameters["procedure"] += "-it"


def with_little_time(asked: dict[str, Any]) -> dict[str, Any]:
    """Have fights be played for a moment, where the time that is asked for fits the schema: no contract is about it."""
    wanted = asked.get("max_seconds", MOMENT)
    fits = wanted is None or (type(wanted) in {int, float} and 0 < wanted <= 2)
    return {**asked, "max_seconds": MOMENT} if fits else asked


def with_few_fights(asked: dict[str, Any]) -> dict[str, Any]:
    """Have cells of a campaign play few fights, where what is asked for fits the schema: they are played in background.

    A campaign of a million fights would be played beside all tests that follow.
    """
    wanted = asked.get("max_fights", FEW)
    return {**asked, "max_fights": FEW} if type(wanted) is int and FEW <= wanted <= MOST else asked


@schemathesis.hook
def after_call(context: Any, case: Case[Any], response: Any) -> None:
    """Remember the referee's token of every encounter that is created, every later one, and the last listing's."""
    if response.status_code == 201 or (response.status_code == 200 and case.operation.path.endswith("/tokens")):
        told = response.json()
        if "referee" in told:
            tokens[told["id"]] = told["referee"] or tokens[told["id"]]
        elif case.operation.path == LISTINGS:
            tokens[LISTINGS] = told["token"]
