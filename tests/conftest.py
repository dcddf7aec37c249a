"""What every test stands on."""

from collections.abc import AsyncIterator, Iterator

import pytest
from hypothesis import settings

from service.encounters.connection import Connection
from service.encounters.server import PrivateStore

settings.register_profile("umpire", deadline=None, database=None, derandomize=True, print_blob=True)
settings.load_profile("umpire")


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Run coroutine tests on the loop that the service runs on."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="session")
def private_store() -> Iterator[PrivateStore]:
    """A real store server of the tests' own; one for each process that runs tests."""
    with PrivateStore() as store:
        yield store


@pytest.fixture
async def store(private_store: PrivateStore) -> AsyncIterator[Connection]:
    """A way to the tests' store, which is empty at first."""
    connection = Connection(private_store.url)
    async with connection as redis:
        await redis.flushall()
    yield connection
    await connection.close()


@pytest.fixture
async def no_store() -> AsyncIterator[Connection]:
    """A way to a store that is not there."""
    connection = Connection("unix:///nowhere/store.sock")
    yield connection
    await connection.close()
