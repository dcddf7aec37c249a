"""How gaps and contradictions about initiative and rounds are decided."""

from typing import Final

from service.dice.model import Ruling

INITIATIVE = "tests/rules/opposed/test_initiative.py"
MANEUVER = "tests/rules/opposed/test_maneuver.py"
ROUND = "tests/rules/opposed/test_round.py"

FUMBLE_INITIATIVE: Final = Ruling(
    "opposed/ruling/fumble-initiative",
    does="A fumble lowers initiative by 10 for its check and for the rest of the round.",
    alternatives="For the check only.",
    test=ROUND,
)
INITIATIVE_TIES: Final = Ruling(
    "opposed/ruling/initiative-ties",
    does="Ties are broken by fixed values, without dice.",
    alternatives="They are rolled off.",
    test=INITIATIVE,
)
ENGAGED_INITIATIVE_CHOICE: Final = Ruling(
    "opposed/ruling/engaged-initiative-choice",
    does="The highest engaged figure acts first.",
    alternatives="It may choose to act last.",
    test=ROUND,
    option="engaged_choice",
)
UNENGAGED_INITIATIVE_CHOICE: Final = Ruling(
    "opposed/ruling/unengaged-initiative-choice",
    does="The side that wins unengaged initiative acts first.",
    alternatives="It may choose to act second.",
    test=ROUND,
    option="unengaged_choice",
)
ENGAGED_BEFORE_UNENGAGED: Final = Ruling(
    "opposed/ruling/engaged-before-unengaged",
    does="Engaged figures act before unengaged ones.",
    alternatives="Unengaged first, or mixed.",
    test=ROUND,
)
UNENGAGED_PER_SIDE: Final = Ruling(
    "opposed/ruling/unengaged-per-side",
    does="Unengaged initiative is one d10 for each side, rolled by its leader.",
    alternatives="One for each figure.",
    test=INITIATIVE,
)
MILITARY_SCIENTIST: Final = Ruling(
    "opposed/ruling/military-scientist",
    does="Unengaged initiative adds twice the Rank of military scientist.",
    alternatives="It adds the Rank once.",
    test=INITIATIVE,
)
LEADER_UNFIT: Final = Ruling(
    "opposed/ruling/leader-unfit",
    does="For a leader who is engaged, stunned or down, the most perceptive unengaged other rolls, without its Rank.",
    alternatives="The side does not roll.",
    test=ROUND,
)
UNARMED_AFTER_DISARM: Final = Ruling(
    "opposed/ruling/unarmed-after-disarm",
    does="A figure that lost its weapon has bare hands until the caller gives it another.",
    alternatives="It draws another weapon by itself.",
    test=ROUND,
)
WITHDRAW_SCOPE: Final = Ruling(
    "opposed/ruling/withdraw-scope",
    does="All figures of a side in the hex count, the withdrawing one included.",
    alternatives="Only the one that withdraws.",
    test=MANEUVER,
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
