"""The page of the bench keeps one section for each part that was measured."""

from pathlib import Path

import pytest

from tests.bench.report import HEAD, kept, with_section


def test_a_section_is_replaced_where_it_stands() -> None:
    """Measured again, a section keeps its place; the others stay as they are."""
    page = with_section(with_section(with_section(HEAD, "attacks", "a"), "odds", "b"), "attacks", "c")
    assert page == f"{HEAD}\n## attacks\n\nc\n\n## odds\n\nb\n"


def test_what_is_printed_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A section has what was printed, below the day, the commit and the machine."""
    with kept("odds", tmp_path / "performance.md"):
        print("| odds | 1 |")
    text = (tmp_path / "performance.md").read_text(encoding="utf-8")
    assert text.startswith("# Performance")
    assert "commit " in text
    assert text.endswith("| odds | 1 |\n")


def test_nothing_is_kept_of_a_section_that_failed(tmp_path: Path) -> None:
    """A section that fails leaves the page as it was."""
    with pytest.raises(ZeroDivisionError), kept("odds", tmp_path / "performance.md"):
        print(1 // 0)
    assert not (tmp_path / "performance.md").exists()
