"""What the rules refuse, read as clients read it: a problem document that names the rule and quotes the value."""

import asyncio
from typing import Any

import pytest

from tests.api.calls import call, posted
from tests.rules.heroic.refusing import ROUTER, Refusal, refuse, refuse_before_dice
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, WRESTLER, Document, armed, changed

SEVEN = [6, 6, 6, 1, 1, 1, 3]
BOW: Document = {"mode": "short_bow"}
SHOT: Document = {"distance": 10}
RETREATS: Document = {"target_tactic": "retreat", "free": True}
CHARGES: Document = {"attacker_tactic": "all_out_offensive", "charge_target": "swordsman"}
TWO_SWORDS = changed(
    SWORDSMAN,
    attack_modes=[{**SWORDSMAN["attack_modes"][0], "id": name, "weapon": name, "hands": 2} for name in ("big", "huge")],
)


def strike(
    attacker: Document | None = None, target: Document | None = None, choice: Document | None = None, **more: Any
) -> Document:
    """The bandit attacks the swordsman with the sword."""
    mode = {"mode": "sword_thrust"}
    return (
        {"attacker": BANDIT | (attacker or {}), "target": SWORDSMAN | (target or {})}
        | {"attack": mode if choice is None else choice}
        | more
    )


def grab(choice: Document | None = None, **more: Any) -> Document:
    """The wrestler grapples the swordsman."""
    return {"attacker": WRESTLER, "target": SWORDSMAN, "attack": {"mode": "grab"} | (choice or {})} | more


