"""What a golden keeps of an answer: steps as lines, the verdict, the rules that are named, and a hash of the whole."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

import orjson

from service.app import FAMILIES
from service.wire import to_json
from tests.golden.writing import Json, on_the_wire


def digest_of(answer: Json) -> str:
    """Return the SHA-256 of an answer's bytes, rulings at their defaults left out."""
    return sha256(on_the_wire(without_default_rulings(answer))).hexdigest()


def without_default_rulings(answer: Json) -> Json:
    """Return an answer, or a document of answers, with only those rulings that differ from the family's own."""
    if isinstance(answer, list):
        return [without_default_rulings(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    kept = {name: without_default_rulings(each) for name, each in answer.items()}
    ruleset, rulings = answer.get("ruleset"), answer.get("rulings")
    if isinstance(ruleset, str) and isinstance(rulings, dict):
        own = _default_rulings().get(ruleset.partition("@")[0], {})
        kept["rulings"] = {name: each for name, each in rulings.items() if name not in own or own[name] != each}
    return kept


@cache
def _default_rulings() -> dict[str, Any]:
    return {family.name: orjson.loads(to_json(family.rulings())) for family in FAMILIES}


def steps_of(answer: Json) -> list[str]:
    """Return each step as a line: rule, actor, dice and faces, margin, and the sentence a player reads."""
    steps = answer.get("steps")
    return [_line(step) for step in steps] if isinstance(steps, list) else []


def _line(step: Json) -> str:
    rolled = f" {step['dice']} {step['card'] or step['faces']}" if step.get("dice") else ""
    margin = f" margin {step['margin']}" if step.get("margin") is not None else ""
    actor = f" {step['actor']}" if step.get("actor") else ""
    return f"{step['rule']}{actor}{rolled}{margin}: {step['text']}"


def verdict_of(answer: Json) -> Json:
    """Return the verdict of an outcome, or what stands for it: the status of another answer, a problem's sentence."""
    outcome = answer.get("outcome")
    if isinstance(outcome, dict):
        return outcome.get("verdict", outcome.get("summary"))
    return answer.get("detail", answer.get("status"))


def names_in(answer: Json) -> list[str]:
    """Return every rule id that an answer names: of steps, terms, needs and faults, and those that steps cite."""
    return sorted(set(_names(answer)))


def _names(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("rule"), str):
            yield value["rule"]
        yield from value.get("cites") or ()
        for each in value.values():
            yield from _names(each)
    elif isinstance(value, list):
        for each in value:
            yield from _names(each)
