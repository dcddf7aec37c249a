"""Access to an encounter: load it for a request, check what the request's token allows, and show what its role sees.

A stored answer depends on the token that was checked: once that token is replaced or revoked, the answer is invalid.
Deletion and the change of tokens do not load here: their stored answers stay valid though they end what they checked.
"""

from typing import Final

import orjson

from service.encounters.changes import Row
from service.encounters.encounter import Encounter, canonical, hash_of
from service.encounters.log import entry_of
from service.encounters.reveal import Reveal, Sight, state_for_viewers
from service.encounters.shown_entries import shown_to_viewers
from service.encounters.stored.encounter_store import Store
from service.encounters.tokens import Role, require_referee, role_of, token_hash_of
from service.encounters.told_situations import as_shown, situation_in
from service.encounters.trust.announcements import announced_in
from service.encounters.trust.draws import policy_of
from service.encounters.trust.seats import seats_of
from service.operations.encounters.answers import EncounterEntry, EncounterView, SeatShown, shared_fields
from service.operations.encounters.requests import KnownEncounter
from service.rules.kernel.verdict import Situation
from service.store.attempts import depend_on_token

PAGE: Final = 100
"""Entries of a log that are read at once."""


async def load_with_role(store: Store, request: KnownEncounter) -> tuple[Encounter, Role]:
    """Return the encounter of a request, and the role that its token grants.

    Raises: UnknownEncounter, TokenMissing, TokenUnknown.
    """
    encounter = await store.load(request.id)
    role = role_of(encounter, request.token)
    depend_on_token(encounter.id, token_hash_of(encounter, role))
    return encounter, role


async def load_as_referee(store: Store, request: KnownEncounter) -> Encounter:
    """Return the encounter of a request that needs the referee's token.

    Raises: UnknownEncounter, TokenMissing, TokenUnknown, TokenTooWeak.
    """
    encounter = await store.load(request.id)
    require_referee(encounter, request.token)
    depend_on_token(encounter.id, encounter.referee)
    return encounter


async def whole_log(store: Store, encounter: Encounter) -> list[bytes]:
    """Return all entries of an encounter's log up to its version, as JSON as the referee sees them.

    There are fewer if the encounter is deleted meanwhile.
    """
    entries: list[bytes] = []
    while len(entries) < encounter.version:
        page = await store.entries(encounter.id, len(entries), min(PAGE, encounter.version - len(entries)))
        if not page:
            break
        entries += page
    return entries


def entry_record(row: Row, role: Role, shown: Reveal, sight: Sight) -> EncounterEntry:
    """Make the answer record of a row of a log, as a role sees it by the present policy."""
    if role is Role.REFEREE:
        return EncounterEntry(**entry_of(row.entry), head=row.head, situation=situation_in(row.situation))
    entry, seen = shown_to_viewers(row, shown, sight), situation_in(row.watched or row.situation)
    situation = None if seen is None else as_shown(seen, Reveal(entry["reveal"]))
    return EncounterEntry(**entry, head=row.head, situation=situation)


def view_record(encounter: Encounter, role: Role, sight: Sight, situation: Situation | None) -> EncounterView:
    """Make the answer record of an encounter, as a role sees it."""
    state, announced = orjson.Fragment(encounter.state), announced_in(encounter)
    state_hash: str | None = encounter.state_hash
    if role is Role.VIEWER:
        stored = orjson.loads(encounter.state)
        state = state_for_viewers(stored, encounter.shown, sight)
        state_hash = hash_of(canonical(state)) if encounter.shown is Reveal.ALL else None
    return EncounterView(
        status="found",
        **shared_fields(encounter),
        role=role.value,
        state=state,
        situation=situation,
        state_hash=state_hash,
        can_undo=encounter.parent > 0,
        can_redo=encounter.undone > 0,
        seats=_seats_shown(encounter),
        announced=announced.version if announced else None,
        head=encounter.head or None,
    )


def _seats_shown(encounter: Encounter) -> tuple[SeatShown, ...]:
    seats = seats_of(encounter.seats)
    found = [(name, seats.named(name)) for name in policy_of(encounter.policy).seats]
    return tuple(
        [SeatShown(seat=name, taken=each is not None, contributed=bool(each and each.value)) for name, each in found]
    )
