"""Which rules and rulings stand behind a strike's numbers, for the steps that roll against them."""

from functools import lru_cache
from typing import Final

from service.dice.model import Cited, Cites
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
    rules: list[Cited] = [rulebook.CHANCE_RANKED_WEAPON if ranked else rulebook.CHANCE_UNRANKED_WEAPON]
    if attacker.strike_magic:
        rules.append(Rulings.MAGIC_SIGN)
    if mode is RANGED and attacker.fatigue == 0:
        rules.append(Rulings.NO_FATIGUE_RANGED)
    if mode is CLOSE and _is_behind(order):
        rules.append(Rulings.CLOSE_COMBAT_HEX)
    if maneuver is SHIELD_RUSH:
        rules.append(Rulings.SHIELD_RUSH_CHARGE)
    rules += [RULES[each.rule] for each in strike_chance.terms + modifier.terms]
    return _behind(tuple(rules))


def defence_cites(defender: OpposedFigure, order: OpposedStrike, defence: Tally) -> Cites:
    """Return the ids behind a Defence."""
    rules: list[Cited]
    if is_helpless(defender):
        rules = [rulebook.DEFENCE_STUNNED]
        if not is_able(defender):
            rules.append(Rulings.DOWN_DEFENDER)
    elif _is_behind(order):
        rules = [rulebook.DEFENCE_FLANK_REAR]
    else:
        rules = [rulebook.DEFENCE_FRONT]
        if defender.perception:
            rules.append(Rulings.FRONT_DEFENCE_PERCEPTION)
    if defender.agility_base is not None and not is_helpless(defender):
        rules.append(Rulings.MODIFIED_AGILITY)
    if defender.magic_defence:
        rules.append(Rulings.MAGIC_SIGN)
    if order.mode is RANGED and defender.fatigue == 0:
        rules.append(Rulings.NO_FATIGUE_RANGED)
    rules += [RULES[each.rule] for each in defence.terms]
    return _behind(tuple(rules))


def _is_behind(order: OpposedStrike) -> bool:
    """Tell whether a strike comes from a flank or rear hex."""
    return order.situation.attack_hex is not FRONT


@lru_cache(maxsize=1024)
def _behind(rules: Cites) -> Cites:
    """Return the ids of what is not a row of its own: a tally shows its rows already."""
    cited = [each for each in rules if each.id not in SHOWN]
    cited += [each for rule in rules for each in ROW_RULINGS.get(rule.id, ())]
    for together, rule in TOGETHER:
        if len({each for each in rules if each in together}) > 1:
            cited.append(rule)
    return tuple(dict.fromkeys(cited))


