"""Rolls and draws that are announced: they come, as announced, and nothing that is certain is asked for later."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.app import bound_procedures
from service.dice.model import Deck, Dice, DiceNeeded, DicePool, Expected, Rule
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.mass.attack.attack import MassClash, resolve_attack
from service.rules.mass.battle.initiative import roll_initiative
from service.rules.mass.book.options import MassRulings
from service.rules.mass.command.rally import MassRally, rally
from service.rules.mass.figures.orders import MassInitiative, MassRound, MassSkirmish
from service.rules.mass.pursuit.pursuit import MassPursuit, pursue
from service.rules.mass.rounds.round import resolve_round
from service.rules.mass.rounds.skirmish import resolve_skirmish
from service.wire import to_json
from tests.golden import Golden, goldens
from tests.golden.faces import in_process
from tests.rules.mass.battles import rounds, rulings
from tests.rules.mass.odds_inputs import PROOFS
from tests.rules.mass.stories import ANA, BOR, BOTH, Document, foes, move, read, unit
from tests.rules.mass.stories import rulings as with_options

PROCEDURES = bound_procedures()
ROLLED = [
    pytest.param(golden, id=f"{golden.operation}/{golden.id}")
    for golden in goldens("mass")
    if golden.operation in PROCEDURES
    and PROCEDURES[golden.operation].signature.rolls
    and "problem" not in golden.expect
]
SEEDS = st.integers(0, 10**6).map(lambda number: f"sha256ctr1:{number}")


def named(expected: Expected) -> tuple[str, str, str | None]:
    """What tells announced rolls apart."""
    return expected.rule.id, expected.dice.name, expected.actor


class Truthful(SuppliedDice):
    """Dice for which a wrong announcement is an error: another roll, another order, or a change of what was said."""

    def expect(self, rolls: Callable[[], Iterable[Expected]]) -> None:
        """Compare with what is announced already."""
        announced = list(rolls())
        said = [named(each) for each in self.expected]
        now = [named(each) for each in announced]
        shared = min(len(said), len(now))
        assert said[:shared] == now[:shared]
        super().expect(lambda: announced)

    def _not_expected(self, announced: Expected, rule: Rule) -> None:
        raise AssertionError(f"{announced.rule.id} was announced, and {rule.id} came")

    def _came(self, rule: Rule, dice: DicePool | Deck, actor: str | None) -> str | None:
        purpose = super()._came(rule, dice, actor)
        assert purpose, f"{rule.id} was not announced"
        return purpose


def truthful(faces: Sequence[int], cards: Sequence[str], procedure: Callable[[Dice], Any]) -> Any:
    """What comes of a procedure with these dice, if all that rolls was announced and all that was announced came."""
    dice = Truthful(faces, cards, WhenExhausted.ASK)
    outcome = procedure(dice)
    dice.refuse_left_overs(None)
    assert not dice.expected
    return outcome


@pytest.mark.parametrize("golden", ROLLED)
def test_goldens_keep_their_word(golden: Golden) -> None:
    """In every golden each roll and draw is announced, for a purpose, before it comes."""
    bound = PROCEDURES[golden.operation]
    used = in_process(golden.operation, golden.request)[1]["dice"]
    request: Any = bound.request.model_validate_json(to_json(golden.request))
    truthful(used["faces"], used["cards"], lambda dice: bound.procedure.resolve(request.input, request.rulings, dice))


@settings(max_examples=150)
@given(rounds(), rulings(), SEEDS)
def test_rounds_keep_their_word(battle: MassRound, options: MassRulings, seed: str) -> None:
    """In a round of anybody, whatever is ordered, all rolls and draws are announced."""
    rolled = SeededDice(seed)
    outcome = resolve_round(battle, options, rolled)
    assert truthful(rolled.faces, rolled.cards, lambda dice: resolve_round(battle, options, dice)) == outcome


@settings(max_examples=30)
@given(rounds(), rulings(), SEEDS)
def test_skirmishes_keep_their_word(battle: MassRound, options: MassRulings, seed: str) -> None:
    """In a skirmish, round after round, all rolls and draws are announced."""
    fight = MassSkirmish(**{name: getattr(battle, name) for name in MassSkirmish.model_fields if name != "max_rounds"})
    rolled = SeededDice(seed)
    outcome = resolve_skirmish(fight, options, rolled)
    assert truthful(rolled.faces, rolled.cards, lambda dice: resolve_skirmish(fight, options, dice)) == outcome


@pytest.mark.parametrize("name", sorted(PROOFS))
@settings(max_examples=40)
@given(data=st.data(), seed=SEEDS)
def test_small_requests_keep_their_word(name: str, data: st.DataObject, seed: str) -> None:
    """In small random requests all rolls and draws are announced, whatever they are."""
    bound = PROCEDURES[name]
    request: Any = bound.request.model_validate_json(to_json(data.draw(PROOFS[name].bodies)))
    resolve = bound.procedure.resolve
    rolled = SeededDice(seed)
    outcome = resolve(request.input, request.rulings, rolled)
    again = truthful(rolled.faces, rolled.cards, lambda dice: resolve(request.input, request.rulings, dice))
    assert again == outcome


def asked(procedure: Callable[[Dice], Any], *faces: int, cards: Sequence[str] = ()) -> list[str | None]:
    """What missing dice are for: the one that is asked for, and those that certainly follow it."""
    with pytest.raises(DiceNeeded) as needed:
        procedure(SuppliedDice(faces, cards, WhenExhausted.ASK))
    return [needed.value.purpose, *[each.purpose for each in needed.value.expected]]


def clash_of(*units: Document, options: MassRulings | None = None) -> Callable[[Dice], Any]:
    """The first unit fights all others."""
    document = {"units": units, "pairs": [[units[0]["id"], each["id"]] for each in units[1:]]}
    return lambda dice: resolve_attack(read(MassClash, document), options or with_options(), dice)


def fighter(name: str, **changes: Any) -> Document:
    """A unit without a place."""
    return {"id": name, "battle_die": "d8", "morale_max": 3, **changes}


def test_a_clash_asks_once() -> None:
    """All battle dice of a clash are asked for together, each named by who fights whom."""
    units = (fighter("knights", flanking=["levy"]), fighter("levy"), fighter("mob"))
    assert asked(clash_of(*units)) == [
        "Battle die of knights against levy and mob",
        "Second battle die of knights for flanking levy",
        "Battle die of levy against knights",
        "Battle die of mob against knights",
    ]
    assert asked(clash_of(*units), 5, 3) == ["Battle die of levy against knights", "Battle die of mob against knights"]
    assert asked(clash_of(*units, options=with_options(multi_foe_roll="per_foe"))) == [
        "Battle die of knights against levy",
        "Second battle die of knights for flanking levy",
        "Battle die of levy against knights",
        "Battle die of knights against mob",
        "Battle die of mob against knights",
    ]


def test_a_draw_asks_once() -> None:
    """All initiative cards are asked for together, each named by who draws it."""
    commanders = [ANA, BOR | {"thac0": 18}]
    given = read(MassInitiative, {"commanders": commanders})
    assert asked(lambda dice: roll_initiative(given, with_options(), dice)) == [
        "Initiative card of ana",
        "First initiative card of bor",
        "Second initiative card of bor",
    ]


def test_a_rally_asks_for_a_check() -> None:
    """A rally's check is named by whom it is to rally."""
    units = [{"id": name, "morale_max": 2, "power_expended": True} for name in ("archers", "pikes")]
    given = read(MassRally, {"charisma": 12, "units": units})
    assert asked(lambda dice: rally(given, with_options(), dice)) == ["Charisma check to rally archers and pikes"]


