"""Whether an answer is what a golden expects."""

import json
from collections.abc import Iterator

from tests.golden import Golden
from tests.golden.writing import Json


def misses(golden: Golden, status: int, answer: Json) -> list[str]:
    """List what an answer lacks of a golden's expectation."""
    if "problem" in golden.expect:
        return list(_problem_misses(golden.expect["problem"], status, answer))
    if status != 200:
        return [f"refused with {status}: {answer['detail']}"]
    return list(differences(golden.expect, answer.get("outcome", answer)))


def differences(expected: Json, found: Json, pointer: str = "") -> Iterator[str]:
    """Compare two values: where an object is expected more fields may be found, where a list is, as many items.

    A list may also be expected to include some items, whatever else it has: `{"includes": [...]}`.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for name, value in expected.items():
            if name in found:
                yield from differences(value, found[name], f"{pointer}/{name}")
            else:
                yield f"{pointer}/{name} is not there"
    elif isinstance(expected, dict) and isinstance(found, list):
        yield from _missing_items(expected["includes"], found, pointer)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for position, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, f"{pointer}/{position}")
    elif type(expected) is not type(found) or expected != found:
        yield f"{pointer} is {json.dumps(found)}, not {json.dumps(expected)}"


def _missing_items(expected: Json, found: Json, pointer: str) -> Iterator[str]:
    for item in expected:
        if all(any(differences(item, other)) for other in found):
            yield f"{pointer} does not include {json.dumps(item)}"


def _problem_misses(problem: Json, status: int, answer: Json) -> Iterator[str]:
    if status == 200:
        yield f"answered, instead of refusing with {problem['slug']}"
        return
    fault = answer["errors"][0]
    found = {
        "slug": answer["type"].removeprefix("/problems/"),
        "status": status,
        "rule": fault["rule"],
        "pointer": fault["pointer"],
    }
    for name, value in found.items():
        if name in problem and value != problem[name]:
            yield f"{name} is {value!r}, not {problem[name]!r}"
    for word in problem.get("quotes", ()):
        if word not in answer["detail"]:
            yield f"the detail does not say {word!r}: {answer['detail']}"
