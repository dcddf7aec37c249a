"""What a defender faces: from which side an attack comes, what leaves him no defense, and where he may retreat."""

from collections.abc import Mapping
from typing import Final

from service.dice.model import Cites, Rule, ids_of
from service.rules.kernel import hexes
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalRetreat
from service.rules.tactical.attack.sight.sight import is_unseen
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.options import TacticalDefenseArc, TacticalRunaround
from service.rules.tactical.book.refusals import DefenseRefusal, RetreatBlocked, RetreatNotAllowed, RetreatWrongHex
from service.rules.tactical.book.tables import maneuver_row
from service.rules.tactical.book.words import (
    TacticalChangeReason,
    TacticalManeuver,
    TacticalRangedClass,
    TacticalSector,
    TacticalVision,
)
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import free_exits, is_bound, part_from_all, sector_of_opponent
from service.rules.tactical.figures.placement import can_step, has_room, shift
from service.rules.tactical.map.footprints import BEST_FIRST, body_arc
from service.rules.tactical.map.lines import items, segment_between
from service.rules.tactical.map.sectors import arc_sector, retreat_hexes
from service.wire import value_class

BEARING: Final = TacticalDefenseArc.BEARING
OWN, FRONT, RIGHT, LEFT, BACK = TacticalSector
ALL_OUT_ATTACK: Final = TacticalManeuver.ALL_OUT_ATTACK
BEHIND_SEEN: Final = frozenset({TacticalVision.PERIPHERAL, TacticalVision.ALL_AROUND})
"""The kinds of vision that leave a defense against attacks from the back."""
SIDE_RULES: Final = {FRONT: rulebook.DEFENSE_FRONT, BACK: rulebook.DEFENSE_BACK_PERIPHERAL}
WHY_UNDEFENDED: Final[Mapping[str, str]] = {
    movement_rules.TURN_SKIP.id: "as it was out of action",
    rulebook.DEFENSE_MANEUVER.id: "after its All-Out Attack",
    rulebook.DEFENSE_UNSEEN.id: "against an attacker whom it did not see",
    rulebook.DEFENSE_BACK_NONE.id: "against an attack from behind",
}
"""What players read of the rules that take every defense from a figure."""


@value_class
class Threat:
    """What a defender faces.

    `origin` is the hex that the attack comes from; `ranged` is None for melee. `armed` is false for a blow of a bare
    body. `small` marks a small thrown weapon. `close` says that the attacker is in close combat with the defender, or
    counts as being in it since it enters his hex; `strike_into` that the attack is made from outside into the
    defender's close combat. `runaround` is None to find it out from where the attacker's turn began. `dodge_only`
    stands for opportunity fire at a pop-up attack. `unseen` says that the defender does not perceive the attacker.
    """

    attacker: str
    origin: hexes.Hex
    ranged: TacticalRangedClass | None = None
    thrust: bool = False
    armed: bool = True
    small: bool = False
    deceptive: int = 0
    close: bool = False
    strike_into: bool = False
    runaround: bool | None = None
    dodge_only: bool = False
    unseen: bool = False


@value_class
class Exposure:
    """How a figure is exposed to an attack.

    `arc` is the sector from which the attack comes. `side` is the one that limits defenses, the front for a runaround;
    `sideways` says that it is right or left. `in_close` says that the figure is bound by the rules of close combat:
    against opponents in it, and strikes into it.
    """

    field: Field
    defender: TacticalFigure
    threat: Threat
    arc: TacticalSector
    side: TacticalSector
    runaround: bool
    sideways: bool
    in_close: bool
    cites: Cites


def exposure_of(field: Field, defender: TacticalFigure, threat: Threat) -> Exposure:
    """Return from which side an attack comes, and whether its attacker has run around.

    Source: Front, Side, and Back Hexes; "Runaround" Attacks.
    Ruling: tactical/ruling/runaround, runaround-ranged.
    """
    arc, body = sector_of_threat(field, defender, threat), field.body(defender)
    cites: Cites = (rulebook.CLOSE_ARC if threat.origin in body else rulebook.DEFENSE_WHICH_ARC,)
    if len(body) > 1 and threat.origin not in body:
        cites += (rulebook.MULTIHEX_DEFENSE_ARC,)
    runaround = arc is BACK and has_run_around(field, defender, threat)
    rule = rulebook.DEFENSE_RUNAROUND if runaround else SIDE_RULES.get(arc, rulebook.DEFENSE_SIDE)
    if rule is rulebook.DEFENSE_BACK_PERIPHERAL and defender.vision is TacticalVision.ALL_AROUND:
        rule = rulebook.DEFENSE_BACK_360
    sideways, in_close = arc in (RIGHT, LEFT), threat.close or threat.strike_into
    side = FRONT if runaround else arc
    return Exposure(field, defender, threat, arc, side, runaround, sideways, in_close, (*cites, rule))


