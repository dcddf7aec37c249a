"""What follows from a figure's numbers: Move, Dodge, hands, skills, reaches, and whether it can act."""

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Any, Final

from service.rules.kernel.hexes import Hex
from service.rules.roll_under.exertion import ENCUMBRANCES, half_up, is_weak
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import FigureUnable
from service.rules.tactical.book.tables import reach_added
from service.rules.tactical.book.words import TacticalManeuver, TacticalSide, TacticalStatus, TacticalWeaponKind
from service.rules.tactical.figures.condition import TacticalClosePair, TacticalGrip
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.footprints import rotated
from service.rules.tactical.map.sectors import reach_hexes

CRAWLING, LYING = Posture.CRAWLING, Posture.LYING
NATURAL: Final = TacticalWeaponKind.NATURAL
RIGHT, LEFT = TacticalSide
OTHER_SIDE: Final = {RIGHT: LEFT, LEFT: RIGHT}
GRAPPLING: Final = ("Wrestling", "Judo", "Sumo")
MOVE_PER_STEP_HEX: Final = 10
SHOOTING: Final = frozenset({TacticalWeaponKind.RANGED, TacticalWeaponKind.THROWN})
"""The kinds of weapons that are shot or thrown."""
LOW: Final = frozenset({CRAWLING, LYING})
"""The postures in which a body of human size fills two hexes."""
UPRIGHT: Final = frozenset({Posture.STANDING, Posture.CROUCHING})
"""The postures on both feet."""


def name_of(figure: TacticalFigure) -> str:
    """Return what players call a figure."""
    return figure.name or figure.id


def weapon_name(weapon: TacticalWeapon) -> str:
    """Return what players call a weapon."""
    return weapon.name or weapon.id


def weapon_ids(figure: TacticalFigure) -> list[str]:
    """Return the ids of a figure's weapons."""
    return [each.id for each in figure.weapons]


def with_state(figure: TacticalFigure, **changes: Any) -> TacticalFigure:
    """Return a figure with some fields of its state changed."""
    return figure.model_copy(update={"state": figure.state.model_copy(update=changes)})


def changed(figure: TacticalFigure, **changes: Any) -> TacticalFigure:
    """Return a figure with some of its own fields changed."""
    return figure.model_copy(update=changes)


# Attributes and derived numbers


def hp_max_of(figure: TacticalFigure) -> int:
    """Return the hit points of a figure at full health."""
    return figure.st if figure.hp_max is None else figure.hp_max


def hp_of(figure: TacticalFigure) -> int:
    """Return the hit points that a figure has left."""
    return hp_max_of(figure) if figure.hp is None else figure.hp


def fp_max_of(figure: TacticalFigure) -> int:
    """Return the fatigue points of a figure at full strength."""
    return figure.ht if figure.fp_max is None else figure.fp_max


def fp_of(figure: TacticalFigure) -> int:
    """Return the fatigue points that a figure has left."""
    return fp_max_of(figure) if figure.fp is None else figure.fp


def per_of(figure: TacticalFigure) -> int:
    """Return Perception."""
    return figure.iq if figure.per is None else figure.per


def will_of(figure: TacticalFigure) -> int:
    """Return Will."""
    return figure.iq if figure.will is None else figure.will


def speed_of(figure: TacticalFigure) -> int:
    """Return Basic Speed in quarters of a yard a second."""
    return figure.dx + figure.ht if figure.basic_speed is None else int(figure.basic_speed * 4)


def turn_rank(figure: TacticalFigure) -> tuple[int, int, str]:
    """Return the place of a figure in turn order, the lowest first: by Basic Speed, then DX, then id."""
    return -speed_of(figure), -figure.dx, figure.id


def basic_move_of(figure: TacticalFigure) -> int:
    """Return Basic Move, in yards a second."""
    return speed_of(figure) // 4 if figure.basic_move is None else figure.basic_move


def is_badly_hurt(figure: TacticalFigure) -> bool:
    """Return whether less than a third of the hit points is left, which halves Move and Dodge."""
    return is_weak(hp_of(figure), hp_max_of(figure))


def is_weary(figure: TacticalFigure) -> bool:
    """Return whether less than a third of the fatigue points is left, which halves Move."""
    return is_weak(fp_of(figure), fp_max_of(figure))


def move_of(figure: TacticalFigure) -> int:
    """Return Move in yards a second, with encumbrance, injury and fatigue."""
    return _move(basic_move_of(figure), figure.encumbrance, is_badly_hurt(figure) + is_weary(figure))


