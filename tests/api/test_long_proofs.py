"""Answers as long as they may be can be proved, large maps can be sent, and such bodies are bounded, too."""

from typing import Any

import pytest

from service.api.middleware.idempotency import Idempotency
from service.api.rest.router import RestRouter
from service.app import registry
from service.operations.registry import BODY_BYTES, PROOF_BYTES
from service.operations.verification.verifying import MAX_STEPS
from service.store.connection import Connection
from service.wire import to_json
from tests.api.calls import call
from tests.bench.battles import heroic_round
from tests.operations.asking import ask, first_example

APP = RestRouter(registry())
JSON = "application/json"
PROOFS = {"/v1/verify": "does-not-fit", "/v1/encounters/verify": "unfit-request"}
"""What proves, and how it refuses an empty object."""


async def test_a_long_answer_is_proved() -> None:
    """A round whose answer is longer than a usual body may be is proved over HTTP."""
    request = {"input": heroic_round(60)["input"], "dice": {"kind": "seeded", "seed": "sha256ctr1:long"}}
    answer = (await call(APP, "/v1/heroic/resolve-round", to_json(request), content_type=JSON)).json
    body = to_json({"operation": "heroic/resolve-round", "request": request, "answer": answer})
    assert len(body) > 2 * BODY_BYTES
    reply = await call(APP, "/v1/verify", body, content_type=JSON)
    assert (reply.status, reply.json["status"]) == (200, "verified")


def on_a_large_map(operation: str) -> Any:
    """The operation's example, on a map of which 20 000 hexes are described."""
    request = first_example(operation)
    request["input"]["map"] = {"cells": [{"hex": [n % 150, n // 150], "footing": 1} for n in range(20_000)]}
    return request


@pytest.mark.parametrize("operation", ["tactical/plan-move", "tactical/resolve-attack"])
async def test_a_large_map_is_read(operation: str) -> None:
    """A map with all the hexes that it may have comes over HTTP."""
    body = to_json(on_a_large_map(operation))
    assert len(body) > 2 * BODY_BYTES
    reply = await call(APP, f"/v1/{operation}", body, content_type=JSON)
    assert (reply.status, reply.json["status"]) == (200, "resolved")


async def test_a_large_map_is_read_with_a_key(store: Connection) -> None:
    """With an idempotency key, too, and one byte more than the limit is refused."""
    path = "/v1/tactical/resolve-attack"
    keyed = Idempotency(APP, store, longest={path: PROOF_BYTES})
    body = to_json(on_a_large_map("tactical/resolve-attack"))
    replies = [await call(keyed, path, body, content_type=JSON, idempotency_key="a-large-map") for _ in range(2)]
    assert [each.status for each in replies] == [200, 200]
    assert replies[0].body == replies[1].body
    long = b" " * (PROOF_BYTES - 1) + b"{}"
    refused = await call(keyed, path, long, content_type=JSON, idempotency_key="larger")
    assert (refused.status, refused.problem) == (413, "body-too-large")


@pytest.mark.parametrize("path", PROOFS)
async def test_proofs_are_bounded(path: str) -> None:
    """A body of the limit is read, and one byte more is refused with 413."""
    read = await call(APP, path, b" " * (PROOF_BYTES - 2) + b"{}", content_type=JSON)
    assert (read.status, read.problem) == (422, PROOFS[path])
    refused = await call(APP, path, b" " * (PROOF_BYTES - 1) + b"{}", content_type=JSON)
    assert (refused.status, refused.problem) == (413, "body-too-large")
    assert str(PROOF_BYTES) in refused.json["detail"]


@pytest.mark.parametrize("path", ["/v1/batch", "/v1/dice/roll", "/v1/heroic/resolve-round"])
async def test_other_bodies_are_as_short_as_before(path: str) -> None:
    """Nothing else reads more than the usual limit."""
    refused = await call(APP, path, b" " * BODY_BYTES + b"{}", content_type=JSON)
    assert (refused.status, refused.problem) == (413, "body-too-large")


def test_the_limits_are_told() -> None:
    """`/v1/meta` says both, and a proof takes more steps than fit its body."""
    limits = ask("meta", {})["limits"]
    assert (limits["body_bytes"], limits["proof_bytes"]) == (BODY_BYTES, PROOF_BYTES)
    shortest = '{"n":1,"rule":"","actor":null,"label":"","dice":null,"faces":[],"card":null,"source":null,"total":null'
    assert MAX_STEPS * len(shortest) > PROOF_BYTES
