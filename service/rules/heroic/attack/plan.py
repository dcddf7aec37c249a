"""Plan of one attack: everything its dice depend on, and whom a shot that misses into a melee may endanger."""

from dataclasses import field, replace
from typing import Final, NamedTuple

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.heroic.attack.defense import Defense, best_defense, defense_cites, defense_of
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.rolls import ContestRules, Duel, Hits, contest_rules
from service.rules.heroic.attack.situation import weapons
from service.rules.heroic.attack.situation.situation import (
    Engagement,
    Ranks,
    Situation,
    crowd_cites,
    engagement_of,
    hit_cites,
    multiplier_halves,
    ratio_bonus,
)
from service.rules.heroic.attack.situation.skill import (
    attackers_of,
    base_of,
    common_terms,
    is_grappling,
    own_terms,
    stray_terms,
)
from service.rules.heroic.book import attack_rules, options, rulebook
from service.rules.heroic.book.refusals import InvalidDefense
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import LOWEST_SKILL_TO_TRY, TacticRow
from service.rules.heroic.book.words import HeroicEngagementMode, HeroicModeKind, HeroicTactic
from service.rules.heroic.figures import standing
from service.rules.heroic.figures.models import OPEN_ORDER, HeroicAttackMode, HeroicUnit
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.damage import Blow, expected_injury
from service.rules.roll_under.modifiers import rapid_fire_bonus
from service.rules.roll_under.words import ArmorDivisor, HitLocation
from service.wire import value_class

UNAWARE: Final = HeroicAttackChoice()
TOTAL: Final = options.HeroicRapidFireBasis.TOTAL
RANGED: Final = HeroicModeKind.RANGED
GRAPPLE: Final = HeroicModeKind.GRAPPLE
MELEE: Final = HeroicModeKind.MELEE
UNDIVIDED: Final = ArmorDivisor.ONE


def _tactic_cites(kind: HeroicModeKind, row: TacticRow) -> Cites:
    """Return the rules behind an attack with a tactic that are no modifiers of it."""
    cites: Cites = () if kind is GRAPPLE else (attack_rules.ATTACK_STEPS, attack_rules.ATTACK_EFFECTIVE_SKILL)
    cites += () if (row.ranged if kind is RANGED else row.melee) else (row.rule,)
    return (*cites, attack_rules.ATTACK_ALL_OUT_TARGET) if row.tactic is HeroicTactic.ALL_OUT_OFFENSIVE else cites


TACTIC_CITES: Final = {
    (kind, tactic): _tactic_cites(kind, row) for kind in HeroicModeKind for tactic, row in weapons.TACTIC_ROWS.items()
}


class Bystander(NamedTuple):
    """Another participant of the target's melee: members who may be hit, and the contest if one is."""

    unit: HeroicUnit
    members: int
    skill: Tally
    defense: Defense


def bystanders_of(
    situation: Situation,
    choice: HeroicAttackChoice,
    aims: tuple[weapons.Aim, ...],
    assigned: int,
    rulings: options.HeroicRulings,
) -> tuple[Bystander, ...]:
    """Return everybody in the target's melee but target and shooter, in the order listed; none if it is in none.

    Ruling: heroic/ruling/stray-candidates.
    """
    target = situation.target.id
    if not situation.others or not standing.partners_of(target, situation.locks):
        return ()
    cluster = standing.cluster_of(target, situation.locks) - {target, situation.attacker.id}
    anywhere = tuple([replace(aim, location=HitLocation.TORSO) for aim in aims])
    own = [own_terms(aim, situation) for aim in anywhere]
    base = base_of(anywhere, own, together=bool(choice.modes))
    found = []
    for other in situation.others:
        unit = other.unit
        members = standing.able_of(unit, situation.grapples, rulings.assignment) if unit.id in cluster else 0
        if members:
            before = replace(situation, target=unit, target_tactic=other.tactic, able=members)
            terms = stray_terms(before, choice, assigned, rulings)
            skill = tally(base, terms if choice.modes else terms + own[0])
            found.append(Bystander(unit, members, skill, best_defense(before, UNAWARE, aims, rulings)))
    return tuple(found)


@value_class
class Salvo:
    """What an attack is worth once it is known whether Fast-Draw has added a shot.

    The multiplier is in halves; `number` is what makes it, attackers or shots.
    """

    skill: Tally
    halves: int
    cap: int | None
    volley: weapons.Volley | None
    number: int


@value_class
class Strength:
    """Who attacks, and what the attack is worth: as declared, and with the shot of a Fast-Draw if that is tried."""

    assigned: int
    engagement: Engagement
    ratio: int
    fast_draw: Tally | None
    plain: Salvo
    drawn: Salvo | None


