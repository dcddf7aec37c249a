"""No file and no function outgrows a reader."""

import ast

from tests.architecture.source import ROOT, SERVICE, Function, modules, written_by_hand

LONGEST_FILE = 400
LONGEST_FUNCTION = 40


def length(function: Function) -> int:
    """Lines from the def to the last statement; the docstring does not count."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    documented = ast.get_docstring(function, clean=False) is not None
    return lines - ((first.end_lineno or first.lineno) - first.lineno + 1 if documented else 0)


def test_files_are_short() -> None:
    """No file has more than 400 lines."""
    lines = {module.name: len(module.text.splitlines()) for module in written_by_hand()}
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


def test_functions_are_short() -> None:
    """No function has more than 40 lines beside its docstring."""
    lines = {f"{m.name}: {function.name}": length(function) for m in written_by_hand() for function in m.functions()}
    assert {name: count for name, count in lines.items() if count > LONGEST_FUNCTION} == {}


def test_this_test_sees_the_source() -> None:
    """The folders that are measured are those of the project."""
    assert SERVICE.parent == ROOT
    assert "service/__init__.py" in {module.name for module in modules(SERVICE)}
