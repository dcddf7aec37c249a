"""Every decision about the source is pinned by a test, and every option of a request belongs to one."""

from pathlib import Path

import pytest

from service.dice.model import Ruling
from service.rules.opposed.book.rulings import DECISIONS
from service.rules.opposed.figures.models import OpposedRulings

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("ruling", DECISIONS, ids=lambda ruling: ruling.id)
def test_pinned(ruling: Ruling) -> None:
    """A ruling names the test that would fail if it were decided otherwise."""
    path, _, name = ruling.test.partition("::")
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_options() -> None:
    """The options of a request are those that rulings name, no more and no fewer."""
    assert {ruling.option for ruling in DECISIONS if ruling.option} == set(OpposedRulings.model_fields)


def test_ids() -> None:
    """No two rulings have one id."""
    assert len({ruling.id for ruling in DECISIONS}) == len(DECISIONS)
