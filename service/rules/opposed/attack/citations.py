"""Which rules and rulings stand behind a strike's numbers, for the steps that roll against them."""

from functools import lru_cache
from typing import Final

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.opposed.attack.defence import is_helpless
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.strike_chance import RANKED_MANEUVERS
from service.rules.opposed.book import chance_rulings, rulebook, strike_rulings
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
        rules.append(chance_rulings.MAGIC_SIGN.id)
    if mode is RANGED and attacker.fatigue == 0:
        rules.append(chance_rulings.NO_FATIGUE_RANGED.id)
    if mode is CLOSE and _is_behind(order):
        rules.append(chance_rulings.CLOSE_COMBAT_HEX.id)
    if maneuver is SHIELD_RUSH:
        rules.append(chance_rulings.SHIELD_RUSH_CHARGE.id)
    rules += [each.rule for each in strike_chance.terms + modifier.terms]
    return _behind(tuple(rules))


def defence_cites(defender: OpposedFigure, order: OpposedStrike, defence: Tally) -> Cites:
    """Return the ids behind a Defence."""
    if is_helpless(defender):
        rules = [rulebook.DEFENCE_STUNNED.id]
        if not is_able(defender):
            rules.append(chance_rulings.DOWN_DEFENDER.id)
    elif _is_behind(order):
        rules = [rulebook.DEFENCE_FLANK_REAR.id]
    else:
        rules = [rulebook.DEFENCE_FRONT.id]
        if defender.perception:
            rules.append(chance_rulings.FRONT_DEFENCE_PERCEPTION.id)
    if defender.agility_base is not None and not is_helpless(defender):
        rules.append(chance_rulings.MODIFIED_AGILITY.id)
    if defender.magic_defence:
        rules.append(chance_rulings.MAGIC_SIGN.id)
    if order.mode is RANGED and defender.fatigue == 0:
        rules.append(chance_rulings.NO_FATIGUE_RANGED.id)
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
    rulebook.CHANCE_UNRANKED_WEAPON.id: (chance_rulings.UNRANKED_WEAPON.id, rulebook.CORE_BASE_RULES_FALLBACK.id),
    rulebook.STRIKE_CLOSE_NO_FATIGUE.id: (chance_rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.STRIKE_MELEE_NO_FATIGUE.id: (chance_rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.STRIKE_OFFENSIVE_WITHDRAWAL.id: (rulebook.WITHDRAW_OFFENSIVE.id,),
    rulebook.STRIKE_MELEE_FLANK.id: (chance_rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_MELEE_REAR.id: (chance_rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_MELEE_LOW_DEFENDER.id: (chance_rulings.OWN_STATUS_ONLY.id, chance_rulings.POSTURE_ASYMMETRY.id),
    rulebook.STRIKE_RANGED_FLANK.id: (chance_rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_RANGED_REAR.id: (chance_rulings.OWN_STATUS_ONLY.id,),
    rulebook.STRIKE_THROWN_DISTANCE.id: (chance_rulings.THROWN_HEXES.id,),
    rulebook.STRIKE_MISSILE_DISTANCE.id: (chance_rulings.MISSILE_BANDS.id,),
    rulebook.STRIKE_VISIBILITY_STARRY.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_CLOUDY.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_UNLIT.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_PITCH_BLACK.id: (rulebook.STRIKE_VISIBILITY.id,),
    rulebook.STRIKE_VISIBILITY_UNSEEN.id: (rulebook.STRIKE_VISIBILITY.id, chance_rulings.VISIBILITY_STACKING.id),
    rulebook.MANEUVER_TRIP.id: (chance_rulings.TRIP_BASE_CHANCE.id,),
    rulebook.MANEUVER_TRAMPLE.id: (chance_rulings.TRAMPLE_CHANCE.id,),
    rulebook.MANEUVER_DISARM.id: (chance_rulings.DISARM_MISSING_ROW.id,),
    rulebook.DIE_ASSASSIN_SURPRISE.id: (
        chance_rulings.ASSASSIN_SCOPE.id,
        chance_rulings.ASSASSIN_TIER_EXCLUSIVE.id,
    ),
    rulebook.DIE_ASSASSIN_BEHIND.id: (chance_rulings.ASSASSIN_SCOPE.id,),
    rulebook.DIE_ASSASSIN_FRONT.id: (
        chance_rulings.ASSASSIN_SCOPE.id,
        chance_rulings.ASSASSIN_FRONT_FRACTION.id,
        chance_rulings.ASSASSIN_FLANK.id,
    ),
    rulebook.DEFENCE_STUNNED.id: (chance_rulings.STUNNED_HEX.id,),
    rulebook.DEFENCE_CLOSE_NO_FATIGUE.id: (chance_rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.DEFENCE_MELEE_NO_FATIGUE.id: (chance_rulings.NO_FATIGUE_THRESHOLD.id,),
    rulebook.DEFENCE_DEFENSIVE_WITHDRAWAL.id: (rulebook.WITHDRAW_DEFENSIVE.id,),
    rulebook.DEFENCE_CLOSE_STUNNED.id: (
        chance_rulings.STUNNED_DOUBLE_PENALTY.id,
        chance_rulings.STUNNED_CLOSE_STRENGTH.id,
    ),
    rulebook.DEFENCE_MELEE_STUNNED.id: (chance_rulings.STUNNED_DOUBLE_PENALTY.id,),
    rulebook.DEFENCE_RANGED_STUNNED.id: (chance_rulings.STUNNED_DOUBLE_PENALTY.id,),
    rulebook.DEFENCE_RANGED_LOW.id: (chance_rulings.POSTURE_ASYMMETRY.id,),
    rulebook.DEFENCE_MELEE_EVADING.id: (rulebook.EVADE_STANCE.id,),
    rulebook.DEFENCE_RANGED_EVADING.id: (rulebook.EVADE_STANCE.id, strike_rulings.EVADE_MODES.id),
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
    ((rulebook.DIE_AIM.id, *ASSASSIN), chance_rulings.DICE_MODIFIER_STACKING.id),
    (
        (rulebook.STRIKE_SECONDARY_HAND.id, rulebook.STRIKE_MULTIPLE_STRIKE.id),
        chance_rulings.MULTIPLE_AND_SECONDARY.id,
    ),
)
"""Rows of which two or more at once bring a rule or ruling into play."""