ROW_RULINGS: Final[dict[str, Cites]] = {
    rulebook.CHANCE_UNRANKED_WEAPON.id: (Rulings.UNRANKED_WEAPON, rulebook.CORE_BASE_RULES_FALLBACK),
    rulebook.STRIKE_CLOSE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD,),
    rulebook.STRIKE_MELEE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD,),
    rulebook.STRIKE_OFFENSIVE_WITHDRAWAL.id: (rulebook.WITHDRAW_OFFENSIVE,),
    rulebook.STRIKE_MELEE_FLANK.id: (Rulings.OWN_STATUS_ONLY,),
    rulebook.STRIKE_MELEE_REAR.id: (Rulings.OWN_STATUS_ONLY,),
    rulebook.STRIKE_MELEE_LOW_DEFENDER.id: (Rulings.OWN_STATUS_ONLY, Rulings.POSTURE_ASYMMETRY),
    rulebook.STRIKE_RANGED_FLANK.id: (Rulings.OWN_STATUS_ONLY,),
    rulebook.STRIKE_RANGED_REAR.id: (Rulings.OWN_STATUS_ONLY,),
    rulebook.STRIKE_THROWN_DISTANCE.id: (Rulings.THROWN_HEXES,),
    rulebook.STRIKE_MISSILE_DISTANCE.id: (Rulings.MISSILE_BANDS,),
    rulebook.STRIKE_VISIBILITY_STARRY.id: (rulebook.STRIKE_VISIBILITY,),
    rulebook.STRIKE_VISIBILITY_CLOUDY.id: (rulebook.STRIKE_VISIBILITY,),
    rulebook.STRIKE_VISIBILITY_UNLIT.id: (rulebook.STRIKE_VISIBILITY,),
    rulebook.STRIKE_VISIBILITY_PITCH_BLACK.id: (rulebook.STRIKE_VISIBILITY,),
    rulebook.STRIKE_VISIBILITY_UNSEEN.id: (rulebook.STRIKE_VISIBILITY, Rulings.VISIBILITY_STACKING),
    rulebook.MANEUVER_TRIP.id: (Rulings.TRIP_BASE_CHANCE,),
    rulebook.MANEUVER_TRAMPLE.id: (Rulings.TRAMPLE_CHANCE,),
    rulebook.MANEUVER_DISARM.id: (Rulings.DISARM_MISSING_ROW,),
    rulebook.DIE_ASSASSIN_SURPRISE.id: (
        Rulings.ASSASSIN_SCOPE,
        Rulings.ASSASSIN_TIER_EXCLUSIVE,
    ),
    rulebook.DIE_ASSASSIN_BEHIND.id: (Rulings.ASSASSIN_SCOPE,),
    rulebook.DIE_ASSASSIN_FRONT.id: (
        Rulings.ASSASSIN_SCOPE,
        Rulings.ASSASSIN_FRONT_FRACTION,
        Rulings.ASSASSIN_FLANK,
    ),
    rulebook.DEFENCE_STUNNED.id: (Rulings.STUNNED_HEX,),
    rulebook.DEFENCE_CLOSE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD,),
    rulebook.DEFENCE_MELEE_NO_FATIGUE.id: (Rulings.NO_FATIGUE_THRESHOLD,),
    rulebook.DEFENCE_DEFENSIVE_WITHDRAWAL.id: (rulebook.WITHDRAW_DEFENSIVE,),
    rulebook.DEFENCE_CLOSE_STUNNED.id: (
        Rulings.STUNNED_DOUBLE_PENALTY,
        Rulings.STUNNED_CLOSE_STRENGTH,
    ),
    rulebook.DEFENCE_MELEE_STUNNED.id: (Rulings.STUNNED_DOUBLE_PENALTY,),
    rulebook.DEFENCE_RANGED_STUNNED.id: (Rulings.STUNNED_DOUBLE_PENALTY,),
    rulebook.DEFENCE_RANGED_LOW.id: (Rulings.POSTURE_ASYMMETRY,),
    rulebook.DEFENCE_MELEE_EVADING.id: (rulebook.EVADE_STANCE,),
    rulebook.DEFENCE_RANGED_EVADING.id: (rulebook.EVADE_STANCE, Rulings.EVADE_MODES),
}
"""The rules and rulings behind a row of a tally."""

RULES: Final = {rule.id: rule for rule in rulebook.RULES}
SHOWN: Final = frozenset(
    rule.id for rule in rulebook.RULES if rule.id.split("/")[1] in ("strike-modifier", "defence-modifier", "maneuver")
)
ASSASSIN: Final = (
    rulebook.DIE_ASSASSIN_SURPRISE,
    rulebook.DIE_ASSASSIN_BEHIND,
    rulebook.DIE_ASSASSIN_FRONT,
)
TOGETHER: Final = (
    (tuple(each for each in rulebook.RULES if "/strike-modifier/" in each.id), rulebook.STRIKE_CUMULATIVE),
    (tuple(each for each in rulebook.RULES if "/defence-modifier/" in each.id), rulebook.DEFENCE_CUMULATIVE),
    ((rulebook.DIE_AIM, *ASSASSIN), rulebook.DIE_STACKING),
    ((rulebook.DIE_AIM, *ASSASSIN), Rulings.DICE_MODIFIER_STACKING),
    (
        (rulebook.STRIKE_SECONDARY_HAND, rulebook.STRIKE_MULTIPLE_STRIKE),
        Rulings.MULTIPLE_AND_SECONDARY,
    ),
)
"""Rows of which two or more at once bring a rule or ruling into play."""
