"""A round of a pursuit as a chain of rolls: who can run, their chances, the best pursuer against the fleeing figure."""

from dataclasses import field, replace
from enum import StrEnum
from functools import partial
from typing import Any, Final, NamedTuple

from service.dice.model import D100, Dice, Expected
from service.dice.transcript import Tally
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.figures import Who, refuse_doubles, who_of
from service.rules.kernel.tally import tally, term
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.attack.plan import StrikeTerms, plan_strike
from service.rules.opposed.attack.quality import Grading, grading_of
from service.rules.opposed.attack.strike import Exchange, exchange
from service.rules.opposed.battle.models import OpposedPursuit, OpposedRunner
from service.rules.opposed.book import rulebook, words
from service.rules.opposed.book.options import OpposedConsequences, OpposedRulings
from service.rules.opposed.book.refusals import CannotFlee, DuplicateParticipant
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.figures.models import OpposedSituation, OpposedStrike, status_at
from service.wire import value_class

FLED: Final = words.OpposedStatus.FLED
LOST_AT, CAUGHT_AT, STRUCK_AT = -2, 1, 3
FROM_BEHIND: Final = OpposedStrike(
    mode=words.OpposedMode.MELEE, situation=OpposedSituation(attack_hex=words.OpposedAttackHex.REAR)
)
TIRED: Final = term(rulebook.PURSUIT_PROCEDURE, -10, "No Fatigue")
HOLDS: Final = {
    words.OpposedCondition.KNOCKED_OUT: "knocked out",
    words.OpposedCondition.ENTANGLED: "entangled",
    words.OpposedCondition.RESTRAINED: "restrained",
}


@value_class
class Runner:
    """A running figure's chance, and how the faces of its die are graded."""

    who: Who
    chance: Tally
    grading: Grading

    def roll(self, did: str, dice: Dice) -> words.Quality:
        """Roll how well the figure runs; `did` is the verb of the sentence.

        Dice: D100.
        """
        rule, bands = rulebook.PURSUIT_PROCEDURE, self.grading.bands
        roll = dice.roll(rule, D100, actor=self.who.id, target=self.chance, bands=bands)
        grade = self.grading.of(roll.total)
        tired = (Rulings.NO_FATIGUE_THRESHOLD,) if TIRED in self.chance.terms else ()
        text = f"{self.who.name} {did} and rolled {roll.total} against {self.chance.total}: {grade.name}."
        roll.tell(text, margin=self.chance.total - roll.total, cites=grade.cites + tired)
        return grade.quality


def _runner(figure: OpposedRunner, other_rate: int, rulings: OpposedRulings) -> Runner:
    """Work out a chance: three times Agility, ten for each hex of speed ahead, less ten without Fatigue."""
    ahead = 10 * (figure.tmr - other_rate)
    terms = [term(rulebook.PURSUIT_PROCEDURE, ahead, "Speed")] if ahead > 0 else []
    chance = tally(3 * figure.agility, [*terms, TIRED] if figure.fatigue == 0 else terms)
    return Runner(who_of(figure), chance, grading_of(chance.total, 0, rulings.natural_01))


@value_class
class Pursuit:
    """A pursuit about to begin: who flees, who runs after it, and who is left behind, with the reason."""

    input: OpposedPursuit
    rulings: OpposedRulings
    fleeing: OpposedRunner
    pursuers: tuple[OpposedRunner, ...]
    left_behind: tuple[tuple[str, str], ...]
    chasing: tuple[Runner, ...]
    prey: Runner


