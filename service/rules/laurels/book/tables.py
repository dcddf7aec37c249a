"""The printed tables and lists, in the source's row order."""

from types import MappingProxyType
from typing import Final

from service.dice.model import Rule
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.words import (
    LaurelsActivity,
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


PARTY = LaurelsRole.PARTY
OPPONENTS = LaurelsRole.OPPONENTS
NONE = LaurelsSurprise.NONE
UNAWARE = LaurelsSurprise.UNAWARE
OPPONENTS_AMBUSH = LaurelsSurprise.OPPONENTS_AMBUSH
PARTY_AMBUSH = LaurelsSurprise.PARTY_AMBUSH

SURPRISE_RULES: Final = MappingProxyType(
    {
        NONE: rulebook.INITIATIVE_SIDE_ROLL,
        UNAWARE: rulebook.SURPRISE_UNAWARE,
        OPPONENTS_AMBUSH: rulebook.SURPRISE_OPPONENTS_AMBUSH,
        PARTY_AMBUSH: rulebook.SURPRISE_PARTY_AMBUSH,
        LaurelsSurprise.REVERSE_AMBUSH: rulebook.SURPRISE_REVERSE_AMBUSH,
    }
)

INITIATIVE: Final = tuple(  # Initiative; Surprise
    InitiativeRow(surprise=surprise, face=face, first=first, surprised=surprised, rule=SURPRISE_RULES[surprise].id)
    for surprise, face, first, surprised in (
        (NONE, 1, OPPONENTS, None),
        (NONE, 2, OPPONENTS, None),
        (NONE, 3, OPPONENTS, None),
        (NONE, 4, PARTY, None),
        (NONE, 5, PARTY, None),
        (NONE, 6, PARTY, None),
        (UNAWARE, 1, OPPONENTS, PARTY),
        (UNAWARE, 2, OPPONENTS, None),
        (UNAWARE, 3, OPPONENTS, None),
        (UNAWARE, 4, PARTY, None),
        (UNAWARE, 5, PARTY, None),
        (UNAWARE, 6, PARTY, OPPONENTS),
        (OPPONENTS_AMBUSH, 1, OPPONENTS, PARTY),
        (OPPONENTS_AMBUSH, 2, OPPONENTS, PARTY),
        (OPPONENTS_AMBUSH, 3, OPPONENTS, None),
        (OPPONENTS_AMBUSH, 4, PARTY, None),
        (OPPONENTS_AMBUSH, 5, PARTY, None),
        (OPPONENTS_AMBUSH, 6, PARTY, None),
        (PARTY_AMBUSH, 1, OPPONENTS, None),
        (PARTY_AMBUSH, 2, OPPONENTS, None),
        (PARTY_AMBUSH, 3, OPPONENTS, None),
        (PARTY_AMBUSH, 4, PARTY, None),
        (PARTY_AMBUSH, 5, PARTY, OPPONENTS),
        (PARTY_AMBUSH, 6, PARTY, OPPONENTS),
    )
)
INITIATIVE_ROWS: Final = MappingProxyType({(row.surprise, row.face): row for row in INITIATIVE})

DICE_BY_LEVEL: Final = tuple(DiceRow(level=level, dice=(level + 1) // 2) for level in range(1, 41))  # Damage Dice

EXERTION: Final = (  # Range Combat
    ExertionRow(face=1, cost=1, halved=1),
    ExertionRow(face=2, cost=2, halved=1),
    ExertionRow(face=3, cost=3, halved=2),
    ExertionRow(face=4, cost=4, halved=2),
)

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

MELEE_REACH_FT: Final = 5  # Melee and Reach Combat
RANGED_MINIMUM_FT: Final = 10  # Range Combat
PRECISION_DC: Final = 10  # Sneak Attacks

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
