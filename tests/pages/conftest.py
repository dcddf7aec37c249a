"""The pages as a running service serves them, each of which is made once."""

from collections.abc import Iterator

import httpx2
import pytest

from tests.encounters.live import Service, Shared
from tests.patience import PATIENCE


@pytest.fixture(scope="session")
def client(shared: Shared) -> Iterator[httpx2.Client]:
    """A way to the service without a browser."""
    with httpx2.Client(base_url=shared.address, follow_redirects=True, timeout=PATIENCE) as client:
        yield client


@pytest.fixture(scope="session")
def service(shared: Shared) -> Service:
    """A service for browsers."""
    return shared.service
