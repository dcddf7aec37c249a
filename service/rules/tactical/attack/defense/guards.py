"""What a defender could try against an attack: its dodge, each hand's parry and its block, or why it cannot."""

from collections.abc import Iterator
from typing import Final

from service.dice.model import Cites, Rule
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import tally
from service.rules.tactical.attack.defense.exposure import BACK, FRONT, Exposure, Threat
from service.rules.tactical.attack.situation.situation import level_of
from service.rules.tactical.book import attack_rules, movement_rules, rulebook, words
from service.rules.tactical.book.modifiers import TacticalFact
from service.rules.tactical.book.tables import MISSILE_OF, maneuver_row
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.equipment import TacticalMode, TacticalShield, TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure
from service.wire import value_class

DODGE, PARRY, BLOCK, NO_DEFENSE = words.TacticalDefenseKind
ALL_OUT_DEFENSE: Final = words.TacticalManeuver.ALL_OUT_DEFENSE
UNARMED: Final = ("Brawling", "Boxing", "Karate", "Judo")
WITHOUT_PENALTY: Final = frozenset({"Karate", "Judo"})
"""The skills that parry a swung weapon with an empty hand as well as anything else."""
LIGHT_FOOTED: Final = frozenset({"Boxing", "Karate", "Judo"})
"""The skills whose parry gains as much by a retreat as a dodge."""
SECTORS: Final = {
    words.TacticalSide.RIGHT: words.TacticalSector.RIGHT,
    words.TacticalSide.LEFT: words.TacticalSector.LEFT,
}
AVERAGE: Final = 3
"""What Parry and Block are above half of the skill."""

Fault = tuple[Rule, str]
"""The rule by which something is not possible, and why, as the end of a sentence."""


@value_class
class Guard:
    """A defense that a figure could try.

    `hand` is None for a weapon in both hands, `weapon` for an empty hand and for what is no parry. `base` is its value
    before the facts count. `light` says that a retreat adds 3 to it instead of 1.
    """

    kind: words.TacticalDefenseKind
    hand: words.TacticalSide | None
    weapon: str | None
    base: int
    facts: dict[Fact, int]
    light: bool
    cites: Cites


@value_class
class Barred:
    """A defense that a figure cannot try, by which rule, and why, as the end of a sentence."""

    kind: words.TacticalDefenseKind
    hand: words.TacticalSide | None
    rule: Rule
    why: str


def guards_of(exposed: Exposure) -> tuple[list[Guard], list[Barred]]:
    """Return what a figure could try, parries first, then block, then dodge; and what it cannot."""
    found = [*_parries(exposed), _block(exposed)]
    guards = [each for each in found if isinstance(each, Guard)]
    return [*guards, _dodge(exposed)], [each for each in found if isinstance(each, Barred)]


def _is_flexible(defender: TacticalFigure, arm: words.TacticalSide) -> bool:
    """Return whether an arm bends to every side."""
    return defender.double_jointed or arm in defender.flexible_arms


def _increased(defender: TacticalFigure, option: words.TacticalManeuverOption) -> bool:
    state = defender.state
    return state.maneuver is ALL_OUT_DEFENSE and state.option is option


def _dodge(exposed: Exposure) -> Guard:
    defender = exposed.defender
    facts: dict[Fact, int] = {TacticalFact.INCREASED_DODGE: _increased(defender, words.TacticalManeuverOption.DODGE)}
    cites: Cites = (rulebook.CLOSE_DODGE,) if exposed.in_close else ()
    cites += (movement_rules.MOVEMENT_INJURY_HALVES,) if standing.is_badly_hurt(defender) else ()
    return Guard(DODGE, None, None, standing.dodge_of(defender), facts, light=True, cites=cites)


def _only_dodged(threat: Threat, kind: words.TacticalDefenseKind) -> Fault | None:
    """Return why an attack cannot be parried, or not be blocked."""
    if threat.dodge_only:
        return attack_rules.POPUP_DODGE_ONLY, "only a dodge is possible during a pop-up attack"
    if threat.ranged is None:
        return None
    missile = MISSILE_OF[threat.ranged]
    if missile.parries if kind is PARRY else missile.blocks:
        return None
    return rulebook.DEFENSE_BY_ATTACK, f"a shot of a {threat.ranged.value} cannot be {kind.value}ed"


