"""What figures do that play by themselves: they close in and turn to face, shoot, reload, get up, and flee when hurt.

The first kind of action that is possible is chosen. Defenses are those with the highest number, with a retreat if it
is free; that is how everybody defends himself who is not told otherwise.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalStance
from service.rules.tactical.figures.field import Field
from service.rules.tactical.rounds.acting.checks import Approved
from service.rules.tactical.rounds.policy import missiles
from service.rules.tactical.rounds.policy import proposals as ways
from service.rules.tactical.rounds.policy.surrounded import is_surrounded, stepping_aside
from service.rules.tactical.rounds.policy.view import View
from service.rules.tactical.rounds.records import TacticalIntent

TARGET: Final = (rulebook.NPC_TARGET,)
ON_THE_WAY: Final = (rulebook.NPC_TARGET, rulebook.NPC_TIE_BREAK)
STANCE: Final = (rulebook.NPC_STANCE,)


class Kind(NamedTuple):
    """A kind of action: why a figure chooses it, in a player's words, what to try, the rules behind it, and when."""

    why: str
    proposes: Callable[[View], ways.Intents]
    cites: Cites = ()
    when: Callable[[View], bool] | None = None


PINNED: Final = (Kind("it is pinned and tries to break free", ways.freeing),)
RISING: Final = (Kind("it gets up", ways.rising, (), View.is_down),)
KINDS: Final = (
    *RISING,
    Kind("it is badly hurt and moves away", ways.fleeing, STANCE, View.is_afraid),
    Kind(
        "a foe is in its hex, and it strikes",
        lambda view: ways.striking(view, view.opponents),
        TARGET,
        View.has_opponents,
    ),
    Kind("it is held and stands up", ways.straightening, (), View.is_held),
    Kind("it is held and tries to break free", ways.freeing, (), View.is_held),
    Kind(
        "a foe is in its hex, and it steps out and strikes",
        lambda view: ways.striking_after(view, ways.STEP, view.opponents),
        ON_THE_WAY,
        View.has_opponents,
    ),
    Kind(
        "a foe is in its hex, and it readies a short weapon",
        ways.arming,
        when=lambda view: view.has_opponents() and not any(0 in each.reaches for each in view.blows),
    ),
    Kind(
        "no foe is near, and it shoots or aims",
        missiles.shooting,
        TARGET,
        when=lambda view: not view.has_foe_at_hand() and bool(view.missiles),
    ),
    Kind(
        "a friend is in the way, and it steps aside and shoots",
        missiles.shooting_after_a_step,
        TARGET,
        when=lambda view: not view.has_foe_at_hand() and bool(view.missiles),
    ),
    Kind(
        "a foe is at hand, and it shoots at once",
        missiles.shooting_at_once,
        TARGET,
        when=lambda view: view.is_unarmed and view.has_foe_at_hand(),
    ),
    Kind(
        "it needs a weapon and readies one",
        ways.arming,
        when=lambda view: view.is_unarmed and (view.has_foe_at_hand() or not view.missiles),
    ),
    Kind(
        "its weapon lies near, and it goes for it",
        ways.fetching,
        when=lambda view: view.is_unarmed and not view.missiles and bool(view.figure.state.dropped),
    ),
    Kind(
        "it readies a weapon to shoot with",
        ways.carrying_missiles,
        when=lambda view: view.is_unarmed and not view.missiles,
    ),
    Kind("it reloads", missiles.reloading, (), lambda view: view.is_unarmed),
    Kind("foes are around it, and it steps aside and strikes", stepping_aside, ON_THE_WAY, is_surrounded),
    Kind("a foe is in reach, and it strikes", lambda view: ways.striking(view, view.targets), TARGET),
    Kind("a foe comes on, and it waits for him", ways.receiving, TARGET, lambda view: view.longest > 1),
    Kind(
        "it rushes at a foe and strikes",
        lambda view: ways.striking_after(view, ways.RUSH, view.targets),
        ON_THE_WAY,
        View.is_reckless,
    ),
    Kind(
        "a foe is a step away, and it strikes",
        lambda view: ways.striking_after(view, ways.STEP, view.targets),
        ON_THE_WAY,
    ),
    Kind(
        "a foe flees, and it runs after him and strikes",
        lambda view: ways.striking_after(view, ways.RUN, view.fugitives),
        ON_THE_WAY,
    ),
    Kind("it has no weapon that would help, and wrestles", ways.wrestling, ON_THE_WAY),
    Kind("no foe is in reach, and it stands up", ways.straightening),
    Kind("no foe is in reach, and it closes in", ways.closing_in, ON_THE_WAY),
    Kind(
        "there is no other way, and it shoots past friends",
        lambda view: missiles.shooting_at_once(view, past_friends=True),
        TARGET,
    ),
    Kind("no foe can be reached, and it waits for one", ways.waiting, TARGET),
    Kind("no foe can be reached, and it turns to face one", ways.turning, TARGET),
)
"""The kinds of action, the most pressing first."""


