"""The inventory's cases of close combat and slams, by the functions that resolve them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.rules.kernel.tally import bare
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.tables import slam_damage
from service.rules.tactical.book.words import TacticalSector
from service.rules.tactical.close.close_readying import plan_draw, ready
from service.rules.tactical.close.contest import TacticalContestWinner
from service.rules.tactical.close.grapples import ST_NAME, Score, combine
from service.rules.tactical.close.passage import evade_terms
from service.rules.tactical.close.slam import slam_fall
from service.rules.tactical.figures.dexterity import shield_terms
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import free_exits
from tests.rules.tactical.closing import UNDEFENDED, north, path, slammed
from tests.rules.tactical.falls import falling
from tests.rules.tactical.moves import moved
from tests.rules.tactical.scenes import field, figure, foe
from tests.rules.tactical.test_contests import contest, resolved

FILE: Final = Path(__file__).parent / "inventory" / "close.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
Case = dict[str, Any]


def faces_of(total: int) -> tuple[int, int, int]:
    """Three faces that add up to a total."""
    first = min(total - 2, 6)
    second = min(total - first - 1, 6)
    return first, second, total - first - second


def sided(sides: list[int], turns: int = 1, **facts: Any) -> TacticalFigure:
    """A figure in as many close combats as it has own sides."""
    pairs = [
        {"foe": f"orc{place}", "hex": [0, 0], "own_side": side, "turns": turns} for place, side in enumerate(sides)
    ]
    return figure(state={"close": pairs}, **facts)


def exits(case: Case) -> list[int]:
    """The directions on the own side of every pair."""
    ash = sided(case["sides"])
    return list(free_exits(field(ash), ash))


def evade_modifier(case: Case) -> int:
    """What posture and side add to who evades."""
    terms = evade_terms(Posture(case["posture"]), TacticalSector(case["arc_"]))
    return sum(each.value for each in terms)


def quick(case: Case) -> Case:
    """A Quick Contest of two numbers with two rolls."""
    report = resolved(contest(case["a"], case["b"]), *faces_of(case["ra"]), *faces_of(case["rb"])).contest
    names = {TacticalContestWinner.FIRST: "a", TacticalContestWinner.SECOND: "b", TacticalContestWinner.TIE: "tie"}
    return {"margin": report.margin, "winner": names[report.winner]}


def helped(case: Case) -> int:
    """The score of several who combine."""
    rulings = field(figure()).rulings
    scores = [(figure(str(place)), [Score(ST_NAME, bare(score))]) for place, score in enumerate(case["scores"])]
    return combine(scores, rulings.helper_score)[1].number.total


def shield_penalty(case: Case) -> int:
    """What a shield takes from a DX roll."""
    bearer = sided([3], case["turn_in_close"], shield={"db": case["db"], "level": 10})
    return sum(each.value for each in shield_terms(bearer))


def readied(case: Case) -> Case:
    """An attempt to ready a weapon in close combat."""
    skills = [{"name": "Fast-Draw", "level": case["fast_draw"]}] if "fast_draw" in case else []
    shield = {"db": case["db"], "level": 10} if "db" in case else None
    ash = sided([3], case["turn_in_close"], dx=case["dx"], ready={}, skills=skills, shield=shield)
    with falling(*case["dice"]) as dice:
        report = ready(field(ash), "ash", plan_draw(ash, "sword", None, fast="fast_draw" in case), dice)
    return {"ready": report.ready, "free": report.free, "dice_used": len(dice.faces)}


def slam_dice(case: Case) -> list[int]:
    """The damage dice of a slam, and what is added to them."""
    damage = slam_damage(case["hp"], case["velocity"])
    assert damage.pool is not None
    return [damage.pool.count, damage.adds]


def overrun(case: Case) -> list[str]:
    """Who falls in each slam of a large figure, whose dice are such that the damages are those of the case."""
    fists: dict[str, Any] = {"weapons": [], "ready": {}}
    ash = figure(shape="line2", hp_max=60, hp=60, basic_move=10, **fists)
    foes = [foe(hex=[0, -3]), foe("imp", hex=[1, -4], hp_max=60, hp=60), foe("rat", hex=[2, -5])]
    hit, kept = (3, 3, 4), (3, 3, 3)
    outcome, _ = slammed(
        ash,
        *foes,
        target=None,
        maneuver="move",
        path=[*north(3), *path((1, -4), (2, -5))],
        defenses=[{"figure": each.id, "defense": UNDEFENDED} for each in foes],
        faces=(*hit, 4, 4, 4, *kept, *hit, 2, 5),
    )
    done = [[each.damage, each.damage_back] for each in outcome.slams]
    assert done == case["damages"][: len(done)]
    return [str(each.fall) for each in outcome.slams]


def overruns(case: Case) -> bool:
    """Whether a figure of so many hexes slams into one of so many."""
    shapes = {1: "single", 2: "line2", 3: "line3", 4: "diamond4"}
    ash = figure(shape=shapes[case["mover_hexes"]])
    other = foe(hex=[0, -1], shape=shapes[case["other_hexes"]])
    return moved(field(ash, other), *north(2)).slams == ("orc",)


CALLS: Final[dict[str, Callable[[Case], Any]]] = {
    "free_exits": exits,
    "evade_modifier": evade_modifier,
    "contest": quick,
    "helper_score": helped,
    "shield_close_penalty": shield_penalty,
    "ready_close": readied,
    "slam_dice": slam_dice,
    "slam_result": lambda case: str(slam_fall(case["attacker_damage"], case["target_damage"])),
    "overrun_path": overrun,
    "overrun_ok": overruns,
}


@pytest.mark.parametrize("case", CASES, ids=[each["id"] for each in CASES])
def test_case(case: Case) -> None:
    """Each case of the inventory comes out as it says."""
    assert CALLS[case["call"]](case["in"]) == case["out"]


def test_every_call_is_used() -> None:
    """Every function here answers at least one case."""
    assert set(CALLS) == {each["call"] for each in CASES}
