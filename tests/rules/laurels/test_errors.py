"""What the rules refuse, read as clients read it: a problem document that names the rule and quotes the value."""

from typing import Any

import pytest

from service.api.rest.router import RestRouter
from service.operations.procedure import bound_procedures_of, operations_of
from service.operations.registry import Registry
from service.rules.laurels.family import FAMILY
from tests.api.calls import posted
from tests.rules.laurels.figures import ARCHER, GIANT, ORC, TOMBRIL
from tests.rules.laurels.refused import ATTACKS, NATURAL, PURSUITS, ROUNDS, SNEAKS, TAPES, Refusal, attack, battle

ROUTER = RestRouter(Registry(operations_of(bound_procedures_of(FAMILY))))


def post(procedure: str, body: Any) -> Any:
    """Post a body and read the problem document it is refused with."""
    path = f"/v1/laurels/{procedure}"
    reply = posted(ROUTER, path, body)
    problem = reply.json
    assert reply.header("content-type") == "application/problem+json"
    assert (problem["status"], problem["instance"]) == (reply.status, path)
    return problem


def refuse(procedure: str, body: Any, refusal: Refusal) -> None:
    """Post a body that the rules refuse, with the problem, rule, pointer and words expected."""
    slug, rule, pointer, words = refusal
    problem = post(procedure, body)
    (fault,) = problem["errors"]
    assert (problem["status"], problem["type"]) == (409, f"/problems/{slug}")
    assert (fault["code"], fault["pointer"]) == (slug.replace("-", "_"), pointer)
    assert fault["rule"] == f"laurels/{rule}"
    assert fault["message"] == problem["detail"]
    assert [word for word in words if word not in problem["detail"]] == []


def refuse_before_dice(procedure: str, document: Any, refusal: Refusal, **rulings: Any) -> None:
    """Post an input with dice that would be asked for: a refusal comes first."""
    slug, rule, pointer, words = refusal
    body = {"input": document, "dice": {"kind": "supplied"}, "rulings": rulings}
    refuse(procedure, body, (slug, rule, f"/input/{pointer}", words))


@pytest.mark.parametrize(("document", "refusal"), ATTACKS)
def test_attacks_refused(document: Any, refusal: Refusal) -> None:
    """An attack that the rules forbid is refused before a die is read, and so are its odds."""
    refuse_before_dice("resolve-attack", document, refusal)
    refuse_before_dice("resolve-attack/odds", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), SNEAKS)
def test_sneak_attacks_refused(document: Any, refusal: Refusal) -> None:
    """A sneak attack that the rules forbid is refused before a die is read, and so are its odds."""
    refuse_before_dice("resolve-sneak-attack", document, refusal)
    refuse_before_dice("resolve-sneak-attack/odds", document, refusal)


def test_natural_power_attacks_refused() -> None:
    """Power attacks with claws are refused only where the request says so."""
    refusal = ("power-attack-not-possible", "power-attack/weapon-breaks", "power_attack", ["natural", "'refuse'"])
    refuse_before_dice("resolve-attack", attack(NATURAL, power_attack=True), refusal, power_attack_natural="refuse")


@pytest.mark.parametrize(("document", "refusal"), ROUNDS)
def test_rounds_refused(document: Any, refusal: Refusal) -> None:
    """A round whose participants or orders do not fit together is refused before any die, and so is a skirmish."""
    refuse_before_dice("resolve-round", document, refusal)
    refuse_before_dice("resolve-round/odds", document, refusal)
    refuse_before_dice("resolve-skirmish", document, refusal)


@pytest.mark.parametrize("side", ["party", "opponents"])
def test_turn_orders_refused(side: str) -> None:
    """A turn order names members of its own side."""
    names = {"party": "orc", "opponents": "cedryk"}
    refusal = ("laurels-unknown-participant", "round/phases", f"turn_order/{side}/0", [names[side], side])
    refuse_before_dice("resolve-round", battle(turn_order={side: [names[side]]}), refusal)
    refusal = ("laurels-unknown-participant", "round/phases", f"turn_order/{side}/0", ["troll"])
    refuse_before_dice("resolve-round", battle(turn_order={side: ["troll"]}), refusal)


