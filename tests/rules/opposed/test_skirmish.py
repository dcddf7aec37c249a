"""Skirmishes: default and standing orders, breaking, and the end."""

import pytest

from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import FightOver
from service.rules.kernel.verdict import Fate, FigureFate, SideFate
from service.rules.opposed.battle.models import OpposedSkirmish
from service.rules.opposed.battle.outcomes import OpposedSkirmishOutcome
from service.rules.opposed.book.refusals import InvalidTarget, PcInSkirmish
from service.rules.opposed.rounds.skirmish import resolve_skirmish
from service.wire import to_json
from tests.rules.opposed.fights import (
    ASH,
    BOW,
    CRUCIAL,
    IMP,
    MISS,
    OPEN,
    ORC,
    Document,
    attack,
    engaged,
    order,
    seeded,
    skirmish,
)
from tests.rules.opposed.figures import rulings
from tests.rules.opposed.stories import Story, tell

DOWN = {"status": "unconscious"}
SHIELD = {"base_chance": 40, "rank": 3, "shield": True}
MISSES = (MISS, OPEN)


def wage(given: OpposedSkirmish, *faces: int, options: Document | None = None) -> Story[OpposedSkirmishOutcome]:
    """Fight with these faces."""
    return tell(resolve_skirmish, given, *faces, options=options)


def turns(told: Story[OpposedSkirmishOutcome]) -> list[list[str]]:
    """Each round's turns: who did what to whom."""
    return [
        [" ".join([turn.actor, turn.action, turn.target or ""]).strip() for turn in each.turns]
        for each in told.outcome.log
    ]


def test_default_orders() -> None:
    """Engaged figures strike whom they are engaged with, archers shoot, and all others close with the first foe."""
    figures = [BOW, IMP, *engaged(ASH, ORC), {**IMP, "id": "pix"}]
    told = wage(skirmish(figures, max_rounds=1, distance_hexes=16), 9, 1, *MISSES * 5)
    assert turns(told) == [
        ["ash attack orc", "orc attack ash", "bow attack imp", "imp attack bow", "pix attack bow"],
    ]
    shot = next(step.target for step in told.steps if step.actor == "bow" and step.target)
    assert [(term.label, term.value) for term in shot.terms][-1][1] == -9
    assert [figure.engaged_with for figure in told.outcome.state] == [
        ("imp", "pix"),
        ("bow",),
        ("orc",),
        ("ash",),
        ("bow",),
    ]
    assert "skirmish/default-orders" in told.cited


def test_the_first_of_several_engaged() -> None:
    """Of the foes a figure is engaged with it strikes the first, in request order, that can still fight."""
    ash, orc, imp = engaged(ASH, ORC, IMP)
    told = wage(skirmish([ash, {**orc, "status": "incapacitated"}, imp], max_rounds=1), *MISSES * 2)
    assert turns(told) == [["ash attack imp", "imp attack ash"]]
    assert told.outcome.state[0].engaged_with == ("imp",)


def test_a_target_that_falls_first() -> None:
    """A figure whose target falls before its turn loses the turn, and finds another in the next round."""
    felled = {**IMP, "endurance": 1}
    told = wage(
        skirmish(
            [ASH, BOW, felled, ORC],
            sides=[{"id": "red", "leader": "bow"}, {"id": "blue", "leader": "orc"}],
            max_rounds=1,
        ),
        9,
        1,
        CRUCIAL,
        OPEN,
        1,
        *MISSES,
    )
    assert turns(told) == [["ash attack imp", "bow none imp", "imp none", "orc attack ash"]]


def test_fought_to_the_end() -> None:
    """The fight is decided when at most one side can fight; the state tells how it stands."""
    told = wage(skirmish(engaged(ASH, {**ORC, "endurance": 5})), CRUCIAL, OPEN, 1)
    assert told.outcome.summary == "Victory for red after 1 round. Blue lost orc (down)."
    assert told.texts[-1] == told.outcome.summary
    assert told.texts[0] == "Round 1 began with ash and orc."
    verdict = told.outcome.verdict
    assert (verdict.winner, verdict.draw, verdict.undecided, verdict.rounds) == ("red", False, False, 1)
    assert verdict.sides == (SideFate(side="red", standing=1, lost=0), SideFate(side="blue", standing=0, lost=1))
    assert verdict.figures == (
        FigureFate(id="ash", side="red", fate=Fate.STANDING, standing=1, lost=0, left=18),
        FigureFate(id="orc", side="blue", fate=Fate.DOWN, standing=0, lost=1, left=0),
    )


