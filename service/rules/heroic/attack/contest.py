"""The contest of an attack: skill against active defence, and the hits its margin buys."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Cites, Dice, Rule
from service.dice.transcript import Tally
from service.rules.heroic.attack.outcomes import HeroicContest
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicContestTie, HeroicRulings, HeroicSwitch
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicDefense
from service.rules.kernel.tally import spoken
from service.rules.roll_under.rolls import is_critical, is_fumble, succeeds

ATTACKER: Final = HeroicContestTie.ATTACKER
INITIATIVE: Final = HeroicContestTie.INITIATIVE
ON: Final = HeroicSwitch.ON
DEFENSES: Final = {
    HeroicDefense.DODGE: "Dodge",
    HeroicDefense.PARRY: "Parry",
    HeroicDefense.BLOCK: "Block",
}


class ContestRules(NamedTuple):
    """How the contest of an attack is read: who wins ties, and what a bad or very good roll does."""

    tie_wins: bool
    must_succeed: bool
    criticals: bool


@dataclass(slots=True, eq=False)
class Duel:
    """One attack against one defence; without a value nothing defends."""

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

    def __eq__(self, other: object) -> bool:
        """Tell whether another attack is rolled alike; names and cites make no difference."""
        return isinstance(other, Duel) and self._numbers() == other._numbers()

    def __hash__(self) -> int:
        """Hash what the dice depend on."""
        return hash(self._numbers())

    def _numbers(self) -> tuple[int, int | None, ContestRules]:
        return self.skill.total, None if self.value is None else self.value.total, self.rules


def contest_rules(rulings: HeroicRulings, *, has_initiative: bool) -> ContestRules:
    """Read the options of a contest for an attacker with or without the initiative.

    Ruling: heroic/ruling/contest-tie, heroic/ruling/failed-roll-can-win, heroic/ruling/criticals.
    """
    tie = rulings.contest_tie
    return ContestRules(
        tie is ATTACKER or (has_initiative and tie is INITIATIVE),
        rulings.attack_must_succeed,
        rulings.criticals is ON,
    )


def roll_duel(duel: Duel, dice: Dice) -> HeroicContest:
    """Roll an attack against a defence.

    Dice: 3D6 attack, 3D6 defence if there is one and no critical forestalls it.
    Ruling: heroic/ruling/no-defense.
    """
    skill = duel.skill
    roll = dice.roll(duel.rule, THREE_D6, actor=duel.attacker, target=skill)
    total = roll.total
    margin = skill.total - total
    cites = duel.attack_cites
    text = f"{duel.attacker_name} rolled {total} against {spoken(skill)}: margin {margin}"
    if duel.rules.criticals:
        critical, fumble = is_critical(skill.total, total), is_fumble(skill.total, total)
        if critical or fumble:
            ending = ", a critical success that leaves no defence." if critical else ", a critical miss."
            roll.tell(text + ending, margin=margin, cites=(*cites, Rulings.CRITICALS))
            return _undefended(total, margin, max(margin, 0) if critical else margin, won=critical)
    if duel.value is None:
        cites = (*cites, *duel.defense_cites, Rulings.NO_DEFENSE)
        outcome = "which is a hit" if margin >= 0 else "but that is no hit"
        roll.tell(f"{text}; there was no defence, {outcome}.", margin=margin, cites=cites)
        return _undefended(total, margin, margin, won=margin >= 0)
    roll.tell(f"{text}.", margin=margin, cites=cites)
    return _roll_defense(duel, duel.value, total, margin, dice)


def _roll_defense(duel: Duel, value: Tally, attack_roll: int, attack_margin: int, dice: Dice) -> HeroicContest:
    roll = dice.roll(attack_rules.ATTACK_EFFECTIVE_DEFENSE, THREE_D6, actor=duel.defender, target=value)
    total = roll.total
    own_margin = value.total - total
    margin = attack_margin - own_margin
    won, cites = _winner(duel, attack_roll, margin)
    roll.tell(
        f"{DEFENSES[duel.defense]} of {duel.defender_name}: {total} against {spoken(value)}, "
        f"margin {own_margin}. {_told(duel.attacker_name, margin, won=won)}",
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


def _told(attacker: str, margin: int, *, won: bool) -> str:
    if won:
        return f"{attacker} won by {margin}." if margin else f"A tie, which is decided for {attacker}."
    if margin > 0:
        return f"{attacker} would have won by {margin}, but a failed roll hits nobody."
    return f"{attacker} lost by {-margin}." if margin else "A tie, so nobody is hit."


def _winner(duel: Duel, attack_roll: int, margin: int) -> tuple[bool, Cites]:
    """Tell whether the attacker wins, and which ruling decided it if one did."""
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
