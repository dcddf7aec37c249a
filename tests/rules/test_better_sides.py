"""Fights that figures play by themselves: a side that is made better does not win less often, from either place.

`tactical` has the same in `tests/rules/tactical/test_policy_fights.py`.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from math import sqrt
from typing import Any, Final

import orjson
import pytest

from service.app import FAMILIES, bound_procedures
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.encounters.line_ups.lining_up import lined_up, skirmish_in
from service.wire import to_json
from tests.rings import long, many, thinned
from tests.rules.fights import ending, untold
from tests.rules.test_strength import LISTS

FIGHTS: Final = many(400, 60)
MOST_ROUNDS: Final = 100
DICE: Final = ("d4", "d6", "d8", "d10", "d12")
PAIRS: Final = {
    "heroic": [
        ("duellist*2", "bandit*2"),
        ("longbowman*2", "orc*2"),
        ("town-guard, bandit-archer*2", "bandit*3"),
        ("halberdier*2", "orc*2"),
    ],
    "laurels": [
        ("bandit-archer*2", "bandit*2"),
        ("orc*3", "knight"),
        ("knight", "ogre"),
        ("goblin*3", "town-guard*2"),
    ],
    "mass": [
        ("longbowmen*2", "swordsmen*2"),
        ("ogres*2", "legionaries*4"),
        ("shield-bearers*2", "orc-warband*2"),
        ("light-horse*2", "archers*2"),
    ],
    "opposed": [
        ("bandit*2", "orc*2"),
        ("town-guard, bandit-archer*2", "bandit*3"),
        ("wolf*2", "knight"),
        ("bandit-archer*2", "orc*2"),
    ],
}
"""Who fights whom; the first side of each is made better, in both places of the line-up."""


def larger(die: str) -> str:
    """The next larger die."""
    return DICE[min(DICE.index(die) + 1, len(DICE) - 1)]


def with_weapon(field: str, better: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A figure whose weapon is better."""
    return lambda figure: figure | {"weapon": figure["weapon"] | {field: better(figure["weapon"].get(field) or 0)}}


def with_modes(**changes: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A unit of `heroic` all of whose attacks are better."""

    def better(unit: Any) -> Any:
        modes = [each | {name: change(each[name]) for name, change in changes.items()} for each in unit["attack_modes"]]
        return unit | {"attack_modes": modes}

    return better


def more(field: str, by: int, most: int | None = None) -> Callable[[Any], Any]:
    """A figure with more of something."""

    def better(figure: Any) -> Any:
        now = (figure.get(field) or 0) + by
        return figure | {field: now if most is None else min(now, most)}

    return better


BETTER: Final = {
    "heroic": {
        "armour": lambda unit: unit | {"armour": [each | {"dr": each["dr"] + 2} for each in unit["armour"]]},
        "damage": with_modes(damage=lambda _: "2d+4"),
        "skill": with_modes(skill=lambda skill: skill + 2),
    },
    "laurels": {
        "armour": more("armor_points", 1),
        "die": with_weapon("die", larger),
        "strength": more("strength", 1),
    },
    "mass": {
        "die": lambda unit: unit | {"battle_die": larger(unit["battle_die"])},
        "morale": more("morale_max", 1, 3),
    },
    "opposed": {
        "armour": more("armour_ft", 2),
        "damage": with_weapon("damage_modifier", lambda points: points + 2),
        "rank": with_weapon("rank", lambda rank: rank + 2),
    },
}
"""What is better of each figure of the first side: what it wears, and what it strikes with."""
CASES: Final = [
    pytest.param(family, *pair, id=f"{family}-{pair[0]}") for family, pairs in PAIRS.items() for pair in pairs
]
EACH_PAIR: Final = pytest.mark.parametrize(("family", "ours", "foes"), thinned(CASES, 4))


def as_it_is(figure: Any) -> Any:
    """A figure that is no better."""
    return figure


def won(family: str, ours: str, foes: str, better: Callable[[Any], Any] = as_it_is) -> list[int]:
    """How many of some fights a side wins that is listed first, and that is listed last."""
    return [_won(family, [ours, foes], 0, better), _won(family, [foes, ours], 1, better)]


def _won(family: str, sides: list[str], place: int, better: Callable[[Any], Any]) -> int:
    [play] = [each.play for each in FAMILIES if each.name == family]
    assert play is not None
    known = orjson.loads(to_json(skirmish_in(play, lined_up(family, play, LineUp(text=" vs ".join(sides))).state)))
    battle = known.get(play.state_member, known)
    figures, side = battle[LISTS[family]], "role" if family == "laurels" else "side"
    mine = [*dict.fromkeys([each[side] for each in figures])][place]
    battle[LISTS[family]] = [better(each) if each[side] == mine else each for each in figures]
    bound = bound_procedures()[f"{family}/resolve-skirmish"]
    request: Any = bound.request.model_validate_json(orjson.dumps({"input": {**known, "max_rounds": MOST_ROUNDS}}))
    assert bound.procedure.fight is not None
    fight = bound.procedure.fight(request.input, request.rulings)
    return sum([ending(fight, untold(number)).winner == mine for number in range(FIGHTS)])


@cache
def won_as_it_is(family: str, ours: str, foes: str) -> list[int]:
    """How many fights a side wins that is no better."""
    return won(family, ours, foes)


def chance_allows(before: int, after: int) -> bool:
    """Whether a share is not smaller than another one by more than two standard deviations of their difference."""
    shares = before / FIGHTS, after / FIGHTS
    return shares[1] - shares[0] >= -2 * sqrt(sum([each * (1 - each) for each in shares]) / FIGHTS)


@EACH_PAIR
def test_more_figures_do_not_win_less_often(family: str, ours: str, foes: str) -> None:
    """One more figure of the last kind wins more fights, in both places together."""
    *_, last = ours.split(", ")
    another = f"{ours}, {last.partition('*')[0]}"
    before, after = won_as_it_is(family, ours, foes), won(family, another, foes)
    assert sum(after) > sum(before)
    assert all(chance_allows(*each) for each in zip(before, after, strict=True)), (before, after)


@pytest.mark.parametrize(
    ("family", "what", "ours", "foes"),
    [
        pytest.param(family, what, *pair, id=f"{family}-{what}-{pair[0]}", marks=[long] * (pair != pairs[0]))
        for family, pairs in PAIRS.items()
        for what, pair in product(BETTER[family], pairs)
    ],
)
def test_better_arms_do_not_win_less_often(family: str, what: str, ours: str, foes: str) -> None:
    """More armour, a better weapon and more skill or morale lower the share of fights that are won in neither place."""
    before, after = won_as_it_is(family, ours, foes), won(family, ours, foes, BETTER[family][what])
    assert all(chance_allows(*each) for each in zip(before, after, strict=True)), (before, after)


def test_a_worse_side_is_noticed() -> None:
    """The fights are enough to tell a side that was made worse."""
    before, after = won_as_it_is("opposed", "bandit*2", "orc*2"), won("opposed", "bandit", "orc*2")
    assert not any(chance_allows(*each) for each in zip(before, after, strict=True))
