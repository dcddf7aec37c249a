"""What an encounter is typed by: the procedures of its family, with their outcomes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if sys.version_info >= (3, 13):
    from typing import TypeVar
else:
    from typing_extensions import TypeVar

if TYPE_CHECKING:
    from umpire_client import operations

Acts = TypeVar("Acts", default="operations.Act")
Previews = TypeVar("Previews", default="operations.Preview")
AsyncActs = TypeVar("AsyncActs", default="operations.AsyncAct")
AsyncPreviews = TypeVar("AsyncPreviews", default="operations.AsyncPreview")
