"""The family as it is offered: its credit, its options, its tables, and examples that work."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.api.rest.router import RestRouter
from service.api.server.limits_in_force import limits_of
from service.app import USUAL_SETTINGS
from service.operations.catalogue.families import catalogue_of
from service.operations.procedure import bound_procedures_of, operations_of
from service.operations.registry import Registry
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.family import FAMILY

BENCHES = bound_procedures_of(FAMILY)
OPERATIONS = list(operations_of(BENCHES))
CLIENT = TestClient(
    RestRouter(Registry([*OPERATIONS, *catalogue_of({"laurels": FAMILY}, BENCHES, limits_of(USUAL_SETTINGS))]))
)
NOTICE = Path(__file__).resolve().parents[3] / "NOTICE"
OPTIONS = (
    "overflow parry_basis parry_explosion_count parry_both_order parry_covers_ranged parry_covers_sneak "
    "ranged_at_zero_stamina slotless_direct_multiplier exertion_kills power_attack_natural sneak_magic_bonus "
    "max_explosions"
)


def test_credit_is_given() -> None:
    """The credit that the source's licence asks for stands in the reference and, word for word, in NOTICE."""
    attribution = CLIENT.get("/v1/families/laurels").json()["attribution"]
    words = ("Bob O'Brien", "Ben Milton", "https://creativecommons.org/licenses/by/4.0/", "No endorsement", "additions")
    assert [each for each in words if each not in attribution] == []
    assert attribution in re.sub(r"\s+", " ", NOTICE.read_text(encoding="utf-8"))


def test_every_operation_of_the_inventory_is_offered() -> None:
    """Ten procedures, six of them with odds; and the situation of a fight, what may be done, what is suggested."""
    names = {procedure.name: procedure.odds is not False for procedure in FAMILY.procedures}
    assert names == {
        "roll-initiative": True,
        "resolve-attack": True,
        "resolve-sneak-attack": True,
        "resolve-parry": False,
        "skill-check": True,
        "dice-count": False,
        "resolve-round": True,
        "resolve-turn": False,
        "situation": False,
        "legal-moves": False,
        "suggest": False,
        "resolve-skirmish": False,
        "pursue": True,
    }


def test_every_option_is_offered() -> None:
    """The options are fields of the rulings, and each is named by the ruling that it decides."""
    assert list(LaurelsRulings.model_fields) == OPTIONS.split()
    named = {name for ruling in FAMILY.decisions for name in (ruling.option or "").split(", ") if name}
    assert named == set(OPTIONS.split())


@pytest.mark.parametrize("table", list(FAMILY.tables))
def test_tables_are_served(table: str) -> None:
    """Each table is served with its headings and rows."""
    answer = CLIENT.get(f"/v1/families/laurels/tables/{table}").json()
    assert all(len(row) == len(answer["columns"]) for row in answer["rows"])


@pytest.mark.parametrize(
    ("path", "request_body"),
    [
        pytest.param(each.path, example.request, id=f"{each.name}: {example.title}")
        for each in OPERATIONS
        for example in each.examples
    ],
)
def test_examples_work(path: str, request_body: Any) -> None:
    """Every example is answered, and the same again."""
    first, second = (CLIENT.post(path, json=request_body) for _ in range(2))
    assert first.status_code == 200
    assert first.content == second.content
