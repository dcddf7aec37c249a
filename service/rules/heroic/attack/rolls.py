"""The rolls of an attack as kernels: the contest of skill with active defence, and the damage of its hits."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import THREE_D6, Cites, Dice, Expected, Rule
from service.dice.transcript import Tally, capital
from service.rules.heroic.attack.outcomes import HeroicContest
from service.rules.heroic.attack.situation import weapons
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicContestTie, HeroicRulings, HeroicSwitch
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicDefense
from service.rules.kernel.chances.sums import CERTAIN, Effort, sum_of
from service.rules.kernel.tally import spoken
from service.rules.roll_under.damage import Blow
from service.rules.roll_under.locations import spoken_location
from service.rules.roll_under.rolls import is_critical, is_fumble, roll_choice, succeeds

DEFENSES: Final = {
    HeroicDefense.DODGE: "Dodge",
    HeroicDefense.PARRY: "Parry",
    HeroicDefense.BLOCK: "Block",
}
NEVER: Final = Fraction(0)
SHARE_COST: Final = 10

Shares = tuple[int, ...]
"""How many of the hits each aim has."""


class ContestRules(NamedTuple):
    """How the contest of an attack is read: who wins ties, and what a bad or very good roll does."""

    tie_wins: bool
    must_succeed: bool
    criticals: bool


@dataclass(slots=True, eq=False)
class Duel:
    """One attack against one defence; without a value nothing defends. The dice depend on its `numbers` alone."""

    rule: Rule
    attacker: str
    attacker_name: str
    skill: Tally
    attack_cites: Cites
    defender: str
    defender_name: str
    defense: HeroicDefense
    value: Tally | None
    defense_cites: Cites
    rules: ContestRules
    numbers: tuple[int, int | None, ContestRules] = field(init=False)

    def __post_init__(self) -> None:
        """Set the numbers."""
        self.numbers = self.skill.total, None if self.value is None else self.value.total, self.rules

    def __eq__(self, other: object) -> bool:
        """Return whether another attack is rolled alike; names and cites make no difference."""
        return isinstance(other, Duel) and self.numbers == other.numbers

    def __hash__(self) -> int:
        """Hash what the dice depend on."""
        return hash(self.numbers)


def contest_rules(rulings: HeroicRulings, *, has_initiative: bool) -> ContestRules:
    """Read the options of a contest for an attacker with or without the initiative.

    Ruling: heroic/ruling/contest-tie, heroic/ruling/failed-roll-can-win, heroic/ruling/criticals.
    """
    tie = rulings.contest_tie
    return ContestRules(
        tie is HeroicContestTie.ATTACKER or (has_initiative and tie is HeroicContestTie.INITIATIVE),
        rulings.attack_must_succeed,
        rulings.criticals is HeroicSwitch.ON,
    )


@dataclass(slots=True, unsafe_hash=True)
class DuelResult:
    """Who won a duel and by how much, whether a defence stopped an attack that would have hit, and was rolled at all.

    Two are equal if these are, whatever was rolled.
    """

    won: bool
    margin: int
    stopped: bool
    defended: bool
    contest: HeroicContest = field(compare=False)


def roll_duel(duel: Duel, dice: Dice) -> DuelResult:
    """Roll an attack against a defence.

    Dice: 3D6 attack, 3D6 defence if there is one and no critical forestalls it.
    Ruling: heroic/ruling/no-defense.
    """
    dice.expect(lambda: duel_rolls(duel))
    contest = _roll_attack(duel, dice)
    defended = contest.defense_roll is not None
    stopped = not contest.won and defended and contest.attack_margin >= 0
    return DuelResult(contest.won, contest.margin, stopped, defended, contest)


def duel_rolls(duel: Duel) -> list[Expected]:
    """Return the rolls of a duel that certainly come, as they are announced: a critical attack may leave no defence."""
    attack = f"attack of {duel.attacker_name} on {duel.defender_name}"
    rolls = [Expected(duel.rule, THREE_D6, duel.attacker, attack)]
    if duel.value is not None and not duel.rules.criticals:
        rolls.append(_expected_defense(duel))
    return rolls


def _expected_defense(duel: Duel) -> Expected:
    defense = f"{DEFENSES[duel.defense]} of {duel.defender_name} against {duel.attacker_name}"
    return Expected(attack_rules.ATTACK_EFFECTIVE_DEFENSE, THREE_D6, duel.defender, defense)


def _roll_attack(duel: Duel, dice: Dice) -> HeroicContest:
    skill = duel.skill
    roll = dice.roll(duel.rule, THREE_D6, actor=duel.attacker, target=skill)
    total = roll.total
    margin = skill.total - total
    cites = duel.attack_cites
    text = ""
    if dice.tells:
        text = f"{duel.attacker_name} rolled {total} against {spoken(skill)}: margin {margin}"
    if duel.rules.criticals:
        critical, fumble = is_critical(skill.total, total), is_fumble(skill.total, total)
        if critical or fumble:
            ending = ", a critical success that left no defence." if critical else ", a critical miss."
            roll.tell(text + ending, margin=margin, cites=(*cites, Rulings.CRITICALS))
            return _undefended(total, margin, max(margin, 0) if critical else margin, won=critical)
    if duel.value is None:
        cites = (*cites, *duel.defense_cites, Rulings.NO_DEFENSE)
        outcome = "which was a hit" if margin >= 0 else "but that was no hit"
        roll.tell(f"{text}; there was no defence, {outcome}.", margin=margin, cites=cites)
        return _undefended(total, margin, margin, won=margin >= 0)
    roll.tell(f"{text}.", margin=margin, cites=cites)
    if duel.rules.criticals:
        dice.expect(lambda: [_expected_defense(duel)])
    return _roll_defense(duel, duel.value, total, margin, dice)


def _roll_defense(duel: Duel, value: Tally, attack_roll: int, attack_margin: int, dice: Dice) -> HeroicContest:
    roll = dice.roll(attack_rules.ATTACK_EFFECTIVE_DEFENSE, THREE_D6, actor=duel.defender, target=value)
    total = roll.total
    own_margin = value.total - total
    margin = attack_margin - own_margin
    won, cites = _winner(duel, attack_roll, margin)
    if dice.tells:
        roll.tell(
            f"{DEFENSES[duel.defense]} of {duel.defender_name}: {total} against {spoken(value)}, "
            f"margin {own_margin}. {capital(_winner_text(duel.attacker_name, margin, won=won))}",
            margin=own_margin,
            cites=duel.defense_cites + cites,
        )
    return HeroicContest(
        attack_roll=attack_roll,
        attack_margin=attack_margin,
        defense_roll=total,
        defense_margin=own_margin,
        margin=margin,
        won=won,
    )


def _undefended(roll: int, own_margin: int, margin: int, *, won: bool) -> HeroicContest:
    return HeroicContest(
        attack_roll=roll, attack_margin=own_margin, defense_roll=None, defense_margin=None, margin=margin, won=won
    )


def _winner_text(attacker: str, margin: int, *, won: bool) -> str:
    if won:
        return f"{attacker} won by {margin}." if margin else f"A tie, which was decided for {attacker}."
    if margin > 0:
        return f"{attacker} would have won by {margin}, but a failed roll hit nobody."
    return f"{attacker} lost by {-margin}." if margin else "A tie, so nobody was hit."


def _winner(duel: Duel, attack_roll: int, margin: int) -> tuple[bool, Cites]:
    """Return whether the attacker wins, and which ruling decided it if one did."""
    rules = duel.rules
    won = margin > 0 or (margin == 0 and rules.tie_wins)
    cites: Cites = (Rulings.CONTEST_TIE,) if margin == 0 else ()
    if won and not succeeds(duel.skill.total, attack_roll):
        won = not rules.must_succeed
        cites = (*cites, Rulings.FAILED_ROLL_CAN_WIN)
    return won, cites


def base_hits_of(margin: int, speed_factor: int) -> int:
    """Return the base hits of a won contest.

    Ruling: heroic/ruling/full-multiple.
    """
    return 1 + margin // speed_factor


def total_hits_of(base: int, halves: int, cap: int | None) -> int:
    """Return the hits after the multiplier, counted in halves, and the number of projectiles, if any."""
    hits = base * halves // 2
    return hits if cap is None else min(hits, cap)


@dataclass(slots=True, eq=False)
class Hits:
    """The hits of an attack before their damage is rolled; two are equal if their injury is equally likely.

    `shares` are the hits of each blow; None: each of the base hits is of any of the attacks declared as one. `halves`
    is the multiplier, in halves.
    """

    blows: tuple[Blow, ...]
    shares: Shares | None
    base: int
    hits: int
    halves: int
    per_hit: bool
    aims: tuple[weapons.Aim, ...]
    attacker: str
    target: str
    numbers: tuple[object, ...] = field(init=False)
    code: int = field(init=False)

    def __post_init__(self) -> None:
        """Set the numbers that the injury depends on, and their hash."""
        self.numbers = self.blows, self.shares, self.base, self.hits, self.halves, self.per_hit
        self.code = hash(self.numbers)

    def __eq__(self, other: object) -> bool:
        """Return whether other hits have the same numbers."""
        return isinstance(other, Hits) and self.numbers == other.numbers

    def __hash__(self) -> int:
        """Return the hash of the numbers."""
        return self.code


@dataclass(slots=True, unsafe_hash=True)
class Injuries:
    """Injury in all, and the wounds that add up to it, each with its position among the blows."""

    injury: int
    wounds: tuple[tuple[int, weapons.Wound], ...] = field(default=(), compare=False)


def roll_damage(hits: Hits, dice: Dice) -> Injuries:
    """Roll the damage of all hits.

    Dice: for several attacks as one a choice for each base hit; damage of each mode that hits, in the order declared.
    """
    shares = roll_shares(hits, dice) if hits.shares is None else hits.shares
    dice.expect(lambda: damage_rolls(hits, shares))
    wounds = []
    for at, many in enumerate(shares):
        if many:
            victim = weapons.Victim(hits.attacker, hits.target, spoken_weapon(hits.aims[at]))
            wounds.append((at, weapons.roll_wound(hits.blows[at], many, victim, dice, per_hit=hits.per_hit)))
    return Injuries(sum([wound.injury for _, wound in wounds]), tuple(wounds))


def damage_rolls(hits: Hits, shares: Shares) -> list[Expected]:
    """Return the damage rolls of hits that are shared so, as they are announced."""
    rolls: list[Expected] = []
    for at, many in enumerate(shares):
        pool = hits.blows[at].damage.pool
        if pool is not None:
            times = many if hits.per_hit else min(many, 1)
            what = f"damage of {hits.target} by {spoken_weapon(hits.aims[at])}"
            which = [f" (hit {number} of {times})" for number in range(1, times + 1)] if times > 1 else [""] * times
            rule = attack_rules.INJURY_DAMAGE_ONCE
            rolls += [Expected(rule, pool, hits.attacker, f"{what}{each}") for each in which]
    return rolls


def damage_chances(hits: Hits) -> Distribution[Injuries]:
    """Return the chances of each injury in all, the damage of equal hits added up instead of enumerated."""
    effort = Effort()
    chances: dict[Injuries, Fraction] = {}
    for shares, chance in share_chances(hits, effort).items():
        total = CERTAIN
        for blow, many in zip(hits.blows, shares, strict=True):
            if many:
                one = weapons.injury_chances(blow, many, per_hit=hits.per_hit)
                effort.spend(len(total.chances) * len(one.chances), attack_rules.INJURY_DAMAGE_ONCE)
                total = sum_of(total, one, attack_rules.INJURY_DAMAGE_ONCE)
        for injury, likely in total.chances.items():
            done = Injuries(injury)
            chances[done] = chances.get(done, NEVER) + chance * likely
    return Distribution(chances)


DAMAGE: Final = CountedKernel(roll_damage, damage_chances)


def roll_shares(hits: Hits, dice: Dice) -> Shares:
    """Choose for each base hit which of several attacks lands, and return how many hits each has.

    Dice: for each base hit a choice among the attacks.
    """
    counts = [0] * len(hits.blows)
    for _ in range(hits.base):
        at = roll_choice(
            attack_rules.MULTI_RANDOM_MODE,
            len(counts),
            dice,
            actor=hits.attacker,
            what="the attack that lands",
            told=partial(_spoken_aim, hits.aims),
        )
        counts[at] += 1
    return apportioned(tuple(counts), hits.base, hits.hits, hits.halves)


def share_chances(hits: Hits, effort: Effort) -> dict[Shares, Fraction]:
    """Return the chances of each way in which the hits are shared; each base hit falls on any attack alike."""
    if hits.shares is not None:
        return {hits.shares: Fraction(1)}
    attacks = len(hits.blows)
    counts = {(0,) * attacks: Fraction(1)}
    for _ in range(hits.base):
        effort.spend(SHARE_COST * len(counts) * attacks, attack_rules.MULTI_RANDOM_MODE)
        after: dict[Shares, Fraction] = {}
        for before, chance in counts.items():
            for at in range(attacks):
                landed = (*before[:at], before[at] + 1, *before[at + 1 :])
                after[landed] = after.get(landed, NEVER) + chance / attacks
        counts = after
    chances: dict[Shares, Fraction] = {}
    for landed, chance in counts.items():
        shares = apportioned(landed, hits.base, hits.hits, hits.halves)
        chances[shares] = chances.get(shares, NEVER) + chance
    return chances


def apportioned(counts: Shares, base: int, hits: int, halves: int) -> Shares:
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


def spoken_weapon(aim: weapons.Aim) -> str:
    """Say what hits: the weapon and mode as a player would."""
    return aim.mode.id.replace("_", " ")


def _spoken_aim(aims: tuple[weapons.Aim, ...], at: int) -> str:
    return f"{spoken_weapon(aims[at])} at the {spoken_location(aims[at].location, None)}"
