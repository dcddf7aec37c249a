"""Checkpoints of campaigns: what is counted of each cell as JSON, and the file that the command keeps."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from service.forecasts.campaigns.campaign import CellRun, Run
from service.forecasts.counting.stopping import Stopped
from service.forecasts.counting.tally import Tally
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
        """Return what is counted; nothing, if there is no file.

        Raises: OtherCampaign, which says what differs; OSError.
        """
        if not self.path.exists():
            return {}
        try:
            kept: Any = orjson.loads(self.path.read_bytes())
            cells = {int(number): read_cell(orjson.dumps(cell)) for number, cell in kept.pop("cells").items()}
            kept.pop("done", None)
            ruleset, campaign = kept["ruleset"], kept["campaign"]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise OtherCampaign(f"{self.path} is no checkpoint of a campaign") from None
        if kept == self._campaign:
            return cells
        ours = self._campaign
        if ruleset != ours["ruleset"]:
            reason = f"was counted under the rules {ruleset}, but this version has {ours['ruleset']}"
        elif campaign != ours["campaign"]:
            names = [name for name in ours["campaign"] if campaign.get(name) != ours["campaign"][name]]
            reason = f"is of another campaign: {', '.join(names)} of the SPEC differ"
        else:
            reason = f"has chunks of {kept['chunk']} fights, and this campaign has chunks of {ours['chunk']}"
        raise OtherCampaign(f"the checkpoint {self.path} {reason}")

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
