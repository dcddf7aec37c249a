"""`umpire campaign` plays without a service or a store, and goes on from where it was stopped."""

import csv
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.app import bound_procedures, play_slice, slice_player
from service.forecasts.campaigns.campaign import Run
from service.forecasts.campaigns.player import Player
from service.forecasts.counting.tally import Tally
from service.operations.forecasts.campaigns import command
from service.operations.forecasts.campaigns.checkpoints import CheckpointFile, OtherCampaign
from service.operations.forecasts.campaigns.formats import Format, formatted
from service.wire import to_json
from tests.campaigns.specs import Here, in_order, known, results, spec, tallies
from tests.patience import PATIENCE

CHUNK = 2048
"""Fights of a chunk of two units."""


def file_of(folder: Path, **changes: Any) -> Path:
    """Write a campaign into a file."""
    path = folder / "spec.json"
    path.write_bytes(orjson.dumps(spec(**changes)))
    return path


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    """Carry out the command in this process, which plays as well."""
    return command.campaign(
        [str(word) for word in words], bound_procedures(), lambda processes: Player(Here(), play_slice)
    )


def test_each_cell_is_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As JSON, as CSV, as a table and as a picture; it is played once, and the progress goes elsewhere."""
    cells = known(CHUNK)
    expected = results(cells, in_order(cells))
    path = file_of(tmp_path)
    assert run(monkeypatch, path, "--format", "jsonl") == 0
    out, err = capsys.readouterr()
    assert [orjson.loads(line) for line in out.splitlines()] == [orjson.loads(to_json(cell)) for cell in expected]
    assert "100%, 960 fights" in err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["spec.json", "spec.json.checkpoint"]
    rows = list(csv.DictReader(StringIO(formatted(Format.CSV, ["/input/units/0/morale_max"], expected))))
    assert [row["/input/units/0/morale_max"] for row in rows] == ["shaken", "steady", "brave"]
    assert [float(row["red wins"]) for row in rows] == pytest.approx(
        [side.chance.decimal for cell in expected for side in cell.winner if side.side == "red"], abs=1e-6
    )
    assert [float(row["red lost"]) for row in rows] == pytest.approx(
        [side.mean for cell in expected for side in cell.losses if side.side == "red"], abs=1e-6
    )
    assert run(monkeypatch, path, "--format", "svg", "--side", "red", "--of", "losses") == 0
    out, err = capsys.readouterr()
    assert "Members lost on average by" in out
    assert err == f"umpire: not played again: the results are those in {path}.checkpoint\n"
    assert run(monkeypatch, path, "--format", "svg", "--side", "red") == 0
    assert "brave" in (picture := capsys.readouterr().out)
    assert picture.startswith("<svg")
    table = formatted(Format.TABLE, ["/input/units/0/morale_max"], expected).splitlines()
    assert table[0].split()[:3] == ["cell", "morale_max", "fights"]
    assert table[2].split()[:3] == ["1", "steady", "320"]


def test_results_that_cannot_be_kept_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder in which no file can be made costs a finished campaign nothing but its checkpoint."""
    path = file_of(tmp_path)
    assert run(monkeypatch, path, "--resume", tmp_path / "nowhere" / "kept", "--format", "jsonl") == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert "not kept for another format" in err


