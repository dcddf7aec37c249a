"""Pursuit: the victors of a battle pursue those who flee, and slay or capture whom they catch.

Whoever knows the ground rolls first, then pursuers and pursued roll one Quick Contest.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from service.dice.exact import Distribution
from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.dice.transcript import Tally, Term
from service.rules.heroic.aftermath.caught import ended_alone
from service.rules.heroic.aftermath.models import HeroicMover, HeroicPursued, HeroicPursuit
from service.rules.heroic.aftermath.outcomes import (
    HeroicCaught,
    HeroicComplementary,
    HeroicPursuitEnded,
    HeroicPursuitOutcome,
    HeroicPursuitVerdict,
)
from service.rules.heroic.attack.situation.situation import ratio_bonus
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicPursuitRatio, HeroicPursuitSpeed, HeroicRulings
from service.rules.heroic.book.refusals import (
    BattleNotOver,
    CaptureWithoutEquipment,
    HeroicDuplicateId,
    MissingSkill,
    PursuerImmobile,
    PursuitImpossible,
    StealthInOpen,
)
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicIntent, HeroicTravel
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.figures import refuse_doubles
from service.rules.kernel.tally import tally, term
from service.rules.kernel.verdict import PursuitResult
from service.rules.roll_under.modifiers import size_down, size_up
from service.rules.roll_under.rolls import Contestant, SuccessGrade, grade_of, roll_margin, wins

ON_FOOT: Final = frozenset({HeroicTravel.WALKING, HeroicTravel.RUNNING})
MARGIN_PER_CREATURE: Final = 5
PAST: Final = {HeroicIntent.SLAY: "slain", HeroicIntent.CAPTURE: "captured"}
HIDING: Final = -2
PRINTED_SIX: Final = 6
KNOWLEDGE: Final = {
    SuccessGrade.CRITICAL_FAILURE: -2,
    SuccessGrade.FAILURE: -1,
    SuccessGrade.SUCCESS: +1,
    SuccessGrade.CRITICAL_SUCCESS: +2,
}


class Runner(NamedTuple):
    """One side of a pursuit: its effective skill before anybody's knowledge of the ground, and the level of that."""

    actor: str
    name: str
    number: Tally
    cites: Cites
    lore: int | None

    def knowing(self, modifier: int) -> Tally:
        """Return the effective skill once knowledge of the ground counts."""
        if not modifier:
            return self.number
        return tally(self.number.base, (*self.number.terms, term(rulebook.PURSUIT_COMPLEMENTARY, modifier)))


class Sides(NamedTuple):
    """Both sides of a pursuit."""

    pursuer: Runner
    pursued: Runner


@dataclass(slots=True, unsafe_hash=True)
class PursuitState:
    """A pursuit between two rolls: how many are made, what knowledge adds to each side, and the margin so far.

    The margin is the pursuers', and their margin of victory once the pursued have rolled. `rolls` are kept to be
    reported; nothing depends on them, so that states which differ in them alone are equal.
    """

    made: int = 0
    lore: tuple[int, int] = (0, 0)
    margin: int = 0
    rolls: tuple[int, ...] = field(default=(), compare=False)


def pursue(input: HeroicPursuit, rulings: HeroicRulings, dice: Dice) -> HeroicPursuitEnded:
    """Contest the pursuers' fastest way of travel with the slowest of the pursued, and count whom they catch.

    Skills are levels to roll at or under on three dice; speeds are in yards a second. Each pursuer catches one
    creature, and one more for every 5 points of the margin of victory. Those who cannot move are always caught: each
    pursuer catches one of them even if the contest is lost. Equal margins let the pursued escape.

    Dice: 3D6 for the pursuers' complementary skill, 3D6 for that of the pursued, if they are tried; 3D6 pursuers,
    3D6 pursued.
    Raises: BattleNotOver, PursuitImpossible, PursuerImmobile, MissingSkill, StealthInOpen, CaptureWithoutEquipment;
    HeroicDuplicateId.
    Source: Ending the Battle.
    """
    return ended_alone(input, chase(input, rulings, dice))


