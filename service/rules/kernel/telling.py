"""Summaries for those who watch: how parts of a seen move are read, and the sentences that families share.

A seen move is JSON of which anything may be missing, since viewers do not see everything. So each reader here returns
an empty value of its kind for what is missing or of another kind. The sentences hold no numbers.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from service.rules.kernel.family import SOMEBODY, SeenMove
from service.rules.kernel.verdict import Fate

MOST_NAMES: Final = 5
MOST_TURNS: Final = 8
"""How many turns of a round a sentence tells one by one."""
OTHERS: Final = "others"
UNSEEN_ROUND: Final = "A round goes by."
"""What is told of a round in which nothing is seen: nobody acts, or only somebody hidden does."""
UNSEEN_TURN: Final = "The fight goes on."
"""What is told of turns in which nothing is seen: only the order was rolled, or somebody hidden acts."""

Verbs = tuple[str, str]
"""What is said of one and of many: "is down", "are down"."""
FATES: Final[Mapping[Any, Verbs]] = {
    Fate.DEAD: ("is dead", "are dead"),
    Fate.DESTROYED: ("is destroyed", "are destroyed"),
    Fate.DOWN: ("is down", "are down"),
    Fate.CAPTURED: ("is captured", "are captured"),
    Fate.ROUTED: ("is routed", "are routed"),
    Fate.FLED: ("has fled", "have fled"),
}
"""What is said of those who do not stand any more, where a family has no words of its own."""


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def at(value: Any, *path: str) -> Any:
    """Return what stands at a path of fields; None if it is missing."""
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def word_at(value: Any, *path: str) -> str:
    """Return the word at a path of fields; an empty one if it is missing."""
    found = at(value, *path)
    return found if isinstance(found, str) else ""


def record_at(value: Any, *path: str) -> dict[str, Any]:
    """Return the record at a path of fields; an empty one if it is missing."""
    found = at(value, *path)
    return found if isinstance(found, dict) else {}


def records_at(value: Any, *path: str) -> list[dict[str, Any]]:
    """Return the records of the list at a path of fields; none if it is missing."""
    return [each for each in _items_at(value, path) if isinstance(each, dict)]


def ids_at(value: Any, *path: str) -> list[str]:
    """Return the ids of the list at a path of fields; none if it is missing."""
    return [each for each in _items_at(value, path) if isinstance(each, str)]


def _items_at(value: Any, path: Sequence[str]) -> Collection[Any]:
    found = at(value, *path)
    return found if isinstance(found, list | tuple) else ()


def called(seen: SeenMove, value: Any, *path: str) -> str:
    """Return what players call whom the field at a path names; somebody, if the field is missing."""
    return seen.name(word_at(value, *path) or None)


def all_called(seen: SeenMove, value: Any, *path: str) -> list[str]:
    """Return what players call each whom the list at a path names; somebody for an item that is no id."""
    return [seen.name(each if isinstance(each, str) else None) for each in _items_at(value, path)]


def joined(words: Sequence[str]) -> str:
    """Say words one after another: "ash, orc and imp"."""
    return " and ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def listed(words: Sequence[str], most: int = MOST_NAMES, kept: int = MOST_NAMES) -> str:
    """List names or clauses as one says them; of more than `most` the first `kept`, "and others"."""
    return joined(words if len(words) <= most else [*words[:kept], OTHERS])


def said_of(names: Sequence[str], verbs: Verbs) -> str:
    """Say the same of all who are named: "ash and orc are down"."""
    return f"{listed(names)} {verbs[len(names) > 1]}"


def amount(number: int, noun: str) -> str:
    """Say how many there are of what: "1 yard", "3 yards", "2 hexes", "−1 yard"."""
    plural = "es" if noun.endswith(("x", "ch")) else "s"
    return f"{signed(number)} {noun}{'' if abs(number) == 1 else plural}"


def signed(number: int) -> str:
    """Say a number with a minus sign if it is negative: "3", "−1"."""
    return str(number).replace("-", "−")


def sentence(text: str) -> str:
    """End a sentence, and begin it with a capital if it begins with somebody who has no name."""
    return f"{SOMEBODY.capitalize()}{text.removeprefix(SOMEBODY)}." if text.startswith(SOMEBODY) else f"{text}."


def turns_told(turns: Sequence[str]) -> list[str]:
    """Return a sentence on the turns of a round; of many the first, and that others act. None for no turns."""
    shown = [*turns[:MOST_TURNS], "others act"] if len(turns) > MOST_TURNS else turns
    return [sentence("; ".join(shown))] if shown else []


def fates_told(
    seen: SeenMove, figures: Iterable[Mapping[str, Any]], field: str, fates: Mapping[Any, Verbs]
) -> list[str]:
    """Return a sentence for each fate: the figures whose field has that word; none for a fate without figures."""
    told = []
    records = list(figures)
    for fate, verbs in fates.items():
        who = [called(seen, each, "id") for each in records if each.get(field) == fate]
        told += [sentence(said_of(who, verbs))] if who else []
    return told
