"""What holds after any action of close combat and any slam: pairs are in order, and everybody stands where he may."""

from typing import Any

import orjson
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import turned
from service.rules.tactical.book.words import TacticalCloseAction
from service.rules.tactical.close.close_combat import resolve_close_combat
from service.rules.tactical.close.models import TacticalSlamInput
from service.rules.tactical.close.outcomes import TacticalCloseOutcome, TacticalSlamOutcome
from service.rules.tactical.close.overrun import resolve_slam
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.figures.pairs import field_of, settle_pairs
from service.rules.tactical.figures.standing import close_with, grip_on
from tests.rings import many
from tests.rules.tactical.closing import close_input, slam_input
from tests.rules.tactical.scenes import OPEN, figure, foe, scene

FACINGS = st.integers(0, 5)
SEEDS = st.integers(0, 10**6).map(str)
POSTURES = st.sampled_from(["standing", "standing", "kneeling", "lying"])


@st.composite
def melees(draw: st.DrawFn) -> list[TacticalFigure]:
    """Ash, the orc beside it or in its hex, and perhaps a friend and another foe."""
    knife = {"id": "knife", "skill": "Knife", "level": 12, "kind": "melee"}
    knife |= {"modes": [{"name": "stab", "damage": "2d", "type": "impaling", "reaches": [0, 1]}]}
    armed: dict[str, Any] = {"weapons": [knife], "ready": {"right": "knife"}}
    shield = draw(st.sampled_from([None, {"db": 2, "level": 12}]))
    near = st.sampled_from([[0, 0], [0, -1], [0, -1], [1, -1]])
    figures = [
        figure(facing=draw(FACINGS), shield=shield, **armed),
        foe(hex=draw(near), facing=draw(FACINGS), posture=draw(POSTURES), hp=draw(st.integers(-5, 10)), **armed),
    ]
    if draw(st.booleans()):
        figures.append(foe("imp", hex=draw(near), facing=draw(FACINGS), **armed))
    if draw(st.booleans()):
        figures.append(figure("elm", hex=draw(st.sampled_from([[2, 0], [2, -2]])), **armed))
    return figures


def in_order(field: Field) -> None:
    """Check that pairs and holds are known to both sides, and that nobody in a pair stands elsewhere."""
    before = tuple(field)
    settle_pairs(field)
    assert tuple(field) == before
    for each in field:
        for pair in each.state.close:
            other = field[pair.foe]
            mine = close_with(other, each.id)
            assert mine is not None
            assert (mine.hex, mine.own_side) == (pair.hex, turned(pair.own_side, 3))
            assert field.distance(each, other) <= pair.adjacent
        for grip in each.state.grapples:
            assert each.id in field[grip.foe].state.grappled_by
        for holder in each.state.grappled_by:
            assert grip_on(field[holder], each.id) is not None


def played_on(figures: list[TacticalFigure], outcome: TacticalCloseOutcome | TacticalSlamOutcome) -> TacticalScene:
    """The scene after an action, as the next request sends it."""
    now = {each.id: each for each in outcome.figures}
    return scene(*[now.get(each.id, each) for each in figures])


@settings(max_examples=many(300), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    melees(), st.lists(st.tuples(st.sampled_from(list(TacticalCloseAction)), FACINGS, SEEDS), min_size=1, max_size=6)
)
def test_actions_one_after_another(
    figures: list[TacticalFigure], actions: list[tuple[TacticalCloseAction, int, str]]
) -> None:
    """After any actions the figures are a scene that the next request may send, with pairs and holds in order."""
    try:
        field_of(scene(*figures), OPEN)
    except RulesRefuse:
        assume(condition=False)
    for action, direction, seed in actions:
        asked = close_input(action.value, *figures, exit_direction=direction)
        try:
            outcome = resolve_close_combat(asked, OPEN, SeededDice(f"sha256ctr1:{seed}"))
        except RulesRefuse:
            continue
        after = played_on(figures, outcome)
        in_order(Field.of(after, OPEN))
        figures = list(after.figures)


@settings(max_examples=many(150), deadline=None)
@given(
    st.sampled_from(["single", "line2", "line3", "diamond4", "disc7"]),
    st.lists(
        st.tuples(st.integers(-2, 2), st.integers(-6, -1), FACINGS), min_size=1, max_size=5, unique_by=lambda at: at[:2]
    ),
    st.lists(st.sampled_from([0, 0, 0, 1, 5]), min_size=1, max_size=6),
    SEEDS,
)
def test_overruns(shape: str, foes: list[tuple[int, int, int]], way: list[int], seed: str) -> None:
    """After any overrun everybody stands where he may, with pairs in order."""
    runner = figure(shape=shape, hp_max=20, hp=20, basic_move=9, weapons=[], ready={})
    others = [foe(f"orc{place}", hex=[q, r], facing=facing) for place, (q, r, facing) in enumerate(foes)]
    here, facing, entries = (0, 0), 0, []
    for turn in way:
        facing = turned(facing, turn)
        step = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][facing]
        here = (here[0] + step[0], here[1] + step[1])
        entries.append({"to": list(here)})
    asked: TacticalSlamInput = slam_input(runner, *others, target=None, maneuver="move_and_attack", path=entries)
    try:
        outcome = resolve_slam(asked, OPEN, SeededDice(f"sha256ctr1:{seed}"))
    except RulesRefuse:
        return
    after = played_on([runner, *others], outcome)
    in_order(Field.of(after, OPEN))
    assert orjson.dumps(outcome, default=lambda each: each.model_dump(mode="json"))
