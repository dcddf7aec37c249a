"""Posting what the rules refuse, and reading the problem document as clients do."""

from typing import Any

from service.api.rest.router import RestRouter
from service.app import registry
from tests.api.calls import posted

ROUTER = RestRouter(registry())

Refusal = tuple[str, str | None, str, list[str]]
"""The problem's slug, the rule without its family, the pointer, and words that the detail quotes."""


def refuse(procedure: str, body: Any, refusal: Refusal) -> None:
    """Post a body and read the problem document it is refused with."""
    slug, rule, pointer, words = refusal
    path = f"/v1/heroic/{procedure}"
    reply = posted(ROUTER, path, body)
    problem = reply.json
    assert (reply.status, problem.get("type")) == (409, f"/problems/{slug}"), problem
    assert reply.header("content-type") == "application/problem+json"
    operation = registry().get(f"heroic/{procedure}")
    assert operation is not None
    assert slug in {error.slug() for error in operation.errors}, "declare it among the operation's errors"
    (fault,) = problem["errors"]
    assert (problem["status"], problem["instance"]) == (409, path)
    assert fault["code"] == slug.replace("-", "_")
    assert (fault["pointer"], fault["rule"]) == (pointer, f"heroic/{rule}")
    assert fault["message"] == problem["detail"]
    assert [word for word in words if word not in problem["detail"]] == []


def refuse_before_dice(procedure: str, document: Any, refusal: Refusal) -> None:
    """Post an input with dice that would be asked for: a refusal comes first."""
    slug, rule, pointer, words = refusal
    body = {"input": document, "dice": {"kind": "supplied"}}
    refuse(procedure, body, (slug, rule, f"/input/{pointer}", words))
