"""The end of a round: morale, fatigue, units that leave the field; and the breath of those who suffocate."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.aftermath.fatigue import check_fatigue, tired_units, tiring_of
from service.rules.heroic.aftermath.models import HeroicFatigueCheck, HeroicMoraleCheck
from service.rules.heroic.aftermath.morale import losses_of, roll_morale, trigger_of
from service.rules.heroic.aftermath.outcomes import HeroicFatigueOutcome, HeroicMoraleOutcome
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.models import HeroicSide
from service.rules.heroic.battle.muster import released
from service.rules.heroic.battle.state import Battle, able_members, active_members, is_awake, partners
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicMoraleScope, HeroicRally, HeroicRulings
from service.rules.heroic.book.words import HeroicCondition, HeroicStatus
from service.rules.heroic.figures.standing import count_of, fp_without_air, spoken_name
from service.rules.heroic.orders.divisions import firm_holds, holds_on
from service.rules.roll_under.exertion import SUFFOCATION_FP

THIRD: Final = 3
HELD: Final = frozenset({HeroicCondition.GRAPPLED, HeroicCondition.PINNED})


class Courage(NamedTuple):
    """The battle after its morale checks, and those that were due."""

    battle: Battle
    checks: tuple[HeroicMoraleOutcome, ...]


class Tired(NamedTuple):
    """The battle once fatigue is rolled, and what it cost."""

    battle: Battle
    fatigue: HeroicFatigueOutcome


class Numbers(NamedTuple):
    """A side's strength: who can act, how many began the battle, and how many have fallen."""

    active: int
    start: int
    lost: int


def hold_breath(battle: Battle, dice: Dice) -> Battle:
    """Take the breath of those who begin the round suffocating.

    Ruling: heroic/ruling/suffocation-fp.
    """
    for place, unit in enumerate(battle.units):
        if unit.conditions and HeroicCondition.SUFFOCATING in unit.conditions and is_awake(unit):
            text = f"{spoken_name(unit)} suffocated for ten seconds more and lost {SUFFOCATION_FP} fatigue points."
            dice.note(attack_rules.GRAPPLE_SUFFOCATION, text, actor=unit.id, cites=(attack_rules.REF_SUFFOCATION,))
            left = unit.model_copy(update={"fp_current": fp_without_air(unit)})
            battle = battle.with_unit(place, left)
    return battle


def check_courage(battle: Battle, command: Command, sides: Sequence[HeroicSide], dice: Dice) -> Courage:
    """Play the morale phase: every unit that is due, those of the winning side first.

    Dice: 3D6 for each unit that is due.
    Ruling: heroic/ruling/morale-outnumber.
    """
    numbers: dict[str, Numbers] | None = None
    checks = []
    seen: set[int] = set()
    for place in command.sequence:
        if place in seen or not _may_be_due(battle, command, place):
            continue
        numbers = numbers_of(battle, command.rulings, sides) if numbers is None else numbers
        parts = parts_of(battle, place)
        seen |= {place, *parts}
        check = morale_check_of(battle, place, parts, sides, numbers, command.rulings)
        losses = losses_of(check, command.rulings)
        trigger = trigger_of(check, losses, command.rulings)
        if trigger.due:
            outcome = roll_morale(check, losses, trigger, command.rulings, dice)
            checks.append(outcome)
            for at, unit in zip((place, *parts), (outcome.unit, *outcome.parts), strict=True):
                battle = battle.with_unit(at, unit)
    return Courage(released(battle, command.rulings.assignment) if checks else battle, tuple(checks))


def _may_be_due(battle: Battle, command: Command, place: int) -> bool:
    """Tell whether a unit may have lost a third of its strength, or may rally."""
    unit, rulings = battle.units[place], command.rulings
    if unit.is_pc or not is_awake(unit):
        return False
    if unit.status is HeroicStatus.ROUTED:
        return rulings.rally is HeroicRally.RECHECK
    if unit.injury_group is not None or unit.morale.checked or rulings.morale_scope is HeroicMoraleScope.SIDE:
        return True
    full = unit.count_start * unit.hp
    return unit.hp_pool is not None and THIRD * (full - unit.hp_pool) >= full


