"""Skirmishes as fights: steps that any dice play, keys of all that the rest depends on, and kernels without names."""

from collections import Counter
from dataclasses import fields, replace
from functools import partial
from typing import Any, Final

import pytest

from service.dice.exact import Distribution, results_of
from service.dice.model import A, Kernel, R, Rule
from service.dice.seeded import SeededDice
from service.forecasts.sampled import FightMemory, play_fights
from service.rules.kernel.fight import Fight, changes_of
from service.rules.kernel.memory import Memory
from service.rules.opposed.attack.plan import StrikePlan, StrikeTerms, plan_strike
from service.rules.opposed.attack.rolls import Left, Rolled, roll_strike
from service.rules.opposed.attack.strike import Wound, wounded
from service.rules.opposed.battle.models import OpposedCombatant, OpposedSkirmish
from service.rules.opposed.battle.plans import Plans, fate_of, shape_of
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.words import OpposedChangeReason
from service.rules.opposed.figures.models import UNARMED, USUAL, OpposedStrike
from service.rules.opposed.rounds.skirmish import CHANGING, Between, Within, battle_in, fight_of, resolve_skirmish
from service.wire import to_json
from tests.forecasts.fights import opposed
from tests.rules.fights import Untold, assert_keys_hold, assert_round_at_once, states_of, untold
from tests.rules.opposed.fights import ASH, BOW, IMP, ORC, attack, engaged, order, skirmish
from tests.rules.opposed.figures import rulings

Document = dict[str, Any]

TABLE = [
    {"lowest": 1, "highest": 40, "label": "a cut leg", "extra_endurance": 2, "conditions": ["prone", "disarmed"]},
    {"lowest": 41, "highest": 90, "label": "a hit on the head", "conditions": ["knocked_out"]},
]
FRAGILE = {"endurance": 6, "fatigue": 3, "willpower": 20}
GUARDING = {"evading": True, "weapon": ORC["weapon"] | {"rank": 9}}
CASES: dict[str, tuple[OpposedSkirmish, Document]] = {
    "duel": (skirmish(engaged(ASH, ORC)), {}),
    "four": (skirmish([*engaged(ASH, ORC), *engaged(BOW, IMP)], break_at=0.5), {}),
    "apart": (skirmish([ASH, BOW, ORC, IMP], max_rounds=6), {"engaged_choice": "last"}),
    "fragile": (skirmish(engaged(ASH | FRAGILE, ORC | FRAGILE)), {"roll_under": "inclusive"}),
    "unknown": (skirmish(engaged(ASH | {"endurance": None, "fatigue": None}, ORC), max_rounds=8), {}),
    "grievous": (skirmish(engaged(ASH, ORC), grievous_table=TABLE), {"grievous_roll": True}),
    "flagged": (skirmish(engaged(ASH, ORC)), {"consequences": "flag", "fumble_from": 80}),
    "unfumbled": (skirmish(engaged(ASH, ORC)), {"fumble_from": None, "stun_fraction": None}),
    "tripping": (skirmish(engaged(ASH, ORC), orders=[attack("ash", "orc", maneuver="trip")]), {}),
    "knocking": (skirmish(engaged(ASH, ORC), orders=[attack("ash", "orc", maneuver="knockout")]), {}),
    "evading": (skirmish(engaged(ASH, ORC | GUARDING), orders=[order("evade", "orc")], max_rounds=12), {}),
    "leaving": (
        skirmish(engaged(ASH, ORC), orders=[order("withdraw", "ash", kind="offensive", target="orc")]),
        {"fumble_from": 50},
    ),
    "striking and leaving": (
        skirmish(engaged(ASH, ORC), orders=[attack("ash", "orc", situation={"withdrawal": "offensive"})]),
        {},
    ),
    "holding": (skirmish(engaged(ASH, ORC), orders=[order("restrain", "ash", target="orc")], max_rounds=4), {}),
    "prone": (skirmish(engaged(ASH | {"posture": "prone"}, ORC | {"stunned": True})), {}),
}


def case(name: str) -> tuple[OpposedSkirmish, OpposedRulings, Fight[Any]]:
    """A skirmish, its rulings, and its steps."""
    given, options = CASES[name]
    chosen = rulings(**options)
    return given, chosen, fight_of(given, chosen)


@pytest.mark.parametrize("name", CASES)
def test_the_same_fight(name: str) -> None:
    """Dice that do not tell play the same fight as those that do: the same verdict, with as many dice."""
    given, chosen, fight = case(name)
    for seed in range(200 if name == "duel" else 20):
        told, dice = SeededDice(f"sha256ctr1:{seed}"), untold(seed)
        outcome = resolve_skirmish(given, chosen, told)
        state, rounds = fight.play(dice)
        assert fight.verdict(state, rounds) == outcome.verdict
        assert dice.faces == told.faces


@pytest.mark.parametrize("name", CASES)
def test_remembered_rolls(name: str) -> None:
    """Fights whose strikes are remembered end as those of which every die is rolled."""
    _, _, fight = case(name)
    memory = FightMemory(fight, clock=None)
    assert play_fights(fight, "sha256ctr1:fights", 0, 40, memory) == play_fights(
        fight, "sha256ctr1:fights", 0, 40, FightMemory(fight, 0)
    )


