"""What figures attempt without a strike roll: to restrain, to withdraw from close combat, to repulse, to recover."""

from collections.abc import Sequence
from typing import Final

from service.dice.model import D10, D100, Bands, Cites, Dice
from service.dice.transcript import Tally, Term
from service.rules.kernel.tally import spoken, tally
from service.rules.opposed.attack.legality import is_able, name_of
from service.rules.opposed.attack.maneuver_effects import highest_at_most
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRepulseComparison, OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.figures.models import OpposedFigure

WITHDRAWN_FROM: Final = 10
RESTRAINED: Final[Cites] = (Rulings.RESTRAIN_ROLL,)
RECOVERED: Final[Cites] = (Rulings.STUN_RECOVERY_ROLL,)
WITHDRAWN: Final[Cites] = (Rulings.WITHDRAW_SCOPE,)
REPULSED: Final[Cites] = (Rulings.REPULSE_COMPARISON,)


def restrain_chance_of(attacker: OpposedFigure, defender: OpposedFigure) -> Tally:
    """Return the chance to restrain, in percent: three times what Strength and Agility of both differ by.

    A defender that is down resists with neither.

    Source: 57.3, Restrain.
    """
    own = 3 * (attacker.physical_strength + attacker.agility)
    if not is_able(defender):
        return tally(own)
    foe = 3 * (defender.physical_strength + defender.agility)
    return tally(own, (Term(rule=rulebook.MANEUVER_RESTRAIN.id, label="Defender", value=-foe),))


def roll_restrain(attacker: OpposedFigure, defender: OpposedFigure, dice: Dice) -> tuple[int, bool]:
    """Roll at or below the chance to restrain; return the chance and whether it succeeded.

    Dice: D100.
    """
    who, whom = name_of(attacker, "Attacker"), name_of(defender, "Defender")
    chance = restrain_chance_of(attacker, defender)
    highest = highest_at_most(chance.total)
    roll = dice.roll(rulebook.MANEUVER_RESTRAIN, D100, actor=who, target=chance, bands=(highest, 100))
    success = roll.total <= highest
    ending = "restrains" if success else "does not get hold of"
    text = f"{who} rolls {roll.total} against {chance.total} and {ending} {whom}."
    cites = RESTRAINED if is_able(defender) else (*RESTRAINED, Rulings.DOWN_DEFENDER)
    roll.tell(text, margin=chance.total - roll.total, cites=cites)
    return chance.total, success


def roll_stun_recovery(willpower: int, fatigue: int, dice: Dice, who: str | None) -> tuple[int, bool]:
    """Roll at or below twice Willpower plus Fatigue; return that chance and whether the stun is shaken off.

    Dice: D100.
    Source: 57.3, Stun recovery.
    """
    terms = (Term(rule=rulebook.STUN_RECOVERY.id, label="Fatigue", value=fatigue),) if fatigue else ()
    chance = tally(2 * willpower, terms)
    highest = highest_at_most(chance.total)
    roll = dice.roll(rulebook.STUN_RECOVERY, D100, actor=who, target=chance, bands=(highest, 100))
    recovered = roll.total <= highest
    ending = "shakes off the stun" if recovered else "stays stunned"
    text = f"{who or 'The figure'} rolls {roll.total} against {chance.total} and {ending}."
    roll.tell(text, margin=chance.total - roll.total, cites=RECOVERED)
    return chance.total, recovered


def roll_withdrawal(friendly: Sequence[int], hostile: Sequence[int], dice: Dice, who: str | None) -> tuple[int, bool]:
    """Roll a d10, add the Strength of friends and take away that of foes; 10 or more leaves close combat.

    Dice: D10.
    Source: 57.3, Withdraw from close combat.
    """
    strengths = (
        Term(rule=rulebook.WITHDRAW_CLOSE_COMBAT.id, label="Strength of friends", value=sum(friendly)),
        Term(rule=rulebook.WITHDRAW_CLOSE_COMBAT.id, label="Strength of foes", value=-sum(hostile)),
    )
    needed = tally(WITHDRAWN_FROM)
    short = needed.total - sum(friendly) + sum(hostile) - 1
    roll = dice.roll(rulebook.WITHDRAW_CLOSE_COMBAT, D10, actor=who, target=needed, bands=_up_to(short))
    number = tally(roll.total, strengths)
    success = number.total >= needed.total
    ending = "withdraws" if success else "does not get away"
    text = f"{who or 'The figure'} rolls {spoken(number)} against {needed.total} and {ending}."
    roll.tell(text, margin=number.total - needed.total, cites=WITHDRAWN)
    return number.total, success


def roll_repulse(weapon_rank: int, rulings: OpposedRulings, dice: Dice, who: str | None) -> bool:
    """Roll a d10 against the Rank of the prepared weapon to repulse a charge.

    Dice: D10.
    Ruling: opposed/ruling/repulse-comparison.
    Source: 57.3, Repulse a charge attack.
    """
    at_most = rulings.repulse_comparison is OpposedRepulseComparison.AT_MOST
    bands = _up_to(weapon_rank if at_most else weapon_rank - 1)
    roll = dice.roll(rulebook.REPULSE_CHARGE, D10, actor=who, target=tally(weapon_rank), bands=bands)
    repulsed = roll.total <= weapon_rank if at_most else roll.total >= weapon_rank
    ending = "repulses the charge" if repulsed else "does not repulse the charge"
    text = f"{who or 'The figure'} rolls {roll.total} against Rank {weapon_rank} and {ending}. {ODDS_BY_RANK[at_most]}"
    roll.tell(text, cites=REPULSED)
    return repulsed


ODDS_BY_RANK: Final = {
    False: "As printed the Rank or above repulses, so Rank 0 or 1 always does and Rank 10 only with a 10.",
    True: "The Rank or below repulses, so Rank 10 always does and Rank 0 never.",
}
"""What a player is to know of the comparison, by whether a roll of at most the Rank repulses."""


def _up_to(face: int) -> Bands:
    """Return the bands of a d10 that part the faces up to one from the rest."""
    return (face, 10) if 1 <= face < 10 else (10,)
