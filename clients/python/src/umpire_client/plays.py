"""What an encounter is typed by: the procedures of its family, with their outcomes; and what can be played in it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if sys.version_info >= (3, 13):
    from typing import TypeVar
else:
    from typing_extensions import TypeVar

if TYPE_CHECKING:
    from typing import TypeAlias, TypedDict

    from umpire_client import operations, types

    Playable: TypeAlias = types.LegalMove | types.EncounterSuggestions
    """A move that is offered, or all that the service suggests."""

    class Suggesting(TypedDict, total=False):
        """For whom is suggested.

        With the audience "players" nothing in the answer tells of hidden figures. With `chances` each attack has its
        chance to hit, for the referee. With `ahead` it tells, too, what those would do who wait for their turn.
        """

        audience: types.Audience | None
        chances: bool
        ahead: bool


Acts = TypeVar("Acts", default="operations.Act")
Previews = TypeVar("Previews", default="operations.Preview")
AsyncActs = TypeVar("AsyncActs", default="operations.AsyncAct")
AsyncPreviews = TypeVar("AsyncPreviews", default="operations.AsyncPreview")
