"""What a document or a docstring refers to is there: paths, links, anchors and decisions."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.architecture.source import ROOT, SERVICE, everywhere

PAGES: Final = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "deploy/*.md", "clients/*/README.md")
    for path in ROOT.glob(pattern)
    if path.name != "CHANGELOG.md"
)
"""CHANGELOG.md is left out: it names what was there once."""
PATH: Final = re.compile(
    r"`((?:[\w.<>-]+/)+(?:[\w<>-]+\.(?:py|md|ya?ml|json|lua|m?js|ts|cfg|conf|txt|svg|png|toml))?)`"
)
MADE: Final = {"data/", "dist/"}
"""Folders that a command makes."""
DECISION: Final = re.compile(r"\b(?:decisions?|DECISIONS(?:\.md)?) (\d+)", re.IGNORECASE)


def name(path: Path) -> str:
    """The path from the top of the project."""
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors_of(path: Path) -> set[str]:
    """The anchors of a page's headings, as they are made on the web."""
    headings = re.findall(r"^#+ (.*)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def is_there(named: str, page: Path) -> bool:
    """Whether a path exists below the project, the service, or the folder of the page; `<family>` is any family."""
    pattern = re.sub(r"<\w+>", "*", named.rstrip("/"))
    folders = (ROOT, SERVICE, page.parent, SERVICE / "rules", *(SERVICE / "rules").glob("*/"))
    return any(next(folder.glob(pattern), None) for folder in folders)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_paths_that_a_page_names_are_there(page: Path) -> None:
    """A path in a page exists; what the service or a test makes is named in blocks of code alone."""
    assert [path for path in PATH.findall(text_of(page)) if path not in MADE and not is_there(path, page)] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    """A link to a file leads to a file, and its anchor to a heading."""
    lost = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        if not found.exists() or (anchor and anchor not in anchors_of(found)):
            lost.append(target)
    assert lost == []


def test_decisions_that_are_named_are_there() -> None:
    """A decision that a page, a comment or a docstring names by its number is in DECISIONS.md."""
    decided = set(re.findall(r"^## (\d+)\.", (ROOT / "DECISIONS.md").read_text(encoding="utf-8"), re.MULTILINE))
    texts = {name(path): text_of(path) for path in PAGES} | {each.name: each.text for each in everywhere()}
    texts["pyproject.toml"] = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lost = [
        (place, number) for place, text in texts.items() for number in DECISION.findall(text) if number not in decided
    ]
    assert decided
    assert lost == []
