"""Readying in close combat: drawing a weapon, with Fast-Draw or without, and getting rid of the shield."""

from typing import Final, NamedTuple

from service.dice.model import Dice, Rule
from service.dice.transcript import Tally
from service.rules.kernel.tally import tally
from service.rules.roll_under.rolls import SuccessRoll
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.refusals import FigureUnable, NoFreeHand, UnknownWeapon, WeaponNotReady
from service.rules.tactical.book.words import TacticalSide, TacticalWeaponKind
from service.rules.tactical.close.acts import Act, Deed
from service.rules.tactical.close.outcomes import TacticalReadied
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.dexterity import dx_of, pains_and_holds, roll_dx
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure

TWO_HANDS: Final = 2


class Draw(NamedTuple):
    """A weapon to be made ready: in which hand, None for both, and with which level of Fast-Draw, None without."""

    weapon: TacticalWeapon
    in_hand: bool
    hand: TacticalSide | None
    fast_draw: int | None


def plan_draw(figure: TacticalFigure, weapon_id: str | None, hand: TacticalSide | None, *, fast: bool) -> Draw:
    """Work out how a figure makes a weapon ready: the first that is not, in the first free hand, if none is said."""
    weapon = _weapon_of(figure, weapon_id)
    in_hand = weapon.id in {each.id for each, _ in standing.holds(figure)}
    level = fast_draw_of(figure, weapon) if fast else None
    if fast and level is None:
        message = f"{figure.id!r} has no skill of Fast-Draw for {weapon.id!r}."
        raise FigureUnable(message, pointer="/fast_draw", rule=rulebook.CLOSE_FAST_DRAW)
    taken = None if in_hand else hand_for(figure, weapon, weapon.id, hand, rulebook.CLOSE_READY)
    return Draw(weapon, in_hand, taken, level)


def hand_for(
    figure: TacticalFigure, weapon: TacticalWeapon | None, id: str, hand: TacticalSide | None, rule: Rule
) -> TacticalSide | None:
    """Return the free hand in which a figure takes something, or None for both: the one wanted, or the first."""
    both = weapon is not None and weapon.hands == TWO_HANDS
    free = standing.free_hands(figure)
    if len(free) < (TWO_HANDS if both else 1) or (hand is not None and hand not in free):
        which = "both hands" if both else f"the {hand.value} hand" if hand else "a hand"
        what = id if weapon is None else standing.weapon_name(weapon)
        message = f"{standing.name_of(figure)} needs {which} free for the {what}."
        raise NoFreeHand(message, pointer="/hand", rule=rule)
    return None if both else hand or free[0]


def _weapon_of(figure: TacticalFigure, weapon_id: str | None) -> TacticalWeapon:
    """Return the weapon that is to be made ready."""
    state, at, rule = figure.state, "/weapon", rulebook.CLOSE_READY
    done = {each.id for each, _ in standing.holds(figure) if each.id not in state.unready}.union(state.dropped)
    natural = TacticalWeaponKind.NATURAL
    idle = {each.id: each for each in figure.weapons if each.kind is not natural and each.id not in done}
    if weapon_id is None:
        if not idle:
            raise WeaponNotReady(f"{figure.id!r} has no weapon to ready.", pointer=at, rule=rule)
        return next(iter(idle.values()))
    if all(each.id != weapon_id for each in figure.weapons):
        message = f"{figure.id!r} has no weapon {weapon_id!r}."
        raise UnknownWeapon(message, weapon_id, standing.weapon_ids(figure), pointer=at)
    if weapon_id not in idle:
        what = "lies on the ground" if weapon_id in state.dropped else "is ready"
        called = next(standing.weapon_name(each) for each in figure.weapons if each.id == weapon_id)
        message = f"The {called} of {standing.name_of(figure)} {what}."
        raise WeaponNotReady(message, pointer=at, rule=rule)
    return idle[weapon_id]


def fast_draw_of(figure: TacticalFigure, weapon: TacticalWeapon) -> int | None:
    """Return the level of the Fast-Draw skill for a weapon: that of its skill, its id or its name, or a plain one."""
    names = {f"fast-draw ({each.casefold()})" for each in (weapon.skill, weapon.id, standing.weapon_name(weapon))}
    names.add("fast-draw")
    return max([each.level for each in figure.skills if each.name.casefold() in names], default=None)


