"""Quotas: how many requests each caller may send, what it may create and have stored, and what it may have played.

Encounters (forks included), listings, webhooks, campaigns, kept results and their pages count as created objects. Bytes
are counted after compression. Campaigns are charged for the CPU seconds of their fights, as they are played. All quotas
are token buckets that refill evenly; they are counted in the store, by the store's clock, so they hold for all
instances together. While the store is away, each process counts requests for itself.

    umpire:rate:{<caller>}:requests   when the bucket of requests will be full again, in microseconds
    umpire:rate:{<caller>}:created    when the bucket of creations will be full again, in microseconds
    umpire:rate:{<caller>}:stored     when the bucket of bytes will be full again, in microseconds
    umpire:rate:{<caller>}:played     when the bucket of CPU seconds will be full again, in microseconds
    umpire:rate:{<network>}:<caller>:requests, umpire:rate:{<network>}:<network>:requests   the same of an IPv6 caller

A caller with IPv6 is a network of 64 bits; its network of 48 bits has buckets, too, `NETWORK_SHARE` times as large.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final, Self

import structlog

from service.errors import StorageQuotaSpent, StoreAway, TooManyRequests
from service.settings.access.allowances import MICROSECONDS, UNLIMITED, Allowance, Allowances, LocalBuckets
from service.settings.access.proxies import network_of
from service.settings.access.scopes import current_caller, key_name
from service.store.scripts import Script

LOCAL_SECONDS: Final = 1.0
"""Seconds for which the store is not asked again after it was away."""
LOG_SECONDS: Final = 10
MAX_REMEMBERED: Final = 10_000
NETWORK_SHARE: Final = 16
"""How many callers' quotas one IPv6 network of 48 bits has, which may hold 65 536 callers."""

_TAKE: Final = Script.named("charge", "take")

CHARGED: Final = {
    "requests": "requests made, of which heavy work counts as several",
    "created": "encounters, listings, webhooks, campaigns and kept results created",
    "stored": "stored",
    "played": "CPU seconds of campaigns played",
}
"""What is charged to each bucket."""

Client = "Pipelines | Cluster"
Noted = Callable[[str, str, int], None]
"""What is told of each charge: the caller, the bucket and the amount."""

log = structlog.get_logger("umpire.limits")


@dataclass(frozen=True, slots=True)
class Standing:
    """How much of a quota a caller has left, and the seconds until there is more.

    That is until the bucket is full again; if nothing is left, until one can be taken.
    """

    bucket: str
    allowance: Allowance
    left: int
    seconds: int

    @classmethod
    def of(cls, bucket: str, allowance: Allowance, refilling: float) -> Self:
        """Return how a bucket stands that is full again after so many seconds."""
        left = allowance.left(refilling * MICROSECONDS)
        wait = refilling if left else refilling - (allowance.full - allowance.cost(1)) / MICROSECONDS
        return cls(bucket, allowance, left, math.ceil(wait))


@dataclass(frozen=True, slots=True)
class Charge:
    """What a caller is charged: amounts, and the buckets they are taken from, with keys and words for `charge.lua`.

    The first `own` buckets are the caller's, the others its network's.
    """

    caller: str
    amounts: Mapping[str, int]
    buckets: Sequence[tuple[str, Allowance]] = ()
    own: int = 0
    keys: Sequence[str] = ()
    words: Sequence[int] = ()


NOTHING: Final = Charge("", {})
"""What nobody pays."""


