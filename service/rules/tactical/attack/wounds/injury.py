"""Hits applied to figures on the field: wounds, shock, death checks, knockdown, knockback, and what the victim drops.

The same functions serve attacks, slams, falling weapons and hitting oneself.
"""

from dataclasses import dataclass
from typing import Any, Final

from service.dice.model import THREE_D6, Cites, Dice, Expected, Rule
from service.dice.transcript import Tally
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import bare, counted, spoken, tally, term
from service.rules.kernel.telling import amount
from service.rules.roll_under.exertion import fatigue_after, is_weak
from service.rules.roll_under.injury import (
    DEATH_CHECKS,
    MOST_SHOCK,
    death_bands,
    death_checks,
    is_beyond_life,
    knockdown_bands,
    shock_for,
)
from service.rules.roll_under.rolls import roll_announced, roll_success
from service.rules.tactical.attack.records import TacticalWound
from service.rules.tactical.attack.wounds import hits
from service.rules.tactical.book import movement_rules, rulebook, words
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.modifiers import KNOCKDOWN_MODIFIERS, TacticalFact
from service.rules.tactical.book.wound_tables import CRIPPLED_ABOVE
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure

STANDS, STUNNED, KNOCKED_OUT = words.TacticalKnockdown
DAZED, CONCENTRATE = TacticalCriticalHit.DAZED, words.TacticalManeuver.CONCENTRATE
HIGH_PAIN, LOW_PAIN = words.TacticalPain.HIGH, words.TacticalPain.LOW
LEAST_HP: Final = -50_000
DISTRACTED: Final = -3
"""What a distraction takes from Will for those who concentrate."""
SHOCKING: Final = hits.HEAD | {words.TacticalLocation.VITALS}
"""The locations where shock alone may knock down."""
KNOCKDOWN_AT: Final = {
    words.TacticalLocation.FACE: TacticalFact.FACE_WOUND,
    words.TacticalLocation.VITALS: TacticalFact.FACE_WOUND,
    words.TacticalLocation.SKULL: TacticalFact.HEAD_WOUND,
    words.TacticalLocation.EYE: TacticalFact.HEAD_WOUND,
}
BEARING: Final = {words.TacticalPain.HIGH: TacticalFact.HIGH_PAIN, words.TacticalPain.LOW: TacticalFact.LOW_PAIN}
KNOCKDOWN: Final[Cites] = (rulebook.INJURY_KNOCKDOWN,)
ARM_SIDES: Final = {
    words.TacticalLocation.RIGHT_ARM: words.TacticalSide.RIGHT,
    words.TacticalLocation.RIGHT_HAND: words.TacticalSide.RIGHT,
    words.TacticalLocation.LEFT_ARM: words.TacticalSide.LEFT,
    words.TacticalLocation.LEFT_HAND: words.TacticalSide.LEFT,
}
LEGS: Final = frozenset(CRIPPLED_ABOVE) - frozenset(ARM_SIDES)


@dataclass(slots=True)
class Harm:
    """What a hit has come to so far for the one it strikes, with the hit points that are left."""

    hp: int
    shock: int = 0
    death_checks: tuple[int, ...] = ()
    mortal: bool = False
    dead: bool = False
    knockdown_roll: int | None = None
    knockdown: words.TacticalKnockdown = STANDS
    knocked_back: int = 0
    stands: bool | None = None
    aim_kept: bool | None = None

    @property
    def fells(self) -> bool:
        """Whether it stuns or worse."""
        return self.mortal or self.dead or self.knockdown is not STANDS


def wound(field: Field, hit: hits.Hit, dice: Dice) -> TacticalWound:
    """Apply a hit to a figure on the field.

    Nothing is rolled for a figure that is dead, and no knockdown for one that is unconscious.

    Dice: for each threshold newly reached, the highest first, 3D6 against HT; 3D6 against HT if it may be knocked down;
    3D6 against DX if it is knocked back; 3D6 against Will if it aims.
    Source: base game.
    """
    figure = field[hit.target]
    harm = Harm(standing.hp_of(figure))
    if hit.tires:
        _tire(field, figure, hit, dice)
    else:
        _injure(field, figure, hit, harm, dice)
    return TacticalWound(
        figure=hit.target,
        location=hit.location,
        basic=hit.basic,
        dr=hit.dr,
        penetrating=hit.penetrating,
        injury=hit.injury,
        hp=harm.hp,
        shock=harm.shock,
        major=hit.major,
        crippled=hit.crippled,
        critical=hit.critical,
        death_checks=harm.death_checks,
        mortal=harm.mortal,
        dead=harm.dead,
        knockdown_roll=harm.knockdown_roll,
        knockdown=harm.knockdown,
        knocked_back=harm.knocked_back,
        stands=harm.stands,
        aim_kept=harm.aim_kept,
    )


