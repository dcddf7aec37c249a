"""A pursuit as a chain of rolls: who runs how well, and by how many bands each pursuer comes nearer or falls behind.

In each round the quarry rolls, a group once at the pace of its slowest, then every pursuer, then everybody against
fatigue if the request wants it. A step of the chain is one roll, or the end of a round.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from service.dice.model import THREE_D6, Bands, Cites, Dice, Expected, Roll, Rule
from service.dice.phases import NoRoll, OneRoll, Phase
from service.dice.transcript import Tally
from service.rules.kernel.tally import bare, spoken, tally, term
from service.rules.roll_under.exertion import fatigue_after
from service.rules.roll_under.rolls import SuccessGrade, grade_of, success_bands, success_of
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.tables import BANDS, speed_value
from service.rules.tactical.book.words import TacticalBand
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import (
    can_run,
    changed,
    fp_max_of,
    fp_of,
    move_of,
    name_of,
    skill_of,
    turn_rank,
)
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.pursuit.outcomes import TacticalRun

T = TypeVar("T")

CLOSE, LOST = TacticalBand.CLOSE, TacticalBand.LOST
RUNNING_SKILL: Final = "Running"
DEFAULT_RUNNING: Final = 5
"""Without the skill a runner has HT or DX less this."""
TWO_BANDS_BY: Final = 5
"""A margin of victory of this is worth two bands, a smaller one is worth one."""
CRITICAL_SHIFT: Final = {SuccessGrade.CRITICAL_SUCCESS: 1, SuccessGrade.CRITICAL_FAILURE: -1}
"""Bands that a critical roll is worth to the one who rolls."""
THREE_TO_EIGHTEEN: Final = range(3, 19)
SPOKEN_SHIFTS: Final = {0: "", 1: ", a spurt", -1: ", a stumble"}
RUN, TIRE = rulebook.PURSUIT_ROUND, rulebook.PURSUIT_FATIGUE
WHAT: Final = {RUN.id: "running", TIRE.id: "HT against fatigue"}
"""What the rolls of a round are announced for."""
SPOKEN_BANDS: Final = {0: "no band", 1: "a band", 2: "two bands", 3: "three bands", 4: "four bands"}


class QuarryState(StrEnum):
    """What has become of a member of the quarry so far."""

    RUNNING = "running"
    CAUGHT = "caught"
    ESCAPED = "escaped"


RUNNING, CAUGHT, ESCAPED = QuarryState


class Pace(NamedTuple):
    """The roll of a quarry: its margin, and the bands that a critical roll gives its pursuers."""

    margin: int
    shift: int


class Chase(NamedTuple):
    """How a pursuit stands between two rolls.

    `turn` is the place of the next roll within the round. `bands` are those of the pursuers, `fates` and `paces` those
    of the quarry; `running` says who takes part in this round, and `fp` are fatigue points, the quarry first.
    """

    round: int
    turn: int
    bands: tuple[TacticalBand, ...]
    fates: tuple[QuarryState, ...]
    running: tuple[bool, ...]
    fp: tuple[int, ...]
    paces: tuple[Pace | None, ...]
    over: bool = False

    @property
    def is_decided(self) -> bool:
        """Return whether all of the quarry are caught or have escaped."""
        return RUNNING not in self.fates


class Race:
    """The runners of a pursuit, and its rolls; attacks replace runners between the rounds.

    Runners are counted from 0, the quarry first. `log` is what was rolled in the round.
    """

    def __init__(self, input: TacticalPursuit, begins: TacticalBand, prey: tuple[int, ...]) -> None:
        """Set who runs; `prey` is whom each pursuer goes after, of a group that keeps together its first."""
        self.input = input
        self.begins = begins
        self.figures = [*input.quarry, *input.pursuers]
        self.many = len(input.quarry)
        self.prey = prey
        self.log: list[TacticalRun] = []
        self.tired: list[str] = []
        self.chasing = self._in_order(range(self.many, len(self.figures)))
        self.slots = self._slots()

    def _in_order(self, places: range) -> list[int]:
        return sorted(places, key=lambda each: turn_rank(self.figures[each]))

    def _slots(self) -> list["Slot"]:
        """Return the rolls of a round in order, those that are left out in some rounds included."""
        fleeing = self._in_order(range(self.many))
        slots = [Slot(each, RUN, self._flees) for each in fleeing]
        slots += [Slot(each, RUN, self._pursues) for each in self.chasing]
        return slots + [Slot(each, TIRE, self._tires) for each in (*fleeing, *self.chasing) if self.input.fatigue]

    def start(self) -> Chase:
        """Return how a pursuit stands before its first roll; who cannot run is caught, or stays behind."""
        runs = tuple([can_run(each) for each in self.figures])
        followed = any(runs[self.many :])
        chase = Chase(
            round=0,
            turn=0,
            bands=tuple([self.begins if each else LOST for each in runs[self.many :]]),
            fates=tuple([CAUGHT if followed and not each else RUNNING for each in runs[: self.many]]),
            running=runs,
            fp=tuple([fp_of(each) for each in self.figures]),
            paces=(None,) * self.many,
        )
        return self.closed(chase)

    def rolled(self, chase: Chase, dice: Dice) -> Chase:
        """Make the next roll of a round.

        Dice: 3D6.
        """
        return self._next_roll(chase)(dice)

    def next_step(self, chase: Chase) -> Phase[Chase]:
        """Return the next roll, or the end of the round after its last one.

        Dice: 3D6, or none at the end of a round.
        """
        if chase.turn == len(self.slots):
            return NoRoll(lambda _: self.closed(chase))
        return self._next_roll(chase)

    def _next_roll(self, chase: Chase) -> Phase[Chase]:
        slot = self.slots[chase.turn]
        return slot.roll(chase, slot.place)

    def _after(self, chase: Chase, **changes: Any) -> Chase:
        """Return how a pursuit stands before the roll that follows the one whose changes these are."""
        return self._onward(chase._replace(turn=chase.turn + 1, **changes))

    def _onward(self, chase: Chase) -> Chase:
        """Pass over the rolls that nobody makes in this round."""
        turn = chase.turn
        while turn < len(self.slots) and not self._rolls(chase, self.slots[turn]):
            turn += 1
        has_run = turn == len(self.slots) or self.slots[turn].rule is TIRE
        if turn == chase.turn and not has_run:
            return chase
        return chase._replace(turn=turn, paces=(None,) * self.many if has_run else chase.paces)

    def _rolls(self, chase: Chase, slot: "Slot") -> bool:
        """Return whether a runner rolls in this round; of a group that keeps together the slowest runs for all."""
        if not chase.running[slot.place]:
            return False
        leads = slot.place >= self.many or self.input.scatter or slot.rule is TIRE
        return leads or slot.place == self._slowest(chase)

    def closed(self, chase: Chase) -> Chase:
        """End a round: those are gone whom nobody pursues any more, and the next round begins unless it is over."""
        running, fates = list(chase.running), list(chase.fates)
        for place in range(self.many, len(self.figures)):
            runs = running[place] and chase.bands[place - self.many] is not LOST
            running[place] = runs and any(fates[each] is RUNNING for each in self.after(place))
        for place in range(self.many):
            followed = any(running[each] and place in self.after(each) for each in range(self.many, len(running)))
            if fates[place] is RUNNING and not followed:
                fates[place] = ESCAPED
            running[place] = fates[place] is RUNNING
        over = RUNNING not in fates or chase.round == self.input.max_rounds
        ended = chase._replace(fates=tuple(fates), running=tuple(running), over=over)
        return ended if over else self._onward(ended._replace(round=chase.round + 1, turn=0))

    def after(self, pursuer: int) -> tuple[int, ...]:
        """Return the members of the quarry that a pursuer goes after: all of a group that keeps together."""
        return (self.prey[pursuer - self.many],) if self.input.scatter else tuple(range(self.many))

    def _slowest(self, chase: Chase) -> int:
        """Return who sets the pace of a group: the slowest who still runs, of equal ones that with the least score."""
        running = [each for each in range(self.many) if chase.running[each]]
        paces = {each: (move_of(self._as_tired(each, chase)), self._score(each, chase).total) for each in running}
        return min(running, key=lambda each: (paces[each], each))

    def caught(self, chase: Chase, places: tuple[int, ...]) -> Chase:
        """Mark members of the quarry that still run as caught."""
        fates = [CAUGHT if at in places and fate is RUNNING else fate for at, fate in enumerate(chase.fates)]
        return chase._replace(fates=tuple(fates))

    def nearer(self, chase: Chase, pursuer: int, bands: int) -> Chase:
        """Bring a pursuer nearer by some bands, or let it fall behind; at close it has caught whom it goes after."""
        place = pursuer - self.many
        before = chase.bands[place]
        there = shifted(before, bands)
        if there is not before:
            chase = chase._replace(bands=put_at(chase.bands, place, there))
        return self.caught(chase, self.after(pursuer)) if there is CLOSE else chase

    def _as_tired(self, place: int, chase: Chase) -> TacticalFigure:
        figure = self.figures[place]
        return figure if fp_of(figure) == chase.fp[place] else changed(figure, fp=chase.fp[place])

    def _score(self, place: int, chase: Chase) -> Tally:
        """Return what a runner rolls against: Running, or else HT or DX less 5, and what its Move is worth."""
        figure = self._as_tired(place, chase)
        move, skill = move_of(figure), skill_of(figure, RUNNING_SKILL)
        base = max(figure.ht, figure.dx) - DEFAULT_RUNNING if skill is None else skill
        own = [each for each in self.input.modifiers if each.figure == figure.id]
        open_terms = [term(movement_rules.CORE_OPEN_MODIFIERS, each.value, each.label) for each in own]
        return tally(base, [term(rulebook.PURSUIT_SCORE, speed_value(move), f"Speed at Move {move}"), *open_terms])

    # Rolls

    def announced(self, chase: Chase) -> list[Expected]:
        """Return the rolls of a round, as they are announced."""
        slots = [(self.figures[slot.place], slot.rule) for slot in self.slots if self._rolls(chase, slot)]
        return [Expected(rule, THREE_D6, each.id, f"{WHAT[rule.id]} of {name_of(each)}") for each, rule in slots]

    def _flees(self, chase: Chase, place: int) -> Phase[Chase]:
        """Roll how well a quarry runs.

        Dice: 3D6.
        """
        figure, score = self.figures[place], self._score(place, chase)

        def after(roll: Roll, dice: Dice) -> Chase:
            margin, shift = score.total - roll.total, shift_of(score.total, roll.total)
            if dice.tells:
                self._tell(figure, score, roll, ".", (rulebook.PURSUIT_GROUPS,) if self.many > 1 else ())
            return self._after(chase, paces=put_at(chase.paces, self._pace_at(place), Pace(margin, -shift)))

        return OneRoll(RUN, THREE_D6, after, actor=figure.id, target=score)

    def _pace_at(self, place: int) -> int:
        """Return where the pace of a member of the quarry is kept; a group that keeps together has one."""
        return place if self.input.scatter else 0

    def _pursues(self, chase: Chase, place: int) -> Phase[Chase]:
        """Roll how well a pursuer runs, and bring it nearer.

        Dice: 3D6; totals that lead to the same band may be enumerated as one.
        """
        figure, score, at = self.figures[place], self._score(place, chase), place - self.many
        pace = chase.paces[self._pace_at(self.prey[at])] or Pace(0, 0)

        def after(roll: Roll, dice: Dice) -> Chase:
            by = nearer_by(score.total, roll.total, pace)
            there = self.nearer(chase, place, by)
            if dice.tells:
                ahead, band = score.total - roll.total - pace.margin, there.bands[at]
                against = f"{ahead:+d} against" if ahead else "level with"
                more = f", {against} the quarry. {moved_text(by, band)}"
                self._tell(figure, score, roll, more, by=by, band=band)
            return self._after(there)

        bands = bands_between(score.total, pace, chase.bands[at])
        return OneRoll(RUN, THREE_D6, after, bands=bands, actor=figure.id, target=score)

    def _tell(
        self,
        figure: TacticalFigure,
        score: Tally,
        roll: Roll,
        more: str,
        cites: Cites = (),
        *,
        by: int | None = None,
        band: TacticalBand | None = None,
    ) -> None:
        """Note and log how somebody ran."""
        total, margin = roll.total, score.total - roll.total
        shift = shift_of(score.total, total)
        text = f"{name_of(figure)} rolled {total} against {spoken(score)}: margin {margin}{SPOKEN_SHIFTS[shift]}{more}"
        roll.tell(text, margin=margin, cites=(*cites, rulebook.PURSUIT_CRITICAL) if shift else cites)
        self.log.append(TacticalRun(figure=figure.id, score=score, roll=total, margin=margin, bands=by, band=band))

    def _tires(self, chase: Chase, place: int) -> Phase[Chase]:
        """Roll against fatigue.

        Dice: 3D6.
        """
        figure = self.figures[place]
        number = bare(figure.ht)

        def after(roll: Roll, dice: Dice) -> Chase:
            rolled = success_of(number, roll, dice, name=name_of(figure), skill="HT")
            if rolled.succeeded:
                return self._after(chase)
            if dice.tells:
                self.tired.append(figure.id)
            left = fatigue_after(chase.fp[place], 1, fp_max_of(figure))
            return self._after(chase, fp=put_at(chase.fp, place, left))

        bands = success_bands(figure.ht)
        return OneRoll(TIRE, THREE_D6, after, bands=bands, actor=figure.id, target=number)


class Slot(NamedTuple):
    """A roll that a runner makes in a round."""

    place: int
    rule: Rule
    roll: Callable[[Chase, int], Phase[Chase]]


def put_at(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return some items with that at a place replaced."""
    return (*items[:place], item, *items[place + 1 :])


