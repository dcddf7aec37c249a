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


@pytest.fixture(scope="module")
def service(private_store: PrivateStore) -> Iterator[Service]:
    """A service in a process of its own, for browsers; it ends before other tests, whose webhooks it would serve."""
    with serving(private_store.url) as running:
        yield running
