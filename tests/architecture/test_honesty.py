"""Nothing is waved through."""

import re

import pytest

from tests.architecture.source import CLIENT, SERVICE, TESTS, Module, modules

# Written so that these lines are not finds.
WAVED = re.compile(
    r"#\s*no[q]a|type: [i]gnore|pragma: no [c]over|pyright: [i]gnore|\bTO[D]O\b|\bFIX[M]E\b|Not[I]mplementedError"
    r"|mark\.sk[i]p|mark\.xf[a]il|pytest\.sk[i]p|pytest\.xf[a]il|import[o]rskip",
)


@pytest.mark.parametrize(
    "module",
    [pytest.param(module, id=module.name) for folder in (SERVICE, TESTS, CLIENT) for module in modules(folder)],
)
def test_no_check_is_silenced(module: Module) -> None:
    """No line tells a linter, the type checker, the coverage or a test to look away, and none is left for later."""
    assert [line for line in module.text.splitlines() if WAVED.search(line)] == []
