"""The kernel of combat: one planned attack, from the first die to the last, without the battle around it.

A round plays one attack so: `legality.refuse_attack(situation, choice, rulings, ...)` before the first die of the
round; then, at the unit's turn, `plan = plan_attack(situation, choice, rulings)`, `done = exchange(plan, dice)`,
`reports.report_of(plan, done, locked=...)`, `attack.landing_of(done).pending(plan)` for the injury step of the phase
(`injury.settle`) and `attack.spent_ammo(unit, plan, done)`. Plans hold all that the dice can depend on.
"""

from dataclasses import replace
from functools import partial

from service.dice.model import THREE_D6, Dice
from service.dice.transcript import Tally
from service.rules.heroic.attack.contest import Clash, Duel, base_hits_of, roll_clash, total_hits_of
from service.rules.heroic.attack.plan import AttackPlan, Salvo, is_tried
from service.rules.heroic.attack.stray import Bystander
from service.rules.heroic.attack.weapons import Aim
from service.rules.heroic.attack.wounds import Victim, Wound, blow_of, roll_wound
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicStrayHits
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import LOWEST_SKILL_TO_TRY, STRAY_HIGHEST
from service.rules.heroic.figures.standing import spoken_name
from service.rules.kernel.value import value
from service.rules.roll_under.choice import roll_choice
from service.rules.roll_under.damage import Blow
from service.rules.roll_under.locations import roll_location, spoken_location
from service.rules.roll_under.success import roll_success
from service.rules.roll_under.words import BodySide, HitLocation


@value
class Landed:
    """An attack before its damage: whether Fast-Draw added a shot, both rolls if it was tried, and its hits."""

    drawn: bool | None
    salvo: Salvo
    clash: Clash | None
    base: int
    hits: int


@value
class Stray:
    """A miss into a melee: the check, whom it endangers, the second contest, and where it hits."""

    roll: int
    bystander: Bystander | None
    clash: Clash | None
    hits: int
    location: HitLocation | None
    side: BodySide | None
    blow: Blow | None
    wound: Wound | None


@value
class Exchange:
    """One attack, rolled.

    `wounds` pairs positions in the plan's aims with what their hits did; `injury` are the target's points of it.
    """

    landed: Landed
    wounds: tuple[tuple[int, Wound], ...]
    injury: int
    stray: Stray | None


def exchange(plan: AttackPlan, dice: Dice) -> Exchange:
    """Roll a planned attack.

    Dice: 3D6 Fast-Draw if it is tried; 3D6 attack, 3D6 defence; for several attacks as one a choice for each base hit;
    damage of each mode that hits, in the order declared; or, for a miss into a melee, 3D6 for a stray shot, a choice
    among those it may hit, 3D6 attack, 3D6 defence, 3D6 location, D6 side of a hand or foot, damage.
    Source: Ranged Combat Phase and Melee Combat Phase, procedure.
    """
    landed = roll_landed(plan, dice)
    clash = landed.clash
    if clash is None or not clash.won:
        stray = roll_stray(plan, landed.salvo, dice) if clash is not None and plan.bystanders else None
        return Exchange(landed, (), 0, stray)
    if not plan.blows:
        return Exchange(landed, (), 0, None)
    if len(plan.aims) == 1:
        wound = _wound(plan, 0, landed.hits, dice)
        return Exchange(landed, ((0, wound),), wound.injury, None)
    shares = roll_shares(plan, landed, dice)
    wounds = tuple([(at, _wound(plan, at, hits, dice)) for at, hits in enumerate(shares) if hits])
    return Exchange(landed, wounds, sum([wound.injury for _, wound in wounds]), None)


