"""Waits: who acts first when the trigger comes, in a round and by itself."""

import pytest

from service.rules.heroic.book.refusals import (
    ActionSizeMismatch,
    OutOfReach,
    SameSideTarget,
    TacticForbidsAttack,
    WaitNeedsTrigger,
)
from service.rules.heroic.rounds.wait import resolve_wait
from tests.pins import pins
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    SHAKEN,
    SPEAR,
    STEADY,
    WIDE,
    blow,
    encounter,
    lock,
    men,
    order,
    play,
    short,
    spring,
    toward,
    wait_of,
)
from tests.rules.heroic.stat_blocks import Document
from tests.rules.heroic.stories import refused

HIT = (3, 3, 3, 4, 4, 4)
"""12 against 8: margin 3 against -4, so won by 7: two hits."""
PIKEMAN = MAN | {"attack_modes": [SPEAR, *MAN["attack_modes"]]}
THRUST: Document = {"attack": {"mode": "spear"}}
CUT: Document = {"attack": {"mode": "sword"}}
SHOT: Document = {"attack": {"mode": "bow"}}


@pytest.mark.parametrize(
    ("waiter", "wait", "comer", "expected"),
    [
        pytest.param(PIKEMAN, THRUST, FOE, "waiter_first", id="longer reach"),
        pytest.param(MAN, CUT, FOE, "simultaneous", id="equal reach"),
        pytest.param(MAN, CUT, PIKEMAN | {"id": "foe", "side": "blue"}, "waiter_last", id="shorter reach"),
        pytest.param(MAN, SHOT, FOE, "waiter_first", id="a shot has no reach to compare"),
        pytest.param(MAN, {"action": short()}, FOE, "waiter_first", id="nor has a deed"),
    ],
)
def test_reach_decides(waiter: Document, wait: Document, comer: Document, expected: str) -> None:
    """Against an enemy that comes in to attack, the longer reach acts first."""
    mode = "spear" if expected == "waiter_last" else "sword"
    dice = () if "action" in wait else WIDE
    told = spring(waiter, wait, comer, *dice, *WIDE, interruption={"attack": {"mode": mode}})
    assert told.outcome.verdict.order.value == expected
    assert {"wait/interrupt", "wait/reach-order", "wait/declare", "wait/response"} <= told.cited


@pins("wait-timing")
def test_first() -> None:
    """Who acts first has its injury applied before the other acts, and may keep it from acting at all."""
    told = spring(PIKEMAN, THRUST, FOE, *HIT, 5, *SHAKEN)
    assert told.outcome.interrupted_attack is None
    assert told.outcome.verdict.interrupted_status.value == "incapacitated"
    assert "Foe could not attack. Foe cannot act: the status is 'incapacitated'." in told.texts
    assert told.outcome.summary == ("Man had waited for foe and acted first. Man hit foe twice. Out of the fight: foe.")
    scratched = spring(PIKEMAN, THRUST, FOE, *HIT, 1, *STEADY, *HIT, 2, *STEADY)
    assert [(each.unit, each.applied) for each in scratched.outcome.injuries] == [("foe", 2), ("man", 3)]
    assert {"ruling/wait-timing", "lock/create"} <= scratched.cited


def test_at_the_same_time() -> None:
    """With equal reach both act before any injury counts; the side with the initiative rolls against HT first."""
    told = spring(MAN, CUT, FOE, *HIT, 6, *HIT, 6, *STEADY, *SHAKEN, has_initiative=True)
    assert [each.unit for each in told.outcome.injuries] == ["man", "foe"]
    assert told.outcome.verdict.interrupted_status.value == "incapacitated"
    assert told.outcome.summary.startswith(
        "Man had waited for foe and acted at the same time. Man hit foe three times. Foe hit man twice."
    )


def test_last() -> None:
    """Who acts last answers only if the blow has left it standing."""
    pikeman = PIKEMAN | {"id": "foe", "side": "blue"}
    interruption = {"attack": {"mode": "spear"}}
    felled = spring(MAN, CUT, pikeman, *HIT, 5, *SHAKEN, interruption=interruption)
    assert felled.outcome.waiter_attack is None
    assert felled.outcome.verdict.waiter_status.value == "incapacitated"
    stands = spring(MAN, CUT, pikeman, *HIT, 1, *STEADY, *WIDE, interruption=interruption)
    assert stands.outcome.waiter_attack is not None
    assert [each.unit for each in stands.outcome.injuries] == ["man"]


