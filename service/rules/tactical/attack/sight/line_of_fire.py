"""The procedure line-of-fire: what a shot would pass, whom it would meet, and what would stop it; nothing is rolled."""

from service.dice.model import Cites, ids_of
from service.dice.transcript import capital
from service.rules.kernel.hexes import Hex, hex_text
from service.rules.kernel.telling import sentence
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.sight import line_models
from service.rules.tactical.attack.sight.sight import (
    SIGHTS,
    UNLIMITED,
    Shot,
    best_of,
    hexes_of,
    in_arc,
    lines_to,
    people_on,
    range_between,
    sees,
)
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import SameHex
from service.rules.tactical.book.tables import SIGHT_BLOCKS
from service.rules.tactical.book.words import TacticalLineChoice
from service.rules.tactical.figures.field import Field, refuse_off_map
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.map.lines import items
from service.rules.tactical.map.sectors import arc_sector

PLACE = ""
"""The id of a shooter who is not on the map; no figure can have it."""

ANYBODY = TacticalFigure.model_construct(id=PLACE, name="The shooter", side=PLACE, hex=(0, 0), facing=0)
"""A shooter who is not on the map."""

BEYOND: Cites = (attack_rules.OVERSHOOT_NOT_BETWEEN,)

LOW_RULES = {
    Posture.KNEELING: attack_rules.RANGED_IN_THE_WAY_KNEELING,
    Posture.SITTING: attack_rules.RANGED_IN_THE_WAY_KNEELING,
    Posture.CRAWLING: attack_rules.RANGED_IN_THE_WAY_LYING,
    Posture.LYING: attack_rules.RANGED_IN_THE_WAY_LYING,
}
"""The rule that says whether somebody in a low posture is in the way."""


def line_of_fire(input: line_models.TacticalLineInput, rulings: TacticalRulings) -> line_models.TacticalLineOutcome:
    """Return the line of a shot, what it passes, who is in its way, and whom it may hit astray.

    Raises: SightRefusal.
    Source: Firing Through an Occupied Hex; Hitting the Wrong Target; Overshooting and Stray Shots.
    """
    field = Field.of(input, rulings)
    shooter, target = _shooter(field, input), _target(field, input)
    hexes = hexes_of(field, target)
    if shooter.hex in hexes:
        raise SameHex(f"Shooter and target are both in hex {hex_text(shooter.hex)}.", pointer="/target")
    shots = list(lines_to(field, shooter, target, input.line))
    shot, clear = best_of(iter(shots)), [each for each in shots if each.blocked is None]
    segment, aimed = shot.segment, target if isinstance(target, TacticalFigure) else None
    carries = input.max_range or UNLIMITED
    yards = range_between(field, shooter, target)
    strays = people_on(field, shooter, aimed, segment, carries)
    overshoots = people_on(field, shooter, aimed, segment, carries, dodged=True)
    aims = bool(in_arc(field, shooter, target))
    what = f"hex [{hexes[0][0]}, {hexes[0][1]}]" if aimed is None else name_of(aimed)
    return line_models.TacticalLineOutcome(
        summary=_summary(shot, name_of(shooter), what, yards, in_arc=aims),
        clear=shot.blocked is None,
        blocked=_blockage(shot),
        start=line_models.TacticalLineEnd(hex=segment.start, anchor=shot.anchors[0], point=segment.from_point),
        end=line_models.TacticalLineEnd(hex=segment.goal, anchor=shot.anchors[1], point=segment.to_point),
        passes=tuple([line_models.TacticalPassed(hexes=each) for each in items(segment)]),
        in_way=shot.in_way,
        penalty=shot.penalty,
        range=yards,
        in_range=yards <= carries,
        sector=arc_sector(shooter.hex, shooter.facing, segment.goal, shooter.vision, rulings.arc),
        in_arc=aims,
        seen=sees(field, shooter, target),
        alternatives=max(len(clear) - 1, 0),
        strays=tuple([line_models.TacticalStrayGroup(figures=each) for each in strays]),
        overshoots=tuple([line_models.TacticalStrayGroup(figures=each) for each in overshoots]),
        cites=ids_of(_cites(field, shooter, target, shot, input) + (BEYOND if overshoots else ())),
    )


