"""What is generated for the TypeScript client and for the console is what would be generated now."""

import gzip
import re
from pathlib import Path
from typing import Final

import orjson
import pytest

from tests.clients import made
from tests.clients.typescript.packed import CLIENT, README, TRIED
from tests.node.tools import NodeTools

WRITTEN: Final = sorted({*CLIENT.glob("src/*.ts"), *TRIED.glob("*.ts")} - {CLIENT / "src" / "schema.d.ts"})
MOST: Final = 12_000
"""The most bytes that one operation may cost a page, with all that the client is made of."""


@pytest.mark.parametrize("name", made.MADE)
def test_file_is_up_to_date(node_tools: NodeTools, name: str) -> None:
    """`make clients` would change nothing."""
    written = (made.ROOT / name).read_text(encoding="utf-8")
    assert made.MADE[name](node_tools) == written, f"{name} is out of date: run `make clients`"


def test_one_operation_is_small(node_tools: NodeTools, tmp_path: Path) -> None:
    """A page that resolves one attack loads no more of the client, compressed, than its README says."""
    page = tmp_path / "page.ts"
    page.write_text(
        f'import {{ Umpire }} from "{CLIENT / "src" / "index.ts"}";\n'
        'console.log(await new Umpire().resolve("opposed/resolve-attack", JSON.parse(location.hash)));\n'
    )
    text = made.bundled(node_tools, page, "one operation").encode()
    said = re.search(r"is less than (\d+) kB", README)
    assert said
    assert len(gzip.compress(text, 9, mtime=0)) < int(said[1]) * 1000 <= MOST


def test_versions_follow_the_contract() -> None:
    """Major and minor version of the client are those of the contract."""
    told = orjson.loads((CLIENT / "package.json").read_bytes())["version"]
    written = (CLIENT / "src" / "contract.ts").read_text(encoding="utf-8")
    found = re.search(r'version: "(\d+\.\d+)\.', written)
    assert found
    assert told.startswith(f"{found[1]}.")


def test_licence_travels_with_the_package() -> None:
    """The package has the licence of the project."""
    assert (CLIENT / "LICENSE").read_bytes() == (made.ROOT / "LICENSE").read_bytes()


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_files_are_short(path: Path) -> None:
    """No file that is written by hand has more than 400 lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
