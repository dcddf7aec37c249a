"""Who is in close combat with whom, who holds whom, and where one may leave: changes of state without dice."""

from collections.abc import Sequence
from typing import Final

from service.rules.kernel.hexes import Hex, neighbour, turned
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalCloseArc, TacticalRulings
from service.rules.tactical.book.refusals import TacticalUnknownFigure
from service.rules.tactical.book.words import TacticalChangeReason, TacticalLocation, TacticalSector
from service.rules.tactical.figures.condition import MOST_COUNTED, TacticalClosePair, TacticalGrip
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.figures.standing import close_with, grip_on, is_conscious, with_state
from service.rules.tactical.map.sectors import arc_sector, own_side

TOO_STRONG: Final = 2
"""A victim with more than so many times the holder's ST is not held back by the hold."""


# Close combat


def join(field: Field, mover: str, foe: str, hex: Hex, direction: int, *, adjacent: bool = False) -> None:
    """Begin close combat between a figure that enters a hex, moving in a direction, and a foe in that hex.

    The entrant has the half of the hex that it came from, the foe the other one. `adjacent` is for a figure that
    declares close combat from the next hex, with the direction to the foe, and stays there. Both lose their aim.
    Source: Entering a Foe's Hex.
    Ruling: tactical/ruling/close-aim.
    """
    own, other = turned(direction, 3), turned(direction, 0)
    entered = not adjacent
    _pair(field, mover, TacticalClosePair(foe=foe, hex=hex, own_side=own, adjacent=adjacent, entered=entered, turns=1))
    _pair(field, foe, TacticalClosePair(foe=mover, hex=hex, own_side=other, adjacent=adjacent))


def _pair(field: Field, id: str, pair: TacticalClosePair) -> None:
    figure = field[id]
    known = close_with(figure, pair.foe)
    if known is not None:
        pair = pair.model_copy(update={"turns": max(known.turns, pair.turns)})
    others = [each for each in figure.state.close if each.foe != pair.foe]
    field.put(with_state(figure, close=(*others, pair), aim=None))


def part(field: Field, one: str, other: str) -> None:
    """End the close combat between two figures, and every hold of one on the other."""
    for here, there in ((one, other), (other, one)):
        figure = field[here]
        if close_with(figure, there) is not None:
            field.put(with_state(figure, close=tuple([each for each in figure.state.close if each.foe != there])))
        let_go(field, here, there)


def part_from_all(field: Field, id: str) -> tuple[str, ...]:
    """End every close combat of a figure, and return the ids of its opponents."""
    foes = tuple([pair.foe for pair in field[id].state.close])
    for foe in foes:
        part(field, id, foe)
    return foes


def free_exits(field: Field, figure: TacticalFigure) -> tuple[int, ...]:
    """Return the directions in which a figure may leave without an evade: those on its own side of every pair."""
    return tuple([each for each in range(6) if not in_the_way_out(figure, each)])


def in_the_way_out(figure: TacticalFigure, direction: int) -> tuple[str, ...]:
    """Return the ids of the opponents on whose side of the hex a direction lies, in the order of the pairs."""
    return tuple([pair.foe for pair in figure.state.close if direction not in own_side(pair.own_side)])


def comes_from(field: Field, figure: TacticalFigure, foe: str) -> Hex | None:
    """Return the hex from which a foe comes at a figure: his own, in one hex the next one on his half of it.

    None if he is not on the field.
    """
    pair = close_with(figure, foe)
    if pair is not None and not pair.adjacent:
        return neighbour(figure.hex, turned(pair.own_side, 3))
    return field[foe].hex if foe in field else None


def is_first_turn(figure: TacticalFigure) -> bool:
    """Return whether a figure is in its first turn of close combat, in which a shield does not hamper its DX rolls.

    That of an entrant is the turn in which it enters, that of another figure its next own turn; before it, and out of
    close combat, nothing hampers it either.
    """
    return all(pair.turns <= 1 for pair in figure.state.close)


def begin_turn(field: Field, id: str) -> None:
    """Count a turn that a figure begins in each of its close combats."""
    figure = field[id]
    if figure.state.close:
        counted = [each.model_copy(update={"turns": min(each.turns + 1, MOST_COUNTED)}) for each in figure.state.close]
        field.put(with_state(figure, close=tuple(counted)))


def sector_of_opponent(field: Field, figure: TacticalFigure, foe: str) -> TacticalSector:
    """Return from which side an opponent in the same hex attacks a figure: from its half of the hex.

    Ruling: tactical/ruling/close-arc.
    """
    pair = close_with(figure, foe)
    if pair is None or field.rulings.close_arc is TacticalCloseArc.FRONT:
        return TacticalSector.FRONT
    there = neighbour(figure.hex, turned(pair.own_side, 3))
    return arc_sector(figure.hex, figure.facing, there, figure.vision, field.rulings.arc)


