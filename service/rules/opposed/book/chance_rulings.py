"""How gaps and contradictions about chances, defences and qualities are decided."""

from typing import Final

from service.dice.model import Ruling

TABLE_ROW_ONE: Final = Ruling(
    "opposed/ruling/table-row-one",
    does="A natural 01 is Decisive or better, as the text says twice.",
    alternatives="The printed row 1: Average at chance 1, Better at 2, Crucial at 3 and 4.",
    test="tests/rules/opposed/test_quality.py::test_printed_row_one",
    option="natural_01",
)
TABLE_TRUNCATION: Final = Ruling(
    "opposed/ruling/table-truncation",
    does="The formula grades rolls of 11 to 99 at chances above 300 too.",
    alternatives="The dashes of the printed table make those qualities impossible.",
    test="tests/rules/opposed/test_quality.py::test_grades",
)
BETTER_MEANS_LOWER: Final = Ruling(
    "opposed/ruling/better-means-lower",
    does="A roll of 3 or better is a roll of 3 or less.",
    alternatives="A roll of 3 or more.",
    test="tests/rules/opposed/test_quality.py::test_grade_cites",
)
TABLE_FOOTER: Final = Ruling(
    "opposed/ruling/table-footer",
    does="The last line of the printed table repeats the column numbers.",
    alternatives="It is a row for a roll of 1.",
    test="tests/rules/opposed/test_tables.py::test_the_printed_table_has_all_rolls",
)
NATURAL_01_ABOVE_DECISIVE: Final = Ruling(
    "opposed/ruling/natural-01-above-decisive",
    does="A natural 01 is Excellent from chance 101 and Fantastic from 201.",
    alternatives="It is Decisive at every chance.",
    test="tests/rules/opposed/test_quality.py::test_grades",
)
NONPOSITIVE_CHANCE: Final = Ruling(
    "opposed/ruling/nonpositive-chance",
    does="At a chance of 0 or less only a natural 01 succeeds, as Decisive.",
    alternatives="Nothing succeeds, or 01 to 05 always do.",
    test="tests/rules/opposed/test_quality.py::test_grades",
)
EXCELLENT_BELOW_101: Final = Ruling(
    "opposed/ruling/excellent-below-101",
    does="A quality whose threshold is below 1 cannot be reached.",
    alternatives="A modified roll of 0 or less reaches it.",
    test="tests/rules/opposed/test_quality.py::test_grades",
)
DICE_MODIFIER_FLOOR: Final = Ruling(
    "opposed/ruling/dice-modifier-floor",
    does="A modified roll counts as 1 at least, and that is no natural 01.",
    alternatives="Rolls below 1 exist, or count as natural 01.",
    test="tests/rules/opposed/test_quality.py::test_grades",
)
NATURAL_FACES_BEFORE_MODIFIERS: Final = Ruling(
    "opposed/ruling/natural-faces-before-modifiers",
    does="Natural 01 and 00 are read before the die is modified.",
    alternatives="They are read after it.",
    test="tests/rules/opposed/test_quality.py::test_grades",
)
DICE_MODIFIER_STACKING: Final = Ruling(
    "opposed/ruling/dice-modifier-stacking",
    does="Aim and one assassin modifier add up.",
    alternatives="Only the better one counts.",
    test="tests/rules/opposed/test_chances.py::test_dice_modifiers_stack",
)
ASSASSIN_FRONT_FRACTION: Final = Ruling(
    "opposed/ruling/assassin-front-fraction",
    does="Each full 3 Ranks give 1; the rest gives nothing.",
    alternatives="A part of 3 Ranks counts as 3.",
    test="tests/rules/opposed/test_chances.py::test_dice_modifier",
    option="assassin_front_rounding",
)
ASSASSIN_TIER_EXCLUSIVE: Final = Ruling(
    "opposed/ruling/assassin-tier-exclusive",
    does="Only the declared assassin row counts; surprise is the best of them.",
    alternatives="Surprise from behind gives 3 per Rank.",
    test="tests/rules/opposed/test_chances.py::test_dice_modifier",
)
ASSASSIN_FLANK: Final = Ruling(
    "opposed/ruling/assassin-flank",
    does="A flank counts as in front unless the request declares otherwise.",
    alternatives="It counts as behind.",
    test="tests/rules/opposed/test_chances.py::test_dice_modifier",
)
ASSASSIN_SCOPE: Final = Ruling(
    "opposed/ruling/assassin-scope",
    does="The assassin's modifier improves every quality.",
    alternatives="It improves the chance of a grievous injury only.",
    test="tests/rules/opposed/test_chances.py::test_dice_modifiers_stack",
)
FRONT_DEFENCE_PERCEPTION: Final = Ruling(
    "opposed/ruling/front-defence-perception",
    does="Perception adds to front Defence, as in the equation summary.",
    alternatives="It does not, as in the Defence section.",
    test="tests/rules/opposed/test_chances.py::test_defence",
    option="front_defence_includes_perception",
)
MODIFIED_AGILITY: Final = Ruling(
    "opposed/ruling/modified-agility",
    does="Defence uses modified Agility, as in the equation summary.",
    alternatives="Defence uses Agility before penalties.",
    test="tests/rules/opposed/test_chances.py::test_cites",
)
VISIBILITY_STACKING: Final = Ruling(
    "opposed/ruling/visibility-stacking",
    does="The worst visibility row counts and adds to all other modifiers.",
    alternatives="All visibility rows add up.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
    option="visibility_stacking",
)
OWN_STATUS_ONLY: Final = Ruling(
    "opposed/ruling/own-status-only",
    does="Rows about the defender's hex and posture change Strike Chance, as printed.",
    alternatives="Each side counts its own status only.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
POSTURE_ASYMMETRY: Final = Ruling(
    "opposed/ruling/posture-asymmetry",
    does="A low target is easier to strike in melee and harder to hit at range; kneeling and prone are alike.",
    alternatives="One of the two rows is a slip.",
    test="tests/rules/opposed/test_chances.py::test_ranged_defence",
)
NO_FATIGUE_RANGED: Final = Ruling(
    "opposed/ruling/no-fatigue-ranged",
    does="Having no Fatigue changes nothing at range.",
    alternatives="The melee row counts at range too.",
    test="tests/rules/opposed/test_chances.py::test_ranged_strike_chance",
)
NO_FATIGUE_THRESHOLD: Final = Ruling(
    "opposed/ruling/no-fatigue-threshold",
    does="A figure has no Fatigue at 0.",
    alternatives="It has none at 1 or less, or only below 0.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
MISSILE_BANDS: Final = Ruling(
    "opposed/ruling/missile-bands",
    does="Missiles: 1 to 5 hexes cost nothing, 6 to 10 cost 3, 11 to 15 cost 6.",
    alternatives="The sixth hex is still free.",
    test="tests/rules/opposed/test_chances.py::test_ranged_strike_chance",
)
THROWN_HEXES: Final = Ruling(
    "opposed/ruling/thrown-hexes",
    does="A thrown weapon passes the target's hex but not the thrower's.",
    alternatives="Only the hexes between them count.",
    test="tests/rules/opposed/test_chances.py::test_ranged_strike_chance",
)
AIM_AND_SNAPSHOT: Final = Ruling(
    "opposed/ruling/aim-and-snapshot",
    does="A strike is not both aimed and a snap shot.",
    alternatives="Both modifiers count.",
    test="tests/rules/opposed/test_chances.py::test_refused",
)
CHARGE_AND_WITHDRAWAL: Final = Ruling(
    "opposed/ruling/charge-and-withdrawal",
    does="A strike is not both a charge and a withdrawal.",
    alternatives="Both modifiers count.",
    test="tests/rules/opposed/test_chances.py::test_refused",
)
SHIELD_RUSH_CHARGE: Final = Ruling(
    "opposed/ruling/shield-rush-charge",
    does="A shield rush gets the charge modifier only if it is a charge, and then +20.",
    alternatives="It always gets +20, or -15.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
MULTIPLE_AND_SECONDARY: Final = Ruling(
    "opposed/ruling/multiple-and-secondary",
    does="Secondary hand and multiple strike add up to -30.",
    alternatives="Only one of them counts.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
STUNNED_DOUBLE_PENALTY: Final = Ruling(
    "opposed/ruling/stunned-double-penalty",
    does="A stunned figure loses its Agility and takes the stunned row as well.",
    alternatives="Only one of the two.",
    test="tests/rules/opposed/test_chances.py::test_defence",
)
STUNNED_HEX: Final = Ruling(
    "opposed/ruling/stunned-hex",
    does="The stunned Defence counts from every hex.",
    alternatives="The hex still matters.",
    test="tests/rules/opposed/test_chances.py::test_defence",
)
CLOSE_COMBAT_HEX: Final = Ruling(
    "opposed/ruling/close-combat-hex",
    does="Hexes change no Strike Chance in close combat; Defence is by hex, front unless given.",
    alternatives="The melee rows count in close combat.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
DOWN_DEFENDER: Final = Ruling(
    "opposed/ruling/down-defender",
    does="A figure that is down defends as a stunned one and avoids nothing; one that has fled cannot be struck at.",
    alternatives="It defends in full, or needs no roll to be struck.",
    test="tests/rules/opposed/test_chances.py::test_the_down_defend_as_the_stunned",
)
STUNNED_CLOSE_STRENGTH: Final = Ruling(
    "opposed/ruling/stunned-close-strength",
    does="A stunned figure keeps its Strength row in close combat.",
    alternatives="It loses it with its Agility.",
    test="tests/rules/opposed/test_chances.py::test_defence",
)
UNRANKED_WEAPON: Final = Ruling(
    "opposed/ruling/unranked-weapon",
    does="An unranked weapon has its Base Chance and magic, without Dexterity.",
    alternatives="Manual Dexterity counts with Rank 0.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
MAGIC_SIGN: Final = Ruling(
    "opposed/ruling/magic-sign",
    does="Magic is one signed sum that the caller gives.",
    alternatives="Magic only helps.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
TRIP_BASE_CHANCE: Final = Ruling(
    "opposed/ruling/trip-base-chance",
    does="Tripping lowers a Base Chance above 40 to 40.",
    alternatives="It sets it to 40, or to 40 % of itself.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
    option="trip_base_chance",
)
TRAMPLE_CHANCE: Final = Ruling(
    "opposed/ruling/trample-chance",
    does="Trampling has Base Chance 40; Dexterity and Rank add to it.",
    alternatives="Its Strike Chance is 40.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)
DISARM_MISSING_ROW: Final = Ruling(
    "opposed/ruling/disarm-missing-row",
    does="Disarming costs 20 although the modifier table has no such row.",
    alternatives="It costs nothing.",
    test="tests/rules/opposed/test_chances.py::test_strike_chance",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
