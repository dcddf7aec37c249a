"""Tables that the source takes from the game it builds on, restated; wounds and bodies are in `roll_under`."""

from typing import Final

from service.rules.heroic.book.words import HeroicCover, HeroicEncumbrance
from service.rules.roll_under.words import Posture
from service.wire import record


@record
class PostureRow:
    """A posture: what it does to own melee attacks, to own defences, and to shots at torso, groin or legs."""

    posture: Posture
    melee: int
    defense: int
    target: int


@record
class CoverRow:
    """Cover of a target, and what it does to shots."""

    cover: HeroicCover
    modifier: int


@record
class WordedRow:
    """Circumstances in a player's words, and their modifier."""

    circumstances: str
    modifier: int


@record
class EncumbranceRow:
    """A load up to this many times the basic lift: what is left of Move in fifths, Dodge, and fatigue of a fight."""

    encumbrance: HeroicEncumbrance
    lifts: int
    move_fifths: int
    dodge: int
    fatigue: int


@record
class WatchRow:
    """Yards of ground watched, from and to, and the modifier of opportunity fire."""

    lowest: int
    highest: int | None
    modifier: int


@record
class CowardiceRow:
    """A self-control number and its Fright Check penalty."""

    self_control: int
    penalty: int


@record
class ReactionRow:
    """Totals of a reaction roll, from and to, and what they are called."""

    lowest: int | None
    highest: int | None
    reaction: str


POSTURES: Final = (  # a rank is a position here
    PostureRow(posture=Posture.STANDING, melee=0, defense=0, target=0),
    PostureRow(posture=Posture.CROUCHING, melee=-2, defense=0, target=-2),
    PostureRow(posture=Posture.KNEELING, melee=-2, defense=-2, target=-2),
    PostureRow(posture=Posture.SITTING, melee=-2, defense=-2, target=-2),
    PostureRow(posture=Posture.CRAWLING, melee=-4, defense=-3, target=-2),
    PostureRow(posture=Posture.LYING, melee=-4, defense=-3, target=-2),
)

COVERS: Final = (
    CoverRow(cover=HeroicCover.NONE, modifier=0),
    CoverRow(cover=HeroicCover.LIGHT, modifier=-2),
    CoverRow(cover=HeroicCover.HALF_EXPOSED, modifier=-3),
    CoverRow(cover=HeroicCover.HEAD_AND_SHOULDERS, modifier=-4),
    CoverRow(cover=HeroicCover.HEAD_ONLY, modifier=-5),
)

GRAPPLED_ATTACK: Final = -4
GRAPPLED_DEFENSE: Final = -2
STUNNED_DEFENSE: Final = -4
UNSEEING_DEFENSE: Final = -4
BLIND_ATTACK: Final = -10
OFF_HAND: Final = -4
PARRY_THROWN: Final = -1
UNARMED_PARRY: Final = -3
DISCRIMINATING: Final = -2
WATCH_LINE: Final = -2

SITUATIONS: Final = (
    WordedRow(circumstances="Bad footing (or worse)", modifier=-2),
    WordedRow(circumstances="Weapon in the off hand", modifier=OFF_HAND),
    WordedRow(circumstances="Too little ST, for each point", modifier=-1),
    WordedRow(circumstances="Grappled", modifier=GRAPPLED_ATTACK),
    WordedRow(circumstances="Large shield held, in melee", modifier=-2),
    WordedRow(circumstances="Minor distraction", modifier=-2),
    WordedRow(circumstances="Major distraction (or worse)", modifier=-3),
    WordedRow(circumstances="Coughing", modifier=-3),
    WordedRow(circumstances="Drowsy", modifier=-2),
    WordedRow(circumstances="Tipsy", modifier=-1),
    WordedRow(circumstances="Drunk", modifier=-2),
    WordedRow(circumstances="Euphoria", modifier=-3),
    WordedRow(circumstances="Nauseated", modifier=-2),
    WordedRow(circumstances="Moderate pain", modifier=-2),
    WordedRow(circumstances="Severe pain", modifier=-4),
    WordedRow(circumstances="Terrible pain", modifier=-6),
    WordedRow(circumstances="Retching", modifier=-5),
    WordedRow(circumstances="Unfamiliar weapon, at range", modifier=-2),
    WordedRow(circumstances="Unstable platform, at range (or worse)", modifier=-1),
)

VISIBILITIES: Final = (
    WordedRow(circumstances="Torch or sunset", modifier=-1),
    WordedRow(circumstances="Twilight or gaslight", modifier=-2),
    WordedRow(circumstances="Candle or deep twilight", modifier=-3),
    WordedRow(circumstances="Full moon", modifier=-4),
    WordedRow(circumstances="Half moon", modifier=-5),
    WordedRow(circumstances="Quarter moon", modifier=-6),
    WordedRow(circumstances="Starlight", modifier=-7),
    WordedRow(circumstances="Starlight through clouds", modifier=-8),
    WordedRow(circumstances="Overcast without a moon", modifier=-9),
    WordedRow(circumstances="Total darkness, or blind", modifier=BLIND_ATTACK),
    WordedRow(circumstances="Blind, but used to it", modifier=-6),
    WordedRow(circumstances="Foe unseen", modifier=-6),
    WordedRow(circumstances="Foe unseen, its place known to a yard", modifier=-4),
)

ENCUMBRANCES: Final = (
    EncumbranceRow(encumbrance=HeroicEncumbrance.NONE, lifts=1, move_fifths=5, dodge=0, fatigue=1),
    EncumbranceRow(encumbrance=HeroicEncumbrance.LIGHT, lifts=2, move_fifths=4, dodge=-1, fatigue=2),
    EncumbranceRow(encumbrance=HeroicEncumbrance.MEDIUM, lifts=3, move_fifths=3, dodge=-2, fatigue=3),
    EncumbranceRow(encumbrance=HeroicEncumbrance.HEAVY, lifts=6, move_fifths=2, dodge=-3, fatigue=4),
    EncumbranceRow(encumbrance=HeroicEncumbrance.X_HEAVY, lifts=10, move_fifths=1, dodge=-4, fatigue=5),
)

WATCHES: Final = (
    WatchRow(lowest=0, highest=1, modifier=0),
    WatchRow(lowest=2, highest=2, modifier=-1),
    WatchRow(lowest=3, highest=4, modifier=-2),
    WatchRow(lowest=5, highest=6, modifier=-3),
    WatchRow(lowest=7, highest=10, modifier=-4),
    WatchRow(lowest=11, highest=None, modifier=-5),
)

COWARDICE: Final = (
    CowardiceRow(self_control=15, penalty=-1),
    CowardiceRow(self_control=12, penalty=-2),
    CowardiceRow(self_control=9, penalty=-3),
    CowardiceRow(self_control=6, penalty=-4),
)

REACTIONS: Final = (
    ReactionRow(lowest=None, highest=0, reaction="disastrous"),
    ReactionRow(lowest=1, highest=3, reaction="very bad"),
    ReactionRow(lowest=4, highest=6, reaction="bad"),
    ReactionRow(lowest=7, highest=9, reaction="poor"),
    ReactionRow(lowest=10, highest=12, reaction="neutral"),
    ReactionRow(lowest=13, highest=15, reaction="good"),
    ReactionRow(lowest=16, highest=18, reaction="very good"),
    ReactionRow(lowest=19, highest=None, reaction="excellent"),
)

SUFFOCATION_FP: Final = 10