# Holds


def seize(
    field: Field, holder: str, victim: str, hands: int, location: TacticalLocation = TacticalLocation.TORSO
) -> None:
    """Give a figure a hold on another one, in place of an earlier one."""
    figure, held = field[holder], field[victim]
    others = [each for each in figure.state.grapples if each.foe != victim]
    grip = TacticalGrip(foe=victim, hands=hands, location=location)
    field.put(with_state(figure, grapples=(*others, grip)))
    if holder not in held.state.grappled_by:
        field.put(with_state(held, grappled_by=(*held.state.grappled_by, holder)))


def pin_down(field: Field, holder: str, victim: str) -> None:
    """Pin a figure to the ground."""
    held = field[victim]
    if holder not in held.state.pinned_by:
        field.put(with_state(held, pinned_by=(*held.state.pinned_by, holder)))


def let_go(field: Field, holder: str, victim: str) -> bool:
    """End a figure's hold on another one, which may be off the map, and its pin; return whether there was one."""
    figure, held = field[holder], field[victim].state if victim in field else None
    is_known = held is not None and holder in (*held.grappled_by, *held.pinned_by)
    if grip_on(figure, victim) is None and not is_known:
        return False
    field.put(with_state(figure, grapples=tuple([each for each in figure.state.grapples if each.foe != victim])))
    if held is not None:
        grappled_by = tuple([each for each in held.grappled_by if each != holder])
        pinned_by = tuple([each for each in held.pinned_by if each != holder])
        tried = held.break_free_tried if pinned_by else 0
        field.put(with_state(field[victim], grappled_by=grappled_by, pinned_by=pinned_by, break_free_tried=tried))
    return True


def binders_of(field: Field, figure: TacticalFigure) -> tuple[str, ...]:
    """Return the ids of those whose hold hampers a figure and keeps it in its hex.

    A hold on somebody with more than twice the holder's ST does neither, unless it is a pin.
    """
    holders = dict.fromkeys((*figure.state.grappled_by, *figure.state.pinned_by))
    return tuple(
        [
            each
            for each in holders
            if each in figure.state.pinned_by or each not in field or figure.st <= TOO_STRONG * field[each].st
        ]
    )


def is_bound(field: Field, figure: TacticalFigure) -> bool:
    """Return whether a hold hampers a figure, at -4 to its DX, and keeps it in its hex."""
    state = figure.state
    return bool((state.grappled_by or state.pinned_by) and binders_of(field, figure))


def dragged_by(field: Field, figure: TacticalFigure) -> tuple[str, ...]:
    """Return the ids of those who hold a figure and are too weak to keep it: it drags them along."""
    binders = binders_of(field, figure)
    return tuple([each for each in figure.state.grappled_by if each not in binders])


def drag(field: Field, mover: str, holder: str) -> None:
    """Take a holder along into the hex of the figure that drags it, with the close combat of both."""
    here = field[mover].hex
    field.put(field[holder].model_copy(update={"hex": here}), TacticalChangeReason.DRAGGED)
    for one, other in ((mover, holder), (holder, mover)):
        figure = field[one]
        pairs = [each.model_copy(update={"hex": here}) if each.foe == other else each for each in figure.state.close]
        field.put(with_state(figure, close=tuple(pairs)))


def leave_behind(field: Field, mover: str) -> tuple[str, ...]:
    """End the close combats of a figure with those from whom it has moved away, and return their ids."""
    figure = field[mover]
    left = tuple([pair.foe for pair in figure.state.close if not _still_close(field, figure, pair)])
    for foe in left:
        part(field, mover, foe)
    return left


# Order


def refuse_strangers(figures: Sequence[TacticalFigure]) -> None:
    """Refuse holds and close combats with somebody who is not in a fight, where all who are in it are known."""
    known = {each.id for each in figures}
    for place, figure in enumerate(figures):
        state = figure.state
        named = [
            *[(each, f"grappled_by/{at}") for at, each in enumerate(state.grappled_by)],
            *[(each, f"pinned_by/{at}") for at, each in enumerate(state.pinned_by)],
            *[(each.foe, f"grapples/{at}/foe") for at, each in enumerate(state.grapples)],
            *[(each.foe, f"close/{at}/foe") for at, each in enumerate(state.close)],
        ]
        for name, field in named:
            if name not in known:
                message = f"The state of {figure.id!r} names {name!r}, who is not in the fight."
                pointer = f"/figures/{place}/state/{field}"
                raise TacticalUnknownFigure(message, name, known - {figure.id}, pointer=pointer)


