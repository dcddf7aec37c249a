"""`make release`: everything of this version that others install or read, in dist/.

The wheel and the source archive of the service, the clients as packages for npm and pip, the plugins for Foundry and
Owlbear Rodeo, what the image is built from, the list of packages, the contract, and the sums of all files.

`python -m tests.release freeze` keeps the present contract as that of the version in pyproject.toml, with which later
ones are compared, and what its rulesets answer; give it once, when the version is released.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import orjson

from service.app import graphql
from tests.architecture.source import ROOT
from tests.published import document
from tests.release import rulesets
from tests.release.compatibility import what_callers_rely_on, without_words
from tests.release.packed import pack_image_context, pack_npm_clients, pack_plugins, pack_python_client
from tests.release.schemas import without_descriptions

DIST: Final = ROOT / "dist"
RELEASED: Final = ROOT / "tests" / "release" / "contracts"
BIN: Final = Path(sys.executable).parent


def run(*words: str | Path) -> None:
    """Carry out a command, which must end well."""
    subprocess.run([str(word) for word in words], check=True, cwd=ROOT)


def build(folder: Path) -> None:
    """Build the source archive, and the wheel from it, with the locked setuptools."""
    run(BIN / "uv", "build", "--quiet", "--offline", "--no-build-isolation", "--out-dir", folder)


def list_packages(python: Path, file: Path) -> None:
    """Write the packages of an environment as CycloneDX has it, each with its version and licence."""
    told = ("--pyproject", "pyproject.toml", "--output-reproducible", "--validate", "--output-format", "JSON")
    run(BIN / "cyclonedx-py", "environment", *told, "--output-file", file, python)


def environment_with(wheel: Path, folder: Path) -> Path:
    """Make an environment with the locked packages and the wheel alone, and return its Python."""
    python = folder / "bin" / "python"
    install = (BIN / "uv", "pip", "install", "--quiet", "--system-certs", "--python", python)
    run(BIN / "uv", "venv", "--quiet", folder)
    run(*install, "--require-hashes", "--requirement", "requirements.lock")
    run(*install, "--no-deps", "--offline", wheel)
    return python


def freeze(folder: Path = RELEASED) -> Path:
    """Keep the present contract and the GraphQL schema beside it, without what only people read."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{version('umpire-referee')}.json"
    kept = what_callers_rely_on(without_words(document()))
    file.write_text("".join(_lines_of(kept)), encoding="utf-8")
    file.with_suffix(".graphql").write_text(without_descriptions(graphql().schema.as_str()), encoding="utf-8")
    if folder == RELEASED:
        rulesets.write()
    return file


def _lines_of(kept: dict[str, Any]) -> Iterator[str]:
    """Write a document with each path and each component in a line of its own."""
    parts = {"paths": kept["paths"], **{f"components/{kind}": each for kind, each in kept["components"].items()}}
    yield "{"
    for number, (title, part) in enumerate(parts.items()):
        yield f'{"," if number else ""}\n"{title}": {{\n'
        lines = [f'"{name}": {orjson.dumps(each).decode()}' for name, each in sorted(part.items())]
        yield ",\n".join(lines) + "\n}"
    yield "\n}\n"


def release() -> None:
    """Make everything of a release in dist/, with the sums of all files."""
    number = version("umpire-referee")
    if DIST.exists():
        shutil.rmtree(DIST)
    build(DIST)
    (wheel,) = DIST.glob("*.whl")
    pack_npm_clients(DIST)
    pack_python_client(DIST)
    pack_plugins(DIST)
    pack_image_context(DIST / f"umpire-{number}.image.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        python = environment_with(wheel, Path(folder) / "environment")
        list_packages(python, DIST / f"umpire-{number}.cdx.json")
    shutil.copy(ROOT / "openapi.yaml", DIST / f"umpire-{number}.openapi.yaml")
    shutil.copy(ROOT / "api_schema" / "schema.graphql", DIST / f"umpire-{number}.graphql")
    (DIST / ".gitignore").unlink(missing_ok=True)
    files = sorted(DIST.iterdir())
    sums = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (DIST / "SHA256SUMS").write_text(sums, encoding="utf-8")
    for file in files:
        print(f"{file.stat().st_size:>12,}  {os.path.relpath(file, ROOT)}")


if __name__ == "__main__":
    if sys.argv[1:] == ["freeze"]:
        print(freeze())
    else:
        release()