def _shooter(field: Field, input: line_models.TacticalLineInput) -> TacticalFigure:
    """Return who shoots: a figure on the map, or one made for a hex."""
    asked = input.shooter
    if isinstance(asked, line_models.TacticalLineFigure):
        return field.find(asked.figure, "/shooter/figure")
    refuse_off_map(field, asked.hex, "/shooter/hex")
    return ANYBODY.model_copy(update=asked.model_dump(exclude={"kind"}))


def _target(field: Field, input: line_models.TacticalLineInput) -> TacticalFigure | Hex:
    """Return what is shot at."""
    asked = input.target
    if isinstance(asked, line_models.TacticalLineFigure):
        return field.find(asked.figure, "/target/figure")
    refuse_off_map(field, asked.hex, "/target/hex")
    return asked.hex


def _summary(shot: Shot, shooter: str, target: str, yards: int, *, in_arc: bool) -> str:
    """Return what there is to say of a line, in a sentence or two."""
    if shot.blocked is not None:
        return capital(f"{shooter} has no clear line to {target}: {shot.blocked}")
    said = f"{shooter} has a clear line to {target}, {yards} yd away"
    if shot.penalty:
        persons = len(shot.in_way)
        said += f"; {persons} {'person is' if persons == 1 else 'people are'} in the way: {shot.penalty}"
    return sentence(said) if in_arc else f"{sentence(said)} It leads out of the arc of vision."


def _blockage(shot: Shot) -> line_models.TacticalBlockage | None:
    found = shot.blocked
    if found is None:
        return None
    return line_models.TacticalBlockage(hex=found.hex, direction=found.direction, figure=found.figure, text=str(found))


def _cites(
    field: Field,
    shooter: TacticalFigure,
    target: TacticalFigure | Hex,
    shot: Shot,
    input: line_models.TacticalLineInput,
) -> Cites:
    """Return the rules that say what a line is like."""
    cites: Cites = (SIGHTS.get(shooter.vision, movement_rules.SIGHT_ARC_RESTRICTED), movement_rules.SIGHT_SEEN)
    if input.line.choice is TacticalLineChoice.BEST:
        cites += (attack_rules.RANGED_LINE,)
    cites += (attack_rules.RANGED_RANGE_HEXES, attack_rules.STRAY_WHO)
    if len(field.body(shooter)) > 1:
        cites += (rulebook.MULTIHEX_SIGHT,)
    if len(hexes_of(field, target)) > 1:
        cites += (rulebook.MULTIHEX_TARGET,)
    if shot.people:
        cites += (attack_rules.RANGED_IN_THE_WAY,)
    if shot.segment.between and shot.crowd:
        cites += (attack_rules.RANGED_IN_THE_WAY_PAIR,)
    people = {each.id: each for here in shot.segment.hexes for each in field.occupants(here)}
    met = [each for each in people.values() if each not in (shooter, target)]
    cites += tuple(dict.fromkeys([LOW_RULES[each.posture] for each in met if each.posture in LOW_RULES]))
    if any(each.sm - shooter.sm >= SIGHT_BLOCKS[Posture.STANDING] for each in met):
        cites += (attack_rules.RANGED_LOS_BLOCK,)
    return cites + _closing_rules(field, shot)


def _closing_rules(field: Field, shot: Shot) -> Cites:
    """Return the rules by which a line is closed; none if it is clear."""
    blocked = shot.blocked
    if blocked is None:
        return ()
    if blocked.figure is None:
        return (attack_rules.RANGED_SOLID_ONLY,)
    return (attack_rules.RANGED_HUMAN_SCALE,) if field[blocked.figure].posture in LOW_RULES else ()