def chase(input: HeroicPursuit, rulings: HeroicRulings, dice: Dice) -> HeroicPursuitOutcome:
    """Return what comes of a pursuit, as a battle that is played to its end takes it.

    Dice: as `pursue`.
    Raises: as `pursue`.
    """
    _refuse(input)
    pursuers, pursued = input.pursuers.count, input.pursued.count
    text = f"The battle was over, and {pursuers} pursued {pursued} in flight."
    dice.note(rulebook.BATTLE_SEQUEL, text, actor="Pursuer")
    sides = sides_of(input, rulings)
    dice.expect(lambda: pursuit_rolls(sides))
    return _outcome(input, sides, chain_of(input, sides).play(PursuitState(), dice), dice)


def pursuit_rolls(sides: Sides) -> list[Expected]:
    """Return all rolls of a pursuit, as they are announced."""
    lore = [each for each in sides if each.lore is not None]
    rule, contest = rulebook.PURSUIT_COMPLEMENTARY, rulebook.PURSUIT_CONTEST
    return [
        *[Expected(rule, THREE_D6, each.actor, f"knowledge of the ground of {each.name.lower()}") for each in lore],
        *[Expected(contest, THREE_D6, each.actor, f"skill of {each.name.lower()}") for each in sides],
    ]


def pursuit_odds(input: HeroicPursuit, rulings: HeroicRulings) -> Distribution[HeroicPursuitVerdict]:
    """Return the exact chances of how many are caught, roll by roll as `pursue` makes them.

    Raises: whatever `pursue` raises.
    """
    _refuse(input)
    return chain_of(input, sides_of(input, rulings)).odds(PursuitState())


def _refuse(pursuit: HeroicPursuit) -> None:
    """Refuse a pursuit that the rules or the circumstances forbid."""
    refuse_doubles(pursuit.roster, "/roster", HeroicDuplicateId, "Two units are called {!r}.")
    if not pursuit.battle_over:
        message = f"There is no pursuit before the battle is over; battle_over is {_spoken(pursuit.battle_over)}."
        raise BattleNotOver(message, pointer="/battle_over")
    if pursuit.impossible:
        message = f"The circumstances rule a pursuit out; impossible is {_spoken(pursuit.impossible)}."
        raise PursuitImpossible(message, pointer="/impossible")
    if not pursuit.pursuers.top_speed:
        message = f"The pursuers cannot move; their top speed is {pursuit.pursuers.top_speed:g}."
        raise PursuerImmobile(message, pointer="/pursuers/top_speed")
    _refuse_unskilled(pursuit.pursuers, "pursuers")
    if pursuit.pursued.stealth is None:
        _refuse_unskilled(pursuit.pursued, "pursued")
    elif pursuit.terrain_open:
        message = f"There is nowhere to hide in open terrain, even with Stealth {pursuit.pursued.stealth}."
        raise StealthInOpen(message, pointer="/pursued/stealth")
    if pursuit.intent is HeroicIntent.CAPTURE and not pursuit.capture_equipment:
        message = f"The intent {pursuit.intent.value!r} needs equipment, which the pursuers do not have."
        raise CaptureWithoutEquipment(message, pointer="/capture_equipment")


def _refuse_unskilled(mover: HeroicMover, who: str) -> None:
    if mover.skill is None and mover.travel not in ON_FOOT:
        message = f"The {who} have no skill for {mover.travel.value!r}; only on foot DX is enough."
        raise MissingSkill(message, pointer=f"/{who}/skill", rule=rulebook.PURSUIT_CONTEST)


def _spoken(fact: object) -> str:
    return str(fact).lower()


def _per_pursuer(pursuit: HeroicPursuit, margin: int) -> int:
    """Return how many creatures each pursuer may catch; at least one of those who cannot move."""
    if wins(margin):
        return 1 + margin // MARGIN_PER_CREATURE
    return 0 if pursuit.pursued.top_speed else 1


def _verdict(pursuit: HeroicPursuit, margin: int) -> HeroicPursuitVerdict:
    fleeing = pursuit.pursued.count
    caught = min(fleeing, pursuit.pursuers.count * _per_pursuer(pursuit, margin))
    some = PursuitResult.SOME_CAUGHT if caught else PursuitResult.ESCAPED
    outcome = PursuitResult.CAUGHT if caught == fleeing else some
    return HeroicPursuitVerdict(outcome=outcome, caught=caught, escaped=fleeing - caught)


