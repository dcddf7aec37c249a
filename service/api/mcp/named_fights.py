"""Fights by names: ids and tokens are derived from the caller's secret and the name, so that nothing has to be kept.

A conversation has names alone. The secret is in a header of each HTTP request, or in a file of the user; tokens are in
neither. A caller with a token of an encounter that was created elsewhere names the encounter by its id.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from service.api.mcp.tool_answers import ToolRefusal
from service.store.attempts import KeyedAttempts
from service.wire import Form

SHORTEST_SECRET: Final = 32
"""The fewest characters of a secret: all tokens of its fights can be derived from it."""
LISTING: Final = b"listing"
NAMED: Final = b"fight/"
_ID: Final = re.compile(r"[0-9a-f]{32}")

NAME_PATTERN: Final = r"^[a-z0-9][a-z0-9-]{0,39}$"
FightName = Annotated[
    str,
    Field(pattern=NAME_PATTERN, max_length=40, description="Name of the fight."),
    Form("a name of lower-case letters, digits and hyphens, such as goblin-cave"),
]


class Seat(StrEnum):
    """Whom an assistant sits with: the referee, who may do everything, or players, who read what viewers see."""

    REFEREE = "referee"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Access:
    """The id of an encounter and a token of it."""

    id: str
    token: str


@dataclass(frozen=True, slots=True)
class Holder:
    """Who asks: the secret, if one was sent, and the seat."""

    secret: str | None
    seat: Seat

    def access(self, fight: str) -> Access:
        """Return the access to a fight by its name, or by the id of its encounter if the secret is its token.

        Raises: ToolRefusal, without a secret.
        """
        if _ID.fullmatch(fight):
            return Access(fight, self._required())
        attempts = self.attempts(fight)
        attempt = attempts.next()
        referee, viewer = attempt.token("referee"), attempt.token("viewer")
        return Access(attempt.id(), referee if self.seat is Seat.REFEREE else viewer)

    def attempts(self, fight: str) -> KeyedAttempts:
        """Return what the id and the tokens of a new fight are derived by."""
        return KeyedAttempts(self._required().encode(), NAMED + fight.encode())

    def listing(self) -> KeyedAttempts:
        """Return what the token of the list of fights is derived by."""
        return KeyedAttempts(self._required().encode(), LISTING)

    def _required(self) -> str:
        if self.secret is None:
            raise ToolRefusal(
                "Fights are kept under a secret of the user, and none was sent. Over HTTP the client's settings have "
                f"to name one of {SHORTEST_SECRET} characters or more, as the header `Authorization: Bearer SECRET`."
            )
        if len(self.secret) < SHORTEST_SECRET:
            raise ToolRefusal(
                f"The secret in the header Authorization has {len(self.secret)} characters; it needs {SHORTEST_SECRET} "
                "or more, because everything about the fights can be derived from it."
            )
        return self.secret
