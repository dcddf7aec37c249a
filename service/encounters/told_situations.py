"""Situations beside log entries: whose turn it was after each change, as the referee knows it and as viewers see it.

They follow from the states, so they are no part of entries: nothing of them is signed or proved. Each is written with
the change that made its state, so that nobody has to read all states again who follows a fight.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Final

import orjson

from service.encounters.changes import Change, Fields
from service.encounters.reveal import Reveal
from service.rules.kernel.verdict import Decision, EndedBy, Fate, Situation, TurnEntry, TurnStatus
from service.store.packing import packed
from service.wire import changed, to_json

NAMES: Final = {each.name for each in fields(Situation)}
UNKNOWN: Final[Fields] = {"situation": b"", "watched": b"", "over": b""}
"""The fields of an encounter whose situation is not known: it may be too large to be worked out at once."""
GOES_ON: Final = "0"
OVER: Final = "1"
"""What the field `over` begins with; the side follows that won, if viewers see anybody of it."""


@dataclass(frozen=True, slots=True)
class BothSituations:
    """The situation in a state, and that in what viewers see of the state."""

    whole: Situation
    seen: Situation

    def shown(self, reveal: Reveal | None) -> Situation:
        """Return the situation by a reveal policy; None: as the referee knows it."""
        return self.whole if reveal is None else as_shown(self.seen, reveal)


def as_shown(seen: Situation, reveal: Reveal) -> Situation:
    """Return what viewers are shown of a situation: only under `all` what figures must do, which numbers may tell."""
    if reveal is Reveal.ALL or all(each.forced is None for each in seen.order):
        return seen
    return replace(seen, order=tuple([replace(each, forced=None) for each in seen.order]))


def with_situation(change: Change, both: BothSituations | None) -> Change:
    """Return a change that writes the situation in its state, too: `watched` is that of viewers, if it is another."""
    if both is None:
        return changed(change, fields={**change.fields, **UNKNOWN})
    shown = both.shown(change.logged.reveal)
    whole = to_json(both.whole)
    seen = whole if shown is both.whole else to_json(shown)
    over = f"{OVER}{both.seen.winner or ''}" if both.whole.over else GOES_ON
    family = change.logged.family
    watched = b"" if seen == whole else packed(seen, family)
    written: Fields = {"situation": packed(whole, family), "watched": watched, "over": over}
    return changed(change, fields={**change.fields, **written})


def situation_in(written: bytes) -> Situation | None:
    """Read a situation that was written; None if there is none, or if it has not the form of this release."""
    told: dict[str, Any] = orjson.loads(written or b"{}")
    if told.keys() != NAMES:
        return None
    try:
        told["order"] = tuple([_entry_in(each) for each in told["order"]])
        ended = told["ended_by"]
        told |= {"decision": Decision(told["decision"]), "ended_by": None if ended is None else EndedBy(ended)}
    except (TypeError, ValueError):
        return None
    return Situation(**told | {name: tuple(told[name]) for name in ("next", "service_plays")})


def end_in(over: bytes) -> tuple[bool | None, str | None]:
    """Return whether a fight is over, None if that is not known, and who has won, as the field `over` has it."""
    told = over.decode()
    return (told[:1] == OVER if told else None), told[1:] or None


def _entry_in(told: dict[str, Any]) -> TurnEntry:
    fate = told["fate"]
    return TurnEntry(**told | {"status": TurnStatus(told["status"]), "fate": None if fate is None else Fate(fate)})
