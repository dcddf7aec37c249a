"""Names say what things are."""

import re
from collections import defaultdict

import pytest

from service.app import FAMILIES as STANDING
from service.errors import problems
from tests.architecture.source import ROOT, SERVICE, TESTS, Module, called, modules

FORBIDDEN_FILES = {"base", "common", "helper", "helpers", "misc", "util", "utils"}
FORBIDDEN_CLASS = re.compile(r"Manager|Helper")
FORBIDDEN_FUNCTION = re.compile(r"_*(calc|do|handle|process)_")
CALLED_BY_LIBRARIES = {"process_errors", "handle_task_exception"}  # Strawberry's hooks for what to do with errors
TRAVELLERS = {"BaseModel", "Enum", "Frozen", "Ranked", "StrEnum"}
FAMILIES = ("heroic", "laurels", "mass", "opposed", "tactical")
EVERYWHERE = [pytest.param(module, id=module.name) for folder in (SERVICE, TESTS) for module in modules(folder)]
FAMILY_FILES = {"__init__.py", "models.py", "refusals.py", "rulebook.py", "tables.py"}
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
]
# Published games, written so that this line is not a find.
TRADE_NAMES = re.compile(
    "g[u]rps|steve[ ]jackson|dragon[ ]?q[u]est|advanced [d]ungeons|forgotten [r]ealms", re.IGNORECASE
)


@pytest.mark.parametrize("module", EVERYWHERE)
def test_no_file_is_a_drawer(module: Module) -> None:
    """No file or folder is called util, common, misc, helpers or base."""
    words = set(module.path.relative_to(ROOT).with_suffix("").parts)
    assert words & FORBIDDEN_FILES == set()


@pytest.mark.parametrize("module", EVERYWHERE)
def test_no_name_says_nothing(module: Module) -> None:
    """No class is a Manager or a Helper, and no function calc_, handle_, process_ or do_ something."""
    classes = {node.name for node in module.classes() if FORBIDDEN_CLASS.search(node.name)}
    functions = {node.name for node in module.functions() if FORBIDDEN_FUNCTION.match(node.name)}
    assert (classes | functions) - CALLED_BY_LIBRARIES == set()


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


def test_families_have_the_same_files() -> None:
    """Learn one family, know all: rulebook, tables, models and refusals, and one file per procedure."""
    folders = [SERVICE / "rules" / family for family in FAMILIES if (SERVICE / "rules" / family).exists()]
    missing = {folder.name: FAMILY_FILES - {path.name for path in folder.glob("*.py")} for folder in folders}
    assert {family: files for family, files in missing.items() if files} == {}


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
    assert {family.name for family in STANDING} <= set(FAMILIES)
    slugs = [problem.slug() for problem in problems()]
    assert sorted(slugs) == sorted(set(slugs))
