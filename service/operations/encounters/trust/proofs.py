"""Proofs: a log is ended, and exported as lines that anybody can check without this service."""

from collections.abc import AsyncIterator, Iterable
from typing import Final

import orjson

from service.encounters.changes import Row
from service.encounters.encounter import Encounter
from service.encounters.log import entry_of, next_of, version_at
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.recorder import Recorder
from service.encounters.stored.signing_keys import Keys
from service.encounters.tokens import Role
from service.encounters.trust.announcements import require_unbound
from service.encounters.trust.draws import DrawsLost, Opened, key_of
from service.encounters.trust.heads import salt_key, salt_of
from service.encounters.trust.keyring import Keyring
from service.encounters.versions import ending
from service.operations.encounters.loading import load_with_role
from service.operations.encounters.requests import EndEncounter, ProofPage
from service.operations.encounters.trust.trust_answers import LogEnded, LogProof
from service.store.attempts import Attempt
from service.wire import to_json

PAGE: Final = 100
PROOF_BYTES: Final = 2_000_000
"""Bytes of the lines of one call, unless one line has more: as a JSON string they may have twice as many."""


class Proofs:
    """Ends and exports logs."""

    def __init__(self, store: Store, keys: Keys, recorder: Recorder) -> None:
        """Set the store, the keys, and what writes changes."""
        self._store = store
        self._keys = keys
        self._recorder = recorder

    async def end(self, encounter: Encounter, request: EndEncounter, attempt: Attempt) -> LogEnded:
        """Write the end of a log.

        Raises: AnnouncementBinds, and what `Recorder.write` raises.
        """
        require_unbound(encounter)
        change = ending(encounter, request.open, key_of(encounter))
        head = await self._recorder.write(encounter, change, attempt.mark)
        return _ended(encounter, request.open, encounter.version + 1, head)

    async def end_again(self, encounter: Encounter, request: EndEncounter, attempt: Attempt, row: Row) -> LogEnded:
        """Return the answer of an earlier try."""
        return _ended(encounter, request.open, entry_of(row.entry)["version"], row.head)

    async def proof(self, request: ProofPage) -> LogProof:
        """Export the log for verifiers, as lines that they check without this service.

        The referee's lines have every entry, and its salt; a viewer's have what viewers were shown when it was written,
        and all of it once the log was ended with `open` all. Texts are in JSON strings, byte for byte as hashed. A long
        log takes several calls: `after` is the version of the last line, as 8 hexadecimal digits.

        Raises: DrawsLost, of an encounter of an older release, which has no heads.
        """
        encounter, role = await load_with_role(self._store, request)
        after = version_at(request.after) if request.after else 0
        whole = role is Role.REFEREE or encounter.ended == Opened.ALL.value
        if not encounter.secret:
            raise DrawsLost(
                f"The encounter {encounter.id!r} is of an older release; its log has no heads to prove it by."
            )
        lines = [] if after else [first_line(await self._keys.ring())]
        size, last = 0, after
        async for line in self._lines_after(encounter, after, whole=whole):
            size += len(line)
            if size > PROOF_BYTES and last > after:
                break
            lines.append(line)
            last += 1
        return LogProof(
            status="found",
            id=encounter.id,
            lines=joined(lines),
            next=next_of(last, encounter.version),
            more=last < encounter.version,
        )

    async def line(self, id: str, version: int) -> str | None:
        """Return the line of a version's entry as the referee exports it; None of an encounter without heads."""
        encounter = await self._store.load(id)
        if not encounter.secret:
            return None
        (row,) = await self._store.rows(id, version - 1, 1)
        return _line(encounter, version, row, whole=True).decode()

    async def _lines_after(self, encounter: Encounter, last: int, *, whole: bool) -> AsyncIterator[bytes]:
        while last < encounter.version:
            rows = await self._store.rows(encounter.id, last, min(PAGE, encounter.version - last))
            if not rows:
                break
            for row in rows:
                last += 1
                yield _line(encounter, last, row, whole=whole)


def first_line(ring: Keyring) -> bytes:
    """Return the first line of every exported log: its form, and the keys that it is signed with."""
    document = ring.document()
    return to_json({"umpire": "log/1", "origin": document.origin, "keys": document.keys})


def joined(lines: Iterable[bytes]) -> str:
    """Return the text of lines, each of which ends with a line feed."""
    return b"".join([line + b"\n" for line in lines]).decode()


def _ended(encounter: Encounter, opened: Opened, version: int, head: str | None) -> LogEnded:
    key = "" if opened is Opened.NOTHING else key_of(encounter).hex()
    return LogEnded(status="ended", id=encounter.id, version=version, opened=opened, dice_key=key or None, head=head)


def _line(encounter: Encounter, version: int, row: Row, *, whole: bool) -> bytes:
    line = {"head": row.note.decode(), "shown": row.shown.decode()}
    if whole:
        key = salt_key(encounter.secret, encounter.id)
        line |= {"entry": row.entry.decode(), "salt": salt_of(key, encounter.id, version)}
    return orjson.dumps(line)
