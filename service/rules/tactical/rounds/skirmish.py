"""Skirmishes: fights without players, second after second, until one side is left or the rounds are used up."""

from collections.abc import Hashable, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.kernel.fight import Fight, changes_of
from service.rules.kernel.telling import amount
from service.rules.kernel.turns.situations import fight_told
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, sides_of
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import OneSide, TacticalDuplicateId
from service.rules.tactical.book.words import TacticalStance
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.rounds import records
from service.rules.tactical.rounds.ending import fate_of, refuse_over
from service.rules.tactical.rounds.order import completed, left_in, order_of, waiting_of
from service.rules.tactical.rounds.policy.policy import minded
from service.rules.tactical.rounds.policy.view import CAUTIOUS
from service.rules.tactical.rounds.round import STEADY, able_sides, is_over, play_turn
from service.rules.tactical.rounds.turn.turn import Orders

STANDING: Final = Fate.STANDING
DOWN: Final = Fate.DOWN
SHOT_AT: Final = 10
"""Hexes within which a foe with a ranged weapon keeps a fugitive from getting away."""
LOST: Final = frozenset({Fate.DEAD, DOWN, Fate.CAPTURED})


class Between(NamedTuple):
    """A skirmish between two rounds: the field, and those who have left it.

    `order` are the ids of all in turn order, `taken` those of items that somebody has picked up, `turns` is how many
    turns have been taken. `log` tells what happened in each round. `waiting` are the ids of those who are still to act
    in a round that was under way before the skirmish, None if none was.
    """

    field: Field
    order: tuple[str, ...]
    fled: tuple[TacticalFigure, ...] = ()
    taken: tuple[str, ...] = ()
    turns: int = 0
    log: tuple[records.TacticalSkirmishRound, ...] = ()
    waiting: tuple[str, ...] | None = None


class Within(NamedTuple):
    """A skirmish within a round: what it was before, the ids of those whose turn is to come, and what has been told.

    `field`, `taken` and `turns` are as they are now.
    """

    before: Between
    waiting: tuple[str, ...]
    field: Field
    taken: tuple[str, ...]
    turns: int
    told: tuple[records.TacticalSkirmishTurn, ...] = ()


State = Between | Within