def test_deed_in_response() -> None:
    """The response may be a short deed; then the other goes on."""
    told = spring(MAN | {"posture": "kneeling"}, {"action": short("posture_step")}, FOE, interruption={})
    assert told.outcome.units[0].posture.value == "crouching"
    assert told.outcome.verdict.waiter_hits == 0
    assert told.outcome.interrupted_attack is None


@pytest.mark.parametrize(
    ("watch", "modifiers"),
    [
        pytest.param({"watch_radius": 1}, {"Accuracy": 2, "Aimed Shooting": 2}, id="one yard is aimed at"),
        pytest.param({"watch_radius": 4}, {"Area watched": -2}, id="four yards"),
        pytest.param({"watch_line": True}, {"Area watched": -2}, id="a line"),
        pytest.param(
            {"watch_radius": 20, "discriminating": True},
            {"Area watched": -5, "Telling friend from foe": -2},
            id="a wide field, with care",
        ),
    ],
)
def test_opportunity_fire(watch: Document, modifiers: dict[str, int]) -> None:
    """Watching more than a yard of ground costs skill, and aiming helps only at one yard."""
    wait = SHOT | {"trigger": {"event": "appears"}} | watch
    archer = MAN | {"attack_modes": [MAN["attack_modes"][1] | {"skill": 15}]}
    told = spring(archer, wait, FOE, *WIDE, interruption={}, distance=9, waiter_tactic="aimed_shooting")
    assert told.outcome.waiter_attack is not None
    terms = {term.label: term.value for term in told.outcome.waiter_attack.skill.terms}
    assert terms == {"Short range": -3} | modifiers
    assert {"wait/opportunity-fire", "ruling/opportunity-area"} <= told.cited


def test_refusals() -> None:
    """A wait needs a trigger, one response, and an enemy it may attack."""
    nothing = wait_of(MAN, CUT | {"trigger": None}, FOE)
    assert refused(WaitNeedsTrigger, resolve_wait, nothing).pointer == "/wait/trigger"
    assert refused(WaitNeedsTrigger, resolve_wait, wait_of(MAN, {}, FOE)).pointer == "/wait"
    both = wait_of(MAN, CUT | {"action": short()}, FOE)
    assert (
        refused(WaitNeedsTrigger, resolve_wait, both).detail
        == "The wait of man needs just one response; there is both an attack and a deed."
    )
    other = wait_of(MAN, CUT | {"trigger": {"event": "attacks", "unit": "elf"}}, FOE)
    assert refused(WaitNeedsTrigger, resolve_wait, other).pointer == "/wait/trigger/unit"
    slow = wait_of(MAN, {"action": short("stand_up", size="medium")}, FOE)
    assert refused(ActionSizeMismatch, resolve_wait, slow).pointer == "/wait/action/size"
    far = wait_of(MAN, CUT, FOE, distance=3)
    assert refused(OutOfReach, resolve_wait, far).pointer == "/wait/attack/mode"
    short_arm = wait_of(PIKEMAN, THRUST, FOE, distance=2)
    assert refused(OutOfReach, resolve_wait, short_arm).pointer == "/interruption/attack/mode"
    friend = wait_of(MAN, {"action": short()}, FOE | {"side": "red"})
    assert refused(SameSideTarget, resolve_wait, friend).pointer == "/interrupted"
    runner = wait_of(MAN, CUT, FOE, waiter_tactic="retreat")
    assert refused(TacticForbidsAttack, resolve_wait, runner).pointer == "/waiter"


def waits(event: str, response: Document = THRUST, **trigger: str) -> Document:
    """What a unit waits for."""
    return {"trigger": {"event": event} | trigger} | response


COMES = order("foe", move=toward("man"), melee=[blow("man")])


