"""One round of a battle, from the orders to the end of the round."""

from collections.abc import Mapping, Sequence

from service.dice.model import Dice
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.models import HeroicEncounter, HeroicRound, HeroicSide
from service.rules.heroic.battle.muster import encounter_of, muster
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import MissingOrders, SideWithoutUnits
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.declaration import check_orders, refuse_orders, unordered
from service.rules.heroic.orders.policy import flight_of, service_orders, without_orders
from service.rules.heroic.rounds.battle_end import fights_on
from service.rules.heroic.rounds.outcomes import HeroicRoundOutcome
from service.rules.heroic.rounds.phases import Ended, Ground, play
from service.rules.heroic.rounds.text import round_verdict, standings_of, told_round


def resolve_round(input: HeroicRound, rulings: HeroicRulings, dice: Dice) -> HeroicRoundOutcome:
    """Play one round: orders, initiative, shooting, movement, melee, morale and fatigue.

    In each phase the side with the initiative acts first; injury counts at the end of the phase for everybody at once,
    so that nobody acts after the step that removes it, and everybody acts before. An attack that has become impossible
    by its turn is lost. The round ends early with the phase that ends the battle. Routed units without an order
    retreat and break free. Members who are held stay behind when their unit leaves, as a unit listed last. Post
    `encounter` back with new orders to play the next round.

    Dice: for each unit that the service gives a random tactic a choice, in the order listed; D6 for each side, and
    again for tied ones; then, in acting order, those of the attacks of the ranged phase, and 3D6 against HT for each
    unit injured in it; those of free attacks as retreats happen, and 3D6 against HT; those of the attacks of the melee
    phase, and 3D6 against HT; 3D6 for each unit whose morale is due; D6 for fatigue.
    Raises: SideWithoutUnits, MissingOrders; the refusals of `validate-orders`, which lists them; HeroicDuplicateId,
    HeroicUnknownSide, HeroicUnknownUnit, SameSideTarget, PoolMismatch.
    Source: Combat Procedure.
    """
    encounter = input.encounter
    battle = muster(encounter, rulings.assignment)
    refuse_idle_sides(battle, encounter.sides, rulings)
    command = Command((None,) * len(battle.units), rulings, encounter.terrain)
    checked = check_orders(battle, command, input.orders)
    refuse_orders(checked)
    given = {each.place: each.order for each in checked if each.place is not None}
    for place in unordered(battle, tuple(given), rulings):
        if not input.npc_orders or battle.units[place].is_pc:
            message = f"There is no order for {spoken_name(battle.units[place])}."
            raise MissingOrders(message, pointer="/orders")
    idle = without_orders(battle, rulings) if input.npc_orders else []
    left = [place for place in idle if place not in given and not battle.units[place].is_pc]
    orders = given | service_orders(battle, left, {}, rulings, dice)
    command = commanded(battle, command, orders, frozenset(left))
    ended = play(battle, command, ground_of(battle, encounter), dice)
    return outcome_of(ended, command.orders, battle, encounter)


def refuse_idle_sides(battle: Battle, sides: Sequence[HeroicSide], rulings: HeroicRulings) -> None:
    """Refuse a battle in which fewer than two sides have a unit left to fight.

    Raises: SideWithoutUnits.
    """
    fighting = {unit.side for place, unit in enumerate(battle.units) if fights_on(battle, place, rulings)}
    if len(fighting) < 2:
        at, idle = next((at, side) for at, side in enumerate(sides) if side.id not in fighting)
        raise SideWithoutUnits(f"Nobody fights for {idle.id!r} any more.", pointer=f"/encounter/sides/{at}/id")


def ground_of(battle: Battle, encounter: HeroicEncounter) -> Ground:
    """Return what a round is fought for and on."""
    runners = [place for place, unit in enumerate(battle.units) if unit.status is HeroicStatus.ROUTED]
    return Ground(encounter.sides, encounter.hazards, tuple(runners))


def commanded(
    battle: Battle, command: Command, orders: Mapping[int, HeroicOrder], free_hands: frozenset[int]
) -> Command:
    """Return the command with everybody's order; routed units without one retreat.

    Ruling: heroic/ruling/rout-sticky.
    """
    everybody = [
        orders[place] if place in orders else _order_without(battle, place) for place in range(len(battle.units))
    ]
    waits = {at: order.wait for at, order in enumerate(everybody) if order is not None and order.wait is not None}
    return command._replace(orders=tuple(everybody), free_hands=free_hands, waits=waits)


def _order_without(battle: Battle, place: int) -> HeroicOrder | None:
    return flight_of(battle, place) if battle.units[place].status is HeroicStatus.ROUTED else None


def outcome_of(
    ended: Ended, orders: Sequence[HeroicOrder | None], before: Battle, encounter: HeroicEncounter
) -> HeroicRoundOutcome:
    """Write a round that has been played, with its orders as they were revealed."""
    played = ended.played
    return HeroicRoundOutcome(
        summary=told_round(before, ended, encounter.sides),
        verdict=round_verdict(before, ended),
        orders=tuple([order for order in orders if order is not None]),
        initiative=played.initiative,
        ranged=played.ranged,
        movement=played.movement,
        melee=played.melee,
        morale=played.morale,
        fatigue=played.fatigue,
        end=ended.end,
        standings=standings_of(played.battle, played.command),
        encounter=encounter_of(played.battle, encounter, encounter.round + 1),
    )