def shift_of(score: int, roll: int) -> int:
    """Return the bands that a critical roll is worth to the one who rolls: 1, -1, or 0 if it is none."""
    return CRITICAL_SHIFT.get(grade_of(score, roll), 0)


def nearer_by(score: int, roll: int, pace: Pace) -> int:
    """Return by how many bands a pursuer comes nearer, negative if it falls behind."""
    margin = score - roll - pace.margin
    won = 0 if margin == 0 else 1 if abs(margin) < TWO_BANDS_BY else 2
    return (won if margin > 0 else -won) + shift_of(score, roll) + pace.shift


def shifted(band: TacticalBand, nearer: int) -> TacticalBand:
    """Return the band that is nearer by some bands, or farther; beyond extreme the quarry is lost."""
    return TacticalBand.at(max(CLOSE.rank, min(band.rank - nearer, LOST.rank)))


@lru_cache(maxsize=4096)
def bands_between(score: int, pace: Pace, band: TacticalBand) -> Bands:
    """Return the totals up to which a pursuer's rolls lead to the same band."""
    leads = [shifted(band, nearer_by(score, total, pace)) for total in THREE_TO_EIGHTEEN]
    ends = [total for total, here, there in zip(THREE_TO_EIGHTEEN, leads, leads[1:], strict=False) if here is not there]
    return (*ends, THREE_TO_EIGHTEEN[-1])


def outer_yards(band: TacticalBand) -> int:
    """Return the longest distance of a band, in yards; the quarry that is lost has none."""
    return next(row.highest or 0 for row in BANDS if row.band is band)


def moved_text(by: int, band: TacticalBand) -> str:
    """Say by how many bands a pursuer came nearer, and how far behind it is."""
    where = "the quarry was out of sight" if band is LOST else f"it was at {band.value} distance"
    if not by:
        return f"The distance stayed: {where}."
    return f"It {'came nearer' if by > 0 else 'fell behind'} by {SPOKEN_BANDS[abs(by)]}: {where}."
