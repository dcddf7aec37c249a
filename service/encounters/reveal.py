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

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

import orjson

from service.wire import Frozen, Ranked, to_json

Figures = Sequence[tuple[str, Mapping[str, Any]]]
"""The records with an id in the lists of a state, each with the name of its list."""


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

_WORDS: Final[tuple[type, ...]] = (str, bool, type(None))
_NUMBERS: Final[tuple[type, ...]] = (int, float)
_UNLISTED: Final[tuple[type, ...]] = (*_NUMBERS, type(None))


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


class _Field(NamedTuple):
    """A field of a class that viewers see; `is_own`: as it is, `is_place`: with its numbers."""

    name: str
    is_own: bool
    is_place: bool


class RecordView:
    """Reduces records to what viewers see under every policy but `all`, if no figure is hidden.

    It is what `View` shows of their JSON, which is neither written nor read: which fields of a class are seen is chosen
    once. What has another form than records, models, lists, mappings and plain values is written as JSON first.
    """

    def __init__(self, sight: Sight) -> None:
        """Set which fields are seen."""
        self.sight = sight
        self._names = sight.visible | sight.places
        self._readers: dict[type, Callable[[Any], Any]] = dict.fromkeys((*_WORDS, *_NUMBERS), _as_it_is)
        self._readers |= dict.fromkeys((list, tuple), self._list) | {dict: self._mapping}

    def of(self, value: Any) -> Any:
        """Return what viewers see of a value, as JSON has it; words may be members of enumerations."""
        reader = self._readers.get(type(value))
        return (self._new(type(value)) if reader is None else reader)(value)

    def _new(self, kind: type) -> Callable[[Any], Any]:
        """Choose how values of a class are read."""
        reader: Callable[[Any], Any] = self._rewritten
        if issubclass(kind, Frozen) or (is_dataclass(kind) and "__slots__" not in vars(kind)):
            names = list(kind.model_fields) if issubclass(kind, Frozen) else [each.name for each in fields(kind)]
            reader = self._record_reader(self._seen_of(names))
        elif issubclass(kind, str) and issubclass(kind, Enum):
            reader = _as_it_is
        self._readers[kind] = reader
        return reader

    def _seen_of(self, names: Iterable[str]) -> tuple[_Field, ...]:
        known = list(names)
        own = OWN if "id" in known else ()
        seen = [name for name in known if name in self._names or name in own]
        return tuple([_Field(name, name in own, name in self.sight.places) for name in seen])

    def _record_reader(self, chosen: tuple[_Field, ...]) -> Callable[[Any], dict[str, Any]]:
        return lambda record: self._part(vars(record), chosen)

    def _mapping(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return self._part(value, self._seen_of(value))

    def _part(self, values: Mapping[str, Any], chosen: Iterable[_Field]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for name, is_own, is_place in chosen:
            each = values[name]
            kind = type(each)
            if kind in _WORDS:
                seen[name] = each
            elif is_place:
                seen[name] = self._placed(each)
            elif is_own:
                seen[name] = orjson.loads(to_json(each))
            else:
                shown = self.of(each)
                if type(shown) not in _NUMBERS:
                    seen[name] = shown
        return seen

    def _placed(self, value: Any) -> Any:
        """Return a place with its numbers."""
        if type(value) in (list, tuple) and all(type(each) in (int, float, list, tuple) for each in value):
            return [self._placed(each) for each in value]
        return self.of(value)

    def _list(self, items: Iterable[Any]) -> list[Any]:
        """Return a list without numbers, empty places, and the records of which nothing is seen."""
        seen = [self.of(each) for each in items]
        return [
            each for each in seen if type(each) not in _UNLISTED and (type(each) is not dict or not _is_blank(each))
        ]

    def _rewritten(self, value: Any) -> Any:
        """Return what viewers see of what is written as JSON."""
        return self.of(orjson.loads(to_json(value)))


def _as_it_is(value: Any) -> Any:
    return value


def _is_blank(item: Any) -> bool:
    """Return whether an item of a list is a record in which viewers see nothing: its place would tell that it is."""
    return isinstance(item, Mapping) and all(each is None or each in ([], {}) for each in item.values())


def figures_in(state: Any) -> Figures:
    """Return the records with an id in the lists of a state, each with the name of its list."""
    return [
        (name, each)
        for name, value in state.items()
        if isinstance(value, list)
        for each in value
        if isinstance(each, Mapping) and isinstance(each.get("id"), str)
    ]


def figures_of(state: Frozen) -> Figures:
    """Return what `figures_in` returns of the canonical JSON of a state."""
    lists = [(name, value) for name, value in vars(state).items() if isinstance(value, tuple)]
    records = [(name, vars(each)) for name, value in sorted(lists) for each in value if isinstance(each, Frozen)]
    return [(name, each) for name, each in records if isinstance(each.get("id"), str)]


def hidden_among(figures: Figures, side: str) -> Hidden:
    """Return the hidden ones of the figures of a state, and the sides all of whose figures are hidden."""
    hideable = [each for _, each in figures if "hidden" in each]
    hidden = frozenset([each["id"] for each in hideable if each["hidden"]])
    if not hidden:
        return NOTHING
    seen = {each.get(side) for each in hideable if not each["hidden"]}
    sides = frozenset([each[side] for each in hideable if each.get(side) is not None]) - seen
    others = {each["id"] for each in hideable} | {each.get("name") for each in hideable if not each["hidden"]}
    return Hidden(
        hidden, sides, frozenset([each["name"] for each in hideable if each["hidden"] and each.get("name")]) - others
    )


def hidden_ids(figures: Figures, side: str) -> tuple[str, ...]:
    """Return the ids of the hidden ones of the figures of a state in its order, then those of hidden sides."""
    hidden = hidden_among(figures, side)
    if not hidden:
        return ()
    ids = [each["id"] for _, each in figures if each["id"] in hidden.figures]
    return tuple(dict.fromkeys([*ids, *[each[side] for _, each in figures if each.get(side) in hidden.sides]]))


def is_whole(state: Any, reveal: Reveal, sight: Sight) -> bool:
    """Return whether viewers see all of a state."""
    return (
        reveal is Reveal.ALL and not hidden_among(figures_in(state), sight.side) and not holds_any(state, sight.secrets)
    )


def holds_any(value: Any, secrets: frozenset[str]) -> bool:
    """Return whether a secret field anywhere in a value has one."""
    if not secrets:
        return False
    if isinstance(value, Mapping):
        return any((name in secrets and each is not None) or holds_any(each, secrets) for name, each in value.items())
    return isinstance(value, list) and any(holds_any(each, secrets) for each in value)


def state_for_viewers(state: Any, reveal: Reveal, sight: Sight) -> Any:
    """Return what viewers may see of a state."""
    return View(sight, hidden_among(figures_in(state), sight.side), whole=reveal is Reveal.ALL).of(state)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
