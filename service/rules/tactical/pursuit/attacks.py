"""Attacks on the run: a Move and Attack from behind at close, a shot from farther away, and those who turn round."""

from typing import Final

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import distance
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.attack import strike
from service.rules.tactical.attack.plan import plan_attack
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalAttackReport
from service.rules.tactical.attack.situation.legality import find_weapon, fitting_weapon
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious, is_low, is_ranged, name_of, with_state
from service.rules.tactical.map.ground import Ground
from service.rules.tactical.pursuit.race import CAUGHT, CLOSE, LOST, RUNNING, Chase, Race, outer_yards

AHEAD, BACK = 0, 3
"""The facings of those who run, and of a quarry that turns round."""
ON_THE_RUN: Final = Conduct(TacticalManeuver.MOVE_AND_ATTACK)
REST: Final[dict[str, object]] = {
    "maneuver": TacticalManeuver.MOVE,
    "option": None,
    "attacked_with": (),
    "turn_start": None,
    "seen_by": (),
    "parries": (),
    "blocked": False,
    "retreat": None,
    "aim": None,
    "evaluate": None,
    "feint": (),
    "shock": 0,
    "stunned": False,
    "stun_ending": False,
    "off_balance": False,
    "must_do_nothing": False,
    "grapples": (),
    "grappled_by": (),
    "close": (),
    "wait": None,
}
"""What 15 seconds of running leave of a fight on the map."""


def refuse_attack(attacker: TacticalFigure, order: TacticalAttackOrder, pointer: str) -> None:
    """Refuse an attack that its maneuver or its weapon does not allow; `pointer` leads to its order."""
    try:
        fitting_weapon(attacker, order, ON_THE_RUN)
    except RulesRefuse as fault:
        raise fault.below(pointer) from None


def attack_on_the_run(
    race: Race, chase: Chase, rulings: TacticalRulings, dice: Dice
) -> tuple[Chase, tuple[TacticalAttackReport, ...]]:
    """Make the attacks of a round, in turn order, and return how the pursuit stands then, and the attacks.

    Who is brought down is caught; a pursuer who falls or loses consciousness stays behind.
    Dice: those of an attack, for each pursuer that is near enough.
    """
    orders = {each.figure: each.attack for each in race.input.attacks}
    reports: list[TacticalAttackReport] = []
    turned: dict[int, None] = {}
    for place in race.chasing:
        order = orders.get(race.figures[place].id)
        if order is None or not chase.running[place] or not is_up(race.figures[place]):
            continue
        target = _target(race, chase, place, order)
        if target is None:
            continue
        made = _attack(race, chase, place, target, order, rulings, dice)
        if made:
            reports += made
            turned |= {target: None} if race.figures[target].id in race.input.turning else {}
            chase = _felled(race, chase, place, target)
    for target in turned:
        chase = _turned(race, chase, target, dice)
    return chase, tuple(reports)


def is_up(figure: TacticalFigure) -> bool:
    """Return whether a figure is still on its feet after an attack."""
    return is_conscious(figure) and not figure.state.stunned and not is_low(figure)


def _target(race: Race, chase: Chase, place: int, order: TacticalAttackOrder) -> int | None:
    """Return whom a pursuer attacks: the one it names, or the first it goes after who is on his feet."""
    named = [at for at in range(race.many) if race.figures[at].id == order.target]
    close = chase.bands[place - race.many] is CLOSE
    among = [at for at in named or race.after(place) if chase.running[at] and (close or chase.fates[at] is RUNNING)]
    return next((at for at in among if is_up(race.figures[at])), None)


def _attack(
    race: Race, chase: Chase, place: int, target: int, order: TacticalAttackOrder, rulings: TacticalRulings, dice: Dice
) -> tuple[TacticalAttackReport, ...]:
    """Make the attack of a pursuer, if it is near enough for its weapon."""
    attacker, quarry = race.figures[place], race.figures[target]
    band = chase.bands[place - race.many]
    weapon, _ = find_weapon(attacker, order)
    if band is LOST or (band is not CLOSE and not is_ranged(weapon)):
        return ()
    yards = outer_yards(band)
    field = _field(attacker, quarry, yards, rulings, turns=quarry.id in race.input.turning)
    try:
        plan = plan_attack(field, attacker.id, order.model_copy(update={"target": quarry.id}), ON_THE_RUN)
    except RulesRefuse as fault:
        why = f"{name_of(attacker)} could not attack {name_of(quarry)} at {yards} yd: {fault.detail}"
        dice.note(rulebook.PURSUIT_ATTACK, why, actor=attacker.id)
        return ()
    side = "who turned round" if quarry.id in race.input.turning else "from behind"
    text = f"{name_of(attacker)} attacked {name_of(quarry)} on the run at {yards} yd, {side}."
    dice.note(rulebook.PURSUIT_ATTACK, text, actor=attacker.id)
    _, reports = strike(field, plan, dice)
    for at, before in ((place, attacker), (target, quarry)):
        after = field[before.id]
        race.figures[at] = after.model_copy(update={"hex": before.hex, "facing": before.facing})
    return reports


def _field(
    attacker: TacticalFigure, quarry: TacticalFigure, yards: int, rulings: TacticalRulings, *, turns: bool
) -> Field:
    """Return an empty plain on which one runs behind the other, so many yards from its nearest hex."""
    fleeing = _running(quarry, 0, BACK if turns else AHEAD)
    behind = _running(attacker, yards, AHEAD)
    body = body_at(fleeing, fleeing.hex, fleeing.facing, rulings) or (fleeing.hex,)
    while min([distance(behind.hex, each) for each in body]) < yards:
        behind = _running(attacker, behind.hex[1] + 1, AHEAD)
    return Field(Ground.of(None), {}, (fleeing, behind), rulings)


def _running(figure: TacticalFigure, row: int, facing: int) -> TacticalFigure:
    """Return a figure as it runs, on its feet, so many hexes south of the middle."""
    placed = figure.model_copy(
        update={"hex": (0, row), "facing": facing, "posture": Posture.STANDING, "upper_direction": None}
    )
    return with_state(placed, **REST)


def _felled(race: Race, chase: Chase, place: int, target: int) -> Chase:
    """Take those out of the pursuit whom an attack has brought down: the target is caught, a pursuer is left behind."""
    if not is_up(race.figures[target]):
        chase = race.caught(chase, (target,))
    if not is_up(race.figures[place]):
        running = (*chase.running[:place], False, *chase.running[place + 1 :])
        chase = race.nearer(chase, place, -LOST.rank)._replace(running=running)
    return chase


def _turned(race: Race, chase: Chase, target: int, dice: Dice) -> Chase:
    """Bring those a band nearer who go after somebody who has turned round."""
    name = name_of(race.figures[target])
    if chase.fates[target] is CAUGHT:
        return chase
    text = f"{name} turned round to fight: all who went after {name} came a band nearer."
    dice.note(rulebook.PURSUIT_ATTACK, text, actor=race.figures[target].id)
    for place in race.chasing:
        if chase.running[place] and target in race.after(place) and chase.bands[place - race.many] is not LOST:
            chase = race.nearer(chase, place, 1)
    return chase
