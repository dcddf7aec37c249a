"""A newcomer unpacks the repository, starts the service, and writes a first plugin, by the READMEs alone."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.made import MADE
from tests.newcomer.unpacked import ROOT, Unpacked, commands_of, empty_environment, programs_of, unpacked_in
from tests.node.tools import NodeTools
from tests.rings import long

WRITTEN = [*MADE, *(f"clients/python/src/umpire_client/{name}.py" for name in ("types", "operations", "made_from"))]
WORDS = {"typescript": "ts", "python": "python"}


@pytest.fixture(scope="module")
def unpacked(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Unpacked:
    """The repository in an empty folder; `node_tools` has fetched what npm installs for its tests."""
    assert node_tools.bin("tsc").exists()
    return unpacked_in(tmp_path_factory.mktemp("newcomer"))


@pytest.fixture(scope="module")
def address(unpacked: Unpacked) -> Iterator[str]:
    """Where the service is that `make run` has started."""
    with unpacked.run() as address:
        yield address


@long
def test_make_run_serves_the_copy(unpacked: Unpacked, address: str) -> None:
    """The page to play on is there, and encounters are kept in the copy."""
    program = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())"
    page = unpacked.sh(f"'{sys.executable}' -c '{program}' {address}/play")
    assert "<title>Play" in page
    assert (unpacked.folder / "data").is_dir()
    own = unpacked.sh("../umpire/.venv/bin/python -c 'import service; print(service.__path__)'", unpacked.home)
    assert own.strip() == str([str(unpacked.folder / "service")])


@long
def test_make_clients_generates_the_same(unpacked: Unpacked) -> None:
    """Types that are thrown away are generated again, byte for byte."""
    for name in WRITTEN:
        (unpacked.folder / name).write_bytes(b"")
    unpacked.sh("make clients")
    assert [name for name in WRITTEN if (unpacked.folder / name).read_bytes() != (ROOT / name).read_bytes()] == []


@long
def test_a_plugin_in_typescript(unpacked: Unpacked, address: str) -> None:
    """The client is packed and installed; its programs attack, roll own dice, act, follow and undo."""
    page = unpacked.folder / "clients" / "typescript" / "README.md"
    unpacked.sh(commands_of(page))
    table = unpacked.folder / "my-table"
    programs = programs_of(page, "ts", address)
    (table / "attack.ts").write_text(programs[0], encoding="utf-8")
    assert unpacked.sh("node attack.ts", table).startswith("Ash struck and rolled ")
    (table / "all.ts").write_text("\n".join(programs), encoding="utf-8")
    lines = unpacked.sh("node all.ts", table).splitlines()
    assert {"11", "2 hit", "0.7383", "live"} <= set(lines)


@long
def test_a_script_in_python(unpacked: Unpacked, address: str, tmp_path: Path) -> None:
    """The client is installed into an empty environment; its programs attack, roll own dice, act, undo and follow."""
    page = unpacked.folder / "clients" / "python" / "README.md"
    environment = empty_environment(tmp_path / "environment")
    unpacked.sh(commands_of(page), programs=environment / "bin")
    said = []
    for number, program in enumerate(programs_of(page, "python", address)):
        (tmp_path / f"program_{number}.py").write_text(program, encoding="utf-8")
        if number == 0 or re.search(r"def roll|fight\.undo|\.follow", program):
            said.append(unpacked.sh(f"python program_{number}.py", tmp_path, environment / "bin"))
    assert "Orc" in said[0]
    assert "[15, 60, 8]" in said[1]
    assert "412 version-stale" in said[2]
    assert said[3].startswith("1 ")


@long
@pytest.mark.parametrize(("plugin", "made"), [("owlbear", "owlbear.zip"), ("foundry", "umpire.zip")])
def test_plugins_are_built(unpacked: Unpacked, plugin: str, made: str) -> None:
    """The commands of a plugin's README make what its users host or unpack."""
    folder = unpacked.folder / "clients" / plugin
    unpacked.sh(commands_of(folder / "README.md"), folder)
    assert (folder / "dist" / made).stat().st_size > 0


@pytest.mark.parametrize("client", WORDS)
def test_the_first_attack_in_the_readme_is_that_of_the_client(client: str) -> None:
    """The first page shows the program with which the client's own README begins, which is tried."""
    kind = WORDS[client]
    (shown,) = programs_of(ROOT / "README.md", kind, "")
    assert shown == programs_of(ROOT / "clients" / client / "README.md", kind, "")[0]
    assert len(list(filter(None, shown.splitlines()))) == 5
