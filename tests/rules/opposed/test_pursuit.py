"""Pursuits: who runs, how rounds end, and what is left of everyone."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import every_path
from service.rules.kernel.verdict import PursuitResult
from service.rules.opposed.battle.models import OpposedPursuit
from service.rules.opposed.battle.outcomes import OpposedPursuitOutcome
from service.rules.opposed.book.refusals import CannotFlee, DuplicateParticipant
from service.rules.opposed.book.words import OpposedStatus
from service.rules.opposed.pursuit.pursuit import pursue, pursuit_odds
from service.wire import to_json
from tests.rules.opposed.fights import Document, pursuit, seeded
from tests.rules.opposed.figures import rulings
from tests.rules.opposed.stories import Story, tell

FOX: Document = {"id": "fox", "agility": 15, "fatigue": 5, "endurance": 8, "endurance_max": 15, "willpower": 10}
"""Evasion Chance 45; Defence in the rear 15."""
DOG: Document = {
    "id": "dog",
    "agility": 18,
    "fatigue": 5,
    "manual_dexterity": 12,
    "weapon": {"base_chance": 50, "rank": 4, "damage_modifier": 4},
}
"""Chase Chance 54; Strike Chance from behind 108."""
CUR: Document = {"id": "cur", "agility": 10, "fatigue": 5}
"""Chase Chance 30."""
BEHIND = (11, 90)
"""Crucial against Poor: margin 3."""


def run(given: OpposedPursuit, *faces: int, options: Document | None = None) -> Story[OpposedPursuitOutcome]:
    """Pursue with these faces."""
    return tell(pursue, given, *faces, options=options)


def test_chances_are_explained() -> None:
    """Three times Agility, ten for each hex of speed ahead, less ten without Fatigue."""
    told = run(pursuit({**FOX, "tmr": 7}, {**DOG, "tmr": 6}, {**CUR, "tmr": 9, "fatigue": 0}), 95, 96, 18)
    targets = [step.target for step in told.steps if step.target]
    assert [target.total for target in targets] == [54, 30 + 20 - 10, 45]
    assert [(term.label, term.value) for term in targets[1].terms] == [("Speed", 20), ("No Fatigue", -10)]
    assert "ruling/no-fatigue-threshold" in told.cited


def test_the_fastest_pursuer_counts() -> None:
    """The fleeing figure's speed is compared with that of the fastest pursuer."""
    told = run(pursuit({**FOX, "tmr": 7}, {**DOG, "tmr": 5}, {**CUR, "tmr": 6}), 95, 96, 22)
    assert [step.target.total for step in told.steps if step.target] == [54, 30, 55]


def test_ties_go_to_the_first() -> None:
    """Of pursuers who do equally well the first in the list catches up."""
    told = run(pursuit(FOX, CUR, {**CUR, "id": "pup"}), 20, 20, 90)
    assert (told.outcome.verdict.outcome, told.outcome.verdict.by) == (PursuitResult.CAUGHT, "cur")


def test_caught() -> None:
    """A figure that is caught is engaged with its pursuer, and no longer with anyone else."""
    fled = {**FOX, "status": "fled", "engaged_with": ["elf", "cur"]}
    told = run(pursuit(fled, {**CUR, "engaged_with": ["fox", "orc"]}, {**DOG, "engaged_with": ["orc"]}), 95, 20, 90)
    fox, cur, dog = told.outcome.state
    assert (fox.engaged_with, fox.status) == (("dog",), OpposedStatus.ACTIVE)
    assert (cur.engaged_with, dog.engaged_with) == (("orc",), ("orc", "fox"))
    assert told.outcome.summary == "Dog caught fox after 1 round."
    assert told.texts[-1] == "Round 1, the chase was 2 better than the flight: dog caught fox."


def test_escaped() -> None:
    """A figure that escapes has fled."""
    told = run(pursuit(FOX, DOG), 80, 18)
    assert told.outcome.state[0].status is OpposedStatus.FLED
    assert told.outcome.summary == "Fox escaped after 1 round."
    assert told.texts[0] == "Fox fled; dog pursued."
    outrun = run(pursuit(FOX, DOG, CUR, max_rounds=2), 50, 90, 40, 50, 90, 40)
    assert outrun.outcome.margins == (0, 0)
    assert outrun.outcome.summary == "Fox escaped after 2 rounds."
    assert [step.rule for step in outrun.steps].count("opposed/pursuit/escape") == 1


