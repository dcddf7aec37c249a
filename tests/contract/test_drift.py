"""The generated contract in the repository is what the registry says today."""

from pathlib import Path

import pytest

from service.api.documents.answers import example_answers
from service.api.documents.contract import contract_of
from service.app import graphql, registry

ROOT = Path(__file__).resolve().parents[2]
FILES = contract_of(registry(), graphql().schema.as_str(), example_answers())


@pytest.mark.parametrize("name", FILES)
def test_file_is_up_to_date(name: str) -> None:
    """`make contract` would change nothing."""
    path = ROOT / name
    assert path.exists(), f"{name} is missing: run `make contract`"
    assert path.read_text(encoding="utf-8") == FILES[name], f"{name} is out of date: run `make contract`"


def test_nothing_else_lies_beside_it() -> None:
    """api_schema/ holds nothing that `make contract` does not write."""
    found = {str(path.relative_to(ROOT)) for path in (ROOT / "api_schema").rglob("*") if path.is_file()}
    assert found == {name for name in FILES if name.startswith("api_schema/")}