@lru_cache(maxsize=1024)
def _move(basic: int, encumbrance: int, halvings: int) -> int:
    move = max(basic * ENCUMBRANCES[encumbrance].move_fifths // 5, 1) if basic else 0
    for _ in range(halvings):
        move = half_up(move)
    return move


def step_length(figure: TacticalFigure, rulings: TacticalRulings) -> int:
    """Return the hexes of a step: a tenth of the Move, rounded up, at least one; of a lying figure one.

    Ruling: tactical/ruling/step-length, lying-step.
    """
    if figure.posture is LYING:
        return 1
    return rulings.step_hexes or max(-(-move_of(figure) // MOVE_PER_STEP_HEX), 1)


def dodge_of(figure: TacticalFigure) -> int:
    """Return Dodge, with encumbrance and injury, without anything that depends on the attack."""
    dodge = speed_of(figure) // 4 + 3 - figure.encumbrance
    return half_up(dodge) if is_badly_hurt(figure) else dodge


def skill_of(figure: TacticalFigure, name: str) -> int | None:
    """Return the level of a skill, or None without it."""
    return next((each.level for each in figure.skills if each.name == name), None)


def best_skill_of(figure: TacticalFigure, names: tuple[str, ...]) -> int | None:
    """Return the highest level among some skills, or None without any of them."""
    return max((each.level for each in figure.skills if each.name in names), default=None)


# Hands, weapons and the shield


def off_hand(figure: TacticalFigure) -> TacticalSide:
    """Return the hand that is not the weapon hand."""
    return OTHER_SIDE[figure.handedness]


def shield_hand(figure: TacticalFigure) -> TacticalSide | None:
    """Return the arm that holds the shield, or None without one."""
    return None if figure.shield is None else figure.shield.hand or off_hand(figure)


def holds(figure: TacticalFigure) -> Iterator[tuple[TacticalWeapon, TacticalSide | None]]:
    """Yield the weapons in hand with the hand that holds each; None stands for both hands."""
    ready = figure.ready
    places = {ready.right: RIGHT, ready.left: LEFT, ready.both: None}
    for weapon in figure.weapons:
        if weapon.id in places:
            yield weapon, places[weapon.id]


def held_items(figure: TacticalFigure) -> list[tuple[str, TacticalSide | None]]:
    """Return the things in hand that are no weapons with the hand that holds each; None stands for both hands."""
    ready = figure.ready
    places = ((ready.right, RIGHT), (ready.left, LEFT), (ready.both, None))
    return [(item, hand) for item, hand in places if item is not None and item in figure.items]


def ready_weapons(figure: TacticalFigure) -> list[TacticalWeapon]:
    """Return the weapons that can be used now: those in hand that are ready, then natural ones."""
    unready = figure.state.unready
    held = [weapon for weapon, _ in holds(figure) if weapon.id not in unready]
    return held + [each for each in figure.weapons if each.kind is NATURAL and each not in held]


def hand_of(figure: TacticalFigure, weapon: TacticalWeapon) -> TacticalSide | None:
    """Return the hand that a weapon is in; None for both hands, and for a weapon that no hand holds."""
    return next((hand for each, hand in holds(figure) if each.id == weapon.id), None)


def free_hands(figure: TacticalFigure) -> list[TacticalSide]:
    """Return the hands that hold nothing and nobody and whose arm can be used, the weapon hand first."""
    ready, state = figure.ready, figure.state
    if ready.both is not None:
        return []
    busy = {RIGHT: ready.right is not None, LEFT: ready.left is not None}
    if figure.shield is not None:
        busy[figure.shield.hand or off_hand(figure)] = True
    free = [hand for hand in (figure.handedness, off_hand(figure)) if not busy[hand] and not is_lame(figure, hand)]
    holding = sum([grip.hands for grip in state.grapples])
    return free[: max(len(free) - holding, 0)]


def is_lame(figure: TacticalFigure, hand: TacticalSide) -> bool:
    """Return whether the arm or the hand of a side is crippled, numb or strained."""
    state = figure.state
    if not state.crippled and not state.disabled:
        return False
    lame = {f"{hand.value}_arm", f"{hand.value}_hand"}
    return any(each.value in lame for each in (*state.crippled, *[each.location for each in state.disabled]))


def mode_of(weapon: TacticalWeapon, name: str | None) -> TacticalMode | None:
    """Return a mode of a weapon by its name, the first one without a name; None if there is no such mode."""
    if name is None:
        return weapon.modes[0]
    found = [each for each in weapon.modes if each.name == name]
    return found[0] if found else None


def is_ranged(weapon: TacticalWeapon) -> bool:
    """Return whether a weapon is shot or thrown."""
    return weapon.kind in SHOOTING


# What it can do


def status_of(figure: TacticalFigure) -> TacticalStatus:
    """Return whether a figure can still take part."""
    state = figure.state
    if state.dead:
        return TacticalStatus.DEAD
    return TacticalStatus.UNCONSCIOUS if state.unconscious else TacticalStatus.ACTIVE


def is_conscious(figure: TacticalFigure) -> bool:
    """Return whether a figure is neither dead nor unconscious."""
    state = figure.state
    return not (state.dead or state.unconscious)


def can_run(figure: TacticalFigure) -> bool:
    """Return whether a figure can run: it is conscious and has a Move."""
    return is_conscious(figure) and move_of(figure) > 0


def is_able(figure: TacticalFigure) -> bool:
    """Return whether a figure can act: conscious and not pinned."""
    return is_conscious(figure) and not figure.state.pinned_by


PINNED, STUNNED, DAZED = "pinned", "stunned", "dazed"
"""What keeps a conscious figure from acting; who is dazed must do nothing in its next turn."""


def hindrances_of(figure: TacticalFigure) -> list[str]:
    """Return what keeps a figure from acting, the gravest first: only dead or unconscious, or what holds it."""
    state = figure.state
    if state.dead or state.unconscious:
        return [status_of(figure).value]
    if not (state.pinned_by or state.stunned or state.must_do_nothing):
        return []
    holding = ((PINNED, state.pinned_by), (STUNNED, state.stunned), (DAZED, state.must_do_nothing))
    return [word for word, holds in holding if holds]


def hindrance_of(figure: TacticalFigure) -> str | None:
    """Return what keeps a figure from watching, responding and going on, or None if nothing does.

    Ruling: tactical/ruling/wait-stop.
    """
    found = hindrances_of(figure)
    return found[0] if found else None


def refuse_unable(
    figure: TacticalFigure, doing: str, at: str, despite: Container[str] = (), *, begins: bool = True
) -> None:
    """Refuse an action of a figure that cannot act, unless it is possible despite what hinders the figure.

    Do Nothing is possible for the stunned and the dazed. The figure begins its turn with the action, and a stun that
    was to end is over then, unless `begins` is false.
    """
    for hindrance in hindrances_of(figure):
        is_over = hindrance == STUNNED and begins and figure.state.stun_ending
        is_idle = hindrance in (STUNNED, DAZED) and doing == TacticalManeuver.DO_NOTHING
        if is_over or is_idle or hindrance in despite:
            continue
        fault = FAULTS.get(hindrance, "is {hindrance} and cannot act").format(hindrance=hindrance, doing=doing)
        rule = movement_rules.TURN_STUN if hindrance == STUNNED else None
        raise FigureUnable(f"{name_of(figure)} {fault}.", pointer=at, rule=rule)


FAULTS: Final = {
    PINNED: "is pinned: it can only break free or let go",
    STUNNED: "is stunned: its only maneuver is do_nothing, not {doing}",
    DAZED: "must do nothing in this turn, not {doing}",
}


def is_low(figure: TacticalFigure) -> bool:
    """Return whether a figure lies or crawls."""
    return figure.posture in LOW


def grip_on(figure: TacticalFigure, foe: str) -> TacticalGrip | None:
    """Return the hold that a figure has on a foe."""
    return next((each for each in figure.state.grapples if each.foe == foe), None)


def close_with(figure: TacticalFigure, foe: str) -> TacticalClosePair | None:
    """Return the close combat that a figure is in with a foe."""
    return next((each for each in figure.state.close if each.foe == foe), None)


# How far melee weapons strike in a figure's hands, and into which hexes


@lru_cache(maxsize=256)
def reach_with_size(reaches: tuple[int, ...], sm: int) -> tuple[int, ...]:
    """Return the reaches of a weapon in the hands of a figure of a Size Modifier, in hexes, shortest first.

    Every reach stays; the longest one grows with size, and the gap is filled.
    Source: Reach of a Weapon.
    """
    if sm <= 0 or not reaches:
        return tuple(sorted(reaches))
    top = max(reaches)
    return tuple(sorted({*reaches, *range(top, max(top + reach_added(sm), 1) + 1)}))


def held_reach(figure: TacticalFigure, weapon: TacticalWeapon, reaches: tuple[int, ...]) -> int:
    """Return the reach at which a weapon is held: its lowest one unless the state says another."""
    return next((each.reach for each in figure.state.weapon_reach if each.weapon == weapon.id), reaches[0])


def reaches_now(figure: TacticalFigure, weapon: TacticalWeapon, mode: str | None = None) -> tuple[int, ...]:
    """Return the reaches at which a figure can strike with a weapon without changing its grip; 0 is close combat.

    A crawling figure strikes at reach 0 only. A mode that the weapon does not have, and a ranged one, have none.
    """
    known = mode_of(weapon, mode)
    reaches = () if known is None else reach_with_size(known.reaches, figure.sm)
    if reaches and weapon.grip_ready:
        reaches = (held_reach(figure, weapon, reaches),)
    return tuple([each for each in reaches if each == 0]) if figure.posture is CRAWLING else reaches


def origin_of(figure: TacticalFigure, weapon: TacticalWeapon) -> Hex:
    """Return the hex that a figure strikes from: its head's, or another one of a large body that the weapon names.

    Ruling: tactical/ruling/attack-origin.
    """
    if weapon.origin is None:
        return figure.hex
    q, r = rotated(weapon.origin, figure.facing)
    return figure.hex[0] + q, figure.hex[1] + r


def threatened_hexes(figure: TacticalFigure, weapon: str | None = None, mode: str | None = None) -> frozenset[Hex]:
    """Return the hexes that a figure can strike into with a weapon as it is held; null: the first one ready.

    They are those of its reach fan at each reach that it has now.
    """
    ready = [each for each in ready_weapons(figure) if weapon in (None, each.id)]
    for each in ready:
        reaches = reaches_now(figure, each, mode)
        if reaches:
            origin = origin_of(figure, each)
            return frozenset().union(*[reach_hexes(origin, figure.facing, reach) for reach in reaches])
    return frozenset()
