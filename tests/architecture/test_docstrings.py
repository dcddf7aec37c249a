"""Everything a reader may use says what it is."""

import ast

from tests.architecture.source import CLIENT, SERVICE, TESTS, called, modules


def test_what_is_used_is_documented() -> None:
    """Every module, public class and public function of the service and of the Python client has a docstring."""
    documented = (*modules(SERVICE), *modules(CLIENT))
    assert [module.name for module in documented if not ast.get_docstring(module.tree)] == []
    used = [(module.name, name, node) for module in documented for name, node in module.public()]
    assert [(module, name) for module, name, node in used if not ast.get_docstring(node)] == []


def test_tests_are_specifications() -> None:
    """Every test says in a docstring what is so."""
    functions = [(module.name, function) for module in modules(TESTS) for function in module.functions()]
    tests = [(name, function) for name, function in functions if function.name.startswith("test_")]
    assert [(name, test.name) for name, test in tests if not ast.get_docstring(test)] == []


def test_answers_leave_nothing_out() -> None:
    """No field of a record has a default: every field of an answer is always there."""
    classes = [node for module in modules(SERVICE) for node in module.classes()]
    records = [node for node in classes if "record" in {called(d) for d in node.decorator_list}]
    defaulted = {
        f"{node.name}.{ast.unparse(field.target)}"
        for node in records
        for field in node.body
        if isinstance(field, ast.AnnAssign) and field.value is not None and called(field.annotation) != "ClassVar"
    }
    assert defaulted == set()
