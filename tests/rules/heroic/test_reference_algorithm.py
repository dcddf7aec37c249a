"""The order of evaluation of the inventory, written down a second time from the printed numbers alone, agrees."""

from fractions import Fraction
from math import ceil, floor

from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.rules.heroic.attack.attack import resolve_attack
from tests.rings import many
from tests.rules.heroic.stat_blocks import Document, attack, rulings

MELEE = {"all_out_offensive": 4, "offensive": 2, "neutral": 0, "defensive": -2, "aimed_shooting": -2, "hold_ground": 0}
RANGED = {"all_out_offensive": 0, "offensive": 0, "neutral": 0, "defensive": -2, "aimed_shooting": 2, "hold_ground": 0}
DEFENSE = {"all_out_offensive": -4, "offensive": -2, "neutral": 0, "defensive": 2, "aimed_shooting": -2}
DEFENSE |= {"hold_ground": 2, "retreat": -4, "all_out_defensive": 4}
SHOTS = {"all_out_offensive": 1, "offensive": 3, "neutral": 3, "defensive": 3, "aimed_shooting": 2, "hold_ground": 2}
WOUNDING = {
    "small_piercing": Fraction(1, 2),
    "crushing": Fraction(1),
    "cutting": Fraction(3, 2),
    "impaling": Fraction(2),
}
DIVISORS = {"half": Fraction(1, 2), "one": Fraction(1), "two": Fraction(2), "fifth": Fraction(1, 5)}


@st.composite
def modes(draw: st.DrawFn, kind: str) -> Document:
    """A way to attack."""
    mode: Document = {
        "id": "mode",
        "kind": kind,
        "skill": draw(st.integers(1, 24)),
        "damage": draw(st.sampled_from(["1d-2", "1d", "2d-1", "3d+2"])),
        "type": draw(st.sampled_from(sorted(WOUNDING))),
        "armor_divisor": draw(st.sampled_from(sorted(DIVISORS))),
        "unwieldy": draw(st.booleans()),
    }
    if kind == "melee":
        return mode
    bow = {"acc": draw(st.integers(0, 4)), "bulk": -draw(st.integers(0, 6)), "range_half": 20}
    return mode | bow | {"propulsion": "thrown", "fast_draw": 12}


@st.composite
def targets(draw: st.DrawFn) -> Document:
    """Somebody to attack, alone or many."""
    return {
        "id": "other",
        "side": "b",
        "count_start": draw(st.integers(1, 20)),
        "hp": draw(st.integers(1, 20)),
        "ht": draw(st.integers(3, 16)),
        "sm": draw(st.integers(-2, 3)),
        "defenses": {"dodge": draw(st.integers(-5, 14))},
        "armour": [{"dr": draw(st.integers(0, 6))}],
    }


@st.composite
def attacks(draw: st.DrawFn) -> Document:
    """One attack of a unit on another, plain enough to be worked out by a page of arithmetic."""
    ranged = draw(st.booleans())
    tactic = draw(st.sampled_from(sorted(SHOTS)))
    attacker: Document = {"id": "one", "side": "a", "ht": 10, "hp": 10, "defenses": {"dodge": 8}}
    attacker |= {"attack_modes": [draw(modes("ranged" if ranged else "melee"))]}
    attacker |= {"count_start": draw(st.integers(1, 40)), "extra_attack": draw(st.sampled_from([0, 0, 1, 2]))}
    choice: Document = {"mode": "mode"}
    if ranged:
        fast = draw(st.booleans()) and tactic != "all_out_offensive"
        choice |= {"shots_each": draw(st.integers(1, SHOTS[tactic])), "fast_draw": fast}
    return {
        "attacker": attacker,
        "target": draw(targets()),
        "choice": choice,
        "attacker_tactic": tactic,
        "target_tactic": draw(st.sampled_from(sorted(DEFENSE))),
        "distance": draw(st.sampled_from([0.5, 2, 2.5, 20, 21, 100, 501])) if ranged else 1,
        "has_initiative": draw(st.booleans()),
        "charge_target": "other",
    }


def ratio_of(attackers: int, defenders: int) -> int:
    """The bonus for superior numbers, row by row."""
    rows = [(2, 0), (3, 2), (4, 4), (6, 6), (8, 8), (10, 10), (12, 12), (14, 14)]  # attackers to two defenders
    return next((bonus for most, bonus in rows if 2 * attackers <= most * defenders), 16)


