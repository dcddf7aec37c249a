"""Tickets: a roll is fixed before its dice can be known, and is rolled once."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from service.api.http.problems import Asgi
from service.api.rest.router import RestRouter
from service.encounters.draws import commit_of
from service.encounters.keyring import Keys
from service.encounters.shared_results import Pages
from service.encounters.tickets import Tickets
from service.encounters.verifier.verify import check
from service.operations.dice import ROLL_DICE
from service.operations.encounters.tickets import TicketService, tickets_of
from service.operations.registry import Registry
from service.rules.kernel.examples import examples_of
from service.store.connection import Connection
from tests.encounters.client import Client
from tests.encounters.test_proofs import in_javascript
from tests.node.tools import NodeTools

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


CHAIN: Final = "ab" * 32


class Recorded:
    """A beacon whose rounds are known beforehand."""

    def verified(self, round: int, signature: str) -> bool:
        """A signature is the round's number, often enough."""
        return signature == f"{round:02x}" * 24

    def latest(self) -> int:
        """Round 6 is out."""
        return 6


def served(store: Connection, beacons: Any) -> Asgi:
    """Tickets over the tests' store, with beacons that can be checked."""
    service = TicketService(Tickets(store), Keys(store, "localhost"), Pages(store), [ROLL_DICE], beacons)
    return RestRouter(Registry(tickets_of(service)))


@pytest.mark.parametrize("checked", [True, False])
async def test_a_beacon(store: Connection, node_tools: NodeTools, tmp_path: Path, *, checked: bool) -> None:
    """The signature of a round joins the dice last; where the chain is known it is checked, else that is told."""
    app = served(store, {CHAIN: Recorded()} if checked else {})
    ticket = await opened(app, beacon={"chain": CHAIN, "round": 7})
    path = f"/v1/tickets/{ticket['id']}"
    assert (await Client(app).ask("POST", path)).problem == "beacon-refused"
    wrong = await Client(app).ask("POST", path, {"signature": "08" * 24})
    assert wrong.status == (409 if checked else 200)
    assert (await Client(app).ask("POST", path, {"signature": "07" * 24})).status == 200
    log = await lines(app, ticket)
    value = json.loads(json.loads(log[2])["shown"])["draw"]["beacon"]
    assert (value["round"], value["checked"]) == (7, checked)
    found = check(log)
    assert (found["verdict"], found["beacon"]) == ("holds", 1), found
    assert [found] == in_javascript(node_tools, tmp_path, [[log, None, []]])


async def test_beacons_that_are_refused(store: Connection) -> None:
    """A round that is out already, and a signature that no ticket asks for, are refused."""
    app = served(store, {CHAIN: Recorded()})
    late = await Client(app).ask("POST", "/v1/tickets", {**ROLL, "beacon": {"chain": CHAIN, "round": 6}})
    assert (late.problem, late.json["errors"][0]["pointer"]) == ("beacon-refused", "/beacon/round")
    ticket = await opened(app)
    reply = await Client(app).ask("POST", f"/v1/tickets/{ticket['id']}", {"signature": "07" * 24})
    assert reply.problem == "beacon-refused"


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


async def test_unknown_tickets(app: Asgi) -> None:
    """A ticket that nobody opened can neither be read nor used."""
    for method, below in (("GET", ""), ("POST", ""), ("GET", "/proof")):
        assert (await Client(app).ask(method, f"/v1/tickets/{'0' * 32}{below}")).problem == "unknown-ticket"
