"""Nothing is waved through."""

import re

from tests.architecture.source import everywhere

# Written so that these lines are not finds.
WAVED = re.compile(
    r"#\s*no[q]a|type: [i]gnore|pragma: no [c]over|pyright: [i]gnore|\bTO[D]O\b|\bFIX[M]E\b|Not[I]mplementedError"
    r"|mark\.sk[i]p|mark\.xf[a]il|pytest\.sk[i]p|pytest\.xf[a]il|import[o]rskip",
)


def test_no_check_is_silenced() -> None:
    """No line tells a linter, the type checker, the coverage or a test to look away, and none is left for later."""
    lines = [(module.name, line) for module in everywhere() for line in module.text.splitlines()]
    assert [(name, line) for name, line in lines if WAVED.search(line)] == []


def test_rules_do_not_know_what_was_sent() -> None:
    """No rule asks which members of a request were sent: a default that is sent is as one that is left out."""
    knowing = re.compile(r"fields_set|exclude_unset")
    rules = [module for module in everywhere() if "/rules/" in module.name and module.name.startswith("service")]
    assert rules
    assert [module.name for module in rules if knowing.search(module.text)] == []
