"""Summaries for those who watch: how parts of a seen move are read, and the sentences that families share.

A seen move is JSON of which anything may be missing, since viewers do not see everything. So each reader here returns
an empty value of its kind for what is missing or of another kind. The sentences hold no numbers.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.dice.transcript import capital
from service.rules.kernel.family import SeenMove
from service.rules.kernel.verdict import Fate

MOST_NAMES: Final = 5
MOST_TURNS: Final = 8
"""How many turns of a round a sentence tells one by one."""
OTHERS: Final = "others"
UNSEEN_ROUND: Final = "A round went by."
"""What is told of a round in which nothing is seen: nobody acts, or only somebody hidden does."""
UNSEEN_TURN: Final = "The fight went on."
"""What is told of turns in which nothing is seen, as of those of somebody hidden."""

UNNAMED: Final = "something else"
"""What an action is called whose name nobody has given."""

FEW_TIMES: Final = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times"}

Verbs = tuple[str, str]
"""What is said of one and of many: "chooses", "choose"."""
LOST: Final = (Fate.DEAD, Fate.DESTROYED, Fate.DOWN, Fate.CAPTURED, Fate.ROUTED, Fate.FLED)
"""What becomes of those who do not stand any more, in the order in which it is told."""
ALONE: Final[Mapping[str, str]] = {
    Fate.DEAD: "died",
    Fate.DESTROYED: "was destroyed",
    Fate.DOWN: "went down",
    Fate.CAPTURED: "was captured",
    Fate.ROUTED: "routed",
    Fate.FLED: "fled",
}
"""What has become of the one figure of a side."""
MOST_LOST: Final = 12
"""How many of a side are told by name of whom the same has become."""


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


def times(number: int) -> str:
    """Say how often something happened, in a word where there is one: "twice", so that no numbers meet."""
    return FEW_TIMES.get(number, f"{number} times")


def signed(number: int) -> str:
    """Say a number with a minus sign if it is negative: "3", "−1"."""
    return str(number).replace("-", "−")


def sentence(text: str) -> str:
    """End a sentence, and begin it with a capital letter, whoever it begins with."""
    return f"{capital(text)}."


def deed_told(who: str, label: str) -> str:
    """Say what somebody did, by what the order called it: "Ash: opens the gate", "Ash did something else"."""
    return f"{who} did {UNNAMED}" if label == UNNAMED else f"{who}: {label}"


def turns_told(turns: Sequence[str]) -> list[str]:
    """Return a sentence on each turn of a round; of many the first, and that others acted."""
    return [sentence(each) for each in ([*turns[:MOST_TURNS], "others acted"] if len(turns) > MOST_TURNS else turns)]


def order_told(names: Sequence[str]) -> str:
    """Say in which order figures take their turns."""
    return f"Turn order: {', '.join(names)}."


def order_seen(seen: SeenMove, round: Any) -> str:
    """Say in which order those who are seen take their turns, while each of them has its turn to come."""
    order = ids_at(round, "order")
    return order_told([seen.name(each) for each in order]) if order and order == ids_at(round, "waiting") else ""


def changes_by(seen: SeenMove, figure: Collection[str], by: Collection[str]) -> list[dict[str, Any]]:
    """Return the changes that viewers see of a figure by the deed of another; by all that they are called there."""
    return [
        each for each in records_at(seen.outcome, "changes") if each.get("figure") in figure and each.get("by") in by
    ]


# Ends of fights, for those who have all numbers and for those who watch


class Lost(NamedTuple):
    """One of whom a fight is told: what players call its side, what has become of it, and what players call it."""

    side: str
    fate: str
    name: str


def won_told(winner: str | None, *, draw: bool = False, how: str = "") -> str:
    """Say that a fight is over, and who has won it; `how` is a clause such as ", by rout"."""
    won = "" if winner is None else f": victory for {winner}{how}"
    return f"The fight is over{': a draw, for nobody fights on' if draw else won}."


def losses_told(figures: Iterable[Lost]) -> list[str]:
    """Return a sentence for each side that has lost somebody: who does not stand any more, by name, and why.

    "Red lost Knights (routed), Ash and Elm (dead)." is right for names of one and of many.
    """
    sides: dict[str, dict[str, list[str]]] = {}
    for each in figures:
        sides.setdefault(each.side, {}).setdefault(each.fate, []).append(each.name)
    lost = {side: _lost_of(fates) for side, fates in sides.items()}
    return [sentence(_alone_of(side, sides[side]) or f"{side} lost {text}") for side, text in lost.items() if text]


def _alone_of(side: str, fates: Mapping[str, Sequence[str]]) -> str:
    """Say what has become of the one figure of a side that is called as the figure is; else nothing."""
    only = [(fate, name) for fate, names in fates.items() for name in names]
    fate, name = only[0]
    return f"{name} {ALONE[fate]}" if len(only) == 1 and name.casefold() == side.casefold() else ""


def _lost_of(fates: Mapping[str, Sequence[str]]) -> str:
    """Say what has become of those of a side who do not stand any more."""
    return ", ".join([f"{listed(fates[fate], MOST_LOST, MOST_LOST)} ({fate.value})" for fate in LOST if fate in fates])


def lost_in(seen: SeenMove, side_named: Callable[[str], str]) -> list[Lost]:
    """Return what has become of the figures of a fight that viewers see; `side_named` returns what a side is called."""
    figures = records_at(seen.outcome, "verdict", "figures")
    return [
        Lost(side_named(word_at(each, "side")), word_at(each, "fate"), called(seen, each, "id")) for each in figures
    ]


def ending_seen(seen: SeenMove, side_named: Callable[[str], str] | None = None) -> list[str]:
    """Return the sentence on the end of a fight that viewers see, as the referee reads it; none if it goes on."""
    verdict = record_at(seen.outcome, "verdict")
    winner, draw = word_at(verdict, "winner"), verdict.get("draw") is True
    named = side_named or seen.name
    return [won_told(named(winner) if winner else None, draw=draw)] if winner or draw else []


def fight_seen(seen: SeenMove, side_named: Callable[[str], str] | None = None) -> str:
    """Return the sentences on a whole fight that viewers see: who has won, and whom each side lost, by name."""
    undecided = at(seen.outcome, "verdict", "undecided") is True
    told = ["The fight was undecided."] if undecided else ending_seen(seen, side_named) or [won_told(None)]
    return " ".join([*told, *losses_told(lost_in(seen, side_named or seen.name))])


# What befell some


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
