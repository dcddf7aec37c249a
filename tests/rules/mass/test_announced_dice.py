"""Rolls and draws that are announced: they come, as announced, and nothing that is certain is asked for later."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.model import Dice
from service.dice.seeded import SeededDice
from service.rules.mass.attack.attack import MassClash, resolve_attack
from service.rules.mass.battle.initiative import roll_initiative
from service.rules.mass.book.options import MassRulings
from service.rules.mass.command.rally import MassRally, rally
from service.rules.mass.figures.orders import MassInitiative, MassRound, MassSkirmish
from service.rules.mass.pursuit.pursuit import MassPursuit, pursue
from service.rules.mass.rounds.round import resolve_round
from service.rules.mass.rounds.skirmish import resolve_skirmish
from tests.golden import Golden
from tests.rings import many
from tests.rules.announced import asked_together, hold_announcements, rolled_goldens, told_of_golden, told_of_seed
from tests.rules.mass.battles import rounds, rulings
from tests.rules.mass.odds_inputs import PROOFS
from tests.rules.mass.stories import ANA, BOR, BOTH, Document, foes, move, read, unit
from tests.rules.mass.stories import rulings as with_options

SEEDS = st.integers(0, 10**6).map(lambda number: f"sha256ctr1:{number}")


@pytest.mark.parametrize(
    "golden", [pytest.param(each, id=f"{each.operation}/{each.id}") for each in rolled_goldens("mass")]
)
def test_goldens_keep_their_word(golden: Golden) -> None:
    """In every golden each roll and draw is announced, for a purpose, before it comes."""
    told_of_golden(golden)


@pytest.mark.untraced
@settings(max_examples=many(150))
@given(rounds(), rulings(), SEEDS)
def test_rounds_keep_their_word(battle: MassRound, options: MassRulings, seed: str) -> None:
    """In a round of anybody, whatever is ordered, all rolls and draws are announced."""
    told_of_seed(lambda dice: resolve_round(battle, options, dice), seed)


@settings(max_examples=many(30))
@given(rounds(), rulings(), SEEDS)
def test_skirmishes_keep_their_word(battle: MassRound, options: MassRulings, seed: str) -> None:
    """In a skirmish, round after round, all rolls and draws are announced."""
    fight = MassSkirmish(**{name: getattr(battle, name) for name in MassSkirmish.model_fields if name != "max_rounds"})
    told_of_seed(lambda dice: resolve_skirmish(fight, options, dice), seed)


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_small_requests_keep_their_word(name: str) -> None:
    """In small random requests all rolls and draws are announced, whatever they are."""
    hold_announcements(name, PROOFS[name].bodies, 60)


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
    assert asked_together(clash_of(*units)) == [
        "Battle die of knights against levy and mob",
        "Second battle die of knights for flanking levy",
        "Battle die of levy against knights",
        "Battle die of mob against knights",
    ]
    assert asked_together(clash_of(*units), 5, 3) == [
        "Battle die of levy against knights",
        "Battle die of mob against knights",
    ]
    assert asked_together(clash_of(*units, options=with_options(multi_foe_roll="per_foe"))) == [
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
    assert asked_together(lambda dice: roll_initiative(given, with_options(), dice)) == [
        "Initiative card of ana",
        "First initiative card of bor",
        "Second initiative card of bor",
    ]


def test_a_rally_asks_for_a_check() -> None:
    """A rally's check is named by whom it is to rally."""
    units = [{"id": name, "morale_max": 2, "power_expended": True} for name in ("archers", "pikes")]
    given = read(MassRally, {"charisma": 12, "units": units})
    assert asked_together(lambda dice: rally(given, with_options(), dice)) == [
        "Charisma check to rally archers and pikes"
    ]


def test_a_pursuit_asks_once() -> None:
    """All dice of a pursuit are asked for together."""
    routed = {"id": "levy", "battle_die": "d6", "speed": 2, "morale_max": 3}
    pursuer = {"id": "riders", "battle_die": "d10", "speed": 4, "morale_max": 3}

    def chased(dice: Dice) -> Any:
        return pursue(read(MassPursuit, {"routed": routed, "pursuer": pursuer}), with_options(), dice)

    assert asked_together(chased) == [
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
    assert asked_together(procedure) == first
    assert asked_together(procedure, cards=("KH", "3S")) == then


def test_no_announcement_for_other_dice() -> None:
    """Dice that do not ask never work out what is certain."""
    dice = SeededDice("sha256ctr1:quiet")
    round_of()(dice)
    assert not dice.expected
