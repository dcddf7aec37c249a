"""Manoeuvres: with a strike roll, to trip, disarm and the like; and without one, to restrain, withdraw and recover."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from service.rules.opposed.attack.maneuver import OpposedManeuverOutcome, resolve_maneuver
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import (
    OpposedCondition,
    OpposedEffect,
    OpposedParryResult,
    OpposedPosture,
    OpposedStatus,
    Quality,
)
from service.rules.opposed.figures.models import OpposedManeuver
from service.wire import to_json
from tests.pins import pins
from tests.rules.opposed.figures import ASH, ORC, SWORD
from tests.rules.opposed.stories import Story, strike, tell

MANEUVER: TypeAdapter[OpposedManeuver] = TypeAdapter(OpposedManeuver)
SHIELD = {"base_chance": 40, "rank": 3, "damage_modifier": -2, "shield": True}
RESOLVE = {"consequences": "resolve"}


def attempt(*faces: int, options: dict[str, Any] | None = None, **given: Any) -> Story[OpposedManeuverOutcome]:
    """A manoeuvre without a strike roll."""
    return tell(resolve_maneuver, MANEUVER.validate_json(to_json(given)), *faces, options=options)


@pins(
    "disarm-effect", "trip-damage", "rush-and-entangle-effects", "entangle-damage", "knockout-effect", "trample-damage"
)
@pytest.mark.parametrize(
    ("maneuver", "faces", "changes", "effects", "applied"),
    [
        pytest.param("trip", (80, 60, 7, 49), {}, ["prone"], 1, id="trip: plain d10, 49 is above 48"),
        pytest.param("trip", (80, 60, 7, 48), {}, [], 1, id="trip avoided: three times Agility 16"),
        pytest.param("trip", (80, 30), {}, [], 0, id="trip blocked"),
        pytest.param("disarm", (60, 60, 20), {}, ["disarmed"], 0, id="disarm: 20 is above 15 + 4"),
        pytest.param("disarm", (60, 60, 19), {}, [], 0, id="disarm avoided"),
        pytest.param(
            "disarm",
            (60, 60, 8, 20),
            {"options": {"disarm_deals_damage": True}},
            ["disarmed"],
            6,
            id="and wound",
        ),
        pytest.param("entangle", (80, 60, 8, 90), {}, ["entangled"], 6, id="entangle wounds"),
        pytest.param(
            "entangle", (80, 60, 90), {"options": {"entangle_deals_damage": False}}, ["entangled"], 0, id="or does not"
        ),
        pytest.param("knockout", (15, 60), {}, ["knocked_out"], 0, id="knockout from Crucial on"),
        pytest.param("knockout", (30, 60), {}, [], 0, id="Better is not enough"),
        pytest.param(
            "knockout",
            (15, 60, 9),
            {"options": {"knockout_also_damages": True}},
            ["knocked_out"],
            10,
            id="knockout, wounding",
        ),
        pytest.param(
            "shield_rush",
            (70, 60, 9, 49),
            {"attacker": {"weapon": SHIELD}, "situation": {"charging": True}},
            ["prone"],
            1,
            id="shield rush with the shield's damage",
        ),
        pytest.param(
            "trample", (60, 60, 8), {"attacker": {"size_hexes": 3}}, ["prone"], 5, id="trample: d10 and three hexes"
        ),
    ],
)
def test_strikes(
    maneuver: str, faces: tuple[int, ...], changes: dict[str, Any], effects: list[str], applied: int
) -> None:
    """A manoeuvre that hits takes effect unless the target avoids it."""
    told = strike(*faces, maneuver=maneuver, **changes)
    assert list(told.outcome.verdict.defender_conditions) == effects
    assert list(told.outcome.verdict.defender_conditions) == effects
    assert told.outcome.damage.applied == applied


@pins("trample-knockdown")
@pytest.mark.parametrize(
    ("faces", "defender", "outcome"),
    [
        pytest.param((60, 30), {}, "blocked", id="blocked"),
        pytest.param((90, 40), {}, "miss", id="missed"),
        pytest.param((90, 1), {"evading": True}, "miss", id="evaded"),
    ],
)
def test_trampling_knocks_down_on_a_hit(faces: tuple[int, ...], defender: dict[str, Any], outcome: str) -> None:
    """Whom a trample does not hit keeps its feet, unless the option says that trampling always knocks down."""
    given: dict[str, Any] = {"maneuver": "trample", "attacker": {"size_hexes": 3}, "defender": defender, "parry": False}
    told = strike(*faces, **given).outcome
    assert (told.verdict.outcome, told.verdict.defender_conditions, told.defender.posture) == (
        outcome,
        (),
        OpposedPosture.STANDING,
    )
    always = strike(*faces, **given, options={"trample_knockdown": "always"}).outcome
    assert (always.verdict.defender_conditions, always.defender.posture) == (
        (OpposedEffect.PRONE,),
        OpposedPosture.PRONE,
    )


@pytest.mark.parametrize(
    ("maneuver", "defender", "text"),
    [
        pytest.param("disarm", {"weapon": {}}, "Orc had no weapon to drop.", id="bare hands"),
        pytest.param("disarm", {"conditions": ["disarmed"]}, "Orc had no weapon to drop.", id="disarmed before"),
        pytest.param("trip", {"posture": "prone"}, "Orc was prone already.", id="prone"),
        pytest.param("entangle", {"conditions": ["entangled"]}, "Orc was entangled already.", id="entangled"),
    ],
)
def test_what_cannot_befall_again(maneuver: str, defender: dict[str, Any], text: str) -> None:
    """A manoeuvre does nothing to a target that is under its effect already, and takes no die to avoid it."""
    damage = () if maneuver == "disarm" else (7,)
    told = strike(60, 60, *damage, maneuver=maneuver, defender=defender)
    assert (told.texts[-1], told.steps[-1].rule) == (text, f"opposed/maneuver/{maneuver}")
    assert (told.outcome.verdict.outcome, told.outcome.avoid, told.outcome.verdict.defender_conditions) == (
        "hit",
        None,
        (),
    )
    kept = tuple(defender.get("conditions", ()))
    assert tuple(told.outcome.defender.conditions) == kept


def test_injuries_that_cannot_befall_again() -> None:
    """A grievous injury does not disarm bare hands."""
    table = [{"lowest": 1, "highest": 100, "label": "broken hand", "conditions": ["disarmed", "restrained"]}]
    told = strike(2, 60, 5, 50, defender={"weapon": {}}, grievous_table=table, options={"grievous_roll": True})
    assert told.outcome.verdict.defender_conditions == (OpposedEffect.RESTRAINED,)


def test_the_down_avoid_nothing() -> None:
    """A figure that is down rolls no die to avoid a manoeuvre and does not resist being restrained."""
    down = {"status": "unconscious"}
    tripped = strike(60, 60, 7, maneuver="trip", defender=down).outcome
    assert (tripped.avoid, tripped.verdict.defender_conditions) == (None, (OpposedEffect.PRONE,))
    failed = attempt(kind="avoid", against="trip", defender=ORC | down)
    assert (failed.outcome.avoided, failed.outcome.chance) == (False, None)
    assert failed.texts == ["Orc was down and did not avoid being tripped."]
    held = attempt(96, kind="restrain", attacker=ASH, defender=ORC | down)
    assert (held.outcome.chance, held.outcome.success) == (96, True)
    assert "ruling/down-defender" in held.cited & failed.cited


@pins("avoid-timing")
def test_avoid_roll_is_told() -> None:
    """The target's roll comes after damage and says what it was against."""
    told = strike(80, 60, 7, 48, maneuver="trip")
    assert told.outcome.avoid is not None
    assert (told.outcome.avoid.chance, told.outcome.avoid.avoided) == (48, True)
    assert told.texts[-1] == "Orc rolled 48 against 48 and avoided being tripped."
    assert {"maneuver/avoid-roll", "ruling/avoid-timing", "ruling/trip-base-chance"} <= told.cited


