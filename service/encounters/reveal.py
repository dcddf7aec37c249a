"""Reveal policies: which parts of states viewers may see. Pure functions.

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
dice are shown in the steps of others only. To have a turn to come is no part in an act: orders of turns are shown
without it. A change of a figure that is seen is shown without whose deed it was, and of a turn of a hidden figure
nothing but such changes. Everything else is the same as if the figure were not there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.wire import Ranked


class Reveal(Ranked):
    """The reveal policies, from the least revealing to the most."""

    OUTCOMES = "outcomes"
    FACES = "faces"
    ALL = "all"


UNSHOWN: Final = "Something happens that is not shown."
"""The summary that viewers see for a secret change."""

OWN: Final = ("name", "meta")
"""Fields of figures and sides that are not of the rules; viewers see them as they are."""

TURNS: Final = frozenset({"npc", "order", "waiting"})
"""Fields of all families that list whose turns come, and who plays by itself: nobody in them does anything yet."""

CHANGES: Final = "changes"
"""The list of changes in outcomes of all families: viewers see each of a figure that they see, whoever caused it."""
DOER: Final = "by"
"""The field of a change that says whose deed it came of."""


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
            kept = [self._kept(each, field) for each in value]
            seen = [(each, self.of(each, field)) for each in kept if each is not None]
            return [shown for each, shown in seen if not _is_blank(shown) or (self._whole and _is_blank(each))]
        return None if self._hidden.names(field, value, self._sight) else value

    def _record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for name, each in record.items():
            if name in OWN and "id" in record:
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

    def _kept(self, item: Any, field: str | None) -> Any:
        """Return an item of a list; of a record that names somebody hidden its changes alone, None if it has none."""
        if not self._is_left_out(item, field):
            return item
        changes = item.get(CHANGES) if isinstance(item, Mapping) and self._sees(CHANGES) else None
        return {CHANGES: changes} if isinstance(changes, list) and changes else None

    def _is_left_out(self, item: Any, field: str | None) -> bool:
        """Return whether an item of a list is left out: a number, a hidden figure, or a record that names one."""
        if isinstance(item, Mapping) and "id" not in item:
            named = [name for name in item if self._sees(name) and not (field == CHANGES and name == DOER)]
            return any(self._names(name, item[name]) for name in named)
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
    return reveal is Reveal.ALL and not all_hidden_in(state, sight.side) and not holds_any(state, sight.secrets)


def holds_any(value: Any, secrets: frozenset[str]) -> bool:
    """Return whether a secret field anywhere in a value has one."""
    if not secrets:
        return False
    if isinstance(value, Mapping):
        return any((name in secrets and each is not None) or holds_any(each, secrets) for name, each in value.items())
    return isinstance(value, list) and any(holds_any(each, secrets) for each in value)


def state_for_viewers(state: Any, reveal: Reveal, sight: Sight) -> Any:
    """Return what viewers may see of a state."""
    return View(sight, all_hidden_in(state, sight.side), whole=reveal is Reveal.ALL).of(state)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
