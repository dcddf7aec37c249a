"""What the rules refuse, read as clients read it: a problem document that names the rule and quotes the value."""

from typing import Any

import pytest

from service.api.rest.router import RestRouter
from service.app import registry
from tests.api.calls import posted
from tests.rules.opposed.figures import ASH, ORC, SWORD

ROUTER = RestRouter(registry())
BOTH_HANDS = {"weapon": SWORD | {"two_handed": True}}
MISSILE = {"flight": "missile"}
SIDES = [{"id": "red", "leader": "Ash"}, {"id": "blue", "leader": "Orc"}]
RED, BLUE = ASH | {"side": "red"}, ORC | {"side": "blue"}
BEA = RED | {"id": "Bea"}
FOX: dict[str, Any] = {"id": "fox", "agility": 15}
DOG: dict[str, Any] = {"id": "dog", "agility": 18}


def strike(attacker: dict[str, Any] | None = None, defender: dict[str, Any] | None = None, **changes: Any) -> Any:
    """Ash strikes at Orc."""
    return {"attacker": ASH | (attacker or {}), "defender": ORC | (defender or {})} | changes


def battle(*orders: Any, **changes: Any) -> Any:
    """Ash against Orc, not yet engaged."""
    return {"sides": SIDES, "participants": [RED, BLUE], "orders": list(orders)} | changes


def order(actor: str, target: str, **changes: Any) -> Any:
    """An order to attack."""
    return {"action": "attack", "actor": actor, "target": target} | changes


