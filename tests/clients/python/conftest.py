"""A service that listens, clients of both kinds, and the package as its users install it."""

import os

import pytest

from tests.clients.python.installing import Installed, installed_in
from tests.encounters.live import Shared


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment that has nothing but what the wheel brings."""
    own = tmp_path_factory.getbasetemp()
    return installed_in((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "umpire_client")


@pytest.fixture(scope="session")
def address(shared: Shared) -> str:
    """Where a service listens."""
    return shared.address
