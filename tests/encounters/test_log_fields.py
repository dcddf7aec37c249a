"""What is known of the fields of log entries is said once."""

import re
import subprocess
import sys
from dataclasses import fields

import orjson

from service.encounters.log import NAMES
from service.operations.encounters.answers import EncounterEntry
from tests.architecture.source import ROOT, SERVICE, modules
from tests.encounters.new_field import CHANGES

RETURNS_TO = re.compile(r"\breturns_to\b")


def test_a_new_field_touches_four_modules() -> None:
    """A field that four modules name is written, shown to everybody, proved, and missing in older entries."""
    program = [sys.executable, "-m", "tests.encounters.new_field"]
    told = orjson.loads(subprocess.run(program, cwd=ROOT, check=True, capture_output=True).stdout)
    assert len(CHANGES) == 4
    assert told == {
        "referee": [None, "fair"],
        "viewers": "fair",
        "by outcomes": "fair",
        "older": None,
        "proved": "verified",
        "forged": "/weather",
        "older proved": "verified",
    }


def test_answers_have_the_fields_of_entries() -> None:
    """The answer to a reading of the log has all fields of its entries in their order, the head and the situation."""
    assert tuple([each.name for each in fields(EncounterEntry)]) == (*NAMES, "head", "situation")


def test_few_modules_know_what_an_entry_returns_to() -> None:
    """A field that entries alone have is named by the log, what sets it, the answers and the verification."""
    known = [module.name for module in modules(SERVICE) if RETURNS_TO.search(module.text)]
    assert known == [
        "service/encounters/log.py",
        "service/encounters/versions.py",
        "service/operations/encounters/answers.py",
        "service/operations/encounters/trust/replay.py",
    ]
