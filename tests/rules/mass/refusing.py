"""How refusals are read: as clients do, over HTTP, from a problem document."""

from typing import Any

from service.api.rest.router import RestRouter
from service.operations.procedure import bound_procedures_of, operations_of
from service.operations.registry import Registry
from service.rules.mass.family import FAMILY
from tests.api.calls import posted
from tests.rules.mass.stories import Document, foes, power, unit

ROUTER = RestRouter(Registry(operations_of(bound_procedures_of(FAMILY))))
RIDERS = unit("riders", "red", 0, 0, power="spirited-charge")
ARCHERS = unit("archers", "red", 0, 2, power="launch-volley")
LEVY = unit("levy", "blue", 5, 0, facing=5)
MOB = unit("mob", "blue", 6, 0)
PINNED = foes(RIDERS, LEVY | {"hex": [1, 0]})
FALLEN: Document = {"status": "routed", "morale": 0}
VOLLEY = power("launch-volley", archers="levy")

Refusal = tuple[str, str, str, list[str]]


def refuse(procedure: str, body: Any, refusal: Refusal) -> None:
    """Post a body and read the problem document it is refused with."""
    slug, rule, pointer, words = refusal
    path = f"/v1/mass/{procedure}"
    reply = posted(ROUTER, path, body)
    problem = reply.json
    assert (reply.status, problem["status"], problem["instance"]) == (409, 409, path)
    (fault,) = problem["errors"]
    assert problem["type"] == f"/problems/{slug}"
    assert (fault["code"], fault["pointer"], fault["rule"]) == (slug.replace("-", "_"), pointer, f"mass/{rule}")
    assert fault["message"] == problem["detail"]
    assert [word for word in words if word not in problem["detail"]] == []


def refuse_before_dice(procedure: str, document: Any, refusal: Refusal, rulings: Any = None) -> None:
    """Post an input with dice that would be asked for: a refusal comes first."""
    slug, rule, pointer, words = refusal
    body = {"input": document, "rulings": rulings or {}, "dice": {"kind": "supplied"}}
    refuse(procedure, body, (slug, rule, f"/input/{pointer}", words))


def misfit(procedure: str, document: Document, pointer: str, word: str) -> None:
    """Post an input that does not fit the schema."""
    reply = posted(ROUTER, f"/v1/mass/{procedure}", {"input": document})
    problem = reply.json
    assert reply.status == problem["status"] == 422
    assert problem["type"] == "/problems/does-not-fit"
    assert pointer in {fault["pointer"] for fault in problem["errors"]}
    assert any(word in fault["message"] for fault in problem["errors"])
