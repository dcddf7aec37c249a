"""Skirmishes: fights without players, played round after round until one side is left."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final

from service.dice.model import Dice
from service.rules.kernel.chain import Chain
from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, sides_of
from service.rules.laurels.attack.legality import warn_of_blanks
from service.rules.laurels.attack.parry import stance_ended
from service.rules.laurels.battle import outcomes
from service.rules.laurels.battle.initiative import refuse_reverse, warn_of_surprise
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsSkirmish
from service.rules.laurels.battle.muster import muster
from service.rules.laurels.battle.state import Battle, is_in, standing
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import LaurelsPcInSkirmish
from service.rules.laurels.book.words import LaurelsRole, LaurelsStatus, LaurelsSurprise
from service.rules.laurels.figures.models import LaurelsInitiative
from service.rules.laurels.rounds.policy import orders_for
from service.rules.laurels.rounds.round import Lines, play
from service.rules.laurels.rounds.turn import Command


@dataclass(frozen=True, slots=True)
class Fight:
    """A skirmish between two rounds: the battle, and what happened in the rounds so far."""

    battle: Battle
    log: tuple[outcomes.LaurelsSkirmishRound, ...]


def resolve_skirmish(input: LaurelsSkirmish, rulings: LaurelsRulings, dice: Dice) -> outcomes.LaurelsSkirmishOutcome:
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
    dice.note(rulebook.SKIRMISH_POLICY, POLICY)
    warn_of_surprise(command.initiative, dice)
    warn_of_blanks([(figure, "participant") for figure in input.participants], dice)
    rounds: Chain[Fight, SkirmishVerdict] = Chain(
        partial(_next_round, input, command),
        lambda fight: len(standing(fight.battle.figures)) < 2 or len(fight.log) == input.max_rounds,
        partial(_verdict, battle),
    )
    ended = rounds.play(Fight(battle, ()), dice)
    verdict = _verdict(battle, ended)
    summary = _summary(verdict)
    dice.note(rulebook.SKIRMISH_END, summary)
    return outcomes.LaurelsSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        log=ended.log,
        state=ended.battle.figures,
    )


POLICY: Final = "No player takes part: all follow their standing orders, or attack the first foe in the list."


def _prepared(input: LaurelsSkirmish, rulings: LaurelsRulings) -> tuple[Battle, Command]:
    for place, figure in enumerate(input.participants):
        if figure.is_pc:
            message = f"{figure.id!r} is played by a person; a skirmish is fought without players."
            raise LaurelsPcInSkirmish(message, pointer=f"/participants/{place}/is_pc")
    battle, orders = muster(input.participants, input.orders, rulings)
    refuse_reverse(input.reverse)
    initiative = LaurelsInitiative(surprise=input.surprise, reverse=input.reverse)
    return battle, Command(initiative, None, orders, rulings)


def _next_round(input: LaurelsSkirmish, command: Command, fight: Fight, dice: Dice) -> Fight:
    """Give everybody an order, play a round, and let sides break.

    Dice: as `resolve-round`.
    """
    number, initiative = len(fight.log) + 1, command.initiative
    if number > 1:
        initiative = LaurelsInitiative(round=number, surprise=LaurelsSurprise.NONE, reverse=input.reverse)
    orders = orders_for(fight.battle, command.orders, command.rulings)
    played = play(fight.battle, replace(command, initiative=initiative, orders=orders), dice)
    battle, fled = _broken(played.battle, input, dice)
    return Fight(battle, (*fight.log, _logged(number, played, fled)))


def _broken(battle: Battle, input: LaurelsSkirmish, dice: Dice) -> tuple[Battle, tuple[str, ...]]:
    """Let the rest of each side flee that has lost the share of its members at which it breaks."""
    fled: list[str] = []
    for role in LaurelsRole if input.break_at is not None else ():
        own = [(place, figure) for place, figure in enumerate(battle.figures) if figure.role is role]
        dead = sum([figure.status is LaurelsStatus.DEAD for _, figure in own])
        if Fraction(dead, len(own)) < Fraction(str(input.break_at)):
            continue
        for place, figure in own:
            if is_in(figure):
                text = f"{figure.id} flees: its side has lost too many."
                dice.note(rulebook.SKIRMISH_BREAK, text, actor=figure.id)
                battle = battle.changed(place, status=LaurelsStatus.FLED, **stance_ended(figure.parry))
                fled.append(figure.id)
    return battle, tuple(fled)


def _logged(number: int, played: Lines, fled: tuple[str, ...]) -> outcomes.LaurelsSkirmishRound:
    past = played.past
    turns = [
        outcomes.LaurelsSkirmishTurn(actor=turn.actor, action=turn.action, target=turn.target, applied=turn.applied)
        for turn in past.events
    ]
    first, surprised = past.initiative.first, past.initiative.surprised
    return outcomes.LaurelsSkirmishRound(number=number, first=first, surprised=surprised, turns=tuple(turns), fled=fled)


def _verdict(before: Battle, fight: Fight) -> SkirmishVerdict:
    pairs = zip(before.figures, fight.battle.figures, strict=True)
    figures = tuple([_fate(was, now) for was, now in pairs])
    sides = standing(fight.battle.figures)
    return SkirmishVerdict(
        winner=min(sides).value if len(sides) == 1 else None,
        draw=not sides,
        undecided=len(sides) > 1,
        rounds=len(fight.log),
        sides=sides_of(figures),
        figures=figures,
    )


def _fate(was: LaurelsCombatant, now: LaurelsCombatant) -> FigureFate:
    """Say what became of a participant; one that fled neither stands nor is lost."""
    fate = FATES.get(now.status, Fate.STANDING)
    return FigureFate(
        id=now.id,
        side=now.role.value,
        fate=fate,
        standing=int(fate is Fate.STANDING),
        lost=int(fate is Fate.DEAD and is_in(was)),
        left=now.stamina,
    )


FATES: Final = {LaurelsStatus.DEAD: Fate.DEAD, LaurelsStatus.FLED: Fate.FLED}


def _summary(verdict: SkirmishVerdict) -> str:
    when = f"after {amount(verdict.rounds, 'round')}"
    if verdict.undecided:
        text = f"Undecided {when}"
    elif verdict.winner is None:
        text = f"Nobody is left to fight {when}"
    else:
        text = f"The {verdict.winner} {'wins' if verdict.winner == LaurelsRole.PARTY else 'win'} {when}"
    fates = [figure.fate for figure in verdict.figures]
    dead, gone = fates.count(Fate.DEAD), fates.count(Fate.FLED)
    return f"{text}: {dead} dead{f', {gone} fled' if gone else ''}."
