"""Acts of an encounter: each takes the next draw, also one that is refused after its dice had been rolled."""

from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any, Final

from service.encounters.changes import Row
from service.encounters.encounter import Encounter, EntryKind
from service.encounters.log import entry_of, state_after
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.recorder import Recorder
from service.encounters.tokens import require_referee
from service.encounters.told_situations import with_situation
from service.encounters.trust.announcements import require_as_announced
from service.encounters.trust.draws import TakenDraw, draw_again, next_draw, require_policy
from service.encounters.versions import StateChange, VoidAct, new_version, require_version, void_version
from service.errors import AnswerTooLarge, StorageQuotaSpent, StoreAway, TooLargeToStore, UmpireError
from service.operations.answering.dice_source import SuppliedSource
from service.operations.encounters.playing.turn import PlayedMove, TurnRequest, Turns
from service.operations.encounters.requests import EncounterAct
from service.store.attempts import Attempt, depend_on_token

PLACE: Final = token_hex(16)
"""What stands in an answer until its head is known, which a worker process cannot know; no client learns it."""


@dataclass(frozen=True, slots=True)
class Acting:
    """Plays acts, and records what came of them."""

    store: Store
    turns: Turns
    recorder: Recorder

    async def act(self, encounter: Encounter, request: EncounterAct, attempt: Attempt) -> Any:
        """Play an act with the encounter's next draw, and store it.

        Raises: DrawsLost, AnnouncementMissing, AnnouncementBinds, DicePolicyRefuses, and whatever `Turns.play` and
        `Store.write` raise.
        """
        draw = next_draw(encounter)
        try:
            return await self._written(encounter, request, attempt, draw)
        except UmpireError as refusal:
            if refusal.drawn or isinstance(refusal, AnswerTooLarge | TooLargeToStore):
                await self._spend(encounter, request, attempt, draw, refusal)
            raise

    async def act_on_remembered(self, request: EncounterAct, attempt: Attempt) -> Any:
        """Play an act on what this process wrote last, and store it if the encounter is still that; return the answer.

        Otherwise, and whatever else comes of the act, None is returned and nothing is changed: then it has to be played
        on what is stored. So all other answers are those of the stored encounter and its tokens.

        Raises: StoreAway; StorageQuotaSpent, which the store says only of an encounter that is still the same.
        """
        encounter = self.recorder.last_written.at(request.id, request.version)
        if encounter is None or isinstance(request.dice, SuppliedSource):  # which may ask for more dice
            return None
        try:
            require_referee(encounter, request.token)
            require_version(encounter, request.version)
            answer = await self._written(encounter, request, attempt, next_draw(encounter), is_remembered=True)
        except (StoreAway, StorageQuotaSpent):
            raise
        except UmpireError:
            self.recorder.last_written.forget(encounter.id)
            return None
        depend_on_token(encounter.id, encounter.referee)
        return answer

    async def _written(
        self,
        encounter: Encounter,
        request: EncounterAct,
        attempt: Attempt,
        draw: TakenDraw,
        *,
        is_remembered: bool = False,
    ) -> Any:
        """Play an act with a draw, and store it; return the answer."""
        asked = f"{encounter.family}/{request.procedure}", request.input
        require_as_announced(encounter, *asked, secret=request.secret)
        require_policy(encounter, brings=isinstance(request.dice, SuppliedSource), seed=request.dice.seed)
        played = await self.turns.play(TurnRequest(encounter, request, attempt, encounter.version + 1, draw, PLACE))
        if not isinstance(played, PlayedMove):
            return played
        change = with_situation(new_version(encounter, _change_of(played, request, draw)), played.turn.situations)
        seen = played.turn.seen.input, played.turn.seen.outcome
        head = await self.recorder.write(encounter, change, attempt.mark, seen, is_remembered=is_remembered)
        return played.answer(head)

    async def act_again(self, encounter: Encounter, request: EncounterAct, attempt: Attempt, row: Row) -> Any:
        """Play the act of an earlier try again, with the same draw; what was refused then is refused again."""
        entry = entry_of(row.entry)
        version: int = entry["version"]
        before = await self.store.snapshot(encounter.id, state_after(entry))
        if entry["kind"] != EntryKind.VOID.value:
            before = await self.store.snapshot(encounter.id, before.parent)
        then = replace(encounter, state=before.state, state_hash=before.state_hash)
        draw = draw_again(encounter, entry["draw"])
        try:
            played = await self.turns.play(TurnRequest(then, request, attempt, version, draw, PLACE))
        except UmpireError as refusal:
            _add_spent_note(refusal, version)
            raise
        return played.answer(row.head) if isinstance(played, PlayedMove) else played

    async def _spend(
        self, encounter: Encounter, request: EncounterAct, attempt: Attempt, draw: TakenDraw, refusal: UmpireError
    ) -> None:
        """Store that a refused act has taken its draw: whoever is refused may know how its dice fell."""
        void = VoidAct(
            operation=f"{encounter.family}/{request.procedure}",
            input=request.input,
            secret=request.secret,
            draw=draw,
            problem=refusal.slug(),
        )
        change = void_version(encounter, void)
        await self.recorder.write(encounter, change, attempt.mark)
        _add_spent_note(refusal, encounter.version + 1)


def _add_spent_note(refusal: UmpireError, version: int) -> None:
    refusal.detail += f" The dice that were rolled for it are spent: the encounter has version {version} now."


def _change_of(played: PlayedMove, request: EncounterAct, draw: TakenDraw) -> StateChange:
    turn = played.turn
    return StateChange(
        kind=EntryKind.ACT,
        state=turn.state,
        state_hash=turn.state_hash,
        log_fields=turn.log_fields(request.input),
        words=turn.words,
        secret=request.secret,
        draw=draw,
    )
