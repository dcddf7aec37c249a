"""Where somebody falls whose dodge fails critically."""

import pytest

from tests.pins import pins
from tests.rules.tactical.strikes import after, defends
from tests.rules.tactical.test_criticals import HOPELESS, parried


@pins("upper-half")
@pytest.mark.parametrize("facing", [0, 1, 2, 3])
def test_a_failed_dodge_falls_away_from_the_foe(facing: int) -> None:
    """Who falls because its dodge fails critically lies with its head away from the foe, whatever it faced."""
    fallen = after(parried(defends("dodge", 9) | {"vision": "360", "facing": facing}, "dodge", *HOPELESS, 1), "orc")
    assert (fallen.hex, fallen.upper_direction) == ((0, -2), 0)
