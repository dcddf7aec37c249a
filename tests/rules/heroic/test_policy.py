"""What units that nobody commands do."""

import pytest

from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.battle.state import enemies_of
from service.rules.heroic.book.words import HeroicTactic
from service.rules.heroic.orders.policy import order_for, service_orders, target_for, worth_attacking
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    SHAKEN,
    SPEAR,
    WIDE,
    encounter,
    fight,
    hold,
    lock,
    men,
    order,
    play,
    skirmish_of,
    toward,
)
from tests.rules.heroic.stat_blocks import Document, rulings

SWORDS = {"attack_modes": [MAN["attack_modes"][0]]}
BOW = MAN["attack_modes"][1]
FIXED = {"npc_tactics": "fixed"}
JAVELIN = BOW | {"id": "javelin", "propulsion": "thrown", "range_max": 30}
THROWER = MAN | {"attack_modes": [MAN["attack_modes"][0], JAVELIN]}


def ordered(battle: Document, tactic: str = "neutral", place: int = 0, **options: str) -> Document:
    """The order that the service gives to a unit, the first one unless told otherwise."""
    decided = rulings(**options)
    mustered = muster(skirmish_of(battle).encounter, decided)
    foe = target_for(mustered, place, worth_attacking(mustered, enemies_of(mustered, place)))
    return order_for(mustered, place, foe, HeroicTactic(tactic)).model_dump(mode="json", exclude_defaults=True)


def test_shoot_close_and_strike() -> None:
    """Who throws throws as often as it can at the nearest foe, closes up to its reach, and strikes."""
    battle = encounter(THROWER, *men(2, "blue"), at={"blue 1": 30, "blue 2": 20})
    assert ordered(battle) == {
        "unit": "man",
        "tactic": "neutral",
        "ranged": [{"target": "blue 2", "mode": "javelin", "shots_each": 3}],
        "melee": [{"target": "blue 2", "mode": "sword"}],
        "move": {"mode": "toward", "ref": "blue 2", "stop_at": 1},
    }


def test_charge() -> None:
    """A charge is at the nearest foe, with one shot."""
    battle = encounter(MAN, FOE, at={"foe": 30})
    charge = ordered(battle, "all_out_offensive")
    assert (charge["charge_target"], charge["ranged"][0]["shots_each"]) == ("foe", 1)
    assert ordered(battle, "all_out_offensive", aoo_once="one_attack")["ranged"][0]["shots_each"] == 3


@pytest.mark.parametrize("tactic", ["aimed_shooting", "hold_ground"])
def test_who_stays(tactic: str) -> None:
    """Who aims or holds its ground stays where it is."""
    assert "move" not in ordered(encounter(MAN, FOE, at={"foe": 30}), tactic)


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        pytest.param([SPEAR], {"mode": "toward", "ref": "foe", "stop_at": 2}, id="a spear"),
        pytest.param([], None, id="no weapon at all"),
        pytest.param([BOW], None, id="a bow in range"),
        pytest.param([BOW | {"range_max": 4}], {"mode": "toward", "ref": "foe", "stop_at": 4}, id="a bow out of range"),
        pytest.param([BOW | {"range_max": None}], None, id="a bow without end"),
    ],
)
def test_who_closes(modes: list[Document], expected: Document | None) -> None:
    """Who strikes closes up to its reach, who only shoots up to its range."""
    assert ordered(encounter(MAN | {"attack_modes": modes}, FOE, at={"foe": 9})).get("move") == expected


def test_ammunition() -> None:
    """Nobody shoots more than it has."""
    battle = encounter(MAN | {"ammo": [{"mode": "bow", "left": 2}]}, FOE, at={"foe": 9})
    assert ordered(battle)["ranged"][0]["shots_each"] == 2
    empty = encounter(MAN | {"ammo": [{"mode": "bow", "left": 0}]}, FOE, at={"foe": 9})
    assert "ranged" not in ordered(empty)


