"""The files of the console are served together, once, and are small."""

import gzip
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from service.api.documents.assets import Assets
from service.api.documents.console import FOLDER, Console
from service.app import create_app
from service.settings.environment import Settings

MOST = 150_000


@pytest.fixture(scope="module")
def client() -> TestClient:
    """The whole service, in process."""
    return TestClient(create_app())


def test_every_file_is_served_for_good(client: TestClient) -> None:
    """Style sheets, scripts and what they import have one address with a hash: caches need never ask again."""
    page = client.get("/play").text
    asked = set(re.findall(r'"(/assets/[^"]+)"', page))
    folder = next(each for each in asked if each.endswith("/main.js")).removesuffix("main.js")
    scripts = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js")]
    assert {f"{folder}{name}" for name in scripts} < asked
    for address in asked:
        reply = client.get(address)
        assert reply.status_code == 200
        assert "immutable" in reply.headers["cache-control"]
    for name in scripts:
        here = (FOLDER / name).read_text(encoding="utf-8")
        for imported in re.findall(r'(?:from |import\()"(\.{1,2}/[^"]+)"', here):
            assert (FOLDER / name).parent.joinpath(imported).is_file()


def test_it_is_small(client: TestClient) -> None:
    """Page, scripts and style sheets are below 150 kB as they are sent."""
    page = client.get("/play").content
    asked = {each.decode() for each in re.findall(rb'"(/assets/[^"]+)"', page)}
    assert sum(len(gzip.compress(client.get(each).content, 6)) for each in asked) + len(gzip.compress(page)) < MOST


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
