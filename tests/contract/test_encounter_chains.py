"""Schemathesis plays encounters: chains of requests by the links of the contract, each answer with every check."""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final
from zlib import crc32

import schemathesis
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import Case
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth

from service.app import FAMILIES, registry
from tests.contract import rights
from tests.contract.address import ADDRESS
from tests.contract.examples import EXAMPLES, MINUTES
from tests.encounters.plays import begun, example_of
from tests.patience import PATIENCE
from tests.published import document
from tests.rings import many

PLAYS: Final = {family.name: family.play for family in FAMILIES if family.play is not None}
STEPS: Final = 10
ROUNDS: Final = 10

# Streams are left out: they end when the fight does, and the fuzzer would wait for that. They are in test_streams.py.
ENCOUNTERS: Final = "^/v1/encounters(?!.*/stream$)"
FOUGHT: Final = {
    "POST /v1/encounters": 201,
    "POST /v1/encounters/{id}/{procedure}": 200,
    "POST /v1/encounters/{id}/{procedure}/preview": 200,
    "POST /v1/encounters/{id}/{procedure}/odds": 200,
    "POST /v1/encounters/{id}/fork": 201,
    "POST /v1/encounters/{id}/verify": 200,
    "PATCH /v1/encounters/{id}": 200,
    "GET /v1/encounters/{id}": 200,
    "GET /v1/encounters/{id}/log": 200,
    "DELETE /v1/encounters/{id}": 200,
}
"""What happens where a fight is really fought."""
playing: Final = settings(
    max_examples=many(8, 4) * EXAMPLES,
    stateful_step_count=STEPS,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


happened: Counter[tuple[str, int]] = Counter()


@dataclass
class Scene:
    """The encounters of one chain: of which family each is, and its entity tag; and the one that was made last."""

    families: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    newest: str | None = None


def scene_of(machine: Any) -> Scene:
    """What this chain has made so far."""
    scene: Scene = machine.__dict__.setdefault("scene", Scene())
    return scene


def playable(machine: Any, case: Case[Any]) -> None:
    """Let most of what is asked mean something: chance alone hits neither on a fight nor on an id.

    What becomes of a request depends on nothing but its chain, so that a chain can be tried again; so do the dice.
    """
    scene, number = scene_of(machine), crc32(repr(case.body).encode())
    meant = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if not meant or (isinstance(case.body, dict) and number % 4 == 0):
        return
    if case.operation.label == "POST /v1/encounters":
        case.body = begun(list(PLAYS)[number % len(PLAYS)])
    elif scene.newest is not None and "id" in case.path_parameters:
        known = case.path_parameters["id"] if case.path_parameters["id"] in scene.tags else scene.newest
        case.path_parameters["id"] = known
        if "If-Match" in case.headers:
            case.headers["If-Match"] = scene.tags[known]
        if "procedure" in case.path_parameters:
            family, is_odds = scene.families[known], case.path.endswith("/odds")
            played = [each.procedure for each in PLAYS[family].moves]
            among = [each for each in played if not is_odds or registry().get(f"{family}/{each}/odds")]
            procedure = among[number % len(among)]
            case.path_parameters["procedure"] = procedure
            case.body = {
                **example_of(family, procedure),
                "dice": {"kind": "seeded", "seed": f"sha256ctr1:{number}"},
            }
            if is_odds:
                case.body["forecast"] = {"method": "sampled", "max_fights": 2}


def noted(machine: Any, response: Any, case: Case[Any]) -> None:
    """Count what was answered, and remember what it was."""
    scene = scene_of(machine)
    happened[case.operation.label, response.status_code] += 1
    tag = response.headers.get("etag")
    if tag is not None and response.headers["content-type"] == ["application/json"]:
        told = response.json()
        scene.tags[told["id"]] = tag[0]
        if response.status_code == 201:
            scene.newest = told["id"]
            scene.families[told["id"]] = told["family"]


def checked(machine: Any, response: Any, case: Case[Any], **more: Any) -> None:
    """Check an answer; what has just been deleted cannot be asked again whether it would have refused a wrong token."""
    deleted = case.method == "DELETE" and response.status_code == 200
    case.validate_response(response, excluded_checks=[ignored_auth] if deleted else None)


def machine_of(**chosen: Any) -> Any:
    """What plays chains of some operations of the contract."""
    schema = schemathesis.openapi.from_dict(document()).include(**chosen)
    schema.config.update(base_url=ADDRESS, request_timeout=PATIENCE)
    rights.allow_what_no_schema_says(schema)
    hooks = {"before_call": playable, "after_call": noted, "validate_response": checked}
    return type("Machine", (schema.as_state_machine(),), hooks)


def test_chains() -> None:
    """Whatever follows from whatever, every answer is one that the contract promises; and fights are really fought.

    Chance alone decides what is asked, so chains of what makes a fight follow until everything of it has happened.
    """
    everything, fights = machine_of(path_regex=ENCOUNTERS), machine_of(name=[*FOUGHT])
    run_state_machine_as_test(everything, settings=playing)
    for more in range(1, ROUNDS + 1):
        if FOUGHT.items() <= set(happened):
            break
        others = seed(more)(fights)  # the same chains again would lead no further
        run_state_machine_as_test(others, settings=settings(playing, max_examples=more * playing.max_examples))
    assert FOUGHT.items() - set(happened) == set(), happened
    until = time.monotonic() + 60 * MINUTES
    while time.monotonic() < until:  # other chains each time
        run_state_machine_as_test(everything, settings=settings(playing, derandomize=False))
