"""Golden requests with some of their fields changed at random, as the schema of their operation allows.

Most still fit their model, and go deep into the rules: a golden is a request that means something, and few changes
leave it so. Tools that draw whole requests from the contract are mostly refused for an id that nobody has.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cached_property
from random import Random
from typing import Any, Final

from service.operations.registry import Operation
from tests.golden import Golden, goldens_of

Schema = dict[str, Any]
Place = tuple[Schema, Callable[[Any], object], str]
"""A place of a request: the schema of what may stand there, what puts a value there, and the name of the field."""

CHANGES: Final = (1, 1, 2, 2, 3, 4, 6, 10)
"""How many fields are changed at once."""
NUMBERS: Final = (-1, 0, 1, 2, 3, 5, 10, 12, 18, 20, 50, 100, 1000)
DAMAGES: Final = ("1d", "2d+1", "3d-3", "100d", "100d+500", "1d-50", "0d", "0d+500")
DEEPEST: Final = 8
"""Lists below this depth stay empty, since models may contain themselves."""
LONGEST: Final = 12
"""Lists of a golden are not made longer than this."""
SEEDED: Final = 0.8
"""How often the dice of a golden give way to seeded ones: other requests need other numbers of dice."""


class Mutations:
    """Changed requests of one operation."""

    def __init__(self, operation: Operation, random: Random) -> None:
        """Take the goldens of an operation, and draw from a generator."""
        self._goldens: tuple[Golden, ...] = goldens_of(operation.name)
        self._random = random
        self._root: Schema = operation.request.model_json_schema()

    def __iter__(self) -> Iterator[Any]:
        """Yield requests without end; none, if the operation has no golden."""
        while self._goldens:
            request = deepcopy(self._random.choice(self._goldens).request)
            for _ in range(self._random.choice(CHANGES)):
                places = list(self._places(request, self._root))
                if places:
                    schema, put, name = self._random.choice(places)
                    put(self._value(schema, name, 2))
            if self._random.random() < SEEDED:
                request["dice"] = {"kind": "seeded", "seed": f"sha256ctr1:{self._random.random()}"}
            yield request

    @cached_property
    def _words(self) -> list[str]:
        """The texts that stand in the goldens, ids among them, and one that nothing is called."""
        return sorted({"nobody", *[word for golden in self._goldens for word in _texts_of(golden.request)]})

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            found: Any = self._root
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        return schema

    def _branches(self, schema: Schema) -> list[Schema]:
        branches: list[Schema] = schema.get("anyOf") or schema.get("oneOf") or []
        return [self._resolved(each) for each in branches]

    # Places

    def _places(self, value: Any, schema: Schema) -> Iterator[Place]:
        """Yield every place below a value: its fields, those that it leaves out, its items, and one item more."""
        schema = self._fitting(value, self._resolved(schema))
        if isinstance(value, dict):
            for name, below in schema.get("properties", {}).items():
                yield below, _setter(value, name), name
                if name in value:
                    yield from self._places(value[name], below)
        elif isinstance(value, list) and "items" in schema:
            for index, item in enumerate(value):
                yield schema["items"], _setter(value, index), ""
                yield from self._places(item, schema["items"])
            if len(value) < LONGEST:
                yield schema["items"], value.append, ""

    def _fitting(self, value: Any, schema: Schema) -> Schema:
        """Return the branch of a schema that a value is meant for: of those of its kind the one with its constants."""
        kind = "properties" if isinstance(value, dict) else "items"
        branches = [each for each in self._branches(schema) if kind in each]
        if not branches:
            return schema
        return max(branches, key=lambda each: self._likeness(value, each)) if kind == "properties" else branches[0]

    def _likeness(self, value: dict[str, Any], branch: Schema) -> int:
        """Return how many fields of an object a branch knows, less what contradicts its constants."""
        fields: dict[str, Schema] = branch["properties"]
        wrong = [name for name, each in fields.items() if "const" in each and value.get(name) != each["const"]]
        return len(value.keys() & fields.keys()) - 100 * len(wrong)

    # Values

    def _value(self, schema: Schema, name: str, depth: int) -> Any:
        """Draw a value that a schema allows; texts are words of the goldens."""
        schema, random = self._resolved(schema), self._random
        branches = self._branches(schema)
        if branches:
            return self._value(random.choice(branches), name, depth + 1)
        if "enum" in schema:
            return random.choice(schema["enum"])
        kinds: dict[str | None, Callable[[], Any]] = {
            "null": lambda: None,
            "boolean": lambda: random.random() < 0.5,
            "integer": lambda: self._number(schema),
            "number": lambda: self._number(schema),
            "string": lambda: random.choice(DAMAGES if "damage" in name else self._words),
            "array": lambda: self._list(schema, name, depth),
            "object": lambda: self._object(schema, depth),
        }
        return schema["const"] if "const" in schema else kinds.get(schema.get("type"), lambda: None)()

    def _number(self, schema: Schema) -> Any:
        least, most = schema.get("minimum", NUMBERS[0]), schema.get("maximum", NUMBERS[-1])
        return self._random.choice([*[each for each in NUMBERS if least <= each <= most], least, most])

    def _list(self, schema: Schema, name: str, depth: int) -> list[Any]:
        if "prefixItems" in schema:
            return [self._value(each, name, depth + 1) for each in schema["prefixItems"]]
        long = self._random.choice((0, 1, 1, 2, 3)) if depth < DEEPEST else 0
        long = min(max(long, schema.get("minItems", 0)), schema.get("maxItems", long))
        return [self._value(schema.get("items", {}), name, depth + 1) for _ in range(long)]

    def _object(self, schema: Schema, depth: int) -> dict[str, Any]:
        needed = schema.get("required", ())
        return {
            name: self._value(below, name, depth + 1)
            for name, below in schema.get("properties", {}).items()
            if name in needed or self._random.random() < 0.25
        }


def _setter(container: Any, key: str | int) -> Callable[[Any], None]:
    def put(value: Any) -> None:
        container[key] = value

    return put


def _texts_of(value: Any) -> Iterator[str]:
    """Yield the short texts in a document."""
    if isinstance(value, str) and len(value) < 40:
        yield value
    elif isinstance(value, dict):
        yield from _texts_of(list(value.values()))
    elif isinstance(value, list):
        for each in value:
            yield from _texts_of(each)
