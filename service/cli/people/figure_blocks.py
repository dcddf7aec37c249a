"""Stat blocks: figures in lines, as a game book prints them."""

import shutil
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from service.dice.transcript import capital
from service.operations.answering.field_labels import is_nested, label_of, repeats, value_in_words

WIDEST: Final = 100
Fields = Mapping[str, Any]

HELD: Final = {"both": "in both hands", "right": "in the right hand", "left": "in the left hand"}
HANDS: Final = {1: "one hand", 2: "two hands"}
NAMING: Final = ("name", "id")
"""The fields by which an entry of a list is called."""
USUAL: Final = {"armor_divisor": ("one", 1)}
"""Values that are not worth a word."""
IMPLIED: Final = ("name", "id", "weapon")
"""The fields that an entry need not repeat, for it is called by one of them."""


def stat_block(name: str, told: str, figure: Fields) -> Iterator[str]:
    """Yield the lines of a stat block: the name, then its numbers, then what it holds and wears."""
    yield f"{name} ({told})\n"
    parts = {field: value for field, value in figure.items() if field != "name"}
    plain = {field: value for field, value in parts.items() if not is_nested(value)}
    yield from _folded(capital(", ".join(_said(plain))), 1)
    for field, value in parts.items():
        if field == "armour" and isinstance(value, list):
            yield from _folded(f"Armour: {_armour(value)}", 1)
        elif field == "ready" and isinstance(value, dict):
            yield from _folded(f"Ready: {_held(value, figure)}", 1)
        elif isinstance(value, dict):
            yield from _folded(f"{capital(label_of(field))}: {', '.join(_said(value))}", 1)
        elif value and is_nested(value):
            yield from _folded(f"{capital(label_of(field))}:", 1)
            for each in value:
                yield from _entry(each)


def _entry(entry: Fields) -> Iterator[str]:
    """Yield the lines of an entry of a list, such as a weapon, and of its ways of use below it."""
    nested = {field: value for field, value in entry.items() if is_nested(value)}
    plain = {field: value for field, value in entry.items() if field not in {*nested, *IMPLIED}}
    if "skill" in plain and "level" in plain:
        plain["skill"] = f"{plain['skill']} {plain.pop('level')}"
    yield from _folded(f"{_called(entry)}: {', '.join(_said(plain))}", 2)
    for value in nested.values():
        for each in value if isinstance(value, list) else [value]:
            rest = {field: part for field, part in each.items() if field not in {*IMPLIED, "kind"}}
            yield from _folded(f"{_called(each)}: {', '.join(_said(rest))}", 3)


def _said(fields: Fields) -> Iterator[str]:
    """Yield the fields of a line in words."""
    for field, value in fields.items():
        if repeats(fields, field):
            continue
        if field in WORDED:
            yield from WORDED[field](fields)
        elif isinstance(value, bool):
            yield from [label_of(field)] if value else []
        elif is_nested(value):
            yield from [" ".join([_singular(label_of(field)), *_values(each)]) for each in value]
        elif value not in (None, []) and value not in USUAL.get(field, ()):
            most = fields.get(f"{field}_max")
            yield f"{label_of(field)} {_value(field, value)}{'' if most in (None, value) else f' of {most}'}"


def _damage(fields: Fields) -> Iterator[str]:
    """Yield damage with its type."""
    yield " ".join([str(fields["damage"]), *([_value("type", fields["type"])] if "type" in fields else [])])


def _parry(fields: Fields) -> Iterator[str]:
    """Yield what a weapon adds to a parry; one that reaches nobody parries nothing."""
    if fields["parry"] is not None:
        yield f"parry {_value('parry', fields['parry'])}"
    elif fields.get("reaches"):
        yield "no parry"


def _class(fields: Fields) -> Iterator[str]:
    """Yield the class of a ranged weapon, unless its kind says the same."""
    if fields["ranged_class"] != fields.get("kind"):
        yield _value("", fields["ranged_class"])


WORDED: Final[Mapping[str, Callable[[Fields], Iterable[str]]]] = {
    "damage": _damage,
    "die": lambda fields: [fields["die"]],
    "hands": lambda fields: [HANDS[fields["hands"]]] if fields["hands"] in HANDS else [],
    "kind": lambda fields: [_value("kind", fields["kind"])],
    "name": lambda fields: [fields["name"]],
    "parry": _parry,
    "ranged_class": _class,
    "type": lambda fields: [] if "damage" in fields else [f"type {_value('type', fields['type'])}"],
}
"""Fields that are told in another way than by their label and value."""


def _value(field: str, value: Any) -> str:
    """Return a value in words; reach 0 is close combat."""
    if isinstance(value, list):
        return " and ".join(
            ["close" if field in {"reach", "reaches"} and each == 0 else _value("", each) for each in value]
        )
    return value_in_words(field, value.replace("-", " ") if field == "power" else value)


def _values(entry: Any) -> list[str]:
    """Return the values of an entry that needs no labels, such as a parry."""
    return [_value(field, value) for field, value in entry.items()] if isinstance(entry, dict) else [str(entry)]


def _armour(rows: Sequence[Fields]) -> str:
    """Return the protection of each location, and of all others."""
    others = "elsewhere" if len(rows) > 1 else "everywhere"
    told = []
    for row in rows:
        more = {field: value for field, value in row.items() if field not in {"location", "dr"}}
        place = str(row.get("location") or others).replace("_", " ")
        told.append(" ".join([place, f"DR {row.get('dr', 0)}", *[f"({each})" for each in _said(more)]]))
    return ", ".join(told)


def _held(ready: Fields, figure: Fields) -> str:
    """Return which weapons are ready, by their names, and in which hand."""
    weapons = {each.get("id"): _called(each) for each in figure.get("weapons") or []}
    told = [f"{weapons.get(held, held)} {HELD.get(hand, hand)}" for hand, held in ready.items() if held is not None]
    return ", ".join(told) or "nothing"


def _called(entry: Fields) -> str:
    """Return what an entry is called."""
    return str(next((entry[field] for field in NAMING if entry.get(field)), "other")).replace("_", " ")


def _singular(label: str) -> str:
    return f"{label[:-3]}y" if label.endswith("ies") else label


def _folded(text: str, depth: int) -> Iterable[str]:
    """Return the lines of a text that are no wider than the terminal, each below the one that it belongs to."""
    columns, start = min(shutil.get_terminal_size().columns, WIDEST), "  " * depth
    lines = textwrap.wrap(text, columns, initial_indent=start, subsequent_indent=f"{start}  ")
    return [f"{line}\n" for line in lines]
