"""Random JSON made of the models of requests, from which orders are drawn that nobody thought of."""

import typing
from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Any, Final

from pydantic import BaseModel

NUMBERS: Final[Mapping[type, Sequence[Any]]] = {
    bool: (False, True),
    int: (0, 1, 2, 5, 10, 30),
    float: (0.0, 1.0, 5.0),
    NoneType: (None,),
}
RARE: Final = 0.15
"""How often a field is given that may be left out."""


def random_value(kind: Any, texts: Mapping[str, Sequence[str]], random: Random, name: str = "") -> Any:
    """A random value of a type, as JSON; texts are drawn from those of the field's name, or of any name ("")."""
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return random_value(inside[0], texts, random, name)
    if origin in (typing.Union, UnionType):
        return random_value(random.choice(inside), texts, random, name)
    if origin is tuple:
        return [random_value(inside[0], texts, random, name) for _ in range(random.choice((0, 1, 1, 2)))]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {
            field: random_value(info.annotation, texts, random, field)
            for field, info in kind.model_fields.items()
            if info.is_required() or random.random() < RARE
        }
    return random.choice(inside if origin is typing.Literal else _simple_values(kind, texts, name))


def _simple_values(kind: Any, texts: Mapping[str, Sequence[str]], name: str) -> Sequence[Any]:
    if issubclass(kind, Enum):
        return [each.value for each in kind]
    return NUMBERS.get(kind) or texts.get(name, texts[""])
