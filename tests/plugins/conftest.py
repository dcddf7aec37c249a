"""A service for plugins, and the plugins as they are built."""

from pathlib import Path
from typing import Final

import pytest

from tests.encounters.live import Shared
from tests.node.tools import PACKAGES, NodeTools

CLIENTS: Final = Path(__file__).resolve().parents[2] / "clients"


@pytest.fixture(scope="session")
def address(shared: Shared) -> str:
    """Where a service listens."""
    return shared.address


def built(tools: NodeTools, plugin: str, folder: Path) -> Path:
    """Build a plugin by its own script into a folder; packages are those of the tests."""
    tools.run(CLIENTS / plugin / "build.mjs", folder, more={"NODE_PATH": str(PACKAGES)})
    return folder


@pytest.fixture(scope="session")
def extension(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension for Owlbear Rodeo, as it is hosted."""
    return built(node_tools, "owlbear", tmp_path_factory.mktemp("owlbear"))


@pytest.fixture(scope="session")
def module(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the module for Foundry was built and packed."""
    return built(node_tools, "foundry", tmp_path_factory.mktemp("foundry"))