def roll_landed(plan: AttackPlan, dice: Dice) -> Landed:
    """Roll an attack up to the number of its hits.

    Dice: 3D6 Fast-Draw if it is tried; 3D6 attack, 3D6 defence.
    """
    strength = plan.strength
    drawn = roll_fast_draw(plan, strength.fast_draw, dice) if strength.fast_draw is not None else None
    salvo = strength.drawn if drawn and strength.drawn is not None else strength.plain
    if not is_tried(salvo.skill):
        text = (
            f"{plan.attacker_name} could not hit with a skill of {salvo.skill.total}; it takes {LOWEST_SKILL_TO_TRY}."
        )
        cites = (*plan.attack_cites, Rulings.MINIMUM_SKILL)
        dice.note(plan.rule, text, actor=plan.attacker, target=salvo.skill, cites=cites)
        return Landed(drawn, salvo, None, 0, 0)
    clash = roll_clash(plan.duel(salvo.skill), dice)
    if not clash.won:
        return Landed(drawn, salvo, clash, 0, 0)
    base = base_hits_of(clash.margin, plan.speed_factor)
    hits = total_hits_of(base, salvo.halves, salvo.cap)
    text = _hits_text(plan, salvo, clash.margin, base)
    dice.note(attack_rules.ATTACK_TOTAL_HITS, text, actor=plan.attacker, cites=plan.hit_cites)
    return Landed(drawn, salvo, clash, base, hits)


def roll_fast_draw(plan: AttackPlan, number: Tally, dice: Dice) -> bool:
    """Roll for one more shot.

    Dice: 3D6.
    """
    rule = attack_rules.RANGED_FAST_DRAW
    return roll_success(rule, number, dice, actor=plan.attacker, name=plan.attacker_name, skill="Fast-Draw").succeeded


def _hits_text(plan: AttackPlan, salvo: Salvo, margin: int, base: int) -> str:
    points = "point" if plan.speed_factor == 1 else f"{plan.speed_factor} points"
    text = f"A margin of {margin} makes {_plural(base, 'hit')} (one, and another for each {points})"
    hits = base
    if salvo.halves > 2:
        hits = total_hits_of(base, salvo.halves, None)
        what = "attackers" if salvo.volley is None else "shots"
        text += f", × {salvo.halves / 2:g} for {salvo.number} {what}: {_plural(hits, 'hit')}"
    if salvo.cap is not None and hits > salvo.cap:
        text += f", but {_plural(salvo.cap, 'projectile')} can hit no more than {_plural(salvo.cap, 'time')}"
    return f"{text}."