# Parries


def _parries(exposed: Exposure) -> Iterator[Guard | Barred]:
    """Yield the parries of each weapon in hand, and of each empty hand with each skill."""
    defender, threat = exposed.defender, exposed.threat
    state, fault = defender.state, _only_dodged(threat, PARRY)
    if not threat.dodge_only and state.maneuver and maneuver_row(state.maneuver, state.option).parry is None:
        fault = rulebook.DEFENSE_MANEUVER, "nobody parries after a Move and Attack"
    if fault is not None:
        yield Barred(PARRY, None, *fault)
        return
    for weapon, hand in standing.holds(defender):
        if weapon.kind is not words.TacticalWeaponKind.RANGED:
            yield _weapon_parry(exposed, weapon, hand)
    for hand in standing.free_hands(defender):
        yield from _bare_parries(exposed, hand)


def _weapon_parry(exposed: Exposure, weapon: TacticalWeapon, hand: words.TacticalSide | None) -> Guard | Barred:
    defender, modes = exposed.defender, weapon.modes
    mode = modes[0] if len(modes) == 1 else max(modes, key=lambda each: -100 if each.parry is None else each.parry)
    fault = _unfit(exposed, weapon, mode)
    if fault is None and hand is not None:
        fault = _wrong_side(exposed, hand)
    if fault is not None:
        return Barred(PARRY, hand, *fault)
    facts = _parry_facts(exposed, hand or defender.handedness, fencing=mode.fencing)
    base = AVERAGE + tally(*level_of(defender, weapon)).total // 2 + (mode.parry or 0)
    return Guard(PARRY, hand, weapon.id, base, facts, light=mode.fencing, cites=_parry_cites(exposed))


def _unfit(exposed: Exposure, weapon: TacticalWeapon, mode: TacticalMode) -> Fault | None:
    """Return why a weapon in hand cannot parry at all."""
    state = exposed.defender.state
    if mode.parry is None:
        return rulebook.DEFENSE_VALUES, f"{weapon.id!r} cannot parry"
    if weapon.id in state.unready:
        return movement_rules.MANEUVER_READY_RELOAD, f"{weapon.id!r} is not ready"
    if mode.parry_unbalanced and weapon.id in state.attacked_with:
        return rulebook.DEFENSE_UNBALANCED, f"{weapon.id!r} is unbalanced and has attacked this turn"
    if exposed.in_close and all(0 not in each.reaches for each in weapon.modes):
        return rulebook.CLOSE_PARRY, f"{weapon.id!r} is too long for close combat"
    return None


def _wrong_side(exposed: Exposure, hand: words.TacticalSide) -> Fault | None:
    """Return why a hand cannot parry an attack from a side.

    Ruling: tactical/ruling/side-two-weapons, runaround-side.
    """
    if not exposed.sideways or exposed.side is SECTORS[hand] or _is_flexible(exposed.defender, hand):
        return None
    return rulebook.DEFENSE_SIDE_PARRY, f"a {hand.value} hand does not parry attacks from the {exposed.side.value}"


