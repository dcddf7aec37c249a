"""One attack as a list of stages, from the first die to the last, without the battle around it.

`exchange` plays the stages in order with real dice; `odds` maps the same stages over distributions. What a stage rolls
depends on the plan and on what has been rolled before, so two attacks under way that are equal go on alike.

A round plays one attack so: `legality.refuse_attack(situation, choice, rulings, ...)` before the first die of the
round; then, at the unit's turn, `plan = plan_attack(situation, choice, rulings)`, `done = exchange(plan, dice)`,
`attack.report_of(plan, done, locked=...)`, `done.result.pending(plan)` for the injury step of the phase
(`injury.settle`) and `attack.spent_ammo(unit, plan, done)`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Dice, Expected
from service.rules.heroic.attack import rolls
from service.rules.heroic.attack.injury import Pending
from service.rules.heroic.attack.outcomes import HeroicContest
from service.rules.heroic.attack.plan import AttackPlan, Bystander, Salvo, is_tried
from service.rules.heroic.attack.situation.weapons import Wound, blow_of
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicStrayHits
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import LOWEST_SKILL_TO_TRY, STRAY_HIGHEST
from service.rules.heroic.book.words import HeroicDefense
from service.rules.heroic.figures.standing import spoken_name
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.damage import Blow
from service.rules.roll_under.locations import roll_location
from service.rules.roll_under.rolls import Lots, draw_lot, roll_success
from service.rules.roll_under.words import BodySide, HitLocation
from service.wire import value_class

HIT: Final = AttackResult.HIT
MISS: Final = AttackResult.MISS
STOPPED: Final = {
    HeroicDefense.DODGE: AttackResult.DODGED,
    HeroicDefense.PARRY: AttackResult.PARRIED,
    HeroicDefense.BLOCK: AttackResult.BLOCKED,
}


@dataclass(slots=True, unsafe_hash=True)
class StrayShot:
    """A miss into a melee: the check, whom it endangers by position among the bystanders, and where it hits."""

    roll: int = field(compare=False)
    endangers: bool
    at: int | None = None
    contest: HeroicContest | None = field(default=None, compare=False)
    hits: int = 0
    location: HitLocation | None = None
    side: BodySide | None = field(default=None, compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Landed:
    """An attack before its damage: whether Fast-Draw added a shot, the contest if it was tried, hits and outcome.

    Two are equal if the rest of the attack is equally likely; the rolls that led there make no difference.
    """

    salvo: Salvo = field(compare=False)
    drawn: bool | None = None
    contest: HeroicContest | None = field(default=None, compare=False)
    base: int = 0
    hits: int = 0
    stray: StrayShot | None = None
    outcome: AttackResult = MISS


class AttackTotals(NamedTuple):
    """The result of an attack on its target: hits and injury; or those on a bystander instead."""

    outcome: AttackResult
    hits: int
    injury: int
    bystander: str | None
    stray_hits: int
    stray_injury: int

    def pending(self, plan: AttackPlan) -> tuple[Pending, ...]:
        """Return the injury that it leaves to the injury step."""
        if self.injury:
            return (Pending(plan.target, plan.attacker_name, self.hits, self.injury, plan.limit),)
        if self.bystander is not None and self.stray_injury:
            return (Pending(self.bystander, plan.attacker_name, self.stray_hits, self.stray_injury),)
        return ()


@value_class
class Exchange:
    """One attack, rolled: its hits, what they did, and their wounds by position among the plan's aims."""

    landed: Landed
    result: AttackTotals
    wounds: tuple[tuple[int, Wound], ...] = ()


After = Callable[[], Iterable[Expected]]
"""The rolls that certainly follow the damage of an attack on its target, if dice ask for them."""

NOTHING: Final[After] = tuple

Stage = Callable[[AttackPlan, Landed, Dice], Landed]


def exchange(plan: AttackPlan, dice: Dice, after: After = NOTHING) -> Exchange:
    """Roll a planned attack; `after` are the rolls that follow the damage if it hits.

    Dice: 3D6 Fast-Draw if it is tried; 3D6 attack, 3D6 defence; for several attacks as one a choice for each base hit;
    damage of each mode that hits, in the order declared; or, for a miss into a melee, 3D6 for a stray shot, a choice
    among those it may hit, 3D6 attack, 3D6 defence, 3D6 location, D6 side of a hand or foot, damage.
    Source: Ranged Combat Phase and Melee Combat Phase, procedure.
    """
    landed = Landed(plan.strength.plain)
    if not plan.bystanders and plan.strength.fast_draw is None:
        return roll_injury(plan, roll_contest(plan, landed, dice), dice, after)
    for stage in STAGES:
        landed = stage(plan, landed, dice)
    return roll_injury(plan, landed, dice, after)


