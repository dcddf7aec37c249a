"""Small fights of the heroic family, whose every fall of the dice can be played to compare it with the odds."""

from fractions import Fraction
from typing import Final

from hypothesis import strategies as st

from tests.rules.enumeration import THREE_D6, Document, Proof, loads_of
from tests.rules.heroic.stat_blocks import BANDIT, SWORDSMAN, TROGLODYTES, WRESTLER, armed, changed

RULINGS: Final = st.fixed_dictionaries(
    {
        "contest_tie": st.sampled_from(["no_hit", "attacker", "initiative"]),
        "attack_must_succeed": st.booleans(),
        "criticals": st.sampled_from(["off", "on"]),
        "damage_rolls": st.sampled_from(["once", "once", "per_hit"]),
        "assignment": st.sampled_from(["concentrate", "spread"]),
        "ht_roll": st.sampled_from(["per_step", "per_attack"]),
        "stray_hits": st.sampled_from(["margin", "one", "full"]),
    }
)
SLOW: Final = {"damage": "1d-2", "type": "cutting"}


@st.composite
def victims(draw: st.DrawFn, name: str, most: int = 3) -> Document:
    """One or a few who defend themselves badly and are near their end."""
    members = draw(st.integers(1, most))
    whole = draw(st.integers(3, 12))
    return changed(
        BANDIT,
        id=name,
        side="law",
        count_start=members,
        hp=whole,
        hp_pool=draw(st.integers(1, members * whole)),
        ht=draw(st.integers(7, 13)),
        armour=[{"dr": draw(st.integers(0, 2))}],
        defenses=defenses(draw(st.integers(4, 12)), draw(st.sampled_from(["dodge", "parry", "block"]))),
    )


def defenses(value: int, best: str) -> Document:
    """A Dodge, or a Parry or Block that is better by one."""
    if best == "parry":
        return {"dodge": value, "parries": [{"name": "sword", "value": value + 1}]}
    return {"dodge": value, "block": value + 1} if best == "block" else {"dodge": value}


@st.composite
def attacks(draw: st.DrawFn) -> Document:
    """One or a few who strike with one weapon or two, or shoot, at one or a few."""
    rulings = draw(RULINGS)
    few = changed(TROGLODYTES, side="crime", count_start=2, hp_pool=24)
    attacker, choice, situation = draw(
        st.sampled_from(
            [
                (armed(BANDIT, **SLOW), {"mode": "sword_swing"}, {}),
                (BANDIT, {"mode": "sword_swing", "hit_modes": ["sword_swing", "sword_thrust"]}, {}),
                (armed(few, **SLOW), {"mode": "stone_axe"}, {}),
                (BANDIT, {"mode": "short_bow"}, {"distance": 10}),
            ]
        )
    )
    least, most = (-8, 2) if rulings["damage_rolls"] == "once" else (-12, -8)  # so that few hits roll for themselves
    document: Document = {
        "attacker": attacker,
        "target": draw(victims("target")),
        "attack": choice | {"extra_modifiers": [{"label": "Drawn", "value": draw(st.integers(least, most))}]},
        "has_initiative": draw(st.booleans()),
        "settle": draw(st.booleans()),
    } | situation
    if choice["mode"] == "short_bow" and draw(st.booleans()):
        document["others"] = [{"unit": draw(victims("ally", 1)) | {"side": "crime"}}]
        document["locks"] = [{"one": "target", "other": "ally"}]
    return {"input": document, "rulings": rulings}


@st.composite
def stray_shots(draw: st.DrawFn) -> Document:
    """A shot at one of a melee of three or more, which seldom hits and may hit any other member of it."""
    rulings = draw(RULINGS) | {"damage_rolls": "once"}
    members = draw(st.sampled_from([(1,), (2,), (1, 1), (1, 2), (2, 1)]))  # so that one die chooses, never in vain
    others = [
        draw(victims(name, 1)) | {"side": "crime", "count_start": many, "hp_pool": None}
        for name, many in zip(("ally", "friend"), members, strict=False)
    ]
    locks = [{"one": "target", "other": each["id"]} for each in others]
    document = {
        "attacker": changed(BANDIT, attack_modes=[BANDIT["attack_modes"][2] | SLOW]),
        "target": draw(victims("target", 1)),
        "attack": {
            "mode": "short_bow",
            "shots_each": draw(st.integers(1, 3)),
            "extra_modifiers": [{"label": "Drawn", "value": draw(st.integers(-4, 4))}],
        },
        "others": [{"unit": each} for each in others],
        "locks": locks,
        "distance": 10,
        "settle": False,
    }
    return {"input": document, "rulings": rulings}


@st.composite
def grapples(draw: st.DrawFn) -> Document:
    """A wrestler who spends hits on at most two follow-ups."""
    location, kinds, postures = draw(
        st.sampled_from(
            [
                ("torso", [], ["standing"]),
                ("torso", ["takedown"], ["standing"]),
                ("torso", ["takedown", "pin"], ["standing"]),
                ("torso", ["pin"], ["lying"]),
                ("neck", ["choke"], ["standing", "lying"]),
                ("neck", ["takedown", "neck_snap"], ["standing"]),
                ("neck", ["choke_hold", "choke"], ["standing", "lying"]),
                ("arm", ["arm_lock"], ["standing", "lying"]),
            ]
        )
    )
    spends = [{"type": kind, "hits": draw(st.sampled_from([1, 1, 2]))} for kind in kinds]
    document = {
        "attacker": changed(WRESTLER, arms=draw(st.sampled_from([2, 4])), skills=WRESTLER["skills"]),
        "target": changed(
            SWORDSMAN,
            hp=draw(st.integers(4, 12)),
            posture=draw(st.sampled_from(postures)),
            defenses={"dodge": draw(st.integers(4, 9))},
        ),
        "attack": {"mode": "grab", "location": location, "grapple_spend": spends},
        "settle": draw(st.booleans()),
    }
    return {"input": document, "rulings": draw(RULINGS)}


