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
with the dice, since all faces follow from them. Under `all` hashes are those of states as viewers see them.

A figure may be hidden under any policy. Its record is left out; records of lists that name it are left out, too, and
elsewhere its id becomes null, in fields that hold ids. Of a list of records those are left out in which nothing is seen
any more. An act that it takes part in is shown as under `faces`, even if the policy is `all`, without its steps, and
dice are shown in the steps of others only. Everything else is the same as if the figure were not there.
"""

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
    "forked_from",
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

    `secrets` are fields that they see under no policy. `figures` are the fields that hold ids or records of figures,
    `sides` those that hold ids or records of sides: all other texts are words, whatever a hidden figure is called.
    """

    visible: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    side: str = "side"
    secrets: frozenset[str] = frozenset()
    figures: frozenset[str] = frozenset()
    sides: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Hidden:
    """The ids of the hidden figures, and of the sides all of whose figures are hidden.

    `called` is what players call hidden figures, and nobody else: who rolls may be named so.
    """

    figures: frozenset[str] = frozenset()
    sides: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Whether anything is hidden."""
        return bool(self.figures)

    def __or__(self, more: "Hidden") -> "Hidden":
        """Return what is hidden by either."""
        return Hidden(self.figures | more.figures, self.sides | more.sides, self.called | more.called)

    def names(self, field: str | None, value: Any, sight: Sight) -> bool:
        """Return whether a text in a field is the id of something hidden; None: a text that stands in no field."""
        if not isinstance(value, str):
            return False
        is_figure = value in self.figures and (field is None or field in sight.figures)
        return is_figure or (value in self.sides and (field is None or field in sight.sides))

    def rolls(self, step: Mapping[str, Any]) -> bool:
        """Return whether a step is a hidden figure's."""
        return step["actor"] in self.figures or step["actor"] in self.called


NOTHING: Final = Hidden()
"""Nothing is hidden."""


class View:
    """Reduces JSON to what viewers see, if some figures are hidden; `whole`: but for these and secrets they see all."""

    def __init__(self, sight: Sight, hidden: Hidden = NOTHING, *, whole: bool = False) -> None:
        """Set the fields, and what is hidden."""
        self._sight = sight
        self._hidden = hidden
        self._whole = whole

    def of(self, value: Any, field: str | None = None) -> Any:
        """Return what viewers see of a value: of a record about a hidden figure, and of the figure's id, nothing."""
        if isinstance(value, Mapping):
            return None if self._hidden.names(field, value.get("id"), self._sight) else self._record(value)
        if isinstance(value, list):
            seen = [(each, self.of(each, field)) for each in value if not self._is_left_out(each, field)]
            return [shown for each, shown in seen if not _is_blank(shown) or (self._whole and _is_blank(each))]
        return None if self._hidden.names(field, value, self._sight) else value

    def _record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for name, each in record.items():
            if name in _OWN and "id" in record:
                kept[name] = each
            elif self._whole:
                kept[name] = None if name in self._sight.secrets else self.of(each, name)
            elif name in self._sight.places:
                kept[name] = self._placed(each, name)
            elif name in self._sight.visible and not _is_number(each):
                kept[name] = self.of(each, name)
        return kept

    def _placed(self, value: Any, field: str) -> Any:
        """Return a place with its numbers."""
        if isinstance(value, list) and all(_is_number(each) or isinstance(each, list) for each in value):
            return [self._placed(each, field) for each in value]
        return self.of(value, field)

    def _is_left_out(self, item: Any, field: str | None) -> bool:
        """Return whether an item of a list is left out: a number, a hidden figure, or a record that names one."""
        if isinstance(item, Mapping) and "id" not in item:
            return any(self._names(name, each) for name, each in item.items() if self._sees(name))
        if isinstance(item, Mapping):
            return self._names(field, item["id"])
        return self._names(field, item) or (not self._whole and _is_number(item))

    def _sees(self, name: str) -> bool:
        return self._whole or name in self._sight.visible

    def _names(self, field: str | None, value: Any) -> bool:
        return self._hidden.names(field, value, self._sight)


def _is_blank(item: Any) -> bool:
    """Return whether an item of a list is a record in which viewers see nothing: its place would tell that it is."""
    return isinstance(item, Mapping) and all(each is None or each in ([], {}) for each in item.values())