ATTACKS = [
    pytest.param(
        strike(mode="ranged", situation=MISSILE | {"aim": True, "snapshot": True}),
        ("aim-and-snapshot-conflict", "ruling/aim-and-snapshot", "situation/snapshot", ["aim", "snapshot", "pick one"]),
        id="aim and snap shot together",
    ),
    pytest.param(
        strike(situation={"aim": True}),
        ("ranged-modifier-in-other-mode", "strike-modifier/aim", "situation/aim", ["aim", "melee"]),
        id="aim outside ranged",
    ),
    pytest.param(
        strike(mode="close", situation={"snapshot": True}),
        ("ranged-modifier-in-other-mode", "strike-modifier/aim", "situation/snapshot", ["snapshot", "close"]),
        id="snap shot outside ranged",
    ),
    pytest.param(
        strike(mode="ranged", situation=MISSILE | {"charging": True}),
        ("melee-modifier-in-other-mode", "strike-modifier/cumulative", "situation/charging", ["charging", "ranged"]),
        id="charging at range",
    ),
    *[
        pytest.param(
            strike({"size_hexes": 3, "weapon": weapon}, mode="ranged", situation=MISSILE, maneuver=maneuver),
            ("melee-modifier-in-other-mode", f"maneuver/{rule}", "maneuver", [maneuver, "ranged"]),
            id=f"{maneuver} at range",
        )
        for maneuver, rule, weapon in (
            ("trample", "trample", SWORD),
            ("shield_rush", "shield-rush", SWORD | {"shield": True}),
            ("trip", "trip", SWORD),
        )
    ],
    pytest.param(
        strike(BOTH_HANDS, mode="ranged", situation=MISSILE | {"multi_hex_strike": True}),
        (
            "melee-modifier-in-other-mode",
            "strike-modifier/multi-hex-strike",
            "situation/multi_hex_strike",
            ["multi_hex_strike", "ranged"],
        ),
        id="multi-hex strike at range",
    ),
    pytest.param(
        strike(situation={"charging": True, "withdrawal": "offensive"}),
        (
            "charge-and-withdrawal-conflict",
            "ruling/charge-and-withdrawal",
            "situation/charging",
            ["charging", "offensive"],
        ),
        id="charging with offensive withdrawal",
    ),
    pytest.param(
        strike(mode="ranged"),
        ("flight-required", "strike-modifier/missile-distance", "situation/flight", ["thrown", "missile"]),
        id="ranged without flight",
    ),
    pytest.param(
        strike(situation={"multi_hex_strike": True}),
        (
            "multi-hex-strike-needs-two-handed-b-class",
            "strike-modifier/multi-hex-strike",
            "situation/multi_hex_strike",
            ["class B", "one hand"],
        ),
        id="multi-hex strike with one hand",
    ),
    pytest.param(
        strike({"weapon": SWORD | {"two_handed": True, "weapon_class": "A"}}, situation={"multi_hex_strike": True}),
        (
            "multi-hex-strike-needs-two-handed-b-class",
            "strike-modifier/multi-hex-strike",
            "situation/multi_hex_strike",
            ["class A", "two hands"],
        ),
        id="multi-hex strike of class A",
    ),
    pytest.param(
        strike(defender={"stunned": True, "evading": True}),
        ("stunned-figure-cannot-evade", "ruling/stunned-evading", "defender/evading", ["Orc", "stunned", "evading"]),
        id="defender stunned and evading",
    ),
    pytest.param(
        strike(maneuver="trample"),
        ("trample-needs-multihex-figure", "maneuver/trample", "maneuver", ["Ash", "1 hex"]),
        id="trample by a one-hex figure",
    ),
    pytest.param(
        strike(situation={"assassin": "behind"}),
        ("assassin-rank-missing", "dice-modifier/assassin-surprise", "situation/assassin", ["behind", "0"]),
        id="assassin row without rank",
    ),
    pytest.param(
        strike({"stunned": True}),
        ("attacker-cannot-act", "stun/effects", "attacker/stunned", ["Ash", "stunned"]),
        id="attacker stunned",
    ),
    *[
        pytest.param(
            strike({"status": status}),
            ("attacker-cannot-act", None, "attacker/status", ["Ash", status]),
            id=f"attacker {status}",
        )
        for status in ("unconscious", "incapacitated")
    ],
    *[
        pytest.param(
            strike({"endurance": endurance} | given),
            ("attacker-cannot-act", "consciousness/check", "attacker/endurance", ["Ash", f"Endurance {endurance}"]),
            id=f"attacker with Endurance {endurance}, {given or 'without status'}",
        )
        for endurance, given in ((0, {}), (-3, {}), (-3, {"status": "active"}))
    ],
    pytest.param(
        strike({"must_pass_next": True}),
        (
            "attacker-cannot-act",
            "ruling/must-pass",
            "attacker/must_pass_next",
            ["Ash", "owes a Pass", "must_pass_next"],
        ),
        id="attacker that owes a Pass",
    ),
    pytest.param(
        strike(defender={"status": "fled"}),
        ("invalid-target", "skirmish/break", "defender/status", ["Orc", "fled"]),
        id="defender that has fled",
    ),
    pytest.param(
        strike(maneuver="shield_rush"),
        ("shield-rush-needs-shield", "maneuver/shield-rush", "maneuver", ["Ash", "shield"]),
        id="shield rush without a shield",
    ),
]

ROUNDS = [
    pytest.param(
        battle(order("Elf", "Orc")),
        ("unknown-participant", "round/phases", "orders/0/actor", ["Elf"]),
        id="order for an unknown figure",
    ),
    pytest.param(
        battle(order("Ash", "Elf")),
        ("unknown-participant", "round/phases", "orders/0/target", ["Elf"]),
        id="unknown target",
    ),
    pytest.param(
        battle(order("Ash", "Orc"), order("Ash", "Orc")),
        ("duplicate-participant", "round/phases", "orders/1/actor", ["Ash"]),
        id="two orders for one figure",
    ),
    pytest.param(
        battle(participants=[RED, BLUE, RED]),
        ("duplicate-participant", "round/phases", "participants/2/id", ["Ash"]),
        id="duplicate figure",
    ),
    pytest.param(
        battle(order("Ash", "Bea"), participants=[RED, BLUE, BEA]),
        ("invalid-target", "round/phases", "orders/0/target", ["Bea", "red"]),
        id="target on own side",
    ),
    pytest.param(
        battle(participants=[RED | {"engaged_with": ["Orc"]}, BLUE]),
        ("engagement-not-mutual", "round/engagement", "participants/0/engaged_with/0", ["Ash", "Orc"]),
        id="engagement not mutual",
    ),
    pytest.param(
        battle(sides=[SIDES[0] | {"leader": "Orc"}, SIDES[1]]),
        ("invalid-leader", "initiative/unengaged", "sides/0/leader", ["red", "Orc"]),
        id="leader not of that side",
    ),
    pytest.param(
        battle(order("Ash", "Orc", mode="ranged")),
        ("flight-required", "strike-modifier/missile-distance", "orders/0/situation/flight", ["thrown", "missile"]),
        id="an order that no single attack would be granted",
    ),
    pytest.param(
        battle(order("Ash", "Orc", mode="ranged", situation=MISSILE, maneuver="trip")),
        ("melee-modifier-in-other-mode", "maneuver/trip", "orders/0/maneuver", ["trip", "ranged"]),
        id="an order to trip at range",
    ),
]

