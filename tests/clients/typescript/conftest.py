"""The packed client and a service, for the tests of this folder."""

import fcntl
import os

import pytest

from tests.clients.typescript.packed import Packed
from tests.encounters.live import Shared
from tests.node.tools import NodeTools


@pytest.fixture(scope="session")
def address(shared: Shared) -> str:
    """Where a service listens."""
    return shared.address


@pytest.fixture(scope="package")
def packed(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Packed:
    """The packed client in an empty folder, with programs compiled against it; made once for all processes of a run."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "typescript"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        return Packed(node_tools, folder)
