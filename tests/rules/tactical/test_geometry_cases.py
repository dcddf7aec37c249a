"""The inventory's cases of geometry: each call of its sections 2.6 and 6, by the functions of the service."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.rules.kernel.hexes import Hex, direction_of, distance
from service.rules.tactical.book.options import TacticalRetreatDirection
from service.rules.tactical.book.words import TacticalSector, TacticalShape, TacticalVision
from service.rules.tactical.map import footprints, lines, sectors
from tests.rules.tactical.grids import ORIGIN, ground_of, lists

FILE: Final = Path(__file__).parent / "inventory" / "geometry.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def pair(value: list[int]) -> Hex:
    """A hex of the file."""
    q, r = value
    return q, r


def anchor_of(case: dict[str, Any], name: str) -> lines.TacticalAnchor:
    """An anchor of the file: a corner, or none for the centre."""
    return lines.TacticalAnchor.at(case[name] + 1) if name in case else lines.CENTRE


def segment(case: dict[str, Any]) -> lines.Segment:
    """The line of a case."""
    return lines.segment_between(pair(case["a"]), pair(case["b"]), anchor_of(case, "from"), anchor_of(case, "to"))


def body(case: dict[str, Any]) -> tuple[Hex, ...]:
    """The body of a case."""
    return footprints.footprint(pair(case["head"]), case["facing"], TacticalShape(case["shape"]))


def around(case: dict[str, Any]) -> dict[str, list[Hex]]:
    """What lies around the body of a case, by sector."""
    found: dict[str, list[Hex]] = {}
    for each, sector in sorted(footprints.surround(body(case), case["facing"]).items()):
        found.setdefault(sector.value, []).append(each)
    return found


def seen_from(case: dict[str, Any]) -> tuple[Hex, int, Hex, TacticalVision]:
    """Who looks where: the hex, the facing, the hex looked at and the vision."""
    return pair(case["origin"]), case["facing"], pair(case["hex"]), TacticalVision(case.get("vision", "normal"))


def retreat(case: dict[str, Any]) -> list[Hex]:
    """The hexes to retreat to, lowest first."""
    rule = TacticalRetreatDirection[case.get("mode", "strict").upper()]
    return sorted(sectors.retreat_hexes(pair(case["defender"]), pair(case["attacker"]), rule))


def halves(case: dict[str, Any]) -> dict[str, list[int]]:
    """The sides of both in a hex that one enters in a direction."""
    yours = sectors.own_side((case["move_dir"] + 3) % 6)
    return {"yours": sorted(yours), "foe": sorted(set(range(6)).difference(yours))}


def traced(case: dict[str, Any]) -> list[list[object]]:
    """What a line passes, with a word for each."""
    return [["pair" if len(each) > 1 else "hex", *each] for each in lines.items(segment(case))]


def is_blocked(case: dict[str, Any]) -> bool:
    """Whether a line is stopped."""
    walls = [(pair(here), direction) for here, direction in case.get("walls", ())]
    ground = ground_of([pair(each) for each in case.get("solid", ())], walls)
    return lines.stopped_by(segment(case), ground) is not None


CALLS: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "distance": lambda case: distance(pair(case["a"]), pair(case["b"])),
    "direction": lambda case: direction_of(pair(case["a"]), pair(case["b"])),
    "rotate": lambda case: footprints.rotated(pair(case["step"]), case["hexsides"]),
    "fwd_side": lambda case: sectors.forward_and_side(*seen_from(case)[:3]),
    "arc": lambda case: sectors.arc_sector(*seen_from(case)),
    "melee_zone": lambda case: sectors.melee_sector(*seen_from(case)),
    "can_see": lambda case: sectors.can_see(*seen_from(case)),
    "reach_hexes": lambda case: sectors.reach_hexes(pair(case["origin"]), case["facing"], case["n"]),
    "fan_sizes": lambda case: [len(sectors.reach_hexes(ORIGIN, case["facing"], reach)) for reach in (1, 2, 3)],
    "retreat_hexes": retreat,
    "own_side": lambda case: sectors.own_side(case["entered_from"]),
    "own_dirs": lambda case: sorted(sectors.own_side(case["entered_from"])),
    "half_hex": halves,
    "anchor": lambda case: lines.anchor(pair(case["hex"]), anchor_of(case, "at")),
    "trace": traced,
    "blocked": is_blocked,
    "footprint": body,
    "surround": around,
    "w_counts": lambda case: Counter(
        sector.value for sector in footprints.surround(body({"head": ORIGIN, "facing": 0} | case), 0).values()
    ),
    "body_arc": lambda case: footprints.body_arc(body(case), case["facing"], pair(case["hex"])),
    "swept": lambda case: footprints.swept(pair(case["head"]), pair(case["offset"]), case["turn"]),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_the_cases_of_the_inventory(case: dict[str, Any]) -> None:
    """Each case has exactly the result of the inventory."""
    assert lists(CALLS[case["call"]](case["in"])) == case["out"]


def test_the_cases_are_complete() -> None:
    """The file has the 36 worked examples and the 29 cases that call geometry, and each function is called."""
    assert len({case["id"] for case in CASES}) == len(CASES) == 65
    assert {case["call"] for case in CASES} == set(CALLS)
    assert set(TacticalSector) == {*footprints.BEST_FIRST, TacticalSector.OWN}
