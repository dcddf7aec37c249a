"""Which rules and rulings stand behind a strike's numbers, for the steps that roll against them."""

from functools import lru_cache
from typing import Final

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.opposed.attack.defence import is_helpless
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.strike_chance import RANKED_MANEUVERS
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import OpposedAttackHex, OpposedManeuverKind, OpposedMode
from service.rules.opposed.figures.models import OpposedFigure, OpposedStrike

RANGED: Final = OpposedMode.RANGED
CLOSE: Final = OpposedMode.CLOSE
FRONT: Final = OpposedAttackHex.FRONT
SHIELD_RUSH: Final = OpposedManeuverKind.SHIELD_RUSH


def attack_cites(attacker: OpposedFigure, order: OpposedStrike, strike_chance: Tally, modifier: Tally) -> Cites:
    """Return the ids behind a Strike Chance and the modifier of its die."""
    mode, maneuver = order.mode, order.maneuver
    ranked = attacker.weapon.ranked or maneuver in RANKED_MANEUVERS
    rules = [rulebook.CHANCE_RANKED_WEAPON.id if ranked else rulebook.CHANCE_UNRANKED_WEAPON.id]
    if attacker.strike_magic:
        rules.append(Rulings.MAGIC_SIGN.id)
    if mode is RANGED and attacker.fatigue == 0:
        rules.append(Rulings.NO_FATIGUE_RANGED.id)
    if mode is CLOSE and _is_behind(order):
        rules.append(Rulings.CLOSE_COMBAT_HEX.id)
    if maneuver is SHIELD_RUSH:
        rules.append(Rulings.SHIELD_RUSH_CHARGE.id)
    rules += [each.rule for each in strike_chance.terms + modifier.terms]
    return _behind(tuple(rules))


def defence_cites(defender: OpposedFigure, order: OpposedStrike, defence: Tally) -> Cites:
    """Return the ids behind a Defence."""
    if is_helpless(defender):
        rules = [rulebook.DEFENCE_STUNNED.id]
        if not is_able(defender):
            rules.append(Rulings.DOWN_DEFENDER.id)
    elif _is_behind(order):
        rules = [rulebook.DEFENCE_FLANK_REAR.id]
    else:
        rules = [rulebook.DEFENCE_FRONT.id]
        if defender.perception:
            rules.append(Rulings.FRONT_DEFENCE_PERCEPTION.id)
    if defender.agility_base is not None and not is_helpless(defender):
        rules.append(Rulings.MODIFIED_AGILITY.id)
    if defender.magic_defence:
        rules.append(Rulings.MAGIC_SIGN.id)
    if order.mode is RANGED and defender.fatigue == 0:
        rules.append(Rulings.NO_FATIGUE_RANGED.id)
    rules += [each.rule for each in defence.terms]
    return _behind(tuple(rules))


def _is_behind(order: OpposedStrike) -> bool:
    """Tell whether a strike comes from a flank or rear hex."""
    return order.situation.attack_hex is not FRONT


@lru_cache(maxsize=1024)
def _behind(rules: tuple[str, ...]) -> Cites:
    """Return the ids of what is not a row of its own: a tally shows its rows already."""
    cited = [each for each in rules if each not in SHOWN]
    cited += [each for rule in rules for each in ROW_RULINGS.get(rule, ())]
    for together, rule in TOGETHER:
        if len({each for each in rules if each in together}) > 1:
            cited.append(rule)
    return tuple(dict.fromkeys(cited))


