"""Whom an attack may hit that was meant for somebody else: the candidates in order, and their rolls."""

from typing import Final

from service.dice.model import THREE_D6, Cites, Dice
from service.rules.kernel.tally import spoken
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under import rolls
from service.rules.tactical.attack.defense.active_defenses import plan_defenses
from service.rules.tactical.attack.defense.exposure import exposure_of
from service.rules.tactical.attack.exchange.struck import NOBODY, Groups, StrayNumber, Struck, defend, tell_undefended
from service.rules.tactical.attack.plan import AttackPlan, stray_number, stray_threat
from service.rules.tactical.attack.records import TacticalDefenseChoice, TacticalStray
from service.rules.tactical.attack.sight.sight import people_on
from service.rules.tactical.attack.situation.situation import unforced_choice
from service.rules.tactical.attack.wounds.mishaps import NOT_FIRED
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.figures.field import Field

LOWEST_NUMBER: Final = 3
FARTHEST: Final = 10_000
PICKED: Final[Cites] = (movement_rules.CORE_RANDOM_PICK,)


def find_strays(field: Field, struck: Struck, dice: Dice) -> None:
    """Find out whom an attack may hit that has missed its target or was dodged.

    Those before its target, in its hex, and beyond may be hit by a miss; those beyond, after others in the close combat
    of the target, if it has dodged. A parry does not stop a blow into close combat if the option says so.
    Ruling: tactical/ruling/striking-parry.
    """
    plan, outcome = struck.plan, struck.outcome
    if outcome is AttackResult.HIT or not (plan.way.ranged or plan.conduct.striking_into):
        return
    if struck.grade is rolls.SuccessGrade.CRITICAL_FAILURE and (
        not field.rulings.stray_on_critical or struck.mishaps[0].effect in NOT_FIRED
    ):
        return
    if outcome is AttackResult.MISS:
        struck.left = _on_line(field, plan, dodged=False) if plan.way.ranged else _in_the_hex(field, plan)
    elif outcome is AttackResult.DODGED:
        struck.left = _in_the_hex(field, plan) if plan.conduct.striking_into else NOBODY
        if plan.way.ranged:
            struck.left += _on_line(field, plan, dodged=True)
            rule, cites = attack_rules.OVERSHOOT_DODGED, (attack_rules.OVERSHOOT_NOT_BETWEEN,)
            text = f"The shot that {field.name_of(plan.target or plan.attacker)} dodged flew on."
            dice.note(rule, text, actor=plan.attacker, cites=cites)
    elif plan.way.ranged:
        text = "What was stopped fell to the ground and hit nobody."
        dice.note(attack_rules.OVERSHOOT_PARRIED, text, actor=plan.attacker)
    elif field.rulings.striking_parry_stops:
        dice.note(rulebook.STRIKING_STOP, "The blow was stopped and hit nobody else.", actor=plan.attacker)
    else:
        struck.left = _in_the_hex(field, plan)


def _in_the_hex(field: Field, plan: AttackPlan) -> Groups:
    """Return who else is in the hex that is attacked."""
    apart = (plan.attacker, plan.target)
    others = tuple([each.id for each in field.occupants(plan.way.hex) if each.id not in apart and not each.state.dead])
    return (others,) if others else NOBODY


def _on_line(field: Field, plan: AttackPlan, *, dodged: bool) -> Groups:
    """Return who is on the line of a shot; without a line, who else is in the hex."""
    if plan.way.line is None:
        return NOBODY if dodged else _in_the_hex(field, plan)
    target = None if plan.target is None else field[plan.target]
    return people_on(
        field, field[plan.attacker], target, plan.way.line, plan.weapon.max_range or FARTHEST, dodged=dodged
    )


