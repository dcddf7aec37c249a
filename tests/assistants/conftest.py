"""A service that offers tools to assistants."""

from collections.abc import Iterator

import pytest

from service.store.private.server import PrivateStore
from tests.encounters.live import Service, serving


@pytest.fixture(scope="module")
def service(private_store: PrivateStore) -> Iterator[Service]:
    """A service with tools, without keys."""
    with serving(private_store.url, UMPIRE_MCP="true") as running:
        yield running


@pytest.fixture
def tools(service: Service) -> str:
    """The address of its tools."""
    return f"http://127.0.0.1:{service.port}/mcp"
