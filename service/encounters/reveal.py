"""Reveal policies: which parts of states and log entries viewers may see. Pure functions, applied to all viewer output.

The referee chooses one of three policies. `all` hides nothing but hidden figures, and the fields that the family
declares secret, such as what a figure waits for; these are null. `faces` shows the faces of the dice
and the visible events, but no numbers behind them: no figure's values, targets, margins, damage or sentences that quote
them. `outcomes` hides the dice, too. Visible events are the words and facts of the fields that the family declares
visible; of numbers only those of the fields that it declares to be places. As at an open table, a viewer who sees the
dice and results of many rolls can narrow a number down; `outcomes` shows no dice to do it with. Whoever sees all faces
sees the draw and the seed that they follow from, too. What players call a
figure and the caller's own `meta` are visible with the figure. Of a secret change viewers learn only that it happened.
Hashes of states are hidden with the numbers, since a number could be found by trying all values against a hash; seeds
with the dice, since all faces follow from them.

A figure may be hidden under any policy. Its record is left out; records of lists that name it are left out, too, and
elsewhere its id becomes null. Of a list of records those are left out in which nothing is seen. Its steps are left out,
and dice are shown in the steps of others only. An act that it takes part in is shown as under `faces`, even if the
policy is `all`.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.wire import Ranked


class Reveal(Ranked):
    """The reveal policies, from the least revealing to the most."""

    OUTCOMES = "outcomes"
    FACES = "faces"
    ALL = "all"


HIDDEN: Final = "hidden"
"""The entry kind that viewers see for a secret change."""

UNSHOWN: Final = "Something happens that is not shown."
"""The summary that viewers see for a secret change."""

_KEPT_OF_STEPS: Final = ("rule", "actor", "label", "dice", "faces", "card", "source", "total")
PUBLIC: Final = (
    "version",
    "kind",
    "operation",
    "returns_to",
    "secret",
    "summary",
    "dice_policy",
    "opened",
    "dice_key",
    "seat",
    "value",
    "commit",
    "covert",
)
"""The fields of an entry that viewers see as they are, unless it is secret."""
_OF_VOID: Final = ("version", "kind", "secret", "summary")
VOID: Final = "void"
"""The entry kind of an act that was refused after its dice had been rolled; viewers see only that it was."""
WITHDRAWN: Final = "withdrawn"
"""What the void entry of an announcement that was withdrawn has in place of a problem's name; viewers see it."""
_OF_COVERT: Final = ("version", "kind", "secret", "summary", "covert")
"""The fields that viewers see of the announcement of a secret act."""
_HOLDING: Final = ("input", "outcome", "state")
_OWN: Final = ("name", "meta")
"""Fields of figures and sides that are not of the rules; viewers see them as they are."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The fields whose words and facts viewers see, and those whose numbers they see; `side`: whom a figure is for.

    `secrets` are fields that they see under no policy.
    """

    visible: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    side: str = "side"
    secrets: frozenset[str] = frozenset()


class View:
    """Reduces JSON to what viewers see, if some figures are hidden; without `sight` only secret fields are, too."""

    def __init__(
        self, sight: Sight | None, hidden: Collection[str] = (), secrets: frozenset[str] = frozenset()
    ) -> None:
        """Set the visible fields, the ids of the hidden figures and the secret fields."""
        self._sight = sight
        self._hidden = frozenset(hidden)
        self._secrets = secrets

    def of(self, value: Any) -> Any:
        """Return what viewers see of a value: of a record about a hidden figure, and of the figure's id, nothing."""
        if isinstance(value, Mapping):
            return None if value.get("id") in self._hidden else self._record(value)
        if isinstance(value, list):
            shown = [self.of(each) for each in value if not self._is_left_out(each)]
            return [each for each in shown if not _is_blank(each)]
        return None if isinstance(value, str) and value in self._hidden else value

    def _record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any]
        if self._sight is None:
            kept = {name: self.of(each) for name, each in record.items() if name not in self._hidden}
            return kept | {name: None for name in kept if name in self._secrets}
        kept = {}
        for name, each in record.items():
            if name in _OWN and "id" in record:
                kept[name] = each
            elif name in self._sight.places:
                kept[name] = self._placed(each)
            elif name in self._sight.visible and not _is_number(each):
                kept[name] = self.of(each)
        return kept

    def _placed(self, value: Any) -> Any:
        """Return a place with its numbers."""
        if isinstance(value, list) and all(_is_number(each) or isinstance(each, list) for each in value):
            return [self._placed(each) for each in value]
        return self.of(value)

    def _is_left_out(self, item: Any) -> bool:
        """Return whether an item of a list is left out: a number, a hidden figure, or a record that names one."""
        if isinstance(item, Mapping) and "id" not in item:
            return any(self._is_hidden(each) for name, each in item.items() if self._sees(name))
        if isinstance(item, Mapping):
            return item["id"] in self._hidden
        return self._is_hidden(item) or (self._sight is not None and _is_number(item))

    def _sees(self, name: str) -> bool:
        return self._sight is None or name in self._sight.visible

    def _is_hidden(self, value: Any) -> bool:
        return isinstance(value, str) and value in self._hidden


def _is_blank(item: Any) -> bool:
    """Return whether an item of a list is a record in which viewers see nothing: its place would tell that it is."""
    return isinstance(item, Mapping) and all(each is None or each in ([], {}) for each in item.values())