def _bare_parries(exposed: Exposure, hand: words.TacticalSide) -> Iterator[Guard | Barred]:
    """Yield the parries of an empty hand with DX and each skill that serves."""
    fault = _wrong_side(exposed, hand)
    if fault is not None:
        yield Barred(PARRY, hand, *fault)
        return
    swung = exposed.threat.armed and not exposed.threat.thrust
    cites = (rulebook.DEFENSE_UNARMED_PARRY, *_parry_cites(exposed))
    always = _parry_facts(exposed, hand, fencing=False)
    for name, level in _unarmed_skills(exposed.defender).items():
        facts = always | {TacticalFact.EMPTY_HAND: swung and name not in WITHOUT_PENALTY}
        yield Guard(PARRY, hand, None, AVERAGE + level // 2, facts, light=name in LIGHT_FOOTED, cites=cites)


def _unarmed_skills(defender: TacticalFigure) -> dict[str, int]:
    """Return what a figure fights with bare hands with: DX, and the skills it knows, of natural weapons too."""
    known = {"DX": defender.dx}
    known |= {each.name: each.level for each in defender.skills if each.name in UNARMED}
    for weapon in defender.weapons:
        if weapon.kind is words.TacticalWeaponKind.NATURAL and weapon.level is not None and weapon.skill in UNARMED:
            known[weapon.skill] = max(weapon.level, known.get(weapon.skill, 0))
    return known


def _parry_facts(exposed: Exposure, arm: words.TacticalSide, *, fencing: bool) -> dict[Fact, int]:
    """Return what counts for every parry with an arm.

    Ruling: tactical/ruling/back-stack.
    """
    defender, threat = exposed.defender, exposed.threat
    parried = sum([each.count for each in defender.state.parries if each.hand is arm])
    thrown = threat.ranged is words.TacticalRangedClass.THROWN
    return {
        TacticalFact.FENCED if fencing else TacticalFact.PARRIED: parried,
        TacticalFact.INCREASED_DEFENSE: _increased(defender, words.TacticalManeuverOption.PARRY),
        TacticalFact.SMALL_THROWN if threat.small else TacticalFact.THROWN: thrown,
        TacticalFact.PARRIES_BACK: exposed.side is BACK and not _is_flexible(defender, arm),
    }


def _parry_cites(exposed: Exposure) -> Cites:
    cites: Cites = (rulebook.CLOSE_PARRY,) if exposed.in_close else ()
    return (*cites, rulebook.DEFENSE_SIDE_PARRY) if exposed.sideways else cites


# Blocks and shields


def _ready_shield(defender: TacticalFigure) -> tuple[TacticalShield, words.TacticalSide] | None:
    """Return the shield that a figure can use, and the arm that holds it."""
    shield, arm = defender.shield, standing.shield_hand(defender)
    if shield is None or arm is None or not shield.ready or standing.is_lame(defender, arm):
        return None
    return shield, arm


def _block(exposed: Exposure) -> Guard | Barred:
    defender = exposed.defender
    held = _ready_shield(defender)
    if held is None:
        return Barred(BLOCK, None, rulebook.DEFENSE_VALUES, "no shield is ready")
    shield, arm = held
    fault = _only_dodged(exposed.threat, BLOCK)
    if fault is None and exposed.in_close:
        fault = rulebook.CLOSE_NO_BLOCK, "nobody blocks in close combat"
    if fault is None and defender.state.blocked:
        fault = rulebook.DEFENSE_ONCE, "it has blocked since its last turn"
    fault = fault or _unshielded(exposed, arm)
    if fault is not None:
        return Barred(BLOCK, None, *fault)
    facts: dict[Fact, int] = {TacticalFact.INCREASED_DEFENSE: _increased(defender, words.TacticalManeuverOption.BLOCK)}
    cites: Cites = (rulebook.DEFENSE_SIDE_BLOCK,) if exposed.sideways else ()
    return Guard(BLOCK, arm, None, AVERAGE + shield.level // 2, facts, light=False, cites=cites)


def _unshielded(exposed: Exposure, arm: words.TacticalSide) -> Fault | None:
    """Return why a shield cannot block an attack from a side or from the back.

    Ruling: tactical/ruling/side-block-flexible, left-right-block.
    """
    side, flexible = exposed.side, _is_flexible(exposed.defender, arm)
    if side is BACK:
        return None if flexible else (rulebook.DEFENSE_BACK_PARRY, "the shield arm does not block to the back")
    if side in (FRONT, SECTORS[arm]) or (flexible and exposed.field.rulings.flexible_side_block):
        return None
    return rulebook.DEFENSE_SIDE_BLOCK, f"a shield on the {arm.value} does not block to the {side.value}"


def shield_facts(exposed: Exposure) -> dict[Fact, int]:
    """Return what a shield adds to every defense: its bonus, against what it stops, to the front and its own side.

    Ruling: tactical/ruling/db-arc.
    """
    held, threat = _ready_shield(exposed.defender), exposed.threat
    if held is None or (threat.ranged is not None and not MISSILE_OF[threat.ranged].shields):
        return {}
    shield, arm = held
    if exposed.side not in (FRONT, SECTORS[arm]) and not exposed.field.rulings.db_everywhere:
        return {}
    return {TacticalFact.SHIELD_IN_CLOSE if exposed.in_close else TacticalFact.SHIELD: shield.db}
