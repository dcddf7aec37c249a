"""Encounters for tests of the store, which does not know what a state means."""

import secrets
from dataclasses import replace
from typing import Any

from service.encounters.encounter import DEFAULT_TTL, Encounter, EntryKind, canonical, hash_of
from service.encounters.log import entry_of
from service.encounters.reveal import Reveal, Sight
from service.encounters.stored.encounter_store import Store
from service.encounters.summaries import EntryWords
from service.encounters.tokens import hashed
from service.encounters.versions import StateChange, creation_of, new_version, redo_target, restoration, undo_target

NO_WORDS = EntryWords(summary="", names={}, hidden=())


def an_encounter(state: Any = None, **fields: Any) -> Encounter:
    """A new encounter of a made-up family."""
    written = canonical({"hp": 10} if state is None else state)
    fresh = Encounter(
        id=secrets.token_hex(16),
        family="chess",
        ruleset="chess@1",
        rulings=b"{}",
        meta=b"",
        version=1,
        cursor=1,
        parent=0,
        child=0,
        undone=0,
        state=written,
        state_hash=hash_of(written),
        reveal=Reveal.ALL,
        veiled=False,
        ttl=DEFAULT_TTL,
        referee=hashed(secrets.token_urlsafe(32)),
        viewer=hashed(secrets.token_urlsafe(32)),
        secret=b"",
        draw=1,
        policy=b"{}",
        head="",
        ended="",
        seats=b"",
        settled=1,
        announced=b"",
        fork=b"",
    )
    return replace(fresh, **fields)


async def stored(store: Store, state: Any = None, **fields: Any) -> Encounter:
    """A new encounter, stored."""
    encounter = an_encounter(state, **fields)
    await store.write(creation_of(encounter, Sight()))
    return encounter


def state_change(state: Any, *, secret: bool = False) -> StateChange:
    """An act that led to a state."""
    written = canonical(state)
    return StateChange(
        kind=EntryKind.ACT, state=written, state_hash=hash_of(written), log_fields={}, words=NO_WORDS, secret=secret
    )


async def act(store: Store, id: str, state: Any) -> Encounter:
    """Act once, and read what came of it."""
    await store.write(new_version(await store.load(id), state_change(state)))
    return await store.load(id)


async def step(store: Store, id: str, kind: EntryKind) -> Encounter:
    """Undo or redo once, and read what came of it."""
    encounter = await store.load(id)
    target = undo_target(encounter) if kind is EntryKind.UNDO else redo_target(encounter)
    snapshot, entry = await store.snapshot(id, target), entry_of(await store.entry(id, encounter.version))
    await store.write(restoration(encounter, kind, snapshot, entry, Sight()))
    return await store.load(id)
