"""How gaps and contradictions about initiative and rounds are decided."""

from typing import Final

from service.dice.model import Ruling

FUMBLE_INITIATIVE: Final = Ruling(
    "opposed/ruling/fumble-initiative",
    does="A fumble lowers initiative by 10 for its check and for the rest of the round.",
    alternatives="For the check only.",
    test="tests/rules/opposed/test_round.py::test_a_fumble_lowers_initiative_for_the_round",
)
INITIATIVE_TIES: Final = Ruling(
    "opposed/ruling/initiative-ties",
    does="Ties are broken by fixed values, without dice.",
    alternatives="They are rolled off.",
    test="tests/rules/opposed/test_initiative.py::test_engaged_ties",
)
ENGAGED_INITIATIVE_CHOICE: Final = Ruling(
    "opposed/ruling/engaged-initiative-choice",
    does="The highest engaged figure acts first.",
    alternatives="It may choose to act last.",
    test="tests/rules/opposed/test_round.py::test_highest_figure_acts_last",
    option="engaged_choice",
)
UNENGAGED_INITIATIVE_CHOICE: Final = Ruling(
    "opposed/ruling/unengaged-initiative-choice",
    does="The side that wins unengaged initiative acts first.",
    alternatives="It may choose to act second.",
    test="tests/rules/opposed/test_initiative.py::test_winner_goes_second",
    option="unengaged_choice",
)
ENGAGED_BEFORE_UNENGAGED: Final = Ruling(
    "opposed/ruling/engaged-before-unengaged",
    does="Engaged figures act before unengaged ones.",
    alternatives="Unengaged first, or mixed.",
    test="tests/rules/opposed/test_round.py::test_engaged_figures_act_first",
)
UNENGAGED_PER_SIDE: Final = Ruling(
    "opposed/ruling/unengaged-per-side",
    does="Unengaged initiative is one d10 for each side, rolled by its leader.",
    alternatives="One for each figure.",
    test="tests/rules/opposed/test_initiative.py::test_unengaged_side",
)
MILITARY_SCIENTIST: Final = Ruling(
    "opposed/ruling/military-scientist",
    does="Unengaged initiative adds twice the Rank of military scientist.",
    alternatives="It adds the Rank once.",
    test="tests/rules/opposed/test_initiative.py::test_military_science_is_cited_where_it_counts",
)
LEADER_UNFIT: Final = Ruling(
    "opposed/ruling/leader-unfit",
    does="For a leader who is engaged, stunned or down, the most perceptive unengaged other rolls, without its Rank.",
    alternatives="The side does not roll.",
    test="tests/rules/opposed/test_round.py::test_leader",
)
UNARMED_AFTER_DISARM: Final = Ruling(
    "opposed/ruling/unarmed-after-disarm",
    does="A figure that lost its weapon has bare hands until the caller gives it another.",
    alternatives="It draws another weapon by itself.",
    test="tests/rules/opposed/test_exchange.py::test_disarmed",
)
STANDING_UP: Final = Ruling(
    "opposed/ruling/standing-up",
    does="Standing up takes a figure's whole turn and no die; in a skirmish a prone figure does it first.",
    alternatives="It is part of a move, or needs a roll.",
    test="tests/rules/opposed/test_orders.py::test_standing_up",
)
WITHDRAW_SCOPE: Final = Ruling(
    "opposed/ruling/withdraw-scope",
    does="All figures of a side in the hex count, the withdrawing one included.",
    alternatives="Only the one that withdraws.",
    test="tests/rules/opposed/test_maneuver.py::test_withdraw_close",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
