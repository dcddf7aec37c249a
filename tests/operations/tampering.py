"""Every way of changing one thing in an answer, in the order of play."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

Json = Any

RULES: Final = ("ruleset", "rulings")
BROUGHT: Final = ("kind", "seed", "seed_by")
OTHER_WORD: Final = {
    "seeded": "supplied",
    "supplied": "seeded",
    "mixed": "seeded",
    "service": "caller",
    "caller": "service",
    None: "service",
}
OF_NULL: Final = {"source": "seeded", "total": 1, "margin": 1, "target": {"base": 1}, "seed": "sha256ctr1:forged"}


@dataclass(frozen=True)
class Tampering:
    """One change: where it is made, and the pointer that a proof has to name."""

    path: tuple[str | int, ...]
    value: Json
    named: str

    def on(self, answer: Json) -> None:
        """Change a document in place."""
        here = answer
        for key in self.path[:-1]:
            here = here[key]
        if self.value is GONE:
            del here[self.path[-1]]
        elif isinstance(here, list) and self.path[-1] == len(here):
            here.append(self.value)
        else:
            here[self.path[-1]] = self.value


GONE: Final = object()


def tamperings(answer: Json) -> list[Tampering]:
    """Every change, in the order of play: rules, who brought the dice, steps, what came of them, the dice."""
    later = [name for name in answer["dice"] if name not in BROUGHT]
    names = [name for name in ("outcome", "warnings") if name in answer]
    return [
        *(each for name in RULES if name in answer for each in _within(answer[name], (name,))),
        *(each for name in BROUGHT for each in _within(answer["dice"][name], ("dice", name))),
        *_within(answer["steps"], ("steps",)),
        *(each for name in names for each in _within(answer[name], (name,))),
        *(each for name in later for each in _within(answer["dice"][name], ("dice", name))),
    ]


def changed(answer: Json, *changes: Tampering) -> Json:
    """A copy of an answer with changes made to it."""
    copied = copy.deepcopy(answer)
    for each in changes:
        each.on(copied)
    return copied


def at(document: Json, pointer: str) -> Json:
    """What stands at a JSON Pointer; KeyError, IndexError or ValueError if it leads nowhere."""
    here = document
    for word in pointer.split("/")[1:]:
        key = word.replace("~1", "/").replace("~0", "~")
        here = here[int(key)] if isinstance(here, list) else here[key]
    return here


def _within(value: Json, path: tuple[str | int, ...]) -> Iterator[Tampering]:
    if isinstance(value, dict):
        for key in value:
            yield from _within(value[key], (*path, key))
        if path[0] in ("outcome", "rulings") and value:
            yield Tampering((*path, "~forged/"), 1, _pointer((*path, "~forged/")))
    elif isinstance(value, list):
        yield from _in_list(value, path)
    else:
        yield Tampering(path, _other(value, path), _pointer(path))


def _in_list(value: Json, path: tuple[str | int, ...]) -> Iterator[Tampering]:
    if path[0] == "steps" and path[-1] == "faces":
        yield Tampering(path, [*value[:-1], value[-1] % 2 + 1] if value else [1], _pointer(path))
        return
    for position, item in enumerate(value):
        yield from _within(item, (*path, position))
    if value:
        yield Tampering((*path, len(value) - 1), GONE, _pointer(path))
        yield Tampering((*path, len(value)), value[-1], _pointer((*path, len(value))))


def _other(value: Json, path: tuple[str | int, ...]) -> Json:
    if path[-1] in ("source", "seed_by") or path == ("dice", "kind"):
        return OTHER_WORD[value] if value is not None or path[-1] == "seed_by" else "seeded"
    if value is None:
        return OF_NULL.get(str(path[-1]), "forged") if path[0] in ("steps", "dice") else "forged"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1 if path[0] != "dice" or value < 4 else value - 1
    return f"{value}x"


def _pointer(path: tuple[str | int, ...]) -> str:
    return "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in path)
