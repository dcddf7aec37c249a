"""The printed tables and lists, in the source's row order."""

from types import MappingProxyType
from typing import Final

from service.dice.model import Rule
from service.rules.laurels.book import rulebook, words
from service.wire import record


@record
class InitiativeRow:
    """What an initiative roll says: who acts first, and who is surprised."""

    surprise: words.LaurelsSurprise
    face: int
    first: words.LaurelsRole
    surprised: words.LaurelsRole | None
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

    what: words.LaurelsActivity | words.LaurelsFreeAct
    is_action: bool
    rule: str


SURPRISE_RULES: Final = MappingProxyType(
    {
        words.LaurelsSurprise.NONE: rulebook.INITIATIVE_SIDE_ROLL,
        words.LaurelsSurprise.UNAWARE: rulebook.SURPRISE_UNAWARE,
        words.LaurelsSurprise.OPPONENTS_AMBUSH: rulebook.SURPRISE_OPPONENTS_AMBUSH,
        words.LaurelsSurprise.PARTY_AMBUSH: rulebook.SURPRISE_PARTY_AMBUSH,
        words.LaurelsSurprise.REVERSE_AMBUSH: rulebook.SURPRISE_REVERSE_AMBUSH,
    }
)
_SURPRISED: Final = {  # Surprise: the faces on which the party is surprised, and those on which the opponents are
    words.LaurelsSurprise.NONE: ((), ()),
    words.LaurelsSurprise.UNAWARE: ((1,), (6,)),
    words.LaurelsSurprise.OPPONENTS_AMBUSH: ((1, 2), ()),
    words.LaurelsSurprise.PARTY_AMBUSH: ((), (5, 6)),
}
INITIATIVE: Final = tuple(  # Initiative: the opponents act first on 1 to 3, the party on 4 to 6
    InitiativeRow(
        surprise=surprise,
        face=face,
        first=words.LaurelsRole.OPPONENTS if face < 4 else words.LaurelsRole.PARTY,
        surprised=words.LaurelsRole.PARTY
        if face in party
        else words.LaurelsRole.OPPONENTS
        if face in opponents
        else None,
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

SIDES: Final = MappingProxyType(
    {words.LaurelsDie.D4: 4, words.LaurelsDie.D6: 6, words.LaurelsDie.D8: 8, words.LaurelsDie.D10: 10}
)
MODES: Final = MappingProxyType(
    {
        kind: words.LaurelsMode(kind.value)
        for kind in words.LaurelsWeaponKind
        if kind is not words.LaurelsWeaponKind.NATURAL
    }
    | {words.LaurelsWeaponKind.NATURAL: words.LaurelsMode.MELEE}
)
MODE_RULES: Final = MappingProxyType(  # how an attack is made, and how its damage is worked out
    {
        words.LaurelsMode.MELEE: (rulebook.ATTACK_MELEE, rulebook.DAMAGE_FORMULA_MELEE),
        words.LaurelsMode.REACH: (rulebook.ATTACK_REACH, rulebook.DAMAGE_FORMULA_MELEE),
        words.LaurelsMode.RANGED: (rulebook.ATTACK_RANGED_MINIMUM, rulebook.DAMAGE_FORMULA_RANGED),
        words.LaurelsMode.SPELL: (rulebook.ACTION_SPELL, rulebook.DAMAGE_ABILITY_SPELL),
    }
)

MELEE_REACH_FT: Final = 5  # Melee and Reach Combat
RANGED_MINIMUM_FT: Final = 10  # Range Combat
PRECISION_DC: Final = 10  # Sneak Attacks
BREAK_AWAY_DC: Final = 10
MOST_SPEED: Final = 5
STRUCK_AT: Final = -5

ACTIVITY_RULES: Final = MappingProxyType[words.LaurelsActivity, Rule](
    {  # Actions
        words.LaurelsActivity.LEAP: rulebook.ACTION_CATALOGUE,
        words.LaurelsActivity.DASH: rulebook.ACTION_CATALOGUE,
        words.LaurelsActivity.GRAPPLE: rulebook.ACTION_CATALOGUE,
        words.LaurelsActivity.CHARGE: rulebook.ACTION_CATALOGUE,
        words.LaurelsActivity.RELOAD: rulebook.ACTION_CATALOGUE,
        words.LaurelsActivity.TAKE_AIM: rulebook.ACTION_CATALOGUE,
        words.LaurelsActivity.SHEATHE: rulebook.ACTION_SHEATHE_COSTS,
        words.LaurelsActivity.RETRIEVE_ITEM: rulebook.ACTION_CATALOGUE,
        words.LaurelsActivity.CAST_SPELL: rulebook.ACTION_SPELL,
        words.LaurelsActivity.GIVE_INSTRUCTIONS: rulebook.ACTION_COMPLEX_INSTRUCTIONS,
        words.LaurelsActivity.IMPROVISE: rulebook.ACTION_LATITUDE,
    }
)
FREE_ACT_RULES: Final = MappingProxyType[words.LaurelsFreeAct, Rule](
    {  # Actions
        words.LaurelsFreeAct.DRAW: rulebook.ACTION_DRAW_FREE,
        words.LaurelsFreeAct.DROP_AND_DRAW: rulebook.ACTION_DROP_AND_DRAW,
        words.LaurelsFreeAct.SPEAK: rulebook.ACTION_COMMUNICATION,
        words.LaurelsFreeAct.POINT: rulebook.ACTION_POINTING,
    }
)
ACTIONS: Final = (
    *(ActionRow(what=what, is_action=True, rule=rule.id) for what, rule in ACTIVITY_RULES.items()),
    *(ActionRow(what=what, is_action=False, rule=rule.id) for what, rule in FREE_ACT_RULES.items()),
)
