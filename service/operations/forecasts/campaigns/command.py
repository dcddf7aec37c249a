"""The command `umpire campaign`: plays a campaign without a service, or prints one of its fights."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final, TextIO

from service.errors import UmpireError
from service.errors.unusable_files import unusable
from service.forecasts.campaigns.campaign import Run
from service.forecasts.campaigns.player import CellFailed, Player
from service.operations.forecasts.campaigns.answers import CampaignCell
from service.operations.forecasts.campaigns.campaign_picture import Drawn, drawn
from service.operations.forecasts.campaigns.checked import CampaignCells, KnownCells
from service.operations.forecasts.campaigns.checkpoints import CheckpointFile, Counted, OtherCampaign
from service.operations.forecasts.campaigns.formats import Format, formatted
from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.problem import problem_of
from service.operations.procedure import BoundProcedure
from service.operations.validation import validated
from service.wire import to_json

DESCRIPTION: Final = """\
Play a campaign in processes of this machine, and write a line for each cell.

SPEC is a file with the body of POST /v1/campaigns. What is counted is kept in a checkpoint: after Ctrl-C the same
command goes on from there, and a campaign that is finished is written in another format without being played again.
`umpire campaign show SPEC N [--cell C]` prints the request that shows fight N of a cell in full.
"""
TOLD_EVERY: Final = (0.5, 10.0)
"""Seconds between two reports of the progress: on a terminal, and elsewhere."""

SVG: Final = "svg"
"""The format that is a picture."""

WRITTEN_EVERY: Final = 5.0
"""Seconds between two checkpoints."""

NO_LIMIT: Final = sys.maxsize
BAR: Final = 24
"""Characters of the progress bar."""


def campaign(
    words: Sequence[str], bound_procedures: Mapping[str, BoundProcedure], player_of: Callable[[int], Player]
) -> int:
    """Carry out the command and return its exit status; `player_of` makes a player with so many processes."""
    cells = CampaignCells(bound_procedures)
    if words[:1] == ["show"]:
        return _show(words[1:], cells)
    parser = _campaign_parser()
    options = parser.parse_args(words)
    if options.workers < 1:
        parser.error("--workers: at least one process has to play")
    file = options.resume or options.spec.with_name(f"{options.spec.name}.checkpoint")
    try:
        known = _checked(options.spec, cells)
        if options.side not in (None, *known.sides()):
            parser.error(f"--side: {options.side!r} does not fight; the sides are {', '.join(known.sides())}")
        checkpoint = CheckpointFile(file, known)
        run = Run(known.plan, _counted(checkpoint, anew=options.anew))
        if run.is_done:
            sys.stderr.write(f"umpire: not played again: the results are those in {file}\n")
        else:
            asyncio.run(_played(known, run, player_of(options.workers), checkpoint))
        told = [known.result(number, cell) for number, cell in enumerate(run.cells) if cell.counted]
        sys.stdout.write(_written(known, told, options))
        sys.stdout.flush()
    except UmpireError as error:
        return _refused(error)
    except (OSError, OtherCampaign, CellFailed) as error:
        sys.stderr.write(f"umpire: {unusable(error)}\n")
        return 2 if isinstance(error, OSError) else 1
    if not run.is_done:
        sys.stderr.write(f"umpire: stopped; the same command goes on from {file}\n")
    return 0 if run.is_done else 1


def _campaign_parser() -> argparse.ArgumentParser:
    """Return the parser of the words of the command."""
    parser = _parser("umpire campaign", DESCRIPTION)
    parser.add_argument("spec", type=Path, metavar="SPEC", help="file with the campaign")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that play (all processors)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="the checkpoint (SPEC.checkpoint)")
    parser.add_argument(
        "--format", choices=[*Format, SVG], default=Format.TABLE, help="how results are written (table)"
    )
    parser.add_argument("--side", help="with svg: the side that the picture shows (the first by id)")
    parser.add_argument("--of", choices=[*Drawn], default=Drawn.WINS, help="with svg: what the picture shows (wins)")
    parser.add_argument("--anew", action="store_true", help="begin anew, and replace a checkpoint of another campaign")
    return parser


def _counted(checkpoint: CheckpointFile, *, anew: bool) -> Mapping[int, Counted]:
    """Return what is counted; if it is of another campaign, ask on a terminal whether to begin anew.

    Raises: OtherCampaign, if nobody answers yes; OSError.
    """
    if anew:
        return {}
    try:
        return checkpoint.read()
    except OtherCampaign as other:
        question = f"umpire: {other}\nBegin anew, and replace it? [y/N] "
        if sys.stdin.isatty() and sys.stderr.isatty() and _answer(question) == "y":
            return {}
        raise OtherCampaign(f"{other}; --anew begins anew and replaces it, --resume FILE names another") from None


def _answer(question: str) -> str:
    """Ask on the terminal, and return the first letter of the answer."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower()[:1]


