"""Reveal policies: which parts of states and log entries viewers may see. Pure functions, applied to all viewer output.

The referee chooses one of three policies. `all` hides nothing. `faces` shows the faces of the dice and the visible
events, but no numbers behind them: no figure's values, targets, margins, damage or sentences that quote them.
`outcomes` hides the dice, too. Visible events are the words and facts (never the numbers) of the fields that the family
declares visible. As at an open table, a viewer who sees the dice and results of many rolls can narrow a number down;
`outcomes` shows no dice to do it with. Of a secret change viewers learn only that it happened. Hashes of states and
seeds are hidden with the numbers, since a number could be found by trying all values against a hash.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from service.wire import Ranked


class Reveal(Ranked):
    """The reveal policies, from the least revealing to the most."""

    OUTCOMES = "outcomes"
    FACES = "faces"
    ALL = "all"


HIDDEN: Final = "hidden"
"""The entry kind that viewers see for a secret change."""

_KEPT_OF_STEPS: Final = ("rule", "actor", "label", "dice", "faces", "card", "source", "total")
_PUBLIC: Final = ("version", "kind", "operation", "returns_to", "reveal", "secret")


def state_for_viewers(state: Any, reveal: Reveal, visible: Collection[str]) -> Any:
    """Return what viewers may see of a state."""
    return state if reveal is Reveal.ALL else _visible_of(state, visible)


def entry_for_viewers(entry: Mapping[str, Any], reveal: Reveal, visible: Collection[str]) -> dict[str, Any]:
    """Return what viewers may see of a log entry: the less revealing of its own policy and the present policy."""
    shown = min(Reveal(entry["reveal"]), reveal, key=lambda each: each.rank)
    if entry["secret"]:
        return _empty(entry) | {"version": entry["version"], "kind": HIDDEN, "secret": True, "reveal": shown}
    if shown is Reveal.ALL:
        return dict(entry)
    shown_fields = _empty(entry) | {name: entry[name] for name in _PUBLIC} | {"reveal": shown}
    shown_fields["outcome"] = None if entry["outcome"] is None else _visible_of(entry["outcome"], visible)
    shown_fields["state"] = None if entry["state"] is None else _visible_of(entry["state"], visible)
    if shown is Reveal.FACES and entry["dice"] is not None:
        shown_fields["steps"] = _rolls_of(entry["steps"])
        shown_fields["dice"] = {**entry["dice"], "seed": None}
    return shown_fields


def _empty(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: [] if isinstance(value, list) else None for name, value in entry.items()}


def _rolls_of(steps: Collection[Mapping[str, Any]]) -> list[dict[str, Any]]:
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
                "text": _roll_text(step),
            }
            rolls.append(kept | hidden)
    return rolls


def _roll_text(step: Mapping[str, Any]) -> str:
    result = step["card"] or step["total"]
    return f"{step['actor'] + ': ' if step['actor'] else ''}{step['label']}, {step['dice']}: {result}."


def _visible_of(value: Any, visible: Collection[str]) -> Any:
    """Return the words and facts of the visible fields, at any depth."""
    if isinstance(value, Mapping):
        kept = {name: _visible_of(each, visible) for name, each in value.items() if name in visible}
        return {name: each for name, each in kept.items() if not _is_number(each)}
    if isinstance(value, list):
        return [_visible_of(each, visible) for each in value if not _is_number(each)]
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