ATTACKS = [
    pytest.param(
        strike({"attack_modes": BANDIT["attack_modes"]}, choice={"mode": "sword_thrust", "location": "eye"})
        | {"attacker": armed(BANDIT) | {"id": "bandit"}, "attack": {"mode": "sword_swing", "location": "vitals"}},
        ("location-not-targetable", "ref/hit-location", "attack/location", ["vitals", "cutting"]),
        id="vitals with a cut",
    ),
    pytest.param(
        strike(target={"id": "bandit"}), ("heroic-duplicate-id", "unit/group-as-one", "target", ["bandit"]), id="one id"
    ),
    pytest.param(
        strike(choice={"mode": "club"}), ("unknown-mode", "attack/steps", "attack/mode", ["club"]), id="unknown mode"
    ),
    pytest.param(
        strike(target={"side": "crime"}),
        ("same-side-target", "unit/defend-as-unit", "target", ["swordsman", "crime"]),
        id="own side",
    ),
    *[
        pytest.param(
            strike(state),
            ("attacker-inactive", "injury/incapacitated", "attacker", ["bandit"]),
            id=f"attacker {word}",
        )
        for word, state in (
            ("incapacitated", {"status": "incapacitated"}),
            ("surrendered", {"status": "surrendered"}),
            ("fled", {"status": "fled"}),
            ("pinned", {"conditions": ["pinned"]}),
            ("unconscious", {"conditions": ["unconscious"]}),
            ("down", {"hp_pool": 0}),
        )
    ],
    *[
        pytest.param(
            strike(target=state),
            ("target-incapacitated", "injury/incapacitated", "target", ["swordsman"]),
            id=f"target {word}",
        )
        for word, state in (
            ("down", {"hp_pool": 0}),
            ("surrendered", {"status": "surrendered"}),
            ("fled", {"status": "fled"}),
        )
    ],
    pytest.param(
        strike({"hp_pool": 14}), ("pool-mismatch", "pool/size", "attacker", ["bandit", "14", "13"]), id="pool too high"
    ),
    pytest.param(
        strike() | {"target": changed(TROGLODYTES, hp_pool=-1)},
        ("pool-mismatch", "pool/size", "target", ["troglodytes", "-1", "120"]),
        id="a group's pool below 0",
    ),
    pytest.param(
        strike(choice={"mode": "sword_thrust", "attackers": 2}),
        ("shares-exceed-unit", "unit/split-attackers", "attack/attackers", ["2", "1"]),
        id="too many sent",
    ),
    pytest.param(
        strike(choice={"mode": "stone_axe", "attackers": 3, "engaged": 4}) | {"attacker": TROGLODYTES},
        ("engaged-exceeds-limit", "engage/count", "attack/engaged", ["4", "3"]),
        id="too many engaged",
    ),
    pytest.param(
        grab() | {"attack": {"mode": "grab"}},
        ("mode-kind-mismatch", "attack/one-per-phase", "attack/mode", ["grab", "grapple"]),
        id="a grapple as an attack",
    ),
    *[
        pytest.param(
            strike(**state), ("tactic-forbids-attack", "tactic/retreat", "attacker", ["bandit", word]), id=word
        )
        for word, state in (("retreat", {"attacker_tactic": "retreat"}), ("withdrawing", {"withdrawing": True}))
    ],
    pytest.param(
        strike(attacker_tactic="all_out_offensive"),
        ("charge-target-required", "tactic/all-out-offensive", "attacker", ["bandit", "charge_target"]),
        id="charge at nobody",
    ),
    pytest.param(
        strike(attacker_tactic="all_out_offensive", charge_target="ogres"),
        ("wrong-charge-target", "attack/all-out-target", "target", ["ogres", "swordsman"]),
        id="charge at somebody else",
    ),
    pytest.param(
        strike(choice=BOW | {"shots_each": 4}, **SHOT),
        ("too-many-shots", "ranged/shots-low-tech", "attack/shots_each", ["4", "3"]),
        id="four arrows",
    ),
    pytest.param(
        strike(choice=BOW | {"shots_each": 3}, attacker_tactic="aimed_shooting", **SHOT),
        ("too-many-shots", "ranged/shots-low-tech", "attack/shots_each", ["3", "2"]),
        id="three aimed arrows",
    ),
    pytest.param(
        strike(choice=BOW | {"shots_each": 2}, **CHARGES, **SHOT),
        ("too-many-shots", "ranged/shots-low-tech", "attack/shots_each", ["2", "1"]),
        id="two arrows in a charge",
    ),
    pytest.param(
        strike(choice=BOW | {"fast_draw": True}, **SHOT),
        ("fast-draw-unavailable", "ranged/fast-draw", "attack/fast_draw", ["short_bow"]),
        id="no Fast-Draw",
    ),
    pytest.param(
        strike({"ammo": [{"mode": "short_bow", "left": 1}]}, choice=BOW | {"shots_each": 2}, **SHOT),
        ("no-ammo", "ranged/ammo", "attack/shots_each", ["2", "1", "bandit"]),
        id="too few arrows",
    ),
    pytest.param(
        strike(choice=BOW, distance=301),
        ("out-of-range", "ranged/range-limits", "attack/mode", ["301", "300"]),
        id="out of range",
    ),
    pytest.param(
        strike(distance=2), ("out-of-reach", "melee/reach", "attack/mode", ["2", "sword_thrust"]), id="out of reach"
    ),
    pytest.param(
        strike(choice={"mode": "javelin", "single_out": {"member": "chief", "impossible": True}}, **SHOT)
        | {"attacker": OGRES},
        ("single-out-impossible", "ranged/single-out", "attack/single_out", ["chief"]),
        id="nobody can be singled out",
    ),
    pytest.param(
        strike(choice={"mode": "sword_thrust", "defense": {"kind": "parry"}}),
        ("invalid-defense", "attack/defense-choice", "attack/defense", ["parry", "swordsman"]),
        id="no parry",
    ),
    pytest.param(
        strike(choice={"modes": [{"mode": "sword_thrust"}]}),
        ("multi-needs-two", "multi/declare", "attack/modes", ["1"]),
        id="one attack as several",
    ),
    pytest.param(
        strike(target={"side": "road"}, choice={"modes": [{"mode": "big"}, {"mode": "huge"}]})
        | {"attacker": TWO_SWORDS, "target": BANDIT},
        ("multi-too-many-hands", "multi/declare", "attack/modes", ["4", "2"]),
        id="four hands",
    ),
    pytest.param(
        strike(choice={"mode": "big", "open_modes": ["huge"]}) | {"attacker": TWO_SWORDS, "target": BANDIT},
        ("modes-not-of-one-weapon", "melee/mode-per-hit", "attack/open_modes", ["big", "huge"]),
        id="hits with two weapons",
    ),
    pytest.param(
        strike(free=True),
        ("free-attack-not-allowed", "lock/retreat", "target", ["swordsman", "neutral"]),
        id="a free attack on who stays",
    ),
    pytest.param(
        strike(**RETREATS),
        ("free-attack-not-allowed", "lock/retreat", "target", ["swordsman", "bandit"]),
        id="a free attack without a lock",
    ),
    *[
        pytest.param(
            strike(choice={"mode": "sword_thrust", "effect": effect}),
            ("not-supported", "scope/not-supported", "attack/effect", [effect]),
            id=f"effect {effect}",
        )
        for effect in ("explosion", "area", "spell", "status")
    ],
]

GRAPPLES = [
    pytest.param(
        strike(),
        ("mode-kind-mismatch", "attack/one-per-phase", "attack/mode", ["sword_thrust", "melee"]),
        id="an attack as a grapple",
    ),
    pytest.param(
        grab() | {"attacker": changed(WRESTLER, arms=0)},
        ("no-free-arm", "ref/grapple-attack", "attacker", ["wrestler", "0"]),
        id="no free arm",
    ),
    pytest.param(
        grab() | {"attacker": armed(changed(WRESTLER, arms=1), hands=2)},
        ("no-free-arm", "ref/grapple-attack", "attacker", ["wrestler", "2", "1"]),
        id="one free arm for two hands",
    ),
    pytest.param(
        grab({"grapple_spend": [{"type": "choke", "hits": 1000}], "location": "neck"}),
        ("spend-exceeds-hits", "grapple/spend", "attack/grapple_spend", ["1000"]),
        id="too many hits spent",
    ),
    pytest.param(
        grab({"grapple_spend": [{"type": "pin"}]}),
        ("pin-needs-prone", "grapple/pin", "attack/grapple_spend/0", ["swordsman", "standing"]),
        id="pin of who stands",
    ),
]

