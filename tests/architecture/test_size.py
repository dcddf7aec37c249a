"""No file and no function outgrows a reader."""

import ast

import pytest

from tests.architecture.source import CLIENT, ROOT, SERVICE, TESTS, Function, Module, modules, written_by_hand

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
MODULES = [
    pytest.param(module, id=module.name) for folder in (SERVICE, TESTS, CLIENT) for module in written_by_hand(folder)
]


def length(function: Function) -> int:
    """Lines from the def to the last statement; the docstring does not count."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    documented = ast.get_docstring(function, clean=False) is not None
    return lines - ((first.end_lineno or first.lineno) - first.lineno + 1 if documented else 0)


@pytest.mark.parametrize("module", MODULES)
def test_files_are_short(module: Module) -> None:
    """No file has more than 400 lines."""
    assert len(module.text.splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("module", MODULES)
def test_functions_are_short(module: Module) -> None:
    """No function has more than 40 lines beside its docstring."""
    assert {f.name: length(f) for f in module.functions() if length(f) > LONGEST_FUNCTION} == {}


def test_this_test_sees_the_source() -> None:
    """The folders that are measured are those of the project."""
    assert SERVICE.parent == ROOT
    assert "service/__init__.py" in {module.name for module in modules(SERVICE)}
