"""Seats of an encounter: players take them with an invitation, and put values into its draws."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from hmac import compare_digest
from typing import Final, TypeVar

from service.encounters.changes import Fields
from service.encounters.encounter import Encounter, EntryKind
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.recorder import Recorder
from service.encounters.tokens import hashed
from service.encounters.trust.announcements import require_unbound, require_values_wanted
from service.encounters.trust.draws import policy_of, require_drawable, require_taken
from service.encounters.trust.seats import Seat, Seats, UnknownSeat, ValueRefused, seats_of
from service.encounters.versions import USED, SeatChange, require_open, seated
from service.errors import TokenMissing, TokenUnknown, VersionStale
from service.operations.encounters.loading import load_as_referee
from service.operations.encounters.requests import GiveValue, InviteToSeat, KnownEncounter, TakeSeat
from service.operations.encounters.trust.trust_answers import SeatInvited, SeatTaken, ValueTaken
from service.store.attempts import depend_on_token, next_attempt

A = TypeVar("A")

MOST_TRIES: Final = 64
"""How often a change of a seat is tried past other changes of the encounter."""

INVITATION: Final = "invitation:{}"
"""The field of an encounter that has the hash of a seat's invitation; empty once it was used."""


class Seating:
    """Takes seats and values; what a player does makes no referee's `If-Match` stale."""

    def __init__(self, store: Store, recorder: Recorder) -> None:
        """Set the store, and what writes changes."""
        self._store = store
        self._recorder = recorder

    async def join(self, request: TakeSeat) -> SeatTaken:
        """Take a seat with an invitation, which works once; name the commitment to your first value.

        The token of the answer is for `contribute`; to read, use the viewer token. A player who takes a seat again,
        with a new invitation, gets its token, and everybody sees that in the log. Between an announcement and its
        act no seat is taken.
        """
        token = next_attempt().token(f"seat {request.seat}")
        return await _past_others(lambda: self._join(request, token))

    async def contribute(self, request: GiveValue) -> ValueTaken:
        """Put your value into the next draw, and commit yourself to another.

        A seat has one value in a draw; a commitment that is younger than the first value of the draw counts from the
        next one on. Where acts wait for everybody, values wait until all seats are taken; where acts are announced,
        until one is. The act that takes the draw names the values that are in it, and the seats that are absent.
        """
        return await _past_others(lambda: self._contribute(request))

    async def invite(self, request: InviteToSeat) -> SeatInvited:
        """Make a new invitation to a seat, such as for a player who has lost a device."""
        attempt = next_attempt()
        encounter = await load_as_referee(self._store, request)
        _require_seat(encounter, request.seat)
        invitation = attempt.token(f"invitation {request.seat}")
        await self._store.set(encounter.id, encounter.ttl, {INVITATION.format(request.seat): hashed(invitation)})
        return SeatInvited(status="invited", id=encounter.id, seat=request.seat, invitation=invitation)

    async def _join(self, request: TakeSeat, token: str) -> SeatTaken:
        encounter, seats = await self._loaded(request)
        _require_seat(encounter, request.seat)
        mine, version = seats.named(request.seat), encounter.version + 1
        if mine is not None and compare_digest(mine.token.encode(), hashed(token)):  # an earlier try did it
            head = await self._head_of(encounter, mine.since)
            return _taken(encounter, request.seat, token, mine.since, head)
        place = INVITATION.format(request.seat)
        await self._require_invited(encounter, request.token, place)
        require_unbound(encounter)
        await self._require_new(encounter, request.commit)
        joined = seats.joined(request.seat, hashed(token).decode(), request.commit, version)
        told = SeatChange(request.seat, request.commit)
        head = await self._written(encounter, EntryKind.JOIN, joined, told, {place: b""})
        return _taken(encounter, request.seat, token, version, head)

    async def _contribute(self, request: GiveValue) -> ValueTaken:
        encounter, seats = await self._loaded(request)
        mine, version = _seat_of(seats, request.token), encounter.version + 1
        if (mine.value, mine.commit) == (request.value, request.commit):  # an earlier try did it
            return _contributed(encounter, mine.name, mine.since, await self._head_of(encounter, mine.since))
        require_values_wanted(encounter)
        require_taken(policy_of(encounter.policy), seats)
        given = seats.contributed(encounter.id, mine.name, request.value, request.commit, version)
        await self._require_new(encounter, request.commit)
        told = SeatChange(mine.name, request.commit, request.value)
        head = await self._written(encounter, EntryKind.CONTRIBUTE, given, told, {})
        return _contributed(encounter, mine.name, version, head)

    async def _loaded(self, request: KnownEncounter) -> tuple[Encounter, Seats]:
        encounter = await self._store.load(request.id)
        depend_on_token(encounter.id, encounter.referee)
        if request.token is None:
            message = "This needs an invitation or the token of a seat: `Authorization: Bearer TOKEN`."
            raise TokenMissing(message)
        require_drawable(encounter)
        require_open(encounter)
        return encounter, seats_of(encounter.seats)

    async def _require_invited(self, encounter: Encounter, token: str | None, place: str) -> None:
        invitation = await self._store.field(encounter.id, place)
        if not invitation or not compare_digest(hashed(token or ""), invitation):
            message = "The token is no invitation to this seat, or it was used. The referee can make another."
            raise TokenUnknown(message)

    async def _require_new(self, encounter: Encounter, commit: str) -> None:
        if await self._store.field(encounter.id, USED.format(commit)):
            message = f"The commitment {commit!r} was made before in this log; a value is good for one draw."
            raise ValueRefused(message, pointer="/commit")

    async def _written(
        self, encounter: Encounter, kind: EntryKind, seats: Seats, told: SeatChange, fields: Fields
    ) -> str | None:
        return await self._recorder.write(encounter, seated(encounter, kind, seats, told, fields))

    async def _head_of(self, encounter: Encounter, version: int) -> str | None:
        rows = await self._store.rows(encounter.id, version - 1, 1)
        return rows[0].note.decode() if rows else None


async def _past_others(change: Callable[[], Awaitable[A]]) -> A:
    """Try a change again as long as another one comes in between.

    Raises: VersionStale, if that does not end.
    """
    for _ in range(MOST_TRIES):
        with suppress(VersionStale):
            return await change()
    return await change()


def _require_seat(encounter: Encounter, seat: str) -> None:
    """Refuse a seat that the dice policy does not name.

    Raises: UnknownSeat.
    """
    names = policy_of(encounter.policy).seats
    if seat not in names:
        message = f"{seat!r} is no seat of the encounter {encounter.id!r}; its seats: {', '.join(names) or 'none'}."
        raise UnknownSeat(message)


def _seat_of(seats: Seats, token: str | None) -> Seat:
    """Return the seat of a token.

    Raises: TokenUnknown.
    """
    mine = seats.of_token(hashed(token or ""))
    if mine is None:
        message = "The token is not that of a seat of this encounter, or the seat has been taken again since."
        raise TokenUnknown(message)
    return mine


def _taken(encounter: Encounter, seat: str, token: str, version: int, head: str | None) -> SeatTaken:
    return SeatTaken(status="taken", id=encounter.id, seat=seat, token=token, version=version, head=head)


def _contributed(encounter: Encounter, seat: str, version: int, head: str | None) -> ValueTaken:
    return ValueTaken(status="contributed", id=encounter.id, seat=seat, draw=encounter.draw, version=version, head=head)
