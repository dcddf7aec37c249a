"""Skirmishes: fights without players, second after second, until one side is left or the rounds are used up."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.kernel.chain import Chain
from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, sides_of
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import OneSide, TacticalDuplicateId
from service.rules.tactical.book.words import TacticalStance
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.reaches import reaches_now
from service.rules.tactical.figures.standing import (
    hp_of,
    is_able,
    is_badly_hurt,
    is_conscious,
    is_ranged,
    move_of,
    name_of,
    ready_weapons,
)
from service.rules.tactical.rounds.order import turn_order
from service.rules.tactical.rounds.policy import minded
from service.rules.tactical.rounds.round import STEADY, able_sides, is_over, play_round
from service.rules.tactical.rounds.skirmish_models import (
    MOST_TURNS,
    TacticalSkirmishInput,
    TacticalSkirmishOutcome,
    TacticalSkirmishRound,
    TacticalSkirmishTurn,
)
from service.rules.tactical.rounds.turn import Orders

SHOT_AT: Final = 10
"""Hexes within which a foe with a ranged weapon keeps a fugitive from getting away."""
LOST: Final = frozenset({Fate.DEAD, Fate.DOWN, Fate.CAPTURED})


class Fight(NamedTuple):
    """A skirmish between two rounds: the field, those who have left it, and what happened in each round."""

    field: Field
    fled: tuple[TacticalFigure, ...] = ()
    log: tuple[TacticalSkirmishRound, ...] = ()

    @property
    def turns(self) -> int:
        """How many turns have been taken."""
        return sum([len(each.turns) for each in self.log])

    def now(self, figure: TacticalFigure) -> TacticalFigure:
        """Return a figure as it is now, or was when it left."""
        return next((each for each in self.fled if each.id == figure.id), None) or self.field[figure.id]


class Skirmish(NamedTuple):
    """What is settled before the first round: who fights how, in which order."""

    input: TacticalSkirmishInput
    order: tuple[str, ...]
    orders: Orders

    @property
    def chain(self) -> Chain[Fight, SkirmishVerdict]:
        """The skirmish as a chain of rounds."""
        return Chain(self.advance, self.is_over, self.verdict)

    def is_over(self, fight: Fight) -> bool:
        """Tell whether no two sides that are foes can act any more, or the rounds or the turns are used up."""
        return len(fight.log) == self.input.max_rounds or fight.turns >= MOST_TURNS or is_over(fight.field)

    def advance(self, fight: Fight, dice: Dice) -> Fight:
        """Play one round; at its end those get away who flee, and whom nobody could reach.

        Dice: those of a round.
        """
        number = len(fight.log) + 1
        field = fight.field
        turns = play_round(field, [each for each in self.order if each in field], self.orders, dice, minded(dice))
        gone = [each for each in field if self._gets_away(field, each)]
        for each in gone:
            dice.note(rulebook.NPC_STANCE, f"{name_of(each)} got away.", actor=each.id)
        names = tuple([each.id for each in gone])
        left = field.without(names) if names else field
        sides = ", ".join(able_sides(left)) or "none"
        dice.note(rules.TURN_ROUND_END, f"End of round {number}. Sides that can still act: {sides}.")
        told = [
            TacticalSkirmishTurn(figure=each.figure, maneuver=each.maneuver, summary=each.summary)
            for each in turns
            if each.maneuver is not None and not each.skipped
        ]
        done = TacticalSkirmishRound(round=number, turns=tuple(told), fled=names)
        return Fight(left, (*fight.fled, *gone), (*fight.log, done))

    def _gets_away(self, field: Field, figure: TacticalFigure) -> bool:
        """Tell whether a badly hurt figure that flees is out of the reach of every foe that can act."""
        cautious = self.orders.stances[figure.id] is TacticalStance.CAUTIOUS
        if not (cautious and is_able(figure) and is_badly_hurt(figure)):
            return False
        foes = [each for each in field if is_able(each) and field.is_foe(figure, each)]
        return bool(foes) and all(field.distance(figure, each) > threat_of(each) for each in foes)

    def verdict(self, fight: Fight) -> SkirmishVerdict:
        """Say how the skirmish ended."""
        gone = {each.id for each in fight.fled}
        fates = tuple([_fate(was, fight.now(was), fled=was.id in gone) for was in self.input.figures])
        sides, over = able_sides(fight.field), is_over(fight.field)
        return SkirmishVerdict(
            winner=sides[0] if over and sides else None,
            draw=over and not sides,
            undecided=not over,
            rounds=len(fight.log),
            sides=sides_of(fates),
            figures=fates,
        )


def resolve_skirmish(input: TacticalSkirmishInput, rulings: TacticalRulings, dice: Dice) -> TacticalSkirmishOutcome:
    """Play rounds of one second until no two hostile sides can act, or the rounds or 1,200 turns are used up.

    Everybody plays by itself: it goes for the nearest foe that it sees, strikes or shoots if it can, and else closes
    in. Who is cautious flees once badly hurt, and gets away where no foe could reach it; who is reckless strikes with
    all its might. Defenses are those with the highest number.

    Dice: those of the turn order, then those of `resolve-round`, round after round.
    Raises: OneSide, TacticalUnknownFigure, TacticalDuplicateId, and what a map and figures are refused for;
    TooManyDice, if the fight goes on and on.
    Source: none; Umpire's adaptation.
    """
    field = field_of(input, rulings)
    stances = _stances(field, input)
    if is_over(field):
        able = ", ".join(able_sides(field)) or "none"
        message = f"A skirmish takes two hostile sides with figures that can act; sides that can act: {able}."
        raise OneSide(message, pointer="/figures")
    text = "Everybody defends itself with the highest number that it has, and retreats where it can."
    dice.note(rulebook.NPC_DEFENSE, text)
    order = turn_order(input.figures, rulings.tie, dice)
    skirmish = Skirmish(input, order, Orders({}, {}, [], stances))
    fight = skirmish.chain.play(Fight(field), dice)
    verdict = skirmish.verdict(fight)
    if verdict.undecided:
        limit, many = ("rounds", verdict.rounds) if verdict.rounds == input.max_rounds else ("turns", fight.turns)
        dice.warn(f"max_{limit}_reached: the fight was still going on after {many} {limit}.")
    summary = _summary(input.figures, verdict)
    dice.note(rulebook.NPC_STOP, summary)
    after = [(was, fight.now(was)) for was in input.figures]
    return TacticalSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        survivors=tuple([now.id for _, now in after if is_able(now)]),
        order=order,
        log=fight.log,
        figures=tuple([now for was, now in after if now is not was]),
    )


def _stances(field: Field, input: TacticalSkirmishInput) -> dict[str, TacticalStance]:
    """Return the stance of every figure.

    Raises: TacticalUnknownFigure, TacticalDuplicateId.
    """
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
    ready = ready_weapons(figure)
    if any(is_ranged(each) for each in ready):
        return max(SHOT_AT, move_of(figure))
    reaches = [reach for weapon in ready for mode in weapon.modes for reach in reaches_now(figure, weapon, mode.name)]
    return move_of(figure) + max(reaches, default=0) + 1


def _fate(was: TacticalFigure, now: TacticalFigure, *, fled: bool) -> FigureFate:
    """Say what became of a figure; one that fled neither stands nor is lost."""
    if fled:
        fate = Fate.FLED
    elif now.state.dead:
        fate = Fate.DEAD
    elif not is_conscious(now):
        fate = Fate.DOWN
    else:
        fate = Fate.STANDING if is_able(now) else Fate.CAPTURED
    return FigureFate(
        id=now.id,
        side=now.side,
        fate=fate,
        standing=int(fate is Fate.STANDING),
        lost=int(fate in LOST and is_able(was)),
        left=hp_of(now),
    )


def _summary(figures: Sequence[TacticalFigure], verdict: SkirmishVerdict) -> str:
    """Say who won, and what each side lost."""
    when = f"after {amount(verdict.rounds, 'second')}"
    if verdict.winner is not None:
        text = f"{verdict.winner} won {when}"
    else:
        text = f"{'Nobody is left to fight' if verdict.draw else 'Undecided'} {when}"
    many = {each.side: [figure.side for figure in figures].count(each.side) for each in verdict.sides}
    losses = [f"{each.side} lost {each.lost} of {many[each.side]}" for each in verdict.sides]
    fled = [each.fate for each in verdict.figures].count(Fate.FLED)
    away = f"; {fled} got away" if fled else ""
    return f"{text}: {', '.join(losses)}{away}."