@pytest.mark.parametrize("name", CASES)
def test_equal_keys_go_on_alike(name: str) -> None:
    """States with equal keys have the same chances of what follows one step later."""
    assert_keys_hold(case(name)[2], range(25), most_rounds=6, most=10)


@pytest.mark.parametrize("name", CASES)
def test_what_fights_change(name: str) -> None:
    """Whatever a fight changes of a figure is in the key of its state, but for full points."""
    fight = case(name)[2]
    start = battle_in(fight.begin(untold(0))).figures
    known = {*CHANGING, "fatigue", "endurance", "fatigue_max", "endurance_max"}
    for seed in range(20):
        for state in states_of(fight, untold(seed), 6):
            pairs = zip(start, battle_in(state).figures, strict=True)
            assert {field for was, now in pairs for field, _ in changes_of(was, now)} <= known


STRIKE: Final = OpposedChangeReason.STRIKE


@pytest.mark.parametrize(
    "change",
    [
        *({"fatigue": 1}, {"endurance": 2}, {"stunned": True}, {"posture": "prone"}, {"status": "fled"}),
        *({"conditions": ("disarmed",)}, {"engaged_with": ()}, {"evading": True}, {"must_pass_next": True}),
    ],
)
def test_figures_in_a_key(change: Document) -> None:
    """A figure with other points, or in another state, makes another key."""
    fight = case("duel")[2]
    state = fight.begin(untold(1))
    battle = battle_in(state)
    hurt = battle.with_figure(0, battle.figures[0].model_copy(update={"fatigue": 3, "endurance": 3}), STRIKE)
    other = hurt.with_figure(0, hurt.figures[0].model_copy(update=change), STRIKE)
    assert fight.key(Between(other, state.command)) != fight.key(Between(hurt, state.command))


def test_orders_in_a_key() -> None:
    """Within a round, a figure that waits to do something else, or the same in another mode, makes another key."""
    fight = case("duel")[2]
    state = fight.advance(fight.begin(untold(1)), untold(1))
    assert isinstance(state, Within)
    assert state.turns.engaged == (1,)
    command = state.round.command
    ash, usual = command.orders
    given = [
        attack("orc", "ash", mode="close"),
        order("pass", "orc"),
        order("evade", "orc"),
        order("restrain", "orc", target="ash"),
    ]
    others = [skirmish(engaged(ASH, ORC), orders=[each]).orders[0] for each in given]
    keys = {
        fight.key(Within(replace(state.round, command=command.ordered((ash, each))), state.turns, ()))
        for each in (usual, *others)
    }
    assert len(keys) == 1 + len(given)


def figure(document: Document) -> OpposedCombatant:
    """A figure of a fight."""
    return OpposedCombatant.model_validate_json(to_json(document))


def plan(attacker: Document, defender: Document, chosen: OpposedRulings, *, settles: bool = True) -> StrikePlan:
    """A usual strike within a fight."""
    terms = StrikeTerms(resolves=True, settles=settles)
    return plan_strike(figure(attacker), figure(defender), OpposedStrike(), chosen, terms)


def test_strikes_depend_on_no_names() -> None:
    """Strikes of other figures, hurt but not tired out, have their chances worked out once; others do not."""
    usual = plan(ASH, ORC, rulings())
    results_of(roll_strike, usual)
    before = results_of.cache_info().misses
    other = plan(ASH | {"id": "elm", "endurance": 4}, ORC | {"id": "imp", "fatigue": 2}, rulings())
    assert (other, hash(other)) == (usual, hash(usual))
    results_of(roll_strike, other)
    assert results_of.cache_info().misses == before
    for changed in (plan(ASH | {"fatigue": 0}, ORC, rulings()), plan(ASH, ORC, rulings(fumble_from=90)), "strike"):
        assert usual != changed


def test_a_strike_as_one_roll() -> None:
    """What a strike leaves has the chances of its dice, however many of them came to the same."""
    usual = plan(ASH, ORC, rulings(grievous_roll=True))
    results, whole = results_of(roll_strike, usual)
    lefts = [each.left for each, _ in results if isinstance(each, Rolled)]
    assert len(set(lefts)) == len(lefts) == len(results)
    counts = Counter([roll_strike(usual, untold(seed)).left for seed in range(2000)])
    assert counts.keys() <= set(lefts)
    for (_, weight), left in zip(results, lefts, strict=True):
        assert abs(counts[left] / 2000 - weight / whole) < 0.04


def test_what_a_strike_leaves() -> None:
    """The chance of a hit is the same whether the rolls are settled as one or each by itself."""
    chosen = rulings()
    one = Distribution.of(lambda dice: dice.settle(rulebook.ATTACK_SEQUENCE, roll_strike, plan(ASH, ORC, chosen)).left)
    other = Distribution.of(lambda dice: roll_strike(plan(ASH, ORC, chosen, settles=False), dice).left)
    assert one == other
    assert sum([chance for left, chance in one.chances.items() if left.hits]) > 0
    assert {each.name for each in fields(Rolled) if each.compare} == {"left"}
    assert Left._fields[0] == "hits"


