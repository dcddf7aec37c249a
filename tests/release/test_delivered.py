"""What a release delivers works where nothing else is: the service of the wheel, its pages, clients and plugins."""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import unpack_archive

import httpx2
import pytest

from tests.architecture.source import ROOT
from tests.encounters.live import PATIENT
from tests.newcomer.unpacked import programs_of
from tests.node.tools import NodeTools
from tests.patience import PATIENCE
from tests.release.__main__ import BIN, build
from tests.release.packed import (
    NPM,
    QUIET,
    copied_into_images,
    pack_image_context,
    pack_npm_clients,
    pack_plugins,
    pack_python_client,
)
from tests.rings import long
from tests.shell import sh, unset


@dataclass(frozen=True)
class Delivered:
    """The folder of a release, and the programs of its wheel."""

    folder: Path
    bin: Path


@pytest.fixture(scope="module")
def delivered(tmp_path_factory: pytest.TempPathFactory, node_tools: NodeTools) -> Delivered:
    """A release, and its service installed into an environment of its own."""
    folder = tmp_path_factory.mktemp("dist")
    build(folder)
    (wheel,) = folder.glob("umpire_referee-*.whl")
    pack_npm_clients(folder)
    pack_python_client(folder)
    pack_plugins(folder)
    return Delivered(folder, _installed(wheel, tmp_path_factory.mktemp("tools")))


def _installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel with `uv tool install`: what its metadata ask for, in locked versions; return its programs."""
    environment = {**unset(), "UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    install = [str(BIN / "uv"), "tool", "install", "--quiet", "--system-certs", "--python", sys.executable]
    locked = ["--constraints", str(ROOT / "requirements.lock")]
    subprocess.run([*install, *locked, str(wheel)], check=True, env=environment, timeout=PATIENCE)
    return folder / "bin"


@pytest.fixture(scope="module")
def address(delivered: Delivered, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `umpire serve` of the wheel is, started in an empty folder."""
    settings = {"UMPIRE_WORK_SECONDS": PATIENT, "UMPIRE_STORE_TIMEOUT": str(PATIENCE)}
    with subprocess.Popen(
        [delivered.bin / "umpire", "serve", "--port", "0"],
        cwd=tmp_path_factory.mktemp("empty"),
        env={**unset(), **settings},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)


@long
@pytest.mark.parametrize("path", ["/play", "/docs", "/docs/encounters", "/docs/api/opposed", "/openapi.json"])
def test_the_wheel_has_its_pages(address: str, path: str) -> None:
    """The console and the documents are in the wheel, with every script, style and picture that they name."""
    page = httpx2.get(address + path, timeout=PATIENCE)
    assert page.status_code == 200
    if path != "/openapi.json":
        named = set(re.findall(r'(?:src|href)="(/[^"#?]+\.(?:js|css|svg|png|woff2))"', page.text))
        assert named
        assert [each for each in named if httpx2.get(address + each, timeout=PATIENCE).status_code != 200] == []


@long
def test_the_wheel_answers_on_the_command_line(delivered: Delivered, tmp_path: Path) -> None:
    """The installed command resolves a request, far from any checkout."""
    (tmp_path / "roll.json").write_text('{"notation": "3d6"}')
    told = sh(f"'{delivered.bin}/umpire' dice roll --file roll.json", tmp_path, unset())
    assert json.loads(told)["outcome"]["total"] in range(3, 19)


@long
def test_the_client_for_npm_is_used_from_its_tarball(
    delivered: Delivered, address: str, node_tools: NodeTools, tmp_path: Path
) -> None:
    """The TypeScript client is installed from its tarball alone, and its first programs attack and roll."""
    (tarball,) = delivered.folder.glob("umpire-client-*.tgz")
    (tmp_path / "package.json").write_text('{"type": "module", "private": true}')
    node_tools.run(NPM, "install", *QUIET, tarball, folder=tmp_path)
    programs = programs_of(ROOT / "clients" / "typescript" / "README.md", "ts", address)
    (tmp_path / "attack.ts").write_text(programs[0])
    assert node_tools.run("attack.ts", folder=tmp_path).startswith("Ash struck and rolled ")


