"""The printed tables of the source, in its row order; what it takes from elsewhere is in `tables_reference`."""

from typing import Final

from service.dice.model import Rule
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.words import HeroicActionSize, HeroicTactic
from service.wire import record


@record
class TacticRow:
    """A tactic: movement in multiples of Move, modifiers to attack and defence, and most shots of a low-tech weapon.

    `aims` adds Accuracy to ranged attacks; a tactic that does not attack has no attack modifiers.
    """

    tactic: HeroicTactic
    rule: Rule
    factor: int
    melee: int
    ranged: int
    defense: int
    max_shots: int
    aims: bool
    attacks: bool


@record
class RatioRow:
    """Attackers to each defender, up to and including this many, and what they add to skill."""

    attackers: int
    defenders: int
    bonus: int


@record
class MultiplierRow:
    """Attackers or shots, from and to, and what base hits are multiplied by, in halves."""

    lowest: int
    highest: int
    halves: int


@record
class RangeRow:
    """A band of distances in whole yards and its modifier."""

    name: str
    lowest: int
    highest: int | None
    modifier: int


@record
class GroupRow:
    """Members of a group that is shot at, from and to, and what they add to skill."""

    lowest: int
    highest: int | None
    bonus: int


@record
class DeedRow:
    """A deed of the lists: its name in requests, how long it takes at least, and what it is."""

    name: str
    size: HeroicActionSize
    deed: str


TACTICS: Final = (  # Combat Tactics
    TacticRow(
        tactic=HeroicTactic.ALL_OUT_OFFENSIVE,
        rule=rulebook.TACTIC_ALL_OUT_OFFENSIVE,
        factor=10,
        melee=+4,
        ranged=0,
        defense=-4,
        max_shots=1,
        aims=False,
        attacks=True,
    ),
    TacticRow(
        tactic=HeroicTactic.OFFENSIVE,
        rule=rulebook.TACTIC_OFFENSIVE,
        factor=5,
        melee=+2,
        ranged=0,
        defense=-2,
        max_shots=3,
        aims=False,
        attacks=True,
    ),
    TacticRow(
        tactic=HeroicTactic.NEUTRAL,
        rule=rulebook.TACTIC_NEUTRAL,
        factor=5,
        melee=0,
        ranged=0,
        defense=0,
        max_shots=3,
        aims=False,
        attacks=True,
    ),
    TacticRow(
        tactic=HeroicTactic.DEFENSIVE,
        rule=rulebook.TACTIC_DEFENSIVE,
        factor=4,
        melee=-2,
        ranged=-2,
        defense=+2,
        max_shots=3,
        aims=False,
        attacks=True,
    ),
    TacticRow(
        tactic=HeroicTactic.ALL_OUT_DEFENSIVE,
        rule=rulebook.TACTIC_ALL_OUT_DEFENSIVE,
        factor=3,
        melee=-4,
        ranged=-4,
        defense=+4,
        max_shots=3,
        aims=False,
        attacks=True,
    ),
    TacticRow(
        tactic=HeroicTactic.AIMED_SHOOTING,
        rule=rulebook.TACTIC_AIMED_SHOOTING,
        factor=2,
        melee=-2,
        ranged=+2,
        defense=-2,
        max_shots=2,
        aims=True,
        attacks=True,
    ),
    TacticRow(
        tactic=HeroicTactic.HOLD_GROUND,
        rule=rulebook.TACTIC_HOLD_GROUND,
        factor=1,
        melee=0,
        ranged=0,
        defense=+2,
        max_shots=2,
        aims=False,
        attacks=True,
    ),
    TacticRow(
        tactic=HeroicTactic.RETREAT,
        rule=rulebook.TACTIC_RETREAT,
        factor=10,
        melee=0,
        ranged=0,
        defense=-4,
        max_shots=0,
        aims=False,
        attacks=False,
    ),
)
WITHDRAWAL_FACTOR: Final = 2  # Being Locked in Melee and Disengagement

RATIOS: Final = (  # Attackers : Defenders
    RatioRow(attackers=1, defenders=1, bonus=0),
    RatioRow(attackers=3, defenders=2, bonus=+2),
    RatioRow(attackers=2, defenders=1, bonus=+4),
    RatioRow(attackers=3, defenders=1, bonus=+6),
    RatioRow(attackers=4, defenders=1, bonus=+8),
    RatioRow(attackers=5, defenders=1, bonus=+10),
    RatioRow(attackers=6, defenders=1, bonus=+12),
    RatioRow(attackers=7, defenders=1, bonus=+14),
)
RATIO_ABOVE: Final = 16