def sector_of_threat(field: Field, defender: TacticalFigure, threat: Threat) -> TacticalSector:
    """Return the sector of a defender from which an attack comes, a runaround aside.

    Ruling: tactical/ruling/beyond-adjacent, close-arc.
    """
    body = field.body(defender)
    if threat.origin in body:
        return sector_of_opponent(field, defender, threat.attacker)
    if field.rulings.defense_arc is BEARING:
        return _sector(field, defender, threat.origin)
    nearest = min(body, key=lambda each: hexes.distance(each, threat.origin))
    through = items(segment_between(threat.origin, nearest))[-2]
    return min([_sector(field, defender, each) for each in through], key=BEST_FIRST.index)


def _sector(field: Field, defender: TacticalFigure, there: hexes.Hex) -> TacticalSector:
    body = field.body(defender)
    if len(body) > 1:
        return body_arc(body, defender.facing, there)
    return arc_sector(defender.hex, defender.facing, there, defender.vision, field.rulings.arc)


def has_run_around(field: Field, defender: TacticalFigure, threat: Threat) -> bool:
    """Return whether an attacker behind a defender began its turn in front of him, or where he saw it.

    Ruling: tactical/ruling/runaround.
    """
    if threat.runaround is not None:
        return threat.runaround
    if threat.attacker not in field:
        return False
    state = field[threat.attacker].state
    if field.rulings.runaround is TacticalRunaround.SEEN:
        return defender.id in state.seen_by
    start = state.turn_start
    return start is not None and start.hex != defender.hex and _sector(field, defender, start.hex) is FRONT


def undefended_text(name: str, why: Cites) -> str:
    """Say that a figure has no defense: "Ash had no defense against an attack from behind."."""
    return f"{name} had no defense {WHY_UNDEFENDED[ids_of(why)[0]]}."


def undefended_by(exposed: Exposure) -> tuple[Rule, ...]:
    """Return the rules that take every defense from a figure; none if it may defend itself."""
    defender, threat = exposed.defender, exposed.threat
    if not standing.is_able(defender):
        return (movement_rules.TURN_SKIP,)
    if defender.state.maneuver is ALL_OUT_ATTACK:
        return (rulebook.DEFENSE_MANEUVER, movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS)
    if threat.unseen or is_unseen(exposed.field, defender, threat.origin):
        return (rulebook.DEFENSE_UNSEEN,)
    behind = exposed.side is BACK and defender.vision not in BEHIND_SEEN
    return (rulebook.DEFENSE_BACK_NONE,) if behind else ()


# Retreats

ROOTED: Final = frozenset({Posture.SITTING, Posture.KNEELING})
"""The postures in which nobody retreats; a lying figure rolls."""


def _hindrance(exposed: Exposure) -> str | None:
    """Return why a figure may not retreat from an attack, as the end of a sentence; None if it may.

    Source: Retreating; the base game's limits.
    Ruling: tactical/ruling/retreat-prone.
    """
    defender, state = exposed.defender, exposed.defender.state
    if exposed.threat.ranged is not None:
        return "no figure can retreat from a ranged attack"
    if state.retreat is not None:
        return "it has retreated since its last turn"
    if defender.posture in ROOTED:
        return f"it is {defender.posture.value}"
    if state.stunned:
        return "it is stunned"
    if state.maneuver is not None and not maneuver_row(state.maneuver, state.option).retreats:
        return "its maneuver allows no retreat"
    return "it is grappled" if is_bound(exposed.field, defender) else None


def has_retreated_from(defender: TacticalFigure, foe: str) -> bool:
    """Return whether a figure has retreated from a foe since its last turn, so that the bonus still counts."""
    return defender.state.retreat is not None and defender.state.retreat.foe == foe


def _ways_back(exposed: Exposure) -> tuple[hexes.Hex, ...]:
    """Return the adjacent hexes that lie directly away from an attack, or on one's side in close combat.

    Ruling: tactical/ruling/retreat-direction.
    """
    field, defender = exposed.field, exposed.defender
    if exposed.in_close:
        return tuple([hexes.neighbour(defender.hex, each) for each in free_exits(field, defender)])
    return retreat_hexes(defender.hex, exposed.threat.origin, field.rulings.retreat)


