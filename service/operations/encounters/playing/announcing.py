"""Announcements of acts: they are written before values are taken, and played as announced, or withdrawn."""

from dataclasses import dataclass

from service.encounters.changes import Row
from service.encounters.encounter import Encounter
from service.encounters.log import WITHDRAWN, entry_of
from service.encounters.stored.recorder import Recorder
from service.encounters.trust.announcements import Announcement, require_announceable, require_announced
from service.encounters.trust.draws import TakenDraw, commitment_of, draw_again, next_draw
from service.encounters.versions import TAKEN_BACK, VoidAct, announcing, void_version
from service.operations.encounters.playing.turn import Turns
from service.operations.encounters.requests import AnnounceAct, ChangedEncounter
from service.operations.encounters.trust.trust_answers import ActAnnounced, ActWithdrawn
from service.store.attempts import Attempt


@dataclass(frozen=True, slots=True)
class Announcing:
    """Announces acts, and withdraws what was announced."""

    turns: Turns
    recorder: Recorder

    async def announce(self, encounter: Encounter, request: AnnounceAct, attempt: Attempt) -> ActAnnounced:
        """Write what will be played, if it could be asked for on the present state.

        Raises: DrawsLost, DicePolicyRefuses, AnnouncementBinds, RulesetChanged, UnknownProcedure, UnfitRequest, and
        what `Recorder.write` raises.
        """
        next_draw(encounter)
        require_announceable(encounter)
        operation = await self.turns.operation_of(encounter, request.procedure, request.input)
        version = encounter.version + 1
        announced = Announcement(version=version, operation=operation, input=request.input, secret=request.secret)
        change = announcing(encounter, announced, self.recorder.sight_of(encounter))
        head = await self.recorder.write(encounter, change, attempt.mark)
        return _announced(encounter.id, version, operation, change.logged.summary, head)

    async def announce_again(
        self, encounter: Encounter, request: AnnounceAct, attempt: Attempt, row: Row
    ) -> ActAnnounced:
        """Return the answer of an earlier try."""
        entry, head = entry_of(row.entry), row.head
        return _announced(encounter.id, entry["version"], entry["operation"], entry["summary"], head)

    async def withdraw(self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt) -> ActWithdrawn:
        """Take the draw of what was announced, and play nothing.

        Raises: DrawsLost, AnnouncementMissing, and what `Recorder.write` raises.
        """
        draw, announced = next_draw(encounter), require_announced(encounter)
        void = VoidAct(
            operation=announced.operation,
            input=announced.input,
            secret=announced.secret,
            draw=draw,
            problem=WITHDRAWN,
        )
        head = await self.recorder.write(encounter, void_version(encounter, void), attempt.mark)
        return _withdrawn(encounter, encounter.version + 1, announced.operation, draw, head)

    async def withdraw_again(
        self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt, row: Row
    ) -> ActWithdrawn:
        """Return the answer of an earlier try."""
        entry = entry_of(row.entry)
        draw = draw_again(encounter, entry["draw"])
        return _withdrawn(encounter, entry["version"], entry["operation"], draw, row.head)


def _announced(id: str, version: int, operation: str, summary: str, head: str | None) -> ActAnnounced:
    return ActAnnounced(status="announced", id=id, version=version, operation=operation, summary=summary, head=head)


def _withdrawn(encounter: Encounter, version: int, operation: str, draw: TakenDraw, head: str | None) -> ActWithdrawn:
    return ActWithdrawn(
        status="withdrawn",
        id=encounter.id,
        version=version,
        operation=operation,
        draw=draw,
        commitment=commitment_of(encounter, draw.n + 1),
        summary=TAKEN_BACK,
        head=head,
    )
