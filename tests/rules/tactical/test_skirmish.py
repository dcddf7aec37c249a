"""Fights without players: how they end, what they tell, and that random ones always come to an end."""

from random import Random
from typing import Any

import orjson
import pytest

from service.dice.seeded import SeededDice
from service.errors import FightOver, RulesRefuse
from service.rules.kernel.verdict import Fate
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalStance
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import is_able, is_conscious
from service.rules.tactical.rounds.policy.policy import choice_of
from service.rules.tactical.rounds.policy.view import View
from service.rules.tactical.rounds.records import TacticalSkirmishInput, TacticalSkirmishOutcome
from service.rules.tactical.rounds.skirmish import resolve_skirmish, threat_of
from tests.rules.tactical.battles import PLAIN, figures_of, fists, map_of, mixed_figures
from tests.rules.tactical.falls import falling
from tests.rules.tactical.scenes import OPEN, bow, figure, foe
from tests.rules.tactical.turns import Played, ash, orc

STANCES = [each.value for each in TacticalStance]


def skirmish(*figures: TacticalFigure, **facts: Any) -> TacticalSkirmishInput:
    """A skirmish of figures on an open plain."""
    document = {"figures": [orjson.loads(each.model_dump_json()) for each in figures]}
    return TacticalSkirmishInput.model_validate_json(orjson.dumps(document | facts))


class Fought:
    """A skirmish that has been played with seeded dice: its outcome, and what was told."""

    def __init__(self, input: TacticalSkirmishInput, seed: str = "skirmish-1", rulings: TacticalRulings = OPEN) -> None:
        """Play it."""
        dice = SeededDice(f"sha256ctr1:{seed}")
        self.outcome: TacticalSkirmishOutcome = resolve_skirmish(input, rulings, dice)
        self.warnings = dice.warnings
        self.steps = tuple(dice.steps)
        self.verdict = self.outcome.verdict

    def fates(self) -> dict[str, Fate]:
        """What became of everybody."""
        return {each.id: each.fate for each in self.verdict.figures}


def refused(input: TacticalSkirmishInput) -> RulesRefuse:
    """The refusal of a skirmish, before its first die."""
    with falling() as dice, pytest.raises(RulesRefuse) as caught:
        resolve_skirmish(input, OPEN, dice)
    return caught.value


# How it ends


def test_one_side_wins() -> None:
    """A skirmish is over when no two hostile sides can act; the verdict has the winner, the sides and the fates."""
    fought = Fought(skirmish(figure(st=20, dx=14), foe(hp=2, dx=8)))
    assert (fought.verdict.winner, fought.verdict.draw, fought.verdict.undecided) == ("red", False, False)
    assert fought.outcome.survivors == ("ash",)
    assert {each.side: (each.standing, each.lost) for each in fought.verdict.sides} == {"red": (1, 0), "blue": (0, 1)}
    assert fought.outcome.summary.startswith(f"Victory for red after {fought.verdict.rounds} seconds. Blue lost ")
    assert len(fought.outcome.log) == fought.verdict.rounds
    named = {name for step in fought.steps for name in (step.rule, *step.cites)}
    assert {"tactical/npc/stop", "tactical/npc/defense", "tactical/npc/priority", "tactical/npc/target"} <= named
    assert [each.id for each in fought.outcome.figures] == ["ash", "orc"]


def test_undecided() -> None:
    """After the last round allowed it is undecided, with a warning."""
    fought = Fought(skirmish(figure(), foe(hex=[0, -30]), max_rounds=1))
    assert fought.verdict.undecided
    assert fought.warnings == ["max_rounds_reached: the fight was still going on after 1 round."]
    assert fought.outcome.summary == "Undecided after 1 second."
    assert fought.fates() == {"ash": Fate.STANDING, "orc": Fate.STANDING}
    [only] = fought.outcome.log
    assert {(each.figure, each.maneuver) for each in only.turns} == {
        ("ash", TacticalManeuver.MOVE),
        ("orc", TacticalManeuver.MOVE),
    }


def test_the_turns_of_one_request_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """After as many turns as one request plays it is undecided at the end of the round, with a warning."""
    monkeypatch.setattr("service.rules.tactical.rounds.records.MOST_TURNS", 3)
    fought = Fought(skirmish(figure(), foe(hex=[0, -30])))
    assert (fought.verdict.undecided, fought.verdict.rounds) == (True, 2)
    assert fought.warnings == ["max_turns_reached: the fight was still going on after 4 turns."]


