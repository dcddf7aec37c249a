"""The end of a round and of a battle: morale, fatigue, units that leave the field, and whether one side has won."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.heroic.aftermath import fatigue, morale, outcomes
from service.rules.heroic.aftermath.models import HeroicBattle
from service.rules.heroic.aftermath.trial import Trial
from service.rules.heroic.battle import state
from service.rules.heroic.battle.models import HeroicSide
from service.rules.heroic.battle.muster import muster, released
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicMoraleScope, HeroicRally, HeroicRoutRound, HeroicRulings
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import ACTIVE, ROUTED, SUFFOCATING, HeroicChangeReason, HeroicStatus
from service.rules.heroic.figures import standing
from service.rules.heroic.figures.changes import Cause
from service.rules.heroic.orders.divisions import HELD, firm_holds, holds_on
from service.rules.kernel.telling import won_told
from service.rules.roll_under.exertion import SUFFOCATION_FP

BY_SIDE: Final = HeroicMoraleScope.SIDE
BY_UNIT: Final = HeroicMoraleScope.UNIT
THIRD: Final = 3


class Numbers(NamedTuple):
    """A side's strength: who can act, how many began the battle, and how many have fallen; and that of its enemies.

    `is_spared` tells whether all enemies who can act accept surrender.
    """

    side: HeroicSide
    active: int
    start: int
    lost: int
    enemies: int
    is_spared: bool


class DueCheck(NamedTuple):
    """A morale check that is due: the places of the unit and its other parts, what counts for it, and why it is due."""

    places: tuple[int, ...]
    trial: Trial
    losses: morale.Losses
    trigger: morale.Trigger


def hold_breath(battle: state.Battle, dice: Dice) -> state.Battle:
    """Take the breath of those who begin the round suffocating.

    Ruling: heroic/ruling/suffocation-fp.
    """
    for place, unit in enumerate(battle.units):
        if unit.conditions and SUFFOCATING in unit.conditions and state.is_awake(unit):
            name = standing.spoken_name(unit)
            text = f"{name} suffocated for ten seconds more and lost {SUFFOCATION_FP} fatigue points."
            dice.note(attack_rules.GRAPPLE_SUFFOCATION, text, actor=unit.id, cites=(attack_rules.REF_SUFFOCATION,))
            left = unit.model_copy(update={"fp_current": standing.fp_without_air(unit)})
            battle = battle.with_unit(place, left, Cause(HeroicChangeReason.FATIGUE))
    return battle


def check_courage(battle: state.Battle, dice: Dice) -> tuple[state.Battle, tuple[outcomes.HeroicMoraleOutcome, ...]]:
    """Play the morale phase: every unit that is due, those of the winning side first.

    Dice: 3D6 for each unit that is due.
    Ruling: heroic/ruling/morale-outnumber.
    """
    due = _due_checks(battle)
    if not due:
        return battle, ()
    dice.expect(lambda: [morale.morale_roll(each.trial.unit) for each in due])
    checks = []
    units = list(battle.units)
    for each in due:
        checked = morale.roll_courage(each.trial, each.losses, each.trigger, battle.rulings, dice)
        for at, unit in zip(each.places, morale.units_after(each.trial, each.losses, checked), strict=True):
            units[at] = unit
        if dice.tells:
            checks.append(morale.morale_outcome(each.trial, each.losses, each.trigger, checked))
    return released(battle.changed(Cause(HeroicChangeReason.MORALE), units=tuple(units))), tuple(checks)


def _due_checks(battle: state.Battle) -> list[DueCheck]:
    """Return the morale checks that are due, in acting order; none of them depends on what comes of another."""
    numbers: dict[str, Numbers] | None = None
    due = []
    seen: set[int] = set()
    for place in battle.sequence:
        if place in seen or not _may_be_due(battle, place) or _is_tried(battle, place):
            continue
        numbers = numbers_of(battle) if numbers is None else numbers
        parts = parts_of(battle, place)
        seen |= {place, *parts}
        trial = trial_in(battle, place, parts, numbers)
        losses = morale.losses_of(trial, battle.rulings)
        trigger = morale.trigger_of(trial, losses, battle.rulings)
        if trigger.due:
            due.append(DueCheck((place, *parts), trial, losses, trigger))
    return due


def may_be_due(battle: state.Battle) -> bool:
    """Return whether a morale check of any unit may be due."""
    return any(_may_be_due(battle, place) for place in battle.sequence)


def _may_be_due(battle: state.Battle, place: int) -> bool:
    """Return whether a unit may have lost a third of its strength, or may rally."""
    unit, rulings = battle.units[place], battle.rulings
    if unit.is_pc or not state.is_awake(unit):
        return False
    if unit.status is ROUTED:
        return rulings.rally is HeroicRally.RECHECK
    if unit.injury_group is not None or unit.morale.checked or rulings.morale_scope is BY_SIDE:
        return True
    pool = unit.hp_pool
    if pool is None:
        return False
    full = unit.count_start * unit.hp
    return THIRD * (full - pool) >= full


def _is_tried(battle: state.Battle, place: int) -> bool:
    """Return whether one alone has been checked before, and has lost no hit point since."""
    unit = battle.units[place]
    last = unit.morale.hp_at_last_check
    if last is None or not unit.morale.checked or battle.rulings.morale_scope is not BY_UNIT:
        return False
    return unit.status is ACTIVE and standing.is_solitary(unit) and standing.pool_of(unit) >= last


def parts_of(battle: state.Battle, place: int) -> tuple[int, ...]:
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


def numbers_of(battle: state.Battle) -> dict[str, Numbers]:
    """Count each side."""
    counts = {side.id: [0, 0, 0] for side in battle.sides}
    for unit, members in zip(battle.units, state.members_in(battle), strict=True):
        count, own = unit.count_start, counts[unit.side]
        own[0] += members.active
        own[1] += count
        own[2] += count - members.standing
    everybody = sum([active for active, _, _ in counts.values()])
    merciless = {side.id for side in battle.sides if not side.accepts_surrender and counts[side.id][0]}
    found = {}
    for side in battle.sides:
        active, start, lost = counts[side.id]
        is_spared = merciless.issubset((side.id,))
        found[side.id] = Numbers(side, active, start, lost, everybody - active, is_spared)
    return found


def trial_in(battle: state.Battle, place: int, parts: tuple[int, ...], numbers: dict[str, Numbers]) -> Trial:
    """Return what counts for the morale of a unit and its other parts, in the battle as it stands."""
    unit = battle.units[place]
    own = numbers[unit.side]
    return Trial(
        unit,
        own_numbers=own.active,
        enemy_numbers=own.enemies,
        side_start=own.start,
        side_casualties=own.lost,
        parts=tuple([battle.units[at] for at in parts]),
        held=_is_held(battle, place),
        can_retreat=own.side.can_retreat,
        enemy_accepts_surrender=own.is_spared,
    )


def _is_held(battle: state.Battle, place: int) -> bool:
    """Return whether everybody of a unit is held."""
    unit = battle.units[place]
    if not (battle.grapples or unit.conditions):
        return False
    held = sum([hold.members for hold in holds_on(battle, place)])
    return not HELD.isdisjoint(unit.conditions) or 0 < standing.count_of(unit, battle.rulings.assignment) <= held


def tire(battle: state.Battle, dice: Dice) -> tuple[state.Battle, outcomes.HeroicFatigueOutcome | None]:
    """Play the fatigue phase; fatigue points that decide nothing are counted only if somebody reads them.

    Dice: as `check_fatigue`.
    """
    if not dice.tells and not fatigue.fatigue_counts(battle.units, battle.rulings):
        fatigue.roll_fatigue(dice)
        return battle, None
    units = [
        fatigue.tiring_of(
            unit,
            active=state.able_members(battle, place) > 0,
            moved=battle.records[place].moved,
            rolled=battle.records[place].rolled,
        )
        for place, unit in enumerate(battle.units)
    ]
    outcome = fatigue.wear_out(units, battle.rulings, dice)
    if not outcome.units:
        return battle, outcome
    units_after = fatigue.tired_units(battle.units, outcome.units, battle.rulings)
    after = battle.changed(Cause(HeroicChangeReason.FATIGUE), units=units_after)
    return released(after), outcome


def leave_field(battle: state.Battle, runners: Sequence[int], dice: Dice) -> state.Battle:
    """Let those who were routed when the round began leave the field, unless they are locked in melee or held.

    Ruling: heroic/ruling/rout-sticky.
    """
    for place in runners:
        unit = battle.units[place]
        bound = state.partners(battle, place) or firm_holds(battle, place)
        if unit.status is ROUTED and state.is_awake(unit) and not bound:
            if dice.tells:
                text = f"{standing.spoken_name(unit)} fled the field."
                dice.note(rulebook.MORALE_MUST_RETREAT, text, actor=unit.id)
            fled = unit.model_copy(update={"status": HeroicStatus.FLED})
            battle = battle.with_unit(place, fled, Cause(HeroicChangeReason.FLIGHT))
    return battle


def check_battle_end(input: HeroicBattle, rulings: HeroicRulings) -> outcomes.HeroicBattleEnd:
    """Return whether a battle is over: whether all of a side are incapacitated, routed, surrendered or gone.

    Members of more than two sides fight on until at most one side is left.

    Raises: HeroicDuplicateId, HeroicUnknownSide, HeroicUnknownUnit, SameSideTarget, PoolMismatch.
    Ruling: heroic/ruling/rout-ends-battle.
    Source: Ending the Battle.
    """
    encounter = input.encounter
    return end_of(muster(encounter, rulings))


def is_over(battle: state.Battle) -> bool:
    """Return whether fewer than two sides have somebody who fights on."""
    fights = None
    for place, unit in enumerate(battle.units):
        if unit.side != fights and fights_on(battle, place):
            if fights is not None:
                return False
            fights = unit.side
    return True


def battle_verdict(battle: state.Battle) -> outcomes.HeroicBattleVerdict:
    """Return whether the battle is over, and who has won."""
    fighting = {unit.side for place, unit in enumerate(battle.units) if fights_on(battle, place)}
    winner = min(fighting) if len(fighting) == 1 else None
    return outcomes.HeroicBattleVerdict(over=len(fighting) < 2, winner=winner, draw=not fighting)


def end_of(battle: state.Battle) -> outcomes.HeroicBattleEnd:
    """Return how each side stands, and whether the battle is over."""
    standings = tuple([_standing(battle, side.id) for side in battle.sides])
    verdict = battle_verdict(battle)
    winner = verdict.winner
    runaways = [each for each in standings if each.side != winner and each.routed + each.fled]
    return outcomes.HeroicBattleEnd(
        summary=_summary(battle.sides, verdict),
        verdict=verdict,
        sides=standings,
        pursuit_possible=winner is not None and bool(runaways),
    )


def fights_on(battle: state.Battle, place: int) -> bool:
    """Return whether a unit keeps its side in the battle: any that is up and conscious, even if it is pinned.

    A routed one does only while it is locked in melee, if the options have its retreat played.

    Ruling: heroic/ruling/rout-ends-battle.
    """
    unit = battle.units[place]
    if not state.is_awake(unit):
        return False
    if unit.status is ROUTED:
        return battle.rulings.rout_round is HeroicRoutRound.PLAY and bool(state.partners(battle, place))
    return True


def _summary(sides: Sequence[HeroicSide], verdict: outcomes.HeroicBattleVerdict) -> str:
    winner = None if verdict.winner is None else side_name(sides, verdict.winner)
    return won_told(winner, draw=verdict.draw) if verdict.over else "The fight goes on."


def note_end(end: outcomes.HeroicBattleEnd, dice: Dice) -> None:
    """Note that a battle is over, if it is."""
    winner = end.verdict.winner
    if not end.verdict.over:
        return
    if winner is None:
        dice.note(rulebook.BATTLE_END, end.summary)
        return
    routed = any(each.routed for each in end.sides if each.out)
    cites: Cites = (Rulings.ROUT_ENDS_BATTLE,) if routed else ()
    dice.note(rulebook.BATTLE_END, end.summary, actor=winner, cites=cites)


def side_name(sides: Iterable[HeroicSide], side: str) -> str:
    """Return what players call the side with an id."""
    return next((each.name for each in sides if each.id == side), None) or side


def _standing(battle: state.Battle, side: str) -> outcomes.HeroicSideStanding:
    places = [place for place, unit in enumerate(battle.units) if unit.side == side]
    return outcomes.HeroicSideStanding(
        side=side,
        active=sum([state.active_members(battle, place) for place in places]),
        incapacitated=sum([_fallen(battle, place) for place in places]),
        routed=_members(battle, places, ROUTED),
        surrendered=_members(battle, places, HeroicStatus.SURRENDERED),
        fled=_members(battle, places, HeroicStatus.FLED),
        out=not any(fights_on(battle, place) for place in places),
    )


def _fallen(battle: state.Battle, place: int) -> int:
    unit = battle.units[place]
    return unit.count_start - standing.count_of(unit, battle.rulings.assignment)


def _members(battle: state.Battle, places: Sequence[int], status: HeroicStatus) -> int:
    return sum(
        [
            standing.count_of(battle.units[at], battle.rulings.assignment)
            for at in places
            if battle.units[at].status is status
        ]
    )
