"""JSON Pointers: the examples of RFC 6901, and what is put at the place that one names."""

from copy import deepcopy
from typing import Any

import pytest

from service.encounters.pointers import LeadsNowhere, replaced, value_at

DOCUMENT: dict[str, Any] = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "m~n": 8,
    "~1": 9,
    "/": 10,
}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        *(("", DOCUMENT), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2)),
        *(("/m~0n", 8), ("/~01", 9), ("/~1", 10)),
    ],
)
def test_values(pointer: str, value: Any) -> None:
    """A pointer names one value; `~1` is a slash in a name, and `~0` a tilde, also before a 1."""
    assert value_at(DOCUMENT, pointer) == value
    assert value_at(replaced(deepcopy(DOCUMENT), pointer, "new"), pointer) == "new"


def test_items_are_appended() -> None:
    """A list takes one item more at "-"; there is nothing to read there, and nothing is put beyond the last item."""
    assert replaced({"foo": [1, 2]}, "/foo/-", 3) == {"foo": [1, 2, 3]}
    assert replaced({"foo": [1, 2]}, "/foo/1", 3) == {"foo": [1, 3]}
    with pytest.raises(LeadsNowhere):
        replaced({"foo": [1, 2]}, "/foo/2", 3)
    with pytest.raises(LeadsNowhere):
        value_at({"foo": [1, 2]}, "/foo/-")
