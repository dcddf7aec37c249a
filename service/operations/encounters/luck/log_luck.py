"""The luck of encounters: every act of a log is played again with other dice, on the state it was played on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, cast

from pydantic import Field
from pydantic_core import from_json

from service.dice.model import Dice
from service.dice.seeded import preview_seed_of
from service.encounters.encounter import MAX_VERSIONS, EntryKind
from service.encounters.stored.encounter_store import Store
from service.encounters.tokens import Role
from service.encounters.trust.draws import Opened
from service.errors import TokenTooWeak
from service.forecasts.luck import DiceBy, LuckOptions, Scores, gains_of, luck_of
from service.operations.answering.dice_source import Seed
from service.operations.encounters.answers import LogDiverged
from service.operations.encounters.loading import load_with_role, whole_log
from service.operations.encounters.luck.luck_answers import CountedActs, EncounterLuck, luck_record
from service.operations.encounters.move_index import BoundMove, FilledMove, MoveIndex, read
from service.operations.encounters.requests import ExportedLog, KnownEncounter
from service.operations.encounters.trust.replay import Entry, LogReplay, ReplayState, diverged
from service.operations.encounters.trust.replayed_draws import EntryDiffers, Present
from service.operations.forecasts.seeds import derived_seed
from service.operations.validation import rewritten
from service.operations.work.estimates import WorkerPool
from service.rules.kernel.figures import Strength
from service.wire import WHOLE, Frozen, Written, to_json

MOST_REPLAYS: Final = 10_000
USUAL_REPLAYS: Final = 1_000
MOST_TIME: Final = 10.0
"""Seconds of processor time."""

ACT: Final = EntryKind.ACT.value


class LuckRequest(Frozen):
    """How the luck of an encounter is worked out, and when it is known well enough."""

    after: Annotated[int, Field(ge=0, le=MAX_VERSIONS), WHOLE] = Field(
        default=0, description="Only acts that made later versions than this count; 0: all."
    )
    half_width: Annotated[float, Field(gt=0, le=0.5)] = Field(
        default=0.05,
        description="Replays end when the interval of each side's percentile has this half width; 0.05: 5 points.",
    )
    level: Annotated[float, Field(ge=0.5, le=0.9999)] = Field(
        default=0.95, description="The share of such intervals that hold the true percentile."
    )
    max_replays: Annotated[int, Field(ge=1, le=MOST_REPLAYS), WHOLE] = Field(
        default=USUAL_REPLAYS,
        description="How often each act is played again at most; checked after 64, 128, 256 and so on.",
    )
    max_seconds: Annotated[float, Field(gt=0, le=MOST_TIME)] | None = Field(
        default=5.0,
        description=(
            "Seconds of processor time after which no replay is begun, but for the first; null: only the service's own "
            "deadline ends the work before `max_replays`."
        ),
    )
    seed: Seed | None = Field(
        default=None,
        description=(
            "Replay number n of the act that made version v has the dice of a seed that is made of this one, and /v/n. "
            "The same request has the same answer. Null: one that is derived from the first entry of the log."
        ),
    )

    def options(self, entries: Sequence[Entry]) -> LuckOptions:
        """Return how well the luck of a log should be known, with dice that no act has.

        The seed, or else one that is derived from the first entry, is replaced as in a preview.
        """
        seed = preview_seed_of(self.seed or derived_seed(entries[0]["after"]))
        return LuckOptions(self.half_width, self.level, self.max_replays, self.max_seconds, seed)


class EncounterLuckRequest(LuckRequest, KnownEncounter):
    """An encounter whose luck is asked for."""


class LuckOfLogRequest(LuckRequest, ExportedLog):
    """An exported log whose luck is asked for."""


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """An act of a log, with the state that it was played on."""

    version: int
    operation: str
    summary: str
    dice_by: DiceBy
    gains: Scores
    bound_move: BoundMove
    state: Any
    filled: FilledMove
    before: tuple[Strength, ...]

    def again(self, dice: Dice) -> Scores:
        """Play the act with other dice, and return what each side gains.

        Raises: what the procedure refuses.
        """
        outcome = self.bound_move.outcome(self.filled, dice)
        after = self.bound_move.state_after(self.state, self.filled, outcome)
        return gains_of(self.before, self.bound_move.play.strength(after, self.filled.rulings))


class LogLuck:
    """Works out the luck of logs, without access to the store."""

    def __init__(self, moves: MoveIndex) -> None:
        """Set the index of moves."""
        self._moves = moves
        self._replay = LogReplay(moves)

    def luck(
        self, entries: Sequence[Entry], asked: LuckRequest, present: Present | None = None
    ) -> EncounterLuck | LogDiverged:
        """Replay a log, and play each of its acts again; one that cannot be proved is answered as `verify` answers it.

        Raises: NoLog, if an entry does not have the form of a log entry; RulesetChanged.
        """
        try:
            replayed = self._replay.replayed(entries, present)
        except EntryDiffers as differs:
            return diverged(differs)
        acts = {number for number, each in enumerate(entries, 1) if number > asked.after and each["kind"] == ACT}
        history = [number for number in replayed.history if number > asked.after]
        played = [number for number in history if number in acts]
        rolled = [number for number in played if _has_dice(entries[number - 1])]
        luck = luck_of([self._act(replayed, entries[number - 1], number) for number in rolled], asked.options(entries))
        counted = CountedActs(
            family=replayed.family,
            ruleset=replayed.ruleset,
            version=len(entries),
            after=asked.after,
            without_dice=len(played) - len(rolled),
            undone=len(acts) - len(played),
            corrections=len([number for number in history if entries[number - 1]["kind"] == EntryKind.CORRECT.value]),
        )
        return luck_record(counted, luck, asked.level)

    def luck_written(
        self, entries: Sequence[bytes], asked: bytes, present: Present | None
    ) -> EncounterLuck | LogDiverged:
        """Work out the luck of entries that are JSON, as is what was asked: the task of a worker process.

        Raises: what `luck` raises.
        """
        told = LuckRequest.model_validate_json(asked)
        return self.luck([from_json(each) for each in entries], told, present)

    def _act(self, replayed: ReplayState, entry: Entry, version: int) -> LoggedAct:
        bound_move = self._moves.bound_move(replayed.family, entry["operation"].partition("/")[2])
        state = read(bound_move.play.state, replayed.states[replayed.parents[version]])
        after = read(bound_move.play.state, replayed.states[version])
        filled = bound_move.filled(state, replayed.rulings, entry["input"])
        before = tuple(bound_move.play.strength(state, filled.rulings))
        return LoggedAct(
            version=version,
            operation=entry["operation"],
            summary=replayed.entries[version]["summary"],
            dice_by=_dice_by(entry["dice"]),
            gains=gains_of(before, bound_move.play.strength(after, filled.rulings)),
            bound_move=bound_move,
            state=state,
            filled=filled,
            before=before,
        )


class EncounterLuckService:
    """The operations that answer the luck of encounters and of exported logs."""

    def __init__(self, store: Store, luck: LogLuck, pool: WorkerPool | None = None) -> None:
        """Set the store, what works luck out, and the pool of worker processes."""
        self._store = store
        self._luck = luck
        self._pool = pool

    async def luck(self, request: EncounterLuckRequest) -> EncounterLuck | LogDiverged:
        """Return how lucky each side has been: the percentile of what was played among replays with other dice.

        Every act of the log that led to the present state and rolled dice is played again and again, on the state that
        it was played on and with the same input. What a side gains in an act is the change of its own strength less
        that of all others: first by members that stand, then by the points that they can lose. A percentile of 90 says:
        of 100 such fights, 90 go worse for this side. `sides` are of all acts together, `by_dice` of those whose dice
        the service rolled, those whose seed the caller chose, and those whose dice were brought; `history` is of each
        act by itself. Acts that were undone do not count; of a fork, those before it do not.

        This needs the referee token until the log is ended with `open` all: luck reveals numbers, and a refusal to
        those viewers alone who do not see everything would reveal that a figure is hidden.
        """
        encounter, role = await load_with_role(self._store, request)
        if role is Role.VIEWER and encounter.ended != Opened.ALL.value:
            message = "Luck reveals hidden numbers: it needs the referee token until the log is ended with `open` all."
            raise TokenTooWeak(message)
        entries = await whole_log(self._store, encounter)
        return await self._worked_out("encounters/luck", entries, request, Present.of(encounter))

    async def luck_of_log(self, request: LuckOfLogRequest) -> EncounterLuck | LogDiverged:
        """Return the luck of an exported log, of this or another service, as `GET /v1/encounters/{id}/luck` does.

        The log is proved first, as `verify` proves it; if an entry does not follow, the answer says which.
        """
        entries = [rewritten(each) for each in request.entries]
        return await self._worked_out("encounters/luck-of-log", entries, request, None)

    async def _worked_out(
        self, name: str, entries: list[bytes], request: LuckRequest, present: Present | None
    ) -> EncounterLuck | LogDiverged:
        """Work it out; this is always heavy work, so it is done in a worker process if there is a pool."""
        asked = to_json({each: getattr(request, each) for each in LuckRequest.model_fields})
        if self._pool is None or not self._pool.is_open:
            return self._luck.luck_written(entries, asked, present)
        told = Written(await self._pool.run(name, "luck", entries, asked, present))
        return cast("EncounterLuck | LogDiverged", told)


def _has_dice(entry: Entry) -> bool:
    return bool(entry["dice"]["faces"] or entry["dice"]["cards"])


def _dice_by(dice: Mapping[str, Any]) -> DiceBy:
    """Return whose dice an act was played with; a single one that was brought makes them brought dice."""
    if dice["supplied_faces"] or dice["supplied_cards"]:
        return DiceBy.SUPPLIED
    return DiceBy.CALLER if dice["seed_by"] == DiceBy.CALLER else DiceBy.SERVICE
