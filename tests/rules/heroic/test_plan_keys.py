"""What is remembered of attacks is found by all that their plans depend on, and by nothing less."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from service.errors import RulesRefuse
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicOrder
from service.rules.heroic.attack.plan import plan_attack
from service.rules.heroic.battle.models import HeroicEncounter
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.battle.plans import Assault, Plans
from service.rules.heroic.battle.state import Battle, facing
from service.rules.heroic.book.words import HeroicModeKind, HeroicTactic
from service.rules.heroic.orders import policy
from service.rules.heroic.orders.order_attacks import approved
from service.rules.heroic.rounds.planning import plan_key
from service.wire import to_json
from tests.rules.heroic.battles import FOE, MAN, SPEAR, encounter, lock
from tests.rules.heroic.stat_blocks import rulings
from tests.rules.memories import Met, assert_whole, flat

KINDS: Final = frozenset(HeroicModeKind)
ASSAULT: Final[dict[str, list[Any]]] = {
    "spent": [0.5, 1.0],
    "side_attackers": [1, 4, 40],
    "free": [True],
    "separate": [True],
    "distance": [2.0, 30.0],
    "drawn": [],
    "armed": [],
    "watch": [],
    "place": [],
    "foe": [],
    "choice": [],
}
"""Other values of each field of an assault; without any, its plan is not remembered or the field is varied below."""
ORDERS: Final[list[dict[str, Any]]] = [{}, {"withdraw": True}, {"charge_target": "foe"}, {"charge_target": "other"}]
ATTACKERS: Final[list[dict[str, Any]]] = [MAN, MAN | {"count_start": 20, "hp_pool": 200}, MAN | {"move": 9}]
TARGETS: Final[list[dict[str, Any]]] = [FOE, FOE | {"move": 9}, FOE | {"count_start": 20, "hp_pool": 200}]


def assaults() -> Iterator[Assault]:
    """Attacks of a man on a foe that differ in one field from a plain one with each mode."""
    for choice in ({"mode": "sword"}, {"mode": "spear"}, {"mode": "bow"}, {"mode": "bow", "shots_each": 2}):
        plain = Assault(0, 1, HeroicAttackChoice.model_validate(choice, strict=False))
        yield plain
        for name, values in ASSAULT.items():
            for value in values:
                yield plain._replace(**{name: value})


def battles() -> Iterator[Battle]:
    """Battles that differ in what an attack may depend on besides itself: units, tactics, orders, initiative, locks."""
    plans: Plans | None = None
    for attacker in ATTACKERS:
        for target in TARGETS:
            both = attacker | {"attack_modes": [*MAN["attack_modes"], SPEAR]}, target
            for locks in ((), (lock("man", "foe"),)):
                met = encounter(*both, at={"foe": 1}, locks=list(locks))
                battle = muster(HeroicEncounter.model_validate_json(to_json(met)), rulings(ratio_scope="target_total"))
                plans = plans or Plans(battle.units, battle.rulings.assignment)
                battle = battle._replace(plans=plans)
                for own, theirs, order, winner in circumstances():
                    own_order = HeroicOrder.model_validate({"unit": "man", "tactic": own} | order, strict=False)
                    their_order = HeroicOrder.model_validate({"unit": "foe", "tactic": theirs}, strict=False)
                    yield battle._replace(orders=(own_order, their_order), winner=winner)


def circumstances() -> Iterator[tuple[HeroicTactic, HeroicTactic, dict[str, Any], str | None]]:
    """Tactics of both, an order, and who has the initiative; each differs from the plain ones in one respect."""
    plain = HeroicTactic.NEUTRAL
    for order in ORDERS:
        for winner in (None, "red"):
            yield plain, plain, order, winner
        yield HeroicTactic.ALL_OUT_OFFENSIVE, plain, order, None
    for tactic in HeroicTactic:
        yield tactic, plain, {}, None
        yield plain, tactic, {}, None
        yield tactic, HeroicTactic.RETREAT, {}, None


def planned() -> Met:
    """The keys of all these attacks, and what is planned afresh for each, or why it is refused."""
    met: Met = []
    for battle in battles():
        for assault in assaults():
            key, situation = plan_key(battle, assault), facing(battle, assault)
            if key is None:
                continue
            try:
                aims = approved(situation, assault.choice, KINDS, battle.rulings)
                met.append((flat(key), (aims, plan_attack(situation, assault.choice, aims, battle.rulings))))
            except RulesRefuse as refused:
                met.append((flat(key), type(refused)))
    return met


def test_every_field_of_an_assault_is_changed() -> None:
    """The attacks differ in every field that an assault has: a new one has to be listed."""
    assert ASSAULT.keys() == set(Assault._fields)


@pytest.mark.untraced
def test_plans_that_are_found_alike_are_alike() -> None:
    """Attacks are told apart if they are planned otherwise, by each part of the key."""
    assert_whole(planned())


def test_orders_that_are_found_are_those_that_would_be_given() -> None:
    """In whatever battle a unit was ordered before, it is ordered what it would be without that."""
    for battle in battles():
        if battle.orders[0] == HeroicOrder(unit="man", tactic=HeroicTactic.NEUTRAL):
            for tactic in HeroicTactic:
                for places in ((0, 1), (1, 0)):
                    assert policy._known_order(battle, *places, tactic) == policy.order_for(battle, *places, tactic)
