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
from service.operations.validation.schema import Node, Place, place_of
from tests.golden import Golden, goldens_of

Hole = tuple[Place, Callable[[Any], object], str]
"""A place of a request: what may stand there, what puts a value there, and the name of the field."""

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
        self._whole = place_of(operation.request)

    def __iter__(self) -> Iterator[Any]:
        """Yield requests without end; none, if the operation has no golden."""
        while self._goldens:
            request = deepcopy(self._random.choice(self._goldens).request)
            for _ in range(self._random.choice(CHANGES)):
                holes = list(_holes_in(request, self._whole))
                if holes:
                    place, put, name = self._random.choice(holes)
                    put(self._value(place, name, 2))
            if self._random.random() < SEEDED:
                request["dice"] = {"kind": "seeded", "seed": f"sha256ctr1:{self._random.random()}"}
            yield request

    @cached_property
    def _words(self) -> list[str]:
        """The texts that stand in the goldens, ids among them, and one that nothing is called."""
        return sorted({"nobody", *[word for golden in self._goldens for word in _texts_of(golden.request)]})

    def _value(self, place: Place, name: str, depth: int) -> Any:
        """Draw a value that may stand at a place; texts are words of the goldens."""
        random, node = self._random, self._random.choice(place.nodes or ({},))
        if "discriminator" in node:
            tag = random.choice(place.tags())
            record = place.definitions[node["discriminator"]["mapping"][tag].rpartition("/")[2]]
            return self._object(record, place, depth) | {node["discriminator"]["propertyName"]: tag}
        if "enum" in node:
            return random.choice(node["enum"])
        kinds: dict[str | None, Callable[[], Any]] = {
            "boolean": lambda: random.random() < 0.5,
            "integer": lambda: self._number(node),
            "number": lambda: self._number(node),
            "string": lambda: random.choice(DAMAGES if "damage" in name else self._words),
            "array": lambda: self._list(node, place, name, depth),
            "object": lambda: self._object(node, place, depth),
        }
        return node["const"] if "const" in node else kinds.get(node.get("type"), lambda: None)()

    def _number(self, node: Node) -> Any:
        least, most = node.get("minimum", NUMBERS[0]), node.get("maximum", NUMBERS[-1])
        return self._random.choice([*[each for each in NUMBERS if least <= each <= most], least, most])

    def _list(self, node: Node, place: Place, name: str, depth: int) -> list[Any]:
        long = self._random.choice((0, 1, 1, 2, 3)) if depth < DEEPEST else 0
        long = min(max(long, node.get("minItems", 0)), node.get("maxItems", long))
        return [self._value(place.below(at, None), name, depth + 1) for at in range(long)]

    def _object(self, node: Node, place: Place, depth: int) -> dict[str, Any]:
        needed, record = node.get("required", ()), Place((node,), place.definitions)
        return {
            name: self._value(record.below(name, None), name, depth + 1)
            for name in record.fields(None)
            if name in needed or self._random.random() < 0.25
        }


def _holes_in(value: Any, place: Place) -> Iterator[Hole]:
    """Yield every place below a value: its fields, those that it leaves out, its items, and one item more."""
    if isinstance(value, dict):
        for name in place.fields(value):
            below = place.below(name, value)
            yield below, _setter(value, name), name
            if name in value:
                yield from _holes_in(value[name], below)
    elif isinstance(value, list):
        for at, item in enumerate(value):
            below = place.below(at, value)
            yield below, _setter(value, at), ""
            yield from _holes_in(item, below)
        if place.has_type("array") and len(value) < LONGEST:
            yield place.below(len(value), value), value.append, ""


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
