"""Values that one step of a procedure passes to the next."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class a value: a dataclass with slots, whose fields are given in their order.

    It is frozen to the type checker. Freezing it at run time would more than double the cost of making one, and a
    named tuple takes three times as long to read; one attack makes dozens. What has to be a key stays a named tuple.
    """
    return dataclass(slots=True)(cls)