def test_decided_before_it_begins() -> None:
    """A fight with one side standing, or none, is over, and is refused with its result."""
    with pytest.raises(
        FightOver, match=r"The fight is over: victory for red\. Blue lost orc \(down\)\. No round follows\."
    ):
        wage(skirmish([ASH, {**ORC, **DOWN}]))
    with pytest.raises(
        FightOver, match=r"a draw, for nobody fights on\. Red lost ash \(down\)\. Blue lost orc \(fled\)\."
    ):
        wage(skirmish([{**ASH, **DOWN}, {**ORC, "status": "fled"}]))


def test_undecided() -> None:
    """After the last round the fight is left undecided."""
    told = wage(skirmish(engaged(ASH, ORC), max_rounds=2), *MISSES * 4)
    verdict = told.outcome.verdict
    assert (verdict.winner, verdict.draw, verdict.undecided, verdict.rounds) == (None, False, True, 2)
    assert told.outcome.summary == "Undecided after 2 rounds."
    assert [each.number for each in told.outcome.log] == [1, 2]


def test_fumbles_last_one_round() -> None:
    """What a fumble takes from initiative is given back when the round ends."""
    told = wage(skirmish(engaged(ASH, ORC), max_rounds=2), 99, OPEN, 10, *MISSES, 99, OPEN, 10, *MISSES)
    assert [text for text in told.texts if "to be under" in text] == [("Ash rolled 10, to be under 23: no mishap.")] * 2
    assert turns(told) == [["ash attack orc", "orc attack ash"]] * 2


@pytest.mark.parametrize(
    ("figures", "standing", "faces", "expected"),
    [
        pytest.param(
            [*engaged(ASH, ORC), {**IMP, **DOWN}],
            attack("ash", "imp"),
            (*MISSES, *MISSES),
            ["ash attack orc", "orc attack ash"],
            id="a strike at the fallen",
        ),
        pytest.param(
            [*engaged(ASH, ORC), IMP],
            attack("ash", "imp", maneuver="trip"),
            (*MISSES, *MISSES, *MISSES),
            ["ash attack imp", "orc attack ash", "imp attack ash"],
            id="a strike at another",
        ),
        pytest.param(
            engaged({**ASH, "conditions": ["disarmed"], "weapon": {}}, ORC),
            attack("ash", "orc", mode="ranged", situation={"flight": "thrown"}),
            (*MISSES, *MISSES),
            ["ash attack orc", "orc attack ash"],
            id="a throw without a weapon",
        ),
        pytest.param(
            [*engaged(ASH, ORC), {**IMP, "status": "fled"}],
            order("restrain", "ash", target="imp"),
            (*MISSES, *MISSES),
            ["ash attack orc", "orc attack ash"],
            id="restraining who has fled",
        ),
        pytest.param(
            engaged(ASH, ORC),
            order("restrain", "ash", target="orc"),
            (100, *MISSES),
            ["ash restrain orc", "orc attack ash"],
            id="restraining a foe",
        ),
        pytest.param(
            engaged(ASH, ORC),
            order("recover_from_stun", "ash"),
            (*MISSES, *MISSES),
            ["ash attack orc", "orc attack ash"],
            id="recovering from no stun",
        ),
        pytest.param(
            engaged({**ASH, "stunned": True}, ORC),
            order("recover_from_stun", "ash"),
            (1, *MISSES),
            ["ash recover_from_stun", "orc attack ash"],
            id="recovering",
        ),
        pytest.param(
            engaged(ASH, ORC), order("evade", "ash"), MISSES, ["ash evade", "orc attack ash"], id="what always can be"
        ),
    ],
)
def test_standing_orders(
    figures: list[Document], standing: Document, faces: tuple[int, ...], expected: list[str]
) -> None:
    """A standing order is followed in each round in which it makes sense; otherwise the default holds."""
    assert turns(wage(skirmish(figures, orders=[standing], max_rounds=1), *faces)) == [expected]


