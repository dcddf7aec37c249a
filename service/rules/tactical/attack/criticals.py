"""Critical hits and misses: which row of its table comes up, and what a critical miss does to the one who made it.

A critical miss is rolled where it happens, with all that its row asks for; what it does comes after the wounds of the
attack. The tables are in the book.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import D6, THREE_D6, Dice, Expected, Rule
from service.dice.transcript import Tally
from service.rules.kernel.hexes import Hex, ahead, turned
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally
from service.rules.roll_under.locations import PIERCES
from service.rules.roll_under.rolls import roll_success
from service.rules.tactical.attack.hits import HEAD
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.critical_results import TacticalCriticalHit, TacticalCriticalMiss
from service.rules.tactical.book.modifiers import DX_MODIFIERS, TacticalFact
from service.rules.tactical.book.words import (
    TacticalLimb,
    TacticalLocation,
    TacticalQuality,
    TacticalSide,
    TacticalStrikeKind,
    TacticalWeaponKind,
)
from service.rules.tactical.book.wound_tables import (
    CRITICAL_HEAD_HITS,
    CRITICAL_HITS,
    CRITICAL_MISSES,
    UNARMED_MISSES,
    row_of,
)
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import is_first_turn
from service.rules.tactical.figures.standing import (
    is_ranged,
    name_of,
    off_hand,
)

Miss = TacticalCriticalMiss
ARM_UP_TO: Final = 3
FORWARD_UP_TO: Final = 3
"""The highest faces that hit the own arm and not the leg, and that make a weapon fly forward and not back."""
MISS_BANDS: Final = tuple(row.highest for row in CRITICAL_MISSES)
UNARMED_BANDS: Final = tuple(row.highest for row in UNARMED_MISSES)
HIT_BANDS: Final = tuple(row.highest for row in CRITICAL_HITS)
HEAD_BANDS: Final = tuple(row.highest for row in CRITICAL_HEAD_HITS)
HITS_SELF: Final = frozenset({Miss.HITS_SELF, Miss.HITS_SELF_HALF})
NOT_FIRED: Final = frozenset({Miss.BREAKS, Miss.HITS_SELF, Miss.HITS_SELF_HALF, Miss.DROPS, Miss.FLIES})
"""What keeps a shot or a blow from going anywhere else."""
ENDS_TURN: Final = frozenset({Miss.LOSES_BALANCE, Miss.FALLS, Miss.KNOCKED_OUT, Miss.STUMBLES})
"""What leaves nothing more to be done in this turn."""
ARMS: Final = {TacticalSide.RIGHT: TacticalLocation.RIGHT_ARM, TacticalSide.LEFT: TacticalLocation.LEFT_ARM}
OWN_LEGS: Final = {TacticalSide.RIGHT: TacticalLocation.RIGHT_LEG, TacticalSide.LEFT: TacticalLocation.LEFT_LEG}
SIDE_OF: Final[Mapping[TacticalLimb | None, TacticalSide]] = {
    TacticalLimb.RIGHT: TacticalSide.RIGHT,
    TacticalLimb.LEFT: TacticalSide.LEFT,
}


@dataclass(slots=True, unsafe_hash=True)
class Mishap:
    """A critical miss that has been rolled, of whom, with what, and what its row has asked for.

    `weapon` is None for an empty hand, for a dodge and for a shield. `part` is the own arm or leg that is hit, `lands`
    the hex where a weapon lands that flies off. `trips` says that a trip was a fall. `foe` is the other one of the
    exchange, `parrying` that it was a defense.
    """

    figure: str
    weapon: str | None
    mode: str | None
    effect: Miss
    foe: str | None
    parrying: bool = False
    part: TacticalLocation | None = None
    lands: Hex | None = None
    trips: bool = False
    roll: int | None = field(compare=False, default=None)


def dx_of(figure: TacticalFigure) -> Tally:
    """Return what a figure rolls against DX when something happens to it: a shield hampers it in close combat."""
    shield = figure.shield
    if shield is None or not figure.state.close or is_first_turn(figure):
        return tally(figure.dx)
    return tally(figure.dx, counted(DX_MODIFIERS, {TacticalFact.DX_SHIELD: shield.db}))


def roll_critical_hit(
    location: TacticalLocation, attacker: TacticalFigure, dice: Dice
) -> tuple[TacticalCriticalHit, int]:
    """Roll what a critical hit at a location does, and return it with the roll.

    Dice: 3D6.
    """
    head = location in HEAD
    rule = attack_rules.ATTACK_CRITICAL_HIT_HEAD if head else attack_rules.ATTACK_CRITICAL_HIT
    dice.expect(lambda: [Expected(rule, THREE_D6, attacker.id, "what the critical hit does")])
    roll = dice.roll(rule, THREE_D6, actor=attacker.id, bands=HEAD_BANDS if head else HIT_BANDS)
    row = row_of(CRITICAL_HEAD_HITS if head else CRITICAL_HITS, roll.total)
    roll.tell(f"{name_of(attacker)} rolled {roll.total} for the critical hit: {row.says}")
    return row.effect, roll.total


class Fumbler:
    """A critical miss while it is rolled: who makes it, and with what; bare hands have a table of their own."""

    __slots__ = ("_dice", "_figure", "armed", "ranged", "rule")

    def __init__(self, figure: TacticalFigure, weapon: TacticalWeapon | None, dice: Dice) -> None:
        """Set who rolls on which table."""
        self._figure = figure
        self._dice = dice
        self.armed = weapon is not None and weapon.kind is not TacticalWeaponKind.NATURAL
        self.rule: Rule = rule_of(armed=self.armed)

    def row(self, again: str = "") -> tuple[Miss, int]:
        """Roll on the table, and return the effect of the row, and the roll."""
        figure, rule, armed = self._figure, self.rule, self.armed
        name = name_of(figure)
        self._dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"critical miss of {name}{again}")])
        roll = self._dice.roll(rule, THREE_D6, actor=figure.id, bands=MISS_BANDS if armed else UNARMED_BANDS)
        row = row_of(CRITICAL_MISSES if armed else UNARMED_MISSES, roll.total)
        roll.tell(f"{name} rolled {roll.total} for the critical miss{again}: {row.says}")
        return row.effect, roll.total

    def coin(self, purpose: str, up_to: int, low: str, high: str) -> bool:
        """Roll one die, and tell whether it shows at most the given face."""
        figure, rule = self._figure, self.rule
        self._dice.expect(lambda: [Expected(rule, D6, figure.id, purpose)])
        roll = self._dice.roll(rule, D6, actor=figure.id, bands=(up_to, 6))
        roll.tell(f"{name_of(figure)} rolled {roll.total}: {low if roll.total <= up_to else high}.")
        return roll.total <= up_to

    def yards(self) -> int:
        """Roll how far a weapon flies."""
        figure, rule = self._figure, self.rule
        purpose = f"how far the weapon of {name_of(figure)} flies"
        self._dice.expect(lambda: [Expected(rule, D6, figure.id, purpose)])
        roll = self._dice.roll(rule, D6, actor=figure.id)
        roll.tell(f"The weapon of {name_of(figure)} flies {roll.total} yard{'' if roll.total == 1 else 's'}.")
        return roll.total


def rule_of(*, armed: bool) -> Rule:
    """Return the rule of a critical miss with or without a weapon."""
    return attack_rules.ATTACK_CRITICAL_MISS if armed else attack_rules.ATTACK_CRITICAL_MISS_UNARMED


class Hand(NamedTuple):
    """What a critical miss is made with: a weapon in one of its modes, or an empty hand."""

    weapon: TacticalWeapon | None
    mode: TacticalMode | None
    side: TacticalSide | None = None


def roll_mishap(figure: TacticalFigure, hand: Hand, foe: str | None, dice: Dice, *, parrying: bool = False) -> Mishap:
    """Roll a critical miss, and what its row asks for.

    Dice: 3D6; once more for a sturdy weapon that may break, and for an impaling, piercing or ranged attack that hits
    its own attacker; then D6 for the own arm or leg, or D6 yards and D6 forward or back for a weapon that flies, or 3D6
    against DX for a trip.
    """
    weapon, mode = hand.weapon, hand.mode
    fumbler = Fumbler(figure, weapon, dice)
    effect, total = fumbler.row()
    mishap = Mishap(
        figure.id,
        None if weapon is None else weapon.id,
        None if mode is None else mode.name,
        effect,
        foe,
        parrying,
        roll=total,
    )
    if weapon is None or mode is None or not fumbler.armed:
        mishap.part = _striking_limb(figure, hand)
        mishap.trips = effect is Miss.TRIPS and not _keeps_feet(figure, fumbler.rule, dice)
        return mishap
    mishap.effect = _armed_effect(fumbler, effect, weapon, mode)
    if mishap.effect in HITS_SELF:
        own = off_hand(figure)
        arm = fumbler.coin(f"where {name_of(figure)} hits itself", ARM_UP_TO, "its own arm", "its own leg")
        mishap.part = (ARMS if arm else OWN_LEGS)[own]
    elif mishap.effect is Miss.FLIES:
        yards = fumbler.yards()
        forward = fumbler.coin(
            f"which way the weapon of {name_of(figure)} flies", FORWARD_UP_TO, "straight forward", "straight back"
        )
        mishap.lands = ahead(figure.hex, figure.facing if forward else turned(figure.facing, 3), yards)[-1]
    return mishap


def _armed_effect(fumbler: Fumbler, effect: Miss, weapon: TacticalWeapon, mode: TacticalMode) -> Miss:
    """Return what a row does to somebody with this weapon."""
    ranged = is_ranged(weapon)
    if effect in HITS_SELF and (ranged or mode.type in PIERCES):
        effect, _ = fumbler.row(", rolled again")
    if effect is Miss.BREAKS and weapon.sturdy:
        again, _ = fumbler.row(", with a sturdy weapon")
        return Miss.BREAKS if again is Miss.BREAKS else Miss.DROPS
    if effect is Miss.DROPS and weapon.quality is TacticalQuality.CHEAP:
        return Miss.BREAKS
    if effect is Miss.FLIES and (ranged or mode.kind is TacticalStrikeKind.THRUST):
        return Miss.DROPS
    return Miss.LOSES_BALANCE if effect is Miss.FALLS and ranged else effect


def _striking_limb(figure: TacticalFigure, hand: Hand) -> TacticalLocation:
    """Return the part of the body that a critical miss without a weapon hurts."""
    limb = None if hand.weapon is None else hand.weapon.limb
    if limb is TacticalLimb.HEAD:
        return TacticalLocation.FACE
    if limb is TacticalLimb.LEGS:
        return OWN_LEGS[figure.handedness]
    side = hand.side or SIDE_OF.get(limb)
    return ARMS[side or figure.handedness]


def _keeps_feet(figure: TacticalFigure, rule: Rule, dice: Dice) -> bool:
    name = name_of(figure)
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"whether {name} keeps its feet")])
    return roll_success(rule, dx_of(figure), dice, actor=figure.id, name=name, skill="DX").succeeded
