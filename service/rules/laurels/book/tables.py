"""The printed tables and lists, in the source's row order."""

from types import MappingProxyType
from typing import Final

from service.dice.model import Rule
from service.rules.kernel.modifiers import Modifier
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.words import (
    LaurelsActivity,
    LaurelsCheckFact,
    LaurelsDamageFact,
    LaurelsDie,
    LaurelsFreeAct,
    LaurelsMode,
    LaurelsRole,
    LaurelsSurprise,
    LaurelsWeaponKind,
)
from service.wire import record


@record
class InitiativeRow:
    """What an initiative roll says: who acts first, and who is surprised."""

    surprise: LaurelsSurprise
    face: int
    first: LaurelsRole
    surprised: LaurelsRole | None
    rule: str


@record
class DiceRow:
    """From which level an attack has how many damage dice."""

    level: int
    dice: int


@record
class ExertionRow:
    """What a d4 of exertion costs."""

    face: int
    cost: int
    halved: int


@record
class ActionRow:
    """Something a turn may hold, and whether it is its action."""

    what: LaurelsActivity | LaurelsFreeAct
    is_action: bool
    rule: str


SURPRISE_RULES: Final = MappingProxyType(
    {
        LaurelsSurprise.NONE: rulebook.INITIATIVE_SIDE_ROLL,
        LaurelsSurprise.UNAWARE: rulebook.SURPRISE_UNAWARE,
        LaurelsSurprise.OPPONENTS_AMBUSH: rulebook.SURPRISE_OPPONENTS_AMBUSH,
        LaurelsSurprise.PARTY_AMBUSH: rulebook.SURPRISE_PARTY_AMBUSH,
        LaurelsSurprise.REVERSE_AMBUSH: rulebook.SURPRISE_REVERSE_AMBUSH,
    }
)
_SURPRISED: Final = {  # Surprise: the faces on which the party is surprised, and those on which the opponents are
    LaurelsSurprise.NONE: ((), ()),
    LaurelsSurprise.UNAWARE: ((1,), (6,)),
    LaurelsSurprise.OPPONENTS_AMBUSH: ((1, 2), ()),
    LaurelsSurprise.PARTY_AMBUSH: ((), (5, 6)),
}
INITIATIVE: Final = tuple(  # Initiative: the opponents act first on 1 to 3, the party on 4 to 6
    InitiativeRow(
        surprise=surprise,
        face=face,
        first=LaurelsRole.OPPONENTS if face < 4 else LaurelsRole.PARTY,
        surprised=LaurelsRole.PARTY if face in party else LaurelsRole.OPPONENTS if face in opponents else None,
        rule=SURPRISE_RULES[surprise].id,
    )
    for surprise, (party, opponents) in _SURPRISED.items()
    for face in range(1, 7)
)
INITIATIVE_ROWS: Final = MappingProxyType({(row.surprise, row.face): row for row in INITIATIVE})

DICE_BY_LEVEL: Final = tuple(DiceRow(level=level, dice=(level + 1) // 2) for level in range(1, 41))  # Damage Dice
EXERTION: Final = tuple(
    ExertionRow(face=face, cost=face, halved=(face + 1) // 2) for face in (1, 2, 3, 4)
)  # Range Combat

SIDES: Final = MappingProxyType({LaurelsDie.D4: 4, LaurelsDie.D6: 6, LaurelsDie.D8: 8, LaurelsDie.D10: 10})
MODES: Final = MappingProxyType(
    {
        LaurelsWeaponKind.MELEE: LaurelsMode.MELEE,
        LaurelsWeaponKind.REACH: LaurelsMode.REACH,
        LaurelsWeaponKind.RANGED: LaurelsMode.RANGED,
        LaurelsWeaponKind.SPELL: LaurelsMode.SPELL,
        LaurelsWeaponKind.NATURAL: LaurelsMode.MELEE,
    }
)
MODE_RULES: Final = MappingProxyType(
    {
        LaurelsMode.MELEE: rulebook.ATTACK_MELEE,
        LaurelsMode.REACH: rulebook.ATTACK_REACH,
        LaurelsMode.RANGED: rulebook.ATTACK_RANGED_MINIMUM,
        LaurelsMode.SPELL: rulebook.ACTION_SPELL,
    }
)
DAMAGE_RULES: Final = MappingProxyType(
    {
        LaurelsMode.MELEE: rulebook.DAMAGE_FORMULA_MELEE,
        LaurelsMode.REACH: rulebook.DAMAGE_FORMULA_MELEE,
        LaurelsMode.RANGED: rulebook.DAMAGE_FORMULA_RANGED,
        LaurelsMode.SPELL: rulebook.DAMAGE_ABILITY_SPELL,
    }
)

MELEE_REACH_FT: Final = 5  # Melee and Reach Combat
RANGED_MINIMUM_FT: Final = 10  # Range Combat
PRECISION_DC: Final = 10  # Sneak Attacks
BREAK_AWAY_DC: Final = 10
MOST_SPEED: Final = 5
STRUCK_AT: Final = -5

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

ACTIVITY_RULES: Final = MappingProxyType[LaurelsActivity, Rule](
    {  # Actions
        LaurelsActivity.LEAP: rulebook.ACTION_CATALOGUE,
        LaurelsActivity.DASH: rulebook.ACTION_CATALOGUE,
        LaurelsActivity.GRAPPLE: rulebook.ACTION_CATALOGUE,
        LaurelsActivity.CHARGE: rulebook.ACTION_CATALOGUE,
        LaurelsActivity.RELOAD: rulebook.ACTION_CATALOGUE,
        LaurelsActivity.TAKE_AIM: rulebook.ACTION_CATALOGUE,
        LaurelsActivity.SHEATHE: rulebook.ACTION_SHEATHE_COSTS,
        LaurelsActivity.RETRIEVE_ITEM: rulebook.ACTION_CATALOGUE,
        LaurelsActivity.CAST_SPELL: rulebook.ACTION_SPELL,
        LaurelsActivity.GIVE_INSTRUCTIONS: rulebook.ACTION_COMPLEX_INSTRUCTIONS,
        LaurelsActivity.IMPROVISE: rulebook.ACTION_LATITUDE,
    }
)
FREE_ACT_RULES: Final = MappingProxyType[LaurelsFreeAct, Rule](
    {  # Actions
        LaurelsFreeAct.DRAW: rulebook.ACTION_DRAW_FREE,
        LaurelsFreeAct.DROP_AND_DRAW: rulebook.ACTION_DROP_AND_DRAW,
        LaurelsFreeAct.SPEAK: rulebook.ACTION_COMMUNICATION,
        LaurelsFreeAct.POINT: rulebook.ACTION_POINTING,
    }
)
ACTIONS: Final = (
    *(ActionRow(what=what, is_action=True, rule=rule.id) for what, rule in ACTIVITY_RULES.items()),
    *(ActionRow(what=what, is_action=False, rule=rule.id) for what, rule in FREE_ACT_RULES.items()),
)
