"""Names say what things are."""

import ast
import re
from collections import defaultdict

import pytest

from service.app import FAMILIES as STANDING
from service.errors import problems
from service.rules.kernel.family import Family
from tests.architecture.source import ROOT, SERVICE, called, everywhere, modules

FORBIDDEN_FILES = {"base", "common", "helper", "helpers", "misc", "util", "utils"}
FORBIDDEN_CLASS = re.compile(r"Manager|Helper")
FORBIDDEN_FUNCTION = re.compile(r"_*(calc|do|handle|process)_")
CALLED_BY_LIBRARIES = {
    "handle_exit",
    "handle_signals",
    "handle_task_exception",
    "handle_term",
    "handle_websocket_upgrade",
    "process_errors",
}  # hooks of uvicorn and Strawberry
TRAVELLERS = {"BaseModel", "Enum", "Frozen", "Ranked", "StrEnum"}
FAMILIES = tuple(family.name for family in STANDING)
IN_SEVERAL_ROOMS = frozenset(
    [
        "__init__",
        "chase",
        "legality",
        "models",
        "modifiers",
        "odds",
        "orders",
        "outcomes",
        "records",
        "policy",
        "pursuit",
        "text",
    ]
)
"""The files that several rooms may have, or that stand in another room where the family has no room of their name."""
OF_EVERY_ROOM = frozenset(["answers", "declared", "problems", "requests", "service"])
"""What a room of operations has: its answer records, declarations, problems, request models, and what runs them."""
QUESTION = re.compile(r"_*(is|has|are|was|can|may|does)_")
PRIVATE_WORDS = re.compile(
    r"\b(?:errands?|nudges?|lanes?|tellings?|bench(?:es)?|patien(?:ce|t)|readings|asked|toll|told)\b", re.IGNORECASE
)
TEXTS = [
    path
    for name in (
        "service",
        "api_schema",
        "deploy",
        "tests",
        "openapi.yaml",
        "README.md",
        "CHANGELOG.md",
        "DECISIONS.md",
    )
    for path in ([ROOT / name] if (ROOT / name).is_file() else sorted((ROOT / name).rglob("*")))
    if path.suffix in {".csv", ".graphql", ".json", ".lua", ".md", ".py", ".txt", ".yaml"}
    and "node_modules" not in path.parts
]
# Published games, written so that this line is not a find.
TRADE_NAMES = re.compile(
    "g[u]rps|steve[ ]jackson|dragon[ ]?q[u]est|advanced [d]ungeons|forgotten [r]ealms", re.IGNORECASE
)


def test_no_file_is_a_drawer() -> None:
    """No file or folder is called util, common, misc, helpers or base."""
    words = {module.name: set(module.path.relative_to(ROOT).with_suffix("").parts) for module in everywhere()}
    assert [name for name, parts in words.items() if parts & FORBIDDEN_FILES] == []


def test_no_name_says_nothing() -> None:
    """No class is a Manager or a Helper, and no function calc_, handle_, process_ or do_ something."""
    classes = [(module.name, node.name) for module in everywhere() for node in module.classes()]
    functions = [(module.name, node.name) for module in everywhere() for node in module.functions()]
    found = [each for each in classes if FORBIDDEN_CLASS.search(each[1])]
    found += [each for each in functions if FORBIDDEN_FUNCTION.match(each[1])]
    assert [(module, name) for module, name in found if name not in CALLED_BY_LIBRARIES] == []


def test_what_travels_has_a_name_of_its_own() -> None:
    """No two models, records or enums share a name: it is their name in OpenAPI and in GraphQL."""
    where: dict[str, list[str]] = defaultdict(list)
    travelling = set(TRAVELLERS)
    classes = [(module, node) for module in modules(SERVICE) for node in module.classes()]
    for _ in range(4):  # as deep as anything inherits
        travelling |= {n.name for _, n in classes if {called(b) for b in n.bases} & travelling}
    for module, node in classes:
        decorated = "record" in {called(decorator) for decorator in node.decorator_list}
        if decorated or {called(b) for b in node.bases} & travelling:
            where[node.name].append(module.name)
    assert {name: places for name, places in where.items() if len(places) > 1} == {}