def test_a_pike_meets_a_charge() -> None:
    """In a round the longer reach strikes as the enemy comes in, in the movement phase; who falls strikes no more."""
    battle = encounter(PIKEMAN, FOE, at={"foe": 10})
    told = play(battle, [order("man", wait=waits("approaches")), COMES], 6, 1, *HIT, 5, *SHAKEN)
    assert [each.attacker for each in told.outcome.movement.free_attacks] == ["man"]
    assert [each.unit for each in told.outcome.movement.injuries] == ["foe"]
    assert (told.outcome.verdict.over, told.outcome.melee.attacks) == (True, ())
    assert "Man had waited for foe and acted first." in told.texts


@pytest.mark.parametrize("event", ["approaches", "attacks"])
def test_equal_reach_meets_in_melee(event: str) -> None:
    """With equal reach the waiter strikes in the melee phase, directly before the attack it meets."""
    battle = encounter(MAN, FOE, at={"foe": 10})
    told = play(battle, [order("man", wait=waits(event, CUT)), COMES], 6, 1, *WIDE, *WIDE, 6)
    assert told.outcome.movement.free_attacks == ()
    assert [each.attacker for each in told.outcome.melee.attacks] == ["man", "foe"]
    assert "Man had waited for foe and acted at the same time." in told.texts


@pytest.mark.parametrize(
    ("dice", "attackers"),
    [
        pytest.param((*HIT, 1, *STEADY, *WIDE, 6), ["foe", "man"], id="it stands and answers"),
        pytest.param((*HIT, 5, *SHAKEN), ["foe"], id="it falls and does not"),
    ],
)
def test_shorter_reach_comes_last(dice: tuple[int, ...], attackers: list[str]) -> None:
    """The shorter reach answers after the attack it meets, once the injury of that is applied."""
    battle = encounter(MAN, PIKEMAN | {"id": "foe", "side": "blue"}, at={"foe": 10})
    comes = order("foe", move=toward("man", stop_at=1), melee=[blow("man", "spear")])
    told = play(battle, [order("man", wait=waits("approaches", CUT)), comes], 6, 1, *dice)
    assert [each.attacker for each in told.outcome.melee.attacks] == attackers


def test_a_blow_that_never_comes() -> None:
    """Who lets an enemy strike first answers all the same if that blow is lost."""
    pair = FOE | {"count_start": 2}
    battle = encounter(*men(2), pair, at={"foe": 10}, hazards=[{"unit": "foe", "injury": 10}])
    comes = order("foe", move=toward("red 1"), melee=[blow("red 2", attackers=1), blow("red 1", attackers=1)])
    given = [order("red 1", wait=waits("approaches", CUT)), order("red 2"), comes]
    told = play(battle, given, 6, 1, *SHAKEN, *WIDE, *WIDE, 1, 1, 1, 6)
    assert [(each.attacker, each.target) for each in told.outcome.melee.attacks] == [("foe", "red 2"), ("red 1", "foe")]
    assert told.texts.index("Red 1 had waited for foe and acted first.") > 0


def test_waiting_for_a_shot() -> None:
    """Who waits for shots acts before the first of them, and may prevent it."""
    battle = encounter(MAN, *men(2, "blue"), at={"blue 1": 9, "blue 2": 9})
    shoots = [order(f"blue {at}", ranged=[blow("man", "bow")]) for at in (1, 2)]
    told = play(
        battle, [order("man", wait=waits("shoots", SHOT, unit="blue 2")), *shoots], 1, 6, *WIDE, *HIT, 6, *SHAKEN, 6
    )
    assert [each.attacker for each in told.outcome.ranged.attacks] == ["blue 1", "man"]
    assert "Blue 2 could not attack. Blue 2 cannot act: the status is 'incapacitated'." in told.texts


def test_attack_on_a_friend() -> None:
    """An attack on somebody else has no reach to compare: who waits for it acts first."""
    units = [*men(2), FOE]
    battle = encounter(*units, at={"foe": 1})
    strikes = order("foe", melee=[blow("red 2")])
    given = [order("red 1", wait=waits("attacks", CUT)), order("red 2"), strikes]
    told = play(battle, given, 6, 1, *WIDE, *WIDE, 6)
    assert [each.attacker for each in told.outcome.melee.attacks] == ["red 1", "foe"]
    assert "Red 1 had waited for foe and acted first." in told.texts