def _plural(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def roll_shares(plan: AttackPlan, landed: Landed, dice: Dice) -> tuple[int, ...]:
    """Return how many of the hits each aim has.

    Dice: for several attacks as one a choice for each base hit; otherwise none.
    """
    if not plan.together:
        return listed_shares(plan, landed.hits)
    counts = [0] * len(plan.aims)
    told = partial(_told_aim, plan)
    for _ in range(landed.base):
        at = roll_choice(
            attack_rules.MULTI_RANDOM_MODE,
            len(counts),
            dice,
            actor=plan.attacker,
            what="the attack that lands",
            told=told,
        )
        counts[at] += 1
    return apportioned(tuple(counts), landed.base, landed.hits, landed.salvo.halves)


def _told_aim(plan: AttackPlan, at: int) -> str:
    aim = plan.aims[at]
    return f"{aim.mode.id.replace('_', ' ')} at the {spoken_location(aim.location, None)}"


def listed_shares(plan: AttackPlan, hits: int) -> tuple[int, ...]:
    """Return how many of the hits each mode has that the attacker keeps open."""
    order = plan.hit_modes
    shares = [0] * len(plan.aims)
    for at in order[:hits]:
        shares[at] += 1
    shares[order[-1]] += max(hits - len(order), 0)
    return tuple(shares)


def apportioned(counts: tuple[int, ...], base: int, hits: int, halves: int) -> tuple[int, ...]:
    """Return how many hits each attack has of which so many base hits landed.

    Each has its base hits times the multiplier, or its part of the projectiles if they are fewer, rounded down; what
    is left goes to the largest fractions, equal ones in the order declared.
    """
    over, under = (halves, 2) if base * halves // 2 == hits else (hits, base)
    shares = [count * over // under for count in counts]
    by_fraction = sorted(range(len(counts)), key=lambda at: -(counts[at] * over % under))
    for at in by_fraction[: hits - sum(shares)]:
        shares[at] += 1
    return tuple(shares)


def _wound(plan: AttackPlan, at: int, hits: int, dice: Dice) -> Wound:
    aim = plan.aims[at]
    victim = Victim(plan.attacker, plan.target_name, spoken_weapon(aim))
    return roll_wound(plan.blows[at], hits, victim, dice, per_hit=plan.per_hit)


def spoken_weapon(aim: Aim) -> str:
    """Say what hits: the weapon and mode as a player would."""
    return aim.mode.id.replace("_", " ")


def roll_stray(plan: AttackPlan, salvo: Salvo, dice: Dice) -> Stray:
    """Roll what becomes of a miss into a melee.

    Dice: 3D6; up to 9 a choice among the members it may hit, 3D6 attack, 3D6 defence; if it hits 3D6 location, D6 side
    of a hand or foot, damage.
    Ruling: heroic/ruling/stray-miss, heroic/ruling/stray-candidates, heroic/ruling/stray-hits.
    """
    total = roll_stray_check(plan, dice)
    if total > STRAY_HIGHEST:
        return Stray(total, None, None, 0, None, None, None, None)
    bystander = roll_bystander(plan, dice)
    if not is_tried(bystander.skill):
        return Stray(total, bystander, None, 0, None, None, None, None)
    clash = roll_clash(stray_duel(plan, bystander), dice)
    if not clash.won:
        return Stray(total, bystander, clash, 0, None, None, None, None)
    hits = stray_hits(plan, salvo, clash.margin)
    name = spoken_name(bystander.unit)
    location, side = roll_location(attack_rules.REF_RANDOM_LOCATION, dice, actor=bystander.unit.id, name=name)
    blow = stray_blow(plan, bystander, location)
    victim = Victim(plan.attacker, name, spoken_weapon(plan.aims[plan.hit_modes[-1]]))
    wound = roll_wound(blow, hits, victim, dice, per_hit=plan.per_hit)
    return Stray(total, bystander, clash, hits, location, side, blow, wound)


def roll_stray_check(plan: AttackPlan, dice: Dice) -> int:
    """Roll whether a miss endangers somebody else.

    Dice: 3D6.
    """
    roll = dice.roll(attack_rules.RANGED_STRAY, THREE_D6, actor=plan.attacker, bands=(STRAY_HIGHEST, 18))
    endangers = roll.total <= STRAY_HIGHEST
    outcome = "went astray into the melee" if endangers else "harmed nobody"
    text = f"The miss {outcome}: {roll.total}, and {STRAY_HIGHEST} or less goes astray."
    roll.tell(text, cites=(Rulings.STRAY_MISS,))
    return roll.total


def roll_bystander(plan: AttackPlan, dice: Dice) -> Bystander:
    """Choose whom a stray shot may hit; each member has one chance.

    Dice: a choice among the members.
    """
    members = sum([each.members for each in plan.bystanders])
    cites = (attack_rules.DICE_PICK, Rulings.STRAY_CANDIDATES)
    told = partial(_told_bystander, plan)
    what = "whom the stray shot may hit"
    at = roll_choice(attack_rules.RANGED_STRAY, members, dice, actor=plan.attacker, what=what, told=told, cites=cites)
    return _bystander_at(plan, at)


def _bystander_at(plan: AttackPlan, at: int) -> Bystander:
    """Return who stands at a position when every member in the melee is counted."""
    for bystander in plan.bystanders[:-1]:
        if at < bystander.members:
            return bystander
        at -= bystander.members
    return plan.bystanders[-1]


def _told_bystander(plan: AttackPlan, at: int) -> str:
    return spoken_name(_bystander_at(plan, at).unit)


def stray_duel(plan: AttackPlan, bystander: Bystander) -> Duel:
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
    return total_hits_of(base_hits_of(margin, plan.speed_factor), halves, salvo.cap)


def stray_blow(plan: AttackPlan, bystander: Bystander, location: HitLocation) -> Blow:
    """Return what a stray shot does where it hits."""
    return blow_of(plan.aims[plan.hit_modes[-1]].mode, bystander.unit, location, plan.distance)