def field_of(scene: TacticalScene, rulings: TacticalRulings) -> Field:
    """Make the field of a request, with its close combats and holds in order."""
    field = Field.of(scene, rulings)
    settle_pairs(field)
    return field


def settle_pairs(field: Field) -> None:
    """Bring close combats and holds in line with where figures stand.

    Foes who share a hex are in close combat; where a request does not say how, the first one's side is the back of its
    facing. Pairs of those who have come apart end, and so do those with somebody who is unconscious or dead. Every pair
    and every hold is known to both sides; where they disagree, the first one is believed.
    """
    entangled = [
        each
        for each in field.figures()
        if (now := each.state).close or now.grapples or now.grappled_by or now.pinned_by
    ]
    for figure in entangled:
        if figure.state.close:
            _keep_pairs(field, figure)
        _keep_holds(field, field[figure.id])
    for figure in field if entangled else ():
        state = field[figure.id].state
        if state.close or state.grapples or state.grappled_by:
            _mirror(field, field[figure.id])
    sharing = field.sharing()
    for figure in [each for each in field if each.id in sharing] if sharing else ():
        _pair_up(field, figure)


def _keep_pairs(field: Field, figure: TacticalFigure) -> None:
    kept = [pair for pair in figure.state.close if pair.foe in field and _still_close(field, figure, pair)]
    if len(kept) < len(figure.state.close):
        field.put(with_state(figure, close=tuple(kept)))


def _still_close(field: Field, figure: TacticalFigure, pair: TacticalClosePair) -> bool:
    foe = field[pair.foe]
    if figure.id == foe.id or not is_conscious(figure) or not is_conscious(foe):
        return False
    return field.distance(figure, foe) <= (1 if pair.adjacent else 0)


def _keep_holds(field: Field, figure: TacticalFigure) -> None:
    """End holds on those who are out of reach, those of the unconscious, and pins of figures that stand."""
    state = figure.state
    grapples = [grip for grip in state.grapples if is_conscious(figure) and _in_arms(field, figure, grip.foe)]
    holders = [each for each in state.grappled_by if _in_arms(field, figure, each) and _grasps(field, each)]
    pinners = [each for each in state.pinned_by if _in_arms(field, figure, each) and _grasps(field, each)]
    if figure.posture is Posture.STANDING:
        pinners = []
    kept = {"grapples": tuple(grapples), "grappled_by": tuple(holders), "pinned_by": tuple(pinners)}
    if any(getattr(state, name) != value for name, value in kept.items()):
        field.put(with_state(figure, **kept))


def _in_arms(field: Field, figure: TacticalFigure, other: str) -> bool:
    """Return whether two figures are near enough for a hold; whoever is not on the map is."""
    return other != figure.id and (other not in field or field.distance(figure, field[other]) <= 1)


def _grasps(field: Field, id: str) -> bool:
    return id not in field or is_conscious(field[id])


def _mirror(field: Field, figure: TacticalFigure) -> None:
    """Make the pairs and holds of a figure known to the other side."""
    for pair in figure.state.close:
        known = close_with(field[pair.foe], figure.id)
        other = TacticalClosePair(foe=figure.id, hex=pair.hex, own_side=pair.own_side) if known is None else known
        mirrored = {"hex": pair.hex, "own_side": turned(pair.own_side, 3), "adjacent": pair.adjacent}
        if known is None or any(getattr(other, name) != value for name, value in mirrored.items()):
            _pair(field, pair.foe, other.model_copy(update=mirrored))
    for grip in figure.state.grapples:
        if grip.foe in field and figure.id not in field[grip.foe].state.grappled_by:
            seize(field, figure.id, grip.foe, grip.hands, grip.location)
    for holder in figure.state.grappled_by:
        if holder in field and grip_on(field[holder], figure.id) is None:
            seize(field, holder, figure.id, 1)


def _pair_up(field: Field, figure: TacticalFigure) -> None:
    """Begin the close combats of a figure with foes in its hexes that come after it in the request."""
    if not is_conscious(figure):
        return
    for here in field.body(figure):
        others = field.occupants(here)
        ids = [each.id for each in others]
        for other in others[ids.index(figure.id) + 1 :]:
            known = close_with(field[figure.id], other.id)
            if known is None and is_conscious(other) and field.is_foe(figure, other):
                own = turned(figure.facing, 3)
                _pair(field, figure.id, TacticalClosePair(foe=other.id, hex=here, own_side=own))
                _pair(field, other.id, TacticalClosePair(foe=figure.id, hex=here, own_side=figure.facing))
