"""Resolve a slam: of one figure into another, or of a large one through several smaller ones."""

from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.kernel.hexes import distance
from service.rules.kernel.telling import amount, listed, sentence
from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.attack.situation.said_defenses import refuse_unread_defenders, refuse_unread_defense
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import NoContact
from service.rules.tactical.book.words import TacticalFollowUp
from service.rules.tactical.close import outcomes
from service.rules.tactical.close.models import TacticalSlamInput
from service.rules.tactical.close.passage import Passage, Way, entry_to, nearest_part, rehearse
from service.rules.tactical.close.slam import SlamConduct
from service.rules.tactical.figures.changes import changes_told
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of, settle_pairs
from service.rules.tactical.figures.standing import name_of, refuse_unable
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.records import TacticalFoeFollowUp, TacticalMoveOrder, TacticalPathEntry


class SlamPath(NamedTuple):
    """A slam that nothing forbids, ready to be walked."""

    field: Field
    actor: str
    way: Way


def resolve_slam(input: TacticalSlamInput, rulings: TacticalRulings, dice: Dice) -> outcomes.TacticalSlamOutcome:
    """Run into a foe, or as a large figure through several smaller ones, and see who is hurt and who falls.

    Its odds enumerate at most 15 000 paths: one or two who are run into seldom need more, three usually do.

    Dice: for each foe that is run into those of an attack; the slammer's damage dice, then the target's; those of both
    wounds, the target's first; 3D6 against DX of the target, if it may keep its feet. For each foe that is evaded 3D6
    mover, 3D6 foe.
    Raises: NoContact, WeaponNotReady, NumberBelowThree, and whatever a movement and a defense are refused for.
    Source: the base game; Multi-Hex Figures.
    """
    field, actor, way = plan_slams(input, rulings)
    field.acting = actor
    passage = Passage(field, actor, way, dice)
    passage.walk()
    settle_pairs(field)
    verdict, figure = verdict_of(passage), field[actor]
    return outcomes.TacticalSlamOutcome(
        summary=_summary(passage, verdict),
        verdict=verdict,
        slams=tuple(passage.slams),
        evades=tuple(passage.evades),
        position=outcomes.TacticalPosition(hex=figure.hex, facing=figure.facing),
        changes=changes_told(field, dice, actor),
        figures=field.changed(),
    )


def plan_slams(input: TacticalSlamInput, rulings: TacticalRulings) -> SlamPath:
    """Plan the path of a slam, and refuse what the rules forbid."""
    field = field_of(input, rulings)
    actor = field.find(input.actor, "/actor")
    refuse_unable(actor, input.maneuver, "/actor")
    target = None if input.target is None else field.find(input.target, "/target")
    follow_ups = () if target is None else (TacticalFoeFollowUp(foe=target.id, follow_up=TacticalFollowUp.SLAM),)
    order = TacticalMoveOrder(
        maneuver=input.maneuver,
        option=input.option,
        path=input.path or _straight(field, actor, target),
        end_facing=input.end_facing,
        follow_ups=follow_ups,
    )
    plan = plan_path(field, actor, order)
    if target is not None and target.id not in plan.slams:
        raise NoContact(f"The path does not lead into the hex of {target.id!r}.", pointer="/path")
    if not plan.slams:
        raise NoContact("The path leads through no foe that is smaller.", pointer="/path")
    refuse_unread_defense(input.defense, "/defense")
    refuse_unread_defenders(input.defenses)
    defenses = {each.figure: each.defense for each in input.defenses}
    if target is not None and input.defense is not None:
        defenses[target.id] = input.defense
    pain = actor.state.shock
    way = Way(plan, SlamConduct(input.maneuver, input.option, input.shield_rush, input.modifiers, defenses, pain))
    rehearse(field.copy(), actor.id, plan.steps, way.conduct)
    return SlamPath(field, actor.id, way)


def _straight(field: Field, actor: TacticalFigure, target: TacticalFigure | None) -> tuple[TacticalPathEntry, ...]:
    """Return the path straight into an adjacent target's hex."""
    if target is None:
        raise NoContact("Without a target a slam needs a path through smaller foes.", pointer="/path")
    there = nearest_part(field, actor, target)
    if distance(actor.hex, there) != 1:
        message = f"{target.id!r} is not in the next hex to {actor.id!r}: a slam needs a path to it."
        raise NoContact(message, pointer="/path")
    return (entry_to(actor, there),)


def verdict_of(passage: Passage) -> outcomes.TacticalSlamVerdict:
    """Return what players care about in the slams of a movement."""
    slams, mover = passage.slams, passage.mover
    slips = [wound for each in slams for mishap in each.attack.mishaps for wound in mishap.wounds]
    injuries = [wound.injury for wound in slips if wound.figure == mover]
    injuries += [each.wound_back.injury for each in slams if each.wound_back is not None]
    return outcomes.TacticalSlamVerdict(
        slams=tuple([_result_of(each) for each in slams]),
        injury=sum(injuries),
        fell=any(mover in each.fell for each in slams),
        continued=passage.met_at not in (None, passage.figure.hex) and not passage.is_down,
    )


def _result_of(slam: outcomes.TacticalSlam) -> outcomes.TacticalSlamResult:
    injury = sum([each.injury for each in slam.attack.wounds if each.figure == slam.target])
    return outcomes.TacticalSlamResult(
        target=slam.target, result=slam.result, injury=injury, fell=slam.target in slam.fell
    )


def _summary(passage: Passage, verdict: outcomes.TacticalSlamVerdict) -> str:
    """Say in a sentence or two what happened."""
    name = name_of(passage.figure)
    if not verdict.slams:
        return sentence(f"{name} did not get as far as a slam")
    told = f"{name} {listed([_clause(passage.field, each) for each in verdict.slams])}"
    if verdict.injury:
        told += f", taking {amount(verdict.injury, 'point')} of injury itself"
    return sentence(f"{told}, and fell" if verdict.fell else told)


RESULTS: Final = {
    AttackResult.MISS: "missed {}",
    AttackResult.DODGED: "was dodged by {}",
    AttackResult.PARRIED: "was parried by {}",
    AttackResult.BLOCKED: "was blocked by {}",
    AttackResult.DEFENDED: "was stopped by {}",
    AttackResult.HIT: "ran into {}",
}


def _clause(field: Field, slam: outcomes.TacticalSlamResult) -> str:
    told = RESULTS[slam.result].format(field.name_of(slam.target))
    if slam.result is not AttackResult.HIT:
        return told
    return f"{told} for {amount(slam.injury, 'point')} of injury{' and knocked it down' if slam.fell else ''}"