def test_struck_from_behind() -> None:
    """A strike from behind that does not fell leaves the figure caught."""
    told = run(pursuit({**FOX, "endurance": 15}, DOG), *BEHIND, 60, 80, 3)
    assert told.outcome.verdict.from_behind
    assert told.outcome.verdict.outcome is PursuitResult.CAUGHT
    blow = told.outcome.free_strike
    assert blow is not None
    assert (blow.strike_chance, blow.defence, blow.applied) == (108, 15, 7)
    assert told.outcome.state[0].fatigue == 0
    assert told.outcome.summary == "Dog caught fox from behind after 1 round and did 7 damage."


def test_struck_down() -> None:
    """A figure that is struck down is engaged with nobody."""
    told = run(pursuit(FOX, DOG), *BEHIND, 20, 80, 5)
    fox, dog = told.outcome.state
    verdict = told.outcome.verdict
    assert (verdict.outcome, verdict.escaped, verdict.caught) == (PursuitResult.CAUGHT, 0, 1)
    assert (verdict.casualties, verdict.by, verdict.from_behind) == (1, "dog", True)
    assert (fox.status, fox.engaged_with, dog.engaged_with) == (OpposedStatus.INCAPACITATED, (), ())
    assert told.outcome.summary == "Dog struck fox down from behind after 1 round."
    assert "pursuit/casualties" in told.cited


def test_a_dog_may_fumble() -> None:
    """The free strike is a strike like any other, with its fumble."""
    told = run(pursuit(FOX, DOG), *BEHIND, 99, 80, 100, 50, 3)
    assert told.outcome.free_strike is not None
    assert told.outcome.free_strike.fumble is not None
    reported = run(pursuit(FOX, DOG), *BEHIND, 99, 80, 3, options={"consequences": "flag"})
    assert reported.outcome.free_strike is not None
    assert reported.outcome.free_strike.fumble is None


def test_running_ends_stances() -> None:
    """Who runs neither evades nor guards a withdrawal."""
    stances = {"evading": True, "withdrawal": "defensive"}
    told = run(pursuit({**FOX, **stances}, {**DOG, **stances}), *BEHIND, 60, 14)
    assert told.outcome.free_strike is not None
    assert told.outcome.free_strike.defence == 15
    assert [(each.evading, each.withdrawal) for each in told.outcome.state] == [(False, "none")] * 2


UNFIT = [
    pytest.param({"status": "unconscious"}, "status", "unconscious", id="unconscious"),
    pytest.param({"status": "incapacitated"}, "status", "incapacitated", id="incapacitated"),
    pytest.param({"stunned": True}, "stunned", "stunned", id="stunned"),
    pytest.param({"posture": "prone"}, "posture", "prone", id="prone"),
    pytest.param({"conditions": ["disarmed", "knocked_out"]}, "conditions/1", "knocked out", id="knocked out"),
    pytest.param({"conditions": ["entangled"]}, "conditions/0", "entangled", id="entangled"),
    pytest.param({"conditions": ["restrained"]}, "conditions/0", "restrained", id="restrained"),
]


@pytest.mark.parametrize(("changes", "field", "word"), UNFIT)
def test_unfit_to_flee(changes: Document, field: str, word: str) -> None:
    """A figure in no condition to run cannot flee, not even if it has fled before, where that can be."""
    with pytest.raises(CannotFlee, match=f"'fox' is {word} and cannot flee.") as refused:
        run(pursuit({**FOX, "status": "fled", **changes}, DOG))
    assert refused.value.pointer == f"/fleeing/{field}"