def try_stray(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll whether the next candidate is hit; a hit, a block or a parry ends it.

    Dice: as few D6 as pick one of several; 3D6 to hit; 3D6 for each defense, and critical misses.
    """
    group, *others = struck.left
    among = _hittable(field, struck, group)
    if not among:
        struck.left = tuple(others)
        return
    one = _pick(field, struck.plan, among, dice)
    rest = tuple([each.id for each in among if each is not one])
    struck.left = (rest, *others) if rest else tuple(others)
    total = _roll_stray(field, struck.plan, one, dice)
    hit = rolls.succeeds(one.number.total, total)
    if hit and total > rolls.ALWAYS_SUCCEEDS:
        hit = _is_undefended(field, struck, one.id, dice)
    if hit:
        struck.victim, struck.hits, struck.left = one.id, 1, NOBODY
    stray = TacticalStray(figure=one.id, number=one.number, roll=total, hit=hit)
    struck.strays = (*struck.strays, stray)


def _hittable(field: Field, struck: Struck, group: tuple[str, ...]) -> list[StrayNumber]:
    """Return those of a group for whom the number to hit is 3 or more; the others are passed over without dice."""
    known = struck.numbers
    for each in group:
        if each not in known:
            known[each] = StrayNumber(each, *stray_number(field, struck.plan, each))
    return [known[each] for each in group if known[each].number.total >= LOWEST_NUMBER]


def _pick(field: Field, plan: AttackPlan, among: list[StrayNumber], dice: Dice) -> StrayNumber:
    """Pick one of several who are equally near.

    Dice: as few D6 as tell them apart.
    """
    if len(among) == 1:
        return among[0]
    striking = _is_struck_into(field, plan, among[0].id)
    rule = rulebook.STRIKING_WRONG_TARGET if striking else attack_rules.STRAY_ORDER
    names = tuple([field.name_of(each.id) for each in among])
    lots = rolls.Lots((1,) * len(among), names, rule, plan.attacker, "who may be hit instead", PICKED)
    return among[rolls.draw_lot(lots, dice)]


def _is_struck_into(field: Field, plan: AttackPlan, id: str) -> bool:
    """Return whether somebody may be hit because he is in the close combat that is struck into."""
    return plan.conduct.striking_into and plan.way.hex in field.body(field[id])


def _roll_stray(field: Field, plan: AttackPlan, candidate: StrayNumber, dice: Dice) -> int:
    """Roll to hit a candidate: 3 and 4 hit and allow no defense, 17 and 18 miss and do nothing worse.

    Dice: 3D6.
    """
    striking = _is_struck_into(field, plan, candidate.id)
    rule = rulebook.STRIKING_WRONG_TARGET if striking else attack_rules.STRAY_ROLL
    attacker, name = field.name_of(plan.attacker), field.name_of(candidate.id)
    number, purpose = candidate.number, f"whether {attacker} hits {name} instead"
    bands = (rolls.ALWAYS_SUCCEEDS, *rolls.success_bands(number.total))
    roll = rolls.roll_announced(rule, THREE_D6, dice, actor=plan.attacker, purpose=purpose, target=number, bands=bands)
    outcome = "a hit" if rolls.succeeds(number.total, roll.total) else "a miss"
    outcome = "a hit without defense" if roll.total <= rolls.ALWAYS_SUCCEEDS else outcome
    own = rulebook.STRIKING_WRONG_NUMBER if striking else attack_rules.STRAY_WHEN
    text = f"{attacker} rolled {roll.total} against {spoken(number)} to hit {name} instead: {outcome}."
    roll.tell(text, margin=number.total - roll.total, cites=(own, *candidate.cites))
    return roll.total


def _is_undefended(field: Field, struck: Struck, id: str, dice: Dice) -> bool:
    """Roll the defenses of somebody who is hit astray, and tell whether they fail; a block or a parry ends it all."""
    plan = struck.plan
    defenses, why = plan_defenses(exposure_of(field, field[id], stray_threat(plan)), _choice(plan, id))
    if why:
        tell_undefended(field[id], why, dice)
    if not defenses:
        return True
    striking = _is_struck_into(field, plan, id)
    struck.hits = 1
    rule = rulebook.STRIKING_DEFENSE if striking else attack_rules.STRAY_DEFENSE
    outcome = defend(field, struck, id, defenses, dice, (rule,))
    goes_on = outcome is AttackResult.DODGED
    goes_on = goes_on or (striking and outcome is AttackResult.PARRIED and not field.rulings.striking_parry_stops)
    if not struck.hits and not goes_on:
        rule = rulebook.STRIKING_STOP if striking else attack_rules.STRAY_STOP
        dice.note(rule, f"{field.name_of(id)} stopped the {'shot' if plan.way.ranged else 'blow'}.", actor=id)
        struck.left = NOBODY
    return struck.hits > 0


def _choice(plan: AttackPlan, id: str) -> TacticalDefenseChoice | None:
    """Return how somebody who is hit astray wants to defend himself; it is never refused."""
    return next((unforced_choice(each.defense) for each in plan.order.defenses if each.figure == id), None)
