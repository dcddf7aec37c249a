"""What critical misses do: weapons drop and break, figures fall, stumble and hurt themselves."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.dice.model import THREE_D6, Dice, Expected, Rule
from service.rules.kernel.hexes import SIDES, Hex, neighbour, turned
from service.rules.roll_under.damage import Damage, damage_of, thrust_of
from service.rules.roll_under.rolls import roll_success
from service.rules.roll_under.words import DamageType, Posture
from service.rules.tactical.attack.criticals import ARMS, Mishap, Miss, dx_of, rule_of
from service.rules.tactical.attack.falls import EITHER, LAID_DOWN, disabled, dropping, release
from service.rules.tactical.attack.hits import Impact, hit_of
from service.rules.tactical.attack.injury import wound
from service.rules.tactical.attack.outcomes import TacticalWound
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import (
    TacticalLocation,
)
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field, body_at, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import part_from_all
from service.rules.tactical.figures.placement import fall_down, has_room
from service.rules.tactical.figures.standing import (
    changed,
    close_with,
    hand_of,
    is_conscious,
    is_low,
    name_of,
    with_state,
)
from service.rules.tactical.map.sectors import away_hexes

Wounds = tuple[TacticalWound, ...]
HALF_AN_HOUR: Final = 1800
STRAIN: Final = Impact(1, DamageType.CRUSHING)
TORN: Final = damage_of("1d-3")
HITS_SOLID: Final = frozenset({Miss.HITS_SOLID, Miss.HITS_SOLID_HALF})
HALVED: Final = frozenset({Miss.HITS_SELF_HALF, Miss.HITS_SOLID_HALF})


def _weapon_of(figure: TacticalFigure, mishap: Mishap) -> tuple[TacticalWeapon, TacticalMode]:
    weapon = next(each for each in figure.weapons if each.id == mishap.weapon)
    return weapon, next(each for each in weapon.modes if each.name == mishap.mode)


def _roll_damage(rule: Rule, damage: Damage, impact: Impact, actor: str, what: str, dice: Dice) -> int:
    """Roll basic damage, of the least that the type of an impact has, and return it."""
    pool = damage.pool
    least = 0 if impact.type is DamageType.CRUSHING else 1
    if pool is None:
        return max(damage.adds, least)
    dice.expect(lambda: [Expected(rule, pool, actor, f"damage of {what}")])
    roll = dice.roll(rule, pool, actor=actor)
    basic = max(roll.total + damage.adds, least)
    roll.tell(f"Damage of {what}: {basic}.", cites=(rulebook.DAMAGE_ROLL,))
    return basic


def _hit_oneself(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Roll the damage of hitting oneself with one's weapon, or something solid with one's limb."""
    figure = field[mishap.figure]
    solid = mishap.effect in HITS_SOLID
    if solid:
        damage, impact = thrust_of(figure.st), STRAIN
    else:
        _, mode = _weapon_of(figure, mishap)
        damage, impact = damage_of(mode.damage), Impact(0, mode.type, mode.armor_divisor)
    what = f"{name_of(figure)} against {'something solid' if solid else 'itself'}"
    basic = _roll_damage(rule_of(armed=not solid), damage, impact, figure.id, what, dice)
    if mishap.effect in HALVED:
        basic //= 2
    return (wound(field, hit_of(figure, _part(mishap), impact._replace(basic=basic)), dice),)


def _part(mishap: Mishap) -> TacticalLocation:
    return mishap.part or TacticalLocation.TORSO


