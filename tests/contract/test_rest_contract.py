"""Schemathesis on REST: examples, coverage, fuzzing and chains of linked requests, with every check."""

import json
import re
from typing import Any, Final

import pytest
import requests
import schemathesis
from schemathesis import BaseSchema, Case

from tests.contract import rights
from tests.contract.address import ADDRESS
from tests.contract.examples import FUZZING, chaining, fuzzing
from tests.patience import PATIENCE
from tests.published import document

DOCUMENT: Final[dict[str, Any]] = document()
MODELS: Final[dict[str, Any]] = DOCUMENT["components"]["schemas"]
ODDS: Final = re.compile(r"/odds$")
NAMED: Final = re.compile(r"#/components/schemas/(\w+)")


def models_in(part: Any, found: set[str]) -> set[str]:
    """The names of the models that a part of the contract uses, and of those that they use."""
    for name in NAMED.findall(json.dumps(part)):
        if name not in found:
            found.add(name)
            models_in(MODELS[name], found)
    return found


FIRST_USED: Final[dict[str, str]] = {}
"""The first path whose requests have a model, by the name of the model."""
for _path, _methods in DOCUMENT["paths"].items():
    for _name in models_in([each.get("requestBody") for each in _methods.values() if isinstance(each, dict)], set()):
        FIRST_USED.setdefault(_name, _path)


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


def of_path(path: str, models: dict[str, Any] = MODELS) -> dict[str, Any]:
    """The contract of one path, with these models."""
    return {
        **DOCUMENT,
        "paths": {path: DOCUMENT["paths"][path]},
        "components": {**DOCUMENT["components"], "schemas": models},
    }


@pytest.fixture(params=DOCUMENT["paths"])
def one_path(request: pytest.FixtureRequest) -> BaseSchema:
    """The published contract with all operations of one path.

    The cases of an operation are made when it is tested: for all operations that takes a minute, in each process.
    """
    return loaded(of_path(named(request)), coverage=FUZZING)


@pytest.fixture(params=[path for path in DOCUMENT["paths"] if not ODDS.search(path)])
def keywords_of_one_path(request: pytest.FixtureRequest) -> BaseSchema:
    """The same for the phase of coverage, in which a model that an earlier path has tried has its required fields only.

    A figure of a family has a hundred fields and is in most of its requests. Odds take the bodies of their procedures,
    whose coverage is that of odds, too. `make fuzz` tries everything on everything.
    """
    path = named(request)
    return loaded(of_path(path, MODELS if FUZZING else bare_models(path)), coverage=True, fuzzes=False)


def named(request: pytest.FixtureRequest) -> str:
    """The path of a fixture."""
    request.node._nodeid = request.node.nodeid  # where Schemathesis looks for it, and pytest has it no longer
    path: str = request.param
    return path


def bare_models(path: str) -> dict[str, Any]:
    """All models; those that an earlier path uses in its requests without their optional fields."""
    return {name: bare(model) if FIRST_USED.get(name, path) != path else model for name, model in MODELS.items()}


def bare(model: dict[str, Any]) -> dict[str, Any]:
    """An object without its optional fields; anything else as it is."""
    if "properties" not in model:
        return model
    needed = model.get("required", ())
    return {**model, "properties": {name: each for name, each in model["properties"].items() if name in needed}}


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
