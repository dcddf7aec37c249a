"""What holds in every round, whoever fights and whatever the dice show."""

from typing import Any

import orjson
from hypothesis import given
from hypothesis import strategies as st

from service.dice.supplied import ReplayedDice
from service.dice.transcript import Step
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle.models import OpposedCombatant, OpposedRound
from service.rules.opposed.battle.outcomes import OpposedRoundOutcome
from service.rules.opposed.book.words import OpposedAction, OpposedStatus
from service.rules.opposed.rounds.round import resolve_round
from service.wire import to_json
from tests.rules.opposed.fights import ASH, BOW, IMP, ORC, Document, attack, fight, order, seeded, sides_of
from tests.rules.opposed.figures import rulings

NAMES = ("a", "b", "c", "d", "e")
BODIES = (ASH, ORC, BOW, IMP)
STATES: tuple[Document, ...] = (
    {},
    {},
    {"evading": True},
    {"stunned": True},
    {"must_pass_next": True},
    {"posture": "prone"},
    {"status": "unconscious"},
    {"endurance": 4},
    {"fatigue": 0},
    {"fatigue": None, "endurance": None},
    {"weapon": {"base_chance": 90, "rank": 10, "damage_dice": 3}},
)
ABLE = tuple([each for each in STATES if "status" not in each])
"""States of figures with whom a fight is not over."""
LOST = {OpposedAction.NONE, OpposedAction.PASS}


@st.composite
def battles(draw: st.DrawFn) -> list[Document]:
    """Two to five figures of two or three sides, some of them engaged."""
    figures = []
    for number, name in enumerate(NAMES[: draw(st.integers(2, 5))]):
        side = ("red", "blue")[number] if number < 2 else draw(st.sampled_from(("red", "blue", "green")))
        state = draw(st.sampled_from(ABLE if number < 2 else STATES))
        figures.append({**draw(st.sampled_from(BODIES)), **state, "id": name, "side": side})
    pairs = [(one, two) for one in figures for two in figures if one["id"] < two["id"] and one["side"] != two["side"]]
    for one, two in pairs:
        if draw(st.booleans()):
            one["engaged_with"] = [*one.get("engaged_with", ()), two["id"]]
            two["engaged_with"] = [*two.get("engaged_with", ()), one["id"]]
    return figures


def commanded(draw: st.DrawFn, figures: list[Document]) -> OpposedRound:
    """The figures with orders of every kind."""
    orders = []
    for figure in figures:
        name = figure["id"]
        foe = draw(st.sampled_from([each["id"] for each in figures if each["side"] != figure["side"]]))
        choices: list[Document | None] = [
            None,
            attack(name, foe),
            attack(name, foe),
            attack(name, foe, mode="close", situation={"charging": True}),
            attack(name, foe, mode="ranged", situation={"flight": "thrown", "distance_hexes": 3}),
            *[attack(name, foe, maneuver=maneuver) for maneuver in ("disarm", "knockout", "entangle", "trip")],
            order("evade", name),
            order("restrain", name, target=foe),
            order("withdraw", name, kind="offensive", target=foe),
            order("withdraw", name, kind="defensive"),
            order("withdraw", name, kind="close"),
        ]
        orders.append(draw(st.sampled_from(choices)))
    reactions = [{"actor": each["id"], "repulse": True} for each in figures if draw(st.booleans())]
    return fight(figures, *[each for each in orders if each], sides=sides_of(figures), reactions=reactions)


@st.composite
def rounds(draw: st.DrawFn) -> OpposedRound:
    """Any round."""
    return commanded(draw, draw(battles()))


SEEDS = st.integers(0, 9999)


def played(round: OpposedRound, seed: int, **options: Any) -> tuple[OpposedRoundOutcome, list[Step], list[int]]:
    """A round with its steps and faces."""
    dice = seeded(seed)
    outcome = resolve_round(round, rulings(**options), dice)
    return outcome, dice.steps, dice.faces


@given(round=rounds(), seed=SEEDS)
def test_dice_used_are_dice_listed(round: OpposedRound, seed: int) -> None:
    """Every face is in a step, every step is told, and the faces play the same round again."""
    outcome, steps, faces = played(round, seed)
    assert faces == [face for step in steps for face in step.faces]
    assert [step.n for step in steps if not step.text] == []
    again = ReplayedDice(faces, (), None)
    assert to_json(resolve_round(round, rulings(), again)) == to_json(outcome)
    assert again.faces == faces


@given(round=rounds(), seed=SEEDS)
def test_nobody_acts_after_going_down(round: OpposedRound, seed: int) -> None:
    """Who is brought down does nothing any more, and everybody has one turn at most."""
    outcome, _, _ = played(round, seed)
    down = {figure.id for figure in round.participants if not is_able(figure)}
    for event in outcome.events:
        assert event.actor not in down or event.action is OpposedAction.NONE
        assert event.action is not OpposedAction.NONE or event.reason is not None
        if event.actor_status is not OpposedStatus.ACTIVE:
            down.add(event.actor)
        if event.target is not None and event.target_status not in (None, OpposedStatus.ACTIVE):
            down.add(event.target)
    assert down == {figure.id for figure in outcome.state if not is_able(figure)}
    assert len(set(outcome.order)) == len(outcome.order)


@given(round=rounds(), seed=SEEDS)
def test_engagement_stays_mutual(round: OpposedRound, seed: int) -> None:
    """Engagement is always mutual, between foes, and never with who is down."""
    outcome, _, _ = played(round, seed)
    by_name = {figure.id: figure for figure in outcome.state}
    for figure in outcome.state:
        assert not figure.engaged_with or is_able(figure)
        for name in figure.engaged_with:
            assert figure.id in by_name[name].engaged_with
            assert by_name[name].side != figure.side


def pools(figures: tuple[OpposedCombatant, ...]) -> int:
    """All Fatigue and Endurance together."""
    return sum((figure.fatigue or 0) + (figure.endurance or 0) for figure in figures)


@given(round=rounds(), seed=SEEDS)
def test_points_lost_are_points_done(round: OpposedRound, seed: int) -> None:
    """What the figures have lost is what strikes, ripostes and disarming parries did."""
    whole = tuple(each for each in round.participants if each.endurance is not None and each.fatigue is not None)
    if len(whole) < len(round.participants):
        return
    outcome, _, _ = played(round, seed)
    done = sum(event.applied or 0 for event in outcome.events)
    done += sum(event.riposte.applied for event in outcome.events if event.riposte)
    done += sum(event.parry not in (None, "parried") for event in outcome.events)
    assert pools(round.participants) - pools(outcome.state) == done
    assert outcome.verdict.fatigue_lost + outcome.verdict.endurance_lost == done


@given(figures=battles(), seed=SEEDS, data=st.data())
def test_states_go_on(figures: list[Document], seed: int, data: st.DataObject) -> None:
    """The state of an answer is lawful in the next request, round after round."""
    for number in range(3):
        outcome = played(data.draw(st.composite(commanded)(figures)), seed + number)[0]
        state = outcome.state
        figures = orjson.loads(to_json(state))
        assert fight(figures, sides=sides_of(figures)).participants == state
        if outcome.verdict.over:
            break