def roll_fast_draw(plan: AttackPlan, landed: Landed, dice: Dice) -> Landed:
    """Roll for one more shot.

    Dice: 3D6 if it is tried.
    """
    strength = plan.strength
    if strength.fast_draw is None or strength.drawn is None:
        return landed
    rule, who = attack_rules.RANGED_FAST_DRAW, plan.attacker_name
    dice.expect(lambda: [Expected(rule, THREE_D6, plan.attacker, f"Fast-Draw of {who}"), *contest_rolls(plan)])
    roll = roll_success(rule, strength.fast_draw, dice, actor=plan.attacker, name=who, skill="Fast-Draw")
    return Landed(strength.drawn if roll.succeeded else strength.plain, roll.succeeded)


def contest_rolls(plan: AttackPlan) -> list[Expected]:
    """Return the rolls of an attack against the defence that certainly come, as they are announced."""
    strength = plan.strength
    salvos = [each for each in (strength.plain, strength.drawn) if each is not None]
    return rolls.duel_rolls(plan.duel(strength.plain.skill)) if all(is_tried(each.skill) for each in salvos) else []


def roll_contest(plan: AttackPlan, landed: Landed, dice: Dice) -> Landed:
    """Roll the attack against the defence, and count the hits.

    Dice: 3D6 attack, 3D6 defence.
    """
    salvo = landed.salvo
    if not is_tried(salvo.skill):
        text = f"{plan.attacker_name} could not hit with a skill of {salvo.skill.total}; it took {LOWEST_SKILL_TO_TRY}."
        cites = (*plan.attack_cites, Rulings.MINIMUM_SKILL)
        dice.note(plan.rule, text, actor=plan.attacker, target=salvo.skill, cites=cites)
        return landed
    duel = dice.settle(plan.rule, rolls.roll_duel, plan.duel(salvo.skill))
    contest = duel.contest
    if not duel.won:
        outcome = STOPPED[plan.defense.kind] if duel.stopped else MISS
        return Landed(salvo, landed.drawn, contest, outcome=outcome)
    base = rolls.base_hits_of(duel.margin, plan.speed_factor)
    hits = rolls.total_hits_of(base, salvo.halves, salvo.cap)
    if dice.tells:
        text = _hits_text(plan, salvo, duel.margin, base)
        dice.note(attack_rules.ATTACK_TOTAL_HITS, text, actor=plan.attacker, cites=plan.hit_cites)
    return Landed(salvo, landed.drawn, contest, base, hits, outcome=HIT)


def roll_stray_check(plan: AttackPlan, landed: Landed, dice: Dice) -> Landed:
    """Roll whether a miss into a melee endangers somebody else.

    Dice: 3D6.
    """
    if landed.base or landed.contest is None or not plan.bystanders:
        return landed
    dice.expect(lambda: [Expected(attack_rules.RANGED_STRAY, THREE_D6, plan.attacker, "whether the miss goes astray")])
    roll = dice.roll(attack_rules.RANGED_STRAY, THREE_D6, actor=plan.attacker, bands=(STRAY_HIGHEST, 18))
    endangers = roll.total <= STRAY_HIGHEST
    outcome = "went astray into the melee" if endangers else "harmed nobody"
    text = f"The miss {outcome}: {roll.total}, and {STRAY_HIGHEST} or less went astray."
    roll.tell(text, cites=(Rulings.STRAY_MISS,))
    return replace(landed, stray=StrayShot(roll.total, endangers))


def roll_stray_target(plan: AttackPlan, landed: Landed, dice: Dice) -> Landed:
    """Choose whom a stray shot may hit; each member has one chance.

    Dice: a choice among the members.
    """
    stray = landed.stray
    if stray is None or not stray.endangers:
        return landed
    lots = Lots(
        tuple([each.members for each in plan.bystanders]),
        tuple([spoken_name(each.unit) for each in plan.bystanders]),
        attack_rules.RANGED_STRAY,
        plan.attacker,
        "whom the stray shot may hit",
        (attack_rules.DICE_PICK, Rulings.STRAY_CANDIDATES),
    )
    return replace(landed, stray=replace(stray, at=draw_lot(lots, dice)))


def roll_stray_contest(plan: AttackPlan, landed: Landed, dice: Dice) -> Landed:
    """Roll a stray shot against the defence of whom it endangers, and count its hits.

    Dice: 3D6 attack, 3D6 defence.
    Ruling: heroic/ruling/stray-miss, heroic/ruling/stray-candidates.
    """
    stray = landed.stray
    if stray is None or stray.at is None:
        return landed
    bystander = plan.bystanders[stray.at]
    if not is_tried(bystander.skill):
        return landed
    contest = dice.settle(attack_rules.RANGED_STRAY, rolls.roll_duel, stray_duel(plan, bystander)).contest
    hits = stray_hits(plan, landed.salvo, contest.margin) if contest.won else 0
    return replace(landed, stray=replace(stray, contest=contest, hits=hits))


def roll_stray_location(plan: AttackPlan, landed: Landed, dice: Dice) -> Landed:
    """Roll where a stray shot hits.

    Dice: 3D6 location, D6 side of a hand or foot.
    """
    stray = landed.stray
    if stray is None or stray.at is None or not stray.hits:
        return landed
    unit = plan.bystanders[stray.at].unit
    location, side = roll_location(attack_rules.REF_RANDOM_LOCATION, dice, actor=unit.id, name=spoken_name(unit))
    return replace(landed, stray=replace(stray, location=location, side=side))


