"""What figures do that play by themselves: they close in and turn to face, shoot, reload, get up, and flee when hurt.

The first kind of action that is possible is chosen. Defenses are those with the highest number, with a retreat if it
is free; that is how everybody defends himself who is not told otherwise.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalManeuver, TacticalStance, TacticalWaitEvent, TacticalWeaponKind
from service.rules.tactical.figures.condition import TacticalResponse, TacticalTrigger, TacticalWait
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import is_bound
from service.rules.tactical.figures.standing import is_badly_hurt, name_of
from service.rules.tactical.rounds import proposals as ways
from service.rules.tactical.rounds.models import TacticalIntent
from service.rules.tactical.rounds.view import View

DO_NOTHING: Final = TacticalManeuver.DO_NOTHING
CAUTIOUS: Final = TacticalStance.CAUTIOUS
TARGET: Final = (rulebook.NPC_TARGET,)
ON_THE_WAY: Final = (rulebook.NPC_TARGET, rulebook.NPC_TIE_BREAK)
STANCE: Final = (rulebook.NPC_STANCE,)


class Kind(NamedTuple):
    """A kind of action: why a figure chooses it, in a player's words, the rules behind it, and the intents to try."""

    why: str
    cites: Cites
    intents: Iterator[TacticalIntent]


class Choice(NamedTuple):
    """What a figure does, and why."""

    intent: TacticalIntent
    why: str
    cites: Cites


def intent_of(field: Field, id: str, stance: TacticalStance) -> TacticalIntent:
    """Return what a figure does in the turn that it is about to begin: a legal intent, found without dice.

    The field is not changed.
    Source: Umpire's adaptation.
    """
    return choice_of(field, id, stance).intent


def minded(dice: Dice) -> Callable[[Field, str, TacticalStance], TacticalIntent]:
    """Return what decides for figures that play by themselves, and records why they do what they do."""

    def mind(field: Field, id: str, stance: TacticalStance) -> TacticalIntent:
        choice = choice_of(field, id, stance)
        text = f"{name_of(field[id])} plays by itself, {stance.value}: {choice.why}."
        dice.note(rulebook.NPC_PRIORITY, text, actor=id, cites=choice.cites)
        return choice.intent

    return mind


def choice_of(field: Field, id: str, stance: TacticalStance) -> Choice:
    """Return what a figure does in the turn that it is about to begin, and why."""
    view = View(field, id, stance)
    state = view.figure.state
    if not state.stunned and not state.must_do_nothing:
        for kind in _kinds(view):
            for intent in kind.intents:
                if view.is_legal(intent):
                    return Choice(intent, kind.why, kind.cites)
    why = "it is stunned" if state.stunned or state.must_do_nothing else "there is nothing that it can do"
    return Choice(TacticalIntent(figure=id, maneuver=DO_NOTHING), why, ())


def _kinds(view: View) -> Iterator[Kind]:
    """Yield the kinds of action, the most pressing first."""
    if view.figure.state.pinned_by:
        yield Kind("it is pinned and tries to break free", (), ways.freeing(view))
        return
    yield Kind("it gets up", (), ways.rising(view))
    if not view.targets:
        return
    if view.stance is CAUTIOUS and is_badly_hurt(view.figure):
        yield Kind("it is badly hurt and moves away", STANCE, ways.fleeing(view))
    yield from _hand_to_hand(view)
    yield from _armed(view)
    yield from _on_the_move(view)


def _hand_to_hand(view: View) -> Iterator[Kind]:
    """Yield what a figure does that shares a hex with foes."""
    foes = view.opponents
    if foes:
        yield Kind("a foe is in its hex, and it strikes", TARGET, ways.striking_here(view, foes))
    if is_bound(view.field, view.figure):
        yield Kind("it is held and stands up", (), ways.straightening(view))
        yield Kind("it is held and tries to break free", (), ways.freeing(view))
    if foes:
        step = ways.striking_after_move(view, foes, TacticalManeuver.ATTACK)
        yield Kind("a foe is in its hex, and it steps out and strikes", ON_THE_WAY, step)
        if not any(0 in each.reaches for each in view.blows):
            yield Kind("a foe is in its hex, and it readies a short weapon", (), ways.arming(view))


def _armed(view: View) -> Iterator[Kind]:
    """Yield what a figure does with its weapons without going far."""
    targets, at_hand = view.targets, view.nearest() <= ways.AT_HAND
    cites = (*TARGET, *(STANCE if view.is_reckless else ()))
    if not at_hand:
        yield Kind("no foe is near, and it shoots or aims", TARGET, ways.shooting(view))
    if not is_armed(view):
        if at_hand:
            yield Kind("a foe is at hand, and it shoots at once", TARGET, ways.shooting_at_once(view))
        if at_hand or not view.missiles:
            yield Kind("it needs a weapon and readies one", (), ways.arming(view))
        if not view.missiles:
            yield Kind("it readies a weapon to shoot with", (), ways.carrying_missiles(view))
        for weapon in view.missiles:
            yield Kind("it reloads", (), ways.reloading(view, weapon))
    yield Kind("a foe is in reach, and it strikes", cites, ways.striking_here(view, targets))
    if view.is_reckless:
        rush = ways.striking_after_move(view, targets, ways.ALL_OUT, ways.DETERMINED)
        yield Kind("it rushes at a foe and strikes", (*ON_THE_WAY, *STANCE), rush)
    step = ways.striking_after_move(view, targets, TacticalManeuver.ATTACK)
    yield Kind("a foe is a step away, and it strikes", ON_THE_WAY, step)


def _on_the_move(view: View) -> Iterator[Kind]:
    """Yield what a figure does that no weapon reaches a foe from here."""
    yield Kind("a foe flees, and it runs after him and strikes", ON_THE_WAY, ways.running_down(view))
    yield Kind("it has no weapon that would help, and wrestles", ON_THE_WAY, ways.wrestling(view))
    yield Kind("no foe is in reach, and it stands up", (), ways.straightening(view))
    to_strike = is_armed(view) or not view.missiles
    yield Kind("no foe is in reach, and it closes in", ON_THE_WAY, ways.closing_in(view, to_strike=to_strike))
    yield Kind(
        "there is no other way, and it shoots past friends", TARGET, ways.shooting_at_once(view, past_friends=True)
    )
    yield Kind("no foe can be reached, and it waits for one", TARGET, _waiting(view))
    yield Kind("no foe can be reached, and it turns to face one", TARGET, _turning(view))


def is_armed(view: View) -> bool:
    """Tell whether a figure can strike with more than its body."""
    return any(each.weapon.kind is not TacticalWeaponKind.NATURAL for each in view.blows)


def _waiting(view: View) -> Iterator[TacticalIntent]:
    """Wait for a foe to come within reach, facing the nearest."""
    for blow in view.blows:
        response = TacticalResponse(weapon=blow.weapon.id, mode=blow.mode.name)
        wait = TacticalWait(trigger=TacticalTrigger(event=TacticalWaitEvent.ENTERS_REACH), response=response)
        yield view.intent(TacticalManeuver.WAIT, wait=wait, end_facing=_to_the_nearest(view, view.targets[0]))


def _turning(view: View) -> Iterator[TacticalIntent]:
    yield view.intent(TacticalManeuver.MOVE, end_facing=_to_the_nearest(view, view.targets[0]))


def _to_the_nearest(view: View, target: TacticalFigure) -> int:
    return view.facing_to(view.figure.hex, target, range(6))
