"""Example requests, shown in the documentation and answered in the tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """A request that is shown in the documentation and answered in the tests."""

    title: str
    request: Mapping[str, Any]
