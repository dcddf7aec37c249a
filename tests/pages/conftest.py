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


def called(field: str) -> str:
    """What people call a number of a figure."""
    known = {"per": "perception", "tmr": "move", "move_ft": "move", "size_hexes": "size"}
    known |= {"armour_ft": "armour against Fatigue damage", "armour_en": "armour against Endurance damage"}
    name = known.get(field, field.replace("_", " "))
    return name.upper() if name in {"st", "dx", "iq", "ht", "hp", "fp", "sm"} else name
