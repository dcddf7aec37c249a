"""Moves as viewers see them: a stateless request and its answer, reduced to the visible fields of a family."""

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.app import FAMILIES
from service.encounters.reveal import Reveal, Sight, state_for_viewers
from service.rules.kernel.family import Move, Play, SeenMove
from tests.golden import goldens
from tests.golden.faces import in_process

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


def seen_of_goldens(family: str, procedure: str) -> Iterator[SeenMove]:
    """What viewers see of each golden of a procedure, as if it were a move."""
    for golden in goldens(f"{family}/{procedure}"):
        if golden.operation == f"{family}/{procedure}":
            answer = in_process(golden.operation, golden.request)[1]
            if answer.get("status") == "resolved":
                asked = golden.request["input"]
                names = {name: name for name in (*names_in(asked), *ROLES)}
                yield seen_by_viewers(family, asked_in_encounters(asked), answer["outcome"], names)


def told_of_goldens(family: str, procedure: str) -> set[str]:
    """What viewers are told of the goldens of a procedure, with everybody's names."""
    return {move_of(family, procedure).summary(seen) for seen in seen_of_goldens(family, procedure)}


def pruned(value: Any, keep: Iterator[bool]) -> Any:
    """A document without some of its fields and records, as if they were not seen."""
    if isinstance(value, dict):
        return {name: pruned(each, keep) for name, each in value.items() if next(keep)}
    return [pruned(each, keep) for each in value if next(keep)] if isinstance(value, list) else value


def numbers_in(text: str, names: Mapping[str, str]) -> list[str]:
    """The digits and number words of a sentence, but for those in names."""
    for name in sorted(names.values(), key=len, reverse=True):
        text = text.replace(name, "")
    return re.findall(r"\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice)\b", text)


def hold_summaries(family: str) -> None:
    """Whatever parts of a move viewers see, its summary is a sentence, and has no number in it."""
    cases = [(move, seen) for move in play_of(family).moves for seen in seen_of_goldens(family, move.procedure)]

    @settings(max_examples=300, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=st.sampled_from(cases), chance=st.integers(5, 100), seed=st.randoms(use_true_random=False))
    def tell(case: tuple[Move, SeenMove], chance: int, seed: Random) -> None:
        move, seen = case
        keep = iter(lambda: seed.randrange(100) < chance, None)
        names = {name: each for name, each in seen.names.items() if next(keep)}
        text = move.summary(SeenMove(pruned(seen.input, keep), pruned(seen.outcome, keep), names))
        assert text.endswith(".")
        assert text[0] != " "
        assert numbers_in(text, seen.names) == []
        assert "None" not in text

    tell()
