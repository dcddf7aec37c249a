"""The pictures of the console in the README, taken again by `make pictures`."""

import os
from pathlib import Path

from service.app import FAMILIES
from tests.encounters.live import Shared
from tests.node.tools import NodeTools
from tests.rings import long

ROOT = Path(__file__).parents[2]
PNG = b"\x89PNG\r\n\x1a\n"


@long
def test_pictures_are_taken(shared: Shared, node_tools: NodeTools, tmp_path: Path) -> None:
    """They show the choice of a fight, an act that was played, in light and dark, and a viewer's phone.

    They are written where UMPIRE_README_PICTURES says, and else are not kept; the README has all of them.
    """
    folder = Path(os.environ.get("UMPIRE_README_PICTURES") or tmp_path).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    family = [each.name for each in FAMILIES if each.play][-1]
    taken = node_tools.ask("play_pictures.mjs", shared.address, str(folder), family, "1")
    assert taken == ["play-begin", "play-table", "play-table-dark", "play-phone"]
    for name in taken:
        assert (folder / f"{name}.png").read_bytes().startswith(PNG)
        assert (ROOT / "docs" / "pictures" / f"{name}.png").read_bytes().startswith(PNG)
