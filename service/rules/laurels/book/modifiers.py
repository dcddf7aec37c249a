"""Printed modifiers as rows: the rule, what it adds, and the fact that brings it."""

from typing import Final

from service.rules.kernel.book import Fact
from service.rules.kernel.tally import Modifier
from service.rules.laurels.book import rulebook


class LaurelsDamageFact(Fact):
    """What changes the sum of the damage dice."""

    MAGIC = "magic", "Each point of the weapon's magic bonus, for each base die."
    STRENGTH = "strength", "Each point of the attacker's Strength bonus, hand to hand without finesse."
    FINESSE = "finesse", "Each point of the attacker's Dexterity bonus, hand to hand with finesse."
    FINESSE_STRENGTH = "finesse_strength", "Each point of the attacker's Strength bonus, if it is preferred to finesse."
    AWARENESS = "awareness", "Each point of the attacker's Awareness bonus, at range."
    SPELL_STRENGTH = "spell_strength", "Each point of the attacker's Strength bonus, if a spell names it."
    SPELL_DEXTERITY = "spell_dexterity", "Each point of the attacker's Dexterity bonus, if a spell names it."
    SPELL_AWARENESS = "spell_awareness", "Each point of the attacker's Awareness bonus, if a spell names it."
    TARGET_DEXTERITY = "target_dexterity", "Each point of the target's Dexterity bonus, unless it is denied."
    TARGET_ARMOR = "target_armor", "Each armor point of the target, unless a weak spot is found."


class LaurelsCheckFact(Fact):
    """What changes a d20 check."""

    BONUS = "bonus", "Each point of the bonus that the request names, in a skill check."
    DEXTERITY = "dexterity", "Each point of the attacker's Dexterity bonus, in a stealth check."
    AWARENESS = "awareness", "Each point of the attacker's Awareness bonus, in a precision check."
    BREAK_AWAY = "break_away", "Each point of the Dexterity bonus of the one who flees."
    SPEED = "speed", "Each 5 feet of Move more than the fastest pursuer's, at most 5; less if the Move is less."
    EXHAUSTION = "exhaustion", "The one who flees has no stamina."


DAMAGE_MODIFIERS: Final = (  # Resolving Combat; Damage Dice
    Modifier(rulebook.DAMAGE_MAGIC_BONUS_PER_DIE, 1, LaurelsDamageFact.MAGIC, "magic"),
    Modifier(rulebook.DAMAGE_ABILITY_STRENGTH, 1, LaurelsDamageFact.STRENGTH),
    Modifier(rulebook.DAMAGE_ABILITY_FINESSE, 1, LaurelsDamageFact.FINESSE, "Dexterity"),
    Modifier(rulebook.DAMAGE_ABILITY_FINESSE, 1, LaurelsDamageFact.FINESSE_STRENGTH, "Strength"),
    Modifier(rulebook.DAMAGE_ABILITY_AWARENESS, 1, LaurelsDamageFact.AWARENESS),
    Modifier(rulebook.DAMAGE_ABILITY_SPELL, 1, LaurelsDamageFact.SPELL_STRENGTH, "Strength"),
    Modifier(rulebook.DAMAGE_ABILITY_SPELL, 1, LaurelsDamageFact.SPELL_DEXTERITY, "Dexterity"),
    Modifier(rulebook.DAMAGE_ABILITY_SPELL, 1, LaurelsDamageFact.SPELL_AWARENESS, "Awareness"),
    Modifier(rulebook.DAMAGE_DEFENSE_POINTS, -1, LaurelsDamageFact.TARGET_DEXTERITY, "target's Dexterity"),
    Modifier(rulebook.DAMAGE_DEFENSE_POINTS, -1, LaurelsDamageFact.TARGET_ARMOR, "target's armor"),
)
CHECK_MODIFIERS: Final = (  # Sneak Attacks; the adaptation's pursuits
    Modifier(rulebook.CHECK_SKILL_CHECK, 1, LaurelsCheckFact.BONUS, "bonus"),
    Modifier(rulebook.CHECK_SKILL_CHECK, 1, LaurelsCheckFact.DEXTERITY, "Dexterity"),
    Modifier(rulebook.CHECK_SKILL_CHECK, 1, LaurelsCheckFact.AWARENESS, "Awareness"),
    Modifier(rulebook.PURSUIT_BREAK_AWAY, 1, LaurelsCheckFact.BREAK_AWAY, "Dexterity"),
    Modifier(rulebook.PURSUIT_BREAK_AWAY, 1, LaurelsCheckFact.SPEED, "speed"),
    Modifier(rulebook.PURSUIT_BREAK_AWAY, -5, LaurelsCheckFact.EXHAUSTION, "exhaustion"),
)
