"""Log entries as viewers see them: what they are shown when an entry is written, and less of it by a later policy."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from service.encounters.changes import Change, Row
from service.encounters.encounter import Encounter, EntryKind
from service.encounters.log import EMPTY, PUBLIC, WITHDRAWN, entry_of
from service.encounters.reveal import NOTHING, OWN, TURNS, UNSHOWN, Hidden, Reveal, Sight, View, figures_in, holds_any
from service.encounters.summaries import hash_for_viewers, unseen_in

HIDDEN: Final = "hidden"
"""The entry kind that viewers see for a secret change."""

_KEPT_OF_STEPS: Final = ("rule", "actor", "label", "dice", "faces", "card", "source", "total")
_OF_VOID: Final = ("version", "kind", "secret", "summary")
"""The fields that viewers see of an act that was refused after its dice had been rolled."""
_OF_COVERT: Final = ("version", "kind", "secret", "summary", "covert")
"""The fields that viewers see of the announcement of a secret act."""
_HOLDING: Final = ("input", "outcome", "state")


@dataclass(frozen=True, slots=True)
class Shade:
    """What is known of an entry when it is written, and not found in the entry itself.

    `hidden` is what viewers do not see; `hashes` are those of the states before and after as they see them under `all`;
    `seen` is what they see of the input and the outcome of an act under every other policy, if that is known.
    """

    hidden: Hidden
    hashes: tuple[str | None, str | None]
    seen: tuple[Any, Any] | None = None


def shown_to_viewers(row: Row, reveal: Reveal, sight: Sight) -> dict[str, Any]:
    """Return what viewers may see of a row of a log now: what they were shown, or less by the present policy."""
    if not row.shown:
        return entry_for_viewers(entry_of(row.entry), reveal, sight)
    shown = entry_of(row.shown)
    return shown if Reveal(shown["reveal"]).rank <= reveal.rank else entry_for_viewers(shown, reveal, sight)


def shown_of(encounter: Encounter, change: Change, sight: Sight, seen: tuple[Any, Any] | None) -> Mapping[str, Any]:
    """Return what viewers are shown of the entry of a change.

    Of an act of which they see neither dice nor hidden figures it is put together without reading the entry again.
    """
    logged = change.logged
    if seen is None or logged.reveal is not Reveal.OUTCOMES or logged.secret or logged.hidden:
        shade = _shade_of(encounter, change, sight, seen)
        return entry_for_viewers(orjson.loads(change.entry), logged.reveal, sight, shade)
    told = {name: getattr(logged, name) for name in PUBLIC}
    return {
        **EMPTY,
        **told,
        "reveal": logged.reveal,
        "names": logged.names,
        "input": seen[0],
        "outcome": seen[1],
        "hidden": [],
    }


def entry_for_viewers(
    entry: Mapping[str, Any], reveal: Reveal, sight: Sight, shade: Shade | None = None
) -> dict[str, Any]:
    """Return what viewers may see of a log entry: the less revealing of its own policy and the present policy."""
    shown = min(Reveal(entry["reveal"]), reveal, key=lambda each: each.rank)
    if entry["secret"]:
        told = {"version": entry["version"], "kind": HIDDEN, "secret": True, "reveal": shown, "summary": UNSHOWN}
        return _empty(entry) | told
    if entry["kind"] == EntryKind.VOID.value:
        told = {name: entry[name] for name in _OF_VOID} | {"reveal": shown}
        return _empty(entry) | told | ({"problem": WITHDRAWN} if entry["problem"] == WITHDRAWN else {})
    if entry["covert"]:
        return _empty(entry) | {name: entry[name] for name in _OF_COVERT} | {"reveal": shown}
    shade = shade or _shade_in(entry, sight)
    takes_part = bool(shade.hidden) and _takes_part(entry, shade.hidden, sight)
    names = {figure: name for figure, name in entry["names"].items() if figure not in entry["hidden"]}
    parts: dict[str, Any] = {"reveal": shown, "names": names, "hidden": []}
    if shown is Reveal.ALL and not takes_part:
        view = View(sight, shade.hidden, whole=True)
        before, after = shade.hashes
        return (
            dict(entry) | parts | {name: view.of(entry[name]) for name in _HOLDING} | {"before": before, "after": after}
        )
    view = View(sight, shade.hidden)
    parts |= {name: entry[name] for name in PUBLIC}
    asked, outcome = shade.seen or (view.of(entry["input"]), view.of(entry["outcome"]))
    parts |= {"input": asked, "outcome": outcome, "state": view.of(entry["state"])}
    if shown is not Reveal.OUTCOMES:
        parts["steps"] = _rolls_of([each for each in entry["steps"] if not shade.hidden.rolls(each)], names)
        parts |= {} if takes_part else {"dice": entry["dice"], "draw": entry["draw"]}
    return _empty(entry) | parts


def _shade_of(encounter: Encounter, change: Change, sight: Sight, seen: tuple[Any, Any] | None) -> Shade:
    """Return what is hidden in a change, and under `all` the hashes of the states as viewers see them."""
    states = encounter.state, change.state
    hidden = NOTHING
    if change.logged.hidden:
        hidden = unseen_in((figures_in(orjson.loads(states[0])), figures_in(orjson.loads(states[1]))), sight)
    if change.logged.reveal is not Reveal.ALL:
        return Shade(hidden, (None, None), seen)
    before, after = [hash_for_viewers(each, sight) for each in states]
    return Shade(hidden, (before if change.expected else None, after), seen)


def _shade_in(entry: Mapping[str, Any], sight: Sight) -> Shade:
    """Return the shade of an entry of which none is known; so hashes of what viewers do not see whole are not."""
    ids = frozenset(entry["hidden"])
    holds = [entry[name] for name in _HOLDING]
    is_seen = not ids and not holds_any(holds, sight.secrets)
    called = frozenset([name for figure, name in entry["names"].items() if figure in ids])
    return Shade(Hidden(ids, ids, called), (entry["before"], entry["after"]) if is_seen else (None, None))


def _empty(entry: Mapping[str, Any]) -> dict[str, Any]:
    blank: dict[str, Any] = {name: [] if isinstance(value, list) else None for name, value in entry.items()}
    return blank | {"names": {}}


def _takes_part(entry: Mapping[str, Any], hidden: Hidden, sight: Sight) -> bool:
    """Return whether an entry names something hidden, but for lists of turns and records about hidden figures alone."""
    parts = (entry["input"], entry["outcome"])
    return any(map(hidden.rolls, entry["steps"])) or any(_mentions(each, None, hidden, sight) for each in parts)


def _mentions(value: Any, field: str | None, hidden: Hidden, sight: Sight) -> bool:
    if isinstance(value, Mapping):
        if hidden.names(field, value.get("id"), sight):
            return False
        return any(_mentions(each, name, hidden, sight) for name, each in value.items() if name not in ("id", *OWN))
    if isinstance(value, list):
        is_line = field in TURNS and all(isinstance(each, str) for each in value)
        return not is_line and any(
            _mentions(each, field, hidden, sight) for each in value if not _is_apart(each, hidden, sight)
        )
    return hidden.names(field, value, sight)


def _is_apart(record: Any, hidden: Hidden, sight: Sight) -> bool:
    """Return whether a record of a list is about hidden figures alone, such as where one of them stands."""
    if (
        not isinstance(record, Mapping)
        or "id" in record
        or any(isinstance(each, dict | list) for each in record.values())
    ):
        return False
    named = [each for name, each in record.items() if name in sight.figures and isinstance(each, str)]
    return bool(named) and all(each in hidden.figures for each in named)


def _rolls_of(steps: Collection[Mapping[str, Any]], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the steps with dice or cards, each with a sentence that quotes only these."""
    rolls: list[dict[str, Any]] = []
    for step in steps:
        if step["dice"] is not None:
            kept = {name: step[name] for name in _KEPT_OF_STEPS}
            hidden: dict[str, Any] = {
                "n": len(rolls) + 1,
                "target": None,
                "margin": None,
                "cites": [],
                "text": _roll_text(step, names),
            }
            rolls.append(kept | hidden)
    return rolls


def _roll_text(step: Mapping[str, Any], names: Mapping[str, str]) -> str:
    actor = step["actor"]
    who = f"{names.get(actor, actor)}: " if actor else ""
    return f"{who}{step['label']}, {step['dice']}: {step['card'] or step['total']}."
