"""Example requests: the files below `service/rules/examples`, one a request, in the order of their numbers.

`<family>/<procedure>/` holds what is posted to a procedure, `encounters/<family>/<move>/` what is posted to an
encounter, and `encounters/<family>/create/` what creates one. The documentation shows them, the contract and the first
goldens are made of them, and the tests execute them.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

FOLDER: Final = Path(__file__).parent


class Example:
    """A request that is shown in the documentation and answered in the tests, kept as JSON until it is asked for.

    As objects the examples of all operations would take five times the memory, in every process.
    """

    __slots__ = ("_written", "title")

    def __init__(self, title: str, request: Mapping[str, Any]) -> None:
        """Set the title, and write the request as JSON."""
        self.title = title
        self._written = orjson.dumps(request)

    @property
    def request(self) -> Mapping[str, Any]:
        """The request, made anew each time."""
        request: dict[str, Any] = orjson.loads(self._written)
        return request


@cache
def examples_of(operation: str) -> tuple[Example, ...]:
    """Return the examples of an operation by its name, such as "opposed/resolve-attack"; it may have none."""
    documents = [orjson.loads(path.read_bytes()) for path in sorted((FOLDER / operation).glob("*.json"))]
    return tuple([Example(each["title"], each["request"]) for each in documents])


def example_text(name: str) -> str:
    """Return the text of an example that is no JSON, such as "graphql/attack.graphql"."""
    return (FOLDER / name).read_text(encoding="utf-8")
