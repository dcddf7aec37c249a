"""What the console makes of play pages, logs and typed dice, in Node."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from service.api.documents.console import FOLDER
from service.app import FAMILIES
from service.rules.examples import examples_of
from tests.node.tools import NodeTools
from tests.operations.asking import ask

PLAYED = [family for family in FAMILIES if family.play]


@pytest.fixture(scope="module")
def made(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the scripts of the console say of all play pages."""
    pages = tmp_path_factory.mktemp("play") / "pages.json"
    pages.write_bytes(orjson.dumps({family.name: ask("families/play", {"family": family.name}) for family in PLAYED}))
    return node_tools.ask("console_orders.mjs", str(FOLDER), str(pages))


@pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.name)
def test_orders_begin_as_the_examples(made: Any, family: Any) -> None:
    """Each move's order is its example, also with the figures of another state: those of the same side and place."""
    played = made["played"][family.name]
    for procedure, order in played["orders"].items():
        assert order == examples_of(f"encounters/{family.name}/{procedure}")[0].request["input"]
    assert played["fitted"]
    assert len(played["sides"]) > 1


@pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.name)
def test_the_first_order_is_of_one_figure_at_another(made: Any, family: Any) -> None:
    """Who acts and at whom are figures, each in its own field."""
    played = made["played"][family.name]
    assert played["who"] != played["whom"]
    kinds = played["kinds"][played["first"]]
    assert [kind for kind in kinds.values() if kind == "figure"][:2] == ["figure", "figure"]


def test_undo_and_redo_are_foretold(made: Any) -> None:
    """Undo takes back the newest act that is not undone; redo brings again what was undone last."""
    assert made["histories"] == [[None, None], [2, None], [2, 3], [None, 2], [2, 3], [4, None], [4, None]]


def test_typed_faces(made: Any) -> None:
    """A face is checked against its die; 0 of a d10 is 10 and 00 of a d100 is 100; cards have rank and suit."""
    said = [each.get("face") for each in made["faces"]]
    dice, cards = said[:6], said[6:]
    assert dice == [7, 10, 100, None, None, None]
    assert cards == ["QH", None, "10H", "AS", "10C", "JOKER1", "JOKER2", None]
    assert all(each["fault"] for each in made["faces"] if "face" not in each)


def test_when_a_face_is_complete(made: Any) -> None:
    """The next die may be typed as soon as no digit could make another face; dice with few sides have keys."""
    assert made["complete"] == [True, False, True, True, False, True, False]
    assert made["keys"] == [[1, 2, 3, 4], []]


def test_keys_of_cards(made: Any) -> None:
    """Rank and suit are pressed in either order, and each can be changed alone."""
    assert made["pressed"] == ["Q", "QH", "10H", "S"]


def test_every_script_is_short() -> None:
    """No file of the console has more than 400 lines."""
    own = [path for path in Path(FOLDER).rglob("*") if path.suffix in {".js", ".css", ".html"}]
    assert {path.name for path in own if len(path.read_text(encoding="utf-8").splitlines()) > 400} == set()
