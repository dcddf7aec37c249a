"""Whom an attack may hit that was meant for somebody else: the candidates in order, and their rolls."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import THREE_D6, Cites, Dice, Expected, Rule
from service.dice.transcript import Tally
from service.rules.kernel.tally import spoken
from service.rules.roll_under.rolls import ALWAYS_SUCCEEDS, roll_choice, success_bands
from service.rules.tactical.attack.plan import AttackPlan, stray_number
from service.rules.tactical.attack.sight import people_on
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.map.lines import Segment

Groups = tuple[tuple[str, ...], ...]
"""Ids of candidates: group by group, the nearest first; who of a group comes first is a matter of chance."""
NOBODY: Final[Groups] = ()
LOWEST_NUMBER: Final = 3
FARTHEST: Final = 10_000
PICKED: Final[Cites] = (movement_rules.CORE_RANDOM_PICK,)


def on_the_way(field: Field, plan: AttackPlan) -> Groups:
    """Return whom an attack that misses may hit: those before its target, in its hex, and beyond."""
    way = plan.way
    return in_the_hex(field, plan) if way.line is None or not way.ranged else _on_line(field, plan, way.line)


def past_the_target(field: Field, plan: AttackPlan) -> Groups:
    """Return whom an attack may hit that its target has dodged: those beyond, after others in his close combat."""
    beside = in_the_hex(field, plan) if plan.conduct.striking_into else NOBODY
    if plan.way.line is None or not plan.way.ranged:
        return beside
    return (*beside, *_on_line(field, plan, plan.way.line, dodged=True))


def in_the_hex(field: Field, plan: AttackPlan) -> Groups:
    """Return who else is in the hex that is attacked."""
    apart = (plan.attacker, plan.target)
    others = tuple([each.id for each in field.occupants(plan.way.hex) if each.id not in apart and not each.state.dead])
    return (others,) if others else NOBODY


def _on_line(field: Field, plan: AttackPlan, line: Segment, *, dodged: bool = False) -> Groups:
    target = None if plan.target is None else field[plan.target]
    return people_on(field, field[plan.attacker], target, line, plan.weapon.max_range or FARTHEST, dodged=dodged)


@dataclass(slots=True, unsafe_hash=True)
class Candidates:
    """Those of a group of whom one is picked; picks among equally many are equally likely."""

    count: int
    names: tuple[str, ...] = field(compare=False)
    rule: Rule = field(compare=False)
    actor: str = field(compare=False)


def _roll_pick(among: Candidates, dice: Dice) -> int:
    return roll_choice(
        among.rule,
        among.count,
        dice,
        actor=among.actor,
        what="who may be hit instead",
        told=lambda at: among.names[at],
        cites=PICKED,
    )


def _pick_chances(among: Candidates) -> Distribution[int]:
    return Distribution({at: Fraction(1, among.count) for at in range(among.count)})


PICK: Final = CountedKernel(_roll_pick, _pick_chances)


@dataclass(slots=True)
class StrayNumber:
    """A candidate, what it takes to hit him astray, and the rules behind that."""

    id: str
    number: Tally
    cites: Cites


def hittable(
    field: Field, plan: AttackPlan, group: tuple[str, ...], known: dict[str, StrayNumber]
) -> list[StrayNumber]:
    """Return those of a group for whom the number to hit is 3 or more; the others are passed over without dice.

    `known` are the numbers of this attack that have been worked out before.
    """
    for each in group:
        if each not in known:
            known[each] = StrayNumber(each, *stray_number(field, plan, each))
    return [known[each] for each in group if known[each].number.total >= LOWEST_NUMBER]


def pick(field: Field, plan: AttackPlan, among: list[StrayNumber], dice: Dice) -> StrayNumber:
    """Pick one of several who are equally near.

    Dice: as few D6 as tell them apart.
    """
    if len(among) == 1:
        return among[0]
    rule = rulebook.STRIKING_WRONG_TARGET if into_close_combat(field, plan, among[0].id) else attack_rules.STRAY_ORDER
    names = tuple([name_of(field[each.id]) for each in among])
    return among[dice.settle(rule, PICK, Candidates(len(among), names, rule, plan.attacker))]


def into_close_combat(field: Field, plan: AttackPlan, id: str) -> bool:
    """Tell whether somebody may be hit because he is in the close combat that is struck into."""
    return plan.conduct.striking_into and plan.way.hex in field.body(field[id])


@dataclass(slots=True)
class StrayRoll:
    """A roll to hit somebody astray: whether it hits, and whether it allows no defense."""

    total: int
    hits: bool
    undefended: bool


def roll_stray(field: Field, plan: AttackPlan, candidate: StrayNumber, dice: Dice) -> StrayRoll:
    """Roll to hit a candidate: 3 and 4 hit and allow no defense, 17 and 18 miss and do nothing worse.

    Dice: 3D6.
    """
    striking = into_close_combat(field, plan, candidate.id)
    rule = rulebook.STRIKING_WRONG_TARGET if striking else attack_rules.STRAY_ROLL
    attacker, name = name_of(field[plan.attacker]), name_of(field[candidate.id])
    dice.expect(lambda: [Expected(rule, THREE_D6, plan.attacker, f"whether {attacker} hits {name} instead")])
    number = candidate.number
    bands = (ALWAYS_SUCCEEDS, *success_bands(number.total))
    roll = dice.roll(rule, THREE_D6, actor=plan.attacker, target=number, bands=bands)
    total = roll.total
    hits, undefended = total <= bands[1], total <= ALWAYS_SUCCEEDS
    outcome = "a hit without defense" if undefended else "a hit" if hits else "a miss"
    own = rulebook.STRIKING_WRONG_NUMBER if striking else attack_rules.STRAY_WHEN
    text = f"{attacker} rolled {total} against {spoken(number)} to hit {name} instead: {outcome}."
    roll.tell(text, margin=number.total - total, cites=(own, *candidate.cites))
    return StrayRoll(total, hits, undefended)
