"""Draws in the verification of a log: what every entry takes, and whether its dice are those of its draw."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import orjson

from service.encounters.encounter import Encounter, EntryKind
from service.encounters.log import UNDRAWN, WITHDRAWN
from service.encounters.trust.draws import (
    FIRST_DRAW,
    Bringer,
    DicePolicy,
    commit_of,
    draw_of,
    key_of,
    require_taken,
    require_values,
    seed_of,
)
from service.encounters.trust.seats import Seats, SeatsAwaited, ValueRefused
from service.encounters.versions import CONTRIBUTED, JOINED
from service.errors import UmpireError
from service.operations.answering.dice_source import SeedBy
from service.operations.validation import quoted, rewritten, validated
from service.operations.verification.difference import Difference
from service.wire import to_json

Entry = Mapping[str, Any]

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_BINDING: Final = re.compile(
    r"umpire/head/1\n[^\n]*\n([0-9a-f]{32})\nversion [0-9]+\ndraw [0-9]+\ncommit ([0-9a-f]{64})\n"
)

_AGAINST: Final = "The act {}, which the dice policy of the log allows to nobody."


@dataclass(frozen=True, slots=True)
class Present:
    """What is stored of an encounter: the hash of its state, what viewers see, its id, and its dice key, if any."""

    state_hash: str
    shown: str
    id: str
    key: bytes

    @classmethod
    def of(cls, encounter: Encounter) -> Self:
        """Return what is stored of an encounter."""
        return cls(encounter.state_hash, encounter.shown.value, encounter.id, key_of(encounter))


class EntryDiffers(Exception):
    """An entry differs from the replay; `version` is the one that it made."""

    def __init__(self, difference: Difference, version: int = 0) -> None:
        """Set the difference, and the version if it is known."""
        super().__init__(difference.pointer)
        self.difference = difference
        self.version = version


def with_draws(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return entries with all fields of draws and later ones; those that no entry of the log has are empty."""
    newer = {name: unused for name, unused in UNDRAWN.items() if not any(name in entry for entry in entries)}
    return [{**entry, **newer} for entry in entries] if newer else entries


@dataclass(frozen=True, slots=True)
class BoundTo:
    """What a head binds the service to: the encounter's id, and the commitment to the next draw."""

    id: str
    commit: str


def bound_by(head: Any) -> BoundTo | None:
    """Return what the head of an entry binds the service to; its signature is not checked here."""
    match = _BINDING.match(head) if isinstance(head, str) else None
    return None if match is None else BoundTo(match[1], match[2])


def policy_in(entry: Entry) -> DicePolicy | None:
    """Return the dice policy of a creation; None of an older release."""
    claimed = entry.get("dice_policy")
    if claimed is None:
        return None
    try:
        return validated(DicePolicy, rewritten(claimed))
    except UmpireError as misfit:
        raise misfit.below("/dice_policy") from None


