"""How gaps and contradictions about contact and Encounter Powers are decided."""

from typing import Final

from service.dice.model import Ruling

CONTACT = "tests/rules/mass/test_contact.py::test_"
COMMAND = "tests/rules/mass/test_powers.py::test_"

SEVERAL_CONTACTS: Final = Ruling(
    "mass/ruling/several-contacts",
    does="A step beside two enemies engages both, and powers fire pair by pair in the order of the units.",
    alternatives="The mover chooses one.",
    test=CONTACT + "several_contacts",
)
ON_ENGAGED_ORDER: Final = Ruling(
    "mass/ruling/on-engaged-order",
    does="Powers of both units fire at once, conditions read before, sow confusion before all others.",
    alternatives="The mover's first, or the other's.",
    test=CONTACT + "on_engaged_order",
    option="engaged_timing",
)
ON_ENGAGED_USE: Final = Ruling(
    "mass/ruling/on-engaged-use",
    does="A power fires whenever its condition holds, unless the unit holds it back.",
    alternatives="The owner is asked each time.",
    test=CONTACT + "on_engaged_use",
)
ON_ENGAGED_TARGET: Final = Ruling(
    "mass/ruling/on-engaged-target",
    does="Of two new foes, the power strikes the first that its condition allows.",
    alternatives="The owner chooses.",
    test=CONTACT + "on_engaged_target",
)
ON_ENGAGED_RETRIGGER: Final = Ruling(
    "mass/ruling/on-engaged-retrigger",
    does="A power regained while engaged waits for a new contact.",
    alternatives="It fires at once.",
    test=CONTACT + "on_engaged_retrigger",
)
CONDITION_UNMET: Final = Ruling(
    "mass/ruling/condition-unmet",
    does="A power whose condition fails is not expended.",
    alternatives="It is.",
    test=CONTACT + "condition_unmet",
)
MUTUAL_CONFUSION: Final = Ruling(
    "mass/ruling/mutual-confusion",
    does="Two units that sow confusion both expend their powers, and nothing else happens.",
    alternatives="The mover's comes first.",
    test=CONTACT + "mutual_confusion",
)
CONFUSION_ON_EXPENDED: Final = Ruling(
    "mass/ruling/confusion-on-expended",
    does="Confusion sown on an expended power is expended itself.",
    alternatives="It is kept.",
    test=CONTACT + "confusion_on_expended",
)
FEAST_TIMING: Final = Ruling(
    "mass/ruling/feast-timing",
    does="Feast on the weak reads current morale at the moment of contact, before other powers.",
    alternatives="The rating, or morale after them.",
    test=CONTACT + "feast_timing",
)
MUTUAL_DESTRUCTION: Final = Ruling(
    "mass/ruling/mutual-destruction",
    does="Two units that feast on each other are both destroyed.",
    alternatives="The mover's comes first.",
    test=CONTACT + "mutual_destruction",
)
RECEIVE_CHARGE_MOVER: Final = Ruling(
    "mass/ruling/receive-charge-mover",
    does="Receive charge strikes any large foe, whoever moved.",
    alternatives="Only a foe that charges.",
    test=CONTACT + "receive_charge_mover",
)
SHATTER_ARMS_FLOOR: Final = Ruling(
    "mass/ruling/shatter-arms-floor",
    does="A d4 stays a d4.",
    alternatives="It is broken altogether.",
    test=CONTACT + "shatter_arms_floor",
)
SHATTER_ARMS_STACKING: Final = Ruling(
    "mass/ruling/shatter-arms-stacking",
    does="Each time it is struck a die becomes one step smaller, and rallying mends nothing.",
    alternatives="Once only.",
    test=CONTACT + "shatter_arms_stacking",
)
PILUM_SUBJECT: Final = Ruling(
    "mass/ruling/pilum-subject",
    does="The unit that casts the pilum may fall back.",
    alternatives="The unit it strikes may.",
    test=CONTACT + "pilum_subject",
    option="pilum_subject",
)
PILUM_PATH: Final = Ruling(
    "mass/ruling/pilum-path",
    does="It goes back as far as the hexes are free, only if it ends away from that foe; new contacts engage.",
    alternatives="All the way or not at all.",
    test=CONTACT + "pilum_path",
)
PILUM_SEVERAL_FOES: Final = Ruling(
    "mass/ruling/pilum-several-foes",
    does="It falls back only if that leaves every foe.",
    alternatives="It leaves one foe and stays with the others.",
    test=CONTACT + "pilum_several_foes",
)
BACKWARD: Final = Ruling(
    "mass/ruling/backward",
    does="Going back keeps the facing.",
    alternatives="The unit turns round.",
    test=CONTACT + "backward",
)
DESTROYED_OR_ROUTED: Final = Ruling(
    "mass/ruling/destroyed-or-routed",
    does="A routed foe releases a unit just as a destroyed one does.",
    alternatives="Only destruction does.",
    test=CONTACT + "destroyed_or_routed",
)
SHIELD_WALL_SCOPE: Final = Ruling(
    "mass/ruling/shield-wall-scope",
    does="A shield wall lessens each loss by 1.",
    alternatives="It lessens the round's total by 1.",
    test=COMMAND + "shield_wall_scope",
    option="shield_wall",
)
SHIELD_WALL_WHO: Final = Ruling(
    "mass/ruling/shield-wall-who",
    does="Only the unit that raises the wall is behind it.",
    alternatives="The whole side is.",
    test=COMMAND + "shield_wall_who",
)
SHIELD_WALL_TIMING: Final = Ruling(
    "mass/ruling/shield-wall-timing",
    does="Losses before the wall is raised are not lessened.",
    alternatives="All losses of the round are.",
    test=COMMAND + "shield_wall_timing",
)
SHIELD_WALL_DESTROY: Final = Ruling(
    "mass/ruling/shield-wall-destroy",
    does="A shield wall does not help against destruction.",
    alternatives="It does.",
    test=COMMAND + "shield_wall_destroy",
)
VOLLEY_RANGE: Final = Ruling(
    "mass/ruling/volley-range",
    does="Range is the distance in hexes; nothing blocks the view.",
    alternatives="A line of sight is needed.",
    test=COMMAND + "volley_range",
)
VOLLEY_TIMING: Final = Ruling(
    "mass/ruling/volley-timing",
    does="Whether the target is engaged is read when the power is used.",
    alternatives="When it was declared.",
    test=COMMAND + "volley_timing",
)
VOLLEY_TARGET: Final = Ruling(
    "mass/ruling/volley-target",
    does="Volleys strike enemies.",
    alternatives="Any unengaged unit.",
    test=COMMAND + "volley_target",
    option="volley_targets",
)
ON_COMMAND_ENGAGED: Final = Ruling(
    "mass/ruling/on-command-engaged",
    does="Engaged units may use powers on command.",
    alternatives="They may not.",
    test=COMMAND + "on_command_engaged",
)
GOUT_LINE: Final = Ruling(
    "mass/ruling/gout-line",
    does="The line begins in the hex ahead of the unit.",
    alternatives="Its own hex is the first.",
    test=COMMAND + "gout_line",
)
GOUT_FRIENDS: Final = Ruling(
    "mass/ruling/gout-friends",
    does="All units on the line are struck, friends too.",
    alternatives="Only enemies.",
    test=COMMAND + "gout_friends",
    option="gout_hits_friends",
)
GOUT_DAMAGE: Final = Ruling(
    "mass/ruling/gout-damage",
    does="4 points, as printed, more than any unit's rating.",
    alternatives="A misprint for fewer.",
    test=COMMAND + "gout_damage",
)
DAMAGE_UNIT: Final = Ruling(
    "mass/ruling/damage-unit",
    does="Damage of powers is morale damage.",
    alternatives="Some other measure.",
    test=COMMAND + "damage_unit",
)
POWER_ROUT_TIMING: Final = Ruling(
    "mass/ruling/power-rout-timing",
    does="A unit without morale is routed at once, also in mid-round, and releases its foes.",
    alternatives="At the end of the round.",
    test=COMMAND + "power_rout_timing",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