def test_best_weapon() -> None:
    """The weapon from which it expects the highest injury is used, of equal ones the first."""
    axe = MAN["attack_modes"][0] | {"id": "axe", "damage": "2d"}
    battle = encounter(MAN | {"attack_modes": [MAN["attack_modes"][0], axe, axe | {"id": "other"}]}, FOE, at={"foe": 1})
    assert ordered(battle)["melee"] == [{"target": "foe", "mode": "axe"}]


def test_locked_units() -> None:
    """A locked unit stays and fights whom it is locked with, nearer foes or not."""
    battle = encounter(MAN, *men(2, "blue"), at={"blue 1": 0.5, "blue 2": 1}, locks=[lock("man", "blue 2")])
    given = ordered(battle)
    assert "move" not in given
    assert given["melee"] == [{"target": "blue 2", "mode": "sword"}]


def drawn(battle: Document, *faces: int) -> list[str]:
    """The tactics that everybody draws with these faces and no others."""
    decided, dice = rulings(), SuppliedDice(faces, (), WhenExhausted.REFUSE)
    mustered = muster(skirmish_of(battle).encounter, decided)
    orders = service_orders(mustered, range(len(mustered.units)), {}, dice)
    dice.refuse_left_overs(None)
    return [given.tactic.value for given in orders.values()]


@pytest.mark.parametrize(
    ("modes", "locked", "dice", "expected"),
    [
        pytest.param(["sword"], False, (6, 1), ["hold_ground", "all_out_offensive"], id="a swordsman never aims"),
        pytest.param(["sword", "bow"], False, (6, 1), ["hold_ground", "offensive"], id="an archer does not charge"),
        pytest.param(["bow"], False, (5, 1), ["aimed_shooting", "offensive"], id="an archer without a sword neither"),
        pytest.param([], False, (6, 5, 1), ["hold_ground", "offensive"], id="nor who has no weapon"),
        pytest.param(["sword"], True, (6, 3, 5), ["neutral", "all_out_defensive"], id="a locked swordsman"),
        pytest.param(["sword", "bow"], True, (1, 6), ["all_out_offensive", "aimed_shooting"], id="a locked archer"),
    ],
)
def test_useless_tactics_are_not_drawn(
    modes: list[str], locked: bool, dice: tuple[int, ...], expected: list[str]
) -> None:
    """Nobody draws a tactic of no use: to aim without a shot, to charge without a blow, to hold ground while locked."""
    armed = {"attack_modes": [each for each in MAN["attack_modes"] if each["id"] in modes]}
    locks = [lock("man", "foe")] if locked else []
    assert drawn(encounter(MAN | armed, FOE | armed, at={"foe": 1 if locked else 50}, locks=locks), *dice) == expected


def test_nobody_to_fight() -> None:
    """Who has nobody to fight draws a tactic all the same, and does nothing with it."""
    assert drawn(encounter(MAN, FOE | {"status": "fled"}), 1, 1, 6) == ["neutral", "neutral"]


CROSSBOW = BOW | {"id": "crossbow", "propulsion": "other", "reload_s": 4}


@pytest.mark.parametrize(
    ("mode", "unit", "expected"),
    [
        pytest.param({}, {}, None, id="a bow in range"),
        pytest.param({}, {"ammo": [{"mode": "bow", "left": 0}]}, 1, id="no arrows left"),
        pytest.param({"range_max": 20}, {}, 20, id="out of range"),
        pytest.param({"skill": 10, "range_max": None}, {}, None, id="good enough at the distance"),
        pytest.param({"skill": 9, "range_max": None}, {}, 20, id="not good enough at the distance"),
        pytest.param({"skill": 2}, {}, 1, id="not good enough at any distance"),
        pytest.param({"damage": "1d-6"}, {}, 1, id="arrows that cannot hurt"),
        pytest.param({"damage": "1d-3", "range_half": 15}, {}, 15, id="arrows that can hurt from closer by"),
        pytest.param({"propulsion": "thrown"}, {}, 1, id="javelins are thrown on the way"),
    ],
)
def test_who_would_rather_shoot(mode: Document, unit: Document, expected: float | None) -> None:
    """Who has a shot that can hit and hurt stays within its range; others close up to their melee reach."""
    man = MAN | {"attack_modes": [MAN["attack_modes"][0], BOW | mode]} | unit
    hard = FOE | {"armour": [{"dr": 2}]}
    move = ordered(encounter(man, hard, at={"foe": 50})).get("move")
    assert move == (None if expected is None else {"mode": "toward", "ref": "foe", "stop_at": expected})