def test_prone() -> None:
    """A fall is a posture."""
    after = strike(80, 60, 7, 49, maneuver="trip").outcome.defender
    assert (after.posture, after.conditions) == (OpposedPosture.PRONE, ())


def test_disarmed() -> None:
    """A disarmed figure is left with bare hands."""
    after = strike(60, 60, 20, maneuver="disarm", defender={"conditions": ["entangled"]}).outcome.defender
    assert after.conditions == (OpposedCondition.ENTANGLED, OpposedCondition.DISARMED)
    assert (after.weapon.base_chance, after.weapon.rank) == (0, 0)


def test_knocked_out() -> None:
    """A figure that is knocked out counts as unconscious, stops evading and needs no roll to stay awake."""
    told = strike(
        15,
        90,
        5,
        maneuver="knockout",
        defender={"endurance": 8, "evading": True},
        options=RESOLVE | {"knockout_also_damages": True},
    )
    after = told.outcome.defender
    assert (after.status, told.outcome.verdict.target_status) == (OpposedStatus.UNCONSCIOUS, OpposedStatus.UNCONSCIOUS)
    assert (after.conditions, after.evading) == ((OpposedCondition.KNOCKED_OUT,), False)
    assert not told.outcome.verdict.consciousness_check_required
    assert told.texts[-1] == "Orc was knocked out."


