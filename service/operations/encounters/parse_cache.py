"""What was read lately, by its bytes: models are frozen, so that the same bytes need not be read twice."""

from collections import OrderedDict
from typing import Any, Final, TypeVar

from service.wire import Frozen

MOST_BYTES: Final = 8 * 2**20

M = TypeVar("M", bound=Frozen)


class Readings:
    """Documents and the models that were read from them or written to them, the latest ones."""

    def __init__(self, most_bytes: int) -> None:
        """Keep documents of so many bytes together."""
        self._left = most_bytes
        self._kept: OrderedDict[tuple[type[Frozen], bytes], Any] = OrderedDict()

    def read(self, model: type[M], document: bytes) -> M:
        """Read what was written from a model."""
        key = model, document
        found: M | None = self._kept.get(key)
        if found is None:
            found = model.model_validate_json(document)
            self.note(found, document)
        else:
            self._kept.move_to_end(key)
        return found

    def note(self, model: Frozen, document: bytes) -> None:
        """Know what a document was written from, so that it need not even be read once."""
        key = type(model), document
        if key not in self._kept:
            self._kept[key] = model
            self._left -= len(document)
        while self._left < 0:
            (_, forgotten), _ = self._kept.popitem(last=False)
            self._left += len(forgotten)


_LATELY: Final = Readings(MOST_BYTES)
read: Final = _LATELY.read
note: Final = _LATELY.note