def test_who_charges_nevertheless() -> None:
    """Who is told to charge charges, arrows or not; without a melee weapon it comes within range."""
    battle = encounter(MAN, FOE, at={"foe": 30})
    assert ordered(battle, "all_out_offensive")["move"] == {"mode": "toward", "ref": "foe", "stop_at": 1}
    archer = encounter(MAN | {"attack_modes": [BOW]}, FOE, at={"foe": 130})
    assert ordered(archer, "all_out_offensive")["move"] == {"mode": "toward", "ref": "foe", "stop_at": 100}
    assert ordered(archer, "aimed_shooting")["move"] == {"mode": "toward", "ref": "foe", "stop_at": 100}


def test_throwers_aim() -> None:
    """Who aims with javelins stays where it is if they carry, and closes if they do not."""
    assert "move" not in ordered(encounter(THROWER, FOE, at={"foe": 30}), "aimed_shooting")
    far = ordered(encounter(THROWER, FOE, at={"foe": 31}), "aimed_shooting")
    assert far["move"] == {"mode": "toward", "ref": "foe", "stop_at": 1}


MEDIUM = {"phase": "movement", "size": "medium", "name": "reload_4s", "mode": "crossbow"}
LONG = {"phase": "movement", "size": "long", "name": "reload_10s", "mode": "crossbow"}
EMPTY = {"loaded": [{"mode": "crossbow", "shots": 0}]}
BLOW = [{"target": "foe", "mode": "sword"}]
BOLT = [{"target": "foe", "mode": "crossbow", "shots_each": 1}]


@pytest.mark.parametrize(
    ("mode", "unit", "distance", "ranged", "melee", "actions"),
    [
        pytest.param({}, {}, 50, BOLT, BLOW, [MEDIUM], id="shoots and reloads"),
        pytest.param({"magazine": 2}, {}, 50, BOLT, BLOW, None, id="still loaded"),
        pytest.param({}, {"ammo": [{"mode": "crossbow", "left": 1}]}, 50, BOLT, BLOW, None, id="its last bolt"),
        pytest.param({}, EMPTY, 50, None, BLOW, [MEDIUM], id="reloads an empty one"),
        pytest.param({}, EMPTY, 150, None, BLOW, None, id="goes first where it can shoot"),
        pytest.param({"reload_s": 10}, {}, 50, BOLT, BLOW, None, id="shoots first if the reload is long"),
        pytest.param({"reload_s": 60}, EMPTY, 50, None, None, [LONG], id="a long reload leaves no blow"),
        pytest.param({"reload_s": 10}, EMPTY, 1, None, BLOW, None, id="strikes back rather than reload for long"),
        pytest.param({}, EMPTY, 1, None, BLOW, [MEDIUM], id="strikes back and reloads"),
        pytest.param({"low_tech": True}, {}, 50, BOLT, BLOW, [MEDIUM], id="no further shot in the time of a reload"),
    ],
)
def test_reloads(
    mode: Document,
    unit: Document,
    distance: float,
    ranged: list[Document] | None,
    melee: list[Document] | None,
    actions: list[Document] | None,
) -> None:
    """An empty weapon is reloaded where the unit stays: from its movement, or for long if nobody is near."""
    man = MAN | {"attack_modes": [MAN["attack_modes"][0], CROSSBOW | mode]} | unit
    given = ordered(encounter(man, FOE, at={"foe": distance}))
    assert (given.get("ranged"), given.get("melee"), given.get("actions")) == (ranged, melee, actions)


