"""Everything the dice of one attack depend on, worked out before the first of them is rolled."""

from typing import Final, NamedTuple

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.heroic import rulebook
from service.rules.heroic.aims import Aim, aims_of
from service.rules.heroic.attack_models import HeroicAttackChoice
from service.rules.heroic.blows import blow_at
from service.rules.heroic.citations import attack_cites, defense_cites, hit_cites
from service.rules.heroic.clash import ContestRules, Duel, contest_rules
from service.rules.heroic.defense import Defense, best_defense, chosen_defense, defenses_of
from service.rules.heroic.models import HeroicUnit
from service.rules.heroic.numbers import Engagement, Ranks, engagement_of, multiplier_halves, ratio_bonus
from service.rules.heroic.option_words import HeroicDamageRolls, HeroicRatioScope, HeroicStrayHits
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.situation import Situation
from service.rules.heroic.skill import base_of, common_terms, own_terms, skill_of
from service.rules.heroic.speed import speed_factor_of
from service.rules.heroic.state import able_of, active_of, count_of, spoken_name
from service.rules.heroic.stray import Bystander, bystanders_of
from service.rules.heroic.tables import LOWEST_SKILL_TO_TRY
from service.rules.heroic.volley import Volley, volley_of
from service.rules.heroic.words import HeroicEngagementMode, HeroicModeKind
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.damage import Blow, expected_injury
from service.rules.roll_under.rapid_fire import rapid_fire_bonus

RANGED: Final = HeroicModeKind.RANGED
GRAPPLE: Final = HeroicModeKind.GRAPPLE


class Salvo(NamedTuple):
    """What an attack is worth once it is known whether Fast-Draw has added a shot; the multiplier is in halves."""

    skill: Tally
    halves: int
    cap: int | None
    volley: Volley | None


class AttackPlan(NamedTuple):
    """One attack, ready to be rolled.

    `aims` are the attacks declared together, or one mode with those kept open; `blows` what each does. `hit_modes`
    are positions in `aims`, one for each hit, the last one for all further hits. `bystanders` are whom a miss may
    endanger; `limit` is the most that a figure singled out can lose.
    """

    attacker: str
    attacker_name: str
    target: str
    target_name: str
    rule: Rule
    kind: HeroicModeKind
    assigned: int
    engagement: Engagement
    ratio: int
    fast_draw: Tally | None
    plain: Salvo
    drawn: Salvo | None
    defense: Defense
    rules: ContestRules
    speed_factor: int
    aims: tuple[Aim, ...]
    blows: tuple[Blow, ...]
    together: bool
    hit_modes: tuple[int, ...]
    limit: int | None
    bystanders: tuple[Bystander, ...]
    stray_rule: HeroicStrayHits
    distance: float
    per_hit: bool
    attack_cites: Cites
    defense_cites: Cites
    hit_cites: Cites

    def duel(self, skill: Tally) -> Duel:
        """Return the attack's contest at an effective skill."""
        return Duel(
            self.rule,
            self.attacker,
            self.attacker_name,
            skill,
            self.attack_cites,
            self.target,
            self.target_name,
            self.defense.kind,
            self.defense.value,
            self.defense_cites,
            self.rules,
        )


def is_tried(skill: Tally) -> bool:
    """Tell whether an attack may be rolled at all.

    Ruling: heroic/ruling/minimum-skill.
    """
    return skill.total >= LOWEST_SKILL_TO_TRY


