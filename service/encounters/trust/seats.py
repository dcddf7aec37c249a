"""Seats: players who put values into the draws of an encounter, so that neither referee nor service chooses the dice.

A player who takes a seat names a commitment: the hash of a value of 32 bytes that nobody else knows. To contribute to
the present draw, the player publishes that value and names the next commitment. So every player is committed one value
ahead, as the service is. The value becomes part of the draw's seed. The seed then depends on values that the service
and the players fixed before they knew those of the others. A commitment that is younger than the first value of a draw
counts from the next draw on. Otherwise the last player could choose the dice together with the service.

    commitment of a seat       H(seat, id, <seat>, x)
    table of draw n            H(table, id, n, "<seat> <x>" ...): one line for each value, sorted by seat

`service/encounters/trust/hashing.py` has the form of hash inputs.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from hmac import compare_digest
from typing import Annotated, Any, Final, Self

import orjson
from pydantic import Field

from service.encounters.trust.hashing import digest
from service.errors import NotFound, Refused
from service.wire import Form, record, to_json

MOST_SEATS: Final = 16
SeatName = Annotated[
    str,
    Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$", max_length=32),
    Form("1 to 32 characters of a-z, 0-9, _ and -, such as ann"),
]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", max_length=64), Form("64 digits 0-9 and a-f, such as a SHA-256")]


class UnknownSeat(NotFound, title="Unknown seat"):
    """The encounter's `dice_policy` names no such seat."""


class ValueRefused(Refused, title="Value refused"):
    """A value or a commitment of a seat cannot be taken: it does not open what was promised, or comes twice or late."""


class SeatsAwaited(Refused, title="Seats awaited"):
    """By the encounter's `dice_policy.wait_for` players have to contribute to the draw before the act is rolled."""


@record
class SeatValue:
    """A value that a player has put into a draw."""

    seat: Annotated[str, Field(description="The player's seat.")]
    value: Annotated[str, Field(description="The value, 64 digits 0-9, a-f; its hash was published before.")]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that is taken: its token's hash, the commitment that its next value opens and the version that has it.

    `value` is what it has put into the present draw; empty: nothing yet.
    """

    name: str
    token: str
    commit: str
    since: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class Seats:
    """The taken seats of an encounter, and the version of the first value of the present draw; 0: there is none."""

    taken: tuple[Seat, ...] = ()
    first: int = 0

    @classmethod
    def read(cls, written: bytes) -> Self:
        """Read what `written` has written; of an encounter without seats nothing was."""
        found: Any = orjson.loads(written) if written else {"taken": [], "first": 0}
        return cls(tuple([Seat(**each) for each in found["taken"]]), found["first"])

    def written(self) -> bytes:
        """Write the seats as JSON."""
        return to_json({"taken": [_fields_of(each) for each in self.taken], "first": self.first})

    @property
    def values(self) -> tuple[SeatValue, ...]:
        """The values of the present draw, sorted by seat."""
        values = [SeatValue(seat=each.name, value=each.value) for each in self.taken if each.value]
        return tuple(sorted(values, key=lambda each: each.seat))

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of the seats that have put nothing into the present draw, sorted."""
        return tuple(sorted([each.name for each in self.taken if not each.value]))

    def awaited(self, names: Iterable[str]) -> list[str]:
        """Return those of some seats that can contribute to the present draw and have not; a late one cannot."""
        late = [each.name for each in self.taken if self.first and each.since > self.first]
        given = [each.seat for each in self.values]
        return [each for each in names if each not in late and each not in given]

    def named(self, name: str) -> Seat | None:
        """Return a seat by its name, if it is taken."""
        return next((each for each in self.taken if each.name == name), None)

    def of_token(self, token_hash: bytes) -> Seat | None:
        """Return the seat whose token has this hash."""
        return next((each for each in self.taken if compare_digest(each.token.encode(), token_hash)), None)

    def joined(self, name: str, token: str, commit: str, version: int) -> "Seats":
        """Return the seats after one was taken, or taken anew; what it has put into the present draw stays."""
        before = self.named(name)
        value = before.value if before else ""
        return self._with(Seat(name, token, commit, version, value))

    def contributed(self, id: str | None, name: str, value: str, commit: str, version: int) -> "Seats":
        """Return the seats after one has told its value, and named the next commitment.

        Without the encounter's `id` it is not known what the commitment binds to.

        Raises: ValueRefused.
        """
        seat = self.named(name)
        if seat is None:
            message = f"Nobody has taken the seat {name!r}."
            raise ValueRefused(message)
        if seat.value:
            message = f"The seat {name!r} has put a value into the present draw already."
            raise ValueRefused(message)
        if id is not None and seat_commit_of(id, name, value) != seat.commit:
            message = f"The value {value!r} does not open the commitment {seat.commit!r} of the seat {name!r}."
            raise ValueRefused(message, pointer="/value")
        if self.first and seat.since > self.first:
            message = (
                f"The commitment of the seat {name!r} is of version {seat.since}, younger than the first value of this "
                f"draw, version {self.first}; it counts from the next draw on."
            )
            raise ValueRefused(message)
        mine = replace(seat, value=value, commit=commit, since=version)
        return replace(self._with(mine), first=self.first or version)

    def cleared(self) -> "Seats":
        """Return the seats after a draw was taken."""
        return Seats(tuple([replace(each, value="") for each in self.taken]))

    def _with(self, seat: Seat) -> "Seats":
        others = [each for each in self.taken if each.name != seat.name]
        return replace(self, taken=(*others, seat))


def _fields_of(seat: Seat) -> dict[str, str | int]:
    return {"name": seat.name, "token": seat.token, "commit": seat.commit, "since": seat.since, "value": seat.value}


@lru_cache(maxsize=256)
def seats_of(written: bytes) -> Seats:
    """Read the seats of an encounter."""
    return Seats.read(written)


def seat_commit_of(id: str, seat: str, value: str) -> str:
    """Return the hash that binds a player to a value."""
    return digest("seat", id, seat, value)


def table_of(id: str, n: int, values: Iterable[SeatValue]) -> str:
    """Return the hash of what the table has put into a draw; `values` are sorted by seat."""
    return digest("table", id, n, *[f"{each.seat} {each.value}" for each in values])
