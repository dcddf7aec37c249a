"""Grapples: the attack, what hits are spent on, and what it leaves the target in."""

from typing import Any

import pytest

from service.rules.heroic.book import refusals
from service.rules.heroic.grapple.follow_ups import helpers
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.rules.roll_under.words import Posture
from tests.pins import pins
from tests.rules.heroic.stat_blocks import SWORDSMAN, TROGLODYTES, WRESTLER, Document, armed, changed, grapple
from tests.rules.heroic.stories import refused, tell

WON = (3, 3, 4, 4, 4, 4)
"""13 by 3 against a Block of 12 by 0: one hit."""
WON_BY_FAR = (1, 1, 1, 6, 6, 6)
"""13 by 10 against a Block of 12 by -6: five hits."""
LOST = (6, 6, 6, 1, 1, 1)
LYING = changed(SWORDSMAN, posture="lying")
PACK = changed(
    TROGLODYTES,
    skills=[{"name": "wrestling", "level": 13}],
    attack_modes=[{"id": "grab", "kind": "grapple", "skill": 13, "reach": [0]}],
)
NECK = {"location": "neck"}
GRAB_WITH_ONE, GRAB_WITH_TWO = [{"attack_modes": [WRESTLER["attack_modes"][0] | {"hands": hands}]} for hands in (1, 2)]
TAKEDOWN, PIN = {"type": "takedown"}, {"type": "pin"}


def spend(*spends: Document, **choice: Any) -> Document:
    """A grapple whose hits are spent so."""
    return choice | {"grapple_spend": list(spends)}


def grab(
    choice: Document, *faces: int, attacker: Document = WRESTLER, target: Document = SWORDSMAN, **more: Any
) -> Any:
    """One grapple with these faces; the injury is applied only if `settle` is given."""
    options = more.pop("options", None)
    given = grapple(attacker, target, choice, **({"settle": False} | more))
    return tell(resolve_grapple, given, *faces, options=options)


def test_grappled() -> None:
    """Any hit leaves the target grappled, even if nothing is spent, and both are locked."""
    told = grab({}, *WON)
    assert (told.outcome.verdict.hits, told.outcome.verdict.held) == (1, 1)
    (hold,) = told.outcome.grapples
    assert (hold.grappler, hold.victim, hold.members, hold.hands, hold.state.value) == (
        "wrestler",
        "swordsman",
        1,
        2,
        "grappled",
    )
    assert (told.outcome.grapple.unspent_hits, len(told.outcome.locks)) == (1, 1)
    assert told.outcome.summary == "Wrestler grappled swordsman."


def test_missed() -> None:
    """A grapple that misses holds nobody, but locks both."""
    told = grab(spend(TAKEDOWN), *LOST)
    assert (told.outcome.verdict.held, told.outcome.grapples, told.outcome.grapple.spent) == (0, (), ())
    assert (len(told.outcome.locks), told.outcome.summary) == (1, "Wrestler failed to grapple swordsman.")


@pytest.mark.parametrize(
    ("attacker", "target", "choice", "skill"),
    [
        ({}, {}, {}, 13),
        ({"arms": 1}, {}, {}, 9),
        ({"arms": 4}, {}, {}, 17),
        (GRAB_WITH_ONE, {}, {}, 9),
        (GRAB_WITH_ONE | {"arms": 4}, {}, {}, 9),
        (GRAB_WITH_TWO | {"arms": 4}, {}, {}, 13),
        ({"sm": 1}, {"sm": -1}, {}, 15),
        ({}, {}, {"location": "neck"}, 10),
        ({}, {}, {"location": "skull"}, 9),
        ({"posture": "kneeling"}, {}, {}, 11),
    ],
)
def test_modifiers(attacker: Document, target: Document, choice: Document, skill: int) -> None:
    """Arms that are used, sizes, half of a location's penalty and posture count."""
    faces = (6, 6, 6, 1, 1, 1)
    told = grab(choice, *faces, attacker=changed(WRESTLER, **attacker), target=changed(SWORDSMAN, **target))
    assert told.outcome.grapple.attack.skill.total == skill


@pins("takedown-backfire")
@pytest.mark.parametrize(
    ("faces", "prone", "backfired"),
    [((4, 3, 3, 4, 4, 4), True, False), ((4, 4, 4, 3, 3, 4), False, False), ((6, 6, 6, 1, 1, 1), False, True)],
)
def test_takedown(faces: tuple[int, ...], prone: bool, backfired: bool) -> None:
    """A takedown brings one of the two down; a tie neither."""
    told = grab(spend(TAKEDOWN), *WON, *faces)
    assert (told.outcome.verdict.prone, told.outcome.verdict.backfired) == (prone, backfired)
    wrestler, swordsman = told.outcome.units
    assert (swordsman.posture is Posture.LYING, wrestler.posture is Posture.LYING) == (prone, backfired)
    (spent,) = told.outcome.grapple.spent
    assert (spent.contest.first.total, spent.contest.second.total) == (14, 12)
    assert (spent.won, spent.hits, told.outcome.grapple.unspent_hits) == (prone, 1, 0)


