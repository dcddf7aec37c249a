"""Critical misses: which row of its table comes up, and what it does to the one who made it.

A critical miss is rolled where it happens, with all that its row asks for. What it does comes after the wounds of the
attack: weapons drop and break, figures fall, stumble and hurt themselves. The tables are in the book.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import D6, THREE_D6, Dice, Rule
from service.rules.kernel.hexes import Hex, ahead, neighbour, turned
from service.rules.kernel.telling import amount
from service.rules.roll_under.damage import Damage, damage_of, least_of, thrust_of
from service.rules.roll_under.locations import PIERCES
from service.rules.roll_under.rolls import roll_announced
from service.rules.roll_under.words import DamageType
from service.rules.tactical.attack.records import TacticalMishap, TacticalWound
from service.rules.tactical.attack.wounds import hits
from service.rules.tactical.attack.wounds.injury import wound
from service.rules.tactical.book import attack_rules, rulebook, words
from service.rules.tactical.book.critical_results import TacticalCriticalMiss
from service.rules.tactical.book.wound_tables import CRITICAL_MISSES, UNARMED_MISSES, quoted, row_of
from service.rules.tactical.figures.dexterity import dx_of, roll_dx
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import body_at, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import comes_from, part_from_all
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
ARMS: Final = {
    words.TacticalSide.RIGHT: words.TacticalLocation.RIGHT_ARM,
    words.TacticalSide.LEFT: words.TacticalLocation.LEFT_ARM,
}
OWN_LEGS: Final = {
    words.TacticalSide.RIGHT: words.TacticalLocation.RIGHT_LEG,
    words.TacticalSide.LEFT: words.TacticalLocation.LEFT_LEG,
}
SIDE_OF: Final[Mapping[words.TacticalLimb | None, words.TacticalSide]] = {
    words.TacticalLimb.RIGHT: words.TacticalSide.RIGHT,
    words.TacticalLimb.LEFT: words.TacticalSide.LEFT,
}
STRAIN: Final = hits.Impact(0, DamageType.CRUSHING)
_NO_BLOW: Final = TacticalMode(name="nothing", damage="0d", type=DamageType.CRUSHING, reaches=(0,), parry=None)
NOTHING: Final = TacticalWeapon(
    id="nothing", skill="DX", kind=words.TacticalWeaponKind.NATURAL, hands=0, modes=(_NO_BLOW,)
)
"""What an empty hand holds."""
TORN, STRAINED = damage_of("1d-3"), damage_of("0d+1")


@dataclass(slots=True, unsafe_hash=True)
class Mishap:
    """A critical miss of somebody, what it is made with, and what its row has asked for.

    The weapon is `NOTHING` for an empty hand, a dodge and a shield; `side` is the empty hand that parries. `foe` is the
    other one of the exchange, `parrying` says that it was a defense. `part` is the own arm or leg that is hit, `lands`
    the hex where a weapon lands that flies off. `trips` says that a trip was a fall.
    """

    figure: str
    weapon: TacticalWeapon = field(hash=False)
    mode: TacticalMode = field(hash=False)
    foe: str | None
    side: words.TacticalSide | None = None
    parrying: bool = False
    effect: Miss = Miss.FALLS
    part: words.TacticalLocation | None = None
    lands: Hex | None = None
    trips: bool = False
    roll: int | None = field(compare=False, default=None)


# What is rolled at once


def rule_of(*, armed: bool) -> Rule:
    """Return the rule of a critical miss with or without a weapon."""
    return attack_rules.ATTACK_CRITICAL_MISS if armed else attack_rules.ATTACK_CRITICAL_MISS_UNARMED


def roll_mishap(field: Field, mishap: Mishap, dice: Dice) -> Mishap:
    """Roll a critical miss, and what its row asks for.

    Dice: 3D6; once more for a sturdy weapon that may break, and for an impaling, piercing or ranged attack that hits
    its own attacker; then D6 for the own arm or leg, or D6 yards and D6 forward or back for a weapon that flies, or 3D6
    against DX for a trip.
    """
    figure, weapon, mode = field[mishap.figure], mishap.weapon, mishap.mode
    if weapon.kind is words.TacticalWeaponKind.NATURAL:
        mishap.effect, mishap.roll = _roll_row(figure, dice, armed=False)
        mishap.part = _striking_limb(figure, mishap)
        if mishap.effect is Miss.TRIPS:
            number = dx_of(field, figure, acting=not mishap.parrying)
            purpose = f"whether {name_of(figure)} keeps its feet"
            mishap.trips = not roll_dx(rule_of(armed=False), figure, number, purpose, dice).succeeded
        return mishap
    effect, mishap.roll = _roll_row(figure, dice, armed=True)
    mishap.effect = _armed_effect(figure, effect, weapon, mode, dice)
    if mishap.effect in HITS_SELF:
        purpose = f"where {name_of(figure)} hits itself"
        parts = ARMS if _roll_either(figure, purpose, "its own arm", "its own leg", dice) else OWN_LEGS
        mishap.part = parts[off_hand(figure)]
    elif mishap.effect is Miss.FLIES:
        mishap.lands = _roll_flight(figure, dice)
    return mishap


def _roll_row(figure: TacticalFigure, dice: Dice, *, armed: bool, again: str = "") -> tuple[Miss, int]:
    """Roll on the table, and return the effect of the row, and the roll; bare hands have a table of their own."""
    rows, name = CRITICAL_MISSES if armed else UNARMED_MISSES, name_of(figure)
    purpose, bands = f"critical miss of {name}{again}", tuple([row.highest for row in rows])
    roll = roll_announced(rule_of(armed=armed), THREE_D6, dice, actor=figure.id, purpose=purpose, bands=bands)
    row = row_of(rows, roll.total)
    roll.tell(f"{name} rolled {roll.total} for the critical miss{again}; the table says: {quoted(row)}")
    return row.effect, roll.total


def _armed_effect(figure: TacticalFigure, effect: Miss, weapon: TacticalWeapon, mode: TacticalMode, dice: Dice) -> Miss:
    """Return what a row does to somebody with this weapon."""
    ranged = is_ranged(weapon)
    if effect in HITS_SELF and (ranged or mode.type in PIERCES):
        effect, _ = _roll_row(figure, dice, armed=True, again=", rolled again")
    if effect is Miss.BREAKS and weapon.sturdy:
        again, _ = _roll_row(figure, dice, armed=True, again=", with a sturdy weapon")
        return Miss.BREAKS if again is Miss.BREAKS else Miss.DROPS
    if effect is Miss.DROPS and weapon.quality is words.TacticalQuality.CHEAP:
        return Miss.BREAKS
    if effect is Miss.FLIES and (ranged or mode.kind is words.TacticalStrikeKind.THRUST):
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
    roll.tell(f"The weapon of {name_of(figure)} flew {amount(roll.total, 'yard')}.")
    forward = _roll_either(figure, f"which way {whose}", "straight forward", "straight back", dice)
    return ahead(figure.hex, figure.facing if forward else turned(figure.facing, 3), roll.total)[-1]


def _striking_limb(figure: TacticalFigure, mishap: Mishap) -> words.TacticalLocation:
    """Return the part of the body that a critical miss without a weapon hurts."""
    limb = mishap.weapon.limb
    if limb is words.TacticalLimb.HEAD:
        return words.TacticalLocation.FACE
    if limb is words.TacticalLimb.LEGS:
        return OWN_LEGS[figure.handedness]
    return ARMS[mishap.side or SIDE_OF.get(limb) or figure.handedness]


# What it does


def suffer(field: Field, mishap: Mishap, dice: Dice) -> TacticalMishap:
    """Let a critical miss take its effect, and return it with the wounds that it does.

    Dice: damage of hitting oneself or something solid, with the rolls of that wound; D6 for a torn muscle; or for each
    figure where a weapon lands 3D6 against DX, damage, and the rolls of that wound.
    Source: base game.
    """
    wounds = EFFECTS[mishap.effect](field, mishap, dice)
    weapon = None if mishap.weapon is NOTHING else mishap.weapon.id
    return TacticalMishap(figure=mishap.figure, weapon=weapon, roll=mishap.roll, effect=mishap.effect, wounds=wounds)


class Blow(NamedTuple):
    """A blow that a critical miss deals: its dice, whose they are, what it does apart from them, and whether halved."""

    rule: Rule
    damage: Damage
    impact: hits.Impact
    actor: str
    halved: bool = False


def _strike(
    field: Field, blow: Blow, victim: TacticalFigure, part: words.TacticalLocation, what: str, dice: Dice
) -> Wounds:
    """Roll the damage of a blow, and apply it to a part of somebody's body."""
    damage, least = blow.damage, least_of(blow.impact.type)
    basic = max(damage.adds, least)
    if damage.pool is not None:
        roll = roll_announced(blow.rule, damage.pool, dice, actor=blow.actor, purpose=f"damage of {what}")
        basic = max(roll.total + damage.adds, least)
        roll.tell(f"Damage of {what}: {basic}.", cites=(rulebook.DAMAGE_ROLL,))
    impact = blow.impact._replace(basic=basic // 2 if blow.halved else basic)
    return (wound(field, hits.hit_of(victim, part, impact), dice),)


def _own_blow(mishap: Mishap, *, halved: bool) -> Blow:
    """Return a blow of one's own weapon."""
    mode = mishap.mode
    impact = hits.Impact(0, mode.type, mode.armor_divisor)
    return Blow(rule_of(armed=True), damage_of(mode.damage), impact, mishap.figure, halved)


def _hit_oneself(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Hit oneself with one's weapon, or something solid with one's limb."""
    figure, halved = field[mishap.figure], mishap.effect in HALVED
    blow, what = _own_blow(mishap, halved=halved), "itself"
    if mishap.effect in HITS_SOLID:
        blow, what = Blow(rule_of(armed=False), thrust_of(figure.st), STRAIN, figure.id, halved), "something solid"
    part = mishap.part or words.TacticalLocation.TORSO
    return _strike(field, blow, figure, part, f"{name_of(figure)} against {what}", dice)


def _strain(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Hurt the limb that strikes, whatever it wears: it is useless for half an hour, or hampers for a turn."""
    figure, part, tears = (
        field[mishap.figure],
        mishap.part or words.TacticalLocation.TORSO,
        mishap.effect is Miss.HURTS_LIMB,
    )
    blow = Blow(rule_of(armed=False), TORN if tears else STRAINED, STRAIN, figure.id)
    done = _strike(field, blow, changed(figure, armour=()), part, f"the limb of {name_of(figure)}", dice)
    figure = field[figure.id]
    if tears:
        field.put(with_state(figure, shock=min(figure.state.shock, -1)))
    elif part is not words.TacticalLocation.FACE:
        field.put(with_state(figure, disabled=hits.disabled(figure, part, HALF_AN_HOUR)))
    return done


def _lose_weapon(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Take the weapon from the hand: it lies on the ground, or is broken, or may hit somebody where it lands."""
    figure = field[mishap.figure]
    field.put(hits.without(figure, mishap.weapon.id, breaks=mishap.effect is Miss.BREAKS))
    done: Wounds = ()
    for victim in () if mishap.lands is None else field.occupants(mishap.lands):
        if victim.id != figure.id and not victim.state.dead and not _keeps_clear(field, victim, dice):
            what = f"the flying weapon against {name_of(victim)}"
            done += _strike(field, _own_blow(mishap, halved=True), victim, words.TacticalLocation.TORSO, what, dice)
    return done


def _keeps_clear(field: Field, victim: TacticalFigure, dice: Dice) -> bool:
    """Roll whether somebody avoids a weapon that lands in his hex; the unconscious do not."""
    purpose = f"whether {name_of(victim)} avoids the flying weapon"
    number = dx_of(field, victim, acting=False)
    return is_conscious(victim) and roll_dx(rule_of(armed=True), victim, number, purpose, dice).succeeded


def _unready(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Make the weapon unready, or the shield after a block."""
    figure = field[mishap.figure]
    if mishap.weapon is not NOTHING:
        unready = tuple(dict.fromkeys((*figure.state.unready, mishap.weapon.id)))
        field.put(with_state(figure, unready=unready))
        return ()
    shield = figure.shield and figure.shield.model_copy(update={"ready": False})
    field.put(changed(figure, shield=shield))
    dice.note(rulebook.DEFENSE_CRITICAL, f"The shield of {name_of(figure)} was unready.", actor=figure.id)
    return ()


def _strain_arm(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Make the arm useless that holds the weapon, of two the weapon arm; the weapon is not ready then."""
    figure = field[mishap.figure]
    arm = ARMS[hand_of(figure, mishap.weapon) or figure.handedness]
    field.put(with_state(figure, disabled=hits.disabled(figure, arm, HALF_AN_HOUR)))
    return _unready(field, mishap, dice)


def _knock_out(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Knock a figure out by its own blow."""
    if hits.faint(field, mishap.figure):
        name = field.name_of(mishap.figure)
        dice.note(rulebook.INJURY_PRONE_DROP, f"{name} fell.", actor=mishap.figure, cites=hits.LAID_DOWN)
    return ()


def _fall(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Let a figure fall, unless it has tripped and kept its feet; who defends itself falls away from the foe."""
    if mishap.effect is not Miss.TRIPS or mishap.trips:
        foe = mishap.foe if mishap.parrying else None
        origin = None if foe is None else comes_from(field, field[mishap.figure], foe)
        hits.lay_down(field, mishap.figure, "", dice, origin)
    return ()


def _lose_balance(field: Field, mishap: Mishap, dice: Dice) -> Wounds:
    """Lower the defenses of a figure until its next turn."""
    figure = field[mishap.figure]
    field.put(with_state(figure, off_balance=True))
    text = f"{name_of(figure)} was off balance: -2 to defenses until its next turn."
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
    text = f"{name_of(figure)} turned its back on {name_of(foe)}."
    stumbled = changed(figure, facing=direction)
    if size_of(figure) > 1 and not has_room(field, figure, body_at(stumbled, figure.hex, direction, field.rulings)):
        stumbled, text = figure, f"{name_of(figure)} stumbled, and had no room to turn."
    if has_room(field, figure, body_at(stumbled, past, direction, field.rulings)):
        stumbled = changed(stumbled, hex=past)
        text = f"{name_of(figure)} stumbled past {name_of(foe)} and turned its back."
    field.put(stumbled, words.TacticalChangeReason.STUMBLE)
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