def test_plans_are_what_would_be_planned() -> None:
    """A remembered plan equals a new one in every number that strikes and answers use."""
    given, chosen, fight = case("grievous")
    memory: Plans[Any] = Plans(given.participants)
    pairs = 0
    for seed in range(10):
        for state in states_of(fight, untold(seed), 8):
            battle = battle_in(state)
            figures = battle.figures
            terms = StrikeTerms(resolves=True, grievous_table=given.grievous_table, settles=True)
            for place, at in ((0, 1), (1, 0)):
                plan = partial(plan_strike, figures[place], figures[at], OpposedStrike(), chosen, terms)
                situation = memory.situation(battle, place, figures[at].id, OpposedStrike(situation=USUAL))
                kept, new = memory.plan(situation, plan), plan()
                assert [getattr(kept, each.name) for each in fields(kept)] == [
                    getattr(new, each.name) for each in fields(new)
                ]
                pairs += 1
    assert pairs > 50


def test_what_fumbles_lower_is_in_keys_and_plans() -> None:
    """Whose initiative a fumble has lowered makes another key within a round, and has another plan of its strikes."""
    given, _, fight = case("duel")
    state = fight.advance(fight.begin(untold(1)), untold(1))
    assert isinstance(state, Within)
    battle, plans = state.turns.battle, Plans[Any](given.participants)
    lower = battle.with_lowered(1, 10)
    assert fight.key(state) != fight.key(Within(state.round, replace(state.turns, battle=lower), state.log))
    for place, foe in ((0, "orc"), (1, "ash")):
        was, now = [plans.situation(each, place, foe, OpposedStrike()) for each in (battle, lower)]
        assert (was != now) is (place == 1)


HURT: list[Document] = [
    *({}, {"fatigue": 0}, {"fatigue_max": 20}, {"endurance": 2}, {"endurance_max": 30}, {"endurance_max": 6}),
    *({"willpower": 2}, {"stunned": True}, {"evading": True}, {"posture": "prone"}, {"posture": "kneeling"}),
    *({"conditions": ["disarmed"]}, {"conditions": ["restrained"]}, {"endurance": 0, "status": "incapacitated"}),
]


def test_wounds_are_what_would_be_done() -> None:
    """A remembered wound does to a target what a new one does, however the target was before."""
    table = skirmish(engaged(ASH, ORC), grievous_table=TABLE).grievous_table
    terms = StrikeTerms(resolves=True, grievous_table=table, settles=True)
    chosen = rulings(grievous_roll=True)
    strike = plan_strike(figure(ASH), figure(ORC), OpposedStrike(), chosen, terms)
    results = [each for each, _ in results_of(roll_strike, strike)[0] if isinstance(each, Rolled) and each.left.hits]
    known: Memory[Wound] = Memory()
    for rolled in results[:: len(results) // 40 + 1]:
        for points in (ORC["endurance"], rolled.left.endurance + 2):
            for changes in HURT:
                target = figure(ORC | {"endurance": points} | changes)
                seen, fresh = [wounded(strike, rolled, target, each, untold(3)) for each in (known, Memory[Wound]())]
                assert seen == fresh, changes


@pytest.mark.parametrize("name", CASES)
def test_rounds_at_once(name: str) -> None:
    """A round that is played at once ends as one that is played turn by turn, from wherever in it one goes on."""
    fight = case(name)[2]
    for seed in range(10):
        for state in list(states_of(fight, untold(seed), 4)):
            assert_round_at_once(fight, state, f"sha256ctr1:{seed}/rest")


@pytest.mark.parametrize("name", CASES)
def test_conditions_are_those_of_figures_as_they_are(name: str) -> None:
    """A remembered condition is the one that the figure would be found in, whatever it was carried on from."""
    given, _, fight = case(name)
    shapes: dict[tuple[int, Any], int] = {}
    for seed in range(20):
        for state in states_of(fight, untold(seed), 8):
            battle = battle_in(state)
            conditions = state.command.plans.conditions(battle) if isinstance(state, Between) else ()
            for place, condition in enumerate(conditions):
                figure = battle.figures[place]
                assert condition.fate == fate_of(given.participants[place], figure)
                shape = place, (figure.fatigue == 0, figure.weapon is UNARMED, shape_of(figure))
                assert shapes.setdefault(shape, condition.shape) == condition.shape
    assert len(set(shapes.values())) == len(shapes)


class Asked(Untold):
    """Dice that count the arguments of kernels."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.asked: Counter[Any] = Counter()

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A) -> R:
        self.asked[arguments] += 1
        return kernel(arguments, self)


def test_large_fights_repeat_strikes() -> None:
    """In a fight of ten against ten the rolls of some ninety strikes depend on less than twenty different numbers."""
    fight = fight_of(OpposedSkirmish.model_validate_json(to_json(opposed(10))), rulings())
    dice = Asked("sha256ctr1:large")
    fight.play(dice)
    assert len(dice.asked) < 20
    assert dice.asked.total() > 80
