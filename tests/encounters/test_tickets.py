"""Tickets: a roll is fixed before its dice can be known, and is rolled once."""

import json
from typing import Any, Final

import orjson
import pytest

from service.api.http.problem_documents import Asgi
from service.encounters.trust.draws import commit_of
from service.encounters.verifier.verify import check
from service.operations.registry import BODY_BYTES
from service.rules.examples import examples_of
from service.wire import to_json
from tests.encounters.client import Client

ROLL: Final[Any] = {"operation": "dice/roll", "request": {"notation": "3d6"}}


async def opened(app: Asgi, **changes: Any) -> Any:
    """Open a ticket."""
    reply = await Client(app).ask("POST", "/v1/tickets", {**ROLL, **changes})
    assert reply.status == 201, reply.body
    return reply.json


async def used(app: Asgi, ticket: Any) -> Any:
    """Use a ticket."""
    reply = await Client(app).ask("POST", f"/v1/tickets/{ticket['id']}")
    assert reply.status == 200, reply.body
    return reply.json


async def lines(app: Asgi, ticket: Any) -> list[str]:
    """The log of a ticket."""
    return (await Client(app).ask("GET", f"/v1/tickets/{ticket['id']}/proof")).body.decode().splitlines()


async def test_a_ticket(app: Asgi) -> None:
    """What was committed to is what is rolled; later calls answer the same, and the verifier proves it."""
    ticket = await opened(app)
    before = check(await lines(app, ticket))
    assert (ticket["status"], ticket["answer"], before["verdict"], before["acts"]) == ("open", None, "holds", 0)
    answer = await used(app, ticket)
    again = await used(app, ticket)
    assert {**again, "kept": None} == {**answer, "kept": None}
    assert (answer["status"], answer["answer"]["dice"]["seed_by"]) == ("used", "ticket")
    log = await lines(app, ticket)
    draw = json.loads(json.loads(log[2])["shown"])["draw"]
    assert commit_of(ticket["id"], 1, draw["opening"]) in ticket["head"]
    found = check(log, saw=[(1, before["head"])])
    assert (found["verdict"], found["ticket"], found["faces"], found["supplied_faces"]) == ("holds", 1, 3, 0), found
    assert (await Client(app).ask("GET", f"/v1/tickets/{ticket['id']}")).json["answer"] == answer["answer"]


async def test_a_request_with_the_largest_map(app: Asgi) -> None:
    """What a procedure takes can be committed to: the request of a ticket may be as large as that of the procedure."""
    cells = [{"hex": [q, r]} for q in range(200) for r in range(100)]
    example = orjson.loads(to_json(examples_of("tactical/resolve-attack")[0].request))
    asked = {"input": {**example["input"], "map": {"cells": cells}}}
    assert len(to_json(asked)) > BODY_BYTES
    ticket = await opened(app, operation="tactical/resolve-attack", request=asked)
    assert (await used(app, ticket))["answer"]["status"] == "resolved"


async def test_a_page(app: Asgi) -> None:
    """A page shows which tickets were opened on it, and which of them were used."""
    first = await opened(app)
    second = await opened(app, keep_with=first["kept"]["id"])
    await used(app, second)
    page = (await Client(app).ask("GET", f"/v1/results/{first['kept']['id']}")).json["results"]
    assert [each["operation"] for each in page] == ["tickets/open", "tickets/open", "dice/roll"]
    assert [each["answer"].get("id") for each in page] == [first["id"], second["id"], None]


async def test_another_operation(app: Asgi) -> None:
    """Any operation that rolls can be fixed, and its answer is that of the operation."""
    operation = "opposed/resolve-attack"
    request = {name: each for name, each in examples_of(operation)[0].request.items() if name != "dice"}
    ticket = await opened(app, operation=operation, request=request)
    answer = (await used(app, ticket))["answer"]
    plain = {**request, "dice": {"kind": "seeded", "seed": answer["dice"]["seed"]}}
    again = (await Client(app).ask("POST", f"/v1/{operation}", plain)).json
    assert (again["outcome"], again["dice"]["faces"]) == (answer["outcome"], answer["dice"]["faces"])
    found = check(await lines(app, ticket))
    assert (found["verdict"], found["ticket"]) == ("holds", 1), found


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"operation": "dice/throw"}, "unknown-operation"),
        ({"request": {"notation": "3d6", "dice": {"kind": "supplied", "faces": [6, 6, 6]}}}, "does-not-fit"),
        ({"request": {"notation": "3d6", "keep": True}}, "does-not-fit"),
        ({"request": {"notation": "three"}}, "does-not-fit"),
        ({"keep_with": "0" * 32}, "unknown-page"),
    ],
)
async def test_refusals(app: Asgi, changes: Any, problem: str) -> None:
    """What could not be rolled, or has dice of its own, is refused before a ticket is made."""
    assert (await Client(app).ask("POST", "/v1/tickets", {**ROLL, **changes})).problem == problem


@pytest.mark.parametrize(
    ("request_inside", "pointers"),
    [
        ({"notation": "three"}, ["/request/notation"]),
        ({"notation": "3d6", "x": 1}, ["/request/x"]),
        ({"notation": "3d6", "keep": True}, ["/request/keep"]),
        ({"notation": 10**30}, ["/request/notation"]),
        ({"notation": "3d6", "x": [[10**30]] * 2_000}, ["/request/x"]),
    ],
    ids=["text", "unknown", "beside", "huge integer", "large body"],
)
async def test_faults_are_where_they_were_sent(app: Asgi, request_inside: Any, pointers: list[str]) -> None:
    """A fault of the request inside points into the body, whatever numbers it has and wherever it is validated."""
    reply = await Client(app).ask("POST", "/v1/tickets", {**ROLL, "request": request_inside})
    assert (reply.status, reply.problem) == (422, "does-not-fit")
    assert [each["pointer"] for each in reply.json["errors"]] == pointers


async def test_unknown_tickets(app: Asgi) -> None:
    """A ticket that nobody opened can neither be read nor used."""
    for method, below in (("GET", ""), ("POST", ""), ("GET", "/proof")):
        assert (await Client(app).ask(method, f"/v1/tickets/{'0' * 32}{below}")).problem == "unknown-ticket"
