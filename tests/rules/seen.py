"""Moves as viewers see them: a stateless request and its answer, reduced to the visible fields of a family."""

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.app import FAMILIES
from service.encounters.reveal import Reveal, Sight, state_for_viewers
from service.rules.kernel.family import Move, Play, SeenMove
from tests.golden import goldens
from tests.golden.faces import in_process
from tests.rings import many

Document = dict[str, Any]


def play_of(family: str) -> Play:
    """How a family is played in encounters."""
    play = next(each.play for each in FAMILIES if each.name == family)
    assert play is not None
    return play


def move_of(family: str, procedure: str) -> Move:
    """A move of a family."""
    return next(each for each in play_of(family).moves if each.procedure == procedure)


def seen_by_viewers(family: str, asked: Document, outcome: Document, names: Mapping[str, str]) -> SeenMove:
    """Reduce what was asked and what came of it to what viewers see."""
    sight = Sight(play_of(family).visible, play_of(family).places)
    seen, shown = (state_for_viewers(each, Reveal.OUTCOMES, sight) for each in (asked, outcome))
    return SeenMove(seen, shown, names)


def names_in(value: Any) -> Iterator[str]:
    """Every id of figures and sides in a request."""
    if isinstance(value, dict):
        yield from [value[name] for name in ("id", "side") if isinstance(value.get(name), str)]
        for each in value.values():
            yield from names_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from names_in(each)


ROLES = ("attacker", "defender", "target")
ACTOR = "commander"
"""A field that only encounters have: who acts, by id."""


def asked_in_encounters(value: Any) -> Any:
    """A stateless request as a move asks it: figures by their ids, those of a single attack perhaps by their roles."""
    if isinstance(value, dict) and "id" in value:
        return value["id"]
    if isinstance(value, dict):
        return {
            name: name if name in ROLES and isinstance(each, dict) and "id" not in each else asked_in_encounters(each)
            for name, each in value.items()
        }
    return [asked_in_encounters(each) for each in value] if isinstance(value, list) else value


def seen_of_goldens(family: str, procedure: str, name: Callable[[str], str] = str) -> Iterator[SeenMove]:
    """What viewers see of each golden of a procedure, as if it were a move; `name` says what an id is called."""
    fields = move_of(family, procedure).takes.model_fields
    for golden in goldens(f"{family}/{procedure}"):
        answer = in_process(golden.operation, golden.request)[1]
        if answer.get("status") == "resolved":
            given = golden.request["input"]
            ids = dict.fromkeys([*names_in(given), *ROLES])
            asked = {each: value for each, value in asked_in_encounters(given).items() if each in fields}
            asked |= {ACTOR: next(iter(ids))} if ACTOR in fields else {}
            yield seen_by_viewers(family, asked, answer["outcome"], {each: name(each) for each in ids})


def told_of_goldens(family: str, procedure: str) -> set[str]:
    """What viewers are told of the goldens of a procedure, with everybody's ids for names."""
    return {move_of(family, procedure).summary(seen) for seen in seen_of_goldens(family, procedure)}


def quoted(id: str) -> str:
    """A name that no sentence holds by chance, and that is no number."""
    return f"«{id.translate(str.maketrans('0123456789', 'abcdefghij'))}»"


def pruned(value: Any, keep: Iterator[bool]) -> Any:
    """A document without some of its fields, records, words and facts, as if they were not seen."""
    if isinstance(value, dict):
        return {name: pruned(each, keep) for name, each in value.items() if next(keep)}
    if isinstance(value, list):
        return [pruned(each, keep) for each in value if next(keep)]
    return value if next(keep) else None


def without_one(value: Any) -> Iterator[Any]:
    """A document without one field, or with nothing in it, for each field at any depth of first records."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield {other: kept for other, kept in value.items() if other != name}
            yield {**value, name: None}
            for less in without_one(each):
                yield {**value, name: less}
    elif isinstance(value, list) and value:
        yield value[1:]
        for less in without_one(value[0]):
            yield [less, *value[1:]]


NOTHING: tuple[Any, ...] = (None, {}, [])
FEWER = many(40, 12)
"""Parts that are taken away from one move, one after another."""


def numbers_in(text: str) -> list[str]:
    """The digits and number words of a sentence, but for those in names."""
    words = re.sub("«.*?»", "", text)
    return re.findall(r"\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice)\b", words)


def hold_readable(move: Move, seen: SeenMove) -> None:
    """The summary of a move is made of sentences, has no number in it, and names nobody but those whom viewers see."""
    text = move.summary(seen)
    assert re.fullmatch(r"[A-Z«].*\.", text), (move.procedure, text)
    assert numbers_in(text) == [], (move.procedure, text)
    assert "None" not in text, (move.procedure, text)
    assert {*re.findall("«.*?»", text)} <= {*seen.names.values()}, (move.procedure, text)


def hold_summaries(family: str) -> None:
    """Every golden of every move is told in readable sentences, whatever viewers do not see of it."""
    moves = play_of(family).moves
    cases = [(move, seen) for move in moves for seen in seen_of_goldens(family, move.procedure, quoted)]
    assert {move.procedure for move, _ in cases} == {move.procedure for move in moves}
    for move in moves:
        for nothing in NOTHING:
            hold_readable(move, SeenMove(nothing, nothing, {}))
    for move, seen in cases:
        hold_readable(move, seen)
        fewer = [SeenMove(asked, seen.outcome, seen.names) for asked in without_one(seen.input)]
        fewer += [SeenMove(seen.input, outcome, {}) for outcome in without_one(seen.outcome)]
        for each in fewer[:: max(len(fewer) // FEWER, 1)]:
            hold_readable(move, each)
    _hold_pruned(cases)


def _hold_pruned(cases: list[tuple[Move, SeenMove]]) -> None:
    """Whatever parts of a move viewers see, and whoever's names, its summary is readable."""

    @settings(
        max_examples=many(300), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=st.sampled_from(cases), chance=st.integers(5, 100), seed=st.randoms(use_true_random=False))
    def tell(case: tuple[Move, SeenMove], chance: int, seed: Random) -> None:
        move, seen = case
        keep = iter(lambda: seed.randrange(100) < chance, None)
        names = {name: each for name, each in seen.names.items() if next(keep)}
        hold_readable(move, SeenMove(pruned(seen.input, keep), pruned(seen.outcome, keep), names))

    tell()
