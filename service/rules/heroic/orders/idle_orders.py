"""Orders that the rules allow and that would do nothing as things stand, each with the reason."""

from typing import NamedTuple

from service.dice.model import Rule
from service.errors import HasId, RulesRefuse
from service.rules.heroic.attack.models import HeroicDeclaration, HeroicOrder
from service.rules.heroic.battle.plans import Assault
from service.rules.heroic.battle.state import Battle, distance_between, enemies_of, facing
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.words import ROUTED
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders import paths
from service.rules.heroic.orders.best_weapons import reach_with
from service.rules.heroic.orders.divisions import is_held, is_pinned_down
from service.rules.heroic.orders.marches import TOWARD, is_leaving, walk_of, wants_to_move
from service.rules.heroic.orders.order_attacks import HAND_TO_HAND, approved
from service.rules.heroic.orders.other_actions import budget_of, deeds_cost, ordered_shots
from service.rules.heroic.orders.paths import Walk
from service.rules.kernel.turns.legal_moves import refused_by


class Loss(NamedTuple):
    """Why an order would do nothing: a sentence, and the rule."""

    why: str
    rule: HasId | None


PINNED: Rule = attack_rules.GRAPPLE_BREAK_FREE


def loss_of(battle: Battle, order: HeroicOrder) -> Loss | None:
    """Return why an order that is allowed would leave its unit where it is and doing nothing, or None if it would not.

    What others do before its turn is not known: a foe that is out of reach may come, and one in flight will be gone.
    """
    place = battle.places[order.unit]
    name = spoken_name(battle.units[place])
    if is_pinned_down(battle, place) and not order.break_free:
        return Loss(f"Everybody of {name} is pinned, and can only try to break free.", PINNED)
    if order.ranged or order.actions or order.wait is not None or order.break_free or is_leaving(order):
        return None
    battle = battle.with_order(place, order)
    if wants_to_move(order.move):
        unit = battle.units[place]
        budget = budget_of(unit, order, ordered_shots(unit, order), battle.rulings.fp_effects)
        walk = walk_of(battle, place, order, budget)
        if walk.yards or (budget.left and _gives_way(battle, place, order, walk)):
            return None
        if not order.melee:
            return Loss(f"{name} would not move: {walk.reason}.", rulebook.MOVE_ALLOWANCE)
    if any(_is_in_reach(battle, place, choice) for choice in order.melee):
        return None
    return blow_loss(battle, place, order)


def _is_in_reach(battle: Battle, place: int, choice: HeroicDeclaration) -> bool:
    """Return whether the foe of an attack is in reach already: an order that is allowed if it comes strikes it now."""
    reach = reach_with(battle.units[place], choice)
    return reach is not None and distance_between(battle, place, battle.places[choice.target]) <= reach


def _gives_way(battle: Battle, place: int, order: HeroicOrder, walk: Walk) -> bool:
    """Return whether somebody by whom a walk is over at once is in flight, and may be gone by the unit's turn."""
    move = order.move
    match walk.reason:
        case paths.AT_GOAL if move.mode is TOWARD:
            return _runs(battle, battle.places[move.ref or order.charge_target or ""])
        case paths.BLOCKED:
            return walk.blocker is not None and _runs(battle, walk.blocker)
        case paths.NOWHERE:
            return any(_runs(battle, each) for each in enemies_of(battle, place))
        case _:
            return False


def _runs(battle: Battle, place: int) -> bool:
    return battle.units[place].status is ROUTED and not is_held(battle, place)


def blow_loss(battle: Battle, place: int, order: HeroicOrder) -> Loss | None:
    """Return why none of the blows of a unit's order, which the battle holds, can be struck from where it stands."""
    first: Loss | None = None
    for choice in order.melee:
        assault = Assault(place, battle.places[choice.target], choice, deeds_cost(order))
        try:
            approved(facing(battle, assault), choice, HAND_TO_HAND, battle.rulings)
        except RulesRefuse as refused:
            bar = refused_by(refused)
            first = first or Loss(bar.why, bar.rule)
        else:
            return None
    return first
