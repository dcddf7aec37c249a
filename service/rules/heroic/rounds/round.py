"""One round of a battle, from the orders to the end of the round, and what it came to in a sentence or two."""

from collections.abc import Mapping
from typing import Final

from service.dice.model import Dice
from service.rules.heroic.attack.attack import attack_text, points_of
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.outcomes import HeroicAttackReport, HeroicGrappleReport
from service.rules.heroic.battle.models import HeroicEncounter, HeroicRound
from service.rules.heroic.battle.muster import encounter_of, muster, told
from service.rules.heroic.battle.state import Battle, active_members
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import MissingOrders, SideWithoutUnits
from service.rules.heroic.book.words import ROUTED, HeroicCondition, HeroicStatus
from service.rules.heroic.figures import standing
from service.rules.heroic.orders.declaration import check_orders, refuse_orders, unordered
from service.rules.heroic.orders.policy import flight_of, service_orders, without_orders
from service.rules.heroic.rounds.closing import fights_on, side_name
from service.rules.heroic.rounds.ending import end_text, refuse_over
from service.rules.heroic.rounds.outcomes import HeroicRoundOutcome, HeroicRoundVerdict, HeroicUnitStanding
from service.rules.heroic.rounds.phases import Ended, RoundState, play
from service.rules.kernel.telling import MOST_TURNS, amount, sentence