def set_off(input: OpposedPursuit, rulings: OpposedRulings) -> Pursuit:
    """Let everyone run who can, which ends evading and withdrawing; a figure that has fled flees on.

    A pursuer's speed is compared with the fleeing figure's, the fleeing figure's with that of the fastest pursuer.
    """
    fleeing = input.fleeing
    refuse_doubles(input.pursuers, "/pursuers", DuplicateParticipant, "{!r} takes part twice.", [fleeing.id])
    again = status_at(fleeing.endurance, words.OpposedStatus.ACTIVE) if fleeing.status is FLED else fleeing.status
    fleeing = _running(fleeing, status=again)
    if hindrance := _hindrance_of(fleeing):
        where, what = hindrance
        raise CannotFlee(f"{fleeing.id!r} is {what} and cannot flee.", pointer=f"/fleeing/{where}")
    hindrances = [(pursuer, _hindrance_of(pursuer)) for pursuer in input.pursuers]
    pursuers = tuple([_running(each) for each, hindrance in hindrances if hindrance is None])
    left_behind = tuple([(each.id, hindrance[1]) for each, hindrance in hindrances if hindrance is not None])
    fastest = max([pursuer.tmr for pursuer in pursuers], default=0)
    chasing = tuple([_runner(pursuer, fleeing.tmr, rulings) for pursuer in pursuers])
    return Pursuit(input, rulings, fleeing, pursuers, left_behind, chasing, _runner(fleeing, fastest, rulings))


def _hindrance_of(figure: OpposedRunner) -> tuple[str, str] | None:
    """Return the field and the word for what keeps a figure from running, if anything does."""
    if figure.status is words.OpposedStatus.INCAPACITATED and figure.endurance is not None and figure.endurance <= 0:
        return "endurance", f"incapacitated at Endurance {figure.endurance}"
    if figure.status is not words.OpposedStatus.ACTIVE:
        return "status", "gone" if figure.status is FLED else figure.status.value
    if figure.stunned:
        return "stunned", "stunned"
    if figure.posture is words.OpposedPosture.PRONE:
        return "posture", "prone"
    for position, condition in enumerate(figure.conditions):
        if condition in HOLDS:
            return f"conditions/{position}", HOLDS[condition]
    return None


def _running(figure: OpposedRunner, **changes: Any) -> OpposedRunner:
    return figure.model_copy(update={"evading": False, "withdrawal": words.OpposedWithdrawal.NONE, **changes})


# A round


class Standing(StrEnum):
    """How a pursuit stands: before the fleeing figure's roll, and after a round."""

    RUNNING = "running"
    ABREAST = "abreast"
    LOST = "lost"
    CAUGHT = "caught"
    CAUGHT_FROM_BEHIND = "caught_from_behind"


class Ending(NamedTuple):
    """How a round ended, the id of the pursuer who caught up, and whether its strike brought the other down."""

    standing: Standing
    by: str | None
    down: bool


LEVEL: Final = Ending(Standing.ABREAST, None, down=False)


@value_class
class Chase:
    """A round between two rolls: how many pursuers have rolled, how well the best did, which it was, how it stands.

    The margin and the strike are recorded for the answer; they do not distinguish states.
    """

    number: int
    rolled: int = 0
    best: words.Quality = words.Quality.POOR
    by: int = 0
    standing: Standing = Standing.RUNNING
    down: bool | None = None
    margin: int = field(default=0, compare=False)
    struck: Exchange[OpposedRunner] | None = field(default=None, compare=False)


def round_of(pursuit: Pursuit) -> Chain[Chase, Ending]:
    """Return a round as a chain: a roll for each pursuer, one for the fleeing figure, and a strike from behind."""

    def advance(chase: Chase, dice: Dice) -> Chase:
        if chase.rolled < len(pursuit.chasing):
            return _roll_pursuer(pursuit, chase, dice)
        return _roll_prey(pursuit, chase, dice) if chase.standing is Standing.RUNNING else _strike(pursuit, chase, dice)

    def is_over(chase: Chase) -> bool:
        is_to_strike = chase.standing is Standing.CAUGHT_FROM_BEHIND and chase.down is None
        return chase.standing is not Standing.RUNNING and not is_to_strike

    return Chain(advance, is_over, partial(ending_of, pursuit))


