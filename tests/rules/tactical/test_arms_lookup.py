"""What a figure can use is looked up by what it depends on, and by nothing less."""

from typing import Any, Final

from service.rules.tactical.rounds.policy import arms
from tests.rules.memories import assert_whole, flat
from tests.rules.tactical.attacks import armed, blade
from tests.rules.tactical.field_changes import AXE, FIST, SWORD, changed_from
from tests.rules.tactical.scenes import bow, figure

SPEAR: Final = blade(level=13, mode={"reaches": [1, 2]}) | {"grip_ready": True}
BASES: Final[list[dict[str, Any]]] = [
    armed(SWORD),
    armed(SPEAR),
    armed(SPEAR) | {"posture": "crawling"},
    armed(SWORD) | {"weapons": [SWORD, AXE, bow()], "ready": {"right": "blade", "left": "axe"}},
    armed(SWORD) | {"weapons": [SWORD, AXE, bow()], "ready": {"both": "bow"}},
    {"weapons": [FIST], "ready": {}},
]


def test_figures_that_are_looked_up_alike_can_use_the_same() -> None:
    """Figures that differ in any one field are told apart if they can use other things, by each part of the key."""
    figures = [figure(**facts) for facts in changed_from(BASES)]
    assert_whole([(flat(arms._facts_of(each)), arms._arms(each)) for each in figures])
