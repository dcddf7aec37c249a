"""Bodies that do not fit: the lists of each operation's request, filled with items that fit nowhere."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

import orjson

from service.operations.registry import BODY_BYTES, Operation
from service.operations.validation.schema import Place, place_of
from service.wire import Frozen, to_json

ITEMS: Final[tuple[Any, ...]] = ({}, 7, "", [], None, {"x": 7}, [{}], {"id": "a"})
"""What is put into lists: at least some of it fits into none."""
DEEPEST: Final = 8
MARK: Final = "\N{BULLET}"
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class LimitedList:
    """A list of a request: its path, with 0 for items of other lists, and how many items it may have."""

    path: Path
    most: int


def lists_of(model: type[Frozen]) -> Iterator[LimitedList]:
    """The lists of a request model that have a limit, at any depth; of models in themselves, the first level."""
    waiting: list[tuple[Path, Place]] = [((), place_of(model))]
    seen: set[int] = set()
    while waiting:
        path, place = waiting.pop()
        most = place.most_items()
        if most is not None:
            yield LimitedList(path, most)
            waiting.append(((*path, 0), place.below(0, None)))
        for node in place.nodes:
            if id(node.get("properties")) not in seen and len(path) < DEEPEST:
                seen.add(id(node.get("properties")))
                waiting += [((*path, name), place.below(name, None)) for name in node.get("properties", ())]


def placed(document: Any, path: Sequence[str | int], value: Any) -> Any:
    """Put a value at a path of a document; what is missing on the way is made."""
    if not path:
        return value
    token, *rest = path
    if isinstance(token, int):
        first = document[0] if isinstance(document, list) and document else None
        return [placed(first, rest, value)]
    fields = dict(document) if isinstance(document, dict) else {}
    return {**fields, token: placed(fields.get(token), rest, value)}


def request_of(operation: Operation) -> Any:
    """The first example of an operation as JSON; an empty object, if it has none."""
    return orjson.loads(to_json(operation.examples[0].request)) if operation.examples else {}


def bomb(document: Any, path: Sequence[str | int], item: Any, size: int = BODY_BYTES) -> bytes:
    """A body of at most so many bytes, in which one list has as many copies of an item as there is room for."""
    before, _, after = to_json(placed(deepcopy(document), path, MARK)).partition(to_json(MARK))
    written = to_json(item)
    copies = (size - len(before) - len(after) - 2) // (len(written) + 1)
    return before + b"[" + b",".join([written] * copies) + b"]" + after
