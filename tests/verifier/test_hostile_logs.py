"""Both verifiers name what was done to a log, offline, and say the same of every log."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from service.cli import main
from service.encounters.verifier import bundle
from service.encounters.verifier.verify import check
from service.encounters.verifier.words import WHY
from tests.node import tools
from tests.node.tools import NodeTools
from tests.verifier.cases import Case, all_cases, mutated, published
from tests.verifier.forging import hash_at

CASES = all_cases()
MUTATIONS: Final = int(os.environ.get("UMPIRE_FUZZ_MUTATIONS", "150"))


def found_in(case: Case) -> Any:
    """What the verifier in Python says."""
    return check(case.lines, case.keys, case.saw)


@pytest.fixture(scope="module")
def in_javascript(node_tools: NodeTools, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the verifier in JavaScript says of all cases and mutations, in one process."""
    logs = [[case.lines, case.keys, case.saw] for case in CASES]
    logs += [[mutated(number), None, []] for number in range(MUTATIONS)]
    cases = tmp_path_factory.mktemp("cases") / "cases.json"
    cases.write_text(json.dumps(logs), encoding="utf-8")
    script = tools.FOLDER / "verify_cases.mjs"
    return json.loads(node_tools.run(script, bundle.FOLDER / bundle.JAVASCRIPT, cases))


@pytest.mark.parametrize("case", CASES, ids=[case.name.replace(" ", "-") for case in CASES])
def test_in_python(case: Case) -> None:
    """The verifier in Python finds it."""
    found = found_in(case)
    assert found.get("why", found["verdict"]) == case.finds


def test_in_javascript(in_javascript: Any) -> None:
    """The verifier in JavaScript says of every case what the one in Python says: version, counts and sentences, too."""
    said = {case.name: found for case, found in zip(CASES, in_javascript, strict=False)}
    assert said == {case.name: found_in(case) for case in CASES}


def test_mutations(in_javascript: Any) -> None:
    """Of small changes both give one verdict, and what still holds is the log itself."""
    base = published("not-ended")
    held = []
    for number, theirs in enumerate(in_javascript[len(CASES) :]):
        mine = check(mutated(number))
        assert (mine["verdict"], mine["version"]) == (theirs["verdict"], theirs["version"]), (number, mine, theirs)
        if mine["verdict"] == "holds":
            held.append(number)
            assert mine["head"] == hash_at(base, mine["version"]), number
    assert len(held) < MUTATIONS // 5


def test_every_reason_has_a_case() -> None:
    """There is no reason that no log is broken for."""
    assert {case.finds for case in CASES} == {*WHY, "holds"}


def test_what_is_counted() -> None:
    """Whatever happened beside plain acts is told."""
    found = check(published("whole"))
    counts = ("acts", "service", "table", "caller", "no_rolls", "supplied_faces", "sealed", "void", "undone", "absent")
    assert [found[name] for name in counts] == [4, 1, 2, 0, 1, 3, 0, 1, 5, 7]
    assert (found["burned"], found["corrected"], found["whole"]) == (2, 2, 20)
    viewer = check(published("viewer"))
    assert (viewer["sealed"], viewer["whole"], viewer["head"]) == (2, 0, found["head"])


def without_library(name: str) -> None:
    """Stand in for the import of a library that is not installed."""
    raise ModuleNotFoundError(name)


def test_slow_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without PyNaCl the same is found, by the standard library alone."""
    cases = [case for case in CASES if case.finds in ("signature", "key", "chain")]
    expected = [found_in(case) for case in cases]
    monkeypatch.setattr("service.encounters.verifier.curve.import_module", without_library)
    assert [found_in(case) for case in cases] == expected
    assert check(published("viewer"), fast=True)["verdict"] == "holds"


def test_one_file(tmp_path: Path) -> None:
    """The published program needs no other file and no package, and says what the service's command says."""
    program, log = tmp_path / "verify.py", tmp_path / "log.jsonl"
    program.write_text(bundle.python(), encoding="utf-8")
    log.write_text("\n".join(published("viewer")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", program, "--fast", log], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The log holds. Proved:\n  + All 20 entries are what umpire.example signed")
    log.write_text("\n".join(published("viewer")[:7] + published("viewer")[8:]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", program, "--fast", log], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout[:19]) == (1, "Broken at entry 7: ")


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`umpire verify` says the same words as the published programs, and ends with 1 if the log is broken."""
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(published("whole")), encoding="utf-8")
    assert main(["verify", str(log), "--saw", f"6:{hash_at(published('whole'), 6)}"]) == 0
    said = capsys.readouterr().out
    assert "Not proved:\n" in said
    assert main(["verify", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == check(published("whole"))
    assert main(["verify", str(log), "--saw", f"6:{'0' * 64}"]) == 1
    assert capsys.readouterr().out.startswith("Broken at entry 6: a head that was seen")