class Quotas:
    """The quotas of all callers: charges them, and remembers for each caller how its buckets stood last."""

    def __init__(
        self,
        created: str = UNLIMITED,
        stored: str = UNLIMITED,
        played: str = UNLIMITED,
        requests: str | None = None,
        of_caller: Callable[[str, Allowances], Allowances] | None = None,
    ) -> None:
        """Set the usual quotas, as `Allowance.of` parses them, and a function that returns those of a caller."""
        parsed = [Allowance.of(each) for each in (requests, created, stored, played)]
        self.usual = Allowances(*parsed)
        self.noted: Noted | None = None
        self._of_caller = of_caller
        self._full_at: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._local = LocalBuckets()
        self._local_until = 0.0
        self._next_log_at = 0.0

    def allowances_of(self, caller: str) -> Allowances:
        """Return the quotas of a caller."""
        return self.usual if self._of_caller is None else self._of_caller(caller, self.usual)

    def forget_if_full(self, caller: str) -> bool:
        """Forget a caller whose buckets are full again; return whether they are full, as far as is known."""
        full_at = self._full_at.get(caller)
        if full_at is not None and max(full_at.values()) <= time.monotonic():
            del self._full_at[caller]
            full_at = None
        return full_at is None

    def standings(self, caller: str) -> list[Standing]:
        """Return how the buckets of a caller stand, as far as this process knows."""
        full_at, now = self._full_at.get(caller, {}), time.monotonic()
        return [
            Standing.of(bucket, allowance, max(full_at.get(bucket, now) - now, 0))
            for bucket, allowance in _buckets(self.allowances_of(caller))
        ]

    @staticmethod
    def full(allowances: Allowances) -> list[Standing]:
        """Return how full buckets stand."""
        return [Standing.of(bucket, allowance, 0) for bucket, allowance in _buckets(allowances)]

    async def take(self, redis: Any, size: int, created: int = 0, played: int = 0) -> None:
        """Charge a write before it is made: `size` bytes, `created` new objects, and `played` CPU seconds.

        Raises: StorageQuotaSpent, and then nothing is charged.
        """
        charge = self.charge_of(size, created, played)
        self.settle(charge, await self._run(redis, "take", charge))

    def charge_of(self, size: int, created: int = 0, played: int = 0) -> Charge:
        """Return what a write costs the current caller, for a script that charges it and writes."""
        return self._charge_of({"created": created, "stored": size, "played": played})

    def settle(self, charge: Charge, standing: Sequence[int]) -> None:
        """Note a charge that a script has made, and how the buckets stand; empty, if they are not known.

        Raises: StorageQuotaSpent, if a bucket was empty, so that nothing was charged.
        """
        refused = self._settled(charge, standing)
        if refused is not None:
            bucket, allowance, wait = refused
            self._note(charge.caller, "refused", 1)
            message = (
                f"{_one(allowance)} may have {allowance.text} {CHARGED[bucket]}, and this would be more; "
                f"try again in {wait} seconds."
            )
            raise StorageQuotaSpent(message, wait=wait)

    async def owe(self, redis: Any, size: int, played: int = 0) -> None:
        """Charge bytes that are stored, and CPU seconds that are spent, in any case; a bucket may then be empty."""
        await self._charge(redis, "owe", {"stored": size, "played": played})

    async def take_request(
        self, store: AbstractAsyncContextManager[Any], amount: int = 1, *, owed: bool = False
    ) -> None:
        """Charge requests to the current caller; what is owed is charged even if the quota is then overdrawn.

        More than the whole quota is charged as the whole quota, unless it is owed.

        Raises: TooManyRequests, with the seconds to wait, and then nothing is charged.
        """
        caller = current_caller.get()
        if caller is None:
            return
        allowance = self.allowances_of(caller).requests
        if allowance is None:
            self._note(caller, "requests", amount)
            return
        charged = amount if owed else min(amount, allowance.amount)
        refused = await self._take_requests(store, caller, allowance, charged, owed=owed)
        if refused is not None:
            allowance, wait = refused
            self._note(caller, "refused", 1)
            raise TooManyRequests(
                f"{_one(allowance)} may make {allowance.amount} requests in {allowance.seconds} seconds, and heavy "
                f"work costs several; try again in {wait} seconds.",
                wait=wait,
            )

    async def _take_requests(
        self, store: AbstractAsyncContextManager[Any], caller: str, allowance: Allowance, amount: int, *, owed: bool
    ) -> tuple[Allowance, int] | None:
        """Charge requests in the store, or in this process while it is away.

        Return the allowance that is spent, and the seconds to wait, if they are refused.
        """
        if time.monotonic() >= self._local_until:
            try:
                async with store as redis:
                    refused = await self._charge(redis, "owe" if owed else "take", {"requests": amount})
            except StoreAway as away:
                self._count_here(away)
            else:
                return None if refused is None else refused[1:]
        now, network = time.monotonic_ns() // 1000, network_of(caller)
        taken = self._local.take(caller, allowance, amount, now, owed=owed)
        self._remember(caller, [("requests", taken.refilling)])
        if taken.is_charged and network is not None:
            allowance = allowance.times(NETWORK_SHARE)
            taken = self._local.take(network, allowance, amount, now, owed=owed)
        if taken.is_charged:
            self._note(caller, "requests", amount)
            return None
        over = taken.refilling + allowance.cost(amount) - allowance.full
        return allowance, math.ceil(over / MICROSECONDS)

    def _count_here(self, away: StoreAway) -> None:
        """Do not ask the store again for a while, and log it, but not for every request."""
        now = time.monotonic()
        self._local_until = now + LOCAL_SECONDS
        if now >= self._next_log_at:
            self._next_log_at = now + LOG_SECONDS
            log.warning("requests are counted by each process alone", reason=away.detail)

    async def _charge(self, redis: Any, how: str, amounts: dict[str, int]) -> tuple[str, Allowance, int] | None:
        """Charge the current caller; return the bucket that is empty, its allowance and the seconds to wait."""
        charge = self._charge_of(amounts)
        return self._settled(charge, await self._run(redis, how, charge))

    async def _run(self, redis: Any, how: str, charge: Charge) -> Sequence[int]:
        """Charge buckets in the store, and return how they stand."""
        standing: Sequence[int] = await _TAKE(redis, charge.keys, how, *charge.words) if charge.keys else ()
        return standing

    def _charge_of(self, amounts: Mapping[str, int]) -> Charge:
        caller = current_caller.get()
        if caller is None:
            return NOTHING
        charged = [(name, allowance) for name, allowance in _buckets(self.allowances_of(caller)) if amounts.get(name)]
        if not charged:
            return Charge(caller, amounts)
        network = network_of(caller)
        keys = [_key(network, caller, name) for name, _ in charged]
        own = len(charged)
        if network is not None:
            keys += [_key(network, network, name) for name, _ in charged]
            charged += [(name, allowance.times(NETWORK_SHARE)) for name, allowance in charged]
        words = [
            word
            for name, allowance in charged
            for word in (allowance.cost(amounts[name]), allowance.full, int(name == "requests"))
        ]
        return Charge(caller, amounts, charged, own, keys, words)

    def _settled(self, charge: Charge, standing: Sequence[int]) -> tuple[str, Allowance, int] | None:
        """Remember how buckets stand, and note what was charged; return what `_charge` returns."""
        spent, wait, *refilling = standing or (0, 0)
        names = [name for name, _ in charge.buckets[: charge.own]]
        if refilling:
            self._remember(charge.caller, list(zip(names, refilling[: charge.own], strict=True)))
        if spent:
            return (*charge.buckets[spent - 1], wait)
        self._note_all(charge.caller, charge.amounts)
        return None

    def _note_all(self, caller: str, amounts: Mapping[str, int]) -> None:
        for bucket, amount in amounts.items():
            self._note(caller, bucket, amount)

    def _note(self, caller: str, bucket: str, amount: int) -> None:
        if self.noted is not None and amount:
            self.noted(caller, bucket, amount)

    def _remember(self, caller: str, refilling: Sequence[tuple[str, int]]) -> None:
        """Remember when buckets of a caller will be full again; of callers, those that were seen last."""
        now, known = time.monotonic(), self._full_at.setdefault(caller, {})
        known.update({bucket: now + each / MICROSECONDS for bucket, each in refilling})
        self._full_at.move_to_end(caller)
        if len(self._full_at) > MAX_REMEMBERED:
            self._full_at.popitem(last=False)


def _buckets(allowances: Allowances) -> list[tuple[str, Allowance]]:
    every = (
        ("requests", allowances.requests),
        ("created", allowances.creations),
        ("stored", allowances.storage),
        ("played", allowances.campaigns),
    )
    return [(name, each) for name, each in every if each is not None]


def _key(network: str | None, bucket_of: str, name: str) -> str:
    """Return the key of a bucket of a caller or of its network, which lie on the same node of a cluster."""
    if network is None:
        return f"umpire:rate:{{{bucket_of}}}:{name}"
    return f"umpire:rate:{{{network}}}:{bucket_of}:{name}"


def _one(allowance: Allowance) -> str:
    """Return what the current caller is one of, at the beginning of a sentence."""
    if allowance.is_shared:
        return "One IPv6 network of 48 bits"
    return "One key" if key_name(current_caller.get()) else "One address"
