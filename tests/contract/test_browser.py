"""What a person's browser makes of the service: a real Chromium opens its pages."""

from tests.contract.address import ADDRESS
from tests.node.tools import NodeTools


def test_the_page_on_seeded_dice_opens(node_tools: NodeTools) -> None:
    """It has a title and a heading, reports no error and asks no other host for anything."""
    page = node_tools.ask("open_page.mjs", f"{ADDRESS}/docs/seeded-dice")
    assert page["title"].startswith(page["heading"])
    assert (page["errors"], page["strangers"]) == ([], [])
