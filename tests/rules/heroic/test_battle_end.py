"""The end of a battle: who still fights, who has won, and whether anybody can be pursued."""

from typing import Any

import pytest

from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.heroic.aftermath.models import HeroicBattle
from service.rules.heroic.aftermath.outcomes import HeroicBattleEnd, HeroicSideStanding
from service.rules.heroic.book.refusals import HeroicUnknownSide
from service.rules.heroic.rounds.closing import check_battle_end, note_end
from service.wire import to_json
from tests.pins import pins
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, Document, changed, rulings

SIDES = [{"id": "cave"}, {"id": "hill", "name": "the Hill"}]
LOCKED = {"locks": [{"one": "troglodytes", "other": "ogres"}]}


def end(*units: Document, options: dict[str, Any] | None = None, **encounter: Any) -> HeroicBattleEnd:
    """How a battle stands."""
    document = {"encounter": {"sides": SIDES, "units": units} | encounter}
    return check_battle_end(HeroicBattle.model_validate_json(to_json(document)), rulings(**(options or {})))


def test_goes_on() -> None:
    """A battle goes on while two sides have somebody up, however few."""
    found = end(changed(TROGLODYTES, hp_pool=8), OGRES)
    assert (found.verdict.over, found.verdict.winner, found.verdict.draw, found.pursuit_possible) == (
        False,
        None,
        False,
        False,
    )
    assert found.sides[0] == HeroicSideStanding(
        side="cave", active=1, incapacitated=9, routed=0, surrendered=0, fled=0, out=False
    )


@pytest.mark.parametrize(
    ("change", "field", "members", "pursuit"),
    [
        ({"hp_pool": 0}, "incapacitated", 10, False),
        ({"status": "routed", "hp_pool": 60}, "routed", 5, True),
        ({"status": "surrendered"}, "surrendered", 10, False),
        ({"status": "fled"}, "fled", 10, True),
        ({"conditions": ["unconscious"]}, "active", 0, False),
    ],
)
def test_over(change: Document, field: str, members: int, pursuit: bool) -> None:
    """A side is out if all are incapacitated, unconscious, routed, surrendered or gone; runaways can be chased."""
    found = end(changed(TROGLODYTES, **change), OGRES)
    assert (found.verdict.over, found.verdict.winner, found.verdict.draw) == (True, "hill", False)
    assert found.summary == "The fight is over: victory for the Hill."
    assert getattr(found.sides[0], field) == members
    assert (found.sides[0].out, found.pursuit_possible) == (True, pursuit)


def test_pinned() -> None:
    """Pinned members cannot act, but they may break free: their side is not out."""
    hold = {"grappler": "ogres", "victim": "troglodytes", "members": 10, "state": "pinned"}
    found = end(TROGLODYTES, OGRES, grapples=[hold])
    assert (found.sides[0].active, found.sides[0].out, found.verdict.over) == (0, False, False)


def test_draw() -> None:
    """If both sides are out in the same step it is a draw, and nobody pursues."""
    found = end(changed(TROGLODYTES, hp_pool=0), changed(OGRES, status="routed"))
    assert (found.verdict.over, found.verdict.winner, found.verdict.draw, found.pursuit_possible) == (
        True,
        None,
        True,
        False,
    )


@pins("rout-ends-battle")
@pytest.mark.parametrize(("encounter", "over"), [(LOCKED, False), ({}, True)])
def test_rout_played(encounter: Document, over: bool) -> None:
    """By option rout_round a routed side stays in the battle until it has left its locks."""
    routed = changed(TROGLODYTES, status="routed")
    assert end(routed, OGRES, **encounter).verdict.over is True
    assert end(routed, OGRES, options={"rout_round": "play"}, **encounter).verdict.over is over


def test_three_sides() -> None:
    """Of several sides the last one that stands wins."""
    units = (TROGLODYTES, OGRES, changed(BANDIT, side="road", status="fled"))
    sides = [*SIDES, {"id": "road"}]
    assert end(*units, sides=sides).verdict.over is False
    found = end(changed(TROGLODYTES, hp_pool=0), *units[1:], sides=sides)
    assert (found.verdict.winner, found.pursuit_possible) == ("hill", True)


def test_winners_who_ran() -> None:
    """Nobody pursues the runaways of the winning side."""
    coward = changed(SWORDSMAN, side="hill", status="fled")
    assert end(changed(TROGLODYTES, hp_pool=0), OGRES, coward).pursuit_possible is False


def test_refused() -> None:
    """Units of a side that is not there are refused."""
    with pytest.raises(HeroicUnknownSide) as refusal:
        end(TROGLODYTES, BANDIT)
    assert refusal.value.pointer == "/encounter/units/1/side"


@pytest.mark.parametrize(
    ("units", "texts", "cited"),
    [
        ((TROGLODYTES, OGRES), [], ()),
        ((changed(TROGLODYTES, hp_pool=0), OGRES), ["The fight is over: victory for the Hill."], ()),
        (
            (changed(TROGLODYTES, status="routed"), OGRES),
            ["The fight is over: victory for the Hill."],
            ("heroic/ruling/rout-ends-battle",),
        ),
        (
            (changed(TROGLODYTES, hp_pool=0), changed(OGRES, hp_pool=0)),
            ["The fight is over: a draw, for nobody fights on."],
            (),
        ),
    ],
)
def test_told(units: tuple[Document, ...], texts: list[str], cited: tuple[str, ...]) -> None:
    """A round tells that the battle is over, and by which ruling."""
    dice = SuppliedDice((), (), WhenExhausted.REFUSE)
    note_end(end(*units), dice)
    assert [step.text for step in dice.steps] == texts
    assert tuple(each for step in dice.steps for each in step.cites) == cited