def test_those_who_flee_get_away() -> None:
    """A cautious figure that is badly hurt gets away once no foe could reach it; it is neither standing nor lost."""
    slow = foe(hex=[0, -6], basic_move=1)
    fought = Fought(skirmish(figure(hp=2), slow, stances=[{"figure": "ash", "stance": "cautious"}]))
    assert fought.fates() == {"ash": Fate.FLED, "orc": Fate.STANDING}
    assert (fought.verdict.winner, fought.outcome.survivors) == ("blue", ("ash", "orc"))
    assert fought.outcome.summary == "Victory for blue after 1 second, by flight. Red lost ash (fled)."
    assert "Ash got away." in [each.text for each in fought.steps]
    assert fought.outcome.log[-1].fled == ("ash",)


def test_nobody_is_left() -> None:
    """If the last of both sides get away in the same second, nobody has won."""
    both = [{"figure": name, "stance": "cautious"} for name in ("ash", "orc")]
    fought = Fought(skirmish(figure(hp=2), foe(hp=2, hex=[0, -12]), stances=both))
    assert fought.verdict.draw
    assert (
        fought.outcome.summary
        == "A draw after 1 second, for nobody fights on. Red lost ash (fled). Blue lost orc (fled)."
    )


def test_fates() -> None:
    """The dead, the unconscious, the pinned and the standing are told apart; only losses of this fight count."""
    figures = (
        figure("victor", st=30, dx=16),
        figure("holder", hex=[3, 0], state={"grapples": [{"foe": "held", "hands": 2}]}, weapons=[], ready={}, st=40),
        foe("held", hex=[3, 0], posture="lying", st=4, state={"grappled_by": ["holder"], "pinned_by": ["holder"]}),
        foe("dead", hex=[4, 4], state={"dead": True}),
        foe("down", hex=[5, 4], state={"unconscious": True}),
        foe("weak", hp=1, dx=8, weapons=[], ready={}),
    )
    fought = Fought(skirmish(*figures))
    fates = fought.fates()
    assert (fates["dead"], fates["down"], fates["held"]) == (Fate.DEAD, Fate.DOWN, Fate.CAPTURED)
    assert (fates["victor"], fates["holder"]) == (Fate.STANDING, Fate.STANDING)
    lost = {each.id: each.lost for each in fought.verdict.figures}
    assert (lost["dead"], lost["held"], lost["weak"]) == (0, 0, 1)


@pytest.mark.parametrize(
    ("facts", "yards"),
    [({}, 7), ({"weapons": [], "ready": {}}, 6), ({"weapons": [bow()], "ready": {"both": "bow"}}, 10)],
)
def test_threats(facts: dict[str, Any], yards: int) -> None:
    """A foe threatens as far as it comes in a second and strikes, a shooter at least ten hexes around."""
    assert threat_of(figure(**facts)) == yards


# What is refused


@pytest.mark.parametrize(
    ("input", "refusal", "pointer"),
    [
        (skirmish(figure(), figure("birch", hex=[3, 3])), refusals.OneSide, "/figures"),
        (skirmish(figure(), foe(state={"dead": True})), FightOver, "/figures"),
        (
            skirmish(figure(), foe(), stances=[{"figure": "elf", "stance": "steady"}]),
            refusals.TacticalUnknownFigure,
            "/stances/0/figure",
        ),
        (
            skirmish(figure(), foe(), stances=[{"figure": "orc", "stance": "steady"}] * 2),
            refusals.TacticalDuplicateId,
            "/stances/1/figure",
        ),
    ],
)
def test_refusals(input: TacticalSkirmishInput, refusal: type[RulesRefuse], pointer: str) -> None:
    """A skirmish without two hostile sides, and stances of nobody, are refused before the first die."""
    fault = refused(input)
    assert type(fault) is refusal
    assert fault.pointer == pointer


# Random battles