def _outcome(pursuit: HeroicPursuit, sides: Sides, state: PursuitState, dice: Dice) -> HeroicPursuitOutcome:
    verdict = _verdict(pursuit, state.margin)
    per_pursuer = _per_pursuer(pursuit, state.margin)
    summary = _summary(pursuit, verdict)
    dice.note(rulebook.PURSUIT_RESULT, summary, actor="Pursuer")
    rolls = state.rolls
    return HeroicPursuitOutcome(
        summary=summary,
        verdict=verdict,
        pursuer=sides.pursuer.knowing(state.lore[0]),
        pursued=sides.pursued.knowing(state.lore[1]),
        pursuer_complementary=_complementary(sides.pursuer, rolls[:1], state.lore[0]),
        pursued_complementary=_complementary(sides.pursued, rolls[-3:-2], state.lore[1]),
        pursuer_roll=rolls[-2],
        pursued_roll=rolls[-1],
        margin=state.margin,
        per_pursuer=per_pursuer,
        intent=pursuit.intent,
        units=_units(pursuit.pursued, verdict.caught),
    )


def _complementary(runner: Runner, rolled: tuple[int, ...], modifier: int) -> HeroicComplementary | None:
    if runner.lore is None:
        return None
    return HeroicComplementary(roll=rolled[0], level=runner.lore, modifier=modifier)


def _units(pursued: HeroicPursued, many: int) -> tuple[HeroicCaught, ...]:
    """Say of which units so many are caught: those listed first."""
    left, whose = many, []
    for each in pursued.units:
        caught = min(left, each.count)
        left -= caught
        whose.append(HeroicCaught(unit=each.unit, caught=caught, escaped=each.count - caught))
    return tuple(whose)


def _summary(pursuit: HeroicPursuit, verdict: HeroicPursuitVerdict) -> str:
    fleeing, done = pursuit.pursued.count, PAST[pursuit.intent]
    if not verdict.caught:
        return f"The pursued escaped: {fleeing} got away."
    if not verdict.escaped:
        return f"The pursuers caught everybody: {fleeing} {done}."
    whose = [f"{each.caught} of {each.unit}" for each in _units(pursuit.pursued, verdict.caught) if each.caught]
    named = f" ({', '.join(whose)})" if whose else ""
    return (
        f"The pursuers caught {verdict.caught} of {fleeing}: {verdict.caught} {done}{named}, {verdict.escaped} escaped."
    )


def sides_of(pursuit: HeroicPursuit, rulings: HeroicRulings) -> Sides:
    """Work out both sides' effective skill.

    Ruling: heroic/ruling/pursuit-ratio-side, heroic/ruling/pursuit-stealth-speed.
    """
    pursuers, pursued, rule = pursuit.pursuers, pursuit.pursued, rulings.pursuit_speed
    ratio = ratio_bonus(pursuers.count, pursued.count)
    chasing = _terms(pursuers, rule)
    chase_cites = _cites(pursuers)
    if ratio:
        chasing.append(term(rulebook.PURSUIT_RATIO, ratio))
        chase_cites = (*chase_cites, Rulings.PURSUIT_RATIO_SIDE)
    skill, fleeing, flight_cites = _skill(pursued), _terms(pursued, rule), _cites(pursued)
    superior = ratio_bonus(pursued.count, pursuers.count) if rulings.pursuit_ratio is HeroicPursuitRatio.BOTH else 0
    if superior:
        fleeing.append(term(rulebook.PURSUIT_RATIO, superior, "Superior numbers"))
        flight_cites = (*flight_cites, Rulings.PURSUIT_RATIO_SIDE)
    if pursued.stealth is not None:
        skill = pursued.stealth
        fleeing.insert(0, term(rulebook.PURSUIT_STEALTH, HIDING))
        flight_cites = (*flight_cites, Rulings.PURSUIT_STEALTH_SPEED)
        if pursuit.visibility:
            chasing.append(term(attack_rules.REF_VISIBILITY, pursuit.visibility))
            chase_cites = (*chase_cites, rulebook.PURSUIT_STEALTH)
    return Sides(
        Runner("Pursuer", "The pursuers", tally(_skill(pursuers), chasing), chase_cites, pursuers.complementary),
        Runner("Pursued", "The pursued", tally(skill, fleeing), flight_cites, pursued.complementary),
    )


