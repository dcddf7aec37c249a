"""Checkpoints of campaigns: what is counted of each cell as JSON, and the file that the command keeps."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from service.forecasts.campaign import CellRun, Run
from service.forecasts.stopping import Stopped
from service.forecasts.tally import Tally
from service.operations.forecasts.campaigns.checked import KnownCells
from service.operations.validation import rewritten

Counted = tuple[int, Tally, Stopped | None]
"""The counted chunks of a cell, their tally, and why the cell is finished."""


class OtherCampaign(Exception):
    """The file is no checkpoint, or that of another campaign."""


def written_cell(cell: CellRun) -> bytes:
    """Write what is counted of a cell."""
    stopped = None if cell.stopped is None else cell.stopped.value
    return orjson.dumps({"chunks": cell.counted, "stopped": stopped, "tally": cell.tally.to_data()})


def read_cell(written: bytes) -> Counted:
    """Return what `written_cell` has written."""
    data = orjson.loads(written)
    return (
        data["chunks"],
        Tally.of_data(data["tally"]),
        None if data["stopped"] is None else Stopped(data["stopped"]),
    )


class CheckpointFile:
    """A file with what is counted of a campaign; it is replaced as a whole, so that it is never half written."""

    def __init__(self, path: Path, known: KnownCells) -> None:
        """Set the file, and the campaign that it has to be of."""
        self.path = path
        self._campaign = {
            "campaign": orjson.loads(rewritten(known.asked)),
            "ruleset": known.bound.family.ruleset,
            "chunk": known.chunk,
        }

    def read(self) -> Mapping[int, Counted]:
        """Return what is counted; nothing, if there is no file, or only that of another campaign that is finished.

        Raises: OtherCampaign; OSError.
        """
        if not self.path.exists():
            return {}
        try:
            kept: Any = orjson.loads(self.path.read_bytes())
            cells = {int(number): read_cell(orjson.dumps(cell)) for number, cell in kept.pop("cells").items()}
            is_done = kept.pop("done", False)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise OtherCampaign(f"{self.path} is no checkpoint of a campaign") from None
        if kept == self._campaign:
            return cells
        if is_done:
            return {}
        message = f"{self.path} is the checkpoint of another campaign, or of other rules; delete it to begin anew"
        raise OtherCampaign(message)

    def write(self, run: Run) -> None:
        """Replace the file by what is counted now.

        Raises: OSError.
        """
        cells = {
            str(number): orjson.Fragment(written_cell(cell)) for number, cell in enumerate(run.cells) if cell.counted
        }
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.write_bytes(orjson.dumps({**self._campaign, "done": run.is_done, "cells": cells}))
        beside.replace(self.path)
