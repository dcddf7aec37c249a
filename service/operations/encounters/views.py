"""Encounters and log entries as answer records, as a role sees them."""

from typing import Any

import orjson

from service.encounters.changes import Row
from service.encounters.encounter import Encounter, canonical, hash_of
from service.encounters.log import entry_of
from service.encounters.reveal import Reveal, Sight, state_for_viewers
from service.encounters.shown_entries import shown_to_viewers
from service.encounters.situations import as_shown, situation_in
from service.encounters.tokens import Role
from service.encounters.trust.announcements import announced_in
from service.encounters.trust.draws import commitment_of, policy_of
from service.encounters.trust.seats import seats_of
from service.operations.encounters.answers import EncounterEntry, EncounterView, SeatShown
from service.rules.kernel.verdict import Situation


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


def shared_fields(encounter: Encounter) -> dict[str, Any]:
    """Return what its creation and every later reading tell of an encounter, whoever asks."""
    return {
        "id": encounter.id,
        "version": encounter.version,
        "family": encounter.family,
        "ruleset": encounter.ruleset,
        "rulings": orjson.Fragment(encounter.rulings),
        "reveal": encounter.shown.value,
        "dice_policy": policy_of(encounter.policy) if encounter.secret else None,
        "commitment": commitment_of(encounter),
        "forked_from": orjson.Fragment(encounter.fork) if encounter.fork else None,
        "meta": orjson.Fragment(encounter.meta) if encounter.meta else None,
        "ttl": encounter.ttl,
    }


def _seats_shown(encounter: Encounter) -> tuple[SeatShown, ...]:
    seats = seats_of(encounter.seats)
    found = [(name, seats.named(name)) for name in policy_of(encounter.policy).seats]
    return tuple(
        [SeatShown(seat=name, taken=each is not None, contributed=bool(each and each.value)) for name, each in found]
    )