def test_knocking_out_the_fallen() -> None:
    """A figure that the wound felled stays incapacitated."""
    told = strike(15, 60, 9, maneuver="knockout", defender={"endurance": 8}, options={"knockout_also_damages": True})
    assert told.outcome.verdict.target_status is OpposedStatus.INCAPACITATED


@pins("harmless-maneuver-grievous")
def test_harmless_maneuver() -> None:
    """A manoeuvre that does no damage does no grievous injury either, and no d100 is rolled for it."""
    told = strike(9, 60, maneuver="knockout", options={"grievous_roll": True})
    assert told.outcome.verdict.result_quality is Quality.DECISIVE
    assert not told.outcome.verdict.possible_specific_grievous
    assert "ruling/harmless-maneuver-grievous" in told.cited


def test_grievous_trip() -> None:
    """What an injury and the manoeuvre both do is done once."""
    table = [{"lowest": 1, "highest": 100, "label": "broken knee", "conditions": ["prone", "disarmed"]}]
    told = strike(2, 60, 5, 50, 90, maneuver="trip", grievous_table=table, options={"grievous_roll": True})
    assert told.outcome.verdict.defender_conditions == (OpposedEffect.DISARMED, OpposedEffect.PRONE)


@pins("disarm-formula", "avoid-agility")
@pytest.mark.parametrize(
    ("against", "defender", "options", "chance"),
    [
        pytest.param("trip", {}, {}, 48, id="three times Agility"),
        pytest.param("shield_rush", {"agility_base": 18}, {}, 48, id="after penalties"),
        pytest.param("entangle", {"agility_base": 18}, {"avoid_agility": "base"}, 54, id="or before them"),
        pytest.param("entangle", {}, {"avoid_agility": "base"}, 48, id="if they are known"),
        pytest.param("disarm", {}, {}, 19, id="Dexterity and Rank"),
        pytest.param("disarm", {"weapon": SWORD | {"two_handed": True}}, {}, 36, id="twice Dexterity in two hands"),
        pytest.param("disarm", {"weapon": {}}, {}, 15, id="no Rank"),
    ],
)
def test_avoid(against: str, defender: dict[str, Any], options: dict[str, Any], chance: int) -> None:
    """Each manoeuvre is avoided at or below its own number."""
    kept = attempt(chance, kind="avoid", against=against, defender=ORC | defender, options=options)
    lost = attempt(chance + 1, kind="avoid", against=against, defender=ORC | defender, options=options)
    assert (kept.outcome.chance, kept.outcome.avoided, lost.outcome.avoided) == (chance, True, False)
    assert (kept.outcome.verdict.success, lost.outcome.verdict.success) == (True, False)