@pytest.mark.parametrize("family", [pytest.param(family, id=family.name) for family in STANDING])
def test_families_have_the_same_books(family: Family) -> None:
    """Learn one family, know all: rules, rulings, refusals, tables and options have the same files in each book."""
    needed = {
        "rulebook": True,
        "rulings": bool(family.decisions),
        "refusals": any(procedure.errors for procedure in family.procedures),
        "tables": bool(family.tables),
        "published": bool(family.tables),
    }
    book = SERVICE / "rules" / family.name / "book"
    assert [name for name, is_needed in needed.items() if is_needed and not (book / f"{name}.py").exists()] == []


def test_a_file_name_means_one_thing() -> None:
    """A file that stands in several families stands in the same room of each, but for what every room may have."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for family in FAMILIES:
        for path in (SERVICE / "rules" / family).glob("*/*.py"):
            rooms[path.stem].add(path.parent.name)
    assert {name: found for name, found in rooms.items() if len(found) > 1 and name not in IN_SEVERAL_ROOMS} == {}


def test_a_file_name_stands_once_outside_the_rules() -> None:
    """No two files outside the rules have one name, but for what every room of operations has."""
    where: dict[str, list[str]] = defaultdict(list)
    for module in modules(SERVICE):
        if "rules" not in module.path.parts and not module.path.stem.startswith("__"):
            where[module.path.stem].append(module.name)
    assert {name: found for name, found in where.items() if len(found) > 1 and name not in OF_EVERY_ROOM} == {}


def test_a_name_that_asks_a_question_changes_nothing() -> None:
    """Functions outside the rules that are called is_, has_ or alike set no attribute or item, and wait for nothing."""
    working = [
        f"{module.name}: {node.name}"
        for module in modules(SERVICE)
        if "rules" not in module.path.parts
        for node in module.functions()
        if QUESTION.match(node.name) and (isinstance(node, ast.AsyncFunctionDef) or _sets_something(node))
    ]
    assert working == []


def _sets_something(function: ast.AST) -> bool:
    places = (each for each in ast.walk(function) if isinstance(each, ast.Attribute | ast.Subscript))
    return any(isinstance(each.ctx, ast.Store | ast.Del) for each in places)


def test_no_file_outside_a_family_names_one() -> None:
    """What is named after a family lies in the family's folder."""
    outside = [module for module in modules(SERVICE) if not set(module.path.parts) & set(FAMILIES)]
    assert [module.name for module in outside if re.search("|".join(FAMILIES), module.path.stem)] == []


def test_modules_say_what_they_are() -> None:
    """The first sentence of a module has no word that only its authors use."""
    first = {module.name: (ast.get_docstring(module.tree) or "").partition("\n")[0] for module in modules(SERVICE)}
    assert {name: sentence for name, sentence in first.items() if PRIVATE_WORDS.search(sentence)} == {}


def test_classes_and_functions_have_plain_names() -> None:
    """No class and no function outside the rules is named by a word that only its authors use."""
    parts = [module for module in modules(SERVICE) if "rules" not in module.path.parts]
    names = [node.name for module in parts for node in (*module.classes(), *module.functions())]
    assert [name for name in names if PRIVATE_WORDS.search(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name))] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_rule_ids_name_their_own_family(family: str) -> None:
    """In a family's folder, no rule id begins with another family's name; below the families, none with any."""
    foreign = re.compile(rf'"(?!{family}/)({"|".join(FAMILIES)})/[a-z]')
    found = {m.name: foreign.findall(m.text) for m in modules(SERVICE / "rules" / family) if foreign.search(m.text)}
    assert found == {}


def test_trade_names_stand_only_in_the_notice() -> None:
    """Names of published games are attribution, so they stand in NOTICE and nowhere else."""
    found = {
        path.relative_to(ROOT).as_posix() for path in TEXTS if TRADE_NAMES.search(path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_problems_have_pages_of_their_own() -> None:
    """No two problems share a slug: `/problems/<slug>` explains exactly one, with its rule."""
    slugs = [problem.slug() for problem in problems()]
    assert sorted(slugs) == sorted(set(slugs))