def test_who_does_not_answer() -> None:
    """A wait is for an enemy, for what was said, for the unit that was named, and only once."""
    battle = encounter(PIKEMAN, *men(3, "blue"), at={"blue 1": 10, "blue 2": 10, "blue 3": -10})
    moves = [
        order("blue 1", move=toward("man")),
        order("blue 2", move=toward("man")),
        order("blue 3", move={"mode": "away"}),
    ]
    once = play(battle, [order("man", wait=waits("approaches")), *moves], 6, 1, *WIDE, 6)
    assert [each.target for each in once.outcome.movement.free_attacks] == ["blue 1"]
    named = play(battle, [order("man", wait=waits("approaches", unit="blue 2")), *moves], 6, 1, *WIDE, 6)
    assert [each.target for each in named.outcome.movement.free_attacks] == ["blue 2"]
    far = play(battle, [order("man", wait=waits("approaches", CUT, unit="blue 3")), *moves], 6, 1, 6)
    assert far.outcome.movement.free_attacks == ()
    halfway = [order("blue 1", move=toward("man", yards=3)), *moves[1:]]
    still_far = play(battle, [order("man", wait=waits("approaches", unit="blue 1")), *halfway], 6, 1, 6)
    assert still_far.outcome.movement.free_attacks == ()
    never = play(battle, [order("man", wait=waits("shoots")), *moves], 6, 1, 6)
    assert never.outcome.movement.free_attacks == ()


def test_opportunity_fire_in_a_round() -> None:
    """Who watches the ground shoots at the first enemy that shows itself, wherever it goes."""
    watch = waits("appears", SHOT | {"watch_radius": 2})
    battle = encounter(MAN, FOE, at={"foe": 40})
    told = play(battle, [order("man", wait=watch), order("foe", move={"mode": "away"})], 6, 1, *WIDE, 6)
    (shot,) = told.outcome.movement.free_attacks
    assert shot.skill.total == 12 + 2 - 7 - 1
    assert "wait/opportunity-fire" in told.cited


MARKSMAN = MAN | {"attack_modes": [MAN["attack_modes"][1] | {"skill": 16, "bulk": -6}]}


@pytest.mark.parametrize(("yards", "skill"), [pytest.param(10, 13, id="short"), pytest.param(25, 9, id="medium")])
def test_a_shot_meets_a_charge(yards: int, skill: int) -> None:
    """Who waits to shoot shoots before the charge arrives, in a round as in a wait by itself; then the blow falls."""
    battle = encounter(MARKSMAN, FOE, at={"foe": yards})
    told = play(battle, [order("man", wait=waits("approaches", SHOT)), COMES], 1, 6, *WIDE, *WIDE, 6)
    (shot,), (cut,) = told.outcome.movement.free_attacks, told.outcome.melee.attacks
    alone = spring(
        MARKSMAN, SHOT, FOE, *WIDE, *WIDE, distance=yards, interruption={"attack": {"mode": "sword"}} | INITIATIVE
    ).outcome
    assert alone.waiter_attack is not None
    assert alone.interrupted_attack is not None
    assert (shot.skill.total, alone.waiter_attack.skill.total) == (skill, skill)
    assert (cut.skill.total, alone.interrupted_attack.skill.total) == (14, 14)
    assert told.texts.index("Man had waited for foe and acted first.") < told.texts.index(
        f"Foe moved {yards - 1} of 25 yards and stopped 1 yard from man."
    )


INITIATIVE = {"has_initiative": True}