MULTIPLIERS: Final = (  # Attackers/Shots
    MultiplierRow(lowest=1, highest=2, halves=2),
    MultiplierRow(lowest=3, highest=3, halves=3),
    MultiplierRow(lowest=4, highest=5, halves=4),
    MultiplierRow(lowest=6, highest=7, halves=6),
    MultiplierRow(lowest=8, highest=10, halves=8),
    MultiplierRow(lowest=11, highest=15, halves=10),
    MultiplierRow(lowest=16, highest=20, halves=12),
    MultiplierRow(lowest=21, highest=30, halves=14),
    MultiplierRow(lowest=31, highest=50, halves=16),  # continued from here on
    MultiplierRow(lowest=51, highest=70, halves=18),
    MultiplierRow(lowest=71, highest=100, halves=20),
    MultiplierRow(lowest=101, highest=150, halves=22),
    MultiplierRow(lowest=151, highest=200, halves=24),
    MultiplierRow(lowest=201, highest=300, halves=26),
    MultiplierRow(lowest=301, highest=500, halves=28),
    MultiplierRow(lowest=501, highest=700, halves=30),
    MultiplierRow(lowest=701, highest=1000, halves=32),
    MultiplierRow(lowest=1001, highest=1500, halves=34),
    MultiplierRow(lowest=1501, highest=2000, halves=36),
    MultiplierRow(lowest=2001, highest=3000, halves=38),
    MultiplierRow(lowest=3001, highest=5000, halves=40),
    MultiplierRow(lowest=5001, highest=7000, halves=42),
    MultiplierRow(lowest=7001, highest=10_000, halves=44),
)

RANGES: Final = (  # Ranged Combat Phase and Melee Combat Phase, procedure
    RangeRow(name="close", lowest=0, highest=2, modifier=0),
    RangeRow(name="short", lowest=3, highest=20, modifier=-3),
    RangeRow(name="medium", lowest=21, highest=100, modifier=-7),
    RangeRow(name="long", lowest=101, highest=500, modifier=-11),
    RangeRow(name="extreme", lowest=501, highest=None, modifier=-15),
)

GROUP_TARGETS: Final = (  # Ranged Combat Phase and Melee Combat Phase, procedure
    GroupRow(lowest=1, highest=4, bonus=0),
    GroupRow(lowest=5, highest=8, bonus=+1),
    GroupRow(lowest=9, highest=12, bonus=+2),
    GroupRow(lowest=13, highest=16, bonus=+3),
    GroupRow(lowest=17, highest=None, bonus=+4),
)

INITIATIVE_ATTACK_BONUS: Final = +2
TACTICS_INITIATIVE_BONUS: Final = +1
SHORT_ACTION_PENALTY: Final = -6
LOCKED_TARGET_PENALTY: Final = -4
INTERPOSED_PENALTY: Final = -4
STRAY_HIGHEST: Final = 9
LOWEST_SKILL_TO_TRY: Final = 3
FREE_ATTACK_WORST: Final = -4
SPEED_FACTOR: Final = 4
UNWIELDY_SPEED_FACTOR: Final = 6
SPEED_FACTOR_STEP: Final = 2
MORALE_BREAKS_AT: Final = 13
FATIGUE_DUE_UP_TO: Final = 2

DEEDS: Final = (  # Other Actions
    DeedRow(name="reload_2s", size=HeroicActionSize.SHORT, deed="Reload a weapon that takes up to 2 seconds"),
    DeedRow(name="ready_shield_db0_2", size=HeroicActionSize.SHORT, deed="Ready a cloak, or a shield of DB 0 to 2"),
    DeedRow(name="posture_step", size=HeroicActionSize.SHORT, deed="Change posture by one step"),
    DeedRow(name="door", size=HeroicActionSize.SHORT, deed="Open or shut a door"),
    DeedRow(name="open_container", size=HeroicActionSize.SHORT, deed="Open a box or pack that is not locked"),
    DeedRow(name="ready_loose_item", size=HeroicActionSize.SHORT, deed="Take up a loose thing within reach"),
    DeedRow(name="hand_over", size=HeroicActionSize.SHORT, deed="Pass or take a thing within reach"),
    DeedRow(name="pick_up_low", size=HeroicActionSize.SHORT, deed="Pick a thing off the ground while low"),
    DeedRow(name="lift_one_hand", size=HeroicActionSize.SHORT, deed="Lift a weight of up to 2 BL in one hand"),
    DeedRow(name="read_note", size=HeroicActionSize.SHORT, deed="Read a note of about a sentence"),
    DeedRow(name="swallow", size=HeroicActionSize.SHORT, deed="Swallow a pill or potion that is at hand"),
    DeedRow(name="light", size=HeroicActionSize.SHORT, deed="Light a torch, fuse or candle that is at hand"),
    DeedRow(name="pocket_item", size=HeroicActionSize.SHORT, deed="Put a small thing in a pocket"),
    DeedRow(name="reload_4s", size=HeroicActionSize.MEDIUM, deed="Reload a weapon that takes up to 4 seconds"),
    DeedRow(name="ready_shield_db3_4", size=HeroicActionSize.MEDIUM, deed="Ready a shield of DB 3 or 4"),
    DeedRow(name="stand_up", size=HeroicActionSize.MEDIUM, deed="Rise from the ground"),
    DeedRow(name="pick_up_standing", size=HeroicActionSize.MEDIUM, deed="Bend down for a thing and stand again"),
    DeedRow(name="lift_two_hands", size=HeroicActionSize.MEDIUM, deed="Lift a weight of up to 8 BL in both hands"),
    DeedRow(name="search_pocket", size=HeroicActionSize.MEDIUM, deed="Find a thing in one's own pocket"),
    DeedRow(name="reload_10s", size=HeroicActionSize.LONG, deed="Reload a weapon that takes up to 10 seconds"),
    DeedRow(name="search_container", size=HeroicActionSize.LONG, deed="Find a loose thing in a box or pack"),
    DeedRow(name="write_note", size=HeroicActionSize.LONG, deed="Write a note of about a sentence"),
    DeedRow(name="wait", size=HeroicActionSize.LONG, deed="Wait for something to happen"),
)
