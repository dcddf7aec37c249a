"""An attack under way: what its dice have come to so far, and the active defenses that are rolled against it."""

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Cites, Dice, Roll
from service.dice.transcript import Tally
from service.rules.kernel.hexes import hex_text
from service.rules.kernel.tally import spoken
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.rolls import SuccessGrade, grade_bands, grade_of, roll_announced
from service.rules.tactical.attack.defense.active_defenses import PlannedDefense
from service.rules.tactical.attack.defense.exposure import undefended_text
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.attack.records import TacticalDefenseUsed, TacticalStray
from service.rules.tactical.attack.wounds.hits import Hit
from service.rules.tactical.attack.wounds.mishaps import NOTHING, Mishap, Miss, roll_mishap
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.words import TacticalDefenseKind, TacticalLocation, TacticalSide
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of

Groups = tuple[tuple[str, ...], ...]
"""Ids of candidates: group by group, the nearest first; who of a group comes first is a matter of chance."""
NOBODY: Final[Groups] = ()


class StrayNumber(NamedTuple):
    """A candidate, what it takes to hit him astray, and the rules behind that."""

    id: str
    number: Tally
    cites: Cites


@dataclass(slots=True, unsafe_hash=True)
class Tried:
    """A defense that has been rolled, as it was planned, and how it went."""

    figure: str
    kind: TacticalDefenseKind
    hand: TacticalSide | None
    planned: PlannedDefense = field(compare=False)
    roll: int = field(compare=False)
    grade: SuccessGrade = field(compare=False)

    def used(self) -> TacticalDefenseUsed:
        """Return the defense as it is reported."""
        planned = self.planned
        return TacticalDefenseUsed(
            figure=self.figure,
            kind=self.kind,
            hand=self.hand,
            number=planned.number,
            roll=self.roll,
            grade=self.grade,
            retreat=planned.retreat,
            dropped=planned.drop,
        )


@dataclass(slots=True, unsafe_hash=True)
class Struck:
    """An attack under way. Two are equal if what is still to come is equally likely, and does the same.

    `hits` are those that are not stopped; `victim` is whom they strike, the target or somebody else. `left` are those
    whom a miss may still hit. `places` are the locations of the hits; `critical` is what a critical hit does to the
    first of them, of the table for the head if `head` is set. `wounds` are the hits whose damage is rolled. `numbers`
    are those to hit others astray that have been worked out.
    """

    plan: AttackPlan = field(compare=False)
    grade: SuccessGrade = SuccessGrade.FAILURE
    hits: int = 0
    outcome: AttackResult = AttackResult.MISS
    victim: str | None = None
    tried: tuple[Tried, ...] = ()
    mishaps: tuple[Mishap, ...] = ()
    left: Groups = NOBODY
    places: tuple[TacticalLocation, ...] = ()
    critical: TacticalCriticalHit | None = None
    head: bool = False
    wounds: tuple[Hit, ...] = ()
    roll: int = field(compare=False, default=0)
    critical_roll: int | None = field(compare=False, default=None)
    strays: tuple[TacticalStray, ...] = field(compare=False, default=())
    numbers: dict[str, StrayNumber] = field(compare=False, default_factory=dict)

    def copied(self) -> "Struck":
        """Return an attack that has come to the same, and may go on otherwise."""
        return Struck(*_fields_of(self))


_fields_of: Final = attrgetter(*Struck.__dataclass_fields__)


# Active defenses, of the target and of those whom a stray blow or shot may hit

DODGE, PARRY, BLOCK, NO_DEFENSE = TacticalDefenseKind
STOPPED: Final = {DODGE: AttackResult.DODGED, PARRY: AttackResult.PARRIED, BLOCK: AttackResult.BLOCKED}
BEST, WORST = SuccessGrade.CRITICAL_SUCCESS, SuccessGrade.CRITICAL_FAILURE
SUCCESS, HIT = SuccessGrade.SUCCESS, AttackResult.HIT
SPOKEN: Final = {
    BEST: "a critical success",
    SUCCESS: "success",
    SuccessGrade.FAILURE: "failure",
    WORST: "a critical failure",
}