MOST_NAMES: Final = 5
STATUS_TEXTS: Final = {
    HeroicStatus.ACTIVE: "rallied",
    HeroicStatus.INCAPACITATED: "dropped out of the fight",
    HeroicStatus.ROUTED: "broke and fled",
    HeroicStatus.SURRENDERED: "surrendered",
    HeroicStatus.FLED: "fled the field",
}


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
    Raises: FightOver, SideWithoutUnits, MissingOrders; the refusals of `validate-orders`, which lists them;
    HeroicDuplicateId, HeroicUnknownSide, HeroicUnknownUnit, SameSideTarget, PoolMismatch.
    Source: Combat Procedure.
    """
    battle = muster(input.encounter, rulings)
    battle = told(battle, input.encounter) if dice.tells else battle
    refuse_idle_sides(battle)
    checked = check_orders(battle, input.orders)
    refuse_orders(checked)
    given = {each.place: each.order for each in checked if each.place is not None}
    for place in unordered(battle, tuple(given)):
        unit = battle.units[place]
        if not input.npc_orders or unit.is_pc:
            who = (
                "a person plays it, so the service never" if unit.is_pc else "only with `npc_orders`: true the service"
            )
            message = f"There is no order for {standing.spoken_name(unit)}; {who} orders it."
            raise MissingOrders(message, pointer="/orders")
    idle = without_orders(battle) if input.npc_orders else []
    left = [place for place in idle if place not in given and not battle.units[place].is_pc]
    orders = given | service_orders(battle, left, {}, dice)
    begun = ordered(battle, orders, frozenset(left))
    return _outcome(begun, play(begun, dice), input.encounter)


def refuse_idle_sides(battle: Battle) -> None:
    """Refuse a battle in which fewer than two sides have a unit left to fight."""
    fighting = {unit.side for place, unit in enumerate(battle.units) if fights_on(battle, place)}
    if len(fighting) < 2:
        refuse_over(battle)
        at, idle = next((at, side) for at, side in enumerate(battle.sides) if side.id not in fighting)
        raise SideWithoutUnits(f"No active unit fights for {idle.id!r}.", pointer=f"/encounter/sides/{at}/id")


def ordered(battle: Battle, orders: Mapping[int, HeroicOrder], free_hands: frozenset[int]) -> Battle:
    """Return the battle with everybody's order; routed units without one retreat.

    Ruling: heroic/ruling/rout-sticky.
    """
    routed = [place for place, unit in enumerate(battle.units) if unit.status is ROUTED]
    everybody = {place: flight_of(battle, place) for place in routed if place not in orders} | {**orders}
    waits = dict(sorted([(at, order.wait) for at, order in everybody.items() if order.wait is not None]))
    given = tuple([everybody.get(place) for place in range(len(battle.units))])
    return battle._replace(orders=given, free_hands=free_hands, waits=waits)


def _outcome(before: Battle, ended: Ended, encounter: HeroicEncounter) -> HeroicRoundOutcome:
    state = ended.state
    return HeroicRoundOutcome(
        summary=round_text(before, ended),
        verdict=round_verdict(before, ended),
        orders=tuple([order for order in before.orders if order is not None]),
        initiative=state.initiative,
        ranged=state.ranged,
        movement=state.movement,
        melee=state.melee,
        morale=state.morale,
        fatigue=state.fatigue,
        sides=ended.end.sides,
        pursuit_possible=ended.end.pursuit_possible,
        changes=state.battle.changes or (),
        standings=standings_of(state.battle),
        encounter=encounter_of(state.battle, encounter, encounter.round + 1),
    )


def round_verdict(before: Battle, ended: Ended) -> HeroicRoundVerdict:
    """Return what players care about in a round."""
    state, end = ended.state, ended.end.verdict
    assignment = state.battle.rulings.assignment
    was, now = ([standing.count_of(unit, assignment) for unit in battle.units] for battle in (before, state.battle))
    return HeroicRoundVerdict(
        over=end.over,
        winner=end.winner,
        draw=end.draw,
        initiative=state.initiative.verdict.winner,
        casualties=sum(was) - sum(now),
        routed=sum([each.verdict.breaks for each in state.morale]),
    )


def standings_of(battle: Battle) -> tuple[HeroicUnitStanding, ...]:
    """Return how every unit stands."""
    assignment = battle.rulings.assignment
    standings = []
    for place, unit in enumerate(battle.units):
        order, pool, count = battle.orders[place], standing.pool_of(unit), standing.count_of(unit, assignment)
        standings.append(
            HeroicUnitStanding(
                unit=unit.id,
                tactic=None if order is None else order.tactic,
                status=unit.status,
                pool=pool,
                hp_effective=max(pool, 0),
                count=count,
                active=active_members(battle, place),
                casualties=unit.count_start - count,
                fp=standing.fp_left(unit),
            )
        )
    return tuple(standings)


def round_text(before: Battle, ended: Ended) -> str:
    """Sum up a round: who had the initiative, what the attacks came to, who fell or broke, and who has won."""
    state, sides = ended.state, before.sides
    leader = state.initiative.verdict.winner
    parts = [] if leader is None else [f"The initiative went to {side_name(sides, leader)}."]
    parts.append(_attacks_text(state))
    losses = _losses_text(before, state)
    if losses:
        parts.append(sentence(losses))
    over = end_text(state.battle)
    return " ".join([*parts, *([over] if over else [])])


def attacks_of(state: RoundState) -> list[HeroicAttackReport]:
    """Return every attack of a round, grapples too."""
    made = [*state.ranged.attacks, *state.movement.free_attacks, *state.melee.attacks]
    return made + [each.attack for each in _grapples_of(state)]


def _grapples_of(state: RoundState) -> list[HeroicGrappleReport]:
    return [*state.movement.free_grapples, *state.melee.grapples]


def _attacks_text(state: RoundState) -> str:
    """Say what came of each attack, of many only of the first, and that others attacked."""
    attacks = attacks_of(state)
    if not attacks:
        moved = [each for each in state.movement.moves if each.yards]
        return "Nobody attacked, but there was movement." if moved else "Nobody attacked."
    told = [_attack_text(state, each) for each in attacks[:MOST_TURNS]]
    return sentence("; ".join([*told, *(["others attacked"] if len(attacks) > MOST_TURNS else [])]))


def _attack_text(state: RoundState, report: HeroicAttackReport) -> str:
    battle = state.battle
    attacker, target = (
        standing.spoken_name(battle.units[battle.places[name]]) for name in (report.attacker, report.target)
    )
    if report.hits and any(report is each.attack for each in _grapples_of(state)):
        return f"{attacker} grappled {target}"
    injury = f" for {points_of(report.injury)}" if report.injury else " without injury" if report.hits else ""
    return f"{attacker} {attack_text(report.outcome, report.hits, target)}{injury}"


def _losses_text(before: Battle, state: RoundState) -> str:
    """Say who has lost how much, and of whom courage has failed why."""
    losses, broken = [], [each for each in state.morale if each.verdict.breaks]
    reasons = {unit.id: each.reason.rstrip(".") for each in broken for unit in (each.unit, *each.parts)}
    assignment = state.battle.rulings.assignment
    units = state.battle.units
    for place, was in enumerate(before.units):
        now, parts = units[place], [units[at] for at in state.battle.parts.get(place, ())]
        lost = standing.pool_of(was) - standing.pool_of(now) - sum([standing.pool_of(part) for part in parts])
        fallen = standing.count_of(was, assignment) - sum(
            [standing.count_of(each, assignment) for each in (now, *parts)]
        )
        name = standing.spoken_name(now)
        if now.status is not was.status:
            why = f": {reasons[now.id]}" if now.id in reasons else ""
            losses.append(f"{name} {STATUS_TEXTS[now.status]}{why}")
        elif fallen and not standing.is_solitary(now):
            losses.append(f"{name} lost {fallen} of {standing.count_of(was, assignment)} members")
        elif lost > 0:
            losses.append(f"{name} lost {amount(lost, 'hit point')}")
        if now.status is was.status and HeroicCondition.UNCONSCIOUS in {*now.conditions} - {*was.conditions}:
            losses.append(f"{name} fell unconscious")
    more = f"; {len(losses) - MOST_NAMES} more suffered losses" if len(losses) > MOST_NAMES else ""
    return "; ".join(losses[:MOST_NAMES]) + more
