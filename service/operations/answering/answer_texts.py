"""Answers as sentences, for people at a terminal and for assistants: what happened, chances, a situation, a rule."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from service.operations.answering.field_labels import label_of
from service.rules.kernel.telling import amount

Answer = Mapping[str, Any]
"""An answer as JSON."""

LISTED_EVENTS: Final = 12
LISTED_NUMBERS: Final = 6
LEAST_SHIFT: Final = 0.005
"""Chances that change by less are not told."""
LUCK: Final = 0.05
"""Differences that chance makes more often than this may be luck."""
NO_CHANCE: Final = 0.0005
"""Chances below this are left out of sentences."""


def sentences_of(answer: Answer) -> list[str] | None:
    """Return an answer as sentences, or None if there are none for its kind."""
    for member, told in _TOLD.items():
        if _holds(answer, member):
            return list(told(answer))
    return None


def problem_sentences(problem: Answer) -> list[str]:
    """Return a problem document as sentences: each fault with the field that it is in, and the rule that refuses."""
    faults = problem["errors"] or [{"message": problem["detail"], "pointer": "", "rule": None}]
    return [f"{each['message']}{_place_of(each)}" for each in faults]


def percent(chance: Answer) -> str:
    """Return a chance in percent, and its bounds if it has some: "63 % (31 to 90)"."""
    low, high = chance.get("low"), chance.get("high")
    if low is None or high is None or high - low < NO_CHANCE:
        return f"{100 * chance['decimal']:.1f} %"
    return f"{100 * chance['decimal']:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def notes_of_move(move: Answer) -> list[str]:
    """Return what is said beside a move of a list: whether it is suggested, and its chance, if it was asked for."""
    chance = move["chance"]
    suggested = ["suggested"] if move["suggested"] else []
    return suggested if chance is None else [*suggested, f"{100 * chance:.0f} % to hit"]


def _holds(answer: Answer, member: str) -> bool:
    """Return whether an answer has a member, given as a dotted path."""
    here: Any = answer
    for part in member.split("."):
        if not isinstance(here, Mapping) or part not in here:
            return False
        here = here[part]
    return here is not None


def _place_of(fault: Answer) -> str:
    named = [each for each in (fault.get("name"), fault["pointer"], fault["rule"]) if each]
    return f" ({', '.join(named)})" if named else ""


def _of_wait(answer: Answer) -> Iterator[str]:
    yield from [each["text"] for each in answer["steps"]]
    yield from [each["text"] for each in answer.get("needs", [answer["need"]])]


def _of_outcome(answer: Answer) -> Iterator[str]:
    yield from [each["text"] for each in answer.get("steps", [])]
    if answer["outcome"]["summary"] not in {each["text"] for each in answer.get("steps", [])}:
        yield answer["outcome"]["summary"]
    yield from answer.get("warnings", [])


def _of_events(answer: Answer) -> Iterator[str]:
    likely = [each for each in answer["events"] if each["chance"]["decimal"] >= NO_CHANCE]
    for each in likely[:LISTED_EVENTS]:
        yield f"{_in_words(each['event'])}: {percent(each['chance'])}"
    for each in answer["means"]:
        if abs(each["decimal"]) >= NO_CHANCE:
            yield f"{_in_words(each['number'])}, on average: {each['decimal']:.2f}"


def _of_fight_odds(answer: Answer) -> Iterator[str]:
    for each in answer["winner"]:
        yield f"{each['side']} wins in {percent(each['chance'])} of all fights."
    for name in ("draw", "undecided"):
        if answer[name]["decimal"] >= NO_CHANCE:
            yield f"{name.capitalize()}: {percent(answer[name])}."
    spread, method = answer["rounds"]["spread"], answer["method"]
    usual = amount(spread["p50"], "round")
    yield f"It takes {usual} at the median, and {spread['p5']} to {spread['p95']} in nine of ten fights."
    played = f" by {method['fights']} fights that were played" if method["fights"] else ""
    if method["kind"] == "bounded":
        yield "The true odds lie between these bounds: what is unlikely was not played to its end."
    else:
        yield f"These odds are {method['kind']}{played}."


def _of_sensitivity(answer: Answer) -> Iterator[str]:
    yield f"{answer['side']} wins in {percent(answer['chance'])} of all fights."
    yield from what_decides(answer, {})


def what_decides(answer: Answer, request: Answer) -> Iterator[str]:
    """Yield which numbers of a request change a chance the most, by the names of the figures that have them."""
    changes = [
        (number, change) for number in answer["numbers"] for change in (number["less"], number["more"]) if change
    ]
    counting = [each for each in changes if abs(each[1]["difference"]["decimal"]) >= LEAST_SHIFT]
    counting.sort(key=lambda each: -abs(each[1]["difference"]["decimal"]))
    for number, change in counting[:LISTED_NUMBERS]:
        by = 100 * change["difference"]["decimal"]
        luck = " (may be luck)" if change["p_value"] > LUCK else ""
        worth = f"{answer['side']} wins {abs(by):.0f} {'more' if by > 0 else 'fewer'} of 100 fights{luck}"
        yield f"{_number_at(number['pointer'], request)} {change['value']} instead of {number['value']}: {worth}."
    if not counting:
        yield "No number decides it alone: one point more or less of any changes nothing that these fights show."


def _number_at(pointer: str, request: Any) -> str:
    """Return a number by its field and by whom it belongs to: "Knight, HP"; without a request by its pointer."""
    *above, field = pointer.split("/")[1:]
    owner, here = "", request
    for part in above:
        here = here[int(part)] if isinstance(here, list) else here.get(part, {}) if isinstance(here, Mapping) else {}
        if isinstance(here, Mapping):
            owner = str(here.get("name") or here.get("id") or owner)
    return f"{owner}, {label_of(field)}" if owner else pointer


def _of_situation(answer: Answer) -> Iterator[str]:
    yield answer["outcome"]["text"]


def _of_suggestion(answer: Answer) -> Iterator[str]:
    for each in answer["outcome"]["figures"]:
        moves = " and ".join([move["label"] for move in each["moves"]]) or "no move"
        yield f"{each['figure']}: {moves}. {each['why']}"


def _of_roll(answer: Answer) -> Iterator[str]:
    yield from [each["text"] for each in answer["steps"]]
    yield f"Total: {answer['outcome']['total']}"


def _of_rule(answer: Answer) -> Iterator[str]:
    yield f"{answer['title']} ({answer['id']})"
    if answer["says"] != answer["title"]:
        yield answer["says"]
    yield from answer["notes"]
    if answer["alternatives"]:
        yield f"Otherwise: {answer['alternatives']}"
    if answer["option"]:
        yield f"A request can decide it by `rulings.{answer['option']}`."
    if answer["cites"]:
        yield f"Source: {answer['cites']}"


def _of_table(answer: Answer) -> Iterator[str]:
    yield answer["title"]
    rows: Iterable[Iterable[Any]] = [answer["columns"], *answer["rows"]]
    yield from [" | ".join(["-" if cell is None else str(cell) for cell in row]) for row in rows]


def _in_words(event: str) -> str:
    """Return an event of a verdict in words: "outcome=hit" is "hit", "pool=fatigue" is "pool fatigue"."""
    name, is_value, value = event.partition("=")
    return (f"{name} {value}" if is_value and name != "outcome" else value or name).replace("_", " ")


_TOLD: Final[Mapping[str, Callable[[Answer], Iterator[str]]]] = {
    "need": _of_wait,
    "outcome.summary": _of_outcome,
    "outcome.decision": _of_situation,
    "outcome.figures": _of_suggestion,
    "outcome.total": _of_roll,
    "numbers": _of_sensitivity,
    "winner": _of_fight_odds,
    "events": _of_events,
    "columns": _of_table,
    "says": _of_rule,
}
"""What tells an answer, by a member that only such answers have."""
