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
