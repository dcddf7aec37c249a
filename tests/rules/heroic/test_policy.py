"""What units that nobody commands do."""

import pytest

from service.rules.heroic.battle.battle import enemies_of
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.orders.policy import order_for, worth_attacking
from service.rules.heroic.words import HeroicTactic
from tests.rules.heroic.battles import FOE, MAN, SHAKEN, SPEAR, WIDE, encounter, fight, hold, lock, men, skirmish_of
from tests.rules.heroic.stat_blocks import Document, rulings

SWORDS = {"attack_modes": [MAN["attack_modes"][0]]}
BOW = MAN["attack_modes"][1]
FIXED = {"npc_tactics": "fixed"}


def ordered(battle: Document, tactic: str = "neutral", place: int = 0, **options: str) -> Document:
    """The order that the service gives to a unit, the first one unless told otherwise."""
    decided = rulings(**options)
    mustered = muster(skirmish_of(battle).encounter, decided.assignment)
    foes = worth_attacking(mustered, enemies_of(mustered, place))
    return order_for(mustered, place, HeroicTactic(tactic), foes, decided).model_dump(
        mode="json", exclude_defaults=True
    )


def test_shoot_close_and_strike() -> None:
    """A unit shoots as often as it can at the nearest foe, closes up to its reach, and strikes."""
    battle = encounter(MAN, *men(2, "blue"), at={"blue 1": 30, "blue 2": 20})
    assert ordered(battle) == {
        "unit": "man",
        "tactic": "neutral",
        "ranged": [{"target": "blue 2", "mode": "bow", "shots_each": 3}],
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
    assert "man moved 19 of" in " ".join(told.texts)
    assert "man rolled 18" in " ".join(told.texts)


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
    assert len([text for text in told.texts if text.startswith("man rolled 18")]) == blows


def test_distances_decide_who_is_in_reach() -> None:
    """Distances that override the places say who can be struck instead."""
    pairs = [("man", "blue 1", 50), ("man", "blue 2", 1)]
    distances = [{"one": one, "other": other, "yards": yards} for one, other, yards in pairs]
    rooted = MAN | SWORDS | {"move": 0}
    battle = encounter(
        rooted, *men(2, "blue", attack_modes=[], move=0), locks=[lock("man", "blue 1")], distances=distances
    )
    told = fight(battle, 6, 1, *WIDE, 6, max_rounds=1, options=FIXED)
    assert [text for text in told.texts if text.startswith("man rolled 18")]


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
    assert "man rolled 18 against 14 (12 + 2 Initiative): margin -4." in told.texts
