"""Properties of attacks and defenses: where the map lies does not matter, and the back is never the better side."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.errors import RulesRefuse
from service.rules.kernel.hexes import DIRECTIONS, Hex, distance, neighbour
from service.rules.tactical.attack.defense.active_defenses import use_defense
from service.rules.tactical.attack.defense.exposure import Threat
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book.words import TacticalSector, TacticalVision
from service.rules.tactical.figures.field import Field
from service.rules.tactical.map.footprints import rotated
from service.rules.tactical.map.sectors import arc_sector
from tests.rules.tactical.attacks import ALL_OUT, RUN, armed, attack, blade, defended, defense, gun, refused
from tests.rules.tactical.scenes import field, figure, foe

hexes = st.tuples(st.integers(-5, 5), st.integers(-5, 5)).filter(lambda each: 0 < distance((0, 0), each) <= 5)
facings = st.integers(0, 5)
visions = st.sampled_from(["normal", "peripheral", "360", "no_peripheral", "tunnel"])
postures = st.sampled_from(["standing", "crouching", "kneeling", "sitting", "lying"])
weapons = st.one_of(
    st.builds(lambda reaches: blade(tuple(reaches), level=14), st.sets(st.integers(1, 5), min_size=1)),
    st.just(gun(level=16, rof=10)),
)
Facts = dict[str, Any]


@st.composite
def fighters(draw: st.DrawFn) -> list[Facts]:
    """An attacker in the middle, a target and somebody else, anywhere and in any state."""
    weapon = draw(weapons)
    attacker = armed(weapon) | {
        "hex": (0, 0),
        "facing": draw(facings),
        "vision": draw(visions),
        "posture": draw(postures),
    }
    target_hex, other_hex = draw(hexes), draw(hexes)
    target = {
        "id": "orc",
        "side": "blue",
        "hex": target_hex,
        "facing": draw(facings),
        "vision": draw(visions),
        "posture": draw(postures),
        "shield": {"db": 1, "level": 13},
        "state": {"turn_start": None, "huddled": True},
    }
    other = {"id": "elm", "side": draw(st.sampled_from(["red", "blue"])), "hex": other_hex, "facing": draw(facings)}
    crowd = [attacker | {"state": {"huddled": True}}, target]
    return [*crowd, other] if other_hex != target_hex else crowd


def moved(facts: Facts, turn: int, by: Hex) -> Facts:
    """A figure on a map that has been turned about its origin and then shifted."""
    q, r = rotated(facts["hex"], turn)
    return facts | {"hex": (q + by[0], r + by[1]), "facing": (facts["facing"] + turn) % 6}


def ground_of(figures: list[Facts]) -> Field:
    """The field of some figures; the first one is ash."""
    return field(*[figure(**({"id": "ash"} | each)) for each in figures])


def told(ground: Field) -> tuple[Any, ...]:
    """All numbers of an attack, or its refusal."""
    try:
        plan = attack(ground)
    except RulesRefuse as refusal:
        return (refusal.code(), refusal.pointer)
    planned = defended(plan)
    return (
        [(each.label, each.value) for each in plan.number.terms],
        plan.way.zone,
        plan.arc,
        plan.way.swing,
        plan.way.yards,
        plan.undefended,
        None if planned is None else (planned.kind, planned.hand, planned.number, planned.retreat is None),
    )


@given(fighters(), st.integers(1, 5), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_turning_and_shifting_the_whole_map_changes_no_number(figures: list[Facts], turn: int, by: Hex) -> None:
    """An attack has the same numbers, or the same refusal, wherever the map lies and however it is turned."""
    assert told(ground_of([moved(each, turn, by) for each in figures])) == told(ground_of(figures))


@given(facings, visions, postures, st.sampled_from(["dodge", "parry", "block"]))
def test_no_defense_is_better_from_farther_round(facing: int, vision: str, posture: str, kind: str) -> None:
    """A defense is never better from the side than from the front, nor better from the back than from either."""
    worth: dict[TacticalSector, list[int]] = {}
    for direction in range(6):
        here = DIRECTIONS[direction]
        facts: Facts = {"vision": vision, "posture": posture, "facing": facing, "shield": {"db": 1, "level": 13}}
        ground = field(figure(state={"huddled": True}, **facts), foe(hex=here))
        planned = defense(ground, Threat("orc", here), {"kind": kind})
        sector = arc_sector((0, 0), facing, here, TacticalVision(vision))
        worth.setdefault(sector, []).append(0 if planned is None else planned.number.total)
    front, back = min(worth[TacticalSector.FRONT]), max(worth[TacticalSector.BACK])
    sides = [each for sector in (TacticalSector.RIGHT, TacticalSector.LEFT) for each in worth.get(sector, [back])]
    assert front >= max(sides)
    assert front >= back
    if kind == "dodge":
        assert min(sides) >= back


@given(fighters(), st.sampled_from([Conduct(), Conduct(RUN)]))
def test_a_number_is_the_sum_of_its_terms_and_no_wild_swing_exceeds_nine(
    figures: list[Facts], conduct: Conduct
) -> None:
    """Every number is its base and its terms, at least 3; wild swings and melee on the run are 9 at most."""
    ground = ground_of(figures)
    if refused(ground, conduct=conduct) is not None:
        return
    plan = attack(ground, conduct=conduct)
    assert plan.number.total == plan.number.base + sum([each.value for each in plan.number.terms])
    assert plan.number.total >= 3
    if plan.way.swing == "wild" or (conduct.maneuver is RUN and not plan.way.ranged):
        assert plan.number.total <= 9


@given(fighters())
def test_planning_changes_nothing_and_a_defense_only_its_figure(figures: list[Facts]) -> None:
    """A plan leaves all figures as they are; using its defense changes the defender alone, and keeps it off others."""
    ground = ground_of(figures)
    if refused(ground) is not None:
        return
    plan: AttackPlan = attack(ground)
    assert ground.changed() == ()
    planned = defended(plan)
    if planned is None:
        return
    use_defense(ground, "orc", planned, "ash")
    assert {each.id for each in ground.changed()} <= {"orc"}
    here = ground["orc"].hex
    assert [each.id for each in ground.occupants(here)] == ["orc"]
    assert planned.retreat in (None, here)


@given(fighters())
def test_a_retreat_leads_away_from_the_attacker(figures: list[Facts]) -> None:
    """Whoever retreats is farther from the attacker afterwards."""
    ground = ground_of(figures)
    plan = None if refused(ground) is not None else attack(ground)
    planned = None if plan is None else defended(plan)
    if planned is None or planned.retreat is None:
        return
    assert distance(planned.retreat, (0, 0)) == distance(ground["orc"].hex, (0, 0)) + 1
    assert planned.retreat in [neighbour(ground["orc"].hex, each) for each in range(6)]


@given(st.integers(1, 20), st.integers(0, 200))
def test_more_range_is_never_easier(level: int, more: int) -> None:
    """A shot from farther away never has a higher effective skill."""

    def number(yards: int) -> int:
        ground = field(figure(**armed(gun(level=level + 20))), foe(hex=[0, -yards]))
        return attack(ground).number.total

    assert number(1 + more) >= number(2 + more)


@given(fighters())
def test_an_all_out_attack_leaves_no_defense(figures: list[Facts]) -> None:
    """Whoever has attacked all out has no defense against anything."""
    bare = figures[1] | {"state": {"maneuver": ALL_OUT.value, "huddled": True}}
    ground = ground_of([figures[0], bare, *figures[2:]])
    if refused(ground) is None:
        assert attack(ground).defenses == ()