def figures_in(state: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the records with an id in the lists of a state, each with the name of its list."""
    for name, value in state.items():
        for each in value if isinstance(value, list) else ():
            if isinstance(each, Mapping) and isinstance(each.get("id"), str):
                yield name, each


def all_hidden_in(state: Any, side: str) -> Hidden:
    """Return the hidden figures of a state, and the sides all of whose figures are hidden."""
    figures = [each for _, each in figures_in(state) if "hidden" in each]
    hidden = frozenset([each["id"] for each in figures if each["hidden"]])
    if not hidden:
        return NOTHING
    seen = {each.get(side) for each in figures if not each["hidden"]}
    sides = frozenset([each[side] for each in figures if each.get(side) is not None]) - seen
    others = {each["id"] for each in figures} | {each.get("name") for each in figures if not each["hidden"]}
    return Hidden(
        hidden, sides, frozenset([each["name"] for each in figures if each["hidden"] and each.get("name")]) - others
    )


def hidden_in(state: Any, side: str) -> tuple[str, ...]:
    """Return the ids of the hidden figures of a state in its order, then those of hidden sides."""
    hidden = all_hidden_in(state, side)
    figures = [each for _, each in figures_in(state)]
    ids = [each["id"] for each in figures if each["id"] in hidden.figures]
    return tuple(dict.fromkeys([*ids, *[each[side] for each in figures if each.get(side) in hidden.sides]]))


def is_whole(state: Any, reveal: Reveal, sight: Sight) -> bool:
    """Return whether viewers see all of a state."""
    return reveal is Reveal.ALL and not all_hidden_in(state, sight.side) and not _holds_any(state, sight.secrets)


def _holds_any(value: Any, secrets: frozenset[str]) -> bool:
    """Return whether a secret field anywhere in a value has one."""
    if not secrets:
        return False
    if isinstance(value, Mapping):
        return any((name in secrets and each is not None) or _holds_any(each, secrets) for name, each in value.items())
    return isinstance(value, list) and any(_holds_any(each, secrets) for each in value)


def state_for_viewers(state: Any, reveal: Reveal, sight: Sight) -> Any:
    """Return what viewers may see of a state."""
    return View(sight, all_hidden_in(state, sight.side), whole=reveal is Reveal.ALL).of(state)


@dataclass(frozen=True, slots=True)
class Shade:
    """What is known of an entry when it is written, and not found in the entry itself.

    `hidden` is what viewers do not see; `hashes` are those of the states before and after as they see them under `all`;
    `seen` is what they see of the input and the outcome of an act under every other policy, if that is known.
    """

    hidden: Hidden
    hashes: tuple[str | None, str | None]
    seen: tuple[Any, Any] | None = None


def entry_for_viewers(
    entry: Mapping[str, Any], reveal: Reveal, sight: Sight, shade: Shade | None = None
) -> dict[str, Any]:
    """Return what viewers may see of a log entry: the less revealing of its own policy and the present policy."""
    shown = min(Reveal(entry["reveal"]), reveal, key=lambda each: each.rank)
    if entry["secret"]:
        told = {"version": entry["version"], "kind": HIDDEN, "secret": True, "reveal": shown, "summary": UNSHOWN}
        return _empty(entry) | told
    if entry["kind"] == VOID:
        told = {name: entry[name] for name in _OF_VOID} | {"reveal": shown}
        return _empty(entry) | told | ({"problem": WITHDRAWN} if entry["problem"] == WITHDRAWN else {})
    if entry["covert"]:
        return _empty(entry) | {name: entry[name] for name in _OF_COVERT} | {"reveal": shown}
    shade = shade or _shade_of(entry, sight)
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


def _shade_of(entry: Mapping[str, Any], sight: Sight) -> Shade:
    """Return the shade of an entry of which none is known; so hashes of what viewers do not see whole are not."""
    ids = frozenset(entry["hidden"])
    holds = [entry[name] for name in _HOLDING]
    is_seen = not ids and not _holds_any(holds, sight.secrets)
    called = frozenset([name for figure, name in entry["names"].items() if figure in ids])
    return Shade(Hidden(ids, ids, called), (entry["before"], entry["after"]) if is_seen else (None, None))


def _empty(entry: Mapping[str, Any]) -> dict[str, Any]:
    blank: dict[str, Any] = {name: [] if isinstance(value, list) else None for name, value in entry.items()}
    return blank | {"names": {}}


def _takes_part(entry: Mapping[str, Any], hidden: Hidden, sight: Sight) -> bool:
    """Return whether an entry names something hidden anywhere but in records about hidden figures alone."""
    parts = (entry["input"], entry["outcome"])
    return any(map(hidden.rolls, entry["steps"])) or any(_mentions(each, None, hidden, sight) for each in parts)


def _mentions(value: Any, field: str | None, hidden: Hidden, sight: Sight) -> bool:
    if isinstance(value, Mapping):
        if hidden.names(field, value.get("id"), sight):
            return False
        return any(_mentions(each, name, hidden, sight) for name, each in value.items() if name not in ("id", *_OWN))
    if isinstance(value, list):
        return any(_mentions(each, field, hidden, sight) for each in value if not _is_apart(each, hidden, sight))
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


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
