"""Copiers that are written for a selection make what copying field by field makes."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.api.graphql.compiled.copiers import Change, Listed, Names, Write, copier_of

SHARED = ("shared",)
"""A default that all records have as one object."""


class Record:
    """A record with any attributes."""

    def __init__(self, **attributes: Any) -> None:
        """Set the attributes."""
        self.__dict__.update(attributes)


def doubled(value: int) -> list[int]:
    """A conversion that makes something new."""
    return [value, value]


COLOURS = Names({1: "RED", 2: "GREEN", 3: "BLUE"})
CHANGES: dict[str, Change | None] = {
    "plain": None,
    "enum": Change(COLOURS),
    "list": Change(Listed(doubled)),
    "lists": Change(Listed(Listed(COLOURS))),
    "object": Change(doubled),
    "usual": Change(len, SHARED, 99),
}
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "plain": st.integers() | st.text() | st.none(),
    "enum": st.integers(1, 3) | st.none(),
    "list": st.lists(st.integers() | st.none()) | st.none(),
    "lists": st.lists(st.none() | st.lists(st.integers(1, 3) | st.none())) | st.none(),
    "object": st.integers() | st.none(),
    "usual": st.just(SHARED) | st.just(("other",)) | st.none(),
}
KEYS = st.from_regex(r"[_A-Za-z][_0-9A-Za-z]*", fullmatch=True)


def plainly(constants: dict[str, Any], attributes: dict[str, str], changes: dict[str, Change], value: Any) -> Any:
    """Copy field by field."""
    made = dict(constants)
    for key, attribute in attributes.items():
        part, change = getattr(value, attribute), changes.get(key)
        if part is not None and change is not None:
            part = change.written if part is change.default else change.write(part)
        made[key] = part
    return made


@given(st.data())
def test_a_copier_copies_field_by_field(data: st.DataObject) -> None:
    """Whatever is selected under whatever names, in whatever order: keys, values and their order are the same."""
    kinds = data.draw(st.dictionaries(KEYS, st.sampled_from([*CHANGES, "__typename"]), max_size=8))
    constants = {key: "Record" if kind == "__typename" else None for key, kind in kinds.items()}
    attributes = {key: f"the_{key}" for key, kind in kinds.items() if kind != "__typename"}
    known = {key: CHANGES[kinds[key]] for key in attributes}
    changes = {key: change for key, change in known.items() if change is not None}
    value = Record(**{f"the_{key}": data.draw(VALUES[kinds[key]]) for key in attributes})
    copy: Write = copier_of(constants, attributes, changes)
    assert list(copy(value).items()) == list(plainly(constants, attributes, changes, value).items())


def test_the_json_of_a_default_is_made_once() -> None:
    """A default that is one object for all records is not converted again."""
    copy = copier_of({"a": None}, {"a": "a"}, {"a": CHANGES["usual"] or Change(len)})
    assert (copy(Record(a=SHARED)), copy(Record(a=("x", "y")))) == ({"a": 99}, {"a": 2})
