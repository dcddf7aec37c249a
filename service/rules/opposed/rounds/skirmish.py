"""Skirmishes: fights without players, round after round by default orders, until one side is left."""

from dataclasses import dataclass, replace
from fractions import Fraction

from service.dice.model import Dice
from service.rules.kernel.chain import Chain
from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, sides_of
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.battle import outcomes
from service.rules.opposed.battle.events import Command, joined, warn
from service.rules.opposed.battle.models import OpposedCombatant, OpposedSide, OpposedSkirmish
from service.rules.opposed.battle.state import Battle, part_the_fallen
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.refusals import PcInSkirmish
from service.rules.opposed.book.words import OpposedStatus
from service.rules.opposed.rounds.policy import orders_for
from service.rules.opposed.rounds.round import begun, prepared, standing


def resolve_skirmish(input: OpposedSkirmish, rulings: OpposedRulings, dice: Dice) -> outcomes.OpposedSkirmishOutcome:
    """Play rounds until at most one side has a figure that can fight, or the rounds are used up.

    At the start of each round every able figure is given its order. A prone one stands up, unless its standing order is
    to pass or to do something else (`other`). A standing order is followed while it makes sense: its target can still
    fight, there is somebody to withdraw from, a stun to recover from, a low posture to get up from, and the weapon it
    needs has not been lost. All others follow the default: strike in melee at the first able foe, in request order, of
    those the figure is engaged with; else, with a weapon that flies, shoot at the first able foe at `distance_hexes`;
    else close with that foe, which engages both. Default orders neither evade nor use manoeuvres; parries and ripostes
    are always taken. A target that falls before the figure's turn costs it the turn. With `break_at`, a side that has
    lost that share of its figures at the end of a round flees: the rest can be handed to `pursue`.

    Dice: as `resolve-round`, round after round.
    Raises: PcInSkirmish, and whatever `resolve_round` refuses; TooManyDice, if the fight goes on and on.
    Source: none; Umpire's adaptation.
    """
    _refuse_players(input)
    battle, command = prepared(input, rulings)
    warn(input.participants, input.grievous_table, rulings, dice)
    fight = Fight(input, command)
    state = fight.chain.play(Rounds(part_the_fallen(battle)), dice)
    verdict = fight.verdict(state)
    summary = _summary(verdict)
    dice.note(rulebook.SKIRMISH_END, summary)
    return outcomes.OpposedSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        log=state.log,
        state=state.battle.figures,
    )


@dataclass(frozen=True, slots=True)
class Rounds:
    """A skirmish between two rounds, and what has been recorded of those before."""

    battle: Battle
    log: tuple[outcomes.OpposedSkirmishRound, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """What is settled before the first die of a skirmish, and the steps of its chain: round after round."""

    input: OpposedSkirmish
    command: Command

    @property
    def chain(self) -> Chain[Rounds, SkirmishVerdict]:
        """The skirmish as a chain of rounds."""
        return Chain(self.advance, self.is_over, self.verdict)

    def is_over(self, rounds: Rounds) -> bool:
        """Return whether at most one side can fight, or the rounds are used up."""
        return len(rounds.log) == self.input.max_rounds or len(standing(rounds.battle.figures)) < 2

    def advance(self, rounds: Rounds, dice: Dice) -> Rounds:
        """Play one round by standing and default orders; at its end sides may flee.

        Dice: as `resolve_round`.
        """
        battle, number = rounds.battle, len(rounds.log) + 1
        orders = orders_for(battle, self.command.orders, self.input.distance_hexes)
        able = joined([called(figure) for figure in battle.figures if is_able(figure)])
        dice.note(rulebook.SKIRMISH_DEFAULT_ORDERS, f"Round {number} begins with {able}.")
        begin = begun(battle, replace(self.command, orders=orders), self.input.sides)
        turns = begin.chain.play(begin.start, dice)
        battle, fled = _broken(turns.battle.rested(), self.input, dice)
        done = tuple([_turn(each) for each in turns.events])
        return Rounds(battle, (*rounds.log, outcomes.OpposedSkirmishRound(number=number, turns=done, fled=fled)))

    def verdict(self, rounds: Rounds) -> SkirmishVerdict:
        """Say how the skirmish ended."""
        pairs = zip(self.input.participants, rounds.battle.figures, strict=True)
        figures = tuple([_fate(was, now) for was, now in pairs])
        sides = standing(rounds.battle.figures)
        return SkirmishVerdict(
            winner=min(sides) if len(sides) == 1 else None,
            draw=not sides,
            undecided=len(sides) > 1,
            rounds=len(rounds.log),
            sides=sides_of(figures),
            figures=figures,
        )


def _fate(was: OpposedCombatant, now: OpposedCombatant) -> FigureFate:
    """Say what became of a figure; one that fled neither stands nor is lost."""
    fate = Fate.FLED if now.status is OpposedStatus.FLED else Fate.STANDING if is_able(now) else Fate.DOWN
    return FigureFate(
        id=now.id,
        side=now.side,
        fate=fate,
        standing=int(fate is Fate.STANDING),
        lost=int(fate is Fate.DOWN and is_able(was)),
        left=now.endurance,
    )


def _turn(event: outcomes.OpposedEvent) -> outcomes.OpposedSkirmishTurn:
    return outcomes.OpposedSkirmishTurn(
        actor=event.actor, action=event.action, target=event.target, applied=event.applied
    )


def _refuse_players(input: OpposedSkirmish) -> None:
    for place, figure in enumerate(input.participants):
        if figure.is_pc:
            message = f"{figure.id!r} is played by a person; a skirmish is fought without players."
            raise PcInSkirmish(message, pointer=f"/participants/{place}/is_pc")


def _broken(battle: Battle, input: OpposedSkirmish, dice: Dice) -> tuple[Battle, tuple[str, ...]]:
    """Let every side flee that has lost the share of its figures at which it breaks."""
    if input.break_at is None:
        return battle, ()
    bearable = Fraction(str(input.break_at))
    fled = [name for side in input.sides for name in _breaking(battle, side, bearable)]
    for name in fled:
        dice.note(
            rulebook.SKIRMISH_BREAK, f"{called(battle.figure(name))} flees: its side has lost too many.", actor=name
        )
        battle = battle.changed(battle.places[name], status=OpposedStatus.FLED, evading=False)
    return part_the_fallen(battle), tuple(fled)


def _breaking(battle: Battle, side: OpposedSide, bearable: Fraction) -> list[str]:
    own = [figure for figure in battle.figures if figure.side == side.id]
    able = [figure.id for figure in own if is_able(figure)]
    fled = [figure for figure in own if figure.status is OpposedStatus.FLED]
    down = len(own) - len(able) - len(fled)
    return able if Fraction(down, len(own)) >= bearable else []


def _summary(verdict: SkirmishVerdict) -> str:
    when = f"after {amount(verdict.rounds, 'round')}"
    if verdict.undecided:
        text = f"Undecided {when}"
    else:
        text = f"{verdict.winner} wins {when}" if verdict.winner else f"Nobody is left to fight {when}"
    fates = [figure.fate for figure in verdict.figures]
    down, gone = fates.count(Fate.DOWN), fates.count(Fate.FLED)
    fled = f", {gone} {'has' if gone == 1 else 'have'} fled" if gone else ""
    return f"{text}: {down} {'is' if down == 1 else 'are'} down{fled}."