STAGES: Final[tuple[Stage, ...]] = (
    roll_fast_draw,
    roll_contest,
    roll_stray_check,
    roll_stray_target,
    roll_stray_contest,
    roll_stray_location,
)
"""What is rolled before the damage, in order; a stage that an attack does not come to leaves it as it is."""


def roll_injury(plan: AttackPlan, landed: Landed, dice: Dice, after: After = NOTHING) -> Exchange:
    """Roll the damage of an attack that has landed; the last stage.

    Dice: for several attacks as one a choice for each base hit; damage of each mode that hits, in the order declared.
    """
    stray = landed.stray
    if stray is not None and stray.at is not None and stray.location is not None:
        bystander, last = plan.bystanders[stray.at], plan.hit_modes[-1]
        blow, who, name = stray_blow(plan, bystander, stray.location), bystander.unit.id, spoken_name(bystander.unit)
        hits = rolls.Hits((blow,), (stray.hits,), 0, 0, 0, plan.per_hit, plan.aims[last:], plan.attacker, name)
        done = dice.settle(attack_rules.RANGED_STRAY, rolls.DAMAGE, hits)
        return Exchange(landed, AttackTotals(landed.outcome, 0, 0, who, stray.hits, done.injury), done.wounds)
    if not landed.hits or not plan.blows:
        return Exchange(landed, AttackTotals(landed.outcome, landed.hits, 0, None, 0, 0))
    hits = hits_on_target(plan, landed)
    dice.expect(lambda: _rolls_of(hits, after))
    done = dice.settle(attack_rules.INJURY_DAMAGE_ONCE, rolls.DAMAGE, hits)
    return Exchange(landed, AttackTotals(landed.outcome, landed.hits, done.injury, None, 0, 0), done.wounds)


def _rolls_of(hits: rolls.Hits, after: After) -> list[Expected]:
    """Return the damage rolls of hits and what follows them; nothing is certain before it is known which hit."""
    return [] if hits.shares is None else [*rolls.damage_rolls(hits, hits.shares), *after()]


def hits_on_target(plan: AttackPlan, landed: Landed) -> rolls.Hits:
    """Return the hits on the target, ready for their damage."""
    key = landed.base, landed.hits, landed.salvo.halves
    hits = plan.hits.get(key)
    if hits is None:
        shares = None if plan.together else listed_shares(plan, landed.hits)
        hits = plan.hits[key] = rolls.Hits(
            plan.blows, shares, *key, plan.per_hit, plan.aims, plan.attacker, plan.target_name
        )
    return hits


def listed_shares(plan: AttackPlan, hits: int) -> rolls.Shares:
    """Return how many of the hits each mode has that the attacker keeps open."""
    order = plan.hit_modes
    shares = [0] * len(plan.aims)
    for at in order[:hits]:
        shares[at] += 1
    shares[order[-1]] += max(hits - len(order), 0)
    return tuple(shares)


def _hits_text(plan: AttackPlan, salvo: Salvo, margin: int, base: int) -> str:
    points = "point" if plan.speed_factor == 1 else f"{plan.speed_factor} points"
    text = f"A margin of {margin} made {_plural(base, 'hit')} (one, and another for each {points})"
    hits = base
    if salvo.halves > 2:
        hits = rolls.total_hits_of(base, salvo.halves, None)
        what = "attackers" if salvo.volley is None else "shots"
        text += f", × {salvo.halves / 2:g} for {salvo.number} {what}: {_plural(hits, 'hit')}"
    if salvo.cap is not None and hits > salvo.cap:
        text += f", but {_plural(salvo.cap, 'projectile')} could hit no more than {_plural(salvo.cap, 'time')}"
    return f"{text}."


def _plural(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def stray_duel(plan: AttackPlan, bystander: Bystander) -> rolls.Duel:
    """Return the contest of a stray shot."""
    return replace(
        plan.duel(bystander.skill),
        attack_cites=(),
        defender=bystander.unit.id,
        defender_name=spoken_name(bystander.unit),
        defense=bystander.defense.kind,
        value=bystander.defense.value,
        defense_cites=bystander.defense.cites,
    )


def stray_hits(plan: AttackPlan, salvo: Salvo, margin: int) -> int:
    """Return the hits of a stray shot that wins by a margin.

    Ruling: heroic/ruling/stray-hits.
    """
    if plan.stray_rule is HeroicStrayHits.ONE:
        return 1
    halves = salvo.halves if plan.stray_rule is HeroicStrayHits.FULL else 2
    return rolls.total_hits_of(rolls.base_hits_of(margin, plan.speed_factor), halves, salvo.cap)


def stray_blow(plan: AttackPlan, bystander: Bystander, location: HitLocation) -> Blow:
    """Return what a stray shot does where it hits."""
    return blow_of(plan.aims[plan.hit_modes[-1]].mode, bystander.unit, location, plan.distance)
