"""Other ways to write a body that mean the same, and bodies that say less."""

from random import Random
from typing import Any

import orjson
from pydantic import BaseModel

from service.wire import to_json
from tests.golden.writing import Json

SELDOM = 0.05
"""The share of optional members that a body which says less leaves out."""


def in_full(value: Any) -> Json:
    """A request, or a part of it, with every member that it may have, defaults written out."""
    return orjson.loads(to_json(value))


def rewritten(model: BaseModel, chance: Random) -> Json:
    """The same request with some of its defaults left out, and its members in another order."""
    return _written(model, chance, 0.0)


def with_less(model: BaseModel, chance: Random) -> Json:
    """A request that leaves out some of what it may leave out, defaults or not."""
    return _written(model, chance, SELDOM)


def _written(value: Any, chance: Random, share: float) -> Json:
    if isinstance(value, tuple | list):
        return [_written(each, chance, share) for each in value]
    if not isinstance(value, BaseModel):
        return orjson.loads(to_json(value))
    members = [
        (name, _written(getattr(value, name), chance, share))
        for name, field in type(value).model_fields.items()
        if field.is_required() or not (chance.random() < share or (is_default(value, name) and chance.random() < 1 / 2))
    ]
    chance.shuffle(members)
    return dict(members)


def is_default(model: BaseModel, name: str) -> bool:
    """Whether a member of a request has its default."""
    field = type(model).model_fields[name]
    return bool(getattr(model, name) == field.get_default(call_default_factory=True))
