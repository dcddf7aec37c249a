"""A fight that needs no player: round after round by default orders, until one side is left."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from service.dice.model import Dice
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle.events import joined, warn_if_unread
from service.rules.opposed.battle.models import OpposedSide, OpposedSkirmish
from service.rules.opposed.battle.muster import muster
from service.rules.opposed.battle.outcomes import (
    OpposedEvent,
    OpposedSkirmishOutcome,
    OpposedSkirmishRound,
    OpposedSkirmishTurn,
    OpposedSkirmishVerdict,
)
from service.rules.opposed.battle.state import Battle, part_the_fallen
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedRulings
from service.rules.opposed.book.refusals import PcInSkirmish
from service.rules.opposed.book.words import OpposedSkirmishEnd, OpposedStatus
from service.rules.opposed.rounds.policy import orders_for
from service.rules.opposed.rounds.round import play, standing
from service.rules.opposed.rounds.turn import Command


def resolve_skirmish(input: OpposedSkirmish, rulings: OpposedRulings, dice: Dice) -> OpposedSkirmishOutcome:
    """Play rounds until at most one side has a figure that can fight, or the rounds are used up.

    At the start of each round every able figure is given its order. A prone one stands up, unless its standing order is
    to pass or to do something else (`other`). A standing order is followed while it makes sense: its target can still
    fight, there is somebody to withdraw from, a stun to recover from, a low posture to get up from, and the weapon it
    needs has not been lost. All others follow the default: strike in melee at the first able foe, in request order, of
    those the figure is engaged with; else, with a weapon that flies, shoot at the first able foe at `distance_hexes`;
    else close with that foe, which engages both. Default orders neither evade nor use manoeuvres; parries and ripostes
    are always taken. A target that falls before the figure's turn costs it the turn. With `break_at`, a side that has
    lost that share of its figures at the end of a round flees: the rest can be handed to `pursue`.

    Dice: as `resolve_round`, round after round.
    Raises: PcInSkirmish, and whatever `resolve_round` refuses; TooManyDice, if the fight goes on and on.
    Source: none; Umpire's adaptation.
    """
    battle, command = _prepared(input, rulings)
    warn_if_unread(input.grievous_table, rulings, dice)
    battle = part_the_fallen(battle)
    log: list[OpposedSkirmishRound] = []
    while len(standing(battle.figures)) > 1 and len(log) < input.max_rounds:
        orders = orders_for(battle, command.orders, input.distance_hexes)
        _tell_round(len(log) + 1, battle, dice)
        played = play(battle, replace(command, orders=orders), input.sides, dice)
        battle, fled = _broken(_rested(played.battle), input, dice)
        log.append(_logged(len(log) + 1, played.events, fled))
    return _outcome(input, battle, tuple(log), dice)


def _prepared(input: OpposedSkirmish, rulings: OpposedRulings) -> tuple[Battle, Command]:
    for place, figure in enumerate(input.participants):
        if figure.is_pc:
            message = f"{figure.id!r} is played by a person; a skirmish is fought without players."
            raise PcInSkirmish(message, pointer=f"/participants/{place}/is_pc")
    found = muster(input.sides, input.participants, input.orders, ())
    resolves = rulings.consequences is not OpposedConsequences.FLAG
    command = Command(found.orders, found.reactions, rulings, resolves, input.grievous_table)
    return Battle(input.participants, (0,) * len(input.participants), found.places), command


def _rested(battle: Battle) -> Battle:
    """Return the battle at the end of a round, when what fumbles did to initiative is over."""
    return Battle(battle.figures, (0,) * len(battle.figures), battle.places)


def _broken(battle: Battle, input: OpposedSkirmish, dice: Dice) -> tuple[Battle, tuple[str, ...]]:
    """Let every side flee that has lost the share of its figures at which it breaks."""
    if input.break_at is None:
        return battle, ()
    bearable = Fraction(str(input.break_at))
    fled = [name for side in input.sides for name in _breaking(battle, side, bearable)]
    for name in fled:
        dice.note(rulebook.SKIRMISH_BREAK, f"{name} flees: its side has lost too many.", actor=name)
        battle = battle.changed(battle.places[name], status=OpposedStatus.FLED, evading=False)
    return part_the_fallen(battle), tuple(fled)


def _breaking(battle: Battle, side: OpposedSide, bearable: Fraction) -> list[str]:
    own = [figure for figure in battle.figures if figure.side == side.id]
    able = [figure.id for figure in own if is_able(figure)]
    fled = [figure for figure in own if figure.status is OpposedStatus.FLED]
    down = len(own) - len(able) - len(fled)
    return able if Fraction(down, len(own)) >= bearable else []


def _logged(number: int, events: Sequence[OpposedEvent], fled: tuple[str, ...]) -> OpposedSkirmishRound:
    turns = [
        OpposedSkirmishTurn(actor=event.actor, action=event.action, target=event.target, applied=event.applied)
        for event in events
    ]
    return OpposedSkirmishRound(number=number, turns=tuple(turns), fled=fled)


def _tell_round(number: int, battle: Battle, dice: Dice) -> None:
    able = joined([figure.id for figure in battle.figures if is_able(figure)])
    dice.note(rulebook.SKIRMISH_DEFAULT_ORDERS, f"Round {number} begins with {able}.")


def _outcome(
    input: OpposedSkirmish, battle: Battle, log: tuple[OpposedSkirmishRound, ...], dice: Dice
) -> OpposedSkirmishOutcome:
    sides = standing(battle.figures)
    decided = len(sides) < 2
    verdict = OpposedSkirmishVerdict(
        outcome=OpposedSkirmishEnd.DECIDED if decided else OpposedSkirmishEnd.UNDECIDED,
        winner=min(sides) if len(sides) == 1 else None,
        rounds=len(log),
        down=sum([not is_able(each) and each.status is not OpposedStatus.FLED for each in battle.figures]),
        fled=sum([each.status is OpposedStatus.FLED for each in battle.figures]),
    )
    summary = _summary(verdict)
    dice.note(rulebook.SKIRMISH_END, summary)
    return OpposedSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        outcome=verdict.outcome,
        winner=verdict.winner,
        rounds=verdict.rounds,
        log=log,
        state=battle.figures,
    )


def _summary(verdict: OpposedSkirmishVerdict) -> str:
    when = f"after {verdict.rounds} round{'' if verdict.rounds == 1 else 's'}"
    if verdict.outcome is OpposedSkirmishEnd.UNDECIDED:
        text = f"Undecided {when}"
    else:
        text = f"{verdict.winner} wins {when}" if verdict.winner else f"Nobody is left to fight {when}"
    fled = f", {verdict.fled} {'has' if verdict.fled == 1 else 'have'} fled" if verdict.fled else ""
    return f"{text}: {verdict.down} {'is' if verdict.down == 1 else 'are'} down{fled}."