def test_reloads_without_a_sword() -> None:
    """Who has nothing to strike back with reloads even in melee."""
    man = MAN | {"attack_modes": [CROSSBOW | {"reload_s": 10}]} | EMPTY
    assert ordered(encounter(man, FOE, at={"foe": 1}, locks=[lock("man", "foe")]))["actions"] == [LONG]


def test_archers_shoot_round_after_round() -> None:
    """In a skirmish a crossbow is shot, reloaded and shot again, and nobody walks up to the enemy with it."""
    archer = MAN | {"attack_modes": [MAN["attack_modes"][0], CROSSBOW | {"reload_s": 8}]}
    battle = encounter(archer, FOE | SWORDS | {"move": 0}, at={"foe": 50})
    told = fight(battle, *(6, 1, *WIDE, 6), *(6, 1, 6), *(6, 1, *WIDE, 6), options=FIXED, max_rounds=3)
    assert "Man did a long deed: reload a weapon that takes up to 10 seconds; crossbow loaded." in told.texts
    assert not [text for text in told.texts if text.startswith("man moved") or "could not attack" in text]


def test_whom_to_attack() -> None:
    """Those who fight are attacked before those who run, who are routed or lie unconscious; the fallen never."""
    units = men(4, "blue")
    units[0] |= {"status": "routed"}
    units[1] |= {"conditions": ["unconscious"]}
    units[2] |= {"hp_pool": 0}
    spots = {f"blue {at}": 10 * at for at in range(1, 5)}
    assert ordered(encounter(MAN, *units, at=spots))["melee"][0]["target"] == "blue 4"
    units[3] |= {"status": "fled"}
    assert ordered(encounter(MAN, *units, at=spots))["melee"][0]["target"] == "blue 1"
    units[0] |= {"status": "fled"}
    units[1] |= {"status": "fled"}
    assert ordered(encounter(MAN, *units, at=spots)) == {"unit": "man", "tactic": "neutral"}


def test_distances_decide_who_is_nearest() -> None:
    """Distances that override the places say who is nearest."""
    battle = encounter(MAN, *men(2, "blue"), distances=[{"one": "man", "other": "blue 1", "yards": 9}])
    assert ordered(battle)["melee"][0]["target"] == "blue 2"


def test_pinned_units() -> None:
    """A unit that is pinned tries to break free; one that is only grappled fights where it is."""
    pinned = encounter(MAN, FOE, at={"foe": 1}, grapples=[hold("foe", "man", state="pinned")])
    assert ordered(pinned) == {"unit": "man", "tactic": "neutral", "break_free": True}
    held = encounter(MAN, FOE, at={"foe": 9}, grapples=[hold("foe", "man")])
    assert "move" not in ordered(held)


def test_retreat() -> None:
    """A retreat leads away."""
    assert ordered(encounter(MAN, FOE), "retreat")["move"] == {"mode": "away"}


SHOT_DEAD = (3, 3, 3, 6, 6, 6, *[6] * 9, *SHAKEN)
"""An arrow of 9d that hits, and an HT roll that fails."""


@pytest.mark.parametrize("tactic", ["neutral", "all_out_offensive"])
def test_another_goal(tactic: str) -> None:
    """Whose target has been shot dead makes for the nearest who is left, and strikes it."""
    archer = MAN | {"id": "archer", "attack_modes": [BOW | {"damage": "9d"}]}
    battle = encounter(
        MAN | SWORDS, archer, *men(2, "blue", **SWORDS), at={"archer": (0, 30), "blue 1": (8, 9), "blue 2": (20, 0)}
    )
    tactics = {"man": tactic, "archer": "hold_ground", "blue 1": "hold_ground", "blue 2": "hold_ground"}
    told = fight(
        battle,
        *(6, 1, *SHOT_DEAD, *WIDE, *WIDE, 6),
        tactics=[{"unit": unit, "tactic": kept} for unit, kept in tactics.items()],
        max_rounds=1,
    )
    assert "Man moved 19 of" in " ".join(told.texts)
    assert "Man rolled 18" in " ".join(told.texts)


