"""What a release has besides the service's wheel: clients as packages, plugins, and what an image is built from."""

import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from typing import Final

from tests.architecture.source import ROOT
from tests.node.tools import PACKAGES, PROGRAMS, installed

CLIENTS: Final = ROOT / "clients"
NPM: Final = PROGRAMS.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
QUIET: Final = ("--no-audit", "--no-fund", "--no-progress", "--loglevel=error", "--prefer-offline")
PLUGINS: Final = {"foundry": ("umpire.zip", "module.json"), "owlbear": ("owlbear.zip",)}
MADE: Final = ignore_patterns("node_modules", "dist", "build", "*.egg-info", "__pycache__")


def pack_npm_clients(folder: Path) -> list[Path]:
    """Pack every client for npm that is published; its types are made as it is packed."""
    tools, packed = installed(), []
    for package in sorted(CLIENTS.glob("*/package.json")):
        told = json.loads(package.read_bytes())
        if told.get("private"):
            continue
        with tempfile.TemporaryDirectory() as beside:
            copytree(CLIENTS, Path(beside) / "clients", ignore=MADE)
            copy = Path(beside) / "clients" / package.parent.name
            tools.run(NPM, "install", *QUIET, folder=copy)
            tools.run(NPM, "pack", *QUIET, "--pack-destination", folder, folder=copy)
        packed.append(folder / f"{told['name']}-{told['version']}.tgz")
    return packed


def pack_python_client(folder: Path) -> list[Path]:
    """Build the source archive and the wheel of the Python client, with the locked setuptools."""
    before = set(folder.iterdir())
    with tempfile.TemporaryDirectory() as beside:
        copy = Path(beside) / "python"
        copytree(CLIENTS / "python", copy, ignore=MADE)
        uv = str(Path(sys.executable).parent / "uv")
        build = [uv, "build", "--quiet", "--offline", "--no-build-isolation", "--python", sys.executable]
        subprocess.run([*build, "--out-dir", str(folder)], check=True, cwd=copy)
    return sorted(set(folder.iterdir()) - before)


def pack_plugins(folder: Path) -> list[Path]:
    """Build the module for Foundry with its manifest, and the extension for Owlbear Rodeo, by their own scripts.

    With PROJECT_URL in the environment the manifest has the addresses by which the module is installed and updated.
    """
    tools, packed = installed(), []
    for plugin, files in PLUGINS.items():
        with tempfile.TemporaryDirectory() as beside:
            tools.run(CLIENTS / plugin / "build.mjs", beside, more={"NODE_PATH": str(PACKAGES)})
            packed += [Path(copy(Path(beside) / name, folder)) for name in files]
    return packed


def pack_image_context(file: Path) -> Path:
    """Pack what the Dockerfile copies, and the Dockerfile: `docker build - < FILE` needs nothing else."""
    with tarfile.open(file, "w:gz") as context:
        for name in ("Dockerfile", *copied_into_images()):
            context.add(ROOT / name, name, filter=_of_nobody)
    return file


def copied_into_images() -> Iterator[str]:
    """Return the files and folders that .dockerignore lets through."""
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if line.startswith("!"):
            yield line[1:]


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Leave compiled modules out, and who made the rest."""
    if "__pycache__" in Path(entry.name).parts:
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry
