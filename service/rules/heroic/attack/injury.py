"""Injury step: everything pending is applied together to pools of hit points, halved where an HT roll succeeds."""

from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.rules.heroic.attack.models import HeroicInjury, HeroicPending
from service.rules.heroic.attack.outcomes import HeroicInjuryOutcome, HeroicInjuryVerdict, HeroicUnitInjury
from service.rules.heroic.attack.situation.legality import refuse_injury
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicAssignment, HeroicHtRoll, HeroicRulings
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import INCAPACITATED, HeroicCondition, HeroicStatus
from service.rules.heroic.figures.changes import INJURED, changes_of_units
from service.rules.heroic.figures.models import LOWEST_POOL, HeroicUnit
from service.rules.heroic.figures.standing import fp_left, is_solitary, pool_of, spoken_name, standing
from service.rules.kernel.tally import bare
from service.rules.kernel.telling import amount, sentence
from service.rules.roll_under.rolls import SuccessRoll, roll_will, succeeds, success_bands
from service.wire import value_class

CONCENTRATE: Final = HeroicAssignment.CONCENTRATE
EACH_ROLLED: Final = HeroicHtRoll.PER_ATTACK
WILL: Final[Cites] = (attack_rules.GRAPPLE_SUFFOCATION,)


@value_class
class Fall:
    """A pool before and after a loss, and who stands; `passed` went to the other parts of a divided unit."""

    pool_before: int
    pool_after: int
    count_before: int
    count_after: int
    wounded_member_hp: int | None
    passed: int


def fall_of(unit: HeroicUnit, pool: int, passed: int, assignment: HeroicAssignment) -> Fall:
    """Return what becomes of a unit whose pool is brought to this; a group's never falls below 0.

    Ruling: heroic/ruling/negative-hp.
    """
    before, hp, start = pool_of(unit), unit.hp, unit.count_start
    after = max(pool, LOWEST_POOL if is_solitary(unit) else 0)
    count = standing(after, hp, start, assignment)
    wounded = after - (count - 1) * hp if count else hp
    concentrated = assignment is CONCENTRATE
    return Fall(
        before,
        after,
        standing(before, hp, start, assignment),
        count,
        wounded if wounded < hp and concentrated else None,
        passed,
    )


def told_fall(unit: HeroicUnit, fall: Fall, hits: int, dice: Dice) -> None:
    """Note what a loss by so many hits did to a unit, if it lost anything."""
    lost = fall.pool_before - fall.pool_after
    if not lost and not fall.passed:
        return
    name = spoken_name(unit)
    full = unit.count_start * unit.hp
    text = f"{name} lost {amount(lost, 'hit point')}, {fall.pool_after} of {full} left"
    fallen = fall.count_before - fall.count_after
    cites: Cites = (attack_rules.POOL_ABSTRACT,)
    if is_solitary(unit):
        rule = attack_rules.INJURY_INCAPACITATED if fallen else attack_rules.POOL_SIZE
        if fallen:
            cites = (*cites, Rulings.NEGATIVE_HP) if fall.pool_after else cites
            text += ", and dropped out of the fight"
    else:
        rule = attack_rules.POOL_CASUALTIES
        if fallen:
            cites = (*cites, attack_rules.INJURY_INCAPACITATED)
        if fallen > hits > 0:
            cites = (*cites, attack_rules.POOL_NOT_LIMITED_BY_HITS)
        text += f"; {fallen or 'none'} of {fall.count_before} fell"
        if fall.passed:
            cites = (*cites, rulebook.UNIT_PARTIAL_EFFECT)
            text += f", and {fall.passed} more went to the rest of the divided unit"
    dice.note(rule, f"{text}.", actor=unit.id, cites=cites)


class Pending(NamedTuple):
    """Injury that is not applied yet: whose, by what, by how many hits, how much, and the most to be lost to it."""

    unit: str
    source: str
    hits: int
    injury: int
    limit: int | None = None
    ht_applies: bool = True

    def model(self) -> HeroicPending:
        """Return it as it travels."""
        return HeroicPending(
            unit=self.unit,
            source=self.source,
            hits=self.hits,
            injury=self.injury,
            limit=self.limit,
            ht_applies=self.ht_applies,
        )


@value_class
class Loss:
    """What a unit loses once its HT rolls are made."""

    rolls: tuple[int, ...]
    halved: bool
    lost: int


@value_class
class Settlement:
    """An injury step, applied: all units as they are now, and what befell those who were injured, if it is reported.

    They are the same units if there was nothing to apply.
    """

    units: tuple[HeroicUnit, ...]
    injuries: tuple[HeroicUnitInjury, ...]


@value_class
class Rolled:
    """A unit whose rolls are made: what was pending, what it loses, and its Will roll if it suffocates."""

    unit: HeroicUnit
    amounts: tuple[Pending, ...]
    loss: Loss
    will: SuccessRoll | None


NO_LOSS: Final = Loss((), halved=False, lost=0)


def resolve_injury(input: HeroicInjury, rulings: HeroicRulings, dice: Dice) -> HeroicInjuryOutcome:
    """Apply everything that is pending, halved for each unit whose HT roll succeeds.

    Dice: for each injured unit, those of the side with the initiative first, 3D6 against HT; then 3D6 against Will if
    it suffocates without fatigue points left.
    Raises: HeroicUnknownUnit, HeroicDuplicateId, PoolMismatch.
    Source: Injury.
    """
    refuse_injury(input)
    settled = settle(input.units, pending_in(input), input.winner, rulings, dice)
    verdict = verdict_of(settled.injuries)
    names = {unit.id: spoken_name(unit) for unit in input.units}
    lost = [_lost(names[each.unit], each) for each in settled.injuries]
    return HeroicInjuryOutcome(
        summary=sentence("; ".join(lost) if lost else "nobody was injured"),
        verdict=verdict,
        injuries=settled.injuries,
        changes=changes_of_units(input.units, settled.units, INJURED),
        units=settled.units,
    )


def _lost(name: str, injury: HeroicUnitInjury) -> str:
    points = "hit point" if injury.applied == 1 else "hit points"
    text = f"{name} lost {injury.applied} {points}"
    if injury.casualties and not injury.count_after:
        return f"{text} and dropped out of the fight"
    return f"{text}, and {injury.casualties} of {injury.count_before} fell" if injury.casualties else text


def verdict_of(injuries: tuple[HeroicUnitInjury, ...]) -> HeroicInjuryVerdict:
    """Add up what players care about."""
    return HeroicInjuryVerdict(
        applied=sum([each.applied for each in injuries]),
        casualties=sum([each.casualties for each in injuries]),
        units_felled=sum([each.count_before > 0 and each.count_after == 0 for each in injuries]),
    )


def settle(
    units: tuple[HeroicUnit, ...],
    pending: tuple[Pending, ...],
    winner: str | None,
    rulings: HeroicRulings,
    dice: Dice,
    *,
    reports: bool = True,
) -> Settlement:
    """Apply pending injury to units; a unit's is added up, and it is cleared. Without reports only the units tell it.

    Dice: for each injured unit, those of the winner's side first, then in the order listed, 3D6 against HT; then 3D6
    against Will if it suffocates without fatigue points left.
    Ruling: heroic/ruling/pending-reset.
    """
    of = _by_unit(pending)
    concerned = [unit for unit in units if unit.id in of or (unit.conditions and is_suffocating(unit))]
    if not concerned:
        return Settlement(units, ())
    if len(concerned) > 1:
        concerned = in_rolling_order(tuple(concerned), winner)
    dice.expect(lambda: [each for unit in concerned for each in injury_rolls(unit, of.get(unit.id, ()), rulings)])
    rolled = [_roll_unit(unit, of.get(unit.id, ()), rulings, dice) for unit in concerned]
    falls = _falls(units, rolled, rulings.assignment)
    if len(falls) > len(rolled):
        ids = {unit.id for unit in concerned}
        rolled += [Rolled(unit, (), NO_LOSS, None) for unit in units if unit.id in falls and unit.id not in ids]
    injuries = []
    after = {}
    for one in rolled:
        unit, fall = one.unit, falls[one.unit.id]
        if dice.tells:
            told_fall(unit, fall, sum([amount.hits for amount in one.amounts]), dice)
        if reports:
            injuries.append(_record(one, fall))
        after[unit.id] = _after(one, fall)
    return Settlement(tuple([after.get(unit.id, unit) for unit in units]), tuple(injuries))


def _by_unit(pending: tuple[Pending, ...]) -> dict[str, tuple[Pending, ...]]:
    """Return the injury that each unit has taken."""
    of: dict[str, tuple[Pending, ...]] = {}
    for each in pending:
        if each.injury:
            of[each.unit] = (*of[each.unit], each) if each.unit in of else (each,)
    return of


def injury_rolls(unit: HeroicUnit, amounts: tuple[Pending, ...], rulings: HeroicRulings) -> list[Expected]:
    """Return the rolls of one unit in an injury step, as they are announced."""
    name = spoken_name(unit)
    halvable = [each for each in amounts if each.ht_applies]
    purposes = [f"HT of {name} against the injury by {each.source}" for each in halvable]
    if rulings.ht_roll is not EACH_ROLLED and halvable:
        purposes = [f"HT of {name} against all its injury"]
    rolls = [Expected(attack_rules.INJURY_HT_HALVES, THREE_D6, unit.id, purpose) for purpose in purposes]
    if is_suffocating(unit):
        purpose = f"Will of {name} to stay conscious without air"
        rolls.append(Expected(attack_rules.REF_SUFFOCATION, THREE_D6, unit.id, purpose))
    return rolls


def _roll_unit(unit: HeroicUnit, amounts: tuple[Pending, ...], rulings: HeroicRulings, dice: Dice) -> Rolled:
    """Roll HT for a unit's pending injury, and Will if it suffocates."""
    loss = roll_loss(unit, amounts, rulings, dice) if amounts else NO_LOSS
    if not (unit.conditions and is_suffocating(unit)):
        return Rolled(unit, amounts, loss, None)
    outcomes = ("stayed conscious", "fell unconscious without air")
    name, rule = spoken_name(unit), attack_rules.REF_SUFFOCATION
    return Rolled(unit, amounts, loss, roll_will(rule, unit.will, outcomes, dice, actor=unit.id, name=name, cites=WILL))


def pending_in(input: HeroicInjury) -> tuple[Pending, ...]:
    """Return what a request says is pending."""
    return tuple([Pending(**dict(each)) for each in input.pending])


def in_rolling_order(units: tuple[HeroicUnit, ...], winner: str | None) -> list[HeroicUnit]:
    """Return the units of the side with the initiative first, then the others, each as listed."""
    return [each for each in units if each.side == winner] + [each for each in units if each.side != winner]


def is_suffocating(unit: HeroicUnit) -> bool:
    """Return whether a unit has to roll Will to stay conscious.

    Ruling: heroic/ruling/suffocation-fp.
    """
    conditions = unit.conditions
    return (
        HeroicCondition.SUFFOCATING in conditions
        and HeroicCondition.UNCONSCIOUS not in conditions
        and fp_left(unit) <= 0
    )


def roll_loss(unit: HeroicUnit, amounts: tuple[Pending, ...], rulings: HeroicRulings, dice: Dice) -> Loss:
    """Roll HT against pending injury and return what is lost.

    Dice: 3D6, or for each attack's injury 3D6 if the option says so; nothing where HT does not apply.
    Ruling: heroic/ruling/ht-once.
    """
    if rulings.ht_roll is EACH_ROLLED and len(amounts) > 1:
        losses = [_roll_step(unit, (each,), dice) for each in amounts]
        rolls = tuple([roll for loss in losses for roll in loss.rolls])
        return Loss(rolls, any(loss.halved for loss in losses), sum([loss.lost for loss in losses]))
    return _roll_step(unit, amounts, dice)


def _roll_step(unit: HeroicUnit, amounts: tuple[Pending, ...], dice: Dice) -> Loss:
    halvable = certain = 0
    limited = False
    for each in amounts:
        limited = limited or each.limit is not None
        if each.ht_applies:
            halvable += each.injury
        else:
            certain += each.injury
    if not halvable:
        return Loss((), halved=False, lost=certain - _excess(amounts, halved=False))
    ht = unit.ht
    roll = dice.roll(attack_rules.INJURY_HT_HALVES, THREE_D6, actor=unit.id, target=bare(ht), bands=success_bands(ht))
    halved = succeeds(ht, roll.total)
    lost = certain + (-(-halvable // 2) if halved else halvable)
    if limited:
        lost -= _excess(amounts, halved=halved)
    if not dice.tells:
        return Loss((roll.total,), halved, lost)
    cites = (attack_rules.DICE_ROUNDING,) if halved and halvable % 2 else ()
    counted = f"all {lost}" if lost == certain + halvable and not halved else f"{lost} of {certain + halvable}"
    outcome = f"{'success' if halved else 'failure'}, {counted} injury counted"
    text = f"{spoken_name(unit)} rolled {roll.total} against HT {ht}: {outcome}."
    roll.tell(text, margin=ht - roll.total, cites=cites)
    return Loss((roll.total,), halved, lost)


def _excess(amounts: tuple[Pending, ...], *, halved: bool) -> int:
    """Return what is lost to nobody, because it hit a figure that had no more to lose."""
    excess = 0
    for each in amounts:
        if each.limit is not None:
            share = -(-each.injury // 2) if halved and each.ht_applies else each.injury
            excess += max(share - each.limit, 0)
    return excess


def _falls(units: tuple[HeroicUnit, ...], rolled: list[Rolled], assignment: HeroicAssignment) -> dict[str, Fall]:
    """Take losses from pools, in order; what a part of a divided unit cannot lose goes to the next part of it."""
    if not any(each.unit.injury_group for each in rolled):
        return {each.unit.id: fall_of(each.unit, pool_of(each.unit) - each.loss.lost, 0, assignment) for each in rolled}
    pools = {unit.id: pool_of(unit) for unit in units}
    passed: dict[str, int] = {}
    for each in rolled:
        unit = each.unit
        left = pools[unit.id] - each.loss.lost
        pools[unit.id] = left
        if left < 0 and unit.injury_group is not None:
            pools[unit.id], passed[unit.id] = 0, 0
            for partner in units:
                if partner.id != unit.id and partner.injury_group == unit.injury_group and partner.side == unit.side:
                    taken = min(max(pools[partner.id], 0), -left - passed[unit.id])
                    pools[partner.id] -= taken
                    passed[unit.id] += taken
    touched = {each.unit.id for each in rolled}
    return {
        unit.id: fall_of(unit, pools[unit.id], passed.get(unit.id, 0), assignment)
        for unit in units
        if unit.id in touched or pools[unit.id] != pool_of(unit)
    }


def _record(rolled: Rolled, fall: Fall) -> HeroicUnitInjury:
    unit, loss, will = rolled.unit, rolled.loss, rolled.will
    return HeroicUnitInjury(
        unit=unit.id,
        pending=sum([each.injury for each in rolled.amounts]),
        ht_rolls=loss.rolls,
        halved=loss.halved,
        applied=fall.pool_before - fall.pool_after,
        overflow=fall.passed,
        pool_before=fall.pool_before,
        pool_after=fall.pool_after,
        hp_effective=max(fall.pool_after, 0),
        count_before=fall.count_before,
        count_after=fall.count_after,
        casualties=fall.count_before - fall.count_after,
        wounded_member_hp=fall.wounded_member_hp,
        will_roll=None if will is None else will.total,
        stays_conscious=None if will is None else will.succeeded,
        status=_status_after(unit, fall),
    )


def _after(rolled: Rolled, fall: Fall) -> HeroicUnit:
    """Return a unit as an injury step leaves it."""
    unit, will = rolled.unit, rolled.will
    changes: dict[str, object] = {"hp_pool": fall.pool_after, "status": _status_after(unit, fall)}
    if will is not None and not will.succeeded:
        changes["conditions"] = (*unit.conditions, HeroicCondition.UNCONSCIOUS)
    return unit.model_copy(update=changes)


def _status_after(unit: HeroicUnit, fall: Fall) -> HeroicStatus:
    return INCAPACITATED if fall.count_after == 0 else unit.status
