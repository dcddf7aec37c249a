"""Draws: the dice of an encounter's acts, committed to one draw ahead and opened when they are taken.

A secret of 32 bytes is stored with the encounter. The opening of each draw and the seed of its dice follow from it. The
hash of an opening, its commitment, is published before anything is known of the act that will take the draw. Everybody
who kept the commitment can check that the dice were fixed before. Draws are numbered from 1. Each act takes one. Secret
changes, and acts that were refused after their dice were rolled, take one, too. No draw is given back.

`service/encounters/trust/hashing.py` has the form of hash inputs. With S the secret and `id` the encounter's:

    dice key       K   = M(S, dice-key, id)
    promise        P   = H(promise, id, K)
    opening        r_n = M(K, opening, id, n)
    commitment     c_n = H(commit, id, n, r_n)
    table          t_n = H(table, id, n, "<seat> <value>" ...), see `service/encounters/trust/seats.py`
    seed           "sha256ctr1:" + M(r_n, seed, id, n, t_n)
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Final

from pydantic import Field

from service.dice.seeded import GENERATOR
from service.encounters.encounter import Encounter
from service.encounters.trust.hashing import digest, keyed
from service.encounters.trust.seats import MOST_SEATS, SeatName, Seats, SeatsAwaited, SeatValue, seats_of, table_of
from service.errors import Refused
from service.wire import DISTINCT, Frozen, record, to_json

FIRST_DRAW: Final = 1


class DrawsLost(Refused, title="Draws lost"):
    """The encounter has no secret to roll its dice from: it is of an older release. Fork it to go on."""


class DicePolicyRefuses(Refused, title="Dice policy refuses"):
    """The encounter's `dice_policy` does not let the referee bring these dice, or name this seed."""


class EncounterEnded(Refused, title="Encounter ended"):
    """The log of the encounter was ended; fork it to go on."""


class Bringer(StrEnum):
    """Who may bring dice or name seeds."""

    NOBODY = "nobody"
    REFEREE = "referee"


class WaitFor(StrEnum):
    """Who has to contribute to a draw before an act may take it."""

    NOBODY = "nobody"
    ANYBODY = "anybody"
    EVERYBODY = "everybody"


class DicePolicy(Frozen):
    """Whose dice an encounter is played with; everybody sees it, and only a fork can change it."""

    supplied: Bringer = Field(
        default=Bringer.REFEREE, description="Who may bring faces and cards of their own to an act."
    )
    seeds: Bringer = Field(
        default=Bringer.NOBODY, description="Who may name the seed of an act; else the service rolls from its draws."
    )
    seats: Annotated[tuple[SeatName, ...], Field(max_length=MOST_SEATS), DISTINCT] = Field(
        default=(), description="Names of seats, whose players may put values into the draws; each gets an invitation."
    )
    wait_for: WaitFor = Field(
        default=WaitFor.NOBODY,
        description=(
            "Who has to contribute before an act is rolled; nobody: the draw names the seats that added no value."
        ),
    )
    announce: bool = Field(
        default=False, description="Whether each act is announced before values for its draw are taken."
    )


class Opened(StrEnum):
    """What is opened to viewers when a log is ended."""

    NOTHING = "nothing"
    DICE = "dice"
    ALL = "all"


@record
class TakenDraw:
    """A draw that was taken: its number, what opens its commitment, and the seed of its dice."""

    n: Annotated[int, Field(description="The number of the draw, counted from 1.")]
    opening: Annotated[str, Field(description="The value that opens the earlier commitment: 64 digits 0-9, a-f.")]
    values: Annotated[tuple[SeatValue, ...], Field(description="The values that players added, sorted by seat.")]
    absent: Annotated[tuple[str, ...], Field(description="Seats that are taken and added no value.")]
    seed: Annotated[str, Field(description="The seed that follows from it; dice that the caller seeded have another.")]


@record
class Commitment:
    """What the service is bound to before the next act: nobody can work out its dice, and it cannot change them."""

    promise: Annotated[str, Field(description="Hash of the key of all draws; the same in the whole log.")]
    draw: Annotated[int, Field(description="The number of the next draw.")]
    commit: Annotated[str, Field(description="Hash of the opening of the next draw.")]


@lru_cache(maxsize=4096)
def dice_key(secret: bytes, id: str) -> bytes:
    """Return the key of all openings of an encounter."""
    return keyed(secret, "dice-key", id)


def key_of(encounter: Encounter) -> bytes:
    """Return the dice key of an encounter; empty, if an older release created it, without a secret."""
    return dice_key(encounter.secret, encounter.id) if encounter.secret else b""


@lru_cache(maxsize=4096)
def promise_of(id: str, key: bytes) -> str:
    """Return the hash that binds the service to a dice key."""
    return digest("promise", id, key.hex())


