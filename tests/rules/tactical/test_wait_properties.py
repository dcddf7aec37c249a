"""Waits in random fights: each is used once at most, and whatever happens leaves figures as they may be."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.rules.kernel.hexes import Hex, neighbour
from service.rules.tactical.figures.field import Field, misplaced
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.placement import has_room
from service.rules.tactical.rounds.turn.events import EventKind
from service.rules.tactical.rounds.waiting.waits import Waits
from tests.rings import many
from tests.rules.tactical.attacks import armed, blade
from tests.rules.tactical.grids import within
from tests.rules.tactical.scenes import field, figure
from tests.rules.tactical.watchmen import acts, begin_turn, goes, gunman, waiting, watching

PLACES = within(3)
EVENTS = st.sampled_from(["enters_reach", "any", "attacks", "declares"])
RESPONSES = st.sampled_from(
    [
        {},
        {"maneuver": "feint"},
        {"maneuver": "ready"},
        {"maneuver": "all_out_attack", "option": "double"},
        {"maneuver": "all_out_attack", "option": "strong"},
    ]
)


@st.composite
def waiters(draw: st.DrawFn, id: str, hex: Hex) -> TacticalFigure:
    """Somebody who waits with a blade, or watches with a gun."""
    plain: dict[str, Any] = {"hex": list(hex), "facing": draw(st.integers(0, 5)), "vision": "peripheral"}
    plain["side"] = draw(st.sampled_from(["red", "blue"]))
    plain["ht"] = draw(st.integers(5, 12))
    if draw(st.booleans()):
        watched = draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=6, unique=True))
        return gunman(id, **plain, state=watching(*watched, discriminate=draw(st.booleans())))
    step = draw(st.sampled_from([None, *[neighbour(hex, each) for each in range(6)]]))
    trigger = {"anybody": draw(st.sampled_from(["foes", "anyone"]))}
    state = waiting(draw(EVENTS), step, trigger, **draw(RESPONSES))
    reaches = draw(st.sampled_from([(1,), (1, 2), (0, 1)]))
    return figure(id, **plain, **armed(blade(reaches)), state=state)


@st.composite
def fights(draw: st.DrawFn) -> Field:
    """A mover at [0, 4] and up to six who wait around [0, 0]."""
    places = draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=6, unique=True))
    others = [draw(waiters(f"f{number}", place)) for number, place in enumerate(places)]
    return field(figure("mover", hex=[0, 4], ht=12, hp_max=30), *others)


def waits_left(scene: Field) -> set[str]:
    """Those who still wait."""
    return {each.id for each in scene if each.state.wait is not None}


@settings(max_examples=many(60))
@given(fights(), st.lists(st.integers(0, 5), max_size=6), st.integers(0, 10**6))
def test_waits_in_random_fights(scene: Field, way: list[int], seed: int) -> None:
    """Each wait is used once at most and is over then, and nobody is put where he cannot be."""
    waits = Waits(scene, SeededDice(f"sha256ctr1:{seed}"))
    begin_turn(scene, "mover")
    before, used = waits_left(scene), []
    for direction in way:
        happened = acts(scene, waits, "mover", EventKind.ATTACKS)
        mover = scene["mover"]
        there = neighbour(mover.hex, direction)
        if has_room(scene, mover, (there,)) and len(scene.body(mover)) == 1:
            happened += goes(scene, waits, "mover", there)
        used += [each.figure for each in happened if each.attacks or each.feint]
    assert len(used) == len(set(used))
    assert set(used).isdisjoint(waits_left(scene))
    assert waits_left(scene) <= before
    assert all(misplaced(scene, each, scene.body(each)) is None for each in scene)
