"""The printed tables of the source, in its row order; those of the base game are in `roll_under`."""

from typing import Final

from service.dice.model import Rule
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.words import HeroicActionSize, HeroicTactic
from service.rules.roll_under.modifiers import Band
from service.wire import value_class


@value_class
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
    aims: bool = False
    attacks: bool = True


@value_class
class RatioRow:
    """Attackers to each defender, up to and including this many, and what they add to skill."""

    attackers: int
    defenders: int
    bonus: int


@value_class
class RangeRow:
    """A band of distances in whole yards and its modifier."""

    name: str
    lowest: int
    highest: int | None
    modifier: int


@value_class
class DeedRow:
    """A deed of the lists: its name in requests, how long it takes at least, and what it is."""

    name: str
    size: HeroicActionSize
    deed: str


TACTICS: Final = (  # Combat Tactics
    TacticRow(HeroicTactic.ALL_OUT_OFFENSIVE, rulebook.TACTIC_ALL_OUT_OFFENSIVE, 10, +4, 0, -4, 1),
    TacticRow(HeroicTactic.OFFENSIVE, rulebook.TACTIC_OFFENSIVE, 5, +2, 0, -2, 3),
    TacticRow(HeroicTactic.NEUTRAL, rulebook.TACTIC_NEUTRAL, 5, 0, 0, 0, 3),
    TacticRow(HeroicTactic.DEFENSIVE, rulebook.TACTIC_DEFENSIVE, 4, -2, -2, +2, 3),
    TacticRow(HeroicTactic.ALL_OUT_DEFENSIVE, rulebook.TACTIC_ALL_OUT_DEFENSIVE, 3, -4, -4, +4, 3),
    TacticRow(HeroicTactic.AIMED_SHOOTING, rulebook.TACTIC_AIMED_SHOOTING, 2, -2, +2, -2, 2, aims=True),
    TacticRow(HeroicTactic.HOLD_GROUND, rulebook.TACTIC_HOLD_GROUND, 1, 0, 0, +2, 2),
    TacticRow(HeroicTactic.RETREAT, rulebook.TACTIC_RETREAT, 10, 0, 0, -4, 0, attacks=False),
)
WITHDRAWAL_FACTOR: Final = 2  # Being Locked in Melee and Disengagement

RATIOS: Final = (  # Attackers : Defenders
    RatioRow(1, 1, 0),
    RatioRow(3, 2, +2),
    RatioRow(2, 1, +4),
    RatioRow(3, 1, +6),
    RatioRow(4, 1, +8),
    RatioRow(5, 1, +10),
    RatioRow(6, 1, +12),
    RatioRow(7, 1, +14),
)
RATIO_ABOVE: Final = 16

MULTIPLIERS: Final = (  # Attackers/Shots: what multiplies hits, in halves
    Band(1, 2, 2),
    Band(3, 3, 3),
    Band(4, 5, 4),
    Band(6, 7, 6),
    Band(8, 10, 8),
    Band(11, 15, 10),
    Band(16, 20, 12),
    Band(21, 30, 14),
    Band(31, 50, 16),  # continued from here on
    Band(51, 70, 18),
    Band(71, 100, 20),
    Band(101, 150, 22),
    Band(151, 200, 24),
    Band(201, 300, 26),
    Band(301, 500, 28),
    Band(501, 700, 30),
    Band(701, 1000, 32),
    Band(1001, 1500, 34),
    Band(1501, 2000, 36),
    Band(2001, 3000, 38),
    Band(3001, 5000, 40),
    Band(5001, 7000, 42),
    Band(7001, 10_000, 44),
)

RANGES: Final = (  # Ranged Combat Phase and Melee Combat Phase, procedure
    RangeRow("close", 0, 2, 0),
    RangeRow("short", 3, 20, -3),
    RangeRow("medium", 21, 100, -7),
    RangeRow("long", 101, 500, -11),
    RangeRow("extreme", 501, None, -15),
)