def ready(field: Field, figure_id: str, draw: Draw, dice: Dice) -> TacticalReadied:
    """Make a weapon ready in close combat, with a roll against DX, then perhaps one of Fast-Draw.

    If DX fails, nothing is ready and the Ready maneuver is spent; if only Fast-Draw fails, the weapon is ready but
    took the whole maneuver; if both succeed, it took no time.

    Dice: 3D6 against DX; 3D6 against Fast-Draw, if it is used and DX succeeded.
    """
    figure = field[figure_id]
    rule = rulebook.CLOSE_READY if draw.fast_draw is None else rulebook.CLOSE_FAST_DRAW
    dexterity, fast = _roll(rule, field, figure, dice), None
    if dexterity.succeeded and draw.fast_draw is not None:
        skilled = tally(draw.fast_draw, pains_and_holds(field, figure, acting=True))
        fast = _roll(rule, field, figure, dice, "Fast-Draw", skilled)
    done = TacticalReadied(
        weapon=draw.weapon.id,
        ready=dexterity.succeeded,
        free=fast is not None and fast.succeeded,
        roll=dexterity.total,
        fast_draw_roll=None if fast is None else fast.total,
    )
    if done.ready:
        field.put(equipped(figure, draw))
    how = "readied the {}{}" if done.ready else "did not get the {} ready"
    text = how.format(standing.weapon_name(draw.weapon), " in no time" if done.free else "")
    dice.note(rule, f"{standing.name_of(figure)} {text}.", actor=figure.id)
    return done


def equipped(figure: TacticalFigure, draw: Draw) -> TacticalFigure:
    """Return a figure with a weapon ready."""
    weapon = draw.weapon.id
    held = standing.with_state(figure, unready=tuple([each for each in figure.state.unready if each != weapon]))
    if draw.in_hand:
        return held
    place = "both" if draw.hand is None else draw.hand.value
    return standing.changed(held, ready=figure.ready.model_copy(update={place: weapon}))


def draw_weapon(act: Act) -> Deed:
    """Make a weapon ready in close combat.

    Dice: those of `ready`.
    """
    asked = act.input
    draw = plan_draw(act.actor, asked.weapon, asked.hand, fast=asked.fast_draw)
    report = ready(act.field, asked.actor, draw, act.dice)
    quick = " in no time" if report.free else ""
    text = f"{'readied' if report.ready else 'did not ready'} the {standing.weapon_name(draw.weapon)}{quick}."
    return Deed(report.ready, f"{standing.name_of(act.actor)} {text}", readied=report)


def refuse_drop_shield(act: Act) -> None:
    """Refuse to drop a shield that a figure does not have."""
    if standing.shield_hand(act.actor) is None:
        message = f"{act.actor.id!r} has no shield to drop."
        raise WeaponNotReady(message, pointer="/actor", rule=rulebook.CLOSE_SHIELD_DROP)


def drop_shield(act: Act) -> Deed:
    """Get rid of a shield: one Ready, and in close combat a roll against DX.

    Dice: 3D6 against DX in close combat.
    """
    refuse_drop_shield(act)
    figure, rule, done = act.actor, movement_rules.MANEUVER_READY_RELOAD, True
    if figure.state.close:
        rule = rulebook.CLOSE_SHIELD_DROP
        done = _roll(rule, act.field, figure, act.dice).succeeded
    if done:
        act.field.put(standing.changed(figure, shield=None))
    text = f"{standing.name_of(figure)} {'dropped' if done else 'could not get rid of'} the shield."
    return Deed(done, act.note(rule, text))


def _roll(
    rule: Rule, field: Field, figure: TacticalFigure, dice: Dice, skill: str = "DX", number: Tally | None = None
) -> SuccessRoll:
    """Roll against DX or a skill.

    Dice: 3D6.
    """
    number = number or dx_of(field, figure, acting=True)
    return roll_dx(rule, figure, number, f"{rule.title}: {skill} of {standing.name_of(figure)}", dice, skill)