@st.composite
def escapes(draw: st.DrawFn) -> Document:
    """A hold of any kind, and one try to break it or two."""
    hold = {
        "grappler": "wrestler",
        "victim": "swordsman",
        "state": draw(st.sampled_from(["grappled", "pinned"])),
        "technique": draw(st.sampled_from(["none", "choke_hold", "arm_lock"])),
        "location": "torso",
        "failed_attempts": draw(st.integers(0, 2)),
    }
    document = {
        "victim": changed(SWORDSMAN, st=draw(st.integers(8, 16))),
        "holder": changed(WRESTLER, conditions=draw(st.sampled_from([[], [], ["stunned"], ["unconscious"]]))),
        "hold": hold,
        "tries": draw(st.sampled_from([None, 1, 2])),
    }
    return {"input": document}


@st.composite
def injuries(draw: st.DrawFn) -> Document:
    """One to three units, two of which may share their injury, each hurt once or twice."""
    names = ("a", "b", "c")[: draw(st.integers(1, 3))]
    units = [draw(victims(name)) | {"side": "law" if name < "c" else "crime"} for name in names]
    for each in units:
        each["injury_group"] = draw(st.sampled_from([None, None, "line"]))
    pending = [
        {
            "unit": draw(st.sampled_from(names)),
            "source": f"blow {number}",
            "hits": draw(st.integers(1, 2)),
            "injury": draw(st.integers(0, 20)),
            "limit": draw(st.sampled_from([None, None, 5])),
            "ht_applies": draw(st.booleans()),
        }
        for number in range(draw(st.integers(1, 3)))
    ]
    document = {"units": units, "pending": pending, "winner": draw(st.sampled_from([None, "crime"]))}
    return {"input": document, "rulings": draw(RULINGS)}


@st.composite
def initiatives(draw: st.DrawFn) -> Document:
    """Two or three sides, with and without Tactics."""
    sides = [
        {"id": name, "leader_tactics": draw(st.sampled_from([None, 10, 12])), "leader_active": draw(st.booleans())}
        for name in ("a", "b", "c")[: draw(st.integers(2, 3))]
    ]
    rulings = {"initiative_tie": draw(st.sampled_from(["reroll", "tactics", "none"]))}
    return {"input": {"sides": sides}, "rulings": rulings}


@st.composite
def morales(draw: st.DrawFn) -> Document:
    """A unit that has lost some of its members."""
    start = draw(st.integers(1, 6))
    unit = changed(TROGLODYTES, count_start=start, hp_pool=draw(st.integers(0, 12 * start)))
    document = {
        "unit": unit,
        "own_numbers": draw(st.integers(1, 6)),
        "enemy_numbers": draw(st.integers(1, 9)),
        "can_retreat": draw(st.booleans()),
        "held": draw(st.booleans()),
        "force": True,
    }
    rulings = {
        "morale_steps": draw(st.sampled_from(["replace", "stack"])),
        "break_result": draw(st.sampled_from(["auto", "flee", "surrender"])),
    }
    return {"input": document, "rulings": rulings}


@st.composite
def pursuits(draw: st.DrawFn) -> Document:
    """A few after a few, who may know the ground and may hide."""
    lore = st.sampled_from([None, 8, 12])
    document = {
        "pursuers": {
            "count": draw(st.integers(1, 5)),
            "dx": draw(st.integers(8, 13)),
            "top_speed": draw(st.sampled_from([1, 5, 6.5, 8])),
            "complementary": draw(lore),
        },
        "pursued": {
            "count": draw(st.integers(1, 9)),
            "dx": draw(st.integers(8, 13)),
            "top_speed": draw(st.sampled_from([0, 5, 6, 8])),
            "complementary": draw(lore),
            "stealth": draw(st.sampled_from([None, 11])),
        },
        "terrain_open": False,
    }
    return {"input": document, "rulings": {"pursuit_speed": draw(st.sampled_from(["printed", "lower", "upper"]))}}


PROOFS: Final = {
    "heroic/resolve-attack": Proof(attacks(), loads_of({THREE_D6: 1}), examples=80),
    "heroic/resolve-grapple": Proof(grapples(), loads_of({THREE_D6: 0}), examples=80),
    "heroic/break-free": Proof(escapes(), loads_of({THREE_D6: 3})),
    "heroic/resolve-injury": Proof(injuries(), loads_of({THREE_D6: 2}), examples=150),
    "heroic/roll-initiative": Proof(initiatives(), examples=15, least=Fraction(1, 30_000), blur=Fraction(1, 9)),
    "heroic/check-morale": Proof(morales(), examples=50),
    "heroic/pursue": Proof(pursuits(), loads_of({THREE_D6: 2}), examples=40),
}
