"""What users read is plain technical English: no translated word order, and figures of speed in one page."""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from service.api.documents import guide
from service.api.documents.site import home
from service.api.documents.site.guides import access_guide, guides, http_guide, trust, viewers
from service.cli import OWN, main
from service.encounters.trust import announcements, draws, hashing, heads, seats
from service.errors import problems
from tests.architecture.source import ROOT, SERVICE, Documented, modules
from tests.wire.test_published_texts import texts_of_graphql, texts_of_openapi

PAGES: Final = (
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "deploy").glob("*.md")),
    *sorted((ROOT / "clients").glob("*/README.md")),
)
MEASURED: Final = ROOT / "docs" / "performance.md"
"""The page with figures of speed; `make bench` writes it."""
SPEEDLESS: Final = [each for each in PAGES if each not in (MEASURED, ROOT / "CHANGELOG.md")]
"""The pages without figures of speed; the changelog says what a release has changed in them."""
OWN_HELP: Final = (*OWN, "campaign show", "keys new", "verify")
"""The commands that are no operations: the contract has what those say."""
GUIDES: Final = (guide, access_guide, guides, home, http_guide, trust, viewers)
EXPLAINED: Final = (hashing, draws, seats, announcements, heads)

NEVER: Final[Mapping[str, str]] = {
    r"\b[Ww]ho(m)?ever\b": "everybody who, a client that",
    r"\b[Ff]or ever\b": "without end, forever",
    r"\b(is|are|was|were|be|been) told\b": "gets, is shown, is published",
    r"\bof before\b": "the previous",
    r"\bgo(es)? forth\b": "is applied again",
    r"\bbit for bit\b": "byte for byte",
    r"\bbetrays?\b": "reveals",
    r"\bdoes without\b|\bdo without\b": "needs no",
    r"\bbefalls?\b|\bbefell\b": "happens to, affects",
    r"\b[Ii]d of who(m)?\b": "id of the figure that",
    r"\b[Ww]hat came of\b": "the result of",
    r"\bcame to nothing\b": "failed",
    r"\bfor want of\b": "because there is no",
    r"\bso much to both sides\b": "this half width",
    r"\bat most so (much|many)\b": "at most this number",
    r"\bno luck\b": "not chance",
    r"\bas many as one may\b": "the most that it may",
    r"\bkept (forking|adding)\b": "branched last, added the last",
    r"\bdoes not tell\b": "does not report",
    r"\bas it pleased\b|\bthe dice pleased\b": "were good",
    r"(?:^|[.;:] )[Ww]ho (?:cannot|guesses|withdraws|mistrusts|keeps|comes)\b": "a client that",
}
"""What is never written, and what is written instead."""

SPEED: Final = re.compile(
    r"\b\d[\d.,]* ?(?:ms|µs|us|ns)\b|\d (?:requests|rolls|fights|duels|turns|acts) (?:a|per) second|times as fast"
)


def prose_of(page: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def faults_in(text: str) -> Iterator[str]:
    """Yield what is never written, with the words around it and what to write."""
    told = " ".join(text.split())
    for pattern, instead in NEVER.items():
        for found in re.finditer(pattern, told):
            yield f"...{told[max(0, found.start() - 50) : found.end() + 30]}... (rather: {instead})"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_are_plain(page: Path) -> None:
    """No page of the repository has words that stop a stranger."""
    assert list(faults_in(prose_of(page))) == []


@pytest.mark.parametrize("page", SPEEDLESS, ids=lambda page: page.name)
def test_figures_of_speed_stand_in_one_page(page: Path) -> None:
    """A page says what the service does; how fast it does it stands in the page that is measured."""
    assert [found[0] for found in SPEED.finditer(prose_of(page))] == []


@pytest.mark.parametrize("texts", [texts_of_openapi, texts_of_graphql])
def test_the_contract_is_plain(texts: object) -> None:
    """No summary and no description of the contract has such words."""
    assert callable(texts)
    assert [fault for text in dict.fromkeys(texts()) for fault in faults_in(text)] == []


def test_guides_are_plain() -> None:
    """Nor has any text of the guides below /docs, or of the pages of problems."""
    told = [value for module in GUIDES for value in vars(module).values() if isinstance(value, str) and " " in value]
    told += [inspect.getdoc(each) or "" for each in (*EXPLAINED, *problems())]
    assert len(told) > len(GUIDES)
    assert [fault for text in told for fault in faults_in(text)] == []


def said_in(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of a module that are not docstrings; of an f-string the text around its values."""
    unseen = [tree]
    while unseen:
        node = unseen.pop()
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            unseen += ast.iter_child_nodes(node)


def test_errors_and_help_are_plain() -> None:
    """Nor has any text in the code: refusals, steps, settings, verdicts on logs, and the help of the command line."""
    told = {module.name: ". ".join(said_in(module.tree)) for module in modules(SERVICE)}
    assert any(told.values())
    assert [f"{name}: {fault}" for name, text in told.items() for fault in faults_in(text)] == []


@pytest.mark.parametrize("command", ["", *OWN_HELP])
def test_help_is_plain(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each page of help says in such words what its command takes."""
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    text = capsys.readouterr().out
    assert text.startswith("usage: umpire")
    assert list(faults_in(text)) == []


def test_the_changelog_says_each_thing_once() -> None:
    """No line of a change stands twice in one section of a release."""
    releases = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    counted = [pair for text in releases for pair in Counter(text.splitlines()).items()]
    twice = [line for line, many in counted if many > 1 and len(line) > 40]
    assert twice == []


def test_docstrings_say_what_is_returned() -> None:
    """A function that answers yes or no says "Return whether"; one that makes a sentence, "Return the sentence"."""
    told = [f"{module.name}: {name}" for module in modules(SERVICE) for name, node in module.public() if told_by(node)]
    assert told == []


def told_by(node: Documented) -> bool:
    """Return whether the docstring of a class or function begins with "Tell"."""
    return (ast.get_docstring(node) or "").startswith(("Tell ", "Tells "))
