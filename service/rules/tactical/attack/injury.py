"""Hits applied to figures on the field: wounds, shock, death checks, knockdown, knockback, and what the victim drops.

The same functions serve attacks, slams, falling weapons and hitting oneself.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from service.dice.model import THREE_D6, Bands, Cites, Dice, Expected
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import bare, spoken, tally
from service.rules.kernel.words import Fact
from service.rules.roll_under.exertion import fatigue_after, is_weak
from service.rules.roll_under.rolls import ALWAYS_SUCCEEDS, is_fumble, roll_success, success_bands
from service.rules.tactical.attack.falls import disabled, dropping, emptied, fall, knock_back
from service.rules.tactical.attack.hits import DROPPING, HEAD, MOST_SHOCK, NUMBING, Hit, shock_of
from service.rules.tactical.attack.outcomes import TacticalWound
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.modifiers import KNOCKDOWN_MODIFIERS, TacticalFact
from service.rules.tactical.book.words import (
    TacticalKnockdown,
    TacticalLocation,
    TacticalPain,
)
from service.rules.tactical.book.wound_tables import CRIPPLED_ABOVE
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import (
    changed,
    fp_max_of,
    fp_of,
    hp_max_of,
    hp_of,
    is_conscious,
    name_of,
    will_of,
    with_state,
)

KNOCKED_OUT_BY: Final = 5
DEATH_CHECKS: Final = 4
MORTAL_BY: Final = 2
LEAST_HP: Final = -50_000
SHOCKING: Final = HEAD | {TacticalLocation.VITALS}
"""The locations where shock alone may knock down."""
KNOCKDOWN_AT: Final = {
    TacticalLocation.FACE: TacticalFact.FACE_WOUND,
    TacticalLocation.VITALS: TacticalFact.FACE_WOUND,
    TacticalLocation.SKULL: TacticalFact.HEAD_WOUND,
    TacticalLocation.EYE: TacticalFact.HEAD_WOUND,
}
BEARING: Final = {TacticalPain.HIGH: TacticalFact.HIGH_PAIN, TacticalPain.LOW: TacticalFact.LOW_PAIN}
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
    hurt = _hurt(figure, hit, left, shock, fate, knockdown)
    if hurt is not figure:
        field.put(hurt)
    fall(field, hit, dice, felled=knockdown is not TacticalKnockdown.NONE)
    pushed, stands = knock_back(field, hit, dice)
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
    full, is_out = hp_max_of(figure), figure.state.unconscious or figure.state.dead
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
        text += "; Move and Dodge are halved" if left > 0 else "" if is_out else "; it may fall unconscious"
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
    rule = rulebook.INJURY_KNOCKDOWN
    at = None
    if hit.major:
        at = KNOCKDOWN_AT.get(hit.location)
    elif shock and hit.location in SHOCKING:
        rule = rulebook.INJURY_HEAD_SHOCK
    else:
        return TacticalKnockdown.NONE, None
    facts: dict[Fact, int] = {each: 1 for each in (at, BEARING.get(figure.pain)) if each is not None}
    number = tally(figure.ht, counted(KNOCKDOWN_MODIFIERS, facts))
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
    roll.tell(text, margin=number.total - total, cites=() if hit.major else KNOCKDOWN)
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
    hands = emptied(figure, hit, all_of_them="aim" in changes or hit.effect is DROPPING, numb=numb)
    after: dict[str, Any] = {"hp": left} if hit.injury else {}
    if hands:
        after |= dropping(figure, hands, changes)
    if changes:
        after["state"] = state.model_copy(update=changes)
    return figure.model_copy(update=after) if after else figure


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