def _written(known: KnownCells, told: Sequence[CampaignCell], options: argparse.Namespace) -> str:
    """Write the results; a picture is of one side."""
    if options.format == SVG:
        return drawn(known.asked.operation, told, known.sweep, options.side, Drawn(options.of))
    return formatted(Format(options.format), [axis.heading for axis in known.asked.axes], told)


def _show(words: Sequence[str], cells: CampaignCells) -> int:
    """Print the request that shows one fight."""
    parser = _parser("umpire campaign show", "Print the request that shows one fight of a campaign in full.")
    parser.add_argument("spec", type=Path, metavar="SPEC", help="file with the campaign")
    parser.add_argument("fight", type=int, metavar="N", help="number of the fight, from 0")
    parser.add_argument("--cell", type=int, default=0, help="number of the cell, from 0 (0)")
    options = parser.parse_args(words)
    if min(options.fight, options.cell) < 0:
        parser.error("fights and cells are counted from 0")
    try:
        asked = validated(NewCampaign, options.spec.read_bytes()).as_stored()
        request = cells.known(asked, 1).fight(options.cell, options.fight)
    except UmpireError as error:
        return _refused(error)
    except OSError as error:
        sys.stderr.write(f"umpire: {unusable(error)}\n")
        return 2
    sys.stdout.write(to_json(request).decode() + "\n")
    return 0


def _checked(spec: Path, cells: CampaignCells) -> KnownCells:
    asked = validated(NewCampaign, spec.read_bytes()).as_stored()
    cells.sized(asked, NO_LIMIT)
    return cells.known(asked, cells.chunk(asked))


async def _played(known: KnownCells, run: Run, player: Player, checkpoint: CheckpointFile) -> None:
    """Play until all cells are finished, or a signal comes, and leave a checkpoint.

    Raises: CellFailed, which names the cell; OSError.
    """
    progress = Progress(sys.stderr, run)
    playing = asyncio.create_task(player.play(run, known.arguments))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, playing.cancel)
    written = monotonic()
    try:
        while not playing.done():
            await asyncio.wait([playing], timeout=TOLD_EVERY[0])
            progress.report()
            if monotonic() - written >= WRITTEN_EVERY:
                checkpoint.write(run)
                written = monotonic()
        with suppress(asyncio.CancelledError):
            playing.result()
    except CellFailed as error:
        checkpoint.write(run)
        failed = error.chunk
        message = f"{known.named(failed.cell)} failed in its fights from {failed.first:,} on: {error}"
        raise CellFailed(failed, message) from None
    finally:
        await player.close()
        progress.end()
    try:
        checkpoint.write(run)
    except OSError as error:
        if not run.is_done:
            raise
        sys.stderr.write(f"umpire: these results are not kept for another format. {unusable(error)}\n")


@dataclass(slots=True)
class Progress:
    """Reports on standard error how far a campaign is."""

    errors: TextIO
    run: Run
    began: float = 0.0
    before: int = 0
    reported: float = 0.0

    def __post_init__(self) -> None:
        """Begin now: fights that were counted before do not tell how fast this machine is."""
        self.began = self.reported = monotonic()
        self.before = self.run.fights

    def report(self) -> None:
        """Report from time to time."""
        now = monotonic()
        if now - self.reported >= TOLD_EVERY[not self.errors.isatty()]:
            self.reported = now
            self._write("\r" if self.errors.isatty() else "\n")

    def end(self) -> None:
        """Report the end."""
        self._write("\n")

    def _write(self, end: str) -> None:
        share, fights = self.run.share, self.run.fights
        a_second = (fights - self.before) / max(monotonic() - self.began, 0.001)
        most = len(self.run.cells) * self.run.plan.max_fights
        left = f", {_as_time((1 - share) * most / a_second)} left at most" if a_second and share < 1 else ""
        bar = ("#" * round(BAR * share)).ljust(BAR, ".")
        self.errors.write(f"umpire: [{bar}] {share:4.0%}, {fights:,} fights, {a_second:,.0f} a second{left}   {end}")
        self.errors.flush()


def _as_time(seconds: float) -> str:
    """Write seconds as hours, minutes and seconds: 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _refused(error: UmpireError) -> int:
    sys.stderr.buffer.write(to_json(problem_of(error, "/v1/campaigns")) + b"\n")
    return 1


def _parser(name: str, description: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=name, description=description, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
