"""Lines of Python by what they are: code, blank, documentation or imports."""

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tests.architecture.source import Module

FILLING: Final = 3
"""A call that gives so many fields by name from values at hand fills a record."""


@dataclass(frozen=True)
class Lines:
    """How many lines of each kind some files have."""

    physical: int
    blank: int
    documentation: int
    imports: int
    comments: int
    filling: int

    @property
    def code(self) -> int:
        """Lines that are neither blank nor documentation, imports or comments."""
        return self.physical - self.blank - self.documentation - self.imports - self.comments


def lines_of(modules: Iterable[Module]) -> Lines:
    """Count the lines of files."""
    found: Counter[str] = Counter()
    for module in modules:
        found.update(_kinds_of(module))
    return Lines(
        found.total(),
        *[found[kind] for kind in ("blank", "documentation", "imports", "comment", "filling")],
    )


def _kinds_of(module: Module) -> list[str]:
    """Return the kind of each line; a blank line of a docstring is documentation."""
    kinds = [_kind_of(line.strip()) for line in module.text.splitlines()]
    nodes = list(ast.walk(module.tree))
    for call in [node for node in nodes if isinstance(node, ast.Call) and _fills(node)]:
        _mark(kinds, call, "filling")
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            _mark(kinds, node, "imports")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            _mark(kinds, node, "documentation")
    return kinds


def _kind_of(line: str) -> str:
    """Return what a line is by itself."""
    return "blank" if not line else "comment" if line.startswith("#") else "code"


def _fills(call: ast.Call) -> bool:
    """Whether a call makes a record: of a class, with several fields by name that are names or attributes."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = [each.value for each in call.keywords if isinstance(each.value, ast.Name | ast.Attribute)]
    return name[:1].isupper() and len(given) >= FILLING


def _mark(kinds: list[str], node: ast.stmt | ast.expr, kind: str) -> None:
    for number in range(node.lineno - 1, node.end_lineno or node.lineno):
        kinds[number] = kind


def functions_of(modules: Iterable[Module]) -> int:
    """Count the functions and methods of files."""
    return sum(1 for module in modules for each in module.definitions if not isinstance(each, ast.ClassDef))
