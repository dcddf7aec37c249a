"""How gaps and contradictions about sides, initiative and turns are decided."""

from typing import Final

from service.dice.model import Ruling

GOLDEN = "tests/golden/laurels"

TWO_SIDES: Final = Ruling(
    "laurels/ruling/two-sides",
    does="There are exactly two sides.",
    alternatives="Several sides share an initiative roll.",
    test=f"{GOLDEN}/resolve-round/error-one-side.json",
)
NPC_ROLES: Final = Ruling(
    "laurels/ruling/npc-roles",
    does="A fight without players gives the two roles as it likes.",
    alternatives="Only player characters are the party.",
    test=f"{GOLDEN}/resolve-skirmish/skirmish-01.json",
)
TURN_VERSUS_ROUND: Final = Ruling(
    "laurels/ruling/turn-versus-round",
    does="Initiative is rolled once a round.",
    alternatives="It is rolled for every turn.",
    test=f"{GOLDEN}/roll-initiative/case-02.json",
)
INITIATIVE_EXAMPLE: Final = Ruling(
    "laurels/ruling/initiative-example",
    does="A 5 in the first round lets the party act first and surprises nobody.",
    alternatives="The example is read without surprise.",
    test=f"{GOLDEN}/roll-initiative/golden-01.json",
)
SURPRISE_DEFAULT: Final = Ruling(
    "laurels/ruling/surprise-default",
    does="The first round is read for surprise unless the request says otherwise.",
    alternatives="It is read plainly.",
    test=f"{GOLDEN}/roll-initiative/golden-01.json",
)
SURPRISE_AND_PARRY: Final = Ruling(
    "laurels/ruling/surprise-and-parry",
    does="Surprise takes turns and nothing else.",
    alternatives="It takes Dexterity too, or allows sneak attacks.",
    test=f"{GOLDEN}/resolve-round/round-03.json",
)
IMMUNE_MEMBER_ORDER: Final = Ruling(
    "laurels/ruling/immune-member-order",
    does="Who cannot be surprised acts in its side's, the second, place.",
    alternatives="It acts first.",
    test=f"{GOLDEN}/resolve-round/round-03.json",
)
REVERSE_AMBUSH: Final = Ruling(
    "laurels/ruling/reverse-ambush",
    does="The caller says which faces surprise whom; by default none does.",
    alternatives="The ambushers' table holds.",
    test=f"{GOLDEN}/roll-initiative/case-01.json",
)
REVERSE_AWARENESS: Final = Ruling(
    "laurels/ruling/reverse-awareness",
    does="Checks before a reverse ambush are skill checks against a DC of the caller.",
    alternatives="A fixed DC.",
    test=f"{GOLDEN}/skill-check/case-32.json",
)
ATTACKS_PER_ROUND: Final = Ruling(
    "laurels/ruling/attacks-per-round",
    does="A participant makes one attack a round.",
    alternatives="It makes several.",
    test=f"{GOLDEN}/resolve-round/error-two-orders.json",
)
PARRY_MOVEMENT: Final = Ruling(
    "laurels/ruling/parry-movement",
    does="Who parries may still move.",
    alternatives="A parry takes the whole turn.",
    test=f"{GOLDEN}/resolve-round/several-attackers.json",
)
ACTION_NUMBERS: Final = Ruling(
    "laurels/ruling/action-numbers",
    does="Actions without numbers do what the caller says.",
    alternatives="They do nothing.",
    test=f"{GOLDEN}/resolve-round/movement-and-effects.json",
)
SIMULTANEITY: Final = Ruling(
    "laurels/ruling/simultaneity",
    does="Turns are resolved one after the other; the dead do not act.",
    alternatives="All act before the dead are counted.",
    test=f"{GOLDEN}/resolve-round/lost-attack.json",
)
RETREAT: Final = Ruling(
    "laurels/ruling/retreat",
    does="Retreat is movement; it draws no free attack.",
    alternatives="Foes strike who retreats.",
    test=f"{GOLDEN}/resolve-round/round-02.json",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
