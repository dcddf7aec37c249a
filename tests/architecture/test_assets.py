"""The pages work where nothing but the service can be reached."""

import re
from hashlib import sha256

import pytest

from tests.architecture.source import SERVICE

ASSETS = SERVICE / "api" / "documents" / "assets"
LISTED = dict(re.findall(r"^\| `([^`]+)` .*`([0-9a-f]{64})` \|$", (ASSETS / "README.md").read_text(), re.MULTILINE))


OURS = {
    *("theme.css", "page.css", "map.js", "search.js", "verify-page.js", "reference.js"),
    *("graphiql.js", "graphiql.css", "tool.css", "favicon.svg"),
}


def test_every_asset_is_listed() -> None:
    """The README beside the assets lists our own files, and the others with version and checksum."""
    assert set(LISTED) | OURS == {path.name for path in ASSETS.iterdir() if path.suffix in {".css", ".js", ".svg"}}
    about = (ASSETS / "README.md").read_text(encoding="utf-8")
    assert {name for name in OURS if f"`{name}`" in about} == OURS


@pytest.mark.parametrize("name", sorted(LISTED))
def test_assets_are_what_they_say(name: str) -> None:
    """An asset is byte for byte what its README says."""
    assert sha256((ASSETS / name).read_bytes()).hexdigest() == LISTED[name]


@pytest.mark.parametrize("name", sorted({*LISTED, *OURS}))
def test_assets_ask_nobody(name: str) -> None:
    """No asset points a browser to a source map, and no style sheet to another address."""
    text = (ASSETS / name).read_text(encoding="utf-8")
    assert "sourceMappingURL" not in text
    assert re.findall(r"@import|@font-face|url\((?![\"']?(?:data:|#))", text if name.endswith(".css") else "") == []


def test_every_asset_has_its_licence() -> None:
    """The licences of what is shipped travel with it."""
    licences = {"apache-2.0.LICENSE", "graphiql.LICENSE", "react.LICENSE", "scalar.LICENSE"}
    assert licences <= {path.name for path in ASSETS.iterdir()}