TAPES = [
    pytest.param(
        [3, 3, 3], ("dice-supply-exhausted", "attack/effective-defense", "/dice/faces", ["3d6"]), id="tape too short"
    ),
    pytest.param([3, 7], ("face-out-of-range", "attack/contest", "/dice/faces/1", ["7", "position 1"]), id="die 7"),
    pytest.param(SEVEN, ("dice-supply-left-over", "dice/stream", "/dice/faces/6", ["3", "position 6"]), id="left over"),
]


@pytest.mark.parametrize(("document", "refusal"), ATTACKS)
def test_attacks_refused(document: Any, refusal: Refusal) -> None:
    """An attack that the rules forbid is refused before a die is read, and so are its chances and odds."""
    refuse_before_dice("resolve-attack", document, refusal)
    refuse_before_dice("resolve-attack/odds", document, refusal)
    slug, rule, pointer, words = refusal
    refuse("compute-chances", {"input": document}, (slug, rule, f"/input/{pointer}", words))


@pytest.mark.parametrize(("document", "refusal"), GRAPPLES)
def test_grapples_refused(document: Any, refusal: Refusal) -> None:
    """A grapple that the rules forbid is refused before a die is read, and so are its odds."""
    refuse_before_dice("resolve-grapple", document, refusal)
    refuse_before_dice("resolve-grapple/odds", document, refusal)


@pytest.mark.parametrize(("faces", "refusal"), TAPES)
def test_tapes_refused(faces: list[int], refusal: Refusal) -> None:
    """Dice that run out, do not fit, or are left over are refused with position, rule and die."""
    dice = {"kind": "supplied", "faces": faces, "when_exhausted": "refuse"}
    refuse("resolve-attack", {"input": strike(), "dice": dice}, refusal)


@pytest.mark.parametrize(
    ("change", "pointer", "word"),
    [
        ({"attacker": BANDIT | {"hp": 0}}, "/input/attacker/hp", "0"),
        ({"attacker": BANDIT | {"count_start": 0}}, "/input/attacker/count_start", "0"),
        ({"attacker": armed(BANDIT, damage="1d*2")}, "/input/attacker/attack_modes/0/damage", "1d*2"),
        ({"attacker": armed(BANDIT, type="sonic")}, "/input/attacker/attack_modes/0/type", "sonic"),
        ({"attacker": armed(BANDIT, armor_divisor="four")}, "/input/attacker/attack_modes/0/armor_divisor", "four"),
        ({"attack": {"mode": "sword_thrust", "location": "tail"}}, "/input/attack/location", "tail"),
        ({"attacker_tactic": "berserk"}, "/input/attacker_tactic", "berserk"),
        ({"attacker": BANDIT | {"cowardice": 10}}, "/input/attacker/cowardice", "10"),
        ({"mood": "grim"}, "/input/mood", "grim"),
    ],
)
def test_misfits(change: Document, pointer: str, word: str) -> None:
    """An unknown field or word, or a value out of range, does not fit the schema: 422, with pointer and value."""
    reply = posted(ROUTER, "/v1/heroic/resolve-attack", {"input": strike() | change})
    problem = reply.json
    assert reply.status == problem["status"] == 422
    assert problem["type"] == "/problems/does-not-fit"
    assert pointer in {fault["pointer"] for fault in problem["errors"]}
    assert any(word in fault["message"] for fault in problem["errors"])


@pytest.mark.parametrize(
    ("rulings", "pointer"),
    [({"fumbles": "on"}, "/rulings/fumbles"), ({"contest_tie": "defender"}, "/rulings/contest_tie")],
)
def test_unknown_options(rulings: Document, pointer: str) -> None:
    """An option that is not there, or a value that it does not have, does not fit the schema."""
    reply = posted(ROUTER, "/v1/heroic/resolve-attack", {"input": strike(), "rulings": rulings})
    assert reply.status == 422
    assert pointer in {fault["pointer"] for fault in reply.json["errors"]}


def test_not_json() -> None:
    """What is no JSON is refused as such."""
    reply = posted(ROUTER, "/v1/heroic/resolve-attack", b"{")
    assert (reply.status, reply.json["type"]) == (400, "/problems/not-json")


def test_unknown_family() -> None:
    """A family that is not there is not found."""
    assert asyncio.run(call(ROUTER, "/v1/families/epic", method="GET")).json["type"] == "/problems/unknown-family"
    assert posted(ROUTER, "/v1/epic/resolve-attack", {}).json["type"] == "/problems/not-found"