@long
def test_every_client_for_npm_is_installed(delivered: Delivered, node_tools: NodeTools, tmp_path: Path) -> None:
    """Each published package can be installed, and imported by its name."""
    tarballs = sorted(delivered.folder.glob("*.tgz"))
    (tmp_path / "package.json").write_text('{"type": "module", "private": true}')
    node_tools.run(NPM, "install", *QUIET, *tarballs, folder=tmp_path)
    installed = json.loads((tmp_path / "package.json").read_bytes())["dependencies"]
    assert {"umpire-client", "umpire-tabletop"} <= installed.keys()
    for name in installed:
        (tmp_path / "imported.mjs").write_text(f"console.log(Object.keys(await import('{name}')).length)")
        assert int(node_tools.run("imported.mjs", folder=tmp_path)) > 0


@long
@pytest.mark.parametrize("kind", ["tar.gz", "whl"])
def test_the_client_for_python_is_used_from_its_package(
    delivered: Delivered, address: str, tmp_path: Path, kind: str
) -> None:
    """The Python client is installed from its source archive, or its wheel, into an empty environment, and attacks."""
    (package,) = delivered.folder.glob(f"umpire_client-*.{kind}")
    subprocess.run([str(BIN / "uv"), "venv", "--quiet", str(tmp_path / "own")], check=True, timeout=PATIENCE)
    python = str(tmp_path / "own" / "bin" / "python")
    install = [str(BIN / "uv"), "pip", "install", "--quiet", "--system-certs", "--python", python]
    subprocess.run([*install, str(package)], check=True, timeout=PATIENCE)
    program = programs_of(ROOT / "clients" / "python" / "README.md", "python", address)[0]
    (tmp_path / "attack.py").write_text(program)
    environment = {**unset(), "PATH": f"{tmp_path}/own/bin{os.pathsep}{os.environ['PATH']}"}
    assert "Orc" in sh("python attack.py", tmp_path, environment)


@long
def test_the_module_for_foundry_is_used_from_its_zip(
    delivered: Delivered, address: str, node_tools: NodeTools, tmp_path: Path
) -> None:
    """Unpacked, it begins fights on the service of the wheel, in the stand-in; its manifest lies beside it."""
    unpack_archive(delivered.folder / "umpire.zip", tmp_path / "umpire")
    assert (tmp_path / "umpire" / "module.json").read_bytes() == (delivered.folder / "module.json").read_bytes()
    sheets = [str(ROOT / "tests" / "catalogue" / "sheets" / f"{name}.gga.json") for name in ("duellist", "wolf")]
    told = node_tools.ask("plugins/convert_foundry.mjs", address, str(tmp_path / "umpire"), "", "14", *sheets)
    assert [(each["family"], len(each["state"]), each["said"]) for each in told] == [
        ("tactical", 2, []),
        ("heroic", 2, []),
        ("laurels", 2, []),
    ]


@long
def test_the_extension_for_owlbear_is_used_from_its_zip(
    delivered: Delivered, address: str, node_tools: NodeTools, tmp_path: Path
) -> None:
    """Unpacked on a host, it plays a fight on the service of the wheel, in the stand-in for a room."""
    unpack_archive(delivered.folder / "owlbear.zip", tmp_path)
    told = node_tools.ask("plugins/play_owlbear.mjs", address, str(tmp_path), "")
    assert told["advanced"]["hex"] != [0, 0]
    assert told["pages"] == [{"violations": [], "sideways": False}] * 4


def test_the_context_of_the_image_is_whole(tmp_path: Path) -> None:
    """It has the Dockerfile and what that copies, without compiled modules, and without the name of who made it."""
    with tarfile.open(pack_image_context(tmp_path / "context.tar.gz")) as context:
        entries = context.getmembers()
    tops = {entry.name.partition("/")[0] for entry in entries}
    lines = re.findall(r"^COPY (?!--from)(.*) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    copied = {name.removeprefix("./") for line in lines for name in line.split()}
    assert tops == {"Dockerfile", *copied_into_images()} == {"Dockerfile", *copied}
    assert [entry.name for entry in entries if "__pycache__" in entry.name or entry.uid or entry.gname != "root"] == []
    here = {f"service/{file.relative_to(ROOT / 'service')}" for file in (ROOT / "service").rglob("*") if file.is_file()}
    assert {each for each in here if "__pycache__" not in each} <= {entry.name for entry in entries}