def multiplier_of(number: int) -> Fraction:
    """The hit multiplier, along the printed progression."""
    if number <= 3:
        return Fraction(3, 2) if number == 3 else Fraction(1)
    rows = [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5), Fraction(7)]
    size = 0
    while rows[(size + 2) % 6] * 10 ** ((size + 2) // 6) < number:
        size += 1
    return Fraction(size)


def slots_of(sm: int) -> int:
    """How many of size 0 fit around somebody of another size."""
    yards = {-2: Fraction(1), -1: Fraction(3, 2), 0: Fraction(2), 1: Fraction(3), 2: Fraction(5), 3: Fraction(7)}
    return max(1, floor(6 * yards[sm] / 2))


class Tape:
    """Faces, added up as they are needed."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = iter(faces)

    def roll(self, dice: int) -> int:
        """So many of the next dice."""
        return sum(next(self.faces) for _ in range(dice))


def shot_of(asked: Document, mode: Document, tape: Tape) -> tuple[int, int]:
    """What counts for a shot beside the skill, and the shots of each shooter."""
    tactic, distance, foes, shots = asked["attacker_tactic"], asked["distance"], asked["target"]["count_start"], 0
    if asked["choice"]["fast_draw"]:
        shots = int(tape.roll(3) <= 12)
    bands = ((2, mode["bulk"]), (20, -3), (100, -7), (500, -11), (9999, -15))
    groups = ((4, 0), (8, 1), (12, 2), (16, 3), (99, 4))
    value = RANGED[tactic] + (mode["acc"] if tactic == "aimed_shooting" else 0) + asked["target"]["sm"]
    value += next(band for most, band in bands if ceil(distance) <= most)
    return value + next(bonus for most, bonus in groups if foes <= most), shots + asked["choice"]["shots_each"]


def hits_of(asked: Document, mode: Document, tape: Tape) -> int:
    """The hits of an attack, by the book."""
    members, foes = asked["attacker"]["count_start"], asked["target"]["count_start"]
    if mode["kind"] == "ranged":
        skill, shots = shot_of(asked, mode, tape)
        engaged, number, cap = members, members * shots, members * shots
    else:
        skill, cap = MELEE[asked["attacker_tactic"]], 10**9
        engaged = number = min(members, slots_of(asked["target"]["sm"]) * foes)
    skill += mode["skill"] + (2 if asked["has_initiative"] else 0) + ratio_of(engaged, foes)
    if skill < 3:
        return 0
    margin = skill - tape.roll(3)
    margin -= asked["target"]["defenses"]["dodge"] + DEFENSE[asked["target_tactic"]] - tape.roll(3)
    factor = max(1, (6 if mode["unwieldy"] else 4) - 2 * asked["attacker"]["extra_attack"])
    return min(floor((1 + margin // factor) * multiplier_of(number)), cap) if margin > 0 else 0


def injury_of(asked: Document, mode: Document, hits: int, tape: Tape) -> int:
    """The injury that some hits do before it is resisted, by the book."""
    dice, _, adds = mode["damage"].partition("d")
    damage = max(tape.roll(int(dice)) + int(adds or 0), 0 if mode["type"] == "crushing" else 1)
    if mode["kind"] == "ranged" and asked["distance"] > mode["range_half"]:
        damage //= 2
    divisor, dr = DIVISORS[mode["armor_divisor"]], asked["target"]["armour"][0]["dr"]
    through = max(0, damage - (1 if dr == 0 and divisor < 1 else floor(dr / divisor)))
    return max(1, floor(through * WOUNDING[mode["type"]])) * hits if through else 0


def worked_out(asked: Document, tape: Tape) -> tuple[int, int, int, int]:
    """Hits, injury, injury applied and members left, by the book."""
    target = asked["target"]
    (mode,) = asked["attacker"]["attack_modes"]
    foes = target["count_start"]
    before = target["hp"] * foes
    hits = hits_of(asked, mode, tape)
    injury = injury_of(asked, mode, hits, tape) if hits else 0
    if not injury:
        return hits, 0, 0, foes
    roll = tape.roll(3)
    lost = ceil(Fraction(injury, 2)) if roll <= 4 or (roll <= target["ht"] and roll < 17) else injury
    left = before - lost if foes == 1 else max(0, before - lost)
    return hits, injury, before - left, max(0, ceil(Fraction(left, target["hp"])))


@settings(max_examples=many(400), deadline=None)
@given(attacks(), st.integers(0, 10**6))
def test_attacks_by_the_book(asked: Document, seed: int) -> None:
    """Hits, injury, casualties and every die of an attack are those of a page of arithmetic, whoever attacks whom."""
    situation = {key: value for key, value in asked.items() if key not in {"attacker", "target", "choice"}}
    dice = SeededDice(f"sha256ctr1:{seed}")
    outcome = resolve_attack(attack(asked["attacker"], asked["target"], asked["choice"], **situation), rulings(), dice)
    tape = Tape(dice.faces)
    expected = worked_out(asked, tape)
    left = outcome.injuries[0].count_after if outcome.injuries else asked["target"]["count_start"]
    assert (outcome.verdict.hits, outcome.verdict.injury, outcome.verdict.applied, left) == expected
    assert list(tape.faces) == []
