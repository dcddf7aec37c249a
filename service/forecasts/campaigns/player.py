"""The player of campaigns: deals their fights to an executor in turn, slice by slice, and counts what comes back.

A slice is as much of a chunk as a process plays in a fraction of a second. Slices are dealt in turn among callers, and
then among the campaigns of a caller, by the CPU seconds that each has had: no campaign waits for another to end. A
chunk is counted when its last slice is back, so that slices change no result.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import structlog

from service.forecasts.campaigns.campaign import Chunk, Run
from service.forecasts.campaigns.executors import ExecutorAway, ExecutorSource
from service.forecasts.campaigns.turns import Turns
from service.forecasts.counting.tally import Tally
from service.store.notifications import cancel_and_wait

AHEAD: Final = 2
"""Slices that are begun for each process, so that none waits for the next."""

SLICE_SECONDS: Final = 0.2
"""CPU seconds after which a process gives a chunk back that it has not played to its end."""

WIDTH_SECONDS: Final = 5.0
"""Seconds after which the executor is asked again how many processes it has."""

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds to wait before a lost executor is opened again: twice as long each time."""

MOST_FAILURES: Final = 3
"""How often a slice is played that raises an exception."""

MOST_DEATHS: Final = 20
"""How often a slice is played whose processes die: mostly it is not to blame."""

Arguments = Callable[[Chunk], tuple[Any, ...]]
"""Returns what `PlaySlice` is called with for consecutive fights of a cell."""

log = structlog.get_logger("umpire.campaigns")


class PlayedSlice(NamedTuple):
    """What a slice came to: a tally as JSON of its first fights, or why they failed; and the CPU seconds it took."""

    data: dict[str, Any]
    seconds: float
    failure: str | None = None


PlaySlice = Callable[..., PlayedSlice]
"""Plays fights in another process, for `SLICE_SECONDS` or somewhat longer; it raises nothing."""


def ignore(*news: object) -> None:
    """Ignore a report."""


class CellFailed(Exception):
    """A chunk of a cell failed as often as it was played; the message says how the last time."""

    def __init__(self, chunk: Chunk, reason: str) -> None:
        """Set the chunk, and how it failed."""
        super().__init__(reason)
        self.chunk = chunk


@dataclass(eq=False, slots=True)
class Piece:
    """A chunk that is not yet played to its end: what was tallied of its first fights, and how often it failed."""

    chunk: Chunk
    tally: Tally = field(default_factory=Tally)
    failures: int = 0
    deaths: int = 0

    @property
    def rest(self) -> Chunk:
        """The fights that are not yet played."""
        chunk, done = self.chunk, int(self.tally.fights)
        return Chunk(chunk.cell, chunk.number, chunk.first + done, chunk.fights - done)


@dataclass(eq=False, slots=True)
class Play:
    """A campaign that is played now.

    `changed` is called with the cells whose counted fights have changed, and `spent` with the fights of each slice that
    was played and the CPU seconds that it took.
    """

    run: Run
    arguments: Arguments
    caller: str
    changed: Callable[[Sequence[int]], object]
    spent: Callable[[int, float], object]
    ended: asyncio.Future[None]
    again: deque[Piece] = field(default_factory=deque)

    def next_piece(self) -> Piece | None:
        """Return the chunk to play on, first one that was begun; None, if there is none now."""
        while not self.ended.done():
            if self.again:
                piece = self.again.popleft()
            elif (chunk := self.run.next_chunk()) is not None:
                piece = Piece(chunk)
            else:
                return None
            if not self.is_finished(piece):
                return piece
        return None

    def is_finished(self, piece: Piece) -> bool:
        """Return whether no fight of a chunk counts any more."""
        return self.run.cells[piece.chunk.cell].is_finished

    def take(self, piece: Piece, played: PlayedSlice) -> None:
        """Add what a slice came to, and count its chunk if that was the last one."""
        if played.failure is not None:
            piece.failures += 1
            self._again(piece, MOST_FAILURES, piece.failures, played.failure)
            return
        slice_tally = Tally.of_data(played.data)
        self.spent(int(slice_tally.fights), played.seconds)
        piece.tally = piece.tally.merged(slice_tally)
        piece.failures = piece.deaths = 0
        if piece.rest.fights > 0:
            self.again.appendleft(piece)
            return
        changed = self.run.take(piece.chunk, piece.tally)
        if changed:
            self.changed(changed)
        if self.run.is_done and not self.ended.done():
            self.ended.set_result(None)

    def lose(self, piece: Piece, reason: str) -> None:
        """Have a slice played again whose process died."""
        piece.deaths += 1
        self._again(piece, MOST_DEATHS, piece.deaths, f"the processes that played it died, the last one so: {reason}")

    def _again(self, piece: Piece, most: int, times: int, reason: str) -> None:
        self.again.appendleft(piece)
        if times >= most and not self.ended.done():
            self.ended.set_exception(CellFailed(piece.rest, reason))


