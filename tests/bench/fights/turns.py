"""A program that plays fights in turns: `turns.py TREE`. It imports the service of that tree, of today or of before.

It reads lines of JSON: first the fight, then how long each turn takes. It writes a line for each: fights per second
of CPU time. So it must not import anything but the standard library and what the service has had for long.
"""

import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, get_type_hints

Play = Callable[[int, int], object]
"""Plays so many fights from a number on."""


def turns_of(family_name: str, document: Any, seed: str, kind: str) -> "Turns":
    """Return the turns of fights that are `rolled` by the procedure with a transcript, or `sampled`.

    A sampled turn is one chunk of a campaign, so full garbage collections wait for its end.
    """
    family = next(each for each in import_module("service.app").FAMILIES if each.name == family_name)
    procedure = next(each for each in family.procedures if each.name == "resolve-skirmish")
    model = get_type_hints(procedure.resolve)["input"]
    fought, rulings = model.model_validate_json(json.dumps(document)), family.rulings()
    if kind == "sampled":
        paused = import_module("service.forecasts.collection_pauses").full_collections_paused
        return Turns(sampled(procedure, fought, rulings, seed), paused)

    dice_of = import_module("service.dice.seeded").SeededDice

    def roll(first: int, count: int) -> None:
        for number in range(first, first + count):
            procedure.resolve(fought, rulings, dice_of(f"{seed}/{number}"))

    return Turns(roll, nullcontext)


def sampled(procedure: Any, fought: Any, rulings: Any, seed: str) -> Play:
    """Return how fights are sampled, with one memory for all of them."""
    sampling, fight = import_module("service.forecasts.sampled"), procedure.fight(fought, rulings)
    memory = sampling.FightMemory(fight)
    return lambda first, count: sampling.play_fights(fight, seed, first, count, memory)


class Turns:
    """Fights that are played on from turn to turn."""

    def __init__(self, play: Play, whole: Callable[[], AbstractContextManager[None]]) -> None:
        """Play none yet; `whole` is what each turn is played in."""
        self._play = play
        self._whole = whole
        self._next = 0
        self._chunk = 1

    def warm(self, fights: int) -> None:
        """Play so many fights that are not timed."""
        if fights:
            self._play(0, fights)
        self._next = fights

    def turn(self, seconds: float) -> float:
        """Play for so long, at least one fight, and return fights per second."""
        first, began, spent = self._next, process_time(), 0.0
        with self._whole():
            while spent < seconds:
                self._play(self._next, self._chunk)
                self._next += self._chunk
                spent = process_time() - began
                self._chunk = max(1, min(4096, int((self._next - first) / max(spent, 0.001) * seconds / 8)))
        return (self._next - first) / spent


def main(tree: str) -> None:
    """Take the fight, then turn after turn."""
    sys.path.insert(0, tree)
    found = Path(import_module("service").__file__ or "").resolve().parents[1]
    assert found == Path(tree).resolve(), f"the rules of {found} were found, not those of {tree}"
    told = json.loads(sys.stdin.readline())
    turns = turns_of(told["family"], told["document"], told["seed"], told["kind"])
    turns.warm(told["warm"])
    print("ready", flush=True)
    for line in sys.stdin:
        print(turns.turn(float(line)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