class Skirmish(NamedTuple):
    """What is settled before the first die of a skirmish, and its steps: one figure's turn after the other.

    A field that belongs to a state is never changed: each step, and each round that is played at once, has a copy.
    """

    input: records.TacticalSkirmishInput
    start: Field
    stances: Mapping[str, TacticalStance]

    def fight(self) -> Fight[State]:
        """Return its steps."""
        return Fight(
            begin=self.begin,
            advance=self.advance,
            is_over=self.is_over,
            is_between_rounds=lambda state: isinstance(state, Between),
            key=self.key,
            fates=self.fates,
            verdict=self.verdict,
            most_rounds=self.input.max_rounds,
            play_round=self.play_round,
        )

    def begin(self, dice: Dice) -> State:
        """Roll the turn order, unless the request has it.

        Dice: as `turn_order`.
        """
        order = order_of(self.input.figures, self.input.order, self.start.rulings.tie, dice)
        acting = left_in(self.input.figures, self.input.order, self.input.waiting)
        return Between(self.start, order, waiting=None if self.input.waiting is None else waiting_of(order, acting))

    def is_over(self, state: State) -> bool:
        """Return whether no two sides that are foes can act any more, or the turns are used up."""
        return state.turns >= records.MOST_TURNS or is_over(state.field)

    def advance(self, state: State, dice: Dice) -> State:
        """Play the turn of the next figure, and pass over those after it who are out of action.

        At the end of a round those get away who flee, and whom nobody could reach.

        Dice: those of a turn.
        """
        return self._played(state, dice, turns=1)

    def play_round(self, state: State, dice: Dice) -> State:
        """Play the turns of all figures whose turn is to come in this round.

        Dice: those of each turn.
        """
        return self._played(state, dice, turns=inf)

    def _played(self, state: State, dice: Dice, turns: float) -> State:
        """Play so many turns, and pass over those after them who are out of action; end the round after the last."""
        if isinstance(state, Between):
            ids = state.order if state.waiting is None else state.waiting
            waiting = tuple([each for each in ids if each in state.field])
            state = Within(state, waiting, state.field, state.taken, state.turns)
        field, taken = state.field.copy(), list(state.taken)
        reports: list[records.TacticalTurnReport] = []
        orders, mind = Orders({}, {}, taken, self.stances), minded(dice)
        waiting = state.waiting
        while waiting and not (len(reports) >= turns and standing.is_conscious(field[waiting[0]])):
            if dice.tells or standing.is_conscious(field[waiting[0]]):
                reports.append(play_turn(field, waiting[0], orders, dice, mind))
            waiting = waiting[1:]
        done = state.turns + sum([not each.skipped for each in reports])
        told = (*state.told, *_told(reports)) if dice.tells else ()
        after = Within(state.before, waiting, field, tuple(taken), done, told)
        return after if waiting else self._end_round(after, dice)

    def _end_round(self, state: Within, dice: Dice) -> Between:
        """Let those get away who flee, and whom nobody could reach."""
        before, field = state.before, state.field
        gone = [each for each in field if self._gets_away(field, each)]
        names = tuple([each.id for each in gone])
        left = field.without(names) if names else field
        log = before.log
        if dice.tells:
            for each in gone:
                dice.note(rulebook.NPC_STANCE, f"{standing.name_of(each)} got away.", actor=each.id)
            number, sides = len(log) + 1, ", ".join(able_sides(left)) or "none"
            dice.note(rules.TURN_ROUND_END, f"End of round {number}. Sides that can still act: {sides}.")
            log = (*log, records.TacticalSkirmishRound(round=number, turns=state.told, fled=names))
        return Between(left, before.order, (*before.fled, *gone), state.taken, state.turns, log)

    def _gets_away(self, field: Field, figure: TacticalFigure) -> bool:
        """Return whether a badly hurt figure that flees is out of the reach of every foe that can act."""
        cautious = self.stances[figure.id] is CAUTIOUS
        if not (cautious and standing.is_able(figure) and standing.is_badly_hurt(figure)):
            return False
        foes = [each for each in field.foes(figure) if standing.is_able(each)]
        return bool(foes) and all(field.distance(figure, each) > threat_of(each) for each in foes)

    def now(self, state: State) -> tuple[TacticalFigure, ...]:
        """Return all figures of the request as they are now, or were when they left."""
        fled = {each.id: each for each in latest(state).fled}
        return tuple([fled.get(each.id) or state.field[each.id] for each in self.input.figures])

    def key(self, state: State) -> Hashable:
        """Return what has changed of each figure, who has left, who acts when, and which items are taken.

        How many turns have been taken counts only where they may be used up before the rounds are.
        """
        figures = tuple([_changes(was, now) for was, now in zip(self.input.figures, self.now(state), strict=True)])
        limited = len(self.input.figures) * self.input.max_rounds >= records.MOST_TURNS
        turns = state.turns if limited else 0
        waiting, before = state.waiting, latest(state)
        return figures, tuple([each.id for each in before.fled]), before.order, waiting, state.taken, turns

    def fates(self, state: State) -> tuple[FigureFate, ...]:
        """Say what has become of each figure."""
        gone = {each.id for each in latest(state).fled}
        pairs = zip(self.input.figures, self.now(state), strict=True)
        return tuple([_fate(was, now, fled=was.id in gone) for was, now in pairs])

    def verdict(self, state: State, rounds: int) -> SkirmishVerdict:
        """Say how the skirmish ended."""
        fates, sides, over = self.fates(state), able_sides(state.field), is_over(state.field)
        return SkirmishVerdict(
            winner=sides[0] if over and sides else None,
            draw=over and not sides,
            undecided=not over,
            rounds=rounds,
            sides=sides_of(fates),
            figures=fates,
        )


def latest(state: State) -> Between:
    """Return a skirmish as it was before the round that is being played, or as it is if none is."""
    return state if isinstance(state, Between) else state.before


def _told(reports: Sequence[records.TacticalTurnReport]) -> list[records.TacticalSkirmishTurn]:
    """Return what the log says of turns; those of figures that are out of action are left out."""
    return [
        records.TacticalSkirmishTurn(figure=each.figure, maneuver=each.maneuver, summary=each.summary)
        for each in reports
        if each.maneuver is not None and not each.skipped
    ]


def _changes(was: TacticalFigure, now: TacticalFigure) -> Hashable:
    """Return what has changed of a figure, and of what it remembers of the fight."""
    changes = tuple([each for each in changes_of(was, now) if each[0] != "state"])
    return changes, changes_of(was.state, now.state)


