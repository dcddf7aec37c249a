"""The packed client does what its README says, and bears what networks do to it."""

import tarfile

from service.rules.examples import examples_of
from tests.clients.typescript.packed import Packed, told
from tests.encounters.client import DUEL, STRIKE


def test_package_has_what_it_needs_and_nothing_else(packed: Packed) -> None:
    """It has the compiled modules with their types, and no source, no test and no configuration."""
    with tarfile.open(packed.tarball) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
    apart = {name for name in names if not name.startswith("dist/")}
    assert apart == {"LICENSE", "README.md", "package.json"}
    assert {"dist/index.js", "dist/index.d.ts", "dist/schema.d.ts"} <= names
    installed = {path.name for path in (packed.folder / "node_modules").iterdir() if not path.name.startswith(".")}
    assert installed == {"umpire-client", "eventsource-parser"}


def test_readme(packed: Packed, address: str) -> None:
    """Its programs compile strictly, run one after the other, and print what the comments say."""
    lines = packed.run_readme(address).splitlines()
    assert lines[0].startswith("Ash struck and rolled ")
    assert "11" in lines
    assert "2 hit" in lines
    assert "0.7383" in lines
    assert "live" in lines
    assert any(line.startswith("2 ") and "Ash" in line for line in lines)
    assert any(line.startswith("The fight is over") for line in lines)
    assert any("novice" in line for line in lines)


def test_follow(packed: Packed, address: str) -> None:
    """A feed through cut, refused, dead and lost connections yields each entry once and in order, as the log has it."""
    said = packed.ask("follow", address, told({**DUEL, "reveal": "faces"}), told(STRIKE))
    assert said["first"] == said["fresh"] == [2, 3, 4, 5, 6]
    assert said["log"] == [1, *said["first"]]
    assert said["same"] is True
    assert said["cuts"] == 1
    assert (said["ended"], said["left"], said["last"]) == ("gone", True, False)
    assert said["refused"] == 404


def test_campaign(packed: Packed, address: str) -> None:
    """A campaign is followed to its end, read, drawn, one of its fights is fought, and another is cancelled."""
    example = examples_of("opposed/resolve-skirmish")[0]
    said = packed.ask("campaign", address, told(example.request["input"]), "/input/participants/0/weapon/rank")
    assert (said["started"], said["last"], said["ended"]) == (2, "done", "finished")
    assert sorted(said["cells"]) == [[0, 32], [1, 32]]
    assert said["found"] == ["done", 64]
    assert (said["one"], said["odds"], said["fought"]) == ([1], ["10"], "resolved")
    assert (said["chart"], said["cancelled"]) == ("<svg", "cancelled")
