"""What the people of these tests say after they have played."""

from typing import Any

import pytest

from service.app import FAMILIES
from tests.console.pictures import folder_of_pictures
from tests.encounters.live import Shared
from tests.node.tools import NodeTools
from tests.rings import IS_LONG

PLAYED = [family for family in FAMILIES if family.play][: None if IS_LONG else 1]
DRAWING = "mass/roll-initiative"
"""A family and a procedure of it that draws cards."""


@pytest.fixture(scope="module")
def fight(shared: Shared, node_tools: NodeTools) -> Any:
    """What a referee and a viewer saw, in two browsers at once."""
    return node_tools.ask("play_fight.mjs", shared.address, **folder_of_pictures())


@pytest.fixture(scope="module")
def families(shared: Shared, node_tools: NodeTools) -> Any:
    """What a player saw who tried every family; for `make test` the first one."""
    names = [family.name for family in PLAYED]
    return node_tools.ask("play_families.mjs", shared.address, DRAWING, *names, **folder_of_pictures())


@pytest.fixture(scope="module")
def pressing(shared: Shared, node_tools: NodeTools) -> Any:
    """What a person saw who presses only the main button, in each family that lists moves; for `make test` in one."""
    listing = [each.name for each in PLAYED if each.play]
    fights = "2" if IS_LONG else "1"
    return node_tools.ask("press_on.mjs", shared.address, fights, *listing, **folder_of_pictures())