def test_players_refused() -> None:
    """A skirmish is fought without players."""
    document = battle(participants=[TOMBRIL | {"is_pc": True}, ORC])
    refusal = ("laurels-pc-in-skirmish", "skirmish/pc-guard", "participants/0/is_pc", ["tombril"])
    refuse_before_dice("resolve-skirmish", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), PURSUITS)
def test_pursuits_refused(document: Any, refusal: Refusal) -> None:
    """The dead do not run, and nobody runs on both sides."""
    refuse_before_dice("pursue", document, refusal)
    refuse_before_dice("pursue/odds", document, refusal)


def test_initiative_refused() -> None:
    """A face does not surprise both sides."""
    document = {"reverse": {"party_surprised_on": [2], "opponents_surprised_on": [1, 2]}}
    refusal = ("invalid-reverse-faces", "surprise/reverse-ambush", "reverse/opponents_surprised_on/1", ["2"])
    refuse_before_dice("roll-initiative", document, refusal)


def test_computations_refused() -> None:
    """Levels below 1 and shields that are gone are refused where no dice are taken."""
    refuse("dice-count", {"input": {"level": 0}}, ("invalid-level", "damage/dice-by-level", "/input/level", ["0"]))
    refuse(
        "resolve-parry",
        {"input": {"damage": 3, "parry": {"equipment": "both"}}},
        ("nothing-to-parry-with", "parry/equipment", "/input/parry/shield_durability", ["0"]),
    )


@pytest.mark.parametrize(("faces", "refusal"), TAPES)
def test_tapes_refused(faces: list[int], refusal: Refusal) -> None:
    """Dice that run out, do not fit, or are left over are refused with position, rule and die."""
    dice = {"kind": "supplied", "faces": faces, "when_exhausted": "refuse"}
    refuse("resolve-attack", {"input": attack({"level": 1}), "dice": dice}, refusal)


def test_explosions_refused() -> None:
    """A chain of explosions above the limit is an error that names the rule and the limit."""
    body = {
        "input": attack({"level": 1}),
        "rulings": {"max_explosions": 1},
        "dice": {"kind": "supplied", "faces": [6, 6]},
    }
    refuse(
        "resolve-attack",
        body,
        ("explosion-limit", "damage/exploding-dice", "/rulings/max_explosions", ["2 dice", "1 allowed"]),
    )


def test_fights_that_never_end_are_refused() -> None:
    """A fight that would take more dice than one request may is refused."""
    many = [GIANT | {"id": f"giant {n}", "level": 40, "strength": -10} for n in range(50)]
    few = [
        TOMBRIL | {"id": f"knight {n}", "armor_points": 40, "stamina": 1000, "level": 1, "strength": -10}
        for n in range(50)
    ]
    document = {"participants": [*many, *few], "max_rounds": 100}
    problem = post("resolve-skirmish", {"input": document, "dice": {"kind": "seeded", "seed": "sha256ctr1:long"}})
    assert (problem["status"], problem["errors"][0]["code"]) == (409, "too_many_dice")


@pytest.mark.parametrize(
    ("procedure", "document", "pointer", "word"),
    [
        ("resolve-attack", attack({"weapon": {"die": "d12"}}), "/input/attacker/weapon/die", "d12"),
        ("resolve-attack", attack({"level": 41}), "/input/attacker/level", "41"),
        ("resolve-attack", attack(ARCHER | {"awareness": 31}), "/input/attacker/awareness", "31"),
        ("resolve-attack", attack() | {"mood": "grim"}, "/input/mood", "grim"),
        (
            "resolve-round",
            battle(participants=[TOMBRIL, ORC | {"role": "crowd"}]),
            "/input/participants/1/role",
            "crowd",
        ),
        ("roll-initiative", {"reverse": {"party_surprised_on": [7]}}, "/input/reverse/party_surprised_on/0", "7"),
        ("roll-initiative", {"reverse": {"party_surprised_on": [3, 3]}}, "/input/reverse/party_surprised_on", "3"),
        ("dice-count", {"level": -1}, "/input/level", "-1"),
    ],
)
def test_misfits(procedure: str, document: Any, pointer: str, word: str) -> None:
    """An unknown field, die or role, or a value out of range, does not fit the schema: 422, with pointer and value."""
    problem = post(procedure, {"input": document})
    assert (problem["status"], problem["type"]) == (422, "/problems/does-not-fit")
    assert pointer in {fault["pointer"] for fault in problem["errors"]}
    assert any(word in fault["message"] for fault in problem["errors"])
