"""Who may import whom."""

import ast
import tomllib
from typing import Any

from importlinter.cli import lint_imports

from service.app import FAMILIES
from tests.architecture.source import ROOT, SERVICE, modules


def contracts() -> dict[str, dict[str, Any]]:
    """The import contracts of pyproject.toml by name."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["name"]: contract for contract in config["tool"]["importlinter"]["contracts"]}


def names(layers: list[str]) -> set[str]:
    """The modules that a list of layers names."""
    return {name.strip(" ()") for layer in layers for name in layer.replace(":", "|").split("|")}


def test_the_import_contracts_hold() -> None:
    """Layers point down, families are strangers, and rules and dice know no framework, clock or chance."""
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True) == 0


def test_every_module_has_its_layer() -> None:
    """What lies in service/ is named by the layers contract, and the contract lets nothing in by silence."""
    contract = contracts()["Layers point down"]
    found = {path.stem for path in SERVICE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert contract["exhaustive"] is True
    assert found - {"__init__"} <= names(contract["layers"])


def test_the_contracts_name_every_family() -> None:
    """The rooms of each family are ordered, and nothing above the families may import one of them."""
    found = {f"service.rules.{family.name}" for family in FAMILIES}
    rooms = contracts()["Every family has the same rooms, each above those it stands on"]
    assert (rooms["exhaustive"], set(rooms["containers"])) == (True, found)
    unknown = contracts()["Only the composition root knows which families there are"]
    assert found | {"service.rules.roll_under"} == set(unknown["forbidden_modules"])


def test_every_family_is_listed_as_a_stranger() -> None:
    """A folder of rules is a family, in the strangers' layer, or the ground below families, or their examples."""
    contract = contracts()["Families are strangers"]
    families, *ground = contract["layers"]
    found = {path.parent.name for path in (SERVICE / "rules").glob("*/__init__.py")}
    assert contract["exhaustive"] is True
    assert ":" not in families
    assert names(ground) == {"kernel", "roll_under", "sheets", "examples"}
    assert found - names(ground) <= names([families])


def test_rules_generate_no_methods_when_they_are_imported() -> None:
    """Frozen values of dice and rules are value classes, whose methods are generated when they are first called."""
    classes = [(module.name, node) for module in modules(SERVICE) for node in module.classes()]
    frozen = {
        f"{module}.{node.name}"
        for module, node in classes
        if any(ast.unparse(each) == "dataclass(frozen=True, slots=True)" for each in node.decorator_list)
    }
    assert {each for each in frozen if each.startswith(("service.rules.", "service.dice."))} == set()