PRONE_ASH = {**ASH, "posture": "prone"}


@pytest.mark.parametrize(
    ("ash", "standing", "faces", "expected"),
    [
        pytest.param(PRONE_ASH, None, MISSES, "ash stand_up", id="by default"),
        pytest.param(PRONE_ASH, attack("ash", "orc"), MISSES, "ash stand_up", id="before a standing order"),
        pytest.param(PRONE_ASH, order("stand_up", "ash"), MISSES, "ash stand_up", id="as ordered"),
        pytest.param(PRONE_ASH, order("pass", "ash"), MISSES, "ash pass", id="not if it is to pass"),
        pytest.param(
            PRONE_ASH,
            order("other", "ash", label="plays dead"),
            MISSES,
            "ash other",
            id="not if it is to do something else",
        ),
        pytest.param({**ASH, "posture": "kneeling"}, None, MISSES * 2, "ash attack orc", id="kneeling is a choice"),
        pytest.param(
            {**ASH, "posture": "kneeling"}, order("stand_up", "ash"), MISSES, "ash stand_up", id="kneeling, as ordered"
        ),
        pytest.param(ASH, order("stand_up", "ash"), MISSES * 2, "ash attack orc", id="nothing to stand up from"),
        pytest.param(
            {**PRONE_ASH, "stunned": True},
            order("recover_from_stun", "ash"),
            (1, *MISSES),
            "ash recover_from_stun",
            id="a stun comes first",
        ),
    ],
)
def test_the_prone_stand_up(ash: Document, standing: Document | None, faces: tuple[int, ...], expected: str) -> None:
    """A prone figure stands up before anything else, unless it is to pass or to do something else."""
    orders = [standing] if standing else []
    told = wage(skirmish(engaged(ash, ORC), orders=orders, max_rounds=1), *faces)
    assert turns(told) == [[expected, "orc attack ash"]]
    assert (told.outcome.state[0].posture == "standing") is (expected == "ash stand_up" or ash is ASH)


def test_getting_up_and_fighting_on() -> None:
    """Who is tripped loses a turn to standing up, and strikes in the round after."""
    trip = attack("ash", "orc", maneuver="trip")
    given = skirmish(engaged(ASH, ORC), orders=[trip], max_rounds=3)
    told = wage(given, 60, OPEN, 1, 100, *MISSES, 98, 10, *MISSES * 2)
    assert turns(told) == [
        ["ash attack orc", "orc attack ash"],
        ["ash attack orc", "orc stand_up"],
        ["ash attack orc", "orc attack ash"],
    ]


def test_withdrawing_and_coming_back() -> None:
    """A standing withdrawal is followed while there is somebody to leave; then the figure fights on."""
    withdraw = order("withdraw", "ash", kind="defensive")
    told = wage(skirmish(engaged(ASH, ORC), orders=[withdraw, order("pass", "orc")], max_rounds=2), 9, 1, *MISSES)
    assert turns(told) == [["ash withdraw", "orc pass"], ["ash attack orc", "orc pass"]]


THREE = [{**ORC, "id": name, "endurance": 5} for name in ("one", "two", "six")]


@pytest.mark.parametrize(
    ("break_at", "fled"),
    [
        pytest.param(0.3333333333333333, ("two", "six"), id="under a third"),
        pytest.param(0.33333333333333337, (), id="over a third"),
        pytest.param(1, (), id="all of them"),
        pytest.param(None, (), id="never"),
    ],
)
def test_breaking(break_at: float | None, fled: tuple[str, ...]) -> None:
    """A side flees once the share of its figures that are down, exactly counted, reaches the limit."""
    given = skirmish(
        [ASH, *THREE], break_at=break_at, max_rounds=1, orders=[order("pass", "two"), order("pass", "six")]
    )
    told = wage(given, 9, 1, CRUCIAL, OPEN, 1)
    assert told.outcome.log[0].fled == fled
    assert tuple(each.id for each in told.outcome.verdict.figures if each.fate is Fate.FLED) == fled
    assert (told.outcome.verdict.winner == "red") is bool(fled)
    assert ("skirmish/break" in told.cited) is bool(fled)