def speed_bonus(top_speed: float, rule: HeroicPursuitSpeed) -> int:
    """Return what a speed above 0, in yards a second, adds to skill.

    Ruling: heroic/ruling/pursuit-move-six.
    """
    measure = Fraction(str(top_speed))  # as it was written, not the nearest binary number
    if rule is HeroicPursuitSpeed.UPPER:
        return size_up(measure)
    lower = size_down(measure)
    return lower + 1 if rule is HeroicPursuitSpeed.PRINTED and _is_printed_six(top_speed) else lower


def chain_of(pursuit: HeroicPursuit, sides: Sides) -> Chain[PursuitState, HeroicPursuitVerdict]:
    """Return the rolls of a pursuit, one by one.

    Dice: 3D6 the pursuers' knowledge and 3D6 that of the pursued, if they are tried; 3D6 pursuers, 3D6 pursued.
    """
    tried = [at for at, side in enumerate(sides) if side.lore is not None]

    def advance(state: PursuitState, dice: Dice) -> PursuitState:
        made = state.made + 1
        if made <= len(tried):
            at = tried[state.made]
            roll, modifier = _roll_lore(sides[at], dice)
            lore = (state.lore[0], modifier) if at else (modifier, state.lore[1])
            return PursuitState(made, lore, 0, (*state.rolls, roll))
        at = state.made - len(tried)
        roll, margin = _roll_skill(sides[at], state.lore[at], dice)
        return PursuitState(made, state.lore, state.margin - margin if at else margin, (*state.rolls, roll))

    return Chain(
        advance, lambda state: state.made == len(tried) + len(sides), lambda state: _verdict(pursuit, state.margin)
    )


def _skill(mover: HeroicMover) -> int:
    return mover.dx if mover.skill is None else mover.skill


def _terms(mover: HeroicMover, rule: HeroicPursuitSpeed) -> list[Term]:
    values = ((rulebook.PURSUIT_VEHICLE, mover.handling), (rulebook.PURSUIT_SPEED_BONUS, _bonus_of(mover, rule)))
    return [term(cause, value) for cause, value in values if value]


def _bonus_of(mover: HeroicMover, rule: HeroicPursuitSpeed) -> int:
    return speed_bonus(mover.top_speed, rule) if mover.top_speed else 0


def _is_printed_six(top_speed: float) -> bool:
    return PRINTED_SIX <= top_speed < PRINTED_SIX + 1


def _cites(mover: HeroicMover) -> Cites:
    return (Rulings.PURSUIT_MOVE_SIX,) if _is_printed_six(mover.top_speed) else ()


def _roll_lore(runner: Runner, dice: Dice) -> tuple[int, int]:
    """Roll whether somebody's knowledge of the ground helps, and return the roll and what it adds.

    Dice: 3D6.
    """
    level = runner.lore or 0
    number = Tally(base=level, terms=(), total=level)
    roll = dice.roll(rulebook.PURSUIT_COMPLEMENTARY, THREE_D6, actor=runner.actor, target=number)
    grade = grade_of(level, roll.total)
    modifier = KNOWLEDGE[grade]
    spoken = grade.value.replace("_", " ")
    text = f"{runner.name} rolled {roll.total} against {level} in knowledge of the ground: {spoken}, {modifier:+d}."
    roll.tell(text, margin=level - roll.total)
    return roll.total, modifier


def _roll_skill(runner: Runner, lore: int, dice: Dice) -> tuple[int, int]:
    """Roll one side of the contest, and return the roll and its margin.

    Dice: 3D6.
    """
    number = runner.knowing(lore)
    roll = roll_margin(Contestant(rulebook.PURSUIT_CONTEST, runner.actor, runner.name, number, runner.cites), dice)
    return roll, number.total - roll
