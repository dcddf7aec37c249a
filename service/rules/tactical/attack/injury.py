"""Hits applied to figures on the field: wounds, shock, death checks, knockdown, knockback, and what the victim drops.

The same functions serve attacks, slams, falling weapons and hitting oneself.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from service.dice.model import THREE_D6, Bands, Cites, Dice, Expected
from service.rules.kernel.hexes import SIDES, Hex
from service.rules.kernel.tally import bare, spoken, tally, term
from service.rules.roll_under.exertion import fatigue_after, is_weak
from service.rules.roll_under.rolls import ALWAYS_SUCCEEDS, is_fumble, roll_success, success_bands
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.hits import DROPPING, HEAD, MOST_SHOCK, NUMBING, Hit, shock_of
from service.rules.tactical.attack.outcomes import TacticalWound
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.effects import TacticalCriticalHit
from service.rules.tactical.book.words import (
    TacticalKnockdown,
    TacticalLocation,
    TacticalPain,
    TacticalSide,
    TacticalWeaponKind,
)
from service.rules.tactical.book.wound_tables import CRIPPLED_ABOVE
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import let_go, part, part_from_all
from service.rules.tactical.figures.placement import can_step, fall_down, shift
from service.rules.tactical.figures.standing import (
    best_skill_of,
    changed,
    fp_max_of,
    fp_of,
    holds,
    hp_max_of,
    hp_of,
    is_conscious,
    name_of,
    will_of,
    with_state,
)
from service.rules.tactical.figures.state import TacticalDisabled
from service.rules.tactical.map.sectors import away_hexes

RIGHT, LEFT = TacticalSide
KNOCKED_OUT_BY: Final = 5
DEATH_CHECKS: Final = 4
MORTAL_BY: Final = 2
LEAST_HP: Final = -50_000
ACROBATS: Final = ("Acrobatics", "Judo")
SHOCKING: Final = HEAD | {TacticalLocation.VITALS}
"""The locations where shock alone may knock down."""
FACE_OR_VITALS: Final = term(rulebook.INJURY_KNOCKDOWN, -5, "Face or vitals")
SKULL_OR_EYE: Final = term(rulebook.INJURY_KNOCKDOWN, -10, "Skull or eye")
KNOCKDOWN_AT: Final = {
    TacticalLocation.FACE: FACE_OR_VITALS,
    TacticalLocation.VITALS: FACE_OR_VITALS,
    TacticalLocation.SKULL: SKULL_OR_EYE,
    TacticalLocation.EYE: SKULL_OR_EYE,
}
BEARING: Final = {
    TacticalPain.HIGH: term(rulebook.INJURY_KNOCKDOWN, +3, "High pain threshold"),
    TacticalPain.LOW: term(rulebook.INJURY_KNOCKDOWN, -4, "Low pain threshold"),
}
LEGS: Final = frozenset(
    {
        TacticalLocation.RIGHT_LEG,
        TacticalLocation.LEFT_LEG,
        TacticalLocation.RIGHT_FOOT,
        TacticalLocation.LEFT_FOOT,
    }
)
ARM_SIDES: Final = {
    TacticalLocation.RIGHT_ARM: RIGHT,
    TacticalLocation.RIGHT_HAND: RIGHT,
    TacticalLocation.LEFT_ARM: LEFT,
    TacticalLocation.LEFT_HAND: LEFT,
}
KNOCKDOWN: Final[Cites] = (rulebook.INJURY_KNOCKDOWN,)


def wound(field: Field, hit: Hit, dice: Dice) -> TacticalWound:
    """Apply a hit to a figure on the field.

    Nothing is rolled for a figure that is dead, and no knockdown for one that is unconscious.

    Dice: for each threshold newly reached, the highest first, 3D6 against HT; 3D6 against HT if it may be knocked down;
    3D6 against DX if it is knocked back; 3D6 against Will if it aims.
    Source: base game.
    """
    figure = field[hit.target]
    if hit.tires:
        return _tire(field, figure, hit, dice)
    before = hp_of(figure)
    left = max(before - hit.injury, LEAST_HP)
    shock = shock_of(figure, hit.injury, doubled=hit.effect is NUMBING)
    _tell_injury(figure, hit, before, left, shock, dice)
    fate = _check_death(figure, before, left, dice)
    if fate.dies or fate.mortal or not is_conscious(figure):
        knockdown, knocked = TacticalKnockdown.NONE, None
    else:
        knockdown, knocked = _check_knockdown(figure, hit, shock, dice)
    field.put(_hurt(figure, hit, left, shock, fate, knockdown))
    _fall(field, hit, knockdown, dice)
    pushed, stands = _knock_back(field, hit, dice)
    aims = _keep_aim(field, hit, dice)
    return TacticalWound(
        figure=hit.target,
        location=hit.location,
        basic=hit.basic,
        dr=hit.dr,
        penetrating=hit.penetrating,
        injury=hit.injury,
        hp=left,
        shock=shock,
        major=hit.major,
        crippled=hit.crippled,
        critical=hit.critical,
        death_checks=fate.rolls,
        mortal=fate.mortal,
        dead=fate.dies,
        knockdown_roll=knocked,
        knockdown=knockdown,
        knocked_back=pushed,
        stands=stands,
        aim_kept=aims,
    )


def _tell_injury(figure: TacticalFigure, hit: Hit, before: int, left: int, shock: int, dice: Dice) -> None:
    """Tell how many hit points a hit costs, if any, and what follows from it without dice."""
    if not hit.injury:
        return
    full = hp_max_of(figure)
    text = f"{name_of(figure)} lost {hit.injury} hit point{'' if hit.injury == 1 else 's'}, {left} of {full} left"
    rule = rulebook.DAMAGE_WOUNDING
    cites: Cites = ()
    if shock:
        rule = rulebook.INJURY_SHOCK
        text += f"; shock {shock} on its next turn"
    if hit.major:
        cites = (rule,)
        rule = rulebook.INJURY_MAJOR
        text += "; a major wound"
    if hit.crippled:
        cites = (*cites, rulebook.DAMAGE_CRIPPLE)
        text += f"; the {spoken_part(hit.location)} is crippled"
    if left <= 0 or (is_weak(left, full) and not is_weak(before, full)):
        cites = (*cites, rulebook.INJURY_THRESHOLDS)
        text += "; Move and Dodge are halved" if left > 0 else "; it may fall unconscious"
    dice.note(rule, f"{text}.", actor=figure.id, cites=cites)


def spoken_part(location: TacticalLocation) -> str:
    """Say a part of the body as a player would."""
    return location.value.replace("_", " ")


@dataclass(slots=True)
class Fate:
    """What death checks came to: their rolls, whether there is a mortal wound, and whether it kills at once."""

    rolls: tuple[int, ...] = ()
    mortal: bool = False
    dies: bool = False


def _tire(field: Field, figure: TacticalFigure, hit: Hit, dice: Dice) -> TacticalWound:
    """Take fatigue points instead of hit points."""
    full = fp_max_of(figure)
    left = fatigue_after(fp_of(figure), hit.injury, full)
    if hit.injury:
        text = f"{name_of(figure)} lost {hit.injury} fatigue points, {left} of {full} left."
        dice.note(rulebook.DAMAGE_WOUNDING, text, actor=figure.id)
        field.put(changed(figure, fp=left))
    return TacticalWound(
        figure=figure.id,
        location=hit.location,
        basic=hit.basic,
        dr=hit.dr,
        penetrating=hit.penetrating,
        injury=hit.injury,
        hp=hp_of(figure),
        critical=hit.critical,
    )


def _check_death(figure: TacticalFigure, before: int, left: int, dice: Dice) -> Fate:
    """Roll for each multiple of full hit points below zero that is newly reached.

    Dice: for each, 3D6 against HT, until one kills.
    """
    full = hp_max_of(figure)
    fate = Fate()
    if left > -full or figure.state.dead:
        return fate
    name = name_of(figure)
    if left <= -(DEATH_CHECKS + 1) * full:
        fate.dies = True
        text = f"{name} is dead: {left} hit points are {DEATH_CHECKS + 1} times {full} below zero."
        dice.note(rulebook.INJURY_THRESHOLDS, text, actor=figure.id)
        return fate
    for times in range(1, DEATH_CHECKS + 1):
        if left <= -times * full < before and not fate.dies:
            _roll_death(figure, fate, f"{name} at {-times * full} hit points", dice)
    return fate


def _roll_death(figure: TacticalFigure, fate: Fate, who: str, dice: Dice) -> None:
    ht, rule = figure.ht, rulebook.INJURY_THRESHOLDS
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"whether {who} lives")])
    bands = death_bands(ht)
    roll = dice.roll(rule, THREE_D6, actor=figure.id, target=bare(ht), bands=bands)
    total = roll.total
    fate.rolls = (*fate.rolls, total)
    if total <= bands[0]:
        outcome = "success, still alive"
    elif total <= bands[1]:
        fate.mortal, outcome = True, "a mortal wound"
    else:
        fate.dies, outcome = True, "dead"
    roll.tell(f"{who} rolled {total} against HT {ht}: {outcome}.", margin=ht - total)


@lru_cache(maxsize=256)
def failure_bands(number: int, within: int) -> Bands:
    """Return the totals up to which a roll succeeds, fails by no more than so many points, and fails by more.

    A critical failure counts as one by more.
    """
    success = success_bands(number)[0]
    fumble = next(total for total in range(ALWAYS_SUCCEEDS + 1, 19) if is_fumble(number, total))
    return (success, max(success, min(number + within, fumble - 1)), 18)


def death_bands(ht: int) -> Bands:
    """Return the totals up to which a death check succeeds, leaves a mortal wound, and kills."""
    return failure_bands(ht, MORTAL_BY)


def _check_knockdown(figure: TacticalFigure, hit: Hit, shock: int, dice: Dice) -> tuple[TacticalKnockdown, int | None]:
    """Roll whether a wound knocks a figure down, if it is a major one or hurts the head or the vitals.

    Dice: 3D6 against HT.
    """
    rule, terms = rulebook.INJURY_KNOCKDOWN, []
    if hit.major:
        at = KNOCKDOWN_AT.get(hit.location)
        terms = [] if at is None else [at]
    elif shock and hit.location in SHOCKING:
        rule = rulebook.INJURY_HEAD_SHOCK
    else:
        return TacticalKnockdown.NONE, None
    bearing = BEARING.get(figure.pain)
    number = tally(figure.ht, terms if bearing is None else [*terms, bearing])
    name = name_of(figure)
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"whether {name} is knocked down")])
    bands = failure_bands(number.total, KNOCKED_OUT_BY - 1)
    roll = dice.roll(rule, THREE_D6, actor=figure.id, target=number, bands=bands)
    total = roll.total
    if total <= bands[0]:
        result, outcome = TacticalKnockdown.NONE, "success"
    elif total <= bands[1]:
        result, outcome = TacticalKnockdown.STUNNED_PRONE, "stunned, and down"
    else:
        result, outcome = TacticalKnockdown.UNCONSCIOUS, "unconscious"
    text = f"{name} rolled {total} against HT {spoken(number)}: {outcome}."
    roll.tell(text, margin=number.total - total, cites=() if rule.id == rulebook.INJURY_KNOCKDOWN.id else KNOCKDOWN)
    return result, total


def _hurt(
    figure: TacticalFigure, hit: Hit, left: int, shock: int, fate: Fate, knockdown: TacticalKnockdown
) -> TacticalFigure:
    """Return a figure as a hit leaves it, before it falls or is knocked back."""
    state = figure.state
    changes: dict[str, Any] = {}
    if shock:
        changes["shock"] = min(state.shock, max(state.shock + shock, -max(MOST_SHOCK, -shock)))
    if hit.crippled and hit.location not in state.crippled:
        changes["crippled"] = (*state.crippled, hit.location)
    if hit.effect is TacticalCriticalHit.DAZED:
        changes["must_do_nothing"] = True
    numb = hit.effect is NUMBING and hit.location in CRIPPLED_ABOVE
    if numb:
        changes["disabled"] = disabled(figure, hit.location, max(2, 16 - figure.ht))
    out = fate.dies or fate.mortal or knockdown is TacticalKnockdown.UNCONSCIOUS
    if out or knockdown is not TacticalKnockdown.NONE:
        fallen = {"dead": fate.dies, "mortal": fate.mortal, "unconscious": out}
        changes |= {name: True for name, holds in fallen.items() if holds}
        changes |= {"aim": None, "wait": None}
        changes |= {} if out else {"stunned": True, "stun_ending": False}
    hands = _emptied(figure, hit, all_of_them="aim" in changes or hit.effect is DROPPING, numb=numb)
    after: dict[str, Any] = {"hp": left}
    if hands:
        after |= dropping(figure, hands, changes)
    if changes:
        after["state"] = state.model_copy(update=changes)
    return figure.model_copy(update=after)


def disabled(figure: TacticalFigure, location: TacticalLocation, seconds: int) -> tuple[TacticalDisabled, ...]:
    """Return which parts of a figure cannot be used once one more cannot for so many seconds."""
    known = {each.location: each.seconds for each in figure.state.disabled}
    known[location] = max(seconds, known.get(location, 0))
    return tuple([TacticalDisabled(location=part, seconds=lasting) for part, lasting in known.items()])


EITHER: Final = frozenset(TacticalSide)
NEITHER: Final[frozenset[TacticalSide]] = frozenset()


def _emptied(figure: TacticalFigure, hit: Hit, *, all_of_them: bool, numb: bool) -> frozenset[TacticalSide]:
    """Return the hands that drop what they hold."""
    if all_of_them:
        return EITHER
    side = ARM_SIDES.get(hit.location) if hit.crippled or numb else None
    return NEITHER if side is None else frozenset({side})


def dropping(figure: TacticalFigure, hands: frozenset[TacticalSide], changes: dict[str, Any]) -> dict[str, Any]:
    """Return what changes of a figure that drops what is in some hands; `changes` are those of its state.

    A weapon in both hands is dropped with either. A shield stays on the arm.
    """
    lost = {}
    for weapon, hand in holds(figure):
        if weapon.kind is not TacticalWeaponKind.NATURAL and (hand is None or hand in hands):
            lost["both" if hand is None else hand.value] = weapon.id
    if not lost:
        return {}
    known = figure.state.dropped
    changes["dropped"] = (*known, *[each for each in lost.values() if each not in known])
    return {"ready": figure.ready.model_copy(update=dict.fromkeys(lost))}


def _fall(field: Field, hit: Hit, knockdown: TacticalKnockdown, dice: Dice) -> None:
    """Lay a figure down whom a hit has felled, or whose leg it has crippled, and end its holds."""
    figure = field[hit.target]
    lamed = hit.location in LEGS and (hit.crippled or hit.effect is NUMBING)
    felled = knockdown is not TacticalKnockdown.NONE or not is_conscious(figure)
    if not felled and not lamed:
        return
    if figure.posture is not Posture.LYING:
        fall_down(field, figure, away_from=hit.origin)
        text = f"{name_of(figure)} fell" + (" and dropped what it held." if felled else ": the leg gave way.")
        dice.note(rulebook.INJURY_PRONE_DROP, text, actor=figure.id)
    if felled:
        release(field, figure.id)


def release(field: Field, id: str) -> None:
    """End the holds of a figure that can no longer hold, and its close combats if it is unconscious or dead."""
    for grip in field[id].state.grapples:
        let_go(field, id, grip.foe)
    if not is_conscious(field[id]):
        part_from_all(field, id)


def _knock_back(field: Field, hit: Hit, dice: Dice) -> tuple[int, bool | None]:
    """Push a figure directly away, hex by hex until something is in the way, and roll whether it keeps its feet.

    Dice: 3D6 against the best of DX, Acrobatics and Judo, if it still stands.
    """
    if not hit.knockback:
        return 0, None
    figure = field[hit.target]
    pushed = 0
    while pushed < hit.knockback:
        direction = _away(figure, hit.origin or figure.hex)
        if not can_step(field, figure, direction):
            break
        figure = shift(field, figure, direction)
        pushed += 1
    for pair in figure.state.close:
        if field.distance(figure, field[pair.foe]) > (1 if pair.adjacent else 0):
            part(field, figure.id, pair.foe)
    name = name_of(figure)
    text = f"{name} is knocked back {hit.knockback} yard{'' if hit.knockback == 1 else 's'}"
    text += "." if pushed == hit.knockback else f", and stopped by an obstacle after {pushed}."
    dice.note(rulebook.INJURY_KNOCKBACK, text, actor=figure.id)
    if not is_conscious(figure) or figure.posture is Posture.LYING:
        return pushed, None
    stands = _roll_footing(figure, hit, dice)
    if not stands:
        fall_down(field, field[hit.target], away_from=hit.origin)
        dice.note(rulebook.INJURY_PRONE_DROP, f"{name} fell.", actor=figure.id)
    return pushed, stands


def _roll_footing(figure: TacticalFigure, hit: Hit, dice: Dice) -> bool:
    best = best_skill_of(figure, ACROBATS)
    beyond = hit.knockback - 1
    rule = rulebook.INJURY_KNOCKBACK
    number = tally(max(figure.dx, best or 0), [term(rule, -beyond, "Yards after the first")] if beyond else ())
    name = name_of(figure)
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"whether {name} stays on its feet")])
    return roll_success(rule, number, dice, actor=figure.id, name=name, skill="DX").succeeded


def _away(figure: TacticalFigure, origin: Hex) -> int:
    """Return the direction straight away from a hex; from one's own hex, towards one's own half of it."""
    here = figure.hex
    if origin == here:
        close = figure.state.close
        return close[0].own_side if close else (figure.facing + 3) % 6
    there = away_hexes(here, origin)[0]
    return SIDES[there[0] - here[0], there[1] - here[1]]


def _keep_aim(field: Field, hit: Hit, dice: Dice) -> bool | None:
    """Roll whether a figure that is hurt goes on aiming; None if it does not aim.

    Dice: 3D6 against Will.
    """
    figure = field[hit.target]
    if figure.state.aim is None or not hit.injury:
        return None
    rule, name = movement_rules.MANEUVER_AIM, name_of(figure)
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"whether {name} keeps aiming")])
    will = bare(will_of(figure))
    kept = roll_success(rule, will, dice, actor=figure.id, name=name, skill="Will").succeeded
    if not kept:
        field.put(with_state(figure, aim=None))
        dice.note(rule, f"{name} lost its aim.", actor=figure.id)
    return kept
