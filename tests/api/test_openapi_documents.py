"""The OpenAPI document is served in both forms that tools read."""

from pathlib import Path

import orjson
import pytest
import yaml
from starlette.testclient import TestClient

from service.app import create_app

COMMITTED = Path(__file__).resolve().parents[2] / "openapi.yaml"


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_the_document_is_that_of_the_repository(form: str) -> None:
    """`/openapi.yaml` and `/openapi.json` say the same, and the same as the committed file."""
    answer = TestClient(create_app()).get(f"/openapi.{form}")
    assert answer.headers["content-type"].split(";")[0] == f"application/{form}"
    served = orjson.loads(answer.content) if form == "json" else yaml.load(answer.content, Loader=yaml.CSafeLoader)
    assert served == yaml.load(COMMITTED.read_bytes(), Loader=yaml.CSafeLoader)
