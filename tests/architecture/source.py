"""The project's own source, read once as text and as syntax trees."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVICE = ROOT / "service"
TESTS = ROOT / "tests"

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef


@dataclass(frozen=True)
class Module:
    """One file of Python."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """The path as people say it, from the top of the project."""
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree, made when a test asks for it: collecting the tests needs none."""
        return ast.parse(self.text)

    def functions(self) -> Iterator[Function]:
        """Every function and method, nested ones too."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def classes(self) -> Iterator[ast.ClassDef]:
        """Every class, nested ones too."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))

    def public(self) -> Iterator[tuple[str, Documented]]:
        """Every class and function that a caller may use, with its dotted name."""
        return _public(self.tree, "")


def _public(parent: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Documented]]:
    for node in parent.body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from _public(node, f"{prefix}{node.name}.")


@cache
def modules(folder: Path) -> tuple[Module, ...]:
    """Every Python file under a folder, in order."""
    return tuple(Module(path, path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py")))


def called(node: ast.expr) -> str:
    """The last word of a name: `Frozen` of `wire.Frozen`, of `Frozen[T]` and of `Frozen(...)`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner) | ast.Call(func=inner):
            return called(inner)
        case _:
            return ""
