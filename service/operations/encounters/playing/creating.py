"""The creation of encounters: tokens, invitations, the dice secret, and the first entry of the log."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from service.encounters.encounter import Encounter
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.recorder import Recorder
from service.encounters.tokens import hashed
from service.encounters.told_situations import with_situation
from service.encounters.trust.draws import FIRST_DRAW, policy_of
from service.encounters.versions import FIRST, creation_of
from service.errors import VersionStale
from service.operations.encounters.answers import EncounterCreated, SeatInvitation, shared_fields
from service.operations.encounters.playing.situations import Situations
from service.operations.encounters.trust.seating import INVITATION
from service.store.attempts import Attempt, depend_on_token


@dataclass(frozen=True, slots=True)
class CheckedEncounter:
    """A new encounter whose rulings and state fit, as it is stored; `listing` is the listing that it is added to."""

    ruled: Mapping[str, Any]
    stated: Mapping[str, Any]
    listing: str | None


class Creating:
    """Creates encounters."""

    def __init__(self, store: Store, recorder: Recorder, situations: Situations) -> None:
        """Set the store, what writes changes, and what works out situations."""
        self._situations = situations
        self._store = store
        self._recorder = recorder

    async def create(self, attempt: Attempt, ruled: Mapping[str, Any], stated: Mapping[str, Any]) -> EncounterCreated:
        """Create an encounter by its rules and what is stated of it, with tokens and invitations.

        Raises: StoreAway, TooLargeToStore.
        """
        referee, viewer = attempt.token("referee"), attempt.token("viewer")
        encounter = _begun(attempt.id(), attempt.secret(), (referee, viewer), {**ruled, **stated})
        invitations = {name: attempt.token(f"invitation {name}") for name in policy_of(encounter.policy).seats}
        invited = {INVITATION.format(name): hashed(each) for name, each in invitations.items()}
        both = await self._situations.both(encounter, encounter.state)
        change = with_situation(creation_of(encounter, self._recorder.sight_of(encounter), invited), both)
        try:
            head = await self._recorder.write(encounter, change, attempt.mark)
        except VersionStale:
            encounter, head = await self._created_earlier(encounter, attempt)
        depend_on_token(encounter.id, encounter.referee)
        return EncounterCreated(
            status="created",
            **shared_fields(encounter),
            state=orjson.Fragment(encounter.state),
            situation=None if both is None else both.whole,
            state_hash=encounter.state_hash,
            summary=change.logged.summary,
            invitations=tuple([SeatInvitation(seat=name, invitation=each) for name, each in invitations.items()]),
            head=head,
            referee=referee,
            viewer=viewer,
        )

    async def _created_earlier(self, encounter: Encounter, attempt: Attempt) -> tuple[Encounter, str | None]:
        """Return the encounter that an earlier try of the same attempt created, and its first head."""
        row = await self._store.marked(encounter.id, FIRST, attempt.mark)
        if row is None:
            raise VersionStale(f"There is an encounter {encounter.id!r} already.")
        first = await self._store.snapshot(encounter.id, FIRST)
        return replace(encounter, state=first.state, state_hash=first.state_hash), row.head


def _begun(id: str, secret: bytes, tokens: tuple[str, str], stated: Mapping[str, Any]) -> Encounter:
    """Return a new encounter at its first version, with its dice secret and the tokens of referee and viewer."""
    fields: dict[str, Any] = {
        "veiled": False,
        "head": "",
        "ended": "",
        "seats": b"",
        "settled": 1,
        "announced": b"",
        "fork": b"",
    }
    return Encounter(
        id=id,
        **{**fields, **stated},
        version=1,
        cursor=1,
        parent=0,
        child=0,
        undone=0,
        draw=FIRST_DRAW,
        referee=hashed(tokens[0]),
        viewer=hashed(tokens[1]),
        secret=secret,
    )
