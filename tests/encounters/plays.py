"""What is played in tests of every family: how its encounters begin, its hidden numbers, and what can be done."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

from hypothesis import strategies as st

from service.app import FAMILIES
from service.rules.examples import examples_of
from service.rules.kernel.family import Play

PLAYS: Final[Mapping[str, Play]] = {family.name: family.play for family in FAMILIES if family.play is not None}


PREPARED: Final[Mapping[tuple[str, str], Any]] = {
    ("heroic", "pursue"): [
        {"pointer": f"/units/{place}/status", "value": status} for place, status in ((2, "routed"), (3, "fled"))
    ]
}
"""What the referee changes before a move's example can be played."""


def begun(family: str) -> Any:
    """A request that creates the family's example of an encounter, in which seeds may be named."""
    return deepcopy({**examples_of(f"encounters/{family}/create")[0].request, "dice_policy": {"seeds": "referee"}})


ROLLED: Final[Mapping[str, Any]] = {
    "laurels": {"under_way": {"face": 6, "first": "party", "order": ["Ada", "Ogre"], "waiting": ["Ada", "Ogre"]}},
    "opposed": {
        "under_way": {
            "order": ["Ash", "Orc"],
            "waiting": ["Ash", "Orc"],
            "engaged": [{"id": "Ash", "initiative": 33}, {"id": "Orc", "initiative": 33}],
        }
    },
}
"""What a state has of a round for which dice have decided who is first, where they have to."""


def led(family: str) -> Any:
    """A request that creates the family's example of an encounter, in which somebody chooses."""
    request = begun(family)
    return {**request, "state": {**request["state"], **deepcopy(ROLLED.get(family, {}))}}


def example_of(family: str, procedure: str) -> dict[str, Any]:
    """The family's example of a move."""
    return deepcopy(dict(examples_of(f"encounters/{family}/{procedure}")[0].request))


def moves(family: str) -> dict[str, Any]:
    """The family's example of each of its moves, with dice that fall the same each time."""
    seeded = {"dice": {"kind": "seeded", "seed": "sha256ctr1:1"}}
    return {move.procedure: {**seeded, **example_of(family, move.procedure)} for move in PLAYS[family].moves}


FIGURES: Final = {
    "heroic": ("units",),
    "laurels": ("participants",),
    "mass": ("units", "commanders"),
    "opposed": ("participants",),
    "tactical": ("figures",),
}
RIGHT: Final = {
    "heroic": ("/units/1/posture", "standing"),
    "laurels": ("/participants/1/status", "active"),
    "mass": ("/units/0/commanded", False),
    "opposed": ("/participants/1/status", "active"),
    "tactical": ("/figures/1/posture", "standing"),
}
"""What the referee puts right, and sees right afterwards."""
HIDDEN: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    "heroic": {
        "st": (5, 20),
        "dx": (5, 20),
        "ht": (5, 20),
        "hp": (5, 30),
        "will": (5, 20),
        "move": (1, 9),
        "fp_current": (-5, 5),
        "sm": (-2, 2),
    },
    "laurels": {
        "level": (1, 12),
        "strength": (0, 6),
        "dexterity": (0, 6),
        "awareness": (0, 6),
        "armor_points": (0, 6),
        "stamina": (1, 60),
        "injury_slots": (1, 12),
        "move_ft": (5, 60),
    },
    "mass": {"speed": (0, 6), "morale_max": (2, 3), "battle_bonus": (-2, 2), "thac0": (5, 18), "charisma": (3, 18)},
    "opposed": {
        "fatigue": (1, 40),
        "endurance": (1, 40),
        "perception": (1, 40),
        "agility": (1, 40),
        "manual_dexterity": (1, 40),
        "willpower": (1, 40),
        "armour_en": (1, 40),
        "armour_ft": (1, 40),
    },
    "tactical": {
        "st": (5, 20),
        "dx": (5, 20),
        "iq": (5, 20),
        "ht": (5, 20),
        "hp": (1, 30),
        "fp": (-5, 20),
        "basic_move": (1, 9),
        "sm": (-1, 1),
    },
}


def states(family: str) -> st.SearchStrategy[Any]:
    """States that look alike at the table, with other numbers."""
    state = begun(family)["state"]
    figures = {name: st.tuples(*[_figures(family, each) for each in state[name]]) for name in FIGURES[family]}
    return st.builds(
        lambda drawn: {**state, **{name: list(each) for name, each in drawn.items()}}, st.fixed_dictionaries(figures)
    )


def _figures(family: str, figure: Any) -> st.SearchStrategy[Any]:
    known = HIDDEN[family]
    numbers = {name: st.integers(*known[name]) for name in known if _has(family, figure, name)}
    return st.builds(lambda drawn: {**figure, **drawn}, st.fixed_dictionaries(numbers))


def _has(family: str, figure: Any, name: str) -> bool:
    """Whether a number counts for a figure: in a battle of units commanders have others."""
    return family != "mass" or (name in ("thac0", "charisma")) is ("thac0" in figure)


def ids_in(family: str, asked: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Where a request names somebody who is stored."""
    known = {each["id"] for name in FIGURES[family] for each in begun(family)["state"][name]}
    if isinstance(asked, dict | list):
        for key, each in asked.items() if isinstance(asked, dict) else enumerate(asked):
            yield from ids_in(family, each, *path, key)
    elif asked in known:
        yield path


def numbers_in(document: Any, *path: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every number of a document, and where it stands."""
    if isinstance(document, dict | list):
        for key, each in document.items() if isinstance(document, dict) else enumerate(document):
            yield from numbers_in(each, *path, key)
    elif isinstance(document, int | float) and not isinstance(document, bool):
        yield path, document


def value_at(document: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a place."""
    for key in path:
        document = document[key]
    return document


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A document in which another value stands at a place."""
    copied = deepcopy(document)
    value_at(copied, path[:-1])[path[-1]] = value
    return copied


def without_secrets(family: str, document: Any) -> Any:
    """A document without what the family keeps from viewers under every policy."""
    if isinstance(document, list):
        return [without_secrets(family, each) for each in document]
    if not isinstance(document, dict):
        return document
    kept = PLAYS[family].secrets
    return {name: None if name in kept else without_secrets(family, each) for name, each in document.items()}
