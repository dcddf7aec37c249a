"""What is published for strangers: both programs, as they are published, say of every log what is said beside it."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from service.encounters.verifier import bundle
from service.encounters.verifier.verify import check
from service.encounters.verifier.words import WHY
from tests.encounters.test_proofs import in_javascript
from tests.node import tools
from tests.node.tools import NodeTools
from tests.verifier.broken import broken_logs

HOLDING = ("announced", "cards", "cards-viewer", "fork", "named", "not-ended", "ticket", "viewer", "whole")
INDEX: Any = json.loads(bundle.text_of(bundle.BROKEN_INDEX))


def lines_of(name: str) -> list[str]:
    """The lines of a published log."""
    return bundle.text_of(name).rstrip("\n").split("\n")


BEFORE = sorted(Path(__file__).with_name("before").iterdir())
"""Logs that earlier releases have exported."""


def arguments() -> list[tuple[list[str], Any, list[tuple[int, str]]]]:
    """Every published log, with the keys and heads that it is checked with: those that hold, then the broken ones."""
    holding: list[Any] = [(lines_of(f"logs/{name}.jsonl"), None, []) for name in HOLDING]
    seen = [[each.partition(":") for each in told["saw"]] for told in INDEX]
    saw = [[(int(version), head) for version, _, head in each] for each in seen]
    return holding + [(lines_of(told["log"]), told["keys"], heads) for told, heads in zip(INDEX, saw, strict=True)]


@pytest.fixture(scope="module")
def in_python(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the published program in Python says of all logs."""
    path = tmp_path_factory.mktemp("published") / "published_verifier.py"
    path.write_text(bundle.text_of(bundle.PYTHON), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return [program.check(*each) for each in arguments()]


def test_logs_that_hold(in_python: Any) -> None:
    """Logs of each kind hold: of a referee, viewer, ticket and fork, with cards, named seeds, announced, not ended."""
    assert {f"logs/{name}.jsonl" for name in HOLDING} == {each for each in bundle.names() if each.startswith("logs/")}
    found = dict(zip(HOLDING, in_python, strict=False))
    assert {each["verdict"] for each in found.values()} == {"holds"}
    assert (found["fork"]["forked_from"], found["ticket"]["ticket"]) == (found["cards"]["head"], 1)
    assert [found[name]["ended"] for name in HOLDING] == [True, True, False, True, True, False, False, True, True]


def test_cards_that_follow(in_python: Any) -> None:
    """Cards follow from their seeds but for one that was brought, and those of decks that a viewer was not shown."""
    found = dict(zip(HOLDING, in_python, strict=False))
    counts = [(found[name]["cards"], found[name]["dealt"]) for name in ("cards", "cards-viewer", "fork")]
    assert counts == [(27, 26), (27, 14), (3, 3)]
    said = found["cards"]
    assert "26 cards follow from their seeds and the decks that they were dealt from." in said["proved"]
    assert any(each.startswith("1 cards were supplied") for each in said["not_proved"])


def test_broken_logs(in_python: Any) -> None:
    """There is a broken log for every reason, and the program says what is said beside it."""
    keys = ("verdict", "version", "why", "text")
    found = in_python[len(HOLDING) :]
    told = [[each[name] for name in keys] for each in INDEX]
    assert [[each[name] for name in keys] for each in found] == told
    assert {each["why"] for each in INDEX} == {*WHY}


def test_in_javascript(in_python: Any, node_tools: NodeTools, tmp_path: Path) -> None:
    """The published program in JavaScript says the same of all of them."""
    program, cases = tmp_path / bundle.JAVASCRIPT, tmp_path / "cases.json"
    program.write_text(bundle.text_of(bundle.JAVASCRIPT), encoding="utf-8")
    cases.write_text(json.dumps(arguments()), encoding="utf-8")
    assert json.loads(node_tools.run(tools.FOLDER / "verify_cases.mjs", program, cases)) == in_python


def test_logs_of_before(node_tools: NodeTools, tmp_path: Path) -> None:
    """What earlier releases have exported, a beacon's value among it, holds, as both programs say."""
    logs = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in BEFORE}
    found = {name: check(lines) for name, lines in logs.items()}
    assert {each["verdict"] for each in found.values()} == {"holds"}
    assert [name for name, each in found.items() if each["beacon"]] == ["beacon"]
    assert in_javascript(node_tools, tmp_path, [[lines, None, []] for lines in logs.values()]) == [*found.values()]


def test_they_are_written_again() -> None:
    """The broken logs are made of those that hold; `python -m tests.verifier` writes them."""
    published = {name: bundle.text_of(name) for name in broken_logs()}
    assert published == dict(broken_logs())
    assert {*published} == {each for each in bundle.names() if each.startswith(bundle.BROKEN)}