def test_takedown_of_who_lies() -> None:
    """Who lies already cannot be taken down: the hit is lost without dice."""
    told = grab(spend(TAKEDOWN), *(3, 3, 4), *(3, 3, 4), target=LYING)
    assert [(each.possible, each.contest) for each in told.outcome.grapple.spent] == [(False, None)]


@pins("grapple-fifth")
@pytest.mark.parametrize(
    ("score", "ratio", "takedown", "pin"),
    [
        (12, (3, 2), 0, 0),
        (12, (2, 1), 2, 2),
        (12, (3, 1), 2, 4),
        (13, (2, 1), 2, 2),
        (13, (3, 1), 2, 5),
        (14, (31, 20), 2, 2),
    ],
)
def test_helpers(score: int, ratio: tuple[int, int], takedown: int, pin: int) -> None:
    """Above 1.5 to 1 a fifth of the score is added; above 2 to 1 a pin gets two fifths."""
    assert (helpers(score, ratio, pins=False), helpers(score, ratio, pins=True)) == (takedown, pin)


def test_superior_numbers() -> None:
    """Three on one add a fifth of 13 to a takedown and two fifths to a pin."""
    told = grab(
        spend(TAKEDOWN, PIN, attackers=3),
        *(4, 4, 4),
        *(6, 6, 1),
        *(3, 3, 4, 4, 4, 4),
        *(3, 3, 4, 4, 4, 4),
        attacker=PACK,
    )
    takedown, pin = told.outcome.grapple.spent
    assert (takedown.contest.first.total, pin.contest.first.total) == (15, 18)


@pins("pin-contest")
@pytest.mark.parametrize(
    ("sizes", "arms", "first", "second"),
    [((0, 0), (2, 2), 14, 12), ((1, 0), (2, 2), 17, 12), ((0, 2), (3, 2), 17, 18), ((0, 0), (2, 4), 14, 15)],
)
def test_pin(sizes: tuple[int, int], arms: tuple[int, int], first: int, second: int) -> None:
    """Who is prone can be pinned; the larger and the one with more free hands have it easier."""
    attacker = changed(WRESTLER, sm=sizes[0], arms=arms[0])
    target = changed(LYING, sm=sizes[1], arms=arms[1])
    told = grab(
        spend(PIN, extra_modifiers=[{"label": "Sure", "value": 20}]),
        *(3, 3, 4),
        *(6, 6, 6),
        *(1, 1, 1, 6, 6, 6),
        attacker=attacker,
        target=target,
    )
    (spent,) = told.outcome.grapple.spent
    assert (spent.contest.first.total, spent.contest.second.total) == (first, second)
    (hold,) = told.outcome.grapples
    assert (told.outcome.verdict.pinned, hold.state.value, hold.prone) == (1, "pinned", True)


def test_chain() -> None:
    """In one attack a pin sees the takedown before it; without it the pin's hit is lost."""
    told = grab(spend(TAKEDOWN, PIN), *WON_BY_FAR, *(3, 3, 4, 4, 4, 4), *(3, 3, 4, 4, 4, 4))
    assert (told.outcome.verdict.prone, told.outcome.verdict.pinned) == (True, 1)
    assert told.outcome.summary == "Wrestler grappled swordsman, brought them down and pinned them."
    told = grab(spend(TAKEDOWN, PIN), *WON_BY_FAR, *(6, 6, 6, 1, 1, 1))
    assert [each.possible for each in told.outcome.grapple.spent] == [True, False]


def test_too_few_hits() -> None:
    """Follow-ups for which no hit is left are lost."""
    told = grab(spend(TAKEDOWN, PIN), *WON, *(3, 3, 4, 4, 4, 4))
    assert [(each.hits, each.possible) for each in told.outcome.grapple.spent] == [(1, True), (0, False)]


