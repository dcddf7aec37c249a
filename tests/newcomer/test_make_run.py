"""`make run` installs what a service needs, once, and uses the developers' environment where that stands."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from tests.encounters.live import PATIENT
from tests.newcomer.unpacked import ROOT, copied
from tests.patience import PATIENCE
from tests.rings import long
from tests.shell import sh, unset

ROLL = {"notation": "3d6"}
DEVELOPERS = ("ruff", "mypy", "pytest", "uv", "schemathesis")


@dataclass(frozen=True)
class Begun:
    """What `make run` printed until the service listened, and the address."""

    printed: tuple[str, ...]
    address: str


@contextmanager
def make_run(folder: Path) -> Iterator[Begun]:
    """Give `make run`, and end it as Ctrl-C does."""
    settings = {"UMPIRE_PORT": "0", "UMPIRE_WORK_SECONDS": PATIENT, "UMPIRE_STORE_TIMEOUT": str(PATIENCE)}
    with subprocess.Popen(
        ["/bin/sh", "-c", f"exec make run PYTHON={sys.executable}"],
        cwd=folder,
        env={**unset(), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            printed: list[str] = []
            for line in process.stdout:
                printed.append(line.rstrip())
                found = re.search(r"play at (http://127\.0\.0\.1:\d+)/play, read \1/docs", line)
                if found:
                    yield Begun(tuple(printed), found[1])
                    return
            pytest.fail("make run ended without an address:\n" + "\n".join(printed))
        finally:
            os.killpg(process.pid, signal.SIGINT)


def planned(folder: Path) -> str:
    """Return the commands that `make run` would carry out."""
    return sh(f"make --no-print-directory --dry-run run PYTHON={sys.executable}", folder, unset())


def test_only_what_a_service_needs_is_installed(tmp_path: Path) -> None:
    """Without an environment, the runtime's lock files are installed; they do not name what only developers need."""
    copied(tmp_path)
    commands = planned(tmp_path / "umpire")
    assert set(re.findall(r"-r (\S+)", commands)) == {"requirements.lock", "requirements-build.lock"}
    assert "compileall" in commands
    assert not set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)) & set(
        DEVELOPERS
    )


@pytest.mark.parametrize(("stamp", "lock"), [("ok", "requirements-dev.lock"), ("runs", "requirements.lock")])
def test_an_environment_that_stands_is_used(tmp_path: Path, stamp: str, lock: str) -> None:
    """With the environment of a developer or of an earlier run, the service starts, unless the lock file is newer."""
    folder = copied(tmp_path)
    (folder / ".venv").mkdir()
    (folder / ".venv" / stamp).touch()
    assert planned(folder).splitlines() == [".venv/bin/umpire serve --data data"]
    os.utime(folder / ".venv" / stamp, (0, 0))
    assert f"-r {lock}" in planned(folder)


@long
def test_a_fresh_clone_is_run(tmp_path: Path) -> None:
    """Each step is named as it begins; the service answers, has compiled modules, and starts again without a step."""
    folder = copied(tmp_path)
    with make_run(folder) as begun:
        steps = [line[:3] for line in begun.printed if re.match(r"\d/4 ", line)]
        assert steps == ["1/4", "2/4", "3/4", "4/4"]
        assert httpx2.post(f"{begun.address}/v1/dice/roll", json=ROLL, timeout=PATIENCE).status_code == 200
        assert httpx2.get(f"{begun.address}/play", timeout=PATIENCE).status_code == 200
    assert [name for name in DEVELOPERS if (folder / ".venv" / "bin" / name).exists()] == []
    sources = [each for each in (folder / "service").rglob("*.py") if each.parent.name != "__pycache__"]
    assert [each for each in sources if not list((each.parent / "__pycache__").glob(f"{each.stem}.*.pyc"))] == []
    with make_run(folder) as begun:
        assert [line for line in begun.printed if re.match(r"\d/\d ", line)] == []
    shutil.rmtree(folder / ".venv")