@pytest.mark.parametrize(
    ("changes", "field", "word"), [*UNFIT, pytest.param({"status": "fled"}, "status", "gone", id="fled")]
)
def test_unfit_to_pursue(changes: Document, field: str, word: str) -> None:
    """A figure in no condition to run is left behind, and does not count as the fastest."""
    told = run(pursuit(FOX, {**CUR, "tmr": 30, **changes}, DOG), 80, 18)
    assert told.warnings == [f"cur is {word} and is left behind."]
    assert [each.id for each in told.outcome.state] == ["fox", "cur", "dog"]
    assert pursuit_odds(pursuit(FOX, {**DOG, **changes}), rulings()).chances == {
        run(pursuit(FOX)).outcome.verdict: Fraction(1)
    }


def test_nobody_pursues() -> None:
    """Without pursuers the figure escapes at once."""
    told = run(pursuit(FOX))
    assert (told.outcome.verdict.rounds, told.outcome.margins) == (0, ())
    assert told.texts == ["Fox fled; nobody could pursue.", "Fox escaped: nobody could pursue."]


@pytest.mark.parametrize(
    ("names", "pointer"),
    [
        pytest.param(["dog", "fox"], "/pursuers/1/id", id="after itself"),
        pytest.param(["dog", "dog"], "/pursuers/1/id", id="twice"),
    ],
)
def test_doubles(names: list[str], pointer: str) -> None:
    """Nobody takes part twice."""
    with pytest.raises(DuplicateParticipant, match="takes part twice") as refused:
        run(pursuit(FOX, *[{**DOG, "id": name} for name in names]))
    assert refused.value.pointer == pointer


def test_table_of_injuries() -> None:
    """The caller's table of grievous injuries is read for the free strike, or said to go unread."""
    rows = [{"lowest": 1, "highest": 100, "label": "deep cut", "extra_endurance": 2}]
    told = run(
        pursuit({**FOX, "endurance": 30}, DOG, grievous_table=rows),
        *BEHIND,
        9,
        80,
        1,
        50,
        options={"grievous_roll": True},
    )
    assert told.outcome.free_strike is not None
    assert told.outcome.free_strike.grievous is not None
    assert run(pursuit(FOX, grievous_table=rows)).warnings == [
        "grievous_table is not read, because the option grievous_roll is false."
    ]


def test_odds_are_what_is_played() -> None:
    """Playing every path of the dice gives the odds that are worked out round by round."""
    chase = pursuit(
        {**FOX, "agility": 30, "endurance": 3, "fatigue": 0}, {**CUR, "agility": 33}, max_rounds=2, free_strike=False
    )
    played: dict[Any, Fraction] = {}
    for chance, verdict in every_path(lambda dice: pursue(chase, rulings(), dice).verdict):
        played[verdict] = played.get(verdict, Fraction(0)) + chance
    assert pursuit_odds(chase, rulings()).chances == played


def test_odds_without_a_second_round() -> None:
    """Where no round can end level, no further rounds are counted."""
    sure = pursuit({**FOX, "agility": 0}, {**DOG, "agility": 0}, max_rounds=20)
    odds = pursuit_odds(sure, rulings()).chances
    assert sum(odds.values()) == 1
    assert min(odds.values()) > 0


STATS = st.fixed_dictionaries(
    {"agility": st.integers(0, 60), "tmr": st.integers(0, 9), "fatigue": st.sampled_from([None, 0, 7])}
)


@pytest.mark.untraced
@given(figures=st.lists(STATS, min_size=2, max_size=4), seed=st.integers(0, 99), rounds=st.integers(1, 4))
def test_what_happens_was_possible(figures: list[Document], seed: int, rounds: int) -> None:
    """Any pursuit that is rolled ends in a way that has a chance, in as many rounds as it has margins."""
    fleeing, *pursuers = [{**DOG, "endurance": 9, **figure, "id": f"f{n}"} for n, figure in enumerate(figures)]
    chase = pursuit(fleeing, *pursuers, max_rounds=rounds)
    dice = seeded(seed)
    outcome = pursue(chase, rulings(), dice)
    odds = pursuit_odds(chase, rulings()).chances
    assert odds[outcome.verdict] > 0
    assert sum(odds.values()) == 1
    assert outcome.verdict.rounds == len(outcome.margins) <= rounds
    assert dice.faces == [face for step in dice.steps for face in step.faces]
    assert to_json(pursue(chase, rulings(), seeded(seed))) == to_json(outcome)
