"""The files of the console are served together, once, and are small."""

import gzip
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from service.api.documents.assets import Assets
from service.api.documents.console import FOLDER, Console
from service.app import create_app
from service.settings.environment import Settings

FIRST = 70_000
MOST = 180_000
CODE = ("${", "html`", "export function", "export const")
"""What code has, and comments of the console do not."""


@pytest.fixture(scope="module")
def client() -> TestClient:
    """The whole service, in process."""
    return TestClient(create_app())


def asked_at_first(client: TestClient) -> set[str]:
    """The addresses that the page names: the style sheets, and the modules that it begins with."""
    return set(re.findall(r'"(/assets/[^"]+)"', client.get("/play").text))


def sent(client: TestClient, addresses: Iterable[str]) -> int:
    """How many bytes some files are as they are sent."""
    return sum(len(gzip.compress(client.get(each).content, 6)) for each in addresses)


def test_every_file_is_served_for_good(client: TestClient) -> None:
    """Style sheets, scripts and what they import have one address with a hash: caches need never ask again."""
    asked = asked_at_first(client)
    folder = next(each for each in asked if each.endswith("/main.js")).removesuffix("main.js")
    scripts = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js")]
    for address in asked | {f"{folder}{name}" for name in scripts}:
        reply = client.get(address)
        assert reply.status_code == 200
        assert "immutable" in reply.headers["cache-control"]
    for name in scripts:
        here = (FOLDER / name).read_text(encoding="utf-8")
        for imported in re.findall(r'(?:from |import\()"(\.{1,2}/[^"]+)"', here):
            assert (FOLDER / name).parent.joinpath(imported).is_file()


def test_the_first_page_asks_at_once_for_what_it_needs(client: TestClient) -> None:
    """Each module that one of its modules imports by a statement is named in the page; the table comes later."""
    named = {each.partition("/console.")[2].partition("/")[2] for each in asked_at_first(client)}
    scripts = {each for each in named if each.endswith(".js")}
    for name in scripts:
        here = (FOLDER / name).read_text(encoding="utf-8")
        imported = re.findall(r'^(?:import|\}) .*from "(\.{1,2}/[^"]+)"', here, re.MULTILINE)
        found = {(FOLDER / name).parent.joinpath(each).resolve().relative_to(FOLDER).as_posix() for each in imported}
        assert found <= scripts, name
    assert "table/table.js" not in scripts


def test_it_is_small(client: TestClient) -> None:
    """The first page is below 70 kB as it is sent, and all together below 180."""
    page = len(gzip.compress(client.get("/play").content))
    asked = asked_at_first(client)
    folder = next(each for each in asked if each.endswith("/main.js")).removesuffix("main.js")
    loaded = [path for path in FOLDER.rglob("*") if path.suffix in {".js", ".css"}]
    every = asked | {f"{folder}{path.relative_to(FOLDER).as_posix()}" for path in loaded}
    assert page + sent(client, asked) < FIRST
    assert page + sent(client, every) < MOST


def test_scripts_are_sent_without_their_comments(client: TestClient) -> None:
    """Types and explanations stay here; what runs, and the licences of what others have written, is sent."""
    folder = next(each for each in asked_at_first(client) if each.endswith("/main.js")).removesuffix("main.js")
    for path in FOLDER.rglob("*.js"):
        name = path.relative_to(FOLDER).as_posix()
        text = client.get(f"{folder}{name}").text
        if name.startswith("vendor/"):
            assert text == path.read_text(encoding="utf-8")
        else:
            assert not re.search(r"^\s*//|/\*\*", text, re.MULTILINE), name
            whole = path.read_text(encoding="utf-8")
            assert [text.count(each) for each in CODE] == [whole.count(each) for each in CODE], name


def test_its_address_changes_with_any_file(tmp_path: Path) -> None:
    """Another text in any file is another address of all."""
    folder = tmp_path
    (folder / "main.js").write_text("1", encoding="utf-8")
    (folder / "page.css").write_text("2", encoding="utf-8")
    before = Console(Assets(), folder).address
    assert Console(Assets(), folder).address == before
    (folder / "page.css").write_text("3", encoding="utf-8")
    assert Console(Assets(), folder).address != before


def test_it_is_linked(client: TestClient) -> None:
    """The first page and every other page of the documentation lead to it."""
    for path in ("/docs", "/docs/own-dice"):
        assert 'href="/play"' in client.get(path).text
    assert client.get("/assets/console.0/main.js").status_code == 404


def test_without_pages_there_is_none() -> None:
    """A service without documentation has no console."""
    assert TestClient(create_app(Settings(docs=False))).get("/play").status_code == 404
