"""Many at once: every accepted change counts exactly once."""

import asyncio

from service.api.http.problem_documents import Asgi
from tests.encounters.client import STRIKE, Client, Table, seated

CLIENTS = 50
ENCOUNTERS = 1_000
AT_ONCE = 64


async def test_fifty_at_one_table(app: Asgi) -> None:
    """Of 50 who act at once some lose and try again; in the end each acted once, and versions have no gaps."""
    table = await seated(app)
    lost = 0

    async def act_in_the_end(number: int) -> int:
        nonlocal lost
        client = Client(app, table.referee.token)
        body = {**STRIKE, "dice": {"kind": "seeded", "seed": f"sha256ctr1:{number}"}}
        while True:
            version = (await client.ask("GET", table.path)).json["version"]
            reply = await client.ask("POST", f"{table.path}/resolve-attack", body, version=version)
            if reply.status == 409:  # somebody has felled one of the two: stand up again
                reply = await client.ask("POST", f"{table.path}/resolve-round", {**body, "input": {}}, version=version)
            if reply.status == 200:
                return int(reply.json["version"])
            assert reply.problem == "version-stale"
            lost += 1

    made = await asyncio.gather(*(act_in_the_end(number) for number in range(CLIENTS)))
    assert sorted(made) == list(range(2, CLIENTS + 2))
    log = await table.log()
    assert [entry["version"] for entry in log] == list(range(1, CLIENTS + 2))
    assert [entry["before"] for entry in log[1:]] == [entry["after"] for entry in log[:-1]]
    assert lost > 0
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"


async def test_a_thousand_tables(app: Asgi) -> None:
    """A thousand encounters are played side by side, and none takes anything from another."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def play(number: int) -> Table:
        async with turns:
            table = await seated(app)
            dice = {"kind": "seeded", "seed": f"sha256ctr1:{number % 10}"}
            acted = await table.act("resolve-attack", {**STRIKE, "dice": dice}, version=1)
            assert acted.json["version"] == 2
            return table

    tables = await asyncio.gather(*(play(number) for number in range(ENCOUNTERS)))
    assert len({table.id for table in tables}) == ENCOUNTERS
    hashes = [(await table.get())["state_hash"] for table in tables[:40]]
    assert hashes == hashes[:10] * 4
