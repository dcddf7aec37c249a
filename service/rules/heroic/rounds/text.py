"""What a round came to: the verdict, how every unit stands, and a sentence or two that sum it up."""

from collections.abc import Sequence

from service.rules.heroic.attack.outcomes import HeroicAttackReport
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.models import HeroicSide
from service.rules.heroic.battle.state import Battle, active_members
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.standing import count_of, fp_left, is_solitary, pool_of, spoken_name
from service.rules.heroic.rounds.battle_end import side_name
from service.rules.heroic.rounds.outcomes import HeroicRoundVerdict, HeroicUnitStanding
from service.rules.heroic.rounds.phases import Ended, Played

MOST_NAMES = 5


def round_verdict(before: Battle, ended: Ended) -> HeroicRoundVerdict:
    """Return what players care about in a round."""
    played = ended.played
    assignment = played.command.rulings.assignment
    was, now = ([count_of(unit, assignment) for unit in battle.units] for battle in (before, played.battle))
    return HeroicRoundVerdict(
        battle_over=ended.end.over,
        winner=ended.end.winner,
        initiative=played.initiative.verdict.winner,
        casualties=sum(was) - sum(now),
        routed=sum([each.verdict.breaks for each in played.morale]),
    )


def standings_of(battle: Battle, command: Command) -> tuple[HeroicUnitStanding, ...]:
    """Return how every unit stands."""
    assignment = command.rulings.assignment
    standings = []
    for place, unit in enumerate(battle.units):
        order, pool, count = command.orders[place], pool_of(unit), count_of(unit, assignment)
        standings.append(
            HeroicUnitStanding(
                unit=unit.id,
                tactic=None if order is None else order.tactic,
                status=unit.status,
                pool=pool,
                hp_effective=max(pool, 0),
                count=count,
                active=active_members(battle, place, assignment),
                casualties=unit.count_start - count,
                fp=fp_left(unit),
            )
        )
    return tuple(standings)


def told_round(before: Battle, ended: Ended, sides: Sequence[HeroicSide]) -> str:
    """Sum up a round: who had the initiative, what the attacks came to, who fell or broke, and who has won."""
    played, end = ended.played, ended.end
    leader = played.initiative.verdict.winner
    parts = [] if leader is None else [f"{side_name(sides, leader)} won the initiative."]
    parts.append(_told_attacks(played))
    losses = _told_losses(before, played)
    if losses:
        parts.append(f"{losses}.")
    if end.over:
        parts.append("A draw." if end.winner is None else f"Victory for {side_name(sides, end.winner)}.")
    return " ".join(parts)


def attacks_of(played: Played) -> list[HeroicAttackReport]:
    """Return every attack of a round, grapples too."""
    made = [*played.ranged.attacks, *played.movement.free_attacks, *played.melee.attacks]
    return made + [each.attack for each in played.melee.grapples]


def _told_attacks(played: Played) -> str:
    attacks = attacks_of(played)
    if not attacks:
        moved = [each for each in played.movement.moves if each.yards]
        return "Nobody attacked, but there was movement." if moved else "Nobody attacked."
    hits, many = len([each for each in attacks if each.hits]), len(attacks)
    if many == 1:
        return f"The only attack {'hit' if hits else 'missed'}."
    if many == 2 and hits != 1:
        return f"Both attacks {'hit' if hits else 'missed'}."
    if hits in {0, many}:
        return f"All {many} attacks {'hit' if hits else 'missed'}."
    return f"{hits} of {many} attacks hit."


def _told_losses(before: Battle, played: Played) -> str:
    """Say who has lost how much."""
    told = []
    assignment = played.command.rulings.assignment
    units = played.battle.units
    for place, was in enumerate(before.units):
        now, parts = units[place], [units[at] for at in played.battle.parts.get(place, ())]
        lost = pool_of(was) - pool_of(now) - sum([pool_of(part) for part in parts])
        fallen = count_of(was, assignment) - sum([count_of(each, assignment) for each in (now, *parts)])
        name = spoken_name(now)
        if now.status is not was.status:
            told.append(f"{name} {_STATES[now.status]}")
        elif fallen and not is_solitary(now):
            told.append(f"{name} lost {fallen} of {count_of(was, assignment)} members")
        elif lost > 0:
            told.append(f"{name} lost {lost} hit point{'s' if lost > 1 else ''}")
    more = f"; {len(told) - MOST_NAMES} more suffered losses" if len(told) > MOST_NAMES else ""
    return _joined(told[:MOST_NAMES]) + more


def _joined(parts: Sequence[str]) -> str:
    return "; ".join(parts)


_STATES = {
    HeroicStatus.ACTIVE: "rallied",
    HeroicStatus.INCAPACITATED: "dropped out of the fight",
    HeroicStatus.ROUTED: "broke and fled",
    HeroicStatus.SURRENDERED: "surrendered",
    HeroicStatus.FLED: "fled the field",
}
