"""The OpenAPI document is served in both forms that tools read."""

from pathlib import Path

import yaml
from starlette.testclient import TestClient

from service.app import create_app

COMMITTED = Path(__file__).resolve().parents[2] / "openapi.yaml"


def test_the_document_is_that_of_the_repository() -> None:
    """`/openapi.yaml` is the committed file, and `/openapi.json` says the same."""
    client = TestClient(create_app())
    as_yaml, as_json = client.get("/openapi.yaml"), client.get("/openapi.json")
    for form, answer in (("yaml", as_yaml), ("json", as_json)):
        assert answer.headers["content-type"].split(";")[0] == f"application/{form}"
    assert as_yaml.text == COMMITTED.read_text(encoding="utf-8")
    assert as_json.json() == yaml.load(as_yaml.content, Loader=yaml.CSafeLoader)