@value_class
class AttackPlan:
    """One attack, ready to be rolled.

    `aims` are the attacks declared together, or one mode with those kept open; `blows` what each does. `hit_modes`
    are positions in `aims`, one for each hit, the last one for all further hits. `bystanders` are whom a miss may
    endanger; `limit` is the most that a figure singled out can lose. `duels` and `hits` are what has been made of the
    plan before: contests by the identity of their skill, and hits by their numbers.
    """

    attacker: str
    attacker_name: str
    target: str
    target_name: str
    rule: Rule
    kind: HeroicModeKind
    strength: Strength
    defense: Defense
    rules: ContestRules
    speed_factor: int
    aims: tuple[weapons.Aim, ...]
    blows: tuple[Blow, ...]
    together: bool
    hit_modes: tuple[int, ...]
    limit: int | None
    bystanders: tuple[Bystander, ...]
    stray_rule: options.HeroicStrayHits
    distance: float
    per_hit: bool
    attack_cites: Cites
    defense_cites: Cites
    hit_cites: Cites
    duels: dict[int, Duel] = field(default_factory=dict, compare=False)
    hits: dict[tuple[int, int, int], Hits] = field(default_factory=dict, compare=False)

    def duel(self, skill: Tally) -> Duel:
        """Return the attack's contest at an effective skill."""
        duel = self.duels.get(id(skill))
        if duel is None:
            duel = self.duels[id(skill)] = Duel(
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
        return duel


def is_tried(skill: Tally) -> bool:
    """Return whether an attack may be rolled at all.

    Ruling: heroic/ruling/minimum-skill.
    """
    return skill.total >= LOWEST_SKILL_TO_TRY


def plan_attack(
    situation: Situation,
    choice: HeroicAttackChoice,
    aims: tuple[weapons.Aim, ...],
    rulings: options.HeroicRulings,
    refuse_at: str | None = None,
) -> AttackPlan:
    """Work out one attack or grapple whose aims `legality` has approved.

    A defence that is chosen but not legal is refused if `refuse_at` points to the choice, else the best one is used.
    """
    attacker, target = situation.attacker, situation.target
    strength = _strength(situation, choice, aims, rulings)
    kind = aims[0].mode.kind
    defense = _defense(situation, choice, aims, rulings, refuse_at)
    speed_factor, speed_cites = weapons.speed_factor_of(attacker, aims, separate=situation.separate)
    struck = () if kind is GRAPPLE else aims
    blows = tuple([weapons.blow_of(aim.mode, target, aim.location, situation.distance) for aim in struck])
    return AttackPlan(
        attacker.id,
        standing.spoken_name(attacker),
        target.id,
        standing.spoken_name(target),
        attack_rules.GRAPPLE_ATTACK if kind is GRAPPLE else attack_rules.ATTACK_CONTEST,
        kind,
        strength,
        defense,
        contest_rules(rulings, has_initiative=situation.has_initiative),
        speed_factor,
        aims,
        blows,
        bool(choice.modes),
        _hit_modes(choice, aims, blows),
        target.hp if choice.single_out is not None else None,
        bystanders_of(situation, choice, aims, strength.assigned, rulings) if kind is RANGED else (),
        rulings.stray_hits,
        situation.distance,
        rulings.damage_rolls is options.HeroicDamageRolls.PER_HIT,
        _attack_cites(situation, choice, aims, strength, rulings.rapid_fire_basis),
        defense_cites(defense.cites, situation.target_tactic, target.count_start),
        hit_cites(kind, strength.plain.number, speed_cites),
    )


def _attack_cites(
    situation: Situation,
    choice: HeroicAttackChoice,
    aims: tuple[weapons.Aim, ...],
    strength: Strength,
    basis: options.HeroicRapidFireBasis,
) -> Cites:
    """Return the rules behind an attack's effective skill that are no modifiers of it."""
    attacker, mode = situation.attacker, aims[0].mode
    cites = TACTIC_CITES[mode.kind, situation.attacker_tactic]
    cites += (rulebook.UNIT_GROUP_AS_ONE,) if attacker.count_start > 1 else ()
    cites += (rulebook.UNIT_SPLIT_ATTACKERS,) if choice.attackers is not None else ()
    cites += (attack_rules.REF_ARMOR_DIVISOR,) if mode.armor_divisor is not UNDIVIDED else ()
    cites += (attack_rules.MULTI_DECLARE, rulebook.ACTION_FREE_WEAPON_SWAP) if choice.modes else ()
    if mode.kind is RANGED:
        shots = choice.shots_each or 1
        rapid = shots * strength.assigned if basis is TOTAL else shots
        return cites + weapons.shot_cites(attacker, mode, situation.attacker_tactic, shots, rapid)
    cites += (attack_rules.MELEE_MODIFIERS,)
    cites += (rulebook.ACTION_FREE_GRIP_REACH,) if len(mode.reach) > 1 else ()
    cites += (Rulings.LOCKED_REACH,) if situation.distance > standing.reach_of(mode) else ()
    cites += (attack_rules.MELEE_MODE_PER_HIT,) if len(aims) > 1 and not choice.modes else ()
    assigned = strength.assigned
    if situation.grapples and mode.kind is MELEE and is_grappling(situation, assigned):
        cites += (attack_rules.GRAPPLE_WEAPONS,)
    return cites if assigned == 1 else cites + crowd_cites(strength.engagement, assigned)


def _strength(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[weapons.Aim, ...], rulings: options.HeroicRulings
) -> Strength:
    """Work out who attacks, and what the attack is worth with and without a shot that Fast-Draw adds."""
    mode = aims[0].mode
    together = bool(choice.modes)
    assigned = attackers_of(situation, choice, aims)
    engagement = _engagement(situation, choice, aims, assigned, rulings)
    ratio = _ratio(situation, engagement, rulings)
    terms = common_terms(situation, choice, mode.kind, assigned, rulings)
    if ratio:
        terms.append(
            term(attack_rules.RATIO_RANGED_TOO if mode.kind is RANGED else attack_rules.RATIO_SKILL_BONUS, ratio)
        )
    own = [own_terms(aim, situation) for aim in aims]
    base = base_of(aims, own, together=together)
    if not together:
        terms += own[0]
    if mode.kind is not RANGED:
        number = engagement.engaged
        plain = Salvo(tally(base, terms), multiplier_halves(number), None, None, number)
        return Strength(assigned, engagement, ratio, None, plain, None)
    unit, wanted = situation.attacker, choice.shots_each or 1
    basis = rulings.rapid_fire_basis
    plain = _salvo(weapons.volley_of(unit, mode, assigned, wanted, drawn=False), mode, base, terms, basis)
    if not choice.fast_draw:
        return Strength(assigned, engagement, ratio, None, plain, None)
    drawn = _salvo(weapons.volley_of(unit, mode, assigned, wanted, drawn=True), mode, base, terms, basis)
    return Strength(assigned, engagement, ratio, tally(mode.fast_draw or 0), plain, drawn)


def _defense(
    situation: Situation,
    choice: HeroicAttackChoice,
    aims: tuple[weapons.Aim, ...],
    rulings: options.HeroicRulings,
    refuse_at: str | None,
) -> Defense:
    defense = defense_of(situation, choice, aims, rulings)
    if defense is not None:
        return defense
    if refuse_at is not None and choice.defense is not None:
        wanted = choice.defense.parry or choice.defense.kind.value
        message = (
            f"{wanted!r} is no legal defence of {standing.spoken_name(situation.target)} against {aims[0].mode.id!r}."
        )
        raise InvalidDefense(message, pointer=f"{refuse_at}/defense")
    return best_defense(situation, choice, aims, rulings)


def _ratio(situation: Situation, engagement: Engagement, rulings: options.HeroicRulings) -> int:
    """Return the bonus for superior numbers.

    Ruling: heroic/ruling/ratio-collective.
    """
    attackers = engagement.engaged
    if situation.side_attackers is not None and rulings.ratio_scope is options.HeroicRatioScope.TARGET_TOTAL:
        attackers = max(attackers, situation.side_attackers)
    return ratio_bonus(attackers, engagement.defenders)


def _engagement(
    situation: Situation,
    choice: HeroicAttackChoice,
    aims: tuple[weapons.Aim, ...],
    assigned: int,
    rulings: options.HeroicRulings,
) -> Engagement:
    """Return who can take part: all shooters, or in melee those engaged."""
    defenders = (situation.able or situation.standing) if choice.single_out is None else 1
    if aims[0].mode.kind is RANGED:
        return Engagement(assigned, defenders, None)
    if choice.engaged is not None:
        return Engagement(choice.engaged, defenders, HeroicEngagementMode.EXPLICIT)
    if assigned == 1 and rulings.engagement is options.HeroicEngagementRule.AUTO and situation.terrain.frontage is None:
        formations = situation.attacker.formation, situation.target.formation
        if formations[0] is OPEN_ORDER and formations[1] is OPEN_ORDER:
            return Engagement(1, defenders, HeroicEngagementMode.OPEN)
    reach = max([standing.longest_of(aim.mode) for aim in aims])
    ranks = Ranks(assigned, situation.active, defenders, reach)
    return engagement_of(situation.attacker, situation.target, ranks, situation.terrain, rulings)


def _salvo(
    volley: weapons.Volley, mode: HeroicAttackMode, base: int, terms: list[Term], basis: options.HeroicRapidFireBasis
) -> Salvo:
    """Return what the shots of a volley are worth.

    Ruling: heroic/ruling/rapid-fire-per-shooter.
    """
    projectiles = volley.projectiles if basis is TOTAL else volley.each * mode.projectiles_per_shot
    bonus = rapid_fire_bonus(projectiles)
    rapid = [term(attack_rules.RANGED_RAPID_FIRE, bonus)] if bonus else []
    return Salvo(tally(base, terms + rapid), multiplier_halves(volley.shots), volley.projectiles, volley, volley.shots)


def _hit_modes(choice: HeroicAttackChoice, aims: tuple[weapons.Aim, ...], blows: tuple[Blow, ...]) -> tuple[int, ...]:
    """Return the position of each hit's mode: as the attacker lists them, else the highest expected injury for all."""
    if len(aims) == 1 or choice.modes or not blows:
        return (0,)
    if choice.hit_modes:
        names = [aim.mode.id for aim in aims]
        return tuple([names.index(name) for name in choice.hit_modes])
    expected = [expected_injury(blow) for blow in blows]
    return (expected.index(max(expected)),)
