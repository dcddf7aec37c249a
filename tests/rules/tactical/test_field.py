"""What a field knows of those on it: which hexes they fill, and who has moved."""

from random import Random

import pytest

from service.rules.roll_under.words import Posture
from service.rules.tactical.book.refusals import BadFootprint
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.condition import TacticalWait
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import size_of
from service.rules.tactical.figures.placement import get_up
from service.rules.tactical.figures.standing import changed, with_state
from service.rules.tactical.movement.search.search import Search
from tests.rules.tactical.scenes import field, figure, foe

THREE_IN_A_ROW = [[0, 0], [0, 1], [0, 2]]


def test_a_body_of_its_own() -> None:
    """A custom shape fills the hexes that it lists, the head first."""
    worm = figure(shape="custom", body=THREE_IN_A_ROW)
    assert size_of(worm) == 3
    assert field(worm).body(worm) == ((0, 0), (0, 1), (0, 2))


@pytest.mark.parametrize("body", [[[0, 1]], [[0, 0], [0, 0]], [[0, 0], [0, 2]]])
def test_a_body_that_is_none(body: list[list[int]]) -> None:
    """A body begins with the head, has each hex once, and hangs together."""
    with pytest.raises(
        BadFootprint, match="'ash' has a custom shape whose body must list 1 to 64 connected hexes"
    ) as no:
        field(figure(shape="custom", body=body))
    assert no.value.pointer == "/figures/0/body"


def test_who_has_left_and_who_has_moved() -> None:
    """Where a figure has gone is known on a field that others have left, and not on the one that it was made of."""
    before = field(figure(), foe(hex=[3, 0]))
    after = before.without(("orc",))
    after.put(changed(after["ash"], hex=(3, 0)))
    assert [each.id for each in after.occupants((3, 0))] == ["ash"]
    assert [each.id for each in before.occupants((3, 0))] == ["orc"]
    assert not after.is_occupied((0, 0))


@pytest.mark.parametrize("relations", [[], [{"sides": ["red", "green"], "relation": "neutral"}]])
def test_the_foes_of_a_figure(relations: list[dict[str, object]]) -> None:
    """They are those of other sides, unless the map says otherwise, in the order of the request."""
    others = [foe("orc", hex=[3, 0]), figure("elm", side="green", hex=[1, 0]), foe("elk"), figure("oak", hex=[0, 1])]
    here = field(figure(), *others, map={"relations": relations})
    found = [each.id for each in here.foes(here["ash"])]
    assert found == [each.id for each in here if here.is_foe(here["ash"], each)]
    assert found == (["orc", "elk"] if relations else ["orc", "elm", "elk"])


def test_who_huddles_stretches_out_to_rise() -> None:
    """A figure that lies huddled in one hex is huddled no more when it has risen."""
    here = field(figure(posture="lying", upper_direction=0, state={"huddled": True}))
    risen = get_up(here, here["ash"], Posture.KNEELING)
    assert (risen.posture, risen.state.huddled, risen.hex) == (Posture.KNEELING, False, (0, 0))


def test_a_swarm_meets_nobody() -> None:
    """A swarm goes on through the hexes of foes, where a man has to stop."""
    past = {}
    for name in ("man", "swarm"):
        here = field(figure(swarm=name == "swarm"), *[foe(f"o{q}", hex=[q, -abs(q) // 2 - 1]) for q in (-1, 0, 1)])
        found = Search(here, here["ash"], TacticalManeuver.MOVE, None).run()
        past[name] = min(each.spent for each in found if each.hex == (0, -2))
    assert past == {"man": past["man"], "swarm": 4}
    assert past["man"] > past["swarm"]


def test_a_field_keeps_up_with_those_on_it() -> None:
    """After any changes a field knows what one would of the same figures: bodies, hexes, who shares, who waits."""
    random = Random(5)
    ground = field(*[figure(f"f{place}", hex=[place, 0], fighting=False) for place in range(6)])
    for _ in range(600):
        if random.random() < 0.5:
            ground.sharing()
            ground.waiting()
        one = ground[f"f{random.randrange(6)}"]
        moved = changed(one, hex=(random.randrange(4), random.randrange(2)), facing=random.randrange(6))
        posed = changed(one, posture=random.choice([Posture.LYING, Posture.SITTING, Posture.CRAWLING]))
        state = {"huddled": random.random() < 0.5, "wait": random.choice([None, TacticalWait()])}
        ground.put(random.choice([moved, moved, posed, with_state(one, **state)]))
        ground = ground.copy() if random.random() < 0.2 else ground
        fresh = Field(ground.ground, {}, ground, ground.rulings)
        assert ground.sharing() == fresh.sharing()
        assert ground.waiting() == fresh.waiting()
        assert ground.distances(one, ground.figures()) == [fresh.distance(one, each) for each in ground]
        assert [ground.body(each) for each in ground] == [fresh.body(each) for each in ground]
        assert {here: ids for here, ids in ground.filled().items() if ids} == fresh.filled()
