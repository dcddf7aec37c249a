"""The tables of the family: the nine powers as data, terrain, draws, the deck, and the base game's to-hit numbers."""

from collections.abc import Mapping
from typing import Final

from service.dice.decks import PLAYING_CARDS
from service.dice.model import Cites, Deck, Rule
from service.rules.mass.book import powers, rulebook
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
TERRAIN: Final = {row.terrain: row for row in TERRAINS}

BANDS: Final = (
    BandRow(band=MassBand.WORST_OF_TWO, lowest_thac0=15, cards=2, rule=rulebook.INITIATIVE_WORST_OF_TWO),
    BandRow(band=MassBand.SINGLE, lowest_thac0=10, cards=1, rule=rulebook.INITIATIVE_SINGLE_CARD),
    BandRow(band=MassBand.BEST_OF_TWO, lowest_thac0=-10, cards=2, rule=rulebook.INITIATIVE_BEST_OF_TWO),
)
BAND: Final = {row.band: row for row in BANDS}

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
STRENGTHS: Final = {card: at for at, card in enumerate([*(r + s for r in RANKS for s in SUITS), "JOKER2", "JOKER1"])}


def _lose(points: int) -> powers.MassLoseMorale:
    return powers.MassLoseMorale(kind="morale_damage", points=points)


def _on_command(rule: Rule, target: powers.MassTarget, effect: powers.MassEffect) -> tuple[Rule, powers.MassPower]:
    return rule, powers.MassCommandPower(trigger="on_command", id=_name_of(rule), target=target, effects=(effect,))


def _on_contact(
    rule: Rule, effect: powers.MassEffect, when: powers.MassCondition = powers.ALWAYS, back: int = 0
) -> tuple[Rule, powers.MassPower]:
    name, effects = _name_of(rule), (effect,)
    return rule, powers.MassContactPower(
        trigger="on_engaged", id=name, condition=when, effects=effects, fall_back_hexes=back
    )


def _name_of(rule: Rule) -> str:
    return rule.id.rpartition("/")[2]


ENEMY_AFAR: Final = powers.MassAtUnit(kind="unit", side=MassTargetSide.ENEMY, engaged=False, range=10)
LINE_OF_FIRE: Final = powers.MassAlongLine(kind="line", side=MassTargetSide.ANY, length=5)
WEAK: Final = powers.MassCondition(target_morale_at_most=2)
LARGE: Final = powers.MassCondition(target_large=True)
CONFUSION: Final = powers.MassExpendPower(kind="expend_power")
SHATTERING: Final = powers.MassStepBattleDie(kind="battle_die_step", steps=-1)
WALL: Final = powers.MassRaiseShieldWall(kind="damage_reduction")
PILUM: Final = powers.MassChangeSpeed(kind="speed", change=-2, minimum=0)

POWERS: Final = (
    _on_command(rulebook.POWER_LAUNCH_VOLLEY, ENEMY_AFAR, _lose(1)),
    _on_contact(rulebook.POWER_FEAST_ON_THE_WEAK, powers.MassDestroy(kind="destroy"), when=WEAK),
    _on_contact(rulebook.POWER_SPIRITED_CHARGE, _lose(2)),
    _on_contact(rulebook.POWER_RECEIVE_CHARGE, _lose(3), when=LARGE),
    _on_contact(rulebook.POWER_SOW_CONFUSION, CONFUSION),
    _on_contact(rulebook.POWER_SHATTER_ARMS, SHATTERING),
    _on_command(rulebook.POWER_RAISE_SHIELD_WALL, powers.MassAtSelf(kind="self"), WALL),
    _on_contact(rulebook.POWER_CAST_PILUM, PILUM, back=2),
    _on_command(rulebook.POWER_GOUT_OF_FLAME, LINE_OF_FIRE, _lose(4)),
)
PRINTED_POWERS: Final = {power.id: power for _, power in POWERS}
POWER_RULES: Final = {power.id: rule for rule, power in POWERS}
POWER_ROWS: Final = tuple(PowerRow(id=power.id, trigger=power.trigger, rule=rule) for rule, power in POWERS)
POWER_CITES: Final[Mapping[str, Cites]] = {
    "launch-volley": (Rulings.VOLLEY_RANGE, Rulings.VOLLEY_TIMING, Rulings.VOLLEY_TARGET),
    "feast-on-the-weak": (Rulings.FEAST_TIMING, Rulings.MUTUAL_DESTRUCTION),
    "receive-charge": (Rulings.RECEIVE_CHARGE_MOVER,),
    "sow-confusion": (Rulings.CONFUSION_ON_EXPENDED,),
    "shatter-arms": (Rulings.SHATTER_ARMS_FLOOR, Rulings.SHATTER_ARMS_STACKING),
    "raise-shield-wall": (Rulings.SHIELD_WALL_WHO, Rulings.SHIELD_WALL_TIMING),
    "cast-pilum": (Rulings.PILUM_SUBJECT,),
    "gout-of-flame": (Rulings.GOUT_LINE, Rulings.GOUT_FRIENDS, Rulings.GOUT_DAMAGE),
}
"""What the use of a power cites, but its effects do not."""


def rule_of(power: powers.MassPower) -> Rule:
    """Return the rule of a power: its own if it is one of the nine, else that of its trigger."""
    is_commanded = isinstance(power, powers.MassCommandPower)
    return POWER_RULES.get(power.id, rulebook.POWER_ON_COMMAND if is_commanded else rulebook.POWER_ON_ENGAGED)
