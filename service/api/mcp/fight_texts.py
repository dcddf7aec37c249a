"""What tools tell of a fight: how each figure is, what it may do, what has happened, and whose turn it is."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from service.operations.answering.answer_texts import notes_of_move

Json = Mapping[str, Any]

USUAL: Final = frozenset({"standing", "active", "none", "next", "waiting"})
"""Words on a figure that say nothing."""
WORDS: Final = ("status", "posture")
MOST_BARRED: Final = 5


def facts_of(fight: str, version: int, situation: Json | None) -> dict[str, Any]:
    """Return what an assistant needs to go on."""
    told: dict[str, Any] = {"fight": fight, "version": version}
    if situation is None:
        return told
    if situation["over"]:
        return {**told, "over": True, "winner": situation["winner"], "draw": situation["draw"] or None}
    return {**told, "round": situation["round"], "next": situation["next"], "over": False}


def figures_in(state: Any) -> Iterator[Json]:
    """Yield every record of a state that has an id, the figures among them."""
    for part in state.values() if isinstance(state, Mapping) else ():
        for each in part if isinstance(part, list) else ():
            if isinstance(each, Mapping) and "id" in each:
                yield each


def figure_lines(situation: Json, state: Json, pools: Iterable[Json]) -> Iterator[str]:
    """Yield a line for each figure: its side, where it stands in the round, what it has left, and where it is.

    Those who take turns come first, then others that can lose something, such as the units of commanders.
    """
    known = {each["id"]: each for each in figures_in(state)}
    declared = tuple(pools)
    for entry in situation["order"]:
        words = list(_words_on(known.pop(entry["id"], {}), declared))
        forced = [f"has to {entry['forced']}".replace("_", " ")] if entry["forced"] else []
        who = f"{entry['id']} ({entry['side']}, {entry['fate'] or entry['status']})"
        yield f"{who}: {', '.join([*words, *forced])}." if words or forced else f"{who}."
    for figure in known.values():
        if any(_pools_of(figure, declared)):
            yield f"{figure['id']} ({figure.get('side')}): {', '.join(_words_on(figure, declared))}."


def move_lines(figure: Json) -> Iterator[str]:
    """Yield what a figure may do: the key of each move and what it is, then places, then what is barred, and why."""
    if not figure["moves"] and not figure["places"]:
        yield from [f"{figure['figure']}: {each['why']}" for each in figure["barred"]]
        return
    yield f"{figure['figure']} may, by key:"
    for move in sorted(figure["moves"], key=lambda each: not each["suggested"]):
        notes = [*notes_of_move(move), *[f"needs {each}" for each in move["needs"]]]
        note = f" ({', '.join(notes)})" if notes else ""
        yield f"  {move['key']} : {move['label']}{note}"
    for place in figure["places"]:
        hexes = " ".join([place_key(place, each) for each in place["hexes"]])
        yield f"  {place['label']} to a hex: {hexes}"
    for each in figure["barred"][:MOST_BARRED]:
        rule = f" [{each['rule']}]" if each["rule"] else ""
        yield f"  not {each['label']}: {each['why']}{rule}"


def kind_in(key: str) -> str:
    """Return the kind of the move of a key, with which each key begins."""
    return key.partition("/")[0]


def place_key(place: Json, to: Json) -> str:
    """Return the key of a move to a hex, as the clients make it."""
    return f"{place['key']}/{','.join(map(str, to['hex']))}"


def entry_line(entry: Json) -> str:
    """Return what an entry of the log says."""
    return f"{entry['version']}. {entry['summary'] or entry['kind']}"


def _words_on(figure: Json, pools: Iterable[Json]) -> Iterator[str]:
    yield from _pools_of(figure, pools)
    yield from _places_of(figure)
    yield from _words_of(figure)


def _pools_of(figure: Json, pools: Iterable[Json]) -> Iterator[str]:
    for pool in pools:
        left = figure.get(pool["left"])
        full = next((figure[name] for name in pool["full"] if figure.get(name) is not None), None)
        if left is None and full is None:
            continue
        if pool["is_spent"]:
            yield f"{left or 0} {pool['name']}"
        else:
            yield f"{full if left is None else left}{'' if full is None else f' of {full}'} {pool['name']}"


def _places_of(figure: Json) -> Iterator[str]:
    if figure.get("hex") is not None:
        facing = "" if figure.get("facing") is None else f", facing {figure['facing']}"
        yield f"at hex {figure['hex']}{facing}"


def _words_of(figure: Json) -> Iterator[str]:
    for name in WORDS:
        if isinstance(figure.get(name), str) and figure[name] not in USUAL:
            yield figure[name].replace("_", " ")
    if figure.get("stunned") is True:
        yield "stunned"