def test_no_goal_left() -> None:
    """Whose only target falls on its way keeps to its order."""
    archer = MAN | {"id": "archer", "attack_modes": [BOW | {"damage": "9d"}]}
    battle = encounter(archer, MAN | SWORDS, FOE | SWORDS, at={"man": (0, 5), "foe": (20, 0)})
    wait = {"trigger": {"event": "approaches"}, "attack": {"mode": "bow"}}
    given = [order("archer", wait=wait), order("foe", move=toward("archer"))]
    told = play(battle, given, 1, 6, *SHOT_DEAD, npc_orders=True, options=FIXED)
    assert [(each.unit, each.reason) for each in told.outcome.movement.moves] == [
        ("foe", "felled on the way"),
        ("archer", "not ordered to move"),
        ("man", "at its goal"),
    ]


@pytest.mark.parametrize(("tactic", "blows"), [("neutral", 1), ("all_out_offensive", 0)])
def test_whoever_is_in_reach(tactic: str, blows: int) -> None:
    """Whose target is out of reach strikes whoever has come close instead, but not in a charge."""
    rooted = MAN | SWORDS | {"move": 0}
    battle = encounter(rooted, *men(2, "blue", attack_modes=[]), at={"blue 1": 8, "blue 2": -9})
    tactics = {"man": tactic, "blue 1": "retreat", "blue 2": "neutral"}
    comes = MAN | SWORDS | {"id": "blue 2", "side": "blue"}
    battle["units"][2] = comes
    told = fight(
        battle,
        *(1, 6, *[face for _ in range(blows) for face in WIDE], *WIDE, 6),
        tactics=[{"unit": unit, "tactic": kept} for unit, kept in tactics.items()],
        max_rounds=1,
    )
    assert len([text for text in told.texts if text.startswith("Man rolled 18")]) == blows


def test_distances_decide_who_is_in_reach() -> None:
    """Distances that override the places say who can be struck instead."""
    pairs = [("man", "blue 1", 50), ("man", "blue 2", 1)]
    distances = [{"one": one, "other": other, "yards": yards} for one, other, yards in pairs]
    rooted = MAN | SWORDS | {"move": 0}
    battle = encounter(
        rooted, *men(2, "blue", attack_modes=[], move=0), locks=[lock("man", "blue 1")], distances=distances
    )
    told = fight(battle, 6, 1, *WIDE, 6, max_rounds=1, options=FIXED)
    assert [text for text in told.texts if text.startswith("Man rolled 18")]


def test_nobody_in_reach() -> None:
    """With nobody in reach nothing is struck, and nothing is said of it."""
    battle = encounter(MAN | SWORDS, FOE | SWORDS, at={"foe": 90})
    told = fight(battle, 6, 1, 6, max_rounds=1, options=FIXED)
    assert not [text for text in told.texts if "loses its attack" in text]


def test_another_weapon_reaches() -> None:
    """If the best weapon does not reach its target but another does, that one is used."""
    knife = MAN["attack_modes"][0] | {"id": "knife", "damage": "9d"}
    rooted = MAN | {"move": 0, "attack_modes": [knife, SPEAR]}
    battle = encounter(rooted, FOE | {"attack_modes": [], "move": 0}, at={"foe": 2})
    told = fight(battle, 6, 1, *WIDE, 6, max_rounds=1, options=FIXED)
    assert "Man rolled 18 against 14 (12 + 2 Initiative): margin -4." in told.texts
