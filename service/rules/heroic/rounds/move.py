"""Resolve one unit's movement in a battle: hazards, free attacks, the walk, and the locks it makes and ends."""

from service.dice.model import Dice
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.models import HeroicEncounter, HeroicMove
from service.rules.heroic.battle.muster import encounter_of, muster
from service.rules.heroic.battle.outcomes import HeroicMoveOutcome, HeroicMoveVerdict
from service.rules.heroic.battle.state import FRESH, Battle, Toll, is_awake, partners
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import AttackerInactive, HeroicUnknownSide, HeroicUnknownUnit, MissingOrders
from service.rules.heroic.book.words import HeroicActionPhase
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.declaration import check_orders, refuse_orders
from service.rules.heroic.orders.other_actions import ordered_shots
from service.rules.heroic.rounds.movement import March, march, meet_hazards
from service.rules.heroic.rounds.turns import perform_deeds


def resolve_move(input: HeroicMove, rulings: HeroicRulings, dice: Dice) -> HeroicMoveOutcome:
    """Move one unit as it is ordered.

    Distances are in yards, movement spent in multiples of Move. The injury of hazards and free attacks is pending;
    only with option free_attack_injury `immediate` is that of free attacks applied, and may stop the unit.

    Dice: for each free attack those of the attack; if it is applied at once, 3D6 against HT.
    Raises: HeroicUnknownUnit, HeroicUnknownSide, AttackerInactive, MissingOrders, and the refusals of orders.
    Source: Movement Phase; Being Locked in Melee and Disengagement.
    """
    encounter = input.encounter
    battle = muster(encounter, rulings.assignment)
    place = battle.places.get(input.unit)
    if place is None:
        raise HeroicUnknownUnit(f"There is no unit {input.unit!r}.", pointer="/unit")
    command = _command(battle, input, rulings)
    order = command.orders[place]
    unit = battle.units[place]
    if not is_awake(unit):
        raise AttackerInactive(f"Out of the fight, {spoken_name(unit)} cannot move.", pointer="/unit")
    if order is None:
        raise MissingOrders(f"There is no order for {spoken_name(unit)}, who is to move.", pointer="/orders")
    before = battle
    battle = battle.with_toll(place, _toll(battle, place, order, input.allowance_spent))
    battle = meet_hazards(battle, place, encounter.hazards, dice)
    done = march(perform_deeds(battle, place, order, HeroicActionPhase.MOVEMENT, dice), command, place, dice)
    return _outcome(before, place, done, encounter)


def _toll(battle: Battle, place: int, order: HeroicOrder, spent: float) -> Toll:
    """Return what a unit has done before it moves: the shots that it is ordered to make."""
    shots = max(spent, float(ordered_shots(battle.units[place], order)))
    return FRESH._replace(shots=shots, shot_at=frozenset([battle.places[each.target] for each in order.ranged]))


def _command(battle: Battle, input: HeroicMove, rulings: HeroicRulings) -> Command:
    """Return the orders that concern the move, refusing those that are illegal."""
    known = {side.id for side in input.encounter.sides}
    if input.winner is not None and input.winner not in known:
        raise HeroicUnknownSide(f"There is no side {input.winner!r}.", pointer="/winner")
    command = Command((None,) * len(battle.units), rulings, input.encounter.terrain, winner=input.winner)
    checked = check_orders(battle, command, input.orders)
    refuse_orders(checked)
    orders = {each.place: each.order for each in checked}
    return command._replace(orders=tuple([orders.get(place) for place in range(len(battle.units))]))


def _outcome(before: Battle, place: int, done: March, encounter: HeroicEncounter) -> HeroicMoveOutcome:
    battle, moved = done.battle, done.moved
    unit = battle.units[place]
    injury = sum([each.injury for each in battle.pending if each.unit == unit.id])
    injury += sum([each.pending for each in done.injuries if each.unit == unit.id])
    verdict = HeroicMoveVerdict(yards=moved.yards, locked=bool(partners(battle, place)), injury=injury)
    return HeroicMoveOutcome(
        summary=_summary(before, place, done, verdict),
        verdict=verdict,
        moved=moved,
        locks_made=done.made,
        locks_ended=done.ended,
        free_attacks=done.free,
        injuries=done.injuries,
        pending=tuple([each.model() for each in battle.pending]),
        encounter=encounter_of(battle, encounter, encounter.round),
    )


def _summary(before: Battle, place: int, done: March, verdict: HeroicMoveVerdict) -> str:
    """Say in a sentence or two what happened."""
    battle, name = done.battle, spoken_name(done.battle.units[place])
    if not verdict.yards:
        text = f"{name} did not move: {done.moved.reason}."
    else:
        text = f"{name} moved {verdict.yards:g} yard{'' if verdict.yards == 1 else 's'}."
    if done.made:
        foes = [spoken_name(battle.units[at]) for at in sorted(partners(battle, place) - partners(before, place))]
        text += f" Now locked in melee with {', '.join(foes)}."
    elif done.ended and not verdict.locked:
        text += " The melee is left behind."
    if verdict.injury:
        text += f" Injury taken: {verdict.injury}."
    return text
