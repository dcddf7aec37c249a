"""How gaps and contradictions about battle dice are decided."""

from typing import Final

from service.dice.model import Ruling

CLASH = "tests/rules/mass/test_clash.py::test_"

FLANKING_DEFINITION: Final = Ruling(
    "mass/ruling/flanking-definition",
    does="A unit flanks from the foe's flank or rear arc, or where it is declared to.",
    alternatives="Only where it is declared to; or by outnumbering.",
    test=CLASH + "flanking_definition",
    option="flanking_mode",
)
MUTUAL_FLANKING: Final = Ruling(
    "mass/ruling/mutual-flanking",
    does="Two units may flank each other; both roll two dice.",
    alternatives="Neither does.",
    test=CLASH + "mutual_flanking",
)
SEVERAL_FOES: Final = Ruling(
    "mass/ruling/several-foes",
    does="A unit rolls once against all its foes; a second die counts only against those it flanks.",
    alternatives="The higher of both dice counts against all foes, as printed; or it rolls for each foe.",
    test=CLASH + "several_foes",
    option="multi_foe_roll",
)
DISADVANTAGE_STACKING: Final = Ruling(
    "mass/ruling/disadvantage-stacking",
    does="Several minor disadvantages count -2 together.",
    alternatives="-2 each.",
    test=CLASH + "disadvantage_stacking",
    option="disadvantage_stacking",
)
DISADVANTAGE_SCOPE: Final = Ruling(
    "mass/ruling/disadvantage-scope",
    does="A disadvantage counts against the foes named, or against all.",
    alternatives="Always against all.",
    test=CLASH + "disadvantage_scope",
)
MARGIN_READING: Final = Ruling(
    "mass/ruling/margin-reading",
    does="A margin of 3 costs 1, of 5 costs 2, of 7 costs 3.",
    alternatives="A margin of 3 costs 1 and each further point 2.",
    test=CLASH + "margin_reading",
)
TIES: Final = Ruling(
    "mass/ruling/ties",
    does="Equal scores cost nobody anything.",
    alternatives="Both lose.",
    test=CLASH + "ties",
)
SIMULTANEOUS_LOSSES: Final = Ruling(
    "mass/ruling/simultaneous-losses",
    does="All damage is added up before anyone routs; hits of routed units count.",
    alternatives="Pair by pair.",
    test=CLASH + "simultaneous_losses",
)
NO_ADVANCE: Final = Ruling(
    "mass/ruling/no-advance",
    does="The winner stays where it is.",
    alternatives="It takes the loser's hex.",
    test=CLASH + "no_advance",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
