"""Lining up: the figures of a line-up get ids and names, and the family makes a state of them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from service.errors import RulesRefuse, UnfitRequest, token_of
from service.forecasts.problems import PartsDisagree
from service.operations.encounters.line_ups.line_up_models import FigurePick, LineUp, Party, forms_in
from service.operations.encounters.line_ups.shorthand import (
    MOST_FIGURES,
    MOST_SIDES,
    NO_SIDE_NAME,
    is_side_name,
    several_in,
    sides_in,
)
from service.operations.encounters.line_ups.stock import fight_called, figure_called, figures_of
from service.operations.validation import validated_document
from service.rules.kernel.family import LinedSide, LiningUp, Play
from service.wire import value_class

Figure = dict[str, Any]

_ODD: Final = re.compile(r"[^a-z0-9]+")


class Contender(NamedTuple):
    """A figure before it is lined up: its side, its place in the request, the id and the name it is to have.

    `own` says that the caller has given the id, so that it stays as it is.
    """

    side: str
    pointer: str
    id: str
    name: Any
    figure: Figure
    own: bool


@value_class
class LinedUp:
    """A fight before it begins: the state, as JSON in the form of its family, and where its figures were asked for."""

    state: dict[str, Any]
    places: Mapping[str, str]
    otherwise: str

    def place(self, pointer: str) -> str:
        """Return where in the request that was asked for to which a pointer into the state leads."""
        words = pointer.split("/")[1:]
        listed = self.state.get(words[0]) if words else None
        if len(words) > 1 and isinstance(listed, list) and words[1].isdecimal() and int(words[1]) < len(listed):
            return self.places.get(str(listed[int(words[1])].get("id")), self.otherwise)
        return self.otherwise


def lined_up(family: str, play: Play, asked: LineUp, ruleset: str | None = None) -> LinedUp:
    """Return the state in which a fight begins.

    `ruleset` is the present one of the family, by which parties of later ones are refused; None: none is.
    Its figures are not validated yet: whoever takes the state validates it, and says by `place` where a fault is.

    Raises: UnfitRequest, PartsDisagree, UnknownFigure, UnknownFight.
    """
    otherwise, sides = _sides_of(family, asked)
    if len(sides) > play.lining_up.most_sides:
        message = f"{family} has at most {play.lining_up.most_sides} sides in a fight; {len(sides)} are lined up."
        raise PartsDisagree(message, pointer=otherwise)
    party = _figures_in(family, asked.party, ruleset)
    contenders = [each for name, items in sides for each in _contenders(family, party, name, items, otherwise)]
    if len(contenders) > MOST_FIGURES:
        message = f"{len(contenders)} figures are lined up; at most {MOST_FIGURES} are."
        raise PartsDisagree(message, pointer=otherwise)
    named = _named(contenders)
    ranked = [
        LinedSide(name, tuple([figure for _, figure in group]))
        for name, group in groupby(zip(contenders, named, strict=True), key=lambda each: each[0].side)
    ]
    state = play.lining_up.state(ranked, _apart(family, play.lining_up, asked.distance))
    places = {figure["id"]: each.pointer for each, figure in zip(contenders, named, strict=True)}
    return LinedUp(state, places, otherwise)


def check_figure(family: str, play: Play, figure: Figure, rulings: Any) -> None:
    """Line a figure up against one of the catalogue, and check that procedures could be played on both.

    Raises: UnfitRequest.
    """
    foe = next(iter(figures_of(family).values())).figure
    called = "other" if figure.get("name") != "other" else "another"
    sides = {"one": [{**figure, "id": "one"}], "other": [{**foe, "id": "other", "name": called}]}
    try:
        lined = lined_up(family, play, LineUp(sides=sides))
        play.check(validated_document(play.state, lined.state, ""), rulings)
    except (PartsDisagree, RulesRefuse) as misfit:
        raise UnfitRequest(misfit.detail) from None


def skirmish_in(play: Play, state: dict[str, Any]) -> dict[str, Any]:
    """Return what `resolve-skirmish` and its odds take as their input, of a state that was lined up."""
    if play.state_member is not None:
        return {play.state_member: state}
    return state


def _apart(family: str, lining_up: LiningUp, distance: int | None) -> int:
    if lining_up.usual is not None:
        return lining_up.usual if distance is None else distance
    if distance is None:
        return 0
    message = f"In {family} nobody has a place, so sides do not stand {distance} apart: leave `distance` out."
    raise PartsDisagree(message, pointer="/distance")


def _sides_of(family: str, asked: LineUp) -> tuple[str, list[tuple[str, Sequence[Any]]]]:
    """Return where the sides of a line-up are asked for, and their names and items."""
    given = forms_in(asked)
    if len(given) != 1:
        names = " and ".join([f"`{each}`" for each in given]) or "none of them"
        raise PartsDisagree(f"A line-up has one of `sides`, `text` and `fight`; this one has {names}.")
    if asked.text is not None:
        return "/text", list(sides_in(asked.text).items())
    if asked.fight is not None:
        return "/fight", list(fight_called(family, asked.fight, "/fight").sides.items())
    return "/sides", list(_checked(asked.sides or {}).items())


def _checked(sides: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
    if not 2 <= len(sides) <= MOST_SIDES:
        counted = f"{len(sides)} side{'' if len(sides) == 1 else 's'}"
        raise UnfitRequest(f"A line-up has 2 to {MOST_SIDES} sides, this one {counted}.", pointer="/sides")
    for name, items in sides.items():
        pointer = f"/sides/{token_of(name)}"
        if not is_side_name(name):
            raise UnfitRequest(f"{name!r} {NO_SIDE_NAME}", pointer=pointer)
        if not isinstance(items, list) or not 1 <= len(items) <= MOST_FIGURES:
            raise UnfitRequest(f"The side {name!r} is not a list of 1 to {MOST_FIGURES} figures.", pointer=pointer)
    return sides


def _figures_in(family: str, party: Party | None, ruleset: str | None) -> Mapping[str, Figure]:
    """Return the figures of a party by id.

    Raises: PartsDisagree, if it is of another family or a later ruleset, or two of its figures have the same id.
    """
    if party is None:
        return {}
    if party.family != family:
        message = f"The party {party.name!r} is of {party.family}, not of {family}."
        raise PartsDisagree(message, pointer="/party/family")
    if ruleset is not None and _number_of(party.ruleset, family) > _number_of(ruleset, family):
        message = f"The party {party.name!r} was made for {party.ruleset}; this service plays {ruleset}."
        raise PartsDisagree(message, pointer="/party/ruleset")
    found: dict[str, Figure] = {}
    for place, each in enumerate(party.figures):
        if each.id in found:
            raise PartsDisagree(f"Two figures of the party are {each.id!r}.", pointer=f"/party/figures/{place}/id")
        found[each.id] = {**each.figure, "name": each.name}
    return found


def _number_of(ruleset: str, family: str) -> int:
    """Return the number of a ruleset of a family; 0, if it is none, which stands for any."""
    named, _, number = ruleset.partition("@")
    return int(number) if named == family and number.isdecimal() and len(number) < 10 else 0


def _contenders(
    family: str, party: Mapping[str, Figure], side: str, items: Sequence[Any], otherwise: str
) -> Iterator[Contender]:
    for place, item in enumerate(items):
        pointer = f"/sides/{token_of(side)}/{place}" if otherwise == "/sides" else otherwise
        pick = item if isinstance(item, str) else _pick_in(item, pointer)
        if pick is None:
            yield _whole(side, pointer, item)
            continue
        if isinstance(pick, str):
            name, count = several_in(pick, pointer)
            pick = FigurePick(figure=name, count=count)
        figure = party.get(pick.figure) or figure_called(family, pick.figure, pointer, party).figure
        called = pick.changes.get("name", pick.id or figure.get("name"))
        for _ in range(pick.count):
            yield Contender(
                side,
                pointer,
                pick.id or pick.figure,
                called,
                changed(figure, pick.changes),
                pick.id is not None and pick.count == 1,
            )


def _pick_in(item: Any, pointer: str) -> FigurePick | None:
    """Return a figure that is picked with changes; None: the item is a whole figure."""
    if not isinstance(item, dict):
        raise UnfitRequest(f"{item!r} is no figure: an id, a pick or a whole figure.", pointer=pointer)
    return validated_document(FigurePick, item, pointer) if "figure" in item else None


def _whole(side: str, pointer: str, figure: Figure) -> Contender:
    called = figure.get("name")
    made = _ODD.sub("-", called.lower()).strip("-") if isinstance(called, str) else ""
    own = figure.get("id", made)
    if not isinstance(own, str) or not own:
        raise PartsDisagree("A whole figure needs an `id`, or a `name` to make one of.", pointer=pointer)
    return Contender(side, pointer, own, called, figure, "id" in figure)


def changed(figure: Figure, changes: Mapping[str, Any]) -> Figure:
    """Return a figure with changes; objects in it are changed likewise, and lists are replaced."""
    return {
        **figure,
        **{
            name: changed(figure[name], value)
            if isinstance(value, dict) and isinstance(figure.get(name), dict)
            else value
            for name, value in changes.items()
        },
    }


def _named(contenders: Sequence[Contender]) -> list[Figure]:
    """Return the figures with ids and names of their own.

    Several of a kind are counted. Where both sides have the same, the side is told, too.
    """
    same = Counter([(each.side, each.id) for each in contenders])
    sides = Counter([kind for _, kind in same])
    seen: Counter[tuple[str, str]] = Counter()
    figures: dict[str, Figure] = {}
    for each in contenders:
        key = each.side, each.id
        seen[key] += 1
        number = seen[key] if same[key] > 1 and not each.own else None
        is_shared = sides[each.id] > 1 and not each.own
        stem = f"{each.side}-{each.id}" if is_shared else each.id
        known = stem if number is None else f"{stem}-{number}"
        if known in figures:
            raise PartsDisagree(f"Two figures are called {known!r}.", pointer=each.pointer)
        figures[known] = {**each.figure, "id": known}
        if isinstance(each.name, str):
            number_told = "" if number is None else f" {number}"
            side_told = f" ({each.side})" if is_shared else ""
            figures[known]["name"] = f"{each.name}{number_told}{side_told}"
    return list(figures.values())
