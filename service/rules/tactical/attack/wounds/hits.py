"""What damage does to a body before anything is rolled for it, and what follows: drops, falls, knockback."""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.kernel.hexes import Hex
from service.rules.kernel.tally import counted
from service.rules.kernel.telling import amount
from service.rules.roll_under.damage import CRUSHING, SKULL_DR, dr_over, injury_of
from service.rules.roll_under.injury import knockback_of
from service.rules.roll_under.words import DamageType, Posture
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.modifiers import FALL_MODIFIERS, TacticalFact
from service.rules.tactical.book.words import TacticalChangeReason, TacticalLocation, TacticalSide, TacticalWeaponKind
from service.rules.tactical.book.wound_tables import CRIPPLED_ABOVE, wounding_halves
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.condition import TacticalDisabled
from service.rules.tactical.figures.dexterity import dx_of, roll_dx
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import leave_behind, let_go, part_from_all
from service.rules.tactical.figures.placement import can_step, fall_down, shift
from service.rules.tactical.map.sectors import towards

SKULL, FATIGUE = TacticalLocation.SKULL, DamageType.FATIGUE
VITALS, TORSO = TacticalLocation.VITALS, TacticalLocation.TORSO
CUTTING, THROUGH_ARMOR = DamageType.CUTTING, TacticalCriticalHit.MAXIMUM_THROUGH_ARMOR
UNHARMED: Final = TacticalCriticalHit.NOTHING
HEAD: Final = frozenset({SKULL, TacticalLocation.FACE, TacticalLocation.EYE})
"""The locations whose critical hits have a table of their own."""
DROPPING, NUMBING = TacticalCriticalHit.DROPS, TacticalCriticalHit.CRIPPLING
HALVING: Final = frozenset({TacticalCriticalHit.HALF_ARMOR, TacticalCriticalHit.HALF_ARMOR_MAJOR})
MAJOR_EFFECTS: Final = frozenset({TacticalCriticalHit.MAJOR, TacticalCriticalHit.HALF_ARMOR_MAJOR})
LASTING: Final = frozenset({DROPPING, TacticalCriticalHit.DAZED, NUMBING})
"""The effects of critical hits that count only once the hit is applied."""


class Impact(NamedTuple):
    """Basic damage, its type, what it does to armour, and the critical hit that it comes from, if any.

    `head` says that the critical hit is one of the table for the head.
    """

    basic: int
    type: DamageType
    divisor: float = 1
    critical: TacticalCriticalHit | None = None
    head: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Hit:
    """A hit whose damage is rolled; two are equal if they do the same, whatever damage they come from.

    `injury` is in hit points, or in fatigue points if it `tires`; `knockback` is in yards. `origin` is the hex that the
    hit comes from, None if from nowhere. `effect` is what a critical hit does once it is applied.
    """

    target: str
    location: TacticalLocation
    injury: int
    major: bool
    crippled: bool
    knockback: int
    effect: TacticalCriticalHit
    tires: bool
    origin: Hex | None
    basic: int = field(compare=False)
    dr: int = field(compare=False)
    penetrating: int = field(compare=False)
    critical: TacticalCriticalHit | None = field(compare=False, default=None)


def spoken_part(location: TacticalLocation) -> str:
    """Say a part of the body as a player would."""
    return location.value.replace("_", " ")


def dr_at(figure: TacticalFigure, location: TacticalLocation) -> int:
    """Return the DR of a figure's armour at a location, with that of the skull itself.

    The vitals are within the torso, whose armour covers them where none is named for them.
    """
    general = 0
    for place in (location, TORSO) if location is VITALS else (location,):
        for each in figure.armour:
            if each.location is place:
                return each.dr + SKULL_DR if location is SKULL else each.dr
            if each.location is None:
                general = each.dr
    return general + SKULL_DR if location is SKULL else general


