"""Beacons: random values that somebody publishes at fixed times, such as drand, as a last voice in a ticket's dice.

A beacon is a chain of rounds, each with a signature that nobody knows before its time. A ticket names a round that is
not out yet; whoever uses the ticket brings the round's signature, which joins the draw after all other values:

    table of draw n       H(table, id, n, ..., "beacon <chain> <round> <signature>")

The service calls no beacon. A plug-in that knows a chain checks its signatures; without one the value joins unchecked,
and is said to be.
"""

from typing import Annotated, Protocol

from pydantic import Field

from service.encounters.seats import Hex
from service.errors import Refused
from service.wire import WHOLE, Form, Frozen, record

Signature = Annotated[
    str,
    Field(pattern=r"^(?:[0-9a-f]{2}){16,128}$", max_length=256),
    Form("32 to 256 digits 0-9 and a-f, two for each byte, such as a signature has"),
]


class BeaconRefused(Refused, title="Beacon refused"):
    """The beacon's round is out already, its signature is missing or not that of the round, or nobody asked for it."""


class Beacon(Protocol):
    """A chain whose rounds can be checked without calling anybody."""

    def verified(self, round: int, signature: str) -> bool:
        """Tell whether a signature is that of a round."""
        ...

    def latest(self) -> int:
        """Return the last round that is known to be out."""
        ...


class BeaconRound(Frozen):
    """A round of a beacon, which is not out yet."""

    chain: Hex = Field(description="The hash by which the chain is known.")
    round: Annotated[int, Field(ge=1, le=2**31 - 1), WHOLE] = Field(description="The number of the round.")


@record
class BeaconValue:
    """The value of a beacon in a draw."""

    chain: Annotated[str, Field(description="The chain.")]
    round: Annotated[int, Field(description="The round.")]
    signature: Annotated[str, Field(description="The round's signature.")]
    checked: Annotated[bool, Field(description="Whether the service has checked that the signature is the round's.")]

    @property
    def line(self) -> str:
        """Return the line of the table that it is."""
        return f"beacon {self.chain} {self.round} {self.signature}"