def _tire(field: Field, figure: TacticalFigure, hit: hits.Hit, dice: Dice) -> None:
    """Take fatigue points instead of hit points."""
    if hit.injury:
        full = standing.fp_max_of(figure)
        left = fatigue_after(standing.fp_of(figure), hit.injury, full)
        text = f"{standing.name_of(figure)} lost {amount(hit.injury, 'fatigue point')}, {left} of {full} left."
        dice.note(rulebook.DAMAGE_WOUNDING, text, actor=figure.id)
        field.put(standing.changed(figure, fp=left))


def _injure(field: Field, figure: TacticalFigure, hit: hits.Hit, harm: Harm, dice: Dice) -> None:
    """Take hit points, and roll for what follows."""
    before = harm.hp
    harm.hp = max(before - hit.injury, LEAST_HP)
    harm.shock = shock_of(figure, hit.injury, doubled=hit.effect is hits.NUMBING)
    if hit.injury and dice.tells:
        _tell_injury(figure, hit, before, harm, dice)
    _check_death(figure, before, harm, dice)
    if standing.is_conscious(figure) and not harm.fells:
        _check_knockdown(figure, hit, harm, dice)
    hurt = _drop(_hurt(figure, hit, harm), hit, harm)
    if hurt is not figure:
        field.put(hurt)
    if harm.fells or not standing.is_conscious(figure):
        hits.lay_down(field, figure.id, " and dropped what it held", dice, hit.origin)
        hits.release(field, figure.id)
    elif hit.location in LEGS and (hit.crippled or hit.effect is hits.NUMBING):
        hits.lay_down(field, figure.id, ": the leg gave way", dice, hit.origin)
    harm.knocked_back, harm.stands = hits.knock_back(field, hit, dice)
    harm.aim_kept = _keep_aim(field, hit, dice)


def shock_of(figure: TacticalFigure, points: int, *, doubled: bool = False) -> int:
    """Return the shock of one injury, 0 or negative, as a figure bears it."""
    if figure.pain is HIGH_PAIN:
        return 0
    return shock_for(points, standing.hp_max_of(figure), doubled + (figure.pain is LOW_PAIN))


def _tell_injury(figure: TacticalFigure, hit: hits.Hit, before: int, harm: Harm, dice: Dice) -> None:
    """Note how many hit points a hit costs, and what follows from it without dice."""
    full, left = standing.hp_max_of(figure), harm.hp
    is_out = figure.state.unconscious or figure.state.dead
    text = f"{standing.name_of(figure)} lost {amount(hit.injury, 'hit point')}, {left} of {full} left"
    rule = rulebook.DAMAGE_WOUNDING
    cites: Cites = ()
    if harm.shock:
        rule = rulebook.INJURY_SHOCK
        text += f"; shock {harm.shock} on its next turn"
    if hit.major:
        cites = (rule,)
        rule = rulebook.INJURY_MAJOR
        text += "; a major wound"
    if hit.crippled:
        cites = (*cites, rulebook.DAMAGE_CRIPPLE)
        text += f"; the {hits.spoken_part(hit.location)} was crippled"
    if left <= 0 or (is_weak(left, full) and not is_weak(before, full)):
        cites = (*cites, rulebook.INJURY_THRESHOLDS)
        text += "; Move and Dodge were halved" if left > 0 else "" if is_out else "; in danger of falling unconscious"
    dice.note(rule, f"{text}.", actor=figure.id, cites=cites)


def _check_death(figure: TacticalFigure, before: int, harm: Harm, dice: Dice) -> None:
    """Roll for each multiple of full hit points below zero that is newly reached.

    Dice: for each, 3D6 against HT, until one kills.
    """
    full, ht, rule = standing.hp_max_of(figure), figure.ht, rulebook.INJURY_THRESHOLDS
    if harm.hp > -full or figure.state.dead:
        return
    if is_beyond_life(harm.hp, full):
        harm.dead = True
        text = f"{standing.name_of(figure)} died: {harm.hp} hit points are {DEATH_CHECKS + 1} times {full} below zero."
        dice.note(rule, text, actor=figure.id)
        return
    for points in death_checks(before, harm.hp, full):
        who, bands = f"{standing.name_of(figure)} at {points} hit points", death_bands(ht)
        purpose = f"whether {who} lives"
        roll = roll_announced(rule, THREE_D6, dice, actor=figure.id, purpose=purpose, target=bare(ht), bands=bands)
        harm.death_checks = (*harm.death_checks, roll.total)
        outcome = "success, still alive"
        if roll.total > bands[1]:
            harm.dead, outcome = True, "dead"
        elif roll.total > bands[0]:
            harm.mortal, outcome = True, "a mortal wound"
        roll.tell(f"{who} rolled {roll.total} against HT {ht}: {outcome}.", margin=ht - roll.total)
        if harm.dead:
            return