def defend(
    field: Field, struck: Struck, id: str, defenses: tuple[PlannedDefense, ...], dice: Dice, cites: Cites = ()
) -> AttackResult:
    """Roll the defenses of a figure against an attack that hits, the second only if the first fails.

    Several hits of rapid fire are not all stopped by one defense: it stops one, and one more for each point by which
    it succeeds. The hits that are left, the defenses and their critical misses are added to the attack; returned is
    what stopped its last hit.

    Dice: 3D6, 3D6 for a second defense; then, for a critical success against melee, the attacker's critical miss, or
    the defender's own for a parry that fails critically.
    """
    defender = field[id]
    outcome = HIT
    tried: tuple[Tried, ...] = ()
    for planned in defenses:
        one, stopped = _roll(defender, planned, struck.hits, dice, cites)
        tried = (*tried, one)
        if stopped:
            struck.hits -= min(stopped, struck.hits)
            outcome = HIT if struck.hits else STOPPED[planned.kind]
            break
    struck.tried += tried
    for one in tried:
        struck.mishaps += _mishaps(field, struck.plan, one, dice)
    return outcome


def _roll(defender: TacticalFigure, planned: PlannedDefense, hits: int, dice: Dice, cites: Cites) -> tuple[Tried, int]:
    """Roll one defense, and return it with the number of hits that it stops."""
    rule, number = rulebook.DEFENSE_NUMBER, planned.number
    bands = None if hits > 1 else grade_bands(number.total)
    purpose = f"{planned.kind} of {name_of(defender)}" if dice.tells else ""
    roll = roll_announced(rule, THREE_D6, dice, actor=defender.id, purpose=purpose, target=number, bands=bands)
    grade = grade_of(number.total, roll.total)
    if dice.tells:
        _tell_defense(defender, planned, grade, roll, cites)
    tried = Tried(defender.id, planned.kind, planned.hand, planned, roll.total, grade)
    return tried, hits_stopped(number.total, roll.total, hits)


def hits_stopped(number: int, total: int, hits: int) -> int:
    """Return how many of some hits a defense stops: one, and one more for each point by which it succeeds, or all."""
    grade = grade_of(number, total)
    return hits if grade is BEST else max(number - total, 0) + 1 if grade is SUCCESS else 0


def _tell_defense(
    defender: TacticalFigure, planned: PlannedDefense, grade: SuccessGrade, roll: Roll, cites: Cites
) -> None:
    """Note how a defense went."""
    name, number = name_of(defender), planned.number
    text = f"{planned.kind.value.capitalize()} of {name}: {roll.total} against {spoken(number)}, {SPOKEN[grade]}"
    if planned.retreat is not None:
        text += f"; {name} retreated to {hex_text(planned.retreat)}"
    if planned.drop:
        text += f"; {name} dropped to the ground"
    critical = (rulebook.DEFENSE_CRITICAL,) if grade in (BEST, WORST) else ()
    roll.tell(f"{text}.", margin=number.total - roll.total, cites=(*planned.cites, *cites, *critical))


def _mishaps(field: Field, plan: AttackPlan, tried: Tried, dice: Dice) -> tuple[Mishap, ...]:
    """Roll what a critical defense does to a melee attacker, or a defense that fails critically to the defender."""
    if tried.grade is BEST and not plan.way.ranged:
        return (roll_mishap(field, Mishap(plan.attacker, plan.weapon, plan.mode, tried.figure), dice),)
    if tried.grade is not WORST:
        return ()
    if tried.kind is not PARRY:
        effect = Miss.FALLS if tried.kind is DODGE else Miss.UNREADY
        return (Mishap(tried.figure, NOTHING, NOTHING.modes[0], plan.attacker, effect=effect, parrying=True),)
    weapons = [each for each in field[tried.figure].weapons if each.id == tried.planned.weapon]
    weapon = weapons[0] if weapons else NOTHING
    mishap = Mishap(tried.figure, weapon, weapon.modes[0], plan.attacker, tried.hand, parrying=True)
    return (roll_mishap(field, mishap, dice),)


def tell_undefended(defender: TacticalFigure, why: Cites, dice: Dice) -> None:
    """Note why a figure has no defense."""
    text = undefended_text(name_of(defender), why)
    dice.note(rulebook.DEFENSE_VALUES, text, actor=defender.id, cites=why)