def plan_attack(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> AttackPlan:
    """Work out one attack or grapple; refuses nothing (see `legality`, which comes first)."""
    attacker, target = situation.attacker, situation.target
    aims = aims_of(attacker, choice)
    kind = aims[0].mode.kind
    together = bool(choice.modes)
    assigned = choice.attackers or active_of(attacker, situation.grapples, rulings.assignment)
    engagement = _engagement(situation, choice, aims, assigned, rulings)
    attackers = engagement.engaged
    if rulings.ratio_scope is HeroicRatioScope.TARGET_TOTAL and situation.side_attackers is not None:
        attackers = max(attackers, situation.side_attackers)
    ratio = ratio_bonus(attackers, engagement.defenders)
    own = tuple([own_terms(aim, situation) for aim in aims])
    base = base_of(aims, together=together, own=own)
    terms = common_terms(situation, choice, kind, assigned, rulings)
    terms.append(term(rulebook.RATIO_RANGED_TOO if kind is RANGED else rulebook.RATIO_SKILL_BONUS, ratio))
    if not together:
        terms += own[0]
    legal = defenses_of(situation, choice, aims, rulings)
    defense = chosen_defense(legal, choice.defense) or best_defense(legal)
    speed_factor, speed_cites = speed_factor_of(attacker, aims, separate=situation.separate)
    blows = () if kind is GRAPPLE else tuple([blow_at(aim, target, situation.distance) for aim in aims])
    wanted = choice.shots_each or 1
    salvo = _salvo(attacker, aims, engagement.engaged, wanted, base, terms, drawn=False)
    draws = choice.fast_draw and kind is RANGED
    return AttackPlan(
        attacker.id,
        spoken_name(attacker),
        target.id,
        spoken_name(target),
        rulebook.GRAPPLE_ATTACK if kind is GRAPPLE else rulebook.ATTACK_CONTEST,
        kind,
        assigned,
        engagement,
        ratio,
        tally(aims[0].mode.fast_draw or 0) if draws else None,
        salvo,
        _salvo(attacker, aims, engagement.engaged, wanted, base, terms, drawn=True) if draws else None,
        defense,
        contest_rules(rulings, has_initiative=situation.has_initiative),
        speed_factor,
        aims,
        blows,
        together,
        _hit_modes(choice, aims, blows),
        target.hp if choice.single_out is not None else None,
        bystanders_of(situation, choice, aims, assigned, rulings) if kind is RANGED else (),
        rulings.stray_hits,
        situation.distance,
        rulings.damage_rolls is HeroicDamageRolls.PER_HIT,
        attack_cites(situation, choice, aims, engagement, assigned),
        defense_cites(situation, defense),
        hit_cites(kind, engagement.engaged if salvo.volley is None else salvo.volley.shots) + speed_cites,
    )


def _engagement(
    situation: Situation,
    choice: HeroicAttackChoice,
    aims: tuple[Aim, ...],
    assigned: int,
    rulings: HeroicRulings,
) -> Engagement:
    """Return who can take part: all shooters, or in melee those engaged."""
    attacker, target, grapples = situation.attacker, situation.target, situation.grapples
    assignment = rulings.assignment
    defenders = able_of(target, grapples, assignment) or count_of(target, assignment)
    if choice.single_out is not None:
        defenders = 1
    if aims[0].mode.kind is RANGED:
        return Engagement(assigned, defenders, None)
    if choice.engaged is not None:
        return Engagement(choice.engaged, defenders, HeroicEngagementMode.EXPLICIT)
    reach = max([max(aim.mode.reach, default=0) for aim in aims])
    ranks = Ranks(assigned, active_of(attacker, grapples, assignment), defenders, reach)
    return engagement_of(attacker, target, ranks, situation.terrain, rulings)


def _salvo(
    unit: HeroicUnit,
    aims: tuple[Aim, ...],
    attackers: int,
    wanted: int,
    base: int,
    terms: list[Term],
    *,
    drawn: bool,
) -> Salvo:
    mode = aims[0].mode
    if mode.kind is not RANGED:
        return Salvo(skill_of(base, terms), multiplier_halves(attackers), None, None)
    volley = volley_of(unit, mode, attackers, wanted, drawn=drawn)
    rapid = term(rulebook.RANGED_RAPID_FIRE, rapid_fire_bonus(volley.each * mode.projectiles_per_shot))
    return Salvo(skill_of(base, [*terms, rapid]), multiplier_halves(volley.shots), volley.projectiles, volley)


def _hit_modes(choice: HeroicAttackChoice, aims: tuple[Aim, ...], blows: tuple[Blow, ...]) -> tuple[int, ...]:
    """Return the position of each hit's mode: as the attacker lists them, else the highest expected injury for all.

    Ruling: heroic/ruling/mode-allocation.
    """
    if len(aims) == 1 or choice.modes or not blows:
        return (0,)
    if choice.hit_modes:
        names = [aim.mode.id for aim in aims]
        return tuple([names.index(name) for name in choice.hit_modes])
    expected = [expected_injury(blow) for blow in blows]
    return (expected.index(max(expected)),)