@pins("avoid-quality")
@pytest.mark.parametrize(("agility", "face", "avoided"), [(0, 1, True), (60, 100, False)])
def test_avoid_by_a_natural_face(agility: int, face: int, avoided: bool) -> None:
    """A 01 always avoids, a 00 never."""
    told = attempt(face, kind="avoid", against="trip", defender=ORC | {"id": None, "agility": agility})
    assert told.outcome.avoided == avoided
    assert told.texts[0].startswith("Defender rolled")


@pins("restrain-roll")
@pytest.mark.parametrize(
    ("face", "agility", "chance", "success", "text"),
    [
        (6, 15, 6, True, "Ash rolled 6 against 6 and restrained Orc."),
        (7, 15, 6, False, "Ash rolled 7 against 6 and did not get hold of Orc."),
        (1, 0, -39, True, "Ash rolled 1 against -39 and restrained Orc."),
    ],
)
def test_restrain(face: int, agility: int, chance: int, success: bool, text: str) -> None:
    """Restraining is three times what Strength and Agility of both differ by."""
    told = attempt(face, kind="restrain", attacker=ASH | {"agility": agility}, defender=ORC)
    assert (told.outcome.chance, told.outcome.success, told.texts) == (chance, success, [text])
    assert told.outcome.verdict.success == success


@pins("withdraw-scope")
@pytest.mark.parametrize(
    ("face", "friends", "foes", "total", "success"),
    [
        (5, [17, 13], [24], 11, True),
        (4, [17, 13], [24], 10, True),
        (10, [17], [18], 9, False),
        (1, [99], [1], 99, True),
    ],
)
def test_withdraw_close(face: int, friends: list[int], foes: list[int], total: int, success: bool) -> None:
    """A d10 and the Strength of friends less that of foes must reach 10."""
    told = attempt(face, kind="withdraw_close", friendly_strength=friends, hostile_strength=foes)
    assert (told.outcome.total, told.outcome.success) == (total, success)
    assert told.steps[0].margin == total - 10


@pytest.mark.parametrize(
    ("rank", "comparison", "highest_lost", "lowest_won"),
    [(6, "as_printed", 5, 6), (6, "at_most", 7, 6), (0, "as_printed", None, 1), (10, "at_most", None, 10)],
)
def test_repulse(rank: int, comparison: str, highest_lost: int | None, lowest_won: int) -> None:
    """A charge is repulsed at the Rank or above as printed, or at the Rank or below."""
    options = {"repulse_comparison": comparison}
    assert attempt(lowest_won, kind="repulse", weapon_rank=rank, options=options).outcome.repulsed
    if highest_lost is not None:
        lost = attempt(highest_lost, kind="repulse", weapon_rank=rank, options=options)
        assert lost.outcome.repulsed is False
        assert lost.texts[0].startswith(
            f"The figure rolled {highest_lost} against Rank 6 and did not repulse the charge. "
        )


@pins("repulse-comparison")
@pytest.mark.parametrize(
    ("comparison", "never_fails", "hardly", "told"),
    [
        ("as_printed", (0, 1), (10, {10}), "so Rank 0 or 1 always does and Rank 10 only with a 10."),
        ("at_most", (10,), (0, set()), "so Rank 10 always does and Rank 0 never."),
    ],
)
def test_novices_repulse_better_than_masters(
    comparison: str, never_fails: tuple[int, ...], hardly: tuple[int, set[int]], told: str
) -> None:
    """As printed a novice always repulses and a master almost never; step, option and ruling say so."""
    options = {"repulse_comparison": comparison}

    def repulsing(rank: int) -> set[int]:
        faces = range(1, 11)
        return {
            face for face in faces if attempt(face, kind="repulse", weapon_rank=rank, options=options).outcome.repulsed
        }

    assert all(repulsing(rank) == set(range(1, 11)) for rank in never_fails)
    assert repulsing(hardly[0]) == hardly[1]
    assert attempt(5, kind="repulse", weapon_rank=6, options=options).texts[0].endswith(told)
    described = OpposedRulings.model_fields["repulse_comparison"].description or ""
    assert "Rank 0 or 1 always" in described
    assert "Rank 10 always, Rank 0 never" in described
    assert "Rank 0 or 1 always does" in Rulings.REPULSE_COMPARISON.does