def _is_open(field: Field, defender: TacticalFigure, hex: hexes.Hex) -> bool:
    """Return whether a figure can retreat into an adjacent hex: no one is in it, nothing bars the way.

    Ruling: tactical/ruling/retreat-into-close, retreat-multi.
    """
    direction = hexes.direction_of(defender.hex, hex)
    if direction is None or not can_step(field, defender, direction):
        return False
    return not defender.grounded or not field.is_severe(hex)


def way_back(exposed: Exposure) -> tuple[hexes.Hex | None, Rule | None]:
    """Return the first hex that a figure is free to retreat to, or None and the rule that keeps it from a retreat."""
    if _hindrance(exposed) is not None:
        return None, rulebook.RETREAT_ONCE
    to = next((each for each in _ways_back(exposed) if _is_open(exposed.field, exposed.defender, each)), None)
    return to, rulebook.RETREAT_OCCUPIED if to is None else None


def retreat_of(exposed: Exposure, retreat: TacticalRetreat, pointer: str) -> hexes.Hex | DefenseRefusal:
    """Return the hex of a retreat that a figure orders, or the refusal of it."""
    name, hindrance = standing.name_of(exposed.defender), _hindrance(exposed)
    if hindrance is not None:
        return RetreatNotAllowed(f"{name} may not retreat: {hindrance}.", pointer=pointer)
    ways = _ways_back(exposed)
    free = [each for each in ways if _is_open(exposed.field, exposed.defender, each)]
    if retreat.to is None:
        return free[0] if free else RetreatBlocked(f"{name} has no free hex to retreat to.", pointer=pointer)
    if retreat.to in free or (retreat.to not in ways and retreat.to in _farther(exposed, free)):
        return retreat.to
    listed = ", ".join([hexes.hex_text(each) for each in free]) or "none"
    if retreat.to in ways:
        message = f"{name} cannot retreat to hex {hexes.hex_text(retreat.to)}: {_hindered_by(exposed, retreat.to)}"
        return RetreatBlocked(f"{message}; free: {listed}.", pointer=f"{pointer}/to")
    message = f"{hexes.hex_text(retreat.to)} does not lie directly away from the attack; free to retreat to: {listed}."
    return RetreatWrongHex(message, pointer=f"{pointer}/to")


def _hindered_by(exposed: Exposure, hex: hexes.Hex) -> str:
    """Return what keeps a figure from a hex that lies away from the attack, as the end of a sentence."""
    field = exposed.field
    others = [repr(each) for each in field.filled().get(hex, ()) if each != exposed.defender.id]
    if others:
        return f"{' and '.join(others)} {'is' if len(others) == 1 else 'are'} in it"
    return "it is solid" if field.ground.is_solid(hex) else "the way there is barred, obstructed or off the map"


def _farther(exposed: Exposure, free: list[hexes.Hex]) -> list[hexes.Hex]:
    """Return the hexes beyond the free adjacent ones that a fast figure can retreat to with its step.

    Ruling: tactical/ruling/retreat-length.
    """
    field, defender = exposed.field, exposed.defender
    found: list[hexes.Hex] = []
    edge = free
    for _ in range(standing.step_length(defender, field.rulings) - 1):
        beyond: list[hexes.Hex] = []
        for here in edge:
            trial = field.copy()
            moved = standing.changed(defender, hex=here)
            trial.put(moved)
            away = retreat_hexes(here, exposed.threat.origin, field.rulings.retreat)
            beyond += [each for each in away if each != defender.hex and _is_open(trial, moved, each)]
        edge = list(dict.fromkeys(beyond))
        found += edge
    return found


def retreat_to(field: Field, defender_id: str, hex: hexes.Hex, turn: int) -> None:
    """Move a figure back to a hex, out of its close combats, and then turn it by some hexsides if there is room to.

    A lying figure rolls and does not turn.

    Ruling: tactical/ruling/retreat-turn.
    """
    part_from_all(field, defender_id)
    figure = field[defender_id]
    direction = hexes.direction_of(figure.hex, hex)
    if direction is not None and hexes.distance(figure.hex, hex) == 1:
        figure = shift(field, figure, direction, TacticalChangeReason.RETREAT)
    else:
        figure = standing.changed(figure, hex=hex)
        field.put(figure, TacticalChangeReason.RETREAT)
    if turn and not standing.is_low(figure):
        moved = standing.changed(figure, facing=hexes.turned(figure.facing, turn))
        if has_room(field, moved, body_at(moved, moved.hex, moved.facing, field.rulings)):
            field.put(moved, TacticalChangeReason.RETREAT)
