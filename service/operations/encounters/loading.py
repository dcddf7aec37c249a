"""Access to an encounter: load it for a request, and check that the request's token allows what it asks for.

A stored answer depends on the token that was checked: once that token is replaced or revoked, the answer is invalid.
Deletion and the change of tokens do not load here: their stored answers stay valid though they end what they checked.
"""

from typing import Final

from service.encounters.encounter import Encounter
from service.encounters.stored.encounter_store import Store
from service.encounters.tokens import Role, require_referee, role_of, token_hash_of
from service.operations.encounters.requests import KnownEncounter
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