class DrawsReplayed:
    """The draws of a log that is replayed: its dice policy, the next draw, and what players have put into it."""

    def __init__(self, present: Present | None) -> None:
        """Begin before the first entry; of a stored encounter all draws are known."""
        self._present = present
        self.policy: DicePolicy | None = None
        self.bound_to: BoundTo | None = None
        self._n = FIRST_DRAW
        self._seats = Seats()
        self._used: set[str] = set()

    @property
    def seed_by(self) -> SeedBy:
        """Who chose the seed of an act that takes the next draw."""
        return SeedBy.TABLE if self._seats.values else SeedBy.SERVICE

    @property
    def _id(self) -> str | None:
        if self._present is not None:
            return self._present.id
        return None if self.bound_to is None else self.bound_to.id

    def fields(self, kind: EntryKind, entry: Entry) -> dict[str, Any]:
        """Return the expected draw of an entry: the next one, if it takes one; its opening is known with the key.

        Raises: EntryDiffers.
        """
        takes = kind in (EntryKind.ACT, EntryKind.VOID) or (kind is EntryKind.CORRECT and entry.get("secret") is True)
        if self.policy is None or not takes:
            return {"draw": None}
        seats, n = self._seats, self._n
        is_withdrawal = kind is EntryKind.VOID and entry.get("problem") == WITHDRAWN
        if kind is not EntryKind.CORRECT and not is_withdrawal:
            self._require_values(self.policy)
        self._n, self._seats = n + 1, seats.cleared()
        if self._present is not None and self._present.key:
            draw = draw_of(self._present.id, self._present.key, n, seats.values, seats.absent)
            return {"draw": orjson.loads(to_json(draw))}
        return {"draw": self._claimed(entry, n, seats)}

    def seated(self, kind: EntryKind, entry: Entry, version: int) -> dict[str, Any]:
        """Return the expected fields of an entry by which a player takes a seat, or contributes.

        Raises: EntryDiffers, if it is not what the player was committed to, or the seat is none of the policy.
        """
        seat, value, commit = (str(entry.get(name)) for name in ("seat", "value", "commit"))
        seats = () if self.policy is None else self.policy.seats
        if seat not in seats:
            text = f"{quoted(seat)} is no seat of the dice policy."
            raise EntryDiffers(Difference("/seat", list(seats), entry.get("seat"), text))
        if _HEX.fullmatch(commit) is None or commit in self._used:
            text = f"{quoted(commit)} is no commitment, or comes twice in the log."
            raise EntryDiffers(Difference("/commit", None, entry.get("commit"), text))
        self._used.add(commit)
        if kind is EntryKind.JOIN:
            self._seats = self._seats.joined(seat, "", commit, version)
            return {"seat": seat, "commit": commit, "summary": JOINED.format(seat), "names": {}, "hidden": []}
        try:
            require_taken(self.policy or DicePolicy(), self._seats)
            self._seats = self._seats.contributed(self._id, seat, value, commit, version)
        except (SeatsAwaited, ValueRefused) as refusal:
            raise EntryDiffers(Difference("/value", None, entry.get("value"), refusal.detail)) from None
        told = {"seat": seat, "value": value, "commit": commit}
        return {**told, "summary": CONTRIBUTED.format(seat), "names": {}, "hidden": []}

    def require_drawn(self, expected: Mapping[str, Any]) -> None:
        """Require that the dice of an act are those of its draw, or what the dice policy lets the referee bring.

        Raises: EntryDiffers.
        """
        dice, draw = expected["dice"], expected["draw"]
        if self.policy is None or dice is None:
            return
        brought = dice["supplied_faces"] + dice["supplied_cards"]
        if dice["seed_by"] == SeedBy.CALLER and self.policy.seeds is Bringer.NOBODY:
            text = _AGAINST.format("names a seed")
            raise EntryDiffers(Difference("/dice/seed_by", SeedBy.SERVICE, SeedBy.CALLER, text))
        if brought and self.policy.supplied is Bringer.NOBODY:
            raise EntryDiffers(Difference("/dice/supplied_faces", 0, brought, _AGAINST.format("brings dice")))
        if dice["seed_by"] in (SeedBy.SERVICE, SeedBy.TABLE) and dice["seed"] != draw["seed"]:
            text = f"The dice were rolled from {quoted(dice['seed'])}, which is not the seed of draw {draw['n']}."
            raise EntryDiffers(Difference("/dice/seed", draw["seed"], dice["seed"], text))

    def _require_values(self, policy: DicePolicy) -> None:
        """Require that those had contributed whom the policy waits for."""
        try:
            require_values(policy, self._seats)
        except SeatsAwaited as refusal:
            raise EntryDiffers(Difference("/draw/values", None, None, refusal.detail)) from None

    def _claimed(self, entry: Entry, n: int, seats: Seats) -> dict[str, Any]:
        """Return the draw that an entry should have; with the head before also its opening and seed.

        Raises: EntryDiffers, if the opening is not what the head before was committed to.
        """
        claimed = entry.get("draw")
        said = claimed if isinstance(claimed, Mapping) else {}
        opening, seed = said.get("opening"), said.get("seed")
        draw = {"n": n, "opening": opening, "values": list(map(vars, seats.values)), "absent": list(seats.absent)}
        if self.bound_to is None:
            return {**draw, "seed": seed}
        is_opening = isinstance(opening, str) and _HEX.fullmatch(opening) is not None
        if not is_opening or commit_of(self.bound_to.id, n, str(opening)) != self.bound_to.commit:
            text = f"{quoted(opening)} does not open the commitment to draw {n} in the head before."
            pointer = "/draw/opening" if "opening" in said else "/draw" if "draw" in entry else ""
            raise EntryDiffers(Difference(pointer, None, opening, text))
        return {**draw, "seed": seed_of(self.bound_to.id, n, str(opening), seats.values)}