def _strain(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Hurt the limb that strikes, whatever it wears: it is useless for half an hour, or hampers for a turn."""
    figure, part = field[mishap.figure], _part(mishap)
    rule, name = rule_of(armed=False), name_of(figure)
    strains = mishap.effect is Miss.STRAINS_LIMB
    basic = 1 if strains else max(_roll_damage(rule, TORN, STRAIN, figure.id, f"the limb of {name}", dice), 0)
    done = wound(field, hit_of(changed(figure, armour=()), part, STRAIN._replace(basic=basic)), dice)
    figure = field[figure.id]
    if strains and part is not TacticalLocation.FACE:
        field.put(with_state(figure, disabled=disabled(figure, part, HALF_AN_HOUR)))
    elif not strains:
        field.put(with_state(figure, shock=min(figure.state.shock, -1)))
    return (done,)


def _lose_weapon(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Take the weapon from the hand: it lies on the ground, or is broken, or may hit somebody where it lands."""
    figure = field[mishap.figure]
    weapon, mode = _weapon_of(figure, mishap)
    breaks = mishap.effect is Miss.BREAKS
    field.put(without(figure, weapon, breaks=breaks))
    if mishap.lands is None:
        return ()
    victims = [each for each in field.occupants(mishap.lands) if each.id != figure.id and not each.state.dead]
    return tuple([done for each in victims for done in _land_on(field, each, mode, figure, dice)])


def without(figure: TacticalFigure, weapon: TacticalWeapon, *, breaks: bool = False) -> TacticalFigure:
    """Return a figure that no longer has a weapon in hand: it lies on the ground, or is broken."""
    ready, state = figure.ready, figure.state
    held = {hand: None for hand in ("right", "left", "both") if getattr(ready, hand) == weapon.id}
    dropped, broken = [tuple([each for each in ids if each != weapon.id]) for ids in (state.dropped, state.broken)]
    lost = {"broken": (*broken, weapon.id)} if breaks else {"dropped": (*dropped, weapon.id)}
    after = state.model_copy(update={"dropped": dropped, "broken": broken, **lost})
    return changed(figure, ready=ready.model_copy(update=held) if held else ready, state=after)


def _land_on(
    field: Field, victim: TacticalFigure, mode: TacticalMode, thrower: TacticalFigure, dice: Dice
) -> list[TacticalWound]:
    """Roll whether somebody avoids a weapon that lands in his hex, and its half damage if he does not."""
    rule = rule_of(armed=True)
    if is_conscious(victim) and _keeps_clear(victim, rule, dice):
        return []
    impact = Impact(0, mode.type, mode.armor_divisor)
    what = f"the flying weapon against {name_of(victim)}"
    basic = _roll_damage(rule, damage_of(mode.damage), impact, thrower.id, what, dice) // 2
    return [wound(field, hit_of(victim, TacticalLocation.TORSO, impact._replace(basic=basic)), dice)]


def _keeps_clear(victim: TacticalFigure, rule: Rule, dice: Dice) -> bool:
    name = name_of(victim)
    dice.expect(lambda: [Expected(rule, THREE_D6, victim.id, f"whether {name} avoids the flying weapon")])
    return roll_success(rule, dx_of(victim), dice, actor=victim.id, name=name, skill="DX").succeeded


def _unready(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Make the weapon unready, or the shield after a block."""
    figure = field[mishap.figure]
    if mishap.weapon is not None:
        field.put(with_state(figure, unready=tuple(dict.fromkeys((*figure.state.unready, mishap.weapon)))))
        return ()
    shield = figure.shield and figure.shield.model_copy(update={"ready": False})
    field.put(changed(figure, shield=shield))
    dice.note(rulebook.DEFENSE_CRITICAL, f"The shield of {name_of(figure)} is unready.", actor=figure.id)
    return ()


def _strain_arm(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Make the arm useless that holds the weapon, of two the weapon arm; the weapon is not ready then."""
    figure = field[mishap.figure]
    weapon, _ = _weapon_of(figure, mishap)
    arm = ARMS[hand_of(figure, weapon) or figure.handedness]
    field.put(with_state(figure, disabled=disabled(figure, arm, HALF_AN_HOUR)))
    return _unready(field, mishap, dice)


def _knock_out(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Knock a figure out by its own blow."""
    figure = field[mishap.figure]
    changes: dict[str, Any] = {"unconscious": True, "aim": None, "wait": None}
    after = dropping(figure, EITHER, changes)
    field.put(changed(figure, **after, state=figure.state.model_copy(update=changes)))
    _fall(field, mishap, dice)
    release(field, figure.id)
    return ()


def _fall(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    figure = field[mishap.figure]
    if figure.posture is not Posture.LYING:
        fall_down(field, figure)
        dice.note(rulebook.INJURY_PRONE_DROP, f"{name_of(figure)} fell.", actor=figure.id, cites=LAID_DOWN)
    return ()


def _trip(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    return _fall(field, mishap, dice) if mishap.trips else ()


def _lose_balance(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Lower the defenses of a figure until its next turn."""
    figure = field[mishap.figure]
    field.put(with_state(figure, off_balance=True))
    text = f"{name_of(figure)} is off balance: -2 to defenses until its next turn."
    dice.note(rule_of(armed=mishap.part is None), text, actor=figure.id)
    return ()


def _stumble(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Send an attacker one hex past its foe with its back to him, if there is room; who parries falls instead."""
    figure = field[mishap.figure]
    if mishap.parrying or mishap.foe is None or is_low(figure):
        return _fall(field, mishap, dice)
    foe = field[mishap.foe]
    pair = close_with(figure, foe.id)
    if foe.hex != figure.hex:
        direction = SIDES[_step(foe.hex, away_hexes(foe.hex, figure.hex)[0])]
    else:
        direction = turned(figure.facing if pair is None else turned(pair.own_side, 3), 0)
    past = neighbour(foe.hex, direction)
    text = f"{name_of(figure)} turns its back on {name_of(foe)}."
    stumbled = changed(figure, facing=direction)
    if size_of(figure) > 1 and not has_room(field, figure, body_at(stumbled, figure.hex, direction, field.rulings)):
        stumbled, text = figure, f"{name_of(figure)} stumbles, and has no room to turn."
    if has_room(field, figure, body_at(stumbled, past, direction, field.rulings)):
        stumbled = changed(stumbled, hex=past)
        text = f"{name_of(figure)} stumbles past {name_of(foe)} and turns its back."
    field.put(stumbled)
    if stumbled.hex == past:
        part_from_all(field, figure.id)
    dice.note(rule_of(armed=False), text, actor=figure.id)
    return ()


def _step(here: Hex, there: Hex) -> Hex:
    return there[0] - here[0], there[1] - here[1]


EFFECTS: Final[Mapping[Miss, Callable[[Field, Mishap, Dice], Wounds]]] = {
    Miss.BREAKS: _lose_weapon,
    Miss.HITS_SELF: _hit_oneself,
    Miss.HITS_SELF_HALF: _hit_oneself,
    Miss.LOSES_BALANCE: _lose_balance,
    Miss.UNREADY: _unready,
    Miss.DROPS: _lose_weapon,
    Miss.FLIES: _lose_weapon,
    Miss.STRAINS_ARM: _strain_arm,
    Miss.FALLS: _fall,
    Miss.KNOCKED_OUT: _knock_out,
    Miss.STRAINS_LIMB: _strain,
    Miss.HITS_SOLID: _hit_oneself,
    Miss.HITS_SOLID_HALF: _hit_oneself,
    Miss.STUMBLES: _stumble,
    Miss.TRIPS: _trip,
    Miss.EXPOSED: _lose_balance,
    Miss.HURTS_LIMB: _strain,
}


def suffer(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Let a critical miss take its effect, and return the wounds that it does.

    Dice: damage of hitting oneself or something solid, with the rolls of that wound; D6 for a torn muscle; or for each
    figure where a weapon lands 3D6 against DX, damage, and the rolls of that wound.
    Source: base game.
    """
    return EFFECTS[mishap.effect](field, mishap, dice)
