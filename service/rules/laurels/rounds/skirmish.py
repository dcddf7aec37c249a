"""A fight that needs no player: round after round by a simple policy, until one side is left."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from service.dice.model import Dice
from service.rules.laurels.attack.parry import stance_ended
from service.rules.laurels.battle.initiative import refuse_reverse, warn_of_surprise
from service.rules.laurels.battle.models import LaurelsSkirmish
from service.rules.laurels.battle.muster import muster
from service.rules.laurels.battle.outcomes import (
    LaurelsSkirmishOutcome,
    LaurelsSkirmishRound,
    LaurelsSkirmishTurn,
    LaurelsSkirmishVerdict,
)
from service.rules.laurels.battle.state import Battle, begun, is_in, standing
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import LaurelsPcInSkirmish
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.words import LaurelsRole, LaurelsSkirmishEnd, LaurelsStatus, LaurelsSurprise
from service.rules.laurels.figures.models import LaurelsInitiative
from service.rules.laurels.rounds.policy import orders_for
from service.rules.laurels.rounds.round import Played, play
from service.rules.laurels.rounds.turn import Command


def resolve_skirmish(input: LaurelsSkirmish, rulings: LaurelsRulings, dice: Dice) -> LaurelsSkirmishOutcome:
    """Play rounds until at most one side has someone in the fight, or the rounds are used up.

    At the start of each round everybody is given an order: a standing order while it can be followed; else to attack
    the first foe in request order with the readied weapon, from 5 feet, or 10 at range; else to pass. A foe that dies
    before the attacker's turn costs it the turn. With `break_at`, the rest of a side that has lost that share of its
    members at the end of a round flees, and can be handed to `pursue`.

    Dice: as `resolve-round`, round after round.
    Raises: LaurelsPcInSkirmish, and what `resolve-round` refuses; TooManyDice, if the fight goes on and on.
    Ruling: laurels/ruling/npc-roles.
    Source: none; Umpire's adaptation.
    """
    battle, command = _prepared(input, rulings)
    dice.note(rulebook.SKIRMISH_POLICY, POLICY, cites=(Rulings.NPC_ROLES,))
    warn_of_surprise(_initiative(input, 1), dice)
    log: list[LaurelsSkirmishRound] = []
    while len(standing(battle.figures)) > 1 and len(log) < input.max_rounds:
        orders = orders_for(battle, command.orders, rulings)
        played = play(battle, replace(command, orders=orders), _initiative(input, len(log) + 1), None, dice)
        battle, fled = _broken(played.battle, input, dice)
        log.append(_logged(len(log) + 1, played, fled))
    return _outcome(battle, tuple(log), dice)


POLICY: Final = "No player takes part: all follow their standing orders, or attack the first foe in the list."


def _prepared(input: LaurelsSkirmish, rulings: LaurelsRulings) -> tuple[Battle, Command]:
    for place, figure in enumerate(input.participants):
        if figure.is_pc:
            message = f"{figure.id!r} is played by a person; a skirmish is fought without players."
            raise LaurelsPcInSkirmish(message, pointer=f"/participants/{place}/is_pc")
    found = muster(input.participants, input.orders, rulings)
    refuse_reverse(input.reverse)
    return begun(input.participants, found.places), Command(found.orders, rulings)


def _initiative(input: LaurelsSkirmish, number: int) -> LaurelsInitiative:
    surprise = input.surprise if number == 1 else LaurelsSurprise.NONE
    return LaurelsInitiative(round=number, surprise=surprise, reverse=input.reverse)


def _broken(battle: Battle, input: LaurelsSkirmish, dice: Dice) -> tuple[Battle, tuple[str, ...]]:
    """Let the rest of each side flee that has lost the share of its members at which it breaks."""
    if input.break_at is None:
        return battle, ()
    bearable = Fraction(str(input.break_at))
    fled = [place for role in LaurelsRole for place in _breaking(battle, role, bearable)]
    for place in fled:
        name = battle.figures[place].id
        dice.note(rulebook.SKIRMISH_BREAK, f"{name} flees: its side has lost too many.", actor=name)
        battle = battle.changed(place, status=LaurelsStatus.FLED, **stance_ended(battle.figures[place].parry))
    return battle, tuple([battle.figures[place].id for place in fled])


def _breaking(battle: Battle, role: LaurelsRole, bearable: Fraction) -> list[int]:
    own = [(place, figure) for place, figure in enumerate(battle.figures) if figure.role is role]
    dead = sum([figure.status is LaurelsStatus.DEAD for _, figure in own])
    return [place for place, figure in own if is_in(figure)] if Fraction(dead, len(own)) >= bearable else []


def _logged(number: int, played: Played, fled: tuple[str, ...]) -> LaurelsSkirmishRound:
    turns = [
        LaurelsSkirmishTurn(actor=event.actor, action=event.action, target=event.target, applied=event.applied)
        for event in played.events
    ]
    return LaurelsSkirmishRound(
        number=number,
        first=played.initiative.first,
        surprised=played.initiative.surprised,
        turns=tuple(turns),
        fled=fled,
    )


def _outcome(battle: Battle, log: tuple[LaurelsSkirmishRound, ...], dice: Dice) -> LaurelsSkirmishOutcome:
    sides = standing(battle.figures)
    verdict = LaurelsSkirmishVerdict(
        outcome=LaurelsSkirmishEnd.DECIDED if len(sides) < 2 else LaurelsSkirmishEnd.UNDECIDED,
        winner=min(sides) if len(sides) == 1 else None,
        rounds=len(log),
        dead=_count(battle, LaurelsStatus.DEAD),
        fled=_count(battle, LaurelsStatus.FLED),
    )
    summary = _summary(verdict)
    dice.note(rulebook.SKIRMISH_END, summary)
    return LaurelsSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        outcome=verdict.outcome,
        winner=verdict.winner,
        rounds=verdict.rounds,
        log=log,
        state=battle.figures,
    )


def _count(battle: Battle, status: LaurelsStatus) -> int:
    return sum([figure.status is status for figure in battle.figures])


def _summary(verdict: LaurelsSkirmishVerdict) -> str:
    when = f"after {verdict.rounds} round{'' if verdict.rounds == 1 else 's'}"
    if verdict.outcome is LaurelsSkirmishEnd.UNDECIDED:
        text = f"Undecided {when}"
    elif verdict.winner is None:
        text = f"Nobody is left to fight {when}"
    else:
        text = f"The {verdict.winner.value} {'wins' if verdict.winner is LaurelsRole.PARTY else 'win'} {when}"
    fled = f", {verdict.fled} fled" if verdict.fled else ""
    return f"{text}: {verdict.dead} dead{fled}."