ROW_RULINGS: Final[dict[str, Cites]] = {
    rulebook.CHANCE_UNRANKED_WEAPON.id: (Rulings.UNRANKED_WEAPON.id, rulebook.CORE_BASE_RULES_FALLBACK.id),
    rulebook.STRIKE_CLOSE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.STRIKE_MELEE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.STRIKE_OFFENSIVE_WITHDRAWAL.id: (rulebook.WITHDRAW_OFFENSIVE.id,),
    rulebook.STRIKE_MELEE_FLANK.id: (Rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_MELEE_REAR.id: (Rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_MELEE_LOW_DEFENDER.id: (Rulings.OWN_STATUS_ONLY.id, Rulings.POSTURE_ASYMMETRY.id),
    rulebook.STRIKE_RANGED_FLANK.id: (Rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_RANGED_REAR.id: (Rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_THROWN_DISTANCE.id: (Rulings.THROWN_HEXES.id,),
    rulebook.STRIKE_MISSILE_DISTANCE.id: (Rulings.MISSILE_BANDS.id,),
    rulebook.STRIKE_VISIBILITY_STARRY.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_CLOUDY.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_UNLIT.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_PITCH_BLACK.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_UNSEEN.id: (rulebook.STRIKE_VISIBILITY.id, Rulings.VISIBILITY_STACKING.id),
    rulebook.MANEUVER_TRIP.id: (Rulings.TRIP_BASE_CHANCE.id,),
    rulebook.MANEUVER_TRAMPLE.id: (Rulings.TRAMPLE_CHANCE.id,),
    rulebook.MANEUVER_DISARM.id: (Rulings.DISARM_MISSING_ROW.id,),
    rulebook.DIE_ASSASSIN_SURPRISE.id: (
        Rulings.ASSASSIN_SCOPE.id,
        Rulings.ASSASSIN_TIER_EXCLUSIVE.id,
    ),
    rulebook.DIE_ASSASSIN_BEHIND.id: (Rulings.ASSASSIN_SCOPE.id,),
    rulebook.DIE_ASSASSIN_FRONT.id: (
        Rulings.ASSASSIN_SCOPE.id,
        Rulings.ASSASSIN_FRONT_FRACTION.id,
        Rulings.ASSASSIN_FLANK.id,
    ),
    rulebook.DEFENCE_STUNNED.id: (Rulings.STUNNED_HEX.id,),
    rulebook.DEFENCE_CLOSE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.DEFENCE_MELEE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.DEFENCE_DEFENSIVE_WITHDRAWAL.id: (rulebook.WITHDRAW_DEFENSIVE.id,),
    rulebook.DEFENCE_CLOSE_STUNNED.id: (
        Rulings.STUNNED_DOUBLE_PENALTY.id,
        Rulings.STUNNED_CLOSE_STRENGTH.id,
    ),
    rulebook.DEFENCE_MELEE_STUNNED.id: (Rulings.STUNNED_DOUBLE_PENALTY.id,),
    rulebook.DEFENCE_RANGED_STUNNED.id: (Rulings.STUNNED_DOUBLE_PENALTY.id,),
    rulebook.DEFENCE_RANGED_LOW.id: (Rulings.POSTURE_ASYMMETRY.id,),
    rulebook.DEFENCE_MELEE_EVADING.id: (rulebook.EVADE_STANCE.id,),
    rulebook.DEFENCE_RANGED_EVADING.id: (rulebook.EVADE_STANCE.id, Rulings.EVADE_MODES.id),
}
"""The rules and rulings behind a row of a tally."""

SHOWN: Final = frozenset(
    rule.id for rule in rulebook.RULES if rule.id.split("/")[1] in ("strike-modifier", "defence-modifier", "maneuver")
)
ASSASSIN: Final = (
    rulebook.DIE_ASSASSIN_SURPRISE.id,
    rulebook.DIE_ASSASSIN_BEHIND.id,
    rulebook.DIE_ASSASSIN_FRONT.id,
)
TOGETHER: Final = (
    (tuple(each.id for each in rulebook.RULES if "/strike-modifier/" in each.id), rulebook.STRIKE_CUMULATIVE.id),
    (tuple(each.id for each in rulebook.RULES if "/defence-modifier/" in each.id), rulebook.DEFENCE_CUMULATIVE.id),
    ((rulebook.DIE_AIM.id, *ASSASSIN), rulebook.DIE_STACKING.id),
    ((rulebook.DIE_AIM.id, *ASSASSIN), Rulings.DICE_MODIFIER_STACKING.id),
    (
        (rulebook.STRIKE_SECONDARY_HAND.id, rulebook.STRIKE_MULTIPLE_STRIKE.id),
        Rulings.MULTIPLE_AND_SECONDARY.id,
    ),
)
"""Rows of which two or more at once bring a rule or ruling into play."""