def test_fleeing_ends_engagements() -> None:
    """Who flees is engaged with nobody, evades no more, and may be pursued."""
    ash, one, two = engaged(ASH, *THREE[:2])
    told = wage(skirmish([ash, one, two], break_at=0.5, orders=[order("evade", "two")]), 1, 2, CRUCIAL, OPEN, 1)
    assert told.outcome.summary == ("Victory for red after 1 round, by flight. Blue lost one (down), two (fled).")
    fugitive = told.outcome.state[2]
    assert (fugitive.status, fugitive.evading, fugitive.engaged_with) == ("fled", False, ())
    assert told.outcome.state[0].engaged_with == ()


def test_who_has_fled_is_not_down() -> None:
    """Figures that fled before the fight count for their side, but not as down."""
    gone = [{**THREE[1], "status": "fled"}, THREE[2]]
    given = skirmish([ASH, THREE[0], *gone], break_at=0.5, max_rounds=1, orders=[order("pass", "six")])
    assert wage(given, 9, 1, CRUCIAL, OPEN, 1).outcome.log[0].fled == ()


def test_both_sides_may_break() -> None:
    """Sides break at the same moment, so that nobody may be left."""
    bow, imp = engaged({**BOW, "endurance": 1}, IMP)
    figures = [*engaged(ASH, THREE[0]), bow, imp]
    orders = [attack("imp", "bow"), order("pass", "bow")]
    told = wage(skirmish(figures, orders=orders, break_at=0.5), CRUCIAL, OPEN, 1, 10, OPEN, 1)
    assert told.outcome.log[0].fled == ("ash", "imp")
    assert told.outcome.summary == (
        "A draw after 1 round, for nobody fights on. Red lost bow (down), ash (fled). Blue lost one (down), imp (fled)."
    )


def test_consequences_may_be_reported() -> None:
    """Skirmishes roll to stay conscious, unless told to report only."""
    given = skirmish(engaged(ASH, {**ORC, "endurance": 8}), orders=[order("pass", "orc")], max_rounds=1)
    assert wage(given, CRUCIAL, OPEN, 1, 95).outcome.verdict.winner == "red"
    assert wage(given, CRUCIAL, OPEN, 1, options={"consequences": "flag"}).outcome.verdict.winner is None


def test_table_of_injuries() -> None:
    """The caller's table of grievous injuries is read in every strike, or said to go unread."""
    rows = [{"lowest": 1, "highest": 100, "label": "deep cut", "extra_endurance": 40}]
    given = skirmish(engaged(ASH, ORC), grievous_table=rows)
    assert wage(given, 9, OPEN, 1, 50, options={"grievous_roll": True}).outcome.verdict.winner == "red"
    unread = skirmish(engaged(ASH, ORC), grievous_table=rows, max_rounds=1)
    assert wage(unread, *MISSES * 2).warnings == [
        "grievous_table is not read, because the option grievous_roll is false."
    ]


def test_players_are_not_played() -> None:
    """A figure that a person plays is refused before anything else."""
    dice = SuppliedDice((), (), WhenExhausted.ASK)
    with pytest.raises(PcInSkirmish, match="'orc' is played by a person") as refused:
        resolve_skirmish(skirmish([ASH, {**ORC, "is_pc": True}]), rulings(), dice)
    assert refused.value.pointer == "/participants/1/is_pc"
    with pytest.raises(InvalidTarget):
        resolve_skirmish(skirmish([ASH, BOW, ORC], orders=[attack("ash", "bow")]), rulings(), dice)
    assert dice.steps == []


def test_same_seed_same_fight() -> None:
    """A seeded skirmish comes out the same each time, and its faces play it again."""
    given = skirmish([*engaged(ASH, ORC), BOW, IMP], break_at=0.5)
    dice = seeded("a fight")
    outcome = resolve_skirmish(given, rulings(), dice)
    assert to_json(resolve_skirmish(given, rulings(), seeded("a fight"))) == to_json(outcome)
    assert to_json(wage(given, *dice.faces).outcome) == to_json(outcome)
    assert not outcome.verdict.undecided