class Player:
    """Plays campaigns, all at the same time, with the executor of a source."""

    def __init__(self, source: ExecutorSource, play_slice: PlaySlice) -> None:
        """Set the source and the function that other processes call; nothing is opened."""
        self._source = source
        self._play_slice = play_slice
        self._turns: Turns[str] = Turns()
        self._plays: dict[str, Turns[Play]] = {}
        self._open: dict[Future[PlayedSlice], tuple[Play, Piece]] = {}
        self._woken = asyncio.Event()
        self._dealing: asyncio.Task[None] | None = None
        self._pause = FIRST_PAUSE

    @property
    def is_open(self) -> bool:
        """Whether there is an executor."""
        return self._source.is_open

    @property
    def width(self) -> int:
        """How many slices can be played at a time, as far as is known."""
        return self._source.width

    async def play(
        self,
        run: Run,
        arguments: Arguments,
        changed: Callable[[Sequence[int]], object] = ignore,
        spent: Callable[[int, float], object] = ignore,
        caller: str = "",
    ) -> None:
        """Play a campaign of a caller until every cell is finished; while the executor is lost, wait for it.

        Raises: CellFailed.
        """
        if run.is_done:
            return
        loop = asyncio.get_running_loop()
        play = Play(run, arguments, caller, changed, spent, loop.create_future())
        self._join(play)
        try:
            await play.ended
        finally:
            self._leave(play)

    async def close(self) -> None:
        """Stop dealing, and close the executor."""
        if self._dealing is not None:
            await cancel_and_wait(self._dealing)
            self._dealing = None
        await asyncio.to_thread(self._source.close)

    def _join(self, play: Play) -> None:
        self._turns.join(play.caller)
        self._plays.setdefault(play.caller, Turns()).join(play)
        self._woken.set()
        if self._dealing is None or self._dealing.done():
            self._dealing = asyncio.create_task(self._deal())

    def _leave(self, play: Play) -> None:
        """Deal no more of a campaign; what its last slices come to is not counted."""
        play.ended.cancel()
        own = self._plays[play.caller]
        own.leave(play)
        if not own:
            del self._plays[play.caller]
            self._turns.leave(play.caller)
        self._woken.set()

    async def _deal(self) -> None:
        """Deal slices as long as there are campaigns."""
        try:
            while self._plays:
                try:
                    await self._deal_on()
                except ExecutorAway as error:
                    self._give_back()
                    log.warning("executor of campaigns away", reason=str(error), seconds=self._pause)
                    await asyncio.sleep(self._pause)
                    self._pause = min(2 * self._pause, LONGEST_PAUSE)
        except Exception as error:  # whatever it is, the campaigns have to end
            log.exception("campaigns not dealt")
            for play in [each for turns in self._plays.values() for each in turns.order() if not each.ended.done()]:
                play.ended.set_exception(error)
        finally:
            self._give_back()

    async def _deal_on(self) -> None:
        """Deal slices, and take what comes back.

        Raises: ExecutorAway.
        """
        clock = asyncio.get_running_loop().time
        executor, width = await asyncio.to_thread(self._source.opened)
        until = clock() + WIDTH_SECONDS
        while self._plays:
            if clock() >= until or self._is_shaken():
                executor, width = await asyncio.to_thread(self._source.opened)
                until = clock() + WIDTH_SECONDS
            self._woken.clear()
            for future in [each for each in self._open if each.done()]:
                self._take(future)
            self._fill(executor, AHEAD * max(width, 1))
            with suppress(TimeoutError):
                async with asyncio.timeout(WIDTH_SECONDS):
                    await self._woken.wait()

    def _is_shaken(self) -> bool:
        """Return whether a slice came to nothing, so that the executor may be lost."""
        return any(_is_lost(future) for future, (play, _) in self._open.items() if not play.ended.done())

    def _fill(self, executor: Executor, window: int) -> None:
        """Begin slices, until so many are under way.

        Raises: ExecutorAway.
        """
        loop = asyncio.get_running_loop()
        while len(self._open) < window and (found := self._next()) is not None:
            play, piece = found
            try:
                future = executor.submit(self._play_slice, *play.arguments(piece.rest))
            except RuntimeError as error:  # it was closed meanwhile
                play.again.appendleft(piece)
                raise ExecutorAway(str(error)) from None
            self._open[future] = found
            self._charge(play, SLICE_SECONDS)
            future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._woken.set))

    def _next(self) -> tuple[Play, Piece] | None:
        """Return the campaign whose turn it is, and its next chunk."""
        for caller in self._turns.order():
            for play in self._plays[caller].order():
                piece = play.next_piece()
                if piece is not None:
                    return play, piece
        return None

    def _take(self, future: Future[PlayedSlice]) -> None:
        """Take what a slice came to."""
        play, piece = self._open.pop(future)
        if _is_lost(future):
            self._charge(play, -SLICE_SECONDS)
            reason = "cancelled" if future.cancelled() else str(future.exception())
            if not play.ended.done():
                play.lose(piece, reason)
            return
        played = future.result()
        self._charge(play, played.seconds - SLICE_SECONDS)
        self._pause = FIRST_PAUSE
        if not play.ended.done():
            play.take(piece, played)

    def _charge(self, play: Play, seconds: float) -> None:
        self._turns.charge(play.caller, seconds)
        if play.caller in self._plays:
            self._plays[play.caller].charge(play, seconds)

    def _give_back(self) -> None:
        """Forget all slices that are under way; they are dealt again."""
        for play, piece in self._open.values():
            self._charge(play, -SLICE_SECONDS)
            play.again.append(piece)
        self._open.clear()


def _is_lost(future: Future[PlayedSlice]) -> bool:
    """Return whether a call has ended without a result."""
    return future.done() and (future.cancelled() or future.exception() is not None)