def parts_of(battle: Battle, place: int) -> tuple[int, ...]:
    """Return the places of the other parts of a divided unit.

    Ruling: heroic/ruling/morale-mixed.
    """
    unit = battle.units[place]
    if unit.injury_group is None:
        return ()
    return tuple(
        [
            at
            for at, other in enumerate(battle.units)
            if at != place and other.injury_group == unit.injury_group and other.side == unit.side
        ]
    )


def numbers_of(battle: Battle, rulings: HeroicRulings, sides: Sequence[HeroicSide]) -> dict[str, Numbers]:
    """Count each side."""
    assignment = rulings.assignment
    found = {}
    for side in sides:
        own = [place for place, unit in enumerate(battle.units) if unit.side == side.id]
        start = sum([battle.units[place].count_start for place in own])
        found[side.id] = Numbers(
            sum([active_members(battle, place, assignment) for place in own]),
            start,
            start - sum([count_of(battle.units[place], assignment) for place in own]),
        )
    return found


def morale_check_of(
    battle: Battle,
    place: int,
    parts: tuple[int, ...],
    sides: Sequence[HeroicSide],
    numbers: dict[str, Numbers],
    rulings: HeroicRulings,
) -> HeroicMoraleCheck:
    """Return what counts for the morale of a unit and its other parts, in the battle as it stands."""
    unit = battle.units[place]
    own = next(side for side in sides if side.id == unit.side)
    enemies = [side for side in sides if side.id != unit.side]
    return HeroicMoraleCheck(
        unit=unit,
        parts=tuple([battle.units[at] for at in parts]),
        own_numbers=numbers[own.id].active,
        enemy_numbers=sum([numbers[side.id].active for side in enemies]),
        side_start=numbers[own.id].start,
        side_casualties=numbers[own.id].lost,
        held=_is_held(battle, place, rulings),
        can_retreat=own.can_retreat,
        enemy_accepts_surrender=all(side.accepts_surrender for side in enemies if numbers[side.id].active),
    )


def _is_held(battle: Battle, place: int, rulings: HeroicRulings) -> bool:
    """Tell whether everybody of a unit is held."""
    unit, held = battle.units[place], sum([hold.members for hold in holds_on(battle, place)])
    return not HELD.isdisjoint(unit.conditions) or 0 < count_of(unit, rulings.assignment) <= held


def tire(battle: Battle, command: Command, dice: Dice) -> Tired:
    """Play the fatigue phase.

    Dice: as `check_fatigue`.
    """
    units = [
        tiring_of(
            unit,
            active=able_members(battle, place, command.rulings.assignment) > 0,
            moved=battle.tolls[place].moved,
            rolled=battle.tolls[place].rolled,
        )
        for place, unit in enumerate(battle.units)
    ]
    outcome = check_fatigue(HeroicFatigueCheck(units=tuple(units)), command.rulings, dice)
    if not outcome.units:
        return Tired(battle, outcome)
    after = battle._replace(units=tired_units(battle.units, outcome.units, command.rulings))
    return Tired(released(after, command.rulings.assignment), outcome)


def leave_field(battle: Battle, runners: Sequence[int], rulings: HeroicRulings, dice: Dice) -> Battle:
    """Let those who were routed when the round began leave the field, unless they are locked in melee or held.

    Ruling: heroic/ruling/rout-sticky.
    """
    for place in runners:
        unit = battle.units[place]
        bound = partners(battle, place) or firm_holds(battle, place, rulings)
        if unit.status is HeroicStatus.ROUTED and is_awake(unit) and not bound:
            text = f"{spoken_name(unit)} fled the field."
            dice.note(rulebook.MORALE_MUST_RETREAT, text, actor=unit.id)
            battle = battle.with_unit(place, unit.model_copy(update={"status": HeroicStatus.FLED}))
    return battle