def skirmish_of(input: records.TacticalSkirmishInput, rulings: TacticalRulings) -> Skirmish:
    """Return a skirmish, checked."""
    field = field_of(input, rulings)
    refuse_over(input)
    stances = _stances(field, input)
    left_in(input.figures, input.order, input.waiting)  # refuses who is not on the map, before any die
    if input.order is not None:
        completed(input.order, input.figures)
    if is_over(field):
        able = ", ".join(able_sides(field)) or "none"
        message = f"A skirmish takes two hostile sides with figures that can act; sides that can act: {able}."
        raise OneSide(message, pointer="/figures")
    return Skirmish(input, field, stances)


def fight_of(input: records.TacticalSkirmishInput, rulings: TacticalRulings) -> Fight[State]:
    """Return the steps of a skirmish.

    Raises: as `skirmish_of`.
    """
    return skirmish_of(input, rulings).fight()


def resolve_skirmish(
    input: records.TacticalSkirmishInput, rulings: TacticalRulings, dice: Dice
) -> records.TacticalSkirmishOutcome:
    """Play rounds of one second until no two hostile sides can act, or the rounds or 1,200 turns are used up.

    Everybody plays by itself: it goes for the nearest foe that it sees, strikes or shoots if it can, and else closes
    in. A cautious figure flees once it is badly hurt, and gets away where no foe could reach it; who is reckless
    strikes with all its might. Defenses are those with the highest number.

    The order of turns is that of the request, if it has one, and the first round may be the rest of one (`waiting`).

    Dice: those of the turn order, then those of `resolve-round`, round after round.
    Raises: OneSide, TacticalUnknownFigure, TacticalDuplicateId, and what a map and figures are refused for;
    TooManyDice, if the fight goes on and on.
    Source: none; Umpire's adaptation.
    """
    skirmish = skirmish_of(input, rulings)
    text = "Everybody defended itself with the highest number that it had, and retreated where it could."
    dice.note(rulebook.NPC_DEFENSE, text)
    state, rounds = skirmish.fight().play(dice)
    verdict = skirmish.verdict(state, rounds)
    if verdict.undecided:
        limit, many = ("round", rounds) if rounds == input.max_rounds else ("turn", state.turns)
        dice.warn(f"max_{limit}s_reached: the fight was still going on after {amount(many, limit)}.")
    names = {each.id: standing.name_of(each) for each in input.figures}
    summary = fight_told(verdict, names.__getitem__, unit="second")
    dice.note(rulebook.NPC_STOP, summary)
    ended = latest(state)
    after = list(zip(input.figures, skirmish.now(state), strict=True))
    return records.TacticalSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        survivors=tuple([now.id for _, now in after if standing.is_able(now)]),
        order=ended.order,
        log=ended.log,
        figures=tuple([now for was, now in after if now is not was]),
    )


def _stances(field: Field, input: records.TacticalSkirmishInput) -> dict[str, TacticalStance]:
    """Return the stance of every figure."""
    stances: dict[str, TacticalStance] = {}
    for place, each in enumerate(input.stances):
        at = f"/stances/{place}/figure"
        field.find(each.figure, at)
        if each.figure in stances:
            raise TacticalDuplicateId(f"{each.figure!r} has two stances.", pointer=at)
        stances[each.figure] = each.stance
    return {each.id: STEADY for each in input.figures} | stances


def threat_of(figure: TacticalFigure) -> int:
    """Return the hexes within which a figure may strike or shoot somebody in its next turn or the one after it."""
    ready = standing.ready_weapons(figure)
    if any(standing.is_ranged(each) for each in ready):
        return max(SHOT_AT, standing.move_of(figure))
    reaches = [
        reach for weapon in ready for mode in weapon.modes for reach in standing.reaches_now(figure, weapon, mode.name)
    ]
    return standing.move_of(figure) + max(reaches, default=0) + 1


def _fate(was: TacticalFigure, now: TacticalFigure, *, fled: bool) -> FigureFate:
    """Say what became of a figure; one that fled neither stands nor is lost."""
    fate = Fate.FLED if fled else fate_of(now)
    return FigureFate(
        id=now.id,
        side=now.side,
        fate=fate,
        standing=int(fate is STANDING),
        lost=int(fate in LOST and standing.is_able(was)),
        left=standing.hp_of(now),
    )