def ending_of(pursuit: Pursuit, chase: Chase) -> Ending:
    """Return how a round that is over has ended."""
    caught = chase.standing in (Standing.CAUGHT, Standing.CAUGHT_FROM_BEHIND)
    return Ending(chase.standing, pursuit.pursuers[chase.by].id if caught else None, down=bool(chase.down))


def _roll_pursuer(pursuit: Pursuit, chase: Chase, dice: Dice) -> Chase:
    """Let the next pursuer roll; the first of equals counts as the best.

    Dice: D100.
    """
    if chase.rolled == 0:
        dice.expect(lambda: _rolls_of_round(pursuit))
    quality = pursuit.chasing[chase.rolled].roll("pursued", dice)
    if quality.rank > chase.best.rank:
        return Chase(chase.number, chase.rolled + 1, quality, chase.rolled)
    return Chase(chase.number, chase.rolled + 1, chase.best, chase.by)


def _rolls_of_round(pursuit: Pursuit) -> list[Expected]:
    """Return the rolls of a round, all of which come: those of the pursuers, and the fleeing figure's."""
    rule, prey = rulebook.PURSUIT_PROCEDURE, pursuit.prey.who
    rolls = [Expected(rule, D100, each.who.id, f"how well {each.who.name} pursues") for each in pursuit.chasing]
    return [*rolls, Expected(rule, D100, prey.id, f"how well {prey.name} flees")]


def _roll_prey(pursuit: Pursuit, chase: Chase, dice: Dice) -> Chase:
    """Roll for the fleeing figure and compare: the best pursuer's quality less its own.

    Dice: D100.
    """
    margin = chase.best.rank - pursuit.prey.roll("fled", dice).rank
    standing = Standing.LOST if margin <= LOST_AT else Standing.ABREAST
    if margin >= CAUGHT_AT:
        struck_at = margin >= STRUCK_AT and pursuit.input.free_strike
        standing = Standing.CAUGHT_FROM_BEHIND if struck_at else Standing.CAUGHT
    _note_round(pursuit, chase, standing, margin, dice)
    return Chase(chase.number, chase.rolled, by=chase.by, standing=standing, margin=margin)


def _strike(pursuit: Pursuit, chase: Chase, dice: Dice) -> Chase:
    """Let a pursuer strike into the fleeing figure's rear hex.

    Dice: as a strike; a running figure does not parry.
    """
    pursuer, fleeing, rulings = pursuit.pursuers[chase.by], pursuit.fleeing, pursuit.rulings
    resolves = rulings.consequences is not OpposedConsequences.FLAG
    terms = StrikeTerms(resolves=resolves, grievous_table=pursuit.input.grievous_table)
    plan = plan_strike(pursuer, fleeing, FROM_BEHIND, rulings, terms)
    struck = exchange(plan, pursuer, fleeing, dice, riposte=None)
    return replace(chase, down=not is_able(struck.defender), struck=struck)


def _note_round(pursuit: Pursuit, chase: Chase, standing: Standing, margin: int, dice: Dice) -> None:
    runner, chaser = pursuit.fleeing, pursuit.pursuers[chase.by]
    fleeing, by = called(runner), called(chaser)
    compared = "chase and flight were equally good"
    if margin:
        better, other = ("chase", "flight") if margin > 0 else ("flight", "chase")
        compared = f"the {better} was {abs(margin)} better than the {other}"
    if standing is Standing.ABREAST:
        rule, actor, ending = rulebook.PURSUIT_PROCEDURE, runner.id, "nobody gained enough"
    elif standing is Standing.LOST:
        rule, actor, ending = rulebook.PURSUIT_ESCAPE, runner.id, f"{fleeing} escaped"
    elif standing is Standing.CAUGHT:
        rule, actor, ending = rulebook.PURSUIT_CAUGHT, chaser.id, f"{by} caught {fleeing}"
    else:
        rule, actor, ending = rulebook.PURSUIT_FREE_STRIKE, chaser.id, f"{by} caught {fleeing} from behind and struck"
    dice.note(rule, f"Round {chase.number}, {compared}: {ending}.", actor=actor)
