"""The steps of a Dockerfile, carried out in a folder: its commands run as they stand, with the folder as their root."""

import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.patience import PATIENCE
from tests.shell import sh, unset

KNOWN: Final = {"FROM", "ENV", "WORKDIR", "COPY", "RUN", "LABEL", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"}
PLACES: Final = ("/opt", "/src", "/wheels")
"""Folders of the image that its commands name."""


@dataclass
class Stage:
    """What a stage has made so far."""

    root: Path
    environment: dict[str, str]
    folder: Path
    command: list[str] = field(default_factory=list)


def steps_of(dockerfile: Path) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile, each with its words."""
    text = re.sub(r"^#.*\n", "", dockerfile.read_text(encoding="utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    pairs = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    return [(name, words) for name, words in pairs]


def built(dockerfile: Path, folder: Path) -> Stage:
    """Carry out the steps of all stages, each on a Python of its own, and return the last stage."""
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for name, words in steps_of(dockerfile):
        if name == "FROM":
            title = words.partition(" AS ")[2] or "last"
            stage = stages[title] = _begun(folder / title)
            continue
        assert stage is not None
        _carry_out(stage, name, words, dockerfile.parent, stages)
    assert stage is not None
    return stage


def _begun(root: Path) -> Stage:
    """Begin on a Python with pip, as the base image has it."""
    uv = str(Path(sys.executable).parent / "uv")
    seeded = [uv, "venv", "--quiet", "--seed", "--system-certs", "--python", sys.executable, str(root / "base")]
    subprocess.run(seeded, check=True, timeout=PATIENCE)
    programs = root / "programs"
    programs.mkdir()
    (programs / "useradd").write_text("#!/bin/sh\n", encoding="utf-8")
    (programs / "useradd").chmod(0o755)
    kept = unset()
    path = f"{root}/base/bin:{programs}:{kept['PATH']}"
    return Stage(root, {**kept, "PATH": path}, root)


def _carry_out(stage: Stage, name: str, words: str, context: Path, stages: dict[str, Stage]) -> None:
    match name:
        case "ENV":
            for key, value in (pair.split("=", 1) for pair in shlex.split(words)):
                stage.environment[key] = _inside(stage, value).replace("$PATH", stage.environment["PATH"])
        case "ARG":
            key, value = words.split("=", 1)
            stage.environment[key] = value
        case "WORKDIR":
            stage.folder = stage.root / words.strip("/")
            stage.folder.mkdir(parents=True, exist_ok=True)
        case "COPY":
            _copy(stage, words, context, stages)
        case "RUN":
            environment = {**stage.environment, "PIP_NO_CACHE_DIR": "0", "PIP_NO_COMPILE": "1"}  # which saves time
            sh(_inside(stage, words), stage.folder, environment)
        case "ENTRYPOINT" | "CMD":
            stage.command += re.findall(r'"([^"]*)"', words)
        case _:
            assert name in KNOWN, name


def _copy(stage: Stage, words: str, context: Path, stages: dict[str, Stage]) -> None:
    *sources, target = shlex.split(words)
    from_stage = sources[0].startswith("--from=")
    if from_stage:
        context = stages[sources.pop(0).removeprefix("--from=")].root
    place = Path(_inside(stage, target)) if target.startswith("/") else stage.folder / target
    for source in sources:
        found = context / source.strip("/")
        if found.is_file():
            shutil.copy(found, place)
        elif from_stage:
            # A virtual environment names its own place: it cannot be moved, which in the image it is not.
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(found)
        else:
            shutil.copytree(found, place, ignore=shutil.ignore_patterns("__pycache__"))


def _inside(stage: Stage, text: str) -> str:
    """Have places of the image lead into the folder."""
    for place in PLACES:
        text = re.sub(rf"(?<![\w.]){place}\b", f"{stage.root}{place}", text)
    return text