def battle(seed: int, most: int, *, mixed: bool = True) -> TacticalSkirmishInput:
    """A random battle on a map with walls and rough ground, everybody with a stance of his own."""
    random = Random(seed)
    ground = map_of(random)
    make = mixed_figures if mixed else figures_of
    figures = make(random, random.randint(2, most), ground)
    stances = [{"figure": each["id"], "stance": random.choice(STANCES)} for each in figures]
    document = {"map": ground, "figures": figures, "stances": stances, "max_rounds": 400}
    return TacticalSkirmishInput.model_validate_json(orjson.dumps(document))


@pytest.mark.parametrize("seed", range(12))
def test_random_battles_come_to_an_end(seed: int) -> None:
    """No random battle ends in an error or in a stalemate of able fighters, and nobody moves or ends illegally."""
    asked = battle(seed, 10)
    fought = Fought(asked, f"battle {seed}", PLAIN)
    now = {each.id: each for each in fought.outcome.figures}
    field_of(asked.model_copy(update={"figures": tuple(now.get(each.id, each) for each in asked.figures)}), PLAIN)
    assert not fought.verdict.undecided
    assert all("did nothing: " not in each.text for each in fought.steps)
    assert sum([each.standing + each.lost for each in fought.verdict.sides]) <= len(fought.verdict.figures)


def test_a_battle_of_forty_comes_to_an_end() -> None:
    """Forty figures fight it out."""
    random = Random(40)
    ground = map_of(random)
    figures = figures_of(random, 40, ground)
    document = {"map": ground, "figures": figures, "max_rounds": 300}
    fought = Fought(TacticalSkirmishInput.model_validate_json(orjson.dumps(document)), "forty", PLAIN)
    assert fought.verdict.winner in ("red", "blue")


@pytest.mark.parametrize("seed", [3, 7])
def test_replay_is_identical(seed: int) -> None:
    """The same battle with the same dice has the same outcome, step by step."""
    first, again = [Fought(battle(seed, 8), "again", PLAIN) for _ in range(2)]
    assert first.outcome == again.outcome
    assert first.steps == again.steps


@pytest.mark.parametrize("seed", range(100, 108))
def test_every_intent_is_legal(seed: int) -> None:
    """Everybody who is conscious has a legal intent, whatever his stance, and deciding changes nothing."""
    ground: Field = field_of(battle(seed, 12), PLAIN)
    before = list(ground)
    for each in before:
        if is_conscious(each):
            for stance in TacticalStance:
                choice = choice_of(ground, each.id, stance)
                assert View(ground, each.id, stance).approved(choice.intent) == choice.approved
    assert list(ground) == before


def test_nobody_who_is_able_is_idle_for_good() -> None:
    """A figure that is able and sees a foe does something, even with bare hands."""
    ground = field_of(skirmish(figure(weapons=[fists()], ready={}), foe(hex=[0, -9])), OPEN)
    assert is_able(ground["ash"])
    assert choice_of(ground, "ash", TacticalStance.STEADY).intent.maneuver is not TacticalManeuver.DO_NOTHING


# Those who are not on the map


OFF = {"foe": "rowan", "hands": 1}


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    "state",
    [
        {"grapples": [OFF]},
        {"grappled_by": ["rowan"]},
        {"pinned_by": ["rowan"]},
        {"grapples": [OFF], "grappled_by": ["rowan", "hazel"], "pinned_by": ["hazel"]},
        {"close": [{"foe": "rowan", "hex": [0, 0], "own_side": 0}], "grapples": [OFF]},
    ],
)
def test_holds_of_and_on_those_who_are_not_on_the_map_end_as_others_do(state: Any, number: int) -> None:
    """A fight goes on to its end, whoever the answer's figures still hold or are held by."""
    frail: dict[str, Any] = {"hp_max": 4, "st": 8}
    fought = Fought(skirmish(figure(state=state, **frail), foe(state=state, **frail)), f"off-{number}")
    assert not fought.verdict.undecided
    for each in fought.outcome.figures:
        if not is_conscious(each):
            assert each.state.grapples == ()


def test_letting_go_of_somebody_off_the_map() -> None:
    """The id stands for a name that the request does not tell."""
    done = Played(
        [ash(state={"grapples": [{"foe": "rowan"}]}), orc()],
        {"figure": "ash", "maneuver": "move", "free": [{"kind": "release", "foe": "rowan"}]},
    )
    assert done["ash"].state.grapples == ()
    assert "Ash let go of rowan." in done.told
