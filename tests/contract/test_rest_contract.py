"""Schemathesis on REST: examples, coverage, fuzzing and chains of linked requests, with every check."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
import requests
import schemathesis
from schemathesis import BaseSchema, Case

from service.app import FAMILIES
from tests.contract import rights
from tests.contract.address import ADDRESS
from tests.contract.examples import FUZZING, QUICK, chaining, fuzzing
from tests.patience import PATIENCE
from tests.published import document
from tests.rings import long

MODEL: Final = "#/components/schemas/"


def enumerated(document: dict[str, Any]) -> dict[str, Any]:
    """The contract, in which words of which several enumerations have each its part are one enumeration.

    It allows the same. To draw a list of fifty different words of several enumerations takes a second, of one nothing.
    """
    models = document["components"]["schemas"]

    def walked(part: Any) -> Any:
        if isinstance(part, list):
            return [walked(each) for each in part]
        if not isinstance(part, dict):
            return part
        parts = [models.get(str(each.get("$ref", "")).removeprefix(MODEL), {}) for each in part.get("anyOf", ())]
        if not parts or not all("enum" in each for each in parts):
            return {name: walked(each) for name, each in part.items()}
        rest = {name: each for name, each in part.items() if name != "anyOf"}
        return {**rest, "type": "string", "enum": list(dict.fromkeys(word for each in parts for word in each["enum"]))}

    whole: dict[str, Any] = walked(document)
    return whole


DOCUMENT: Final[dict[str, Any]] = enumerated(document())
MODELS: Final[dict[str, Any]] = DOCUMENT["components"]["schemas"]
ODDS: Final = re.compile(r"/(odds|comparison|sensitivity|search)$|skirmish/\w+\.svg$")
COMPONENT: Final = re.compile(r"#/components/(\w+)/([\w.-]+)")


class Once:
    """The contract with each model of a request whole in one place, and elsewhere with its required fields only.

    A figure of a family has a hundred fields, is in most of its requests, and in many of them more than once: every
    keyword of every field is worth a case, but only one.
    """

    def __init__(self) -> None:
        self._models: dict[str, Any] = {}
        self._tried: set[str] = set()
        self._paths = {path: self._operations(methods) for path, methods in DOCUMENT["paths"].items()}

    def of_path(self, path: str) -> dict[str, Any]:
        """The contract of one path."""
        return of_path(self._paths[path], path, {**MODELS, **self._models})

    def _operations(self, methods: dict[str, Any]) -> dict[str, Any]:
        return {
            name: {**each, "requestBody": self._walked(each["requestBody"])} if "requestBody" in each else each
            for name, each in methods.items()
        }

    def _walked(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self._walked(each) for each in part]
        if not isinstance(part, dict):
            return part
        if str(part.get("$ref", "")).startswith(MODEL):
            return {**part, "$ref": MODEL + self._named(part["$ref"].removeprefix(MODEL))}
        return {name: self._walked(each) for name, each in part.items()}

    def _named(self, model: str) -> str:
        """The name of a model's form for this place: whole in the first place, then without its optional fields."""
        form = f"{model}Required" if model in self._tried else f"{model}Whole"
        self._tried.add(model)
        if form not in self._models:
            self._models[form] = {}  # a model may have itself as a part
            self._models[form] = self._walked(bare(MODELS[model]) if form.endswith("Required") else MODELS[model])
        return form


SESSION: Final = requests.Session()
"""Keeps its connection, and looks for no proxies: thousands of cases would spend a third of their time on that."""
SESSION.trust_env = False


def loaded(document: dict[str, Any], *, coverage: bool, fuzzes: bool = True) -> BaseSchema:
    """A contract, with or without Schemathesis' phases of coverage (cases for each keyword of a schema) and fuzzing."""
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=ADDRESS, request_timeout=PATIENCE)
    schema.config.phases.coverage.enabled = coverage
    schema.config.phases.fuzzing.enabled = fuzzes
    schema.config.phases.examples.enabled = fuzzes
    rights.allow_what_no_schema_says(schema)
    return schema


