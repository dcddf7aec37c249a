"""Critical misses: which row of its table comes up, and what it does to the one who made it.

A critical miss is rolled where it happens, with all that its row asks for. What it does comes after the wounds of the
attack: weapons drop and break, figures fall, stumble and hurt themselves. The tables are in the book.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import D6, THREE_D6, Dice, Rule
from service.rules.kernel.hexes import Hex, ahead, neighbour, turned
from service.rules.roll_under.damage import Damage, damage_of, least_of, thrust_of
from service.rules.roll_under.locations import PIERCES
from service.rules.roll_under.rolls import roll_announced
from service.rules.roll_under.words import DamageType
from service.rules.tactical.attack.falls import LAID_DOWN, disabled, faint, lay_down, without
from service.rules.tactical.attack.hits import Impact, hit_of
from service.rules.tactical.attack.injury import wound
from service.rules.tactical.attack.outcomes import TacticalMishap, TacticalWound
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book.critical_results import TacticalCriticalMiss
from service.rules.tactical.book.words import (
    TacticalLimb,
    TacticalLocation,
    TacticalQuality,
    TacticalSide,
    TacticalStrikeKind,
    TacticalWeaponKind,
)
from service.rules.tactical.book.wound_tables import CRITICAL_MISSES, UNARMED_MISSES, row_of
from service.rules.tactical.figures.dexterity import dx_of, roll_dx
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field, body_at, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import part_from_all
from service.rules.tactical.figures.placement import has_room
from service.rules.tactical.figures.standing import (
    changed,
    close_with,
    hand_of,
    is_conscious,
    is_low,
    is_ranged,
    name_of,
    off_hand,
    with_state,
)
from service.rules.tactical.map.sectors import towards

Miss = TacticalCriticalMiss
Wounds = tuple[TacticalWound, ...]
HALF_AN_HOUR: Final = 1800
LOW_HALF: Final = 3
"""The highest face that hits the own arm and not the leg, or makes a weapon fly forward and not back."""
HITS_SELF: Final = frozenset({Miss.HITS_SELF, Miss.HITS_SELF_HALF})
HITS_SOLID: Final = frozenset({Miss.HITS_SOLID, Miss.HITS_SOLID_HALF})
HALVED: Final = frozenset({Miss.HITS_SELF_HALF, Miss.HITS_SOLID_HALF})
NOT_FIRED: Final = HITS_SELF | {Miss.BREAKS, Miss.DROPS, Miss.FLIES}
"""What keeps a shot or a blow from going anywhere else."""
ENDS_TURN: Final = frozenset({Miss.LOSES_BALANCE, Miss.FALLS, Miss.KNOCKED_OUT, Miss.STUMBLES})
"""What leaves nothing more to be done in this turn."""
ARMS: Final = {TacticalSide.RIGHT: TacticalLocation.RIGHT_ARM, TacticalSide.LEFT: TacticalLocation.LEFT_ARM}
OWN_LEGS: Final = {TacticalSide.RIGHT: TacticalLocation.RIGHT_LEG, TacticalSide.LEFT: TacticalLocation.LEFT_LEG}
SIDE_OF: Final[Mapping[TacticalLimb | None, TacticalSide]] = {
    TacticalLimb.RIGHT: TacticalSide.RIGHT,
    TacticalLimb.LEFT: TacticalSide.LEFT,
}
STRAIN: Final = Impact(1, DamageType.CRUSHING)
TORN: Final = damage_of("1d-3")


@dataclass(slots=True, unsafe_hash=True)
class Mishap:
    """A critical miss that has been rolled, of whom, with what, and what its row has asked for.

    `weapon` is None for an empty hand, for a dodge and for a shield. `part` is the own arm or leg that is hit, `lands`
    the hex where a weapon lands that flies off. `trips` says that a trip was a fall. `foe` is the other one of the
    exchange, `parrying` that it was a defense.
    """

    figure: str
    weapon: str | None
    mode: str | None
    effect: Miss
    foe: str | None
    parrying: bool = False
    part: TacticalLocation | None = None
    lands: Hex | None = None
    trips: bool = False
    roll: int | None = field(compare=False, default=None)


class Hand(NamedTuple):
    """What a critical miss is made with: a weapon in one of its modes, or an empty hand."""

    weapon: TacticalWeapon | None
    mode: TacticalMode | None
    side: TacticalSide | None = None


# What is rolled at once


def rule_of(*, armed: bool) -> Rule:
    """Return the rule of a critical miss with or without a weapon."""
    return attack_rules.ATTACK_CRITICAL_MISS if armed else attack_rules.ATTACK_CRITICAL_MISS_UNARMED


def roll_mishap(
    field: Field, figure: TacticalFigure, hand: Hand, foe: str | None, dice: Dice, *, parrying: bool = False
) -> Mishap:
    """Roll a critical miss, and what its row asks for.

    Dice: 3D6; once more for a sturdy weapon that may break, and for an impaling, piercing or ranged attack that hits
    its own attacker; then D6 for the own arm or leg, or D6 yards and D6 forward or back for a weapon that flies, or 3D6
    against DX for a trip.
    """
    weapon, mode = hand.weapon, hand.mode
    if weapon is None or mode is None or weapon.kind is TacticalWeaponKind.NATURAL:
        effect, total = _roll_row(figure, dice, armed=False)
        held, used = None if weapon is None else weapon.id, None if mode is None else mode.name
        mishap = Mishap(figure.id, held, used, effect, foe, parrying, roll=total)
        mishap.part = _striking_limb(figure, hand)
        if effect is Miss.TRIPS:
            number, purpose = dx_of(field, figure, acting=not parrying), f"whether {name_of(figure)} keeps its feet"
            mishap.trips = not roll_dx(rule_of(armed=False), figure, number, purpose, dice).succeeded
        return mishap
    effect, total = _roll_row(figure, dice, armed=True)
    effect = _armed_effect(figure, effect, weapon, mode, dice)
    mishap = Mishap(figure.id, weapon.id, mode.name, effect, foe, parrying, roll=total)
    if effect in HITS_SELF:
        purpose = f"where {name_of(figure)} hits itself"
        parts = ARMS if _roll_either(figure, purpose, "its own arm", "its own leg", dice) else OWN_LEGS
        mishap.part = parts[off_hand(figure)]
    elif effect is Miss.FLIES:
        mishap.lands = _roll_flight(figure, dice)
    return mishap


def _roll_row(figure: TacticalFigure, dice: Dice, *, armed: bool, again: str = "") -> tuple[Miss, int]:
    """Roll on the table, and return the effect of the row, and the roll; bare hands have a table of their own."""
    rows, name = CRITICAL_MISSES if armed else UNARMED_MISSES, name_of(figure)
    purpose, bands = f"critical miss of {name}{again}", tuple([row.highest for row in rows])
    roll = roll_announced(rule_of(armed=armed), THREE_D6, dice, actor=figure.id, purpose=purpose, bands=bands)
    row = row_of(rows, roll.total)
    roll.tell(f"{name} rolled {roll.total} for the critical miss{again}: {row.says}")
    return row.effect, roll.total


def _armed_effect(figure: TacticalFigure, effect: Miss, weapon: TacticalWeapon, mode: TacticalMode, dice: Dice) -> Miss:
    """Return what a row does to somebody with this weapon."""
    ranged = is_ranged(weapon)
    if effect in HITS_SELF and (ranged or mode.type in PIERCES):
        effect, _ = _roll_row(figure, dice, armed=True, again=", rolled again")
    if effect is Miss.BREAKS and weapon.sturdy:
        again, _ = _roll_row(figure, dice, armed=True, again=", with a sturdy weapon")
        return Miss.BREAKS if again is Miss.BREAKS else Miss.DROPS
    if effect is Miss.DROPS and weapon.quality is TacticalQuality.CHEAP:
        return Miss.BREAKS
    if effect is Miss.FLIES and (ranged or mode.kind is TacticalStrikeKind.THRUST):
        return Miss.DROPS
    return Miss.LOSES_BALANCE if effect is Miss.FALLS and ranged else effect


def _roll_either(figure: TacticalFigure, purpose: str, low: str, high: str, dice: Dice) -> bool:
    """Roll one die between two outcomes, and tell whether it is the one of the low faces."""
    rule, bands = rule_of(armed=True), (LOW_HALF, 6)
    roll = roll_announced(rule, D6, dice, actor=figure.id, purpose=purpose, bands=bands)
    is_low = roll.total <= LOW_HALF
    roll.tell(f"{name_of(figure)} rolled {roll.total}: {low if is_low else high}.")
    return is_low


def _roll_flight(figure: TacticalFigure, dice: Dice) -> Hex:
    """Roll how far a weapon flies and which way, and return the hex where it lands."""
    whose = f"the weapon of {name_of(figure)} flies"
    roll = roll_announced(rule_of(armed=True), D6, dice, actor=figure.id, purpose=f"how far {whose}")
    roll.tell(f"T{whose[1:]} {roll.total} yard{'' if roll.total == 1 else 's'}.")
    forward = _roll_either(figure, f"which way {whose}", "straight forward", "straight back", dice)
    return ahead(figure.hex, figure.facing if forward else turned(figure.facing, 3), roll.total)[-1]


def _striking_limb(figure: TacticalFigure, hand: Hand) -> TacticalLocation:
    """Return the part of the body that a critical miss without a weapon hurts."""
    limb = None if hand.weapon is None else hand.weapon.limb
    if limb is TacticalLimb.HEAD:
        return TacticalLocation.FACE
    if limb is TacticalLimb.LEGS:
        return OWN_LEGS[figure.handedness]
    return ARMS[hand.side or SIDE_OF.get(limb) or figure.handedness]


# What it does


def suffer(field: Field, mishap: Mishap, dice: Dice) -> TacticalMishap:
    """Let a critical miss take its effect, and return it with the wounds that it does.

    Dice: damage of hitting oneself or something solid, with the rolls of that wound; D6 for a torn muscle; or for each
    figure where a weapon lands 3D6 against DX, damage, and the rolls of that wound.
    Source: base game.
    """
    wounds = EFFECTS[mishap.effect](field, mishap, dice)
    return TacticalMishap(
        figure=mishap.figure, weapon=mishap.weapon, roll=mishap.roll, effect=mishap.effect, wounds=wounds
    )


def _weapon_of(figure: TacticalFigure, mishap: Mishap) -> tuple[TacticalWeapon, TacticalMode]:
    weapon = next(each for each in figure.weapons if each.id == mishap.weapon)
    return weapon, next(each for each in weapon.modes if each.name == mishap.mode)


class Blow(NamedTuple):
    """A blow that a critical miss deals: its dice, whose they are, what it does apart from them, and whether halved."""

    rule: Rule
    damage: Damage
    impact: Impact
    actor: str
    halved: bool = False


def _strike(field: Field, blow: Blow, victim: TacticalFigure, part: TacticalLocation, what: str, dice: Dice) -> Wounds:
    """Roll the damage of a blow, and apply it to a part of somebody's body."""
    damage, least = blow.damage, least_of(blow.impact.type)
    basic = max(damage.adds, least)
    if damage.pool is not None:
        roll = roll_announced(blow.rule, damage.pool, dice, actor=blow.actor, purpose=f"damage of {what}")
        basic = max(roll.total + damage.adds, least)
        roll.tell(f"Damage of {what}: {basic}.", cites=(rulebook.DAMAGE_ROLL,))
    impact = blow.impact._replace(basic=basic // 2 if blow.halved else basic)
    return (wound(field, hit_of(victim, part, impact), dice),)


def _hit_oneself(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Hit oneself with one's weapon, or something solid with one's limb."""
    figure, halved = field[mishap.figure], mishap.effect in HALVED
    if mishap.effect in HITS_SOLID:
        blow = Blow(rule_of(armed=False), thrust_of(figure.st), STRAIN, figure.id, halved)
        what = f"{name_of(figure)} against something solid"
    else:
        blow = _weapon_blow(figure, mishap, halved=halved)
        what = f"{name_of(figure)} against itself"
    return _strike(field, blow, figure, mishap.part or TacticalLocation.TORSO, what, dice)


def _weapon_blow(figure: TacticalFigure, mishap: Mishap, *, halved: bool) -> Blow:
    """Return a blow of one's own weapon."""
    _, mode = _weapon_of(figure, mishap)
    impact = Impact(0, mode.type, mode.armor_divisor)
    return Blow(rule_of(armed=True), damage_of(mode.damage), impact, figure.id, halved)


def _strain(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Hurt the limb that strikes, whatever it wears: it is useless for half an hour, or hampers for a turn."""
    figure, part = field[mishap.figure], mishap.part or TacticalLocation.TORSO
    bare = changed(figure, armour=())
    if mishap.effect is Miss.HURTS_LIMB:
        blow = Blow(rule_of(armed=False), TORN, STRAIN, figure.id)
        done = _strike(field, blow, bare, part, f"the limb of {name_of(figure)}", dice)
        figure = field[figure.id]
        field.put(with_state(figure, shock=min(figure.state.shock, -1)))
        return done
    done = (wound(field, hit_of(bare, part, STRAIN), dice),)
    figure = field[figure.id]
    if part is not TacticalLocation.FACE:
        field.put(with_state(figure, disabled=disabled(figure, part, HALF_AN_HOUR)))
    return done


def _lose_weapon(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Take the weapon from the hand: it lies on the ground, or is broken, or may hit somebody where it lands."""
    figure = field[mishap.figure]
    field.put(without(figure, _weapon_of(figure, mishap)[0], breaks=mishap.effect is Miss.BREAKS))
    if mishap.lands is None:
        return ()
    victims = [each for each in field.occupants(mishap.lands) if each.id != figure.id and not each.state.dead]
    blow = _weapon_blow(figure, mishap, halved=True)
    done: Wounds = ()
    for each in victims:
        if not (is_conscious(each) and _keeps_clear(field, each, blow.rule, dice)):
            what = f"the flying weapon against {name_of(each)}"
            done += _strike(field, blow, each, TacticalLocation.TORSO, what, dice)
    return done


def _keeps_clear(field: Field, victim: TacticalFigure, rule: Rule, dice: Dice) -> bool:
    """Roll whether somebody avoids a weapon that lands in his hex."""
    purpose = f"whether {name_of(victim)} avoids the flying weapon"
    return roll_dx(rule, victim, dx_of(field, victim, acting=False), purpose, dice).succeeded


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
    if faint(field, mishap.figure):
        name = name_of(field[mishap.figure])
        dice.note(rulebook.INJURY_PRONE_DROP, f"{name} fell.", actor=mishap.figure, cites=LAID_DOWN)
    return ()


def _fall(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Let a figure fall, unless it has tripped and kept its feet."""
    if mishap.effect is not Miss.TRIPS or mishap.trips:
        lay_down(field, mishap.figure, "", dice)
    return ()


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
        direction = towards(figure.hex, foe.hex)
    else:
        direction = figure.facing if pair is None else turned(pair.own_side, 3)
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
    Miss.TRIPS: _fall,
    Miss.EXPOSED: _lose_balance,
    Miss.HURTS_LIMB: _strain,
}
