"""Did-you-mean: whatever is misspelt in a request, the problem names what was probably meant, in every family."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import orjson
import pytest

from service.app import FAMILIES, FAMILY_NAMES, registry
from service.errors import problems
from service.operations.registry import Effect
from service.rules.kernel.figures import UnknownName
from service.wire import to_json
from tests.architecture.source import SERVICE
from tests.encounters.plays import changed
from tests.golden import goldens
from tests.operations.asking import ask, first_example

Path = tuple[str | int, ...]
EACH: Final = 1
"""How often the same field of an operation is misspelt, in different requests."""
MORE: Final[tuple[tuple[str, Path, Any], ...]] = (("tactical/resolve-attack", ("input", "mode"), "swing"),)
"""Names that stand in no example and in no golden."""
FORMS: Final = frozenset({"string_pattern_mismatch"})
"""Faults of texts that have a form, such as dice: there are no names among which one could be meant."""


def misspelt(word: str) -> str:
    """A word with another last letter, or a short one with a letter more."""
    return f"{word[:-1]}{'q' if word.endswith('z') else 'z'}" if len(word) > 3 else f"{word}q"


def words_in(document: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text of a request but those that make names, and where it stands."""
    if isinstance(document, dict | list):
        for key, each in document.items() if isinstance(document, dict) else enumerate(document):
            yield from words_in(each, (*path, key))
    elif isinstance(document, str) and path[-1] not in {"id", "name"}:
        yield path, document


def requests_of(family: str) -> Iterator[tuple[str, Any]]:
    """The examples and the goldens of a family's procedures, by operation."""
    for operation in registry():
        if operation.name.startswith(f"{family}/") and operation.effect in (Effect.ROLL, Effect.COMPUTE):
            for example in operation.examples:
                yield operation.name, orjson.loads(to_json(example.request))
    yield from [(name, changed(first_example(name), *change)) for name, *change in MORE if name.startswith(family)]
    yield from [(each.operation, each.request) for each in goldens(family) if not each.operation.endswith("/odds")]


@cache
def refused(family: str) -> tuple[tuple[str, str, str, dict[str, Any]], ...]:
    """What was misspelt in requests of a family that are refused for it: field, word, misspelt word, problem."""
    tried: Counter[tuple[str, Path]] = Counter()
    found = []
    for operation, request in requests_of(family):
        for path, word in words_in(request.get("input", {}), ("input",)):
            field = operation, tuple(["*" if isinstance(each, int) else each for each in path])
            tried[field] += 1
            if tried[field] <= EACH:
                wrong = misspelt(word)
                answer = ask(operation, changed(request, path, wrong))
                if any(wrong in each["message"] for each in answer.get("errors", ())):
                    found.append((f"{operation} {'/'.join(map(str, path))}", word, wrong, answer))
    return tuple(found)


@pytest.mark.untraced
@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_every_misspelt_name_is_told_with_a_known_one(family: str) -> None:
    """A problem that quotes a misspelt name, power, mode or word of a choice also says what may stand there."""
    bare = []
    for field, word, wrong, problem in refused(family):
        quoting = [each for each in problem["errors"] if wrong in each["message"] and each["code"] not in FORMS]
        helps = ("Did you mean ", "It may be ", word)
        if quoting and not any(says in each["message"] for each in quoting for says in helps):
            bare.append((field, quoting[0]["message"]))
    assert bare == []


@pytest.mark.untraced
def test_every_refusal_of_an_unknown_name_is_met() -> None:
    """Each family's refusals of unknown names is met by a misspelt request, and says what was meant."""
    met = {
        fault["code"]
        for family in FAMILY_NAMES
        for *_, problem in refused(family)
        for fault in problem["errors"]
        if "Did you mean " in fault["message"]
    }
    assert {each.code() for each in problems(UnknownName)} <= met


def test_unknown_names_are_refused_as_such() -> None:
    """A refusal of a family whose title begins with "Unknown" is an unknown name, so that it says what was meant."""
    unknown = {each for each in problems() if each.title.startswith("Unknown") and ".rules." in each.__module__}
    assert unknown <= set(problems(UnknownName))


def test_refusals_of_unknown_names_say_what_is_known() -> None:
    """Wherever an unknown name is refused, the refusal is given the name and all known ones."""
    names = {each.__name__ for each in problems(UnknownName)}
    calls = [
        (path.name, node.lineno, len(node.args))
        for path in (SERVICE / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in names
    ]
    assert len(calls) > len(names)
    assert [each for each in calls if each[2] < 3] == []


OPTIONS: Final = [
    pytest.param(family.name, option, values, id=f"{family.name}-{option}")
    for family in FAMILIES
    for option, field in family.rulings.model_fields.items()
    if (values := [str(each.value) for each in getattr(field.annotation, "__members__", {}).values()])
]


@pytest.mark.parametrize(("family", "option", "values"), OPTIONS)
def test_options_list_their_values(family: str, option: str, values: list[str]) -> None:
    """A wrong value of an option is quoted, all values are listed, and the nearest one is named."""
    operation, request = next(requests_of(family))
    answer = ask(operation, {**request, "rulings": {option: f"{values[0]}x"}})
    fault = next(each for each in answer["errors"] if each["pointer"] == f"/rulings/{option}")
    assert all(each in fault["message"] for each in values)
    assert f'got "{values[0]}x". Did you mean {values[0]}?' in fault["message"]


@pytest.mark.parametrize(
    ("card", "says"), [("JOKER", ", or no longer. Did you mean JOKER1?"), ("QH", ", or no longer.")]
)
def test_misspelt_cards(card: str, says: str) -> None:
    """A supplied card that no deck has is told the nearest one; one that was drawn before is only quoted."""
    dice = {"kind": "supplied", "cards": ["QH", card]}
    [fault] = ask("mass/roll-initiative", {**first_example("mass/roll-initiative"), "dice": dice})["errors"]
    assert fault["message"].startswith(f"Card {card!r} at position 1 ")
    assert fault["message"].endswith(says)
