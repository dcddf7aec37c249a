"""Make the dictionaries with which stored documents are compressed: `python -m tests.dictionaries heroic …`.

Fights of a family's catalogue are played, and what the store keeps of them is what the dictionary is trained on. A
dictionary never changes: each run writes one with the next number beside those that are there. Do that when rows have
grown by a fifth (`tests/encounters/test_packing.py` says how large they are), and add its digest to `DIGESTS` there.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from service.api.rest.router import RestRouter
from service.app import FAMILIES, registry_with
from service.encounters.changes import Row, Snapshot
from service.operations.encounters.line_ups.stock import fights_of, figures_of
from service.rules.kernel.family import Family
from service.store import dictionaries
from service.store.connection import Connection
from service.store.key_names import keys_of
from service.store.private.server import PrivateStore
from tests.encounters.client import Table, seated_at

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FOLDER: Final = Path(dictionaries.__file__).parent
BYTES: Final = 32_000
MAGIC_BYTES: Final = 4
FIRST_NUMBER: Final = 1 << 15
"""Smaller numbers are those of public dictionaries."""
PAIRS: Final = 30
ACTS: Final = 8


async def documents_of(family: Family, store: Connection) -> list[bytes]:
    """Play the ready fights of a family, and some between figures of its catalogue, and return what is kept of them."""
    chance, app = Random(1), RestRouter(registry_with(store))
    line_ups = [{"fight": each} for each in fights_of(family.name)]
    for _ in range(PAIRS):
        red, blue = chance.sample(list(figures_of(family.name)), 2)
        line_ups.append({"text": f"{red}*{chance.randint(1, 2)} vs {blue}*{chance.randint(1, 2)}"})
    kept: list[bytes] = []
    for line_up in line_ups:
        table = await seated_at(app, {"family": family.name, "line_up": line_up})
        await play(table, ACTS)
        rows, states = await kept_of(store, table.id)
        for read in map(read_row, rows):
            kept += filter(None, (read.entry, read.note, read.shown, read.situation, read.watched))
        kept += [Snapshot.unpacked(each).state for each in states]
    return kept


async def play(table: Table, acts: int) -> None:
    """Play what is suggested, until the fight is over or so many acts are played."""
    for _ in range(acts):
        told = (await table.referee.ask("GET", f"{table.path}/suggest")).json
        if told["input"] is None:
            break
        acted = await table.act(told["procedure"], {"input": told["input"]}, told["version"])
        assert acted.status == 200, acted.body


async def kept_of(store: Connection, encounter: str) -> tuple[list[dict[bytes, bytes]], list[bytes]]:
    """Return what is kept of an encounter, as it is stored: the rows of its log, and its states."""
    whole, log = keys_of(encounter)
    async with store as redis:
        rows: Any = await redis.xrange(log)
        fields: Any = await redis.hgetall(whole)
    states = [value for name, value in fields.items() if name[:1] == b"s" and name[1:].isdigit()]
    return [row for _, row in rows], states


def read_row(row: dict[bytes, bytes]) -> Row:
    """Read a row as it is stored."""
    return Row.of([word for pair in row.items() for word in pair])


def trained(documents: Sequence[bytes], number: int) -> bytes:
    """Return a dictionary of these documents, with a number of ours in the place of a random one."""
    content = zstd.train_dict(documents, BYTES).dict_content
    return content[:MAGIC_BYTES] + number.to_bytes(4, "little") + content[MAGIC_BYTES + 4 :]


def main(names: Sequence[str]) -> None:
    """Make the next dictionary of some families, by default of all."""
    with PrivateStore() as store:
        for family in FAMILIES:
            if family.name in (names or [family.name]):
                documents = asyncio.run(documents_of(family, Connection(store.url)))
                taken = [int(each.stem.rpartition("-")[2]) for each in FOLDER.glob("*.zdict")]
                number = max(taken, default=FIRST_NUMBER) + 1
                (FOLDER / f"{family.name}-{number}.zdict").write_bytes(trained(documents, number))
                print(f"{family.name}-{number}.zdict, trained on {len(documents)} documents")


if __name__ == "__main__":
    main(sys.argv[1:])