FEATS = [
    *[
        pytest.param(
            {"kind": "restrain", **strike(state)},
            ("attacker-cannot-act", rule, f"attacker/{pointer}", ["Ash", word]),
            id=word,
        )
        for state, rule, pointer, word in (
            ({"stunned": True}, "stun/effects", "stunned", "stunned"),
            ({"endurance": 0}, "consciousness/check", "endurance", "Endurance 0"),
            ({"must_pass_next": True}, "ruling/must-pass", "must_pass_next", "owes a Pass"),
        )
    ],
    *[
        pytest.param(
            {**given, "defender": ORC | {"status": "fled"}},
            ("invalid-target", "skirmish/break", "defender/status", ["Orc", "fled"]),
            id=f"{given['kind']} against who has fled",
        )
        for given in ({"kind": "restrain", "attacker": ASH}, {"kind": "avoid", "against": "trip"})
    ],
]

SKIRMISHES = [
    pytest.param(
        battle(participants=[RED | {"is_pc": True}, BLUE]),
        ("pc-in-skirmish", "skirmish/pc-guard", "participants/0/is_pc", ["Ash"]),
        id="player character",
    ),
]

PURSUITS = [
    pytest.param(
        {"fleeing": FOX | state, "pursuers": [DOG]},
        ("cannot-flee", "pursuit/eligibility", f"fleeing/{pointer}", ["fox", word]),
        id=f"fleeing though {word}",
    )
    for state, pointer, word in (
        ({"stunned": True}, "stunned", "stunned"),
        ({"posture": "prone"}, "posture", "prone"),
        ({"conditions": ["entangled"]}, "conditions/0", "entangled"),
        ({"conditions": ["disarmed", "restrained"]}, "conditions/1", "restrained"),
        ({"status": "unconscious"}, "status", "unconscious"),
        ({"status": "incapacitated"}, "status", "incapacitated"),
        ({"endurance": 0}, "endurance", "Endurance 0"),
        ({"status": "fled", "endurance": -1}, "endurance", "Endurance -1"),
    )
]

TAPES = [
    pytest.param(
        [80], ("dice-supply-exhausted", "attack/defender-always-rolls", "/dice/faces", ["d100"]), id="tape too short"
    ),
    pytest.param(
        [80, 60, 60],
        ("face-out-of-range", "damage/roll", "/dice/faces/2", ["60", "position 2", "d10"]),
        id="a d100 where a d10 is due",
    ),
    pytest.param(
        [101],
        ("face-out-of-range", "attack/sequence", "/dice/faces/0", ["101", "position 0", "d100"]),
        id="face too high",
    ),
    pytest.param(
        [30, 60, 4], ("dice-supply-left-over", "dice/tape", "/dice/faces/2", ["4", "position 2"]), id="left-over dice"
    ),
]

Refusal = tuple[str, str | None, str, list[str]]


