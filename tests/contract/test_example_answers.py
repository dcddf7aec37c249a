"""Every successful answer of the OpenAPI document has a real example, which fits its schema."""

from typing import Any, Final

import orjson
import pytest
from jsonschema_rs import Draft202012Validator, Registry

from service.api.documents.openapi.example_answers import example_answers, shortened
from service.app import registry
from tests.published import document

DOCUMENT: Final[dict[str, Any]] = document()
ANSWERS: Final = {
    f"{method} {path}": response
    for path, at in DOCUMENT["paths"].items()
    for method, operation in at.items()
    for status, response in operation["responses"].items()
    if status.startswith("2")
}
HERE: Final = "urn:contract"
COMPONENTS: Final = Registry([(HERE, DOCUMENT)])
"""The document, read once: a validator that brings all components takes longer to make than to ask."""
LARGEST: Final = 9_000
"""Bytes of the longest example, as JSON."""


def validator(schema: Any) -> Draft202012Validator:
    """A validator that finds the document's components."""
    written = orjson.dumps(schema).replace(b'"#/components/', f'"{HERE}#/components/'.encode())
    return Draft202012Validator(orjson.loads(written), registry=COMPONENTS)


def events_of(example: str) -> list[dict[str, str]]:
    """The events of a stream, as its schema describes each: its fields by name."""
    events = [event.splitlines() for event in example.strip().split("\n\n")]
    return [dict(line.split(": ", 1) for line in lines) for lines in events]


@pytest.mark.parametrize("response", ANSWERS.values(), ids=list(ANSWERS))
def test_every_answer_has_an_example_that_fits(response: Any) -> None:
    """The example is written once, by reference; those of streams are events, each of which fits."""
    ((media, content),) = response["content"].items()
    for example in content["examples"].values():
        value = example["value"] if "value" in example else DOCUMENT["components"]["examples"][named(example)]["value"]
        assert len(orjson.dumps(value)) <= LARGEST
        shown = events_of(value) if media == "text/event-stream" else [value]
        assert len(shown) == 1 + (media == "text/event-stream")
        for each in shown:
            assert list(validator(content["schema"]).iter_errors(each)) == []
        if media == "text/event-stream":
            for each, kind in zip(shown, content["schema"]["oneOf"], strict=True):
                data = validator(kind["properties"]["data"]["contentSchema"])
                assert list(data.iter_errors(orjson.loads(each["data"]))) == []


def named(reference: Any) -> str:
    """The last part of a reference."""
    name: str = reference["$ref"].rpartition("/")[2]
    return name


def test_every_operation_has_its_answer() -> None:
    """The file has the answers of all operations and of nothing else."""
    assert list(example_answers()) == [operation.name for operation in registry()]


def test_campaigns_are_shown_as_they_are_where_processes_play() -> None:
    """No example says that nobody plays: a stand-in gives signs of life while the examples are made."""
    answers = example_answers()
    campaign = answers["campaigns/get"]
    assert (campaign["status"], campaign["workers"], campaign["problem"]) == ("queued", 2, None)
    assert "No process plays" not in str(answers)
    assert '"workers":2' in answers["campaigns/follow"]


def test_lists_are_shortened_until_the_answer_is_short() -> None:
    """Short answers are whole; of long ones lists keep fewer and fewer items, and schemas by name only one."""
    item = {"text": "x" * 100, "cites": ["a", "b", "c"]}
    assert shortened({"steps": [item] * 5}, {}) == {"steps": [item] * 5}
    assert shortened({"steps": [item] * 50}, {}) == {"steps": [item] * 3}
    long = {"text": "x" * 3_000, "sides": [item, item, item]}
    assert shortened({"steps": [long] * 3}, {}) == {"steps": [{**long, "sides": []}]}
    assert shortened({"steps": [long] * 3}, {"sides": 2}) == {"steps": [{**long, "sides": [item, item]}]}
    definitions = {str(number): {"type": "x" * 100} for number in range(20)}
    assert shortened({"definitions": definitions}, {}) == {"definitions": {"0": {"type": "x" * 100}}}