def test_members() -> None:
    """As many members are held as there are hits; follow-ups act on one each, and only they fall."""
    told = grab(
        spend(TAKEDOWN, TAKEDOWN, PIN),
        *(1, 1, 1),
        *(5, 5, 5),
        *(3, 3, 4, 4, 4, 4) * 3,
        target=changed(PACK, id="pack", side="law"),
        attacker=changed(PACK, side="crime"),
    )
    verdict = told.outcome.verdict
    assert (verdict.hits, verdict.held, verdict.pinned) == (16, 10, 1)
    assert [(hold.members, hold.state.value, hold.prone) for hold in told.outcome.grapples] == [
        (8, "grappled", False),
        (1, "grappled", True),
        (1, "pinned", True),
    ]
    assert told.outcome.units[1].posture is Posture.STANDING


def test_renewed_hold() -> None:
    """A second grapple works on who is held already, and replaces the hold."""
    held = [
        {"grappler": "troglodytes", "victim": "orcs", "members": 3, "prone": True},
        {"grappler": "troglodytes", "victim": "orcs", "members": 1, "prone": True, "state": "pinned"},
        {"grappler": "ogres", "victim": "orcs"},
    ]
    told = grab(
        spend(PIN, attackers=1),
        *(4, 4, 4),
        *(4, 4, 4),
        *(3, 3, 4, 4, 4, 4),
        attacker=PACK,
        target=changed(PACK, id="orcs", side="law", defenses={"dodge": 9}),
        grapples=held,
    )
    assert [(hold.grappler, hold.members, hold.state.value) for hold in told.outcome.grapples] == [
        ("ogres", 1, "grappled"),
        ("troglodytes", 2, "grappled"),
        ("troglodytes", 2, "pinned"),
    ]


def test_choke() -> None:
    """A choke does its margin to the neck, by 1.5 and times the hits, and takes the breath of who is hurt."""
    told = grab(
        spend({"type": "choke", "hits": 2}, **NECK), *WON_BY_FAR, *(3, 3, 3), *(5, 4, 4), *(5, 5, 5), settle=True
    )
    (spent,) = told.outcome.grapple.spent
    assert (spent.contest.first.total, spent.contest.second.total, spent.damage, spent.injury) == (14, 12, 6, 18)
    swordsman = told.outcome.units[1]
    assert [each.value for each in swordsman.conditions] == ["suffocating"]
    assert (swordsman.fp_current, swordsman.hp_pool) == (1, -6)
    assert told.outcome.verdict.suffocating
    assert told.outcome.summary == (
        "Wrestler grappled swordsman, cut off their breath, did 18 points of injury and put them out of the fight."
    )


def test_choke_again() -> None:
    """Who suffocates already goes on suffocating."""
    victim = changed(SWORDSMAN, conditions=["suffocating"], fp_current=1)
    told = grab(spend({"type": "choke"}, **NECK), *WON_BY_FAR, *(3, 3, 3), *(5, 4, 4), target=victim)
    assert (told.outcome.units[1].fp_current, len(told.outcome.units[1].conditions)) == (-9, 1)
    assert told.outcome.pending[0].injury == 9


@pytest.mark.parametrize(("faces", "injury"), [((3, 3, 3, 5, 5, 5), 16), ((6, 6, 6, 1, 1, 1), 0)])
def test_choke_hold(faces: tuple[int, ...], injury: int) -> None:
    """A choke hold suffocates whatever its contest; winning it with 3 more ST hurts as well."""
    told = grab(spend({"type": "choke_hold"}, **NECK), *WON_BY_FAR, *faces)
    (spent,) = told.outcome.grapple.spent
    assert (spent.contest.first.total, spent.injury) == (17, injury)
    assert told.outcome.verdict.suffocating
    assert told.outcome.grapples[0].technique.value == "choke_hold"


@pytest.mark.parametrize(
    ("mode", "choice", "score"), [({"hands": 1}, NECK, 9), ({"hands": 4}, NECK, 18), ({}, {"location": "torso"}, 9)]
)
def test_choking_hands(mode: Document, choice: Document, score: int) -> None:
    """One hand chokes badly, four well; a larger fighter may choke around the torso."""
    attacker = changed(armed(WRESTLER, **mode), sm=1, arms=4)
    told = grab(spend({"type": "choke"}, **choice), *WON_BY_FAR, *(1, 1, 1, 1, 1, 1), attacker=attacker)
    assert told.outcome.grapple.spent[0].contest.first.total == score


