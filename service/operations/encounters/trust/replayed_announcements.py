"""Announcements in the verification of a log: values follow one, and then comes the act that was announced."""

from collections.abc import Mapping
from typing import Any, Final

from service.encounters import summaries
from service.encounters.encounter import EntryKind, canonical
from service.encounters.log import WITHDRAWN
from service.encounters.reveal import Sight
from service.encounters.trust.draws import DicePolicy
from service.operations.encounters.trust.replayed_draws import EntryDiffers
from service.operations.validation import quoted
from service.operations.verification.difference import Difference
from service.wire import to_json

Entry = Mapping[str, Any]

BOUND: Final = "An act was announced; until it is played or withdrawn, only values may follow."
MISSING: Final = "Nothing was announced before it; `dice_policy.announce` requires an announcement."
_PLAYING: Final = (EntryKind.ACT, EntryKind.VOID)
_AFTER: Final = (*_PLAYING, EntryKind.CONTRIBUTE)
"""The kinds of entries that follow an announcement, and no others do."""


class AnnouncementsReplayed:
    """What is announced and not played yet, in a log that is replayed."""

    def __init__(self) -> None:
        """Begin before the first entry."""
        self._open: Entry | None = None

    def follow(self, policy: DicePolicy | None, kind: EntryKind, entry: Entry) -> None:
        """Require that an entry may stand where it does, after an announcement or without one.

        Raises: EntryDiffers.
        """
        if policy is None or not policy.announce:
            self._refuse_withdrawal(kind, entry)
            return
        if self._open is None:
            if kind in _AFTER:
                raise EntryDiffers(Difference("/kind", EntryKind.ANNOUNCE.value, kind.value, MISSING))
            self._open = entry if kind is EntryKind.ANNOUNCE else None
            return
        if kind not in _AFTER:
            raise EntryDiffers(Difference("/kind", EntryKind.ACT.value, kind.value, BOUND))
        if kind in _PLAYING:
            _require_same(self._open, entry)
            self._open = None

    def _refuse_withdrawal(self, kind: EntryKind, entry: Entry) -> None:
        if kind is EntryKind.VOID and entry.get("problem") == WITHDRAWN:
            raise EntryDiffers(
                Difference("/problem", None, WITHDRAWN, "Nothing was announced that could be withdrawn.")
            )


def announced_fields(entry: Entry, family: Any, state: bytes, sight: Sight) -> dict[str, Any]:
    """Return the expected fields of an announcement: what it announces is as it says, if it says so in their form.

    Raises: EntryDiffers.
    """
    operation, asked, covert = (entry.get(name) for name in ("operation", "input", "covert"))
    of_family, _, procedure = operation.partition("/") if isinstance(operation, str) else ("", "", "")
    if of_family != family or not procedure:
        text = f"{quoted(operation)} is no operation of {family}."
        raise EntryDiffers(Difference("/operation", None, operation, text))
    if not isinstance(asked, Mapping):
        raise EntryDiffers(Difference("/input", None, asked, f"{quoted(asked)} is no input: it is an object."))
    secret = covert is True
    words = summaries.announcement(state, procedure, sight, covert=secret)
    return {"operation": operation, "input": asked, "covert": secret, **vars(words), "hidden": list(words.hidden)}


def _require_same(announced: Entry, played: Entry) -> None:
    """Require that what is played, or withdrawn, is what was announced.

    Raises: EntryDiffers.
    """
    pairs = [(name, announced.get(name), played.get(name)) for name in ("operation", "input")]
    pairs.append(("secret", announced.get("covert"), played.get("secret")))
    for name, said, done in pairs:
        if canonical(said) != canonical(done):
            text = f"{quoted(done)} is not what was announced: {to_json(said).decode()}."
            raise EntryDiffers(Difference(f"/{name}", said, done, text))
