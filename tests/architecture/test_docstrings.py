"""Everything a reader may use says what it is."""

import ast

import pytest

from tests.architecture.source import CLIENT, SERVICE, TESTS, Module, called, modules

SERVICES = [pytest.param(module, id=module.name) for module in modules(SERVICE)]
DOCUMENTED = [*SERVICES, *[pytest.param(module, id=module.name) for module in modules(CLIENT)]]
TESTING = [pytest.param(module, id=module.name) for module in modules(TESTS) if module.path.name.startswith("test_")]


@pytest.mark.parametrize("module", DOCUMENTED)
def test_what_is_used_is_documented(module: Module) -> None:
    """Every module, public class and public function of the service and of the Python client has a docstring."""
    silent = {name for name, node in module.public() if not ast.get_docstring(node)}
    assert ast.get_docstring(module.tree)
    assert silent == set()


@pytest.mark.parametrize("module", TESTING)
def test_tests_are_specifications(module: Module) -> None:
    """Every test says in a docstring what is so."""
    tests = [function for function in module.functions() if function.name.startswith("test_")]
    assert {test.name for test in tests if not ast.get_docstring(test)} == set()


@pytest.mark.parametrize("module", SERVICES)
def test_answers_leave_nothing_out(module: Module) -> None:
    """No field of a record has a default: every field of an answer is always there."""
    records = [node for node in module.classes() if "record" in {called(d) for d in node.decorator_list}]
    defaulted = {
        f"{node.name}.{ast.unparse(field.target)}"
        for node in records
        for field in node.body
        if isinstance(field, ast.AnnAssign) and field.value is not None and called(field.annotation) != "ClassVar"
    }
    assert defaulted == set()
