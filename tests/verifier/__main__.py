"""Write the published logs again: `python -m tests.verifier`."""

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Final

from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.keyring import Keys
from service.encounters.verifier.bundle import FOLDER
from service.operations.encounters.declared import Stores
from service.store import attempts
from service.store.connection import Connection
from service.store.server import PrivateStore
from tests.patience import PATIENCE
from tests.verifier.forging import ORIGIN
from tests.verifier.tables import end, play_announced, play_everything, proof

LOGS: Final = FOLDER / "logs"


async def write(folder: Path) -> None:
    """Play, end and export a log, as the referee has it and as viewers have it; and one whose acts are announced."""
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
        logs["announced"] = await proof(await play_announced(app))
        await store.close()
    for name, lines in logs.items():
        (folder / f"{name}.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")
        sys.stdout.write(f"{name}: {len(lines) - 1} entries\n")


if __name__ == "__main__":
    asyncio.run(write(LOGS))