@lru_cache(maxsize=4096)
def opening_of(key: bytes, id: str, n: int) -> str:
    """Return the opening of a draw."""
    return keyed(key, "opening", id, n).hex()


@lru_cache(maxsize=4096)
def commit_of(id: str, n: int, opening: str) -> str:
    """Return the hash that binds the service to an opening."""
    return digest("commit", id, n, opening)


def seed_of(id: str, n: int, opening: str, values: Iterable[SeatValue] = ()) -> str:
    """Return the seed of a draw."""
    return f"{GENERATOR}:{keyed(bytes.fromhex(opening), 'seed', id, n, table_of(id, n, values)).hex()}"


def draw_of(id: str, key: bytes, n: int, values: tuple[SeatValue, ...] = (), absent: tuple[str, ...] = ()) -> TakenDraw:
    """Return a draw of an encounter, with what players have put into it."""
    opening = opening_of(key, id, n)
    return TakenDraw(n=n, opening=opening, values=values, absent=absent, seed=seed_of(id, n, opening, values))


def next_draw(encounter: Encounter) -> TakenDraw:
    """Return the draw that the next act takes.

    Raises: DrawsLost.
    """
    seats = seats_of(encounter.seats)
    return draw_of(encounter.id, require_drawable(encounter), encounter.draw, seats.values, seats.absent)


def draw_again(encounter: Encounter, taken: Mapping[str, Any]) -> TakenDraw:
    """Return a draw that an entry of an encounter's log says was taken.

    Raises: DrawsLost.
    """
    values = tuple([SeatValue(**each) for each in taken["values"]])
    return draw_of(encounter.id, require_drawable(encounter), taken["n"], values, tuple(taken["absent"]))


def require_drawable(encounter: Encounter) -> bytes:
    """Return the dice key of an encounter.

    Raises: DrawsLost.
    """
    if not encounter.secret:
        raise DrawsLost(
            f"The encounter {encounter.id!r} has no secret to roll dice from, because an older release created it. "
            "Fork it: the fork has one, and goes on from the same state."
        )
    return dice_key(encounter.secret, encounter.id)


def commitment_of(encounter: Encounter, draw: int = 0) -> Commitment | None:
    """Return what the service is bound to before a draw takes place, by default the next one; None without a secret."""
    if not encounter.secret:
        return None
    n, key = draw or encounter.draw, dice_key(encounter.secret, encounter.id)
    commit = commit_of(encounter.id, n, opening_of(key, encounter.id, n))
    return Commitment(promise=promise_of(encounter.id, key), draw=n, commit=commit)


def written_policy(policy: DicePolicy) -> bytes:
    """Write a policy as JSON."""
    return to_json(policy)


@lru_cache(maxsize=64)
def policy_of(written: bytes) -> DicePolicy:
    """Read a policy."""
    return DicePolicy.model_validate_json(written)


def require_policy(encounter: Encounter, *, brings: bool, seed: str | None) -> None:
    """Refuse dice that were brought, or a seed that was named, where the encounter's policy lets nobody.

    Raises: DicePolicyRefuses, quoting the seed; SeatsAwaited.
    """
    policy = policy_of(encounter.policy)
    if brings and policy.supplied is Bringer.NOBODY:
        message = "Dice cannot be brought to this encounter: its `dice_policy.supplied` is nobody."
        raise DicePolicyRefuses(message, pointer="/dice/kind")
    if seed is not None and policy.seeds is Bringer.NOBODY:
        message = f"The seed {seed!r} was named, but the dice of this encounter come from its draws: its "
        raise DicePolicyRefuses(message + "`dice_policy.seeds` is nobody.", pointer="/dice/seed")
    require_values(policy, seats_of(encounter.seats))


def require_values(policy: DicePolicy, seats: Seats) -> None:
    """Refuse to roll before those whom the policy waits for have contributed.

    Raises: SeatsAwaited, naming the seats.
    """
    if policy.wait_for is WaitFor.NOBODY:
        return
    missing = seats.awaited(policy.seats)
    if missing if policy.wait_for is WaitFor.EVERYBODY else not seats.values:
        message = f"The draw waits for {policy.wait_for.value}; seats without a value in it: {', '.join(missing)}."
        raise SeatsAwaited(message)


def require_taken(policy: DicePolicy, seats: Seats) -> None:
    """Refuse a value before all seats are taken, where acts wait for everybody: who came later could not contribute.

    Raises: SeatsAwaited, naming the seats.
    """
    free = [each for each in policy.seats if seats.named(each) is None]
    if policy.wait_for is WaitFor.EVERYBODY and free:
        message = f"Values are accepted once all seats are taken; free seats: {', '.join(free)}."
        raise SeatsAwaited(message)
