"""The pages in process, and a service for browsers."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from service.app import create_app
from service.store.server import PrivateStore
from tests.encounters.live import Service, serving


@pytest.fixture(scope="session")
def client() -> TestClient:
    """The whole service, in process."""
    return TestClient(create_app())


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """A service for browsers, on a store of its own: it must not deliver the webhooks of other tests."""
    with PrivateStore() as store, serving(store.url) as running:
        yield running