def refuse(procedure: str, body: Any, refusal: Refusal) -> None:
    """Post a body and read the problem document it is refused with."""
    slug, rule, pointer, words = refusal
    path = f"/v1/opposed/{procedure}"
    reply = posted(ROUTER, path, body)
    assert reply.status == 409
    assert reply.header("content-type") == "application/problem+json"
    problem = reply.json
    (fault,) = problem["errors"]
    assert problem["type"] == f"/problems/{slug}"
    assert (problem["status"], problem["instance"]) == (409, path)
    assert fault["code"] == slug.replace("-", "_")
    assert fault["pointer"] == pointer
    assert rule is None or fault["rule"] == f"opposed/{rule}"
    assert fault["message"] == problem["detail"]
    assert [word for word in words if word not in problem["detail"]] == []


def refuse_before_dice(procedure: str, document: Any, refusal: Refusal) -> None:
    """Post an input with dice that would be asked for: a refusal comes first."""
    slug, rule, pointer, words = refusal
    refuse(procedure, {"input": document, "dice": {"kind": "supplied"}}, (slug, rule, f"/input/{pointer}", words))


@pytest.mark.parametrize(("document", "refusal"), ATTACKS)
def test_attacks_refused(document: Any, refusal: Refusal) -> None:
    """A strike that the rules forbid is refused before a die is read, and so are its chances and odds."""
    refuse_before_dice("resolve-attack", document, refusal)
    refuse_before_dice("resolve-attack/odds", document, refusal)
    slug, rule, pointer, words = refusal
    refuse("compute-chances", {"input": document}, (slug, rule, f"/input/{pointer}", words))


@pytest.mark.parametrize(("document", "refusal"), FEATS)
def test_feats_refused(document: Any, refusal: Refusal) -> None:
    """Nobody restrains who cannot act, and nothing is done to who has fled."""
    refuse_before_dice("resolve-maneuver", document, refusal)
    refuse_before_dice("resolve-maneuver/odds", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), ROUNDS)
def test_rounds_refused(document: Any, refusal: Refusal) -> None:
    """A round whose figures or orders do not fit together is refused before a die is read, and so is a skirmish."""
    refuse_before_dice("resolve-round", document, refusal)
    refuse_before_dice("resolve-skirmish", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), SKIRMISHES)
def test_skirmishes_refused(document: Any, refusal: Refusal) -> None:
    """A skirmish is fought without players."""
    refuse_before_dice("resolve-skirmish", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), PURSUITS)
def test_pursuits_refused(document: Any, refusal: Refusal) -> None:
    """A figure that cannot run cannot flee."""
    refuse_before_dice("pursue", document, refusal)
    refuse_before_dice("pursue/odds", document, refusal)


@pytest.mark.parametrize(("faces", "refusal"), TAPES)
def test_tapes_refused(faces: list[int], refusal: Refusal) -> None:
    """Dice that run out, do not fit, or are left over are refused with position, rule and die."""
    dice = {"kind": "supplied", "faces": faces, "when_exhausted": "refuse"}
    refuse("resolve-attack", {"input": strike(), "dice": dice}, refusal)


@pytest.mark.parametrize(
    ("change", "pointer", "word"),
    [
        ({"attacker": ASH | {"agility": 61}}, "/input/attacker/agility", "61"),
        ({"attacker": ASH | {"weapon": SWORD | {"rank": 11}}}, "/input/attacker/weapon/rank", "11"),
        ({"defender": ORC | {"posture": "asleep"}}, "/input/defender/posture", "asleep"),
        ({"situation": {"distance_hexes": 2.5}}, "/input/situation/distance_hexes", "2.5"),
        ({"parry": 1}, "/input/parry", "1"),
        ({"mood": "grim"}, "/input/mood", "grim"),
    ],
)
def test_misfits(change: dict[str, Any], pointer: str, word: str) -> None:
    """An unknown field or a value out of range does not fit the schema: 422, with its pointer and value."""
    reply = posted(ROUTER, "/v1/opposed/resolve-attack", {"input": strike() | change})
    problem = reply.json
    assert reply.status == problem["status"] == 422
    assert problem["type"] == "/problems/does-not-fit"
    assert pointer in {fault["pointer"] for fault in problem["errors"]}
    assert any(word in fault["message"] for fault in problem["errors"])