def test_a_checkpoint_is_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chunks that are in the file are not played again; the file of another campaign is refused."""
    changes: dict[str, Any] = {"max_fights": 3 * CHUNK}
    cells = known(CHUNK, **changes)
    half, whole = Run(cells.plan), in_order(cells)
    for chunk in [half.next_chunk() for _ in range(4)]:
        assert chunk is not None
        data, _ = command_chunk(cells, chunk)
        half.take(chunk, data)
    path, kept = file_of(tmp_path, **changes), tmp_path / "kept"
    CheckpointFile(kept, cells).write(half)
    assert tallies(Run(cells.plan, CheckpointFile(kept, cells).read())) == tallies(half)
    assert run(monkeypatch, path, "--resume", kept, "--format", "jsonl") == 0
    out, _ = capsys.readouterr()
    assert [orjson.loads(line) for line in out.splitlines()] == [
        orjson.loads(to_json(cell)) for cell in results(cells, whole)
    ]
    CheckpointFile(kept, cells).write(half)
    assert run(monkeypatch, file_of(tmp_path), "--resume", kept) == 1
    assert "is of another campaign: max_fights of the SPEC differ" in capsys.readouterr().err
    CheckpointFile(kept, cells).write(whole)
    assert run(monkeypatch, file_of(tmp_path), "--resume", kept) == 1
    assert "max_fights of the SPEC differ; --anew begins anew" in capsys.readouterr().err
    assert run(monkeypatch, file_of(tmp_path), "--resume", kept, "--anew") == 0
    assert "100%, 960 fights" in capsys.readouterr().err
    kept.write_text("{}")
    with pytest.raises(OtherCampaign, match="no checkpoint"):
        CheckpointFile(kept, cells).read()


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("\n", 1)])
def test_a_changed_spec_beside_a_checkpoint_asks(
    answer: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal, before anything is replaced; without a yes the checkpoint stays."""
    assert run(monkeypatch, file_of(tmp_path)) == 0
    kept = tmp_path / "spec.json.checkpoint"
    before = kept.read_bytes()
    capsys.readouterr()

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    errors = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    monkeypatch.setattr("sys.stderr", errors)
    assert run(monkeypatch, file_of(tmp_path, seed="sha512ctr1:other")) == status
    assert "seed of the SPEC differ" in errors.getvalue()
    assert "Begin anew, and replace it? [y/N]" in errors.getvalue()
    assert (kept.read_bytes() == before) == bool(status)


def test_a_checkpoint_of_other_rules_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Finished or not: the message names both rulesets, and the file stays."""
    path, kept = file_of(tmp_path), tmp_path / "spec.json.checkpoint"
    for is_done in (True, False):
        assert run(monkeypatch, path, "--anew") == 0
        other = {**orjson.loads(kept.read_bytes()), "ruleset": "mass@0", "done": is_done}
        kept.write_bytes(orjson.dumps(other))
        capsys.readouterr()
        assert run(monkeypatch, path) == 1
        assert "counted under the rules mass@0, but this version has mass@2" in capsys.readouterr().err
        assert orjson.loads(kept.read_bytes()) == other


def command_chunk(cells: Any, chunk: Any) -> tuple[Any, float]:
    """Play a chunk in this process."""
    data, seconds, _ = slice_player().play(*cells.arguments(chunk))
    return Tally.of_data(data), seconds


def test_what_is_wrong_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Problems are written as documents, with status 1; files that are not there are usage errors."""
    assert run(monkeypatch, file_of(tmp_path, operation="mass/resolve-raid")) == 1
    assert orjson.loads(capsys.readouterr().err)["type"] == "/problems/unknown-operation"
    assert run(monkeypatch, tmp_path / "nothing.json") == 2
    assert "nothing.json" in capsys.readouterr().err
    assert run(monkeypatch, "show", file_of(tmp_path), 5, "--cell", 1) == 0
    assert orjson.loads(capsys.readouterr().out)["dice"]["seed"] == "sha512ctr1:campaign/5"
    assert run(monkeypatch, "show", file_of(tmp_path), 5, "--cell", 9) == 1
    assert "unknown-cell" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run(monkeypatch, file_of(tmp_path), "--workers", 0)


def test_an_interrupted_campaign_leaves_a_checkpoint(tmp_path: Path) -> None:
    """Ctrl-C ends the command with status 1, and what was counted can be gone on from."""
    path = file_of(tmp_path, max_fights=100_000_000)
    kept = tmp_path / "spec.json.checkpoint"
    process = subprocess.Popen(
        [sys.executable, "-m", "service", "campaign", str(path), "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        while " 0 fights" in (line := process.stderr.readline()) or "fights" not in line:
            assert process.poll() is None, line
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 1
    assert f"goes on from {kept}" in errors
    cells = known(CHUNK, max_fights=100_000_000)
    counted = CheckpointFile(kept, cells).read()
    assert sum(chunks for chunks, _, _ in counted.values()) > 0
    assert all(tally.fights == chunks * CHUNK for chunks, tally, _ in counted.values())


def test_a_side_that_does_not_fight_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence names those that do."""
    with pytest.raises(SystemExit):
        run(monkeypatch, file_of(tmp_path), "--format", "svg", "--side", "green")
    assert "'green' does not fight; the sides are red, blue" in capsys.readouterr().err