def figures_in(state: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the records with an id in the lists of a state, each with the name of its list."""
    for name, value in state.items():
        for each in value if isinstance(value, list) else ():
            if isinstance(each, Mapping) and isinstance(each.get("id"), str):
                yield name, each


def hidden_in(state: Any, side: str) -> tuple[str, ...]:
    """Return the ids of the hidden figures of a state, and of the sides all of whose figures are hidden."""
    figures = [each for _, each in figures_in(state) if "hidden" in each]
    hidden = dict.fromkeys([each["id"] for each in figures if each["hidden"]])
    if not hidden:
        return ()
    seen = {each.get(side) for each in figures if not each["hidden"]}
    sides = dict.fromkeys([each[side] for each in figures if each.get(side) is not None and each[side] not in seen])
    return (*hidden, *[each for each in sides if each not in hidden])


def is_whole(state: Any, reveal: Reveal, sight: Sight) -> bool:
    """Return whether viewers see all of a state."""
    return reveal is Reveal.ALL and not hidden_in(state, sight.side) and not _holds_any(state, sight.secrets)


def _holds_any(value: Any, secrets: frozenset[str]) -> bool:
    """Return whether a secret field anywhere in a value has one."""
    if not secrets:
        return False
    if isinstance(value, Mapping):
        return any((name in secrets and each is not None) or _holds_any(each, secrets) for name, each in value.items())
    return isinstance(value, list) and any(_holds_any(each, secrets) for each in value)


def state_for_viewers(state: Any, reveal: Reveal, sight: Sight) -> Any:
    """Return what viewers may see of a state."""
    return View(None if reveal is Reveal.ALL else sight, hidden_in(state, sight.side), sight.secrets).of(state)


def entry_for_viewers(
    entry: Mapping[str, Any], reveal: Reveal, sight: Sight, seen: tuple[Any, Any] | None = None
) -> dict[str, Any]:
    """Return what viewers may see of a log entry: the less revealing of its own policy and the present policy.

    `seen` is what they see of the input and the outcome of an act under every policy but `all`, if that is known.
    """
    shown = min(Reveal(entry["reveal"]), reveal, key=lambda each: each.rank)
    if entry["secret"]:
        told = {"version": entry["version"], "kind": HIDDEN, "secret": True, "reveal": shown, "summary": UNSHOWN}
        return _empty(entry) | told
    if entry["kind"] == VOID:
        told = {name: entry[name] for name in _OF_VOID} | {"reveal": shown}
        return _empty(entry) | told | ({"problem": WITHDRAWN} if entry["problem"] == WITHDRAWN else {})
    if entry["covert"]:
        return _empty(entry) | {name: entry[name] for name in _OF_COVERT} | {"reveal": shown}
    hidden: list[str] = entry["hidden"]
    if shown is Reveal.ALL and not hidden:
        quiet = not _holds_any([entry[name] for name in _HOLDING], sight.secrets)
        return dict(entry) if quiet else _without_hidden(entry, sight.secrets)
    names = {figure: name for figure, name in entry["names"].items() if figure not in hidden}
    quoting = _quoting([*hidden, *[entry["names"][each] for each in hidden if each in entry["names"]]])
    parts: dict[str, Any] = {"reveal": shown, "names": names, "hidden": []}
    if shown is Reveal.ALL and not _takes_part(entry, frozenset(hidden), quoting):
        return _without_hidden(entry, sight.secrets) | parts
    view = View(sight, hidden)
    parts |= {name: entry[name] for name in PUBLIC}
    asked, outcome = seen or (view.of(entry["input"]), view.of(entry["outcome"]))
    parts |= {"input": asked, "outcome": outcome, "state": view.of(entry["state"])}
    if shown is not Reveal.OUTCOMES and entry["dice"] is not None:
        parts["steps"] = _rolls_of([each for each in entry["steps"] if not _is_of_hidden(each, hidden, quoting)], names)
        parts["dice"], parts["draw"] = (None, None) if hidden else (entry["dice"], entry["draw"])
    return _empty(entry) | parts


def _empty(entry: Mapping[str, Any]) -> dict[str, Any]:
    blank: dict[str, Any] = {name: [] if isinstance(value, list) else None for name, value in entry.items()}
    return blank | {"names": {}}


def _without_hidden(entry: Mapping[str, Any], secrets: frozenset[str]) -> dict[str, Any]:
    """Return an entry in which no hidden figure takes part, without what is hidden or secret in it."""
    everything = View(None, entry["hidden"], secrets)
    parts = {name: everything.of(entry[name]) for name in _HOLDING}
    dice = None if entry["dice"] is None else {**entry["dice"], "seed": None}
    return dict(entry) | parts | {"dice": dice, "draw": None, "before": None, "after": None}


def _quoting(words: Collection[str]) -> re.Pattern[str] | None:
    """Return the pattern of texts that quote one of some ids and names; None for no words."""
    if not words:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join([re.escape(each) for each in words])})(?!\w)")


def _takes_part(entry: Mapping[str, Any], hidden: Collection[str], quoting: re.Pattern[str] | None) -> bool:
    """Return whether an entry names a hidden figure anywhere but in the figure's own record in a state."""
    named = [entry[name] for name in ("input", "outcome", "steps", "warnings")]
    return any(_quotes(each, hidden, quoting) for each in named)


def _quotes(value: Any, hidden: Collection[str], quoting: re.Pattern[str] | None) -> bool:
    if isinstance(value, Mapping):
        return value.get("id") not in hidden and any(_quotes(each, hidden, quoting) for each in value.values())
    if isinstance(value, list):
        return any(_quotes(each, hidden, quoting) for each in value)
    return isinstance(value, str) and quoting is not None and quoting.search(value) is not None


def _is_of_hidden(step: Mapping[str, Any], hidden: Collection[str], quoting: re.Pattern[str] | None) -> bool:
    return step["actor"] in hidden or _quotes(step["label"], hidden, quoting)


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


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