def of_path(operations: dict[str, Any], path: str, models: dict[str, Any]) -> dict[str, Any]:
    """The contract of one path: its operations and their components, since Schemathesis keeps a copy of all."""
    components = {**DOCUMENT["components"], "schemas": models}
    security = {"securitySchemes": components.get("securitySchemes", {})}
    return {**DOCUMENT, "paths": {path: operations}, "components": used(operations, components, security)}


def used(part: Any, components: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """The components that a part of the contract uses, those that they use, and what was found before."""
    for section, name in COMPONENT.findall(json.dumps(part)):
        if name not in found.setdefault(section, {}):
            found[section][name] = components[section][name]
            used(components[section][name], components, found)
    return found


def bare(model: dict[str, Any]) -> dict[str, Any]:
    """An object without its optional fields; anything else as it is."""
    if "properties" not in model:
        return model
    needed = model.get("required", ())
    return {**model, "properties": {name: each for name, each in model["properties"].items() if name in needed}}


ONCE: Final = Once()
INSIDE: Final = frozenset({"/v1/verify", "/v1/tickets", "/v1/encounters", "/v1/campaigns"})
"""Paths that take states and requests of all families."""


def is_of_others(path: str) -> bool:
    """Whether a path belongs to a family that `make test` tries less."""
    return any(path.startswith(f"/v1/{each.name}/") for each in FAMILIES if each.name != QUICK)


def in_rings(paths: list[str]) -> Iterator[Any]:
    """The paths; `make test` tries all of one family, and of others each second one that is not about odds.

    Odds, and what decides them, take the bodies of procedures; all families have the same operations of other kinds.
    """
    others = [path for path in paths if is_of_others(path)]
    tried = [path for path in others if not ODDS.search(path)][::2]
    for path in paths:
        yield pytest.param(path, marks=long) if path in others and path not in tried else path


@pytest.fixture(params=in_rings([*DOCUMENT["paths"]]))
def one_path(request: pytest.FixtureRequest) -> BaseSchema:
    """The published contract with all operations of one path, for every phase but that of coverage.

    The cases of an operation are made when it is tested: for all operations that takes a minute, in each process.
    """
    path = named(request)
    return loaded(of_path(DOCUMENT["paths"][path], path, MODELS), coverage=False)


def in_its_ring(path: str) -> Any:
    """The path; `make test` tries the keywords of one family, and of what belongs to none and has no request inside."""
    return pytest.param(path, marks=long) if path in INSIDE or is_of_others(path) else path


@pytest.fixture(params=[in_its_ring(path) for path in DOCUMENT["paths"] if FUZZING or not ODDS.search(path)])
def keywords_of_one_path(request: pytest.FixtureRequest) -> BaseSchema:
    """The same for the phase of coverage, in which every model is tried once.

    Odds, and what decides them, take the bodies of their procedures, whose coverage is theirs, too. `make fuzz` tries
    everything on everything.
    """
    path = named(request)
    contract = of_path(DOCUMENT["paths"][path], path, MODELS) if FUZZING else ONCE.of_path(path)
    return loaded(contract, coverage=True, fuzzes=False)


def named(request: pytest.FixtureRequest) -> str:
    """The path of a fixture."""
    request.node._nodeid = request.node.nodeid  # where Schemathesis looks for it, and pytest has it no longer
    path: str = request.param
    return path


operations = schemathesis.pytest.from_fixture("one_path")


@operations.parametrize()
@fuzzing
def test_operation(case: Case[Any]) -> None:
    """Whatever fits the schema is answered or refused by a rule; whatever does not is turned away."""
    case.call_and_validate(session=SESSION)


keywords = schemathesis.pytest.from_fixture("keywords_of_one_path")


@keywords.parametrize()
@fuzzing
def test_keywords(case: Case[Any]) -> None:
    """So is whatever follows or breaks one keyword of a schema."""
    case.call_and_validate(session=SESSION)


Chains = loaded(DOCUMENT, coverage=True).as_state_machine().TestCase
Chains.settings = chaining