def test_a_pursuit_asks_once() -> None:
    """All dice of a pursuit are asked for together."""
    routed = {"id": "levy", "battle_die": "d6", "speed": 2, "morale_max": 3}
    pursuer = {"id": "riders", "battle_die": "d10", "speed": 4, "morale_max": 3}

    def chased(dice: Dice) -> Any:
        return pursue(read(MassPursuit, {"routed": routed, "pursuer": pursuer}), with_options(), dice)

    assert asked(chased) == [
        "Battle die of riders in pursuit",
        "Second battle die of riders for the higher speed",
        "Battle die of levy in flight, a step lower",
    ]


def round_of(*actions: Document, bor: Sequence[Document] = ()) -> Callable[[Dice], Any]:
    """A round in which two units are engaged, a third is not, and ana and bor give orders."""
    units = (*foes(unit("guards", "red", 0, 0), unit("levy", "blue", 1, 0, facing=5)), unit("archers", "red", 0, 5))
    orders = [{"commander": "ana", "actions": list(actions)}, {"commander": "bor", "actions": list(bor)}]
    given = read(MassRound, {"commanders": BOTH, "units": units, "orders": orders})
    return lambda dice: resolve_round(given, with_options(), dice)


CARDS = ["Initiative card of ana", "Initiative card of bor"]
FIGHT = ["Battle die of guards against levy", "Battle die of levy against guards"]
RALLY: Document = {"kind": "rally", "units": ["archers"]}
OTHER: Document = {"kind": "other", "label": "prays"}
CHECK = "Charisma check to rally archers"


@pytest.mark.parametrize(
    ("actions", "bor", "first", "then"),
    [
        pytest.param([], [], [*CARDS, *FIGHT], FIGHT, id="no orders: everything is certain"),
        pytest.param([OTHER], [], [*CARDS, *FIGHT], FIGHT, id="an action that rolls nothing"),
        pytest.param([RALLY], [], CARDS, [CHECK, *FIGHT], id="a rally, whose count the cards decide"),
        pytest.param([RALLY], [RALLY], CARDS, [CHECK, CHECK, *FIGHT], id="two rallies"),
        pytest.param([move("archers")], [], CARDS, FIGHT, id="a march that may end in contact"),
        pytest.param([move("archers")], [RALLY], CARDS, [CHECK, *FIGHT], id="a march that is over before a rally"),
        pytest.param([RALLY], [move("levy")], CARDS, [CHECK], id="a march after a rally"),
    ],
)
def test_a_round_asks_for_what_is_certain(
    actions: list[Document], bor: list[Document], first: list[str], then: list[str]
) -> None:
    """A round asks for its cards and, as soon as the battle is certain, for the checks and battle dice as well."""
    procedure = round_of(*actions, bor=bor)
    assert asked(procedure) == first
    assert asked(procedure, cards=("KH", "3S")) == then


def test_no_announcement_for_other_dice() -> None:
    """Dice that do not ask never work out what is certain."""
    dice = SeededDice("sha256ctr1:quiet")
    round_of()(dice)
    assert not dice.expected