@pytest.mark.parametrize(
    ("endurance", "faces", "required", "target", "conscious"),
    [
        pytest.param(4, (), False, None, True, id="4 is enough"),
        pytest.param(3, (44,), True, 45, True, id="44 is under 45"),
        pytest.param(3, (45,), True, 45, False, id="45 is not"),
        pytest.param(1, (14,), True, 15, True, id="1 Endurance"),
        pytest.param(0, (), False, None, False, id="0 falls without a roll"),
    ],
)
def test_stay_conscious(
    endurance: int, faces: tuple[int, ...], required: bool, target: int | None, conscious: bool
) -> None:
    """At 1 to 3 Endurance a figure rolls under it times Willpower."""
    outcome = attempt(*faces, kind="stay_conscious", endurance=endurance, willpower=15).outcome
    assert (outcome.required, outcome.target, outcome.conscious) == (required, target, conscious)


@pins("stun-recovery-roll")
@pytest.mark.parametrize(("face", "fatigue", "chance", "recovered"), [(39, 9, 39, True), (31, 0, 30, False)])
def test_stun_recovery(face: int, fatigue: int, chance: int, recovered: bool) -> None:
    """A stunned figure recovers at or below twice Willpower plus Fatigue."""
    outcome = attempt(face, kind="stun_recovery", willpower=15, fatigue=fatigue).outcome
    assert (outcome.chance, outcome.recovered) == (chance, recovered)


@pytest.mark.parametrize(
    ("faces", "options", "avoided", "roll"),
    [((22,), {}, True, None), ((23,), {}, False, None), ((23, 71), RESOLVE, False, 71), ((22,), RESOLVE, True, None)],
)
def test_fumble(faces: tuple[int, ...], options: dict[str, Any], avoided: bool, roll: int | None) -> None:
    """A fumble is checked under the initiative less ten; a mishap is read from the base game's table."""
    outcome = attempt(*faces, kind="fumble", initiative=33, options=options).outcome
    assert (outcome.reduced_initiative, outcome.avoided, outcome.fumble_roll) == (23, avoided, roll)
    assert outcome.fumble_table_required is not avoided


@pins("parry-boundaries")
@pytest.mark.parametrize(
    ("face", "evader", "attacker", "total", "result"),
    [
        (5, 4, 6, 3, OpposedParryResult.PARRIED),
        (7, 6, 6, 7, OpposedParryResult.DISARM),
        (6, 8, 6, 8, OpposedParryResult.DISARM_AND_RIPOSTE),
        (1, 0, 10, -9, OpposedParryResult.PARRIED),
    ],
)
def test_parry(face: int, evader: int, attacker: int, total: int, result: OpposedParryResult) -> None:
    """A parry is a d10 and the difference of Ranks; totals below 0 are in the lowest row."""
    told = attempt(face, kind="parry", evader_rank=evader, attacker_rank=attacker)
    assert (told.outcome.total, told.outcome.result) == (total, result)
    assert (told.outcome.verdict.success, told.outcome.verdict.result) == (None, result)
    assert ("ruling/parry-boundaries" in told.cited) == (total < 0)


def test_only_its_own_fields() -> None:
    """An outcome has values for its kind and null for the others."""
    outcome = attempt(7, kind="repulse", weapon_rank=6).outcome
    assert (outcome.kind, outcome.repulsed) == ("repulse", True)
    assert (outcome.chance, outcome.target, outcome.total, outcome.success, outcome.result) == (None,) * 5