PAST: Final[Mapping[str, str]] = {
    "is": "was",
    "are": "were",
    "tries": "tried",
    "gets": "got",
    "moves": "moved",
    "strikes": "struck",
    "stands": "stood",
    "steps": "stepped",
    "readies": "readied",
    "shoots": "shot",
    "aims": "aimed",
    "needs": "needed",
    "lies": "lay",
    "goes": "went",
    "reloads": "reloaded",
    "comes": "came",
    "waits": "waited",
    "rushes": "rushed",
    "can": "could",
    "flees": "fled",
    "runs": "ran",
    "has": "had",
    "wrestles": "wrestled",
    "closes": "closed",
    "turns": "turned",
}
"""The verbs of reasons, as they are told after the turn."""


def in_the_past(why: str) -> str:
    """Return the reason for an action as it is told afterwards: "no foe was in reach, and it closed in"."""
    return " ".join([PAST.get(word, word) for word in why.split(" ")])


class Choice(NamedTuple):
    """What a figure does, judged as its turn begins, and why."""

    approved: Approved
    why: str
    cites: Cites

    @property
    def intent(self) -> TacticalIntent:
        """What it does, as an order."""
        return self.approved.intent


def minded(dice: Dice) -> Callable[[Field, str, TacticalStance], Choice]:
    """Return what decides for figures that play by themselves, and records why they do what they do."""

    def mind(field: Field, id: str, stance: TacticalStance) -> Choice:
        choice = choice_of(field, id, stance)
        if dice.tells:
            text = f"{field.name_of(id)} played by itself, {stance.value}: {in_the_past(choice.why)}."
            dice.note(rulebook.NPC_PRIORITY, text, actor=id, cites=choice.cites)
        return choice

    return mind


def choice_of(field: Field, id: str, stance: TacticalStance) -> Choice:
    """Return what a figure does in the turn that it is about to begin, and why: a legal intent, found without dice.

    The field is not changed.
    Source: Umpire's adaptation.
    """
    return choice_in(View(field, id, stance))


def choice_in(view: View) -> Choice:
    """Return what a figure does in the turn that it is about to begin, and why, as it sees the field then."""
    state = view.figure.state
    dazed = state.stunned or state.must_do_nothing
    for why, proposes, cites, when in () if dazed else _kinds(view):
        if when is None or when(view):
            approved = next(filter(None, map(view.approved, proposes(view))), None)
            if approved is not None:
                mighty = approved.intent.maneuver is ways.RUSH.maneuver and STANCE[0] not in cites
                return Choice(approved, why, (*cites, *STANCE) if mighty else cites)
    return Choice(view.idle(), "it is stunned" if dazed else "there is nothing that it can do", ())


def _kinds(view: View) -> Sequence[Kind]:
    """Return the kinds of action that come into question."""
    if view.figure.state.pinned_by:
        return PINNED
    return KINDS if view.targets else RISING
