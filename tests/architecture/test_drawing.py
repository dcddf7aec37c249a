"""The drawing of the house: boxes are the files and folders directly in a folder, arrows the imports between them."""

from pathlib import Path

import pytest

from service.app import FAMILIES
from tests.architecture.drawing import ROOM, arrows_of, boxes_of, floors_of, rooms
from tests.architecture.source import SERVICE

ROOMS = [pytest.param(SERVICE / "rules" / family.name, 10, 8, 40, id=family.name) for family in FAMILIES]
HALLS = [
    pytest.param(SERVICE / "operations", 15, 15, 45, id="operations"),
    pytest.param(SERVICE / "api", 7, 7, 12, id="api"),
    pytest.param(SERVICE, 12, 10, 60, id="service"),
]


def test_rooms_can_be_drawn() -> None:
    """Each folder with more than eight files has at most 14 boxes, 8 floors and 40 arrows, and no circle."""
    over = {
        folder.relative_to(SERVICE).as_posix(): figures
        for folder, *figures in rooms()
        if any(figure > bar for figure, bar in zip(figures, ROOM, strict=True))
    }
    assert over == {}


@pytest.mark.parametrize(("folder", "most_boxes", "most_floors", "most_arrows"), ROOMS + HALLS)
def test_a_folder_can_be_drawn(folder: Path, most_boxes: int, most_floors: int, most_arrows: int) -> None:
    """A folder has few boxes, floors and arrows, and no circle, so that its drawing can be read."""
    boxes, arrows = boxes_of(folder), arrows_of(folder)
    floors = floors_of(boxes, arrows)
    assert (len(boxes) <= most_boxes, floors <= most_floors, len(arrows) <= most_arrows) == (True, True, True), (
        f"{len(boxes)} boxes, {floors} floors, {len(arrows)} arrows"
    )
