"""What follows a hit on the map: who drops what, who falls, and who is knocked back how far."""

from typing import Any, Final

from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.rules.kernel.hexes import SIDES, Hex
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally
from service.rules.roll_under.rolls import roll_success
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.hits import NUMBING, Hit
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.modifiers import FALL_MODIFIERS, TacticalFact
from service.rules.tactical.book.words import TacticalLocation, TacticalSide, TacticalWeaponKind
from service.rules.tactical.figures.condition import TacticalDisabled
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import let_go, part, part_from_all
from service.rules.tactical.figures.placement import can_step, fall_down, shift
from service.rules.tactical.figures.standing import best_skill_of, holds, is_conscious, name_of
from service.rules.tactical.map.sectors import away_hexes

RIGHT, LEFT = TacticalSide
LAID_DOWN: Final[Cites] = (movement_rules.POSTURE_LIE_DOWN,)
ACROBATS: Final = ("Acrobatics", "Judo")
LEGS: Final = frozenset(
    {
        TacticalLocation.RIGHT_LEG,
        TacticalLocation.LEFT_LEG,
        TacticalLocation.RIGHT_FOOT,
        TacticalLocation.LEFT_FOOT,
    }
)
ARM_SIDES: Final = {
    TacticalLocation.RIGHT_ARM: RIGHT,
    TacticalLocation.RIGHT_HAND: RIGHT,
    TacticalLocation.LEFT_ARM: LEFT,
    TacticalLocation.LEFT_HAND: LEFT,
}


def disabled(figure: TacticalFigure, location: TacticalLocation, seconds: int) -> tuple[TacticalDisabled, ...]:
    """Return which parts of a figure cannot be used once one more cannot for so many seconds."""
    known = {each.location: each.seconds for each in figure.state.disabled}
    known[location] = max(seconds, known.get(location, 0))
    return tuple([TacticalDisabled(location=part, seconds=lasting) for part, lasting in known.items()])


EITHER: Final = frozenset(TacticalSide)
NEITHER: Final[frozenset[TacticalSide]] = frozenset()


def emptied(figure: TacticalFigure, hit: Hit, *, all_of_them: bool, numb: bool) -> frozenset[TacticalSide]:
    """Return the hands that drop what they hold."""
    if all_of_them:
        return EITHER
    side = ARM_SIDES.get(hit.location) if hit.crippled or numb else None
    return NEITHER if side is None else frozenset({side})


def dropping(figure: TacticalFigure, hands: frozenset[TacticalSide], changes: dict[str, Any]) -> dict[str, Any]:
    """Return what changes of a figure that drops what is in some hands; `changes` are those of its state.

    A weapon in both hands is dropped with either. A shield stays on the arm.
    """
    lost = {}
    for weapon, hand in holds(figure):
        if weapon.kind is not TacticalWeaponKind.NATURAL and (hand is None or hand in hands):
            lost["both" if hand is None else hand.value] = weapon.id
    if not lost:
        return {}
    known = figure.state.dropped
    changes["dropped"] = (*known, *[each for each in lost.values() if each not in known])
    return {"ready": figure.ready.model_copy(update=dict.fromkeys(lost))}


def fall(field: Field, hit: Hit, dice: Dice, *, felled: bool) -> None:
    """Lay a figure down that a hit has stunned or worse, or whose leg it has crippled, and end its holds."""
    figure = field[hit.target]
    lamed = hit.location in LEGS and (hit.crippled or hit.effect is NUMBING)
    felled = felled or not is_conscious(figure)
    if not felled and not lamed:
        return
    if figure.posture is not Posture.LYING:
        fall_down(field, figure, away_from=hit.origin)
        text = f"{name_of(figure)} fell" + (" and dropped what it held." if felled else ": the leg gave way.")
        dice.note(rulebook.INJURY_PRONE_DROP, text, actor=figure.id, cites=LAID_DOWN)
    if felled:
        release(field, figure.id)


def release(field: Field, id: str) -> None:
    """End the holds of a figure that can no longer hold, and its close combats if it is unconscious or dead."""
    for grip in field[id].state.grapples:
        let_go(field, id, grip.foe)
    if not is_conscious(field[id]):
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
        figure = shift(field, figure, direction)
        pushed += 1
    for pair in figure.state.close:
        if field.distance(figure, field[pair.foe]) > (1 if pair.adjacent else 0):
            part(field, figure.id, pair.foe)
    name = name_of(figure)
    text = f"{name} is knocked back {hit.knockback} yard{'' if hit.knockback == 1 else 's'}"
    text += "." if pushed == hit.knockback else f", and stopped by an obstacle after {pushed}."
    dice.note(rulebook.INJURY_KNOCKBACK, text, actor=figure.id)
    if not is_conscious(figure) or figure.posture is Posture.LYING:
        return pushed, None
    stands = _roll_footing(figure, hit, dice)
    if not stands:
        fall_down(field, field[hit.target], away_from=hit.origin)
        dice.note(rulebook.INJURY_PRONE_DROP, f"{name} fell.", actor=figure.id, cites=LAID_DOWN)
    return pushed, stands


def _roll_footing(figure: TacticalFigure, hit: Hit, dice: Dice) -> bool:
    best = best_skill_of(figure, ACROBATS)
    beyond = hit.knockback - 1
    rule = rulebook.INJURY_KNOCKBACK
    number = tally(max(figure.dx, best or 0), counted(FALL_MODIFIERS, {TacticalFact.YARDS_BACK: beyond}))
    name = name_of(figure)
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"whether {name} stays on its feet")])
    return roll_success(rule, number, dice, actor=figure.id, name=name, skill="DX").succeeded


def _away(figure: TacticalFigure, origin: Hex) -> int:
    """Return the direction straight away from a hex; from one's own hex, towards one's own half of it."""
    here = figure.hex
    if origin == here:
        close = figure.state.close
        return close[0].own_side if close else (figure.facing + 3) % 6
    there = away_hexes(here, origin)[0]
    return SIDES[there[0] - here[0], there[1] - here[1]]
