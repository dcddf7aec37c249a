"""The catalogue of a family: its figures with their power, and its ready fights, as they are written in its folder."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, Final

import orjson

from service.errors import NotFound
from service.errors.spelling import meant
from service.wire import value_class

RULES: Final = files("service.rules")
UNMEASURED: Final[Mapping[str, Any]] = {"power": 0, "beaten_by": ()}
"""What is said of a figure until `python -m tests.catalogue` has measured it."""


class UnknownFigure(NotFound, title="Unknown figure"):
    """Neither the catalogue of the family nor the party of the request has a figure with this id."""


class UnknownFight(NotFound, title="Unknown fight"):
    """The catalogue of the family has no ready fight with this id."""


@value_class
class StockFigure:
    """A figure of the catalogue.

    `written` is the figure as JSON, without id, side and place. `power` is the share, in percent, of the duels that it
    wins against the others of its family, and `beaten_by` has the ids of clearly weaker ones that beat it all the same.
    """

    id: str
    name: str
    tags: tuple[str, ...]
    power: int
    beaten_by: tuple[str, ...]
    written: bytes

    @property
    def figure(self) -> dict[str, Any]:
        """The figure, made anew each time."""
        made: dict[str, Any] = orjson.loads(self.written)
        return made

    def has(self, words: str) -> bool:
        """Return whether all words stand in its id, its name or its tags."""
        return _have((self.id, self.name, *self.tags), words)


@value_class
class StockFight:
    """A ready fight: its sides, with figures of the catalogue as line-ups name them."""

    id: str
    title: str
    sides: Mapping[str, tuple[str, ...]]

    def has(self, words: str) -> bool:
        """Return whether all words stand in its id, its title or its figures."""
        return _have((self.id, self.title, *chain.from_iterable(self.sides.values())), words)


def _have(texts: Iterable[str], words: str) -> bool:
    text = " ".join(texts).lower()
    return all(word in text for word in words.lower().split())


@cache
def figures_of(family: str) -> Mapping[str, StockFigure]:
    """Return the figures of a family by id, in the order of its catalogue, if it has one, read at first use."""
    if not RULES.joinpath(family, "catalogue").is_dir():
        return {}
    measured = _read(family, "power.json")
    return {
        each["id"]: StockFigure(
            id=each["id"],
            name=each["name"],
            tags=tuple(each["tags"]),
            power=measured.get(each["id"], UNMEASURED)["power"],
            beaten_by=tuple(measured.get(each["id"], UNMEASURED)["beaten_by"]),
            written=orjson.dumps(each["figure"]),
        )
        for each in _read(family, "figures.json")
    }


@cache
def fights_of(family: str) -> Mapping[str, StockFight]:
    """Return the ready fights of a family by id, in the order of its catalogue; they are read at first use."""
    return {
        each["id"]: StockFight(each["id"], each["title"], {side: tuple(names) for side, names in each["sides"].items()})
        for each in _read(family, "fights.json")
    }


def figure_called(family: str, id: str, pointer: str, party: Collection[str] = ()) -> StockFigure:
    """Return a figure of the catalogue that no figure of the party is called as.

    Raises: UnknownFigure.
    """
    known = figures_of(family)
    if id not in known:
        listed = f"GET /v1/{family}/figures lists them."
        near = meant(id, [*party, *known])
        message = f"The catalogue of {family} has no figure {id!r} among its {len(known)}; {listed}{near}"
        if party:
            message = f"The party has no figure {id!r}, only {', '.join(party)}. {message}"
        raise UnknownFigure(message, pointer=pointer)
    return known[id]


def fight_called(family: str, id: str, pointer: str) -> StockFight:
    """Return a ready fight of the catalogue.

    Raises: UnknownFight.
    """
    known = fights_of(family)
    if id not in known:
        message = f"{family} has no ready fight {id!r}; there are {', '.join(known)}.{meant(id, known)}"
        raise UnknownFight(message, pointer=pointer)
    return known[id]


def _read(family: str, name: str) -> Any:
    return orjson.loads(RULES.joinpath(family, "catalogue", name).read_bytes())
