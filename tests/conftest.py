"""What every test stands on."""

import pytest
from hypothesis import settings

settings.register_profile("umpire", deadline=None, database=None, derandomize=True, print_blob=True)
settings.load_profile("umpire")


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Run coroutine tests on the loop that the service runs on."""
    return "asyncio", {"use_uvloop": True}
