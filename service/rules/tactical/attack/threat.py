"""What a defender faces: from which side an attack comes, and what keeps him from defending at all."""

from collections.abc import Mapping
from typing import Final

from service.dice.model import Cites, Rule, ids_of
from service.rules.kernel.hexes import Hex, distance
from service.rules.kernel.value import value
from service.rules.tactical.attack.melee import is_unseen
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.options import TacticalDefenseArc, TacticalRunaround
from service.rules.tactical.book.words import TacticalManeuver, TacticalRangedClass, TacticalSector, TacticalVision
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import sector_of_opponent
from service.rules.tactical.figures.standing import is_able
from service.rules.tactical.map.footprints import BEST_FIRST, body_arc
from service.rules.tactical.map.lines import items, segment_between
from service.rules.tactical.map.sectors import arc_sector

BEARING: Final = TacticalDefenseArc.BEARING

OWN, FRONT, RIGHT, LEFT, BACK = TacticalSector
ALL_OUT_ATTACK: Final = TacticalManeuver.ALL_OUT_ATTACK
BEHIND_SEEN: Final = frozenset({TacticalVision.PERIPHERAL, TacticalVision.ALL_AROUND})
"""The kinds of vision that leave a defense against attacks from the back."""
SIDE_RULES: Final = {FRONT: rulebook.DEFENSE_FRONT, BACK: rulebook.DEFENSE_BACK_PERIPHERAL}
WHY_UNDEFENDED: Final[Mapping[str, str]] = {
    movement_rules.TURN_SKIP.id: "as it is out of action",
    rulebook.DEFENSE_MANEUVER.id: "after its All-Out Attack",
    rulebook.DEFENSE_UNSEEN.id: "against an attacker whom it does not see",
    rulebook.DEFENSE_BACK_NONE.id: "against an attack from behind",
}
"""What players read of the rules that take every defense from a figure."""


@value
class Threat:
    """What a defender faces.

    `origin` is the hex that the attack comes from; `ranged` is None for melee. `armed` is false for a blow of a bare
    body. `small` marks a small thrown weapon. `close` says that the attacker is in close combat with the defender, or
    counts as being in it since it enters his hex; `strike_into` that the attack is made from outside into the
    defender's close combat. `runaround` is None to find it out from where the attacker's turn began. `dodge_only`
    stands for opportunity fire at a pop-up attack. `unseen` says that the defender does not perceive the attacker.
    """

    attacker: str
    origin: Hex
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


@value
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
    nearest = min(body, key=lambda each: distance(each, threat.origin))
    through = items(segment_between(threat.origin, nearest))[-2]
    return min([_sector(field, defender, each) for each in through], key=BEST_FIRST.index)


def _sector(field: Field, defender: TacticalFigure, there: Hex) -> TacticalSector:
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
    """Say that a figure has no defense: "Ash has no defense against an attack from behind."."""
    return f"{name} has no defense {WHY_UNDEFENDED[ids_of(why)[0]]}."


def undefended_by(exposed: Exposure) -> tuple[Rule, ...]:
    """Return the rules that take every defense from a figure; none if it may defend itself."""
    defender, threat = exposed.defender, exposed.threat
    if not is_able(defender):
        return (movement_rules.TURN_SKIP,)
    if defender.state.maneuver is ALL_OUT_ATTACK:
        return (rulebook.DEFENSE_MANEUVER, movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS)
    if threat.unseen or is_unseen(exposed.field, defender, threat.origin):
        return (rulebook.DEFENSE_UNSEEN,)
    behind = exposed.side is BACK and defender.vision not in BEHIND_SEEN
    return (rulebook.DEFENSE_BACK_NONE,) if behind else ()