@pytest.mark.parametrize(
    ("armour", "dr"),
    [
        ({"dr": 3}, 3),
        ({"dr": 3, "flexible": True}, 0),
        ({"dr": 3, "flexible": True, "natural": True}, 3),
        ({"dr": 3, "tough_skin": True, "natural": True}, 0),
        ({"dr": 3, "vs": [{"type": "crushing", "delta": -1}]}, 2),
    ],
)
def test_arm_lock(armour: Document, dr: int) -> None:
    """An arm lock does its margin to the arm, behind rigid or natural armour only."""
    target = changed(SWORDSMAN, armour=[armour])
    told = grab(spend({"type": "arm_lock"}, location="arm"), *WON_BY_FAR, *(3, 3, 3), *(5, 4, 4), target=target)
    (spent,) = told.outcome.grapple.spent
    assert (spent.contest.first.total, spent.damage, spent.dr, spent.injury) == (14, 6, dr, 6 - dr)
    assert told.outcome.grapples[0].technique.value == "arm_lock"


def test_neck_snap() -> None:
    """A neck snap rolls a swing by ST against the neck."""
    told = grab(spend({"type": "neck_snap"}, **NECK), *WON_BY_FAR, *(3, 3, 3), *(5, 5, 5), *(6, 4))
    (spent,) = told.outcome.grapple.spent
    assert (spent.contest.first.total, spent.damage, spent.injury, spent.location.value) == (10, 10, 15, "neck")
    told = grab(spend({"type": "neck_snap"}, **NECK), *WON_BY_FAR, *(6, 6, 6), *(1, 1, 1))
    assert told.outcome.grapple.spent[0].injury == 0
    assert told.outcome.summary == "Wrestler grappled swordsman."


def test_wrench_limb() -> None:
    """A wrench does the same to the limb it names."""
    told = grab(
        spend({"type": "wrench_limb", "location": "leg"}, location="leg"), *WON_BY_FAR, *(3, 3, 3), *(5, 5, 5), *(6, 4)
    )
    (spent,) = told.outcome.grapple.spent
    assert (spent.injury, spent.location.value) == (10, "leg")


@pins("technique-contests")
@pytest.mark.parametrize(("option", "first", "second"), [("own", 14, 12), ("best", 16, 13)])
def test_technique_contest(option: str, first: int, second: int) -> None:
    """Techniques have their own scores, or with the option the best of ST, DX and grappling."""
    attacker = changed(armed(WRESTLER, skill=16))
    target = changed(SWORDSMAN, dx=13)
    told = grab(
        spend({"type": "choke"}, **NECK),
        *WON_BY_FAR,
        *(1, 1, 1, 1, 1, 1),
        attacker=attacker,
        target=target,
        options={"technique_contest": option},
    )
    (spent,) = told.outcome.grapple.spent
    assert (spent.contest.first.total, spent.contest.second.total) == (first, second)


REFUSALS: list[Any] = [
    (refusals.ModeKindMismatch, {}, {"mode": "sword_swing"}, "/attack/mode"),
    (refusals.NoFreeArm, {"arms": 0}, {}, "/attacker"),
    (refusals.OutOfReach, {"distance": 1.5}, {}, "/attack/mode"),
    (refusals.PinNeedsProne, {}, spend(PIN), "/attack/grapple_spend/0"),
    (refusals.LocationNotTargetable, {}, spend({"type": "choke"}), "/attack/grapple_spend/0/location"),
    (
        refusals.LocationNotTargetable,
        {},
        spend({"type": "arm_lock"}, location="leg"),
        "/attack/grapple_spend/0/location",
    ),
    (refusals.LocationNotTargetable, {}, spend({"type": "neck_snap"}), "/attack/grapple_spend/0/location"),
    (refusals.LocationNotTargetable, {}, spend({"type": "wrench_limb"}), "/attack/grapple_spend/0/location"),
    (
        refusals.LocationNotTargetable,
        {},
        spend(TAKEDOWN, {"type": "choke_hold", "location": "arm"}),
        "/attack/grapple_spend/1/location",
    ),
    (refusals.SpendExceedsHits, {}, spend({"type": "choke", "hits": 500}, **NECK), "/attack/grapple_spend"),
]


@pytest.mark.parametrize(("error", "situation", "choice", "pointer"), REFUSALS)
def test_refused(error: Any, situation: Document, choice: Document, pointer: str) -> None:
    """What no grapple can do is refused before a die is read."""
    arms = situation.get("arms", 2)
    attacker = changed(WRESTLER, arms=arms, attack_modes=[*WRESTLER["attack_modes"], SWORDSMAN["attack_modes"][0]])
    rest = {name: value for name, value in situation.items() if name != "arms"}
    assert refused(error, resolve_grapple, grapple(attacker, SWORDSMAN, choice, **rest)).pointer == pointer


def test_busy_hands() -> None:
    """Who holds with both hands has none free for another."""
    holds = [{"grappler": "wrestler", "victim": "squire"}]
    refused(refusals.NoFreeArm, resolve_grapple, grapple(WRESTLER, SWORDSMAN, {}, grapples=holds))
