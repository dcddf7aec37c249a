"""Where figures come to rest: falling, getting up, and being moved without points."""

from collections.abc import Iterable

from service.rules.kernel.hexes import SIDES, Hex, neighbour, turned
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import TacticalChangeReason
from service.rules.tactical.figures.field import Field, fills, misplaced
from service.rules.tactical.figures.filled_hexes import body_at, is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import free_exits
from service.rules.tactical.figures.standing import changed, with_state
from service.rules.tactical.map.sectors import away_hexes, ring


def has_room(field: Field, figure: TacticalFigure, body: tuple[Hex, ...]) -> bool:
    """Return whether a figure could rest with this body: on the map, clear of walls, in no occupied hex."""
    return misplaced(field, figure, body) is None and not is_taken(field, figure, body)


def is_taken(field: Field, figure: TacticalFigure, body: Iterable[Hex]) -> bool:
    """Return whether another figure fills a hex of a body."""
    own = figure.id
    for each in body:
        if field.has_others(each, own) and any(other.id != own and fills(other) for other in field.occupants(each)):
            return True
    return False


def can_step(field: Field, figure: TacticalFigure, direction: int) -> bool:
    """Return whether a figure can be moved one hex in a direction and rest there."""
    body, blocks = field.body(figure), field.ground.blocks_move
    for each in body:
        if blocks(each, direction):
            return False
    return has_room(field, figure, shifted(body, direction))


def shifted(body: Iterable[Hex], direction: int) -> tuple[Hex, ...]:
    """Return a body moved one hex in a direction."""
    return tuple([neighbour(each, direction) for each in body])


def shift(field: Field, figure: TacticalFigure, direction: int, why: TacticalChangeReason) -> TacticalFigure:
    """Move a figure one hex in a direction, rigidly and with its facing kept, and put it on the field."""
    axis = figure.upper_direction if is_stretched(figure, field.rulings) else None
    return field.put(changed(figure, hex=neighbour(figure.hex, direction), upper_direction=axis), why)


def fall_down(
    field: Field,
    figure: TacticalFigure,
    *,
    away_from: Hex | None = None,
    upper_direction: int | None = None,
    why: TacticalChangeReason = TacticalChangeReason.FALL,
) -> TacticalFigure:
    """Lay a figure down where it stands, and put it on the field.

    Its feet keep the hex; its head takes an adjacent one: the direction that is given, else the one directly away
    from the hex `away_from`, then the others clockwise, the first free one; an occupied one only if none is free.
    Ruling: tactical/ruling/upper-half.
    """
    lying = changed(figure, posture=Posture.LYING)
    if is_stretched(figure, field.rulings) or not is_stretched(lying, field.rulings):
        return field.put(lying, why)
    feet = figure.hex
    first = figure.facing if upper_direction is None else upper_direction
    if upper_direction is None and away_from is not None and away_from != feet:
        away = away_hexes(feet, away_from)[0]
        first = SIDES[away[0] - feet[0], away[1] - feet[1]]
    own = free_exits(field, figure)
    directions = [turned(first, sides) for sides in range(6) if turned(first, sides) in own]
    taken = None
    for direction in directions:
        if _is_clear(field, lying, feet, direction):
            if not is_taken(field, lying, (neighbour(feet, direction),)):
                return field.put(_laid(lying, feet, direction), why)
            taken = direction if taken is None else taken
    if taken is not None and not figure.state.close:
        return field.put(_laid(lying, feet, taken), why)
    return field.put(with_state(lying, huddled=True), why)


def _laid(lying: TacticalFigure, feet: Hex, direction: int) -> TacticalFigure:
    return changed(lying, hex=neighbour(feet, direction), upper_direction=direction, facing=direction)


def _is_clear(field: Field, figure: TacticalFigure, feet: Hex, direction: int) -> bool:
    if field.ground.blocks_move(feet, direction):
        return False
    head = neighbour(feet, direction)
    return misplaced(field, figure, (head, feet)) is None


def get_up(field: Field, figure: TacticalFigure, posture: Posture, hex: Hex | None = None) -> TacticalFigure:
    """Change the posture of a figure; from two hexes it rises in the one that is given, or where its feet are."""
    risen = changed(figure, posture=posture)
    if figure.state.huddled:
        risen = with_state(risen, huddled=False)
    if is_stretched(risen, field.rulings) or not is_stretched(figure, field.rulings):
        return field.put(risen)
    body = field.body(figure)
    return field.put(changed(risen, hex=body[-1] if hex is None else hex, upper_direction=None))


def nearest_free(field: Field, figure: TacticalFigure, off: Iterable[Hex]) -> Hex | None:
    """Return the free hex nearest to a figure that is none of those to keep off, ties going to the lowest (q, r).

    Only hexes up to 5 away are looked at; None if there is none.
    """
    kept_off = set(off)
    for radius in range(1, 6):
        for each in sorted(ring(figure.hex, radius)):
            body = body_at(figure, each, figure.facing, field.rulings)
            if not kept_off.intersection(body) and has_room(field, figure, body):
                return each
    return None
