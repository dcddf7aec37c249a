"""Cache of parsed models by their JSON bytes: models are immutable, so equal bytes need to be parsed only once."""

from collections import OrderedDict
from typing import Any, Final, TypeVar

from service.wire import Frozen

MAX_BYTES: Final = 8 * 2**20

M = TypeVar("M", bound=Frozen)


class ParseCache:
    """A cache of the most recently used JSON documents and their models."""

    def __init__(self, most_bytes: int) -> None:
        """Set the size of the cache: the total bytes of its documents."""
        self._left = most_bytes
        self._kept: OrderedDict[tuple[type[Frozen], bytes], Any] = OrderedDict()

    def read(self, model: type[M], document: bytes) -> M:
        """Parse a document that was written from a model, or return the cached model."""
        key = model, document
        found: M | None = self._kept.get(key)
        if found is None:
            found = model.model_validate_json(document)
            self.note(found, document)
        else:
            self._kept.move_to_end(key)
        return found

    def note(self, model: Frozen, document: bytes) -> None:
        """Add a document and the model that it was written from to the cache."""
        key = type(model), document
        if key not in self._kept:
            self._kept[key] = model
            self._left -= len(document)
        while self._left < 0:
            (_, forgotten), _ = self._kept.popitem(last=False)
            self._left += len(forgotten)


_CACHE: Final = ParseCache(MAX_BYTES)
read: Final = _CACHE.read
note: Final = _CACHE.note