def _check_knockdown(figure: TacticalFigure, hit: hits.Hit, harm: Harm, dice: Dice) -> None:
    """Roll whether a wound knocks a figure down, if it is a major one or hurts the head or the vitals.

    Dice: 3D6 against HT.
    """
    if not hit.major and not (harm.shock and hit.location in SHOCKING):
        return
    rule = rulebook.INJURY_KNOCKDOWN if hit.major else rulebook.INJURY_HEAD_SHOCK
    at = KNOCKDOWN_AT.get(hit.location) if hit.major else None
    facts: dict[Fact, int] = {each: 1 for each in (at, BEARING.get(figure.pain)) if each is not None}
    number = tally(figure.ht, counted(KNOCKDOWN_MODIFIERS, facts))
    bands = knockdown_bands(number.total)
    purpose = f"whether {standing.name_of(figure)} is knocked down" if dice.tells else ""
    roll = roll_announced(rule, THREE_D6, dice, actor=figure.id, purpose=purpose, target=number, bands=bands)
    outcome = "success"
    if roll.total > bands[1]:
        harm.knockdown, outcome = KNOCKED_OUT, "unconscious"
    elif roll.total > bands[0]:
        harm.knockdown, outcome = STUNNED, "stunned, and down"
    harm.knockdown_roll = roll.total
    if dice.tells:
        text = f"{standing.name_of(figure)} rolled {roll.total} against HT {spoken(number)}: {outcome}."
        roll.tell(text, margin=number.total - roll.total, cites=() if hit.major else KNOCKDOWN)


def _hurt(figure: TacticalFigure, hit: hits.Hit, harm: Harm) -> TacticalFigure:
    """Return a figure as a hit leaves it, before it falls or is knocked back."""
    state, shock = figure.state, harm.shock
    changes: dict[str, Any] = {}
    if shock:
        changes["shock"] = min(state.shock, max(state.shock + shock, min(-MOST_SHOCK, shock)))
    if hit.crippled and hit.location not in state.crippled:
        changes["crippled"] = (*state.crippled, hit.location)
    if hit.effect is DAZED:
        changes["must_do_nothing"] = True
    if hit.effect is hits.NUMBING and hit.location in CRIPPLED_ABOVE:
        changes["disabled"] = hits.disabled(figure, hit.location, max(2, 16 - figure.ht))
    if harm.knockdown is STUNNED:
        changes |= {"stunned": True, "stun_ending": False, "aim": None, "wait": None}
    elif harm.fells:
        changes |= hits.OUT | {"dead": harm.dead or state.dead, "mortal": harm.mortal or state.mortal}
    after: dict[str, Any] = {"hp": harm.hp} if hit.injury else {}
    if changes:
        after["state"] = state.model_copy(update=changes)
    return figure.model_copy(update=after) if after else figure


def _drop(figure: TacticalFigure, hit: hits.Hit, harm: Harm) -> TacticalFigure:
    """Return a figure without what a hit makes it drop: all that it holds, or what is in a hand that is no use."""
    if harm.fells or hit.effect is hits.DROPPING:
        return hits.drop(figure)
    side = ARM_SIDES.get(hit.location) if hit.crippled or hit.effect is hits.NUMBING else None
    return figure if side is None else hits.drop(figure, side)


def _keep_aim(field: Field, hit: hits.Hit, dice: Dice) -> bool | None:
    """Roll whether a figure that is hurt goes on aiming; None if it does not aim.

    Dice: 3D6 against Will.
    """
    figure = field[hit.target]
    if figure.state.aim is None or not hit.injury:
        return None
    kept = _stays_at(figure, movement_rules.MANEUVER_AIM, bare(standing.will_of(figure)), "aiming", dice)
    if not kept:
        field.put(standing.with_state(figure, aim=None))
        dice.note(movement_rules.MANEUVER_AIM, f"{standing.name_of(figure)} lost its aim.", actor=figure.id)
    return kept


def keep_concentration(field: Field, id: str, dice: Dice) -> None:
    """Roll whether a figure that concentrates goes on with it, when it had to defend itself or was hurt.

    Who is stunned or out of action does not roll.
    Dice: 3D6 against Will - 3.
    """
    figure = field[id]
    if figure.state.stunned or not standing.is_able(figure):
        return
    rule = movement_rules.MANEUVER_CONCENTRATE
    will = tally(standing.will_of(figure), [term(rule, DISTRACTED, "distracted")])
    if not _stays_at(figure, rule, will, "concentrating", dice):
        field.put(standing.with_state(figure, maneuver=words.TacticalManeuver.DO_NOTHING))
        dice.note(rule, f"{standing.name_of(figure)} lost its concentration.", actor=id)


def _stays_at(figure: TacticalFigure, rule: Rule, will: Tally, what: str, dice: Dice) -> bool:
    """Roll against Will to go on with what one does."""
    name = standing.name_of(figure)
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, f"whether {name} keeps {what}")])
    return roll_success(rule, will, dice, actor=figure.id, name=name, skill="Will").succeeded
