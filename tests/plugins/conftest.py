"""A service for plugins, and the plugins as they are built."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from service.store.private.server import PrivateStore
from tests.access.apps import holder
from tests.encounters.live import Shared, serving
from tests.node.tools import PACKAGES, NodeTools

CLIENTS: Final = Path(__file__).resolve().parents[2] / "clients"


def numbers_in(value: Any) -> list[Any]:
    """Return all numbers of a value, and of its texts."""
    if isinstance(value, dict):
        return [each for part in value.values() for each in numbers_in(part)]
    if isinstance(value, list):
        return [each for part in value for each in numbers_in(part)]
    if isinstance(value, str):
        return re.findall(r"\d+", value)
    return [] if value is None or isinstance(value, bool) else [value]


@pytest.fixture(scope="session")
def address(shared: Shared) -> str:
    """Where a service listens."""
    return shared.address


@dataclass(frozen=True)
class Guarded:
    """A service that needs a key for everything but encounters whose token is sent, and such a key."""

    address: str
    key: str


@pytest.fixture(scope="session")
def guarded(private_store: PrivateStore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    """A service for referees with a key."""
    referee = holder("referee")
    file = tmp_path_factory.mktemp("keys") / "keys"
    file.write_text(referee.line, encoding="utf-8")
    with serving(private_store.url, UMPIRE_API_KEYS_FILE=str(file), UMPIRE_ANONYMOUS="tokens") as service:
        yield Guarded(f"http://127.0.0.1:{service.port}", referee.key)


def built(tools: NodeTools, plugin: str, folder: Path, **settings: str) -> Path:
    """Build a plugin by its own script into a folder; packages are those of the tests."""
    tools.run(CLIENTS / plugin / "build.mjs", folder, more={"NODE_PATH": str(PACKAGES), **settings})
    return folder


@pytest.fixture(scope="session")
def extension(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension for Owlbear Rodeo, as it is hosted."""
    return built(node_tools, "owlbear", tmp_path_factory.mktemp("owlbear")) / "owlbear"


@pytest.fixture(scope="session")
def module(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the module for Foundry was built and packed."""
    return built(node_tools, "foundry", tmp_path_factory.mktemp("foundry"))