GROUP_TARGETS: Final = (  # Ranged Combat Phase and Melee Combat Phase, procedure
    Band(1, 4, 0),
    Band(5, 8, +1),
    Band(9, 12, +2),
    Band(13, 16, +3),
    Band(17, None, +4),
)

COWARDICE: Final = {15: -1, 12: -2, 9: -3, 6: -4}  # base game: penalties of Fright Checks by self-control number
REACTIONS: Final = (  # base game: totals from and to, and what they are called
    (None, 0, "disastrous"),
    (1, 3, "very bad"),
    (4, 6, "bad"),
    (7, 9, "poor"),
    (10, 12, "neutral"),
    (13, 15, "good"),
    (16, 18, "very good"),
    (19, None, "excellent"),
)

TACTICS_INITIATIVE_BONUS: Final = +1
STRAY_HIGHEST: Final = 9
LOWEST_SKILL_TO_TRY: Final = 3
FREE_ATTACK_MOST: Final = 4
SPEED_FACTOR: Final = 4
UNWIELDY_SPEED_FACTOR: Final = 6
SPEED_FACTOR_STEP: Final = 2
MORALE_BREAKS_AT: Final = 13
FATIGUE_DUE_UP_TO: Final = 2

DEEDS: Final = (  # Other Actions
    DeedRow("reload_2s", HeroicActionSize.SHORT, "Reload a weapon that takes up to 2 seconds"),
    DeedRow("ready_shield_db0_2", HeroicActionSize.SHORT, "Ready a cloak, or a shield of DB 0 to 2"),
    DeedRow("posture_step", HeroicActionSize.SHORT, "Change posture by one step"),
    DeedRow("door", HeroicActionSize.SHORT, "Open or shut a door"),
    DeedRow("open_container", HeroicActionSize.SHORT, "Open a box or pack that is not locked"),
    DeedRow("ready_loose_item", HeroicActionSize.SHORT, "Take up a loose thing within reach"),
    DeedRow("hand_over", HeroicActionSize.SHORT, "Pass or take a thing within reach"),
    DeedRow("pick_up_low", HeroicActionSize.SHORT, "Pick a thing off the ground while low"),
    DeedRow("lift_one_hand", HeroicActionSize.SHORT, "Lift a weight of up to 2 BL in one hand"),
    DeedRow("read_note", HeroicActionSize.SHORT, "Read a note of about a sentence"),
    DeedRow("swallow", HeroicActionSize.SHORT, "Swallow a pill or potion that is at hand"),
    DeedRow("light", HeroicActionSize.SHORT, "Light a torch, fuse or candle that is at hand"),
    DeedRow("pocket_item", HeroicActionSize.SHORT, "Put a small thing in a pocket"),
    DeedRow("reload_4s", HeroicActionSize.MEDIUM, "Reload a weapon that takes up to 4 seconds"),
    DeedRow("ready_shield_db3_4", HeroicActionSize.MEDIUM, "Ready a shield of DB 3 or 4"),
    DeedRow("stand_up", HeroicActionSize.MEDIUM, "Rise from the ground"),
    DeedRow("pick_up_standing", HeroicActionSize.MEDIUM, "Bend down for a thing and stand again"),
    DeedRow("lift_two_hands", HeroicActionSize.MEDIUM, "Lift a weight of up to 8 BL in both hands"),
    DeedRow("search_pocket", HeroicActionSize.MEDIUM, "Find a thing in one's own pocket"),
    DeedRow("reload_10s", HeroicActionSize.LONG, "Reload a weapon that takes up to 10 seconds"),
    DeedRow("search_container", HeroicActionSize.LONG, "Find a loose thing in a box or pack"),
    DeedRow("write_note", HeroicActionSize.LONG, "Write a note of about a sentence"),
    DeedRow("wait", HeroicActionSize.LONG, "Wait for something to happen"),
)
