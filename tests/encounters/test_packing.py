"""Stored documents are small, and every form in which one was ever written is read."""

import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from service.api.http.problem_documents import Asgi
from service.encounters.changes import Row, Snapshot
from service.store import dictionaries
from service.store.connection import Connection
from service.store.dictionaries import UnknownDictionary
from service.store.packing import packed, unpacked
from tests.dictionaries import kept_of, play, read_row
from tests.encounters.client import seated_at
from tests.encounters.plays import PLAYS, begun

DIGESTS: Final[Mapping[str, str]] = {
    "heroic-32769.zdict": "af86d653c674399b464120e7f95d0c1904a8e1700253f36ed9768cd000df68fd",
    "laurels-32770.zdict": "4c51a6a7c46ecc4ac5c99b72f4e865dfe1f1afae672b386562666cf8822261a7",
    "mass-32771.zdict": "a53b7807a0c3bc2c43a247c54fb3bd03c0ed21f7a927f460f567e9e6ccaceb63",
    "opposed-32772.zdict": "7412ec9475874d547f2c193556826390c938919a77f657c4b91de08065aa075c",
    "tactical-32773.zdict": "0377de2ecee6952a0bd4d79a8331f165be701ec57113fdfac5b8f3f4c16aabb9",
}
"""SHA-256 of each dictionary: what was packed with it can be read by these bytes alone."""
ACTS = 4
DOCUMENT: Final = b'{"version":3,"kind":"act","summary":"Ogre missed Town guard 1."}' * 9


def test_dictionaries_never_change() -> None:
    """Every dictionary that ever was is there as it was."""
    folder = Path(dictionaries.__file__).parent
    assert {each.name: sha256(each.read_bytes()).hexdigest() for each in folder.glob("*.zdict")} == DIGESTS


@pytest.mark.parametrize("family", [*PLAYS, "", "no-family"])
def test_what_is_packed_for_a_family_comes_back(family: str) -> None:
    """A document is read without its family; short ones, too, and one that names no family."""
    for document in (b"", b"{}", DOCUMENT, bytes(range(256)) * 40):
        assert unpacked(packed(document, family)) == document


@pytest.mark.parametrize("family", PLAYS)
async def test_rows_and_states_are_small(app: Asgi, store: Connection, family: str) -> None:
    """With the dictionary of its family what is kept of an act is at most two thirds of what it is deflated."""
    table = await seated_at(app, begun(family))
    await play(table, ACTS)
    rows, states = await kept_of(store, table.id)
    kept = sum(map(len, states))
    deflated = sum(len(zlib.compress(Snapshot.unpacked(each).state, 1)) for each in states)
    for row in rows[1:]:
        read = read_row(row)
        kept += sum(map(len, row.values())) - len(row[b"mark"])
        deflated += len(read.note) + len(_beside(read.entry, read.shown)) + len(zlib.compress(read.shown, 1))
        deflated += sum(len(zlib.compress(each, 1)) for each in (read.situation, read.watched) if each)
    assert kept < deflated * 2 / 3, (kept, deflated)


def test_what_older_releases_wrote_is_read() -> None:
    """They deflated documents, and entries beside what viewers were shown of them, and kept heads as they are."""
    shown, note = DOCUMENT[:400], b"umpire/head/1\nhere\n"
    older = b"z%d:%s" % (len(DOCUMENT), zlib.compress(DOCUMENT, 1))
    assert unpacked(older) == DOCUMENT
    beside = b"d%d:%s" % (len(DOCUMENT), _beside(DOCUMENT, shown))
    row = Row.of([b"entry", beside, b"note", note, b"shown", b"z%d:%s" % (len(shown), zlib.compress(shown, 1))])
    assert (row.entry, row.note, row.shown) == (DOCUMENT, note, shown)


def test_what_a_newer_release_wrote_is_refused() -> None:
    """A dictionary that is not there is named, and the ones that are."""
    kept = packed(DOCUMENT, "opposed")
    number = max(int(name.split("-")[1].split(".")[0]) for name in DIGESTS if name.startswith("opposed"))
    other = kept.replace(number.to_bytes(2, "little"), (number + 4000).to_bytes(2, "little"), 1)
    with pytest.raises(UnknownDictionary, match=rf"the dictionary {number + 4000}; this release has .*{number}"):
        unpacked(other)


def test_no_more_is_expanded_than_was_said() -> None:
    """A frame that was put into the store by others takes no more memory than its size says."""
    _, _, frame = packed(b"0" * 10_000_000).partition(b":")
    assert unpacked(b"s%d:%s" % (50, frame)) == b"0" * 50


def _beside(document: bytes, other: bytes) -> bytes:
    deflating = zlib.compressobj(1, zdict=other)
    return deflating.compress(document) + deflating.flush()
