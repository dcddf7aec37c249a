"""A fight is built of ready figures by presses, and figures of one's own come from a party file."""

from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.console.conftest import PLAYED
from tests.console.pictures import folder_of_pictures
from tests.encounters.live import Shared
from tests.node.tools import NodeTools

MOST_PRESSES, MOST_SECONDS = 6, 30
SHEET = str(ROOT / "tests/catalogue/sheets/warden.gcs")


@pytest.fixture(scope="module")
def built(shared: Shared, node_tools: NodeTools) -> Any:
    """What somebody saw who built fights, in every family; for `make test` in one."""
    return node_tools.ask(
        "build_fight.mjs", shared.address, SHEET, *[each.name for each in PLAYED], **folder_of_pictures()
    )


def test_a_fight_is_built_of_figures(built: Any) -> None:
    """One press adds a figure, one begins: its title says who fights, and the page asks who does what."""
    for each in built["fights"].values():
        assert each["listed"] >= 25
        strong, weak = each["names"]
        assert each["first"]["title"] == f"{strong} against 2 × {weak}"
        assert "What does " in each["first"]["question"] or each["first"]["question"] == "Who is next?"
        assert each["errors"] == []
    assert built["violations"] == []


def test_a_party_travels_as_a_file(built: Any) -> None:
    """The picked figures are saved as a party; read in again, they are listed first, also after a reload, and fight."""
    for family, each in built["fights"].items():
        assert each["party"] == {"umpire": "party@1", "family": family, "figures": each["names"]}
        own = [f"My {name}" for name in each["names"]]
        assert each["kept"] == own
        assert each["second"]["title"] == " against ".join(own)


def test_few_presses_build_a_fight(built: Any) -> None:
    """From the first page to a fight of two figures of one's own: six presses at most, and not half a minute."""
    for family, each in built["fights"].items():
        assert 3 < each["second"]["presses"] <= MOST_PRESSES, family
        assert each["second"]["seconds"] <= MOST_SECONDS, family


def test_a_sheet_of_another_program_is_a_figure(built: Any) -> None:
    """A file of GCS becomes a figure of the party, with what was left out; in other families it is a likeness."""
    for family, each in built["fights"].items():
        told = each["converted"]
        assert told["names"] == ["Aldith the Warden"]
        assert told["problem"] == []
        assert (told["notes"] > 0) is (family != "heroic")