def dr_against(figure: TacticalFigure, location: TacticalLocation, impact: Impact) -> int:
    """Return what is left of DR: divided, then halved by a critical hit, rounded up if it is one to the head."""
    critical = impact.critical
    if critical is THROUGH_ARMOR:
        return 0
    dr = dr_over(dr_at(figure, location), impact.divisor)
    if critical is not None and critical in HALVING:
        return -(-dr // 2) if impact.head else dr // 2
    return dr


def hit_of(figure: TacticalFigure, location: TacticalLocation, impact: Impact, origin: Hex | None = None) -> Hit:
    """Work out what damage does to a figure at a location.

    Source: base game.
    """
    basic, kind, critical = impact.basic, impact.type, impact.critical
    dr = dr_against(figure, location, impact)
    penetrating = max(basic - dr, 0)
    injury = injury_of(penetrating, wounding_halves(kind, location))
    full, tires = standing.hp_max_of(figure), kind is FATIGUE
    share = CRIPPLED_ABOVE.get(location)
    crippled = share is not None and injury * share > full
    if share is not None and crippled:
        injury = min(injury, full // share + 1)
    major = crippled or 2 * injury > full or (penetrating > 0 and critical in MAJOR_EFFECTS)
    pushes = origin is not None and (kind is CRUSHING or (kind is CUTTING and not penetrating))
    lasts = critical in LASTING and (penetrating > 0 or critical is not NUMBING)
    return Hit(
        figure.id,
        location,
        injury,
        major and not tires,
        crippled and not tires,
        knockback_of(basic, figure.st) if pushes else 0,
        critical if critical is not None and lasts else UNHARMED,
        tires,
        origin,
        basic,
        dr,
        penetrating,
        critical,
    )


# What follows

LAID_DOWN: Final[Cites] = (movement_rules.POSTURE_LIE_DOWN,)
ACROBATS: Final = ("Acrobatics", "Judo")
HANDS: Final = ("right", "left", "both")
OUT: Final[dict[str, Any]] = {"unconscious": True, "aim": None, "wait": None}
"""What changes in the state of a figure that falls unconscious."""


def disabled(figure: TacticalFigure, location: TacticalLocation, seconds: int) -> tuple[TacticalDisabled, ...]:
    """Return which parts of a figure cannot be used once one more cannot for so many seconds."""
    known = {each.location: each.seconds for each in figure.state.disabled}
    known[location] = max(seconds, known.get(location, 0))
    return tuple([TacticalDisabled(location=part, seconds=lasting) for part, lasting in known.items()])


def without(figure: TacticalFigure, thing: str, *, breaks: bool = False) -> TacticalFigure:
    """Return a figure that no longer has a weapon or an item in hand: it lies on the ground, or is broken."""
    ready, state = figure.ready, figure.state
    held = dict.fromkeys([hand for hand in HANDS if getattr(ready, hand) == thing])
    dropped, broken = [tuple([each for each in ids if each != thing]) for ids in (state.dropped, state.broken)]
    lost = {"broken": (*broken, thing)} if breaks else {"dropped": (*dropped, thing)}
    after = state.model_copy(update={"dropped": dropped, "broken": broken, **lost})
    return standing.changed(figure, ready=ready.model_copy(update=held) if held else ready, state=after)


def drop(figure: TacticalFigure, side: TacticalSide | None = None) -> TacticalFigure:
    """Return a figure that has dropped what is in its hand on one side, or all that it holds.

    What is in both hands is dropped with either. A shield stays on the arm.
    """
    weapons = [
        (weapon.id, hand) for weapon, hand in standing.holds(figure) if weapon.kind is not TacticalWeaponKind.NATURAL
    ]
    for thing, hand in [*weapons, *standing.held_items(figure)]:
        if side is None or hand is None or hand is side:
            figure = without(figure, thing)
    return figure


def lay_down(field: Field, id: str, how: str, dice: Dice, away_from: Hex | None = None) -> None:
    """Let a figure fall that does not lie yet, and tell how."""
    figure = field[id]
    if figure.posture is not Posture.LYING:
        fall_down(field, figure, away_from=away_from)
        dice.note(rulebook.INJURY_PRONE_DROP, f"{standing.name_of(figure)} fell{how}.", actor=id, cites=LAID_DOWN)


def faint(field: Field, id: str) -> bool:
    """Let a figure fall unconscious, which drops what it holds and lets go; tell whether it fell to the ground."""
    field.put(drop(standing.with_state(field[id], **OUT)))
    falls = field[id].posture is not Posture.LYING
    if falls:
        fall_down(field, field[id])
    release(field, id)
    return falls


def release(field: Field, id: str) -> None:
    """End the holds of a figure that can no longer hold, and its close combats if it is unconscious or dead."""
    for grip in field[id].state.grapples:
        let_go(field, id, grip.foe)
    if not standing.is_conscious(field[id]):
        part_from_all(field, id)


def knock_back(field: Field, hit: Hit, dice: Dice) -> tuple[int, bool | None]:
    """Push a figure directly away, hex by hex until something is in the way, and roll whether it keeps its feet.

    Dice: 3D6 against the best of DX, Acrobatics and Judo, if it still stands.
    """
    if not hit.knockback:
        return 0, None
    figure = field[hit.target]
    pushed = 0
    while pushed < hit.knockback:
        direction = _away(figure, hit.origin or figure.hex)
        if not can_step(field, figure, direction):
            break
        figure = shift(field, figure, direction, TacticalChangeReason.KNOCKBACK)
        pushed += 1
    leave_behind(field, figure.id)
    text = f"{standing.name_of(figure)} was knocked back {amount(hit.knockback, 'yard')}"
    text += "." if pushed == hit.knockback else f", and stopped by an obstacle after {pushed}."
    rule = rulebook.INJURY_KNOCKBACK
    dice.note(rule, text, actor=figure.id)
    if not standing.is_conscious(figure) or figure.posture is Posture.LYING:
        return pushed, None
    figure = field[hit.target]
    yards = counted(FALL_MODIFIERS, {TacticalFact.YARDS_BACK: hit.knockback - 1})
    number = dx_of(field, figure, acting=False, more=yards, skill=standing.best_skill_of(figure, ACROBATS))
    stands = roll_dx(rule, figure, number, f"whether {standing.name_of(figure)} stays on its feet", dice).succeeded
    if not stands:
        lay_down(field, figure.id, "", dice, hit.origin)
    return pushed, stands


def _away(figure: TacticalFigure, origin: Hex) -> int:
    """Return the direction straight away from a hex; from one's own hex, towards one's own half of it."""
    if origin != figure.hex:
        return towards(origin, figure.hex)
    close = figure.state.close
    return close[0].own_side if close else (figure.facing + 3) % 6
