"""Write the published logs again: `python -m tests.verifier`."""

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random
from shutil import rmtree
from types import SimpleNamespace
from typing import Final

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.stored.signing_keys import Keys
from service.encounters.stored.stores import Stores
from service.encounters.verifier.bundle import FOLDER
from service.store import attempts
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.encounters.client import Client, Table
from tests.patience import PATIENCE
from tests.verifier.broken import broken_logs
from tests.verifier.decks import play_cards
from tests.verifier.forging import ORIGIN
from tests.verifier.tables import end, play_announced, play_everything, play_named, proof

LOGS: Final = FOLDER / "logs"


async def write(folder: Path) -> None:
    """Play, end and export logs, as the referee has them and as viewers have them."""
    chance = SimpleNamespace(token_bytes=Random("a published log").randbytes)
    vars(attempts)["secrets"] = chance  # ids and secrets are the same each time
    with PrivateStore() as server, tempfile.TemporaryDirectory() as kept:
        key = Path(kept) / "key"
        key.write_text(bytes(range(32)).hex(), encoding="ascii")
        store = Connection(server.url, PATIENCE)
        app = RestRouter(registry_with(store, stores=Stores.of(store, keys=Keys(store, ORIGIN, key))))
        table = await play_everything(app)
        open_end = await proof(table)
        assert (await end(table, "dice")).status == 200
        logs = {"whole": await proof(table), "viewer": await proof(table, table.viewer), "not-ended": open_end}
        table = await play_cards(app)
        logs["cards-viewer"] = await proof(table, table.viewer)
        assert (await end(table, "all")).status == 200
        logs |= {"cards": await proof(table), "fork": await forked(table), "ticket": await a_ticket(app)}
        logs["announced"] = await proof(await play_announced(app))
        logs["named"] = await proof(await play_named(app))
        await store.close()
    for name, lines in logs.items():
        (folder / f"{name}.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")
        sys.stdout.write(f"{name}: {len(lines) - 1} entries\n")


async def forked(table: Table) -> list[str]:
    """Fork a table, act once, and end it without opening anything."""
    made = (await table.referee.ask("POST", f"{table.path}/fork")).json
    fork = Table(made["id"], Client(table.referee.app, made["referee"]), table.viewer, table.stranger)
    assert (await fork.act("roll-initiative")).status == 200
    assert (await end(fork, "nothing")).status == 200
    return await proof(fork)


async def a_ticket(app: Asgi) -> list[str]:
    """Use a ticket for a plain roll."""
    client = Client(app)
    ticket = (await client.ask("POST", "/v1/tickets", {"operation": "dice/roll", "request": {"notation": "3d6"}})).json
    path = f"/v1/tickets/{ticket['id']}"
    assert (await client.ask("POST", path)).status == 200
    return (await client.ask("GET", f"{path}/proof")).body.decode().splitlines()


def write_broken(folder: Path) -> None:
    """Break the logs that were written: one for each reason."""
    rmtree(folder / "broken", ignore_errors=True)
    (folder / "broken").mkdir()
    for name, text in broken_logs().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(write(LOGS))
    write_broken(FOLDER)