@pytest.mark.parametrize(
    ("spot", "changes", "skill", "yards"),
    [
        pytest.param((20, 0), {}, 13, 12, id="straight at the archer"),
        pytest.param((14, 6), {"move": {"mode": "to", "to": {"x": -6, "y": 6}}}, 13, 8.708497, id="past the archer"),
        pytest.param(
            (0, 0),
            {"distances": [{"one": "man", "other": "foe", "yards": 20}]},
            13,
            12,
            id="by distances that override the places",
        ),
        pytest.param(
            (4, 0),
            {
                "distances": [{"one": "man", "other": "foe", "yards": 20}],
                "move": {"mode": "to", "to": {"x": 3, "y": 0}},
            },
            13,
            1,
            id="where such a distance ends",
        ),
        pytest.param((8, 0), {}, 13, 0, id="within range from the start"),
        pytest.param((33, 0), {}, 13, 25, id="within range at the very end"),
    ],
)
def test_where_a_shot_is_made(spot: tuple[float, float], changes: Document, skill: int, yards: float) -> None:
    """A shot is made as soon as the enemy is within range, and whom it fells comes no farther."""
    archer = MARKSMAN | {"attack_modes": [MARKSMAN["attack_modes"][0] | {"range_max": 8}]}
    battle = encounter(archer, FOE, at={"foe": spot}) | {key: changes[key] for key in changes if key != "move"}
    comes = order("foe", move=changes.get("move", toward("man")), melee=[blow("man")])
    told = play(battle, [order("man", wait=waits("approaches", SHOT)), comes], 1, 6, *HIT, 5, *SHAKEN)
    (shot,), moved = told.outcome.movement.free_attacks, told.outcome.movement.moves[0]
    assert (shot.skill.total, moved.yards, moved.reason) == (skill, yards, "felled on the way")
    assert f"Foe came no farther than {yards:g} yard{'' if yards == 1 else 's'}." in told.texts
    assert told.outcome.verdict.over


@pytest.mark.parametrize(
    ("spot", "changes"),
    [
        pytest.param((14, 9), {"to": {"x": -6, "y": 9}}, id="past the archer, too far away"),
        pytest.param((40, 0), {"yards": 20}, id="not far enough"),
        pytest.param((20, 0), {"to": {"x": 20, "y": 5}}, id="beside the archer"),
    ],
)
def test_out_of_range_all_the_way(spot: tuple[float, float], changes: Document) -> None:
    """Who never comes within range is not shot at."""
    archer = MARKSMAN | {"attack_modes": [MARKSMAN["attack_modes"][0] | {"range_max": 8}]}
    move = ({"mode": "to"} if "to" in changes else {"mode": "toward", "ref": "man"}) | changes
    battle = encounter(archer, FOE, at={"foe": spot})
    told = play(battle, [order("man", wait=waits("approaches", SHOT)), order("foe", move=move)], 1, 6, 6)
    assert told.outcome.movement.free_attacks == ()
    far = battle | {"distances": [{"one": "man", "other": "foe", "yards": 60}]}
    if "to" not in changes:
        told = play(far, [order("man", wait=waits("approaches", SHOT)), order("foe", move=move)], 1, 6, 6)
        assert told.outcome.movement.free_attacks == ()


def test_the_farther_shot_comes_first() -> None:
    """Of several who wait to shoot the one who carries farther shoots first; nobody shoots at whom it has felled."""
    short_bow = MARKSMAN["attack_modes"][0] | {"range_max": 8}
    near = MARKSMAN | {"id": "near", "attack_modes": [short_bow]}
    battle = encounter(near, MARKSMAN, FOE, at={"foe": 20})
    given = [order(name, wait=waits("approaches", SHOT)) for name in ("near", "man")]
    felled = play(battle, [*given, COMES], 1, 6, *HIT, 5, *SHAKEN)
    assert [each.attacker for each in felled.outcome.movement.free_attacks] == ["man"]
    both = play(battle, [*given, COMES], 1, 6, *WIDE, *WIDE, *WIDE, 6)
    assert [(each.attacker, each.skill.total) for each in both.outcome.movement.free_attacks] == [
        ("man", 13),
        ("near", 13),
    ]


def test_a_shot_at_who_leaves_a_melee() -> None:
    """Who leaves a melee is shot at only when it is clear of it, so no stray shot can hit a friend."""
    guard = MAN | {"id": "guard"}
    battle = encounter(MARKSMAN, guard, FOE, at={"guard": 20, "foe": 19}, locks=[lock("guard", "foe")])
    flees = order("foe", "retreat", move={"mode": "to", "to": {"x": 9, "y": 0}})
    given = [order("man", wait=waits("approaches", SHOT)), order("guard"), flees]
    told = play(battle, given, 1, 6, *WIDE, *WIDE, 6)
    assert [(each.attacker, each.skill.total) for each in told.outcome.movement.free_attacks] == [
        ("guard", 12),
        ("man", 13),
    ]
