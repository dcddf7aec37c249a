"""The tables of the family: the nine powers as data, terrain, draws, the deck, and the base game's to-hit numbers."""

from collections.abc import Mapping
from typing import Final

from service.dice.decks import PLAYING_CARDS
from service.dice.model import Cites, Deck, Rule
from service.rules.mass.book import rulebook
from service.rules.mass.book.powers import (
    MassAlongLine,
    MassAtSelf,
    MassAtUnit,
    MassChangeSpeed,
    MassCommandPower,
    MassCondition,
    MassContactPower,
    MassDestroy,
    MassExpendPower,
    MassLoseMorale,
    MassPower,
    MassRaiseShieldWall,
    MassStepBattleDie,
)
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassBand, MassClass, MassTargetSide, MassTerrain
from service.wire import record


@record
class TerrainRow:
    """What entering a hex of a terrain costs of the speed; null: all of it, and only as the first hex of a move."""

    terrain: MassTerrain
    cost: int | None
    rule: Rule


@record
class BandRow:
    """How commanders of a to-hit number draw: the lowest number of the band, and how many cards."""

    band: MassBand
    lowest_thac0: int
    cards: int
    rule: Rule


@record
class ClassRow:
    """A calling's to-hit number at level 1, and what it loses every so many levels."""

    character_class: MassClass
    at_first_level: int
    falls_by: int
    every_levels: int


@record
class PowerRow:
    """One of the nine powers in a line."""

    id: str
    trigger: str
    rule: Rule


TERRAINS: Final = (
    TerrainRow(terrain=MassTerrain.CLEAR, cost=1, rule=rulebook.TERRAIN_CLEAR),
    TerrainRow(terrain=MassTerrain.MODERATE, cost=2, rule=rulebook.TERRAIN_MODERATE),
    TerrainRow(terrain=MassTerrain.DIFFICULT, cost=None, rule=rulebook.TERRAIN_DIFFICULT),
)

BANDS: Final = (
    BandRow(band=MassBand.WORST_OF_TWO, lowest_thac0=15, cards=2, rule=rulebook.INITIATIVE_WORST_OF_TWO),
    BandRow(band=MassBand.SINGLE, lowest_thac0=10, cards=1, rule=rulebook.INITIATIVE_SINGLE_CARD),
    BandRow(band=MassBand.BEST_OF_TWO, lowest_thac0=-10, cards=2, rule=rulebook.INITIATIVE_BEST_OF_TWO),
)
BAND_RULES: Final = {
    MassBand.WORST_OF_TWO: rulebook.INITIATIVE_WORST_OF_TWO,
    MassBand.SINGLE: rulebook.INITIATIVE_SINGLE_CARD,
    MassBand.BEST_OF_TWO: rulebook.INITIATIVE_BEST_OF_TWO,
}

CLASSES: Final = (
    ClassRow(character_class=MassClass.WARRIOR, at_first_level=20, falls_by=1, every_levels=1),
    ClassRow(character_class=MassClass.PRIEST, at_first_level=20, falls_by=2, every_levels=3),
    ClassRow(character_class=MassClass.ROGUE, at_first_level=20, falls_by=1, every_levels=2),
    ClassRow(character_class=MassClass.WIZARD, at_first_level=20, falls_by=1, every_levels=3),
)

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("C", "D", "H", "S")
JOKERS: Final = ("JOKER1", "JOKER2")
CARDS: Final = PLAYING_CARDS
DECKS: Final = {size: Deck("deck", CARDS[:size]) for size in (52, 53, 54)}
STRENGTHS: Final = {
    **{rank + suit: position for position, (rank, suit) in enumerate((r, s) for r in RANKS for s in SUITS)},
    "JOKER2": 52,
    "JOKER1": 53,
}

POWERS: Final[tuple[tuple[Rule, MassPower], ...]] = (
    (
        rulebook.POWER_LAUNCH_VOLLEY,
        MassCommandPower(
            trigger="on_command",
            id="launch-volley",
            target=MassAtUnit(kind="unit", side=MassTargetSide.ENEMY, engaged=False, range=10),
            effects=(MassLoseMorale(kind="morale_damage", points=1),),
        ),
    ),
    (
        rulebook.POWER_FEAST_ON_THE_WEAK,
        MassContactPower(
            trigger="on_engaged",
            id="feast-on-the-weak",
            condition=MassCondition(target_morale_at_most=2),
            effects=(MassDestroy(kind="destroy"),),
        ),
    ),
    (
        rulebook.POWER_SPIRITED_CHARGE,
        MassContactPower(
            trigger="on_engaged",
            id="spirited-charge",
            effects=(MassLoseMorale(kind="morale_damage", points=2),),
        ),
    ),
    (
        rulebook.POWER_RECEIVE_CHARGE,
        MassContactPower(
            trigger="on_engaged",
            id="receive-charge",
            condition=MassCondition(target_large=True),
            effects=(MassLoseMorale(kind="morale_damage", points=3),),
        ),
    ),
    (
        rulebook.POWER_SOW_CONFUSION,
        MassContactPower(
            trigger="on_engaged",
            id="sow-confusion",
            effects=(MassExpendPower(kind="expend_power"),),
        ),
    ),
    (
        rulebook.POWER_SHATTER_ARMS,
        MassContactPower(
            trigger="on_engaged",
            id="shatter-arms",
            effects=(MassStepBattleDie(kind="battle_die_step", steps=-1),),
        ),
    ),
    (
        rulebook.POWER_RAISE_SHIELD_WALL,
        MassCommandPower(
            trigger="on_command",
            id="raise-shield-wall",
            target=MassAtSelf(kind="self"),
            effects=(MassRaiseShieldWall(kind="damage_reduction"),),
        ),
    ),
    (
        rulebook.POWER_CAST_PILUM,
        MassContactPower(
            trigger="on_engaged",
            id="cast-pilum",
            effects=(MassChangeSpeed(kind="speed", change=-2, minimum=0),),
            fall_back_hexes=2,
        ),
    ),
    (
        rulebook.POWER_GOUT_OF_FLAME,
        MassCommandPower(
            trigger="on_command",
            id="gout-of-flame",
            target=MassAlongLine(kind="line", side=MassTargetSide.ANY, length=5),
            effects=(MassLoseMorale(kind="morale_damage", points=4),),
        ),
    ),
)
PRINTED_POWERS: Final = {power.id: power for _, power in POWERS}
POWER_RULES: Final = {power.id: rule for rule, power in POWERS}
POWER_CITES: Final[Mapping[str, Cites]] = {
    "launch-volley": (
        Rulings.VOLLEY_RANGE,
        Rulings.VOLLEY_TIMING,
        Rulings.VOLLEY_TARGET,
    ),
    "feast-on-the-weak": (Rulings.FEAST_TIMING, Rulings.MUTUAL_DESTRUCTION),
    "receive-charge": (Rulings.RECEIVE_CHARGE_MOVER,),
    "sow-confusion": (Rulings.CONFUSION_ON_EXPENDED,),
    "shatter-arms": (Rulings.SHATTER_ARMS_FLOOR, Rulings.SHATTER_ARMS_STACKING),
    "raise-shield-wall": (Rulings.SHIELD_WALL_WHO, Rulings.SHIELD_WALL_TIMING),
    "cast-pilum": (Rulings.PILUM_SUBJECT,),
    "gout-of-flame": (
        Rulings.GOUT_LINE,
        Rulings.GOUT_FRIENDS,
        Rulings.GOUT_DAMAGE,
    ),
}
POWER_ROWS: Final = tuple(PowerRow(id=power.id, trigger=power.trigger, rule=rule) for rule, power in POWERS)
