"""Announcements: what is going to be played is fixed before players put their values into its draw.

Where the dice policy says `announce`, the referee first writes what will be played: an entry of kind `announce` with
the operation and its input. Only then values are accepted, so that nobody who knows a value can choose the act that
uses it. Until this act is played or withdrawn, only values are accepted: no other act, no correction, no undo, no seat
and no end. The act and the withdrawal both take the draw; a withdrawal is an entry of kind `void`.

What will be secret is announced as such: the entry is `covert`, and viewers see that something is announced, but
neither operation nor input. The entry itself is not secret, because a secret entry would take a draw.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import orjson

from service.encounters.encounter import Encounter, canonical
from service.encounters.trust.draws import DicePolicyRefuses, policy_of
from service.errors import Refused
from service.wire import record, to_json


class AnnouncementMissing(Refused, title="Announcement missing"):
    """The encounter's `dice_policy.announce` requires an announcement first, and nothing is announced."""


class AnnouncementBinds(Refused, title="Announcement binds"):
    """An act is announced; until it is played or withdrawn, only values are accepted."""


@record
class Announcement:
    """What was announced: the version of its entry, and the operation, input and secrecy of the act to come."""

    version: int
    operation: str
    input: Any
    secret: bool

    @classmethod
    def of(cls, written: bytes) -> "Announcement":
        """Read what `written` has written."""
        return cls(**orjson.loads(written))

    def written(self) -> bytes:
        """Write it as JSON."""
        return to_json(self)


@lru_cache(maxsize=256)
def _read(written: bytes) -> Announcement:
    return Announcement.of(written)


def announced_in(encounter: Encounter) -> Announcement | None:
    """Return what is announced and neither played nor withdrawn yet."""
    return _read(encounter.announced) if encounter.announced else None


def require_unbound(encounter: Encounter) -> None:
    """Refuse a change between an announcement and its act.

    Raises: AnnouncementBinds.
    """
    announced = announced_in(encounter)
    if announced is not None:
        raise AnnouncementBinds(_bound(announced))


def require_announceable(encounter: Encounter) -> None:
    """Refuse to announce where the dice policy does not want it, or something is announced already.

    Raises: DicePolicyRefuses, AnnouncementBinds.
    """
    if not policy_of(encounter.policy).announce:
        message = "Acts of this encounter are not announced: its `dice_policy.announce` is false."
        raise DicePolicyRefuses(message)
    require_unbound(encounter)


def require_announced(encounter: Encounter) -> Announcement:
    """Return what is announced, for its withdrawal.

    Raises: AnnouncementMissing.
    """
    announced = announced_in(encounter)
    if announced is None:
        raise AnnouncementMissing("Nothing is announced in this encounter, so there is nothing to withdraw.")
    return announced


def require_values_wanted(encounter: Encounter) -> None:
    """Refuse a value before it is known what it is for.

    Raises: AnnouncementMissing.
    """
    if policy_of(encounter.policy).announce and not encounter.announced:
        message = "Nothing is announced yet; with `dice_policy.announce` values come after an announcement."
        raise AnnouncementMissing(message)


def require_as_announced(encounter: Encounter, operation: str, input: Mapping[str, Any], *, secret: bool) -> None:
    """Refuse an act that was not announced, or is another one than was announced.

    Raises: AnnouncementMissing; AnnouncementBinds, pointing at what differs.
    """
    if not policy_of(encounter.policy).announce:
        return
    announced = announced_in(encounter)
    if announced is None:
        message = "Nothing is announced yet; with `dice_policy.announce` an act is announced before it is played."
        raise AnnouncementMissing(message)
    if announced.operation != operation:
        raise AnnouncementBinds(f"{_bound(announced)} The procedure differs.")
    if canonical(announced.input) != canonical(input):
        raise AnnouncementBinds(f"{_bound(announced)} The input differs.", pointer="/input")
    if announced.secret is not secret:
        raise AnnouncementBinds(f"{_bound(announced)} `secret` differs.", pointer="/secret")


def _bound(announced: Announcement) -> str:
    """Write what is accepted; of what was announced nothing is quoted, because players read this, too."""
    return (
        f"An act was announced at version {announced.version}: by `dice_policy.announce` only values are "
        "accepted until it is played as announced, or withdrawn."
    )
