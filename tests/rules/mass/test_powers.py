"""Powers on command: volleys, shield walls, gouts of flame, and powers of the caller's own."""

from typing import Any

import pytest

from service.rules.mass.figures.standing import MassHit
from tests.pins import pins
from tests.rules.mass.stories import (
    ANA,
    BLUE_FIRST,
    Document,
    Story,
    by_id,
    foes,
    move,
    play,
    power,
    rows,
    toward,
    unit,
    use,
)

ARCHERS = unit("archers", "red", 0, 0, battle_die="d4", power="launch-volley")
LEVY = unit("levy", "blue", 5, 0, facing=5, power="raise-shield-wall")
DRAKE = unit("drake", "red", 0, 0, power="gout-of-flame")
VOLLEY = power("launch-volley", archers="levy")
WALL = power("raise-shield-wall", "levy")


def hits(story: Story[Any]) -> list[tuple[str, int, int]]:
    """Whom a power struck, what it cost and what is left."""
    found: tuple[MassHit, ...] = story.outcome.uses[0].hits
    return [(hit.unit, hit.damage, hit.morale) for hit in found]


def test_told() -> None:
    """The use of a power is told with its target, and with what becomes of it."""
    told = use(VOLLEY, ARCHERS, LEVY)
    assert told.texts == ["Archers used Launch Volley at levy.", "Levy lost 1 Morale Point, 2 left."]
    used = told.outcome.uses[0]
    assert (used.target, used.distance, used.line) == ("levy", 5, ())
    after = told.outcome.state[0]
    assert (after.power_expended, after.commanded) == (True, True)
    assert (told.outcome.verdict.damage, told.outcome.verdict.lost) == (1, 0)


@pins("shield-wall-scope")
def test_shield_wall_scope() -> None:
    """A wall lessens each loss by 1, or only the first one of the round."""
    second = ARCHERS | {"id": "slingers", "hex": [0, 1]}
    order = power("launch-volley", archers="levy", slingers="levy")
    behind = LEVY | {"shield_wall": True}
    assert use(order, ARCHERS, second, behind).outcome.state[2].morale == 3
    once = use(order, ARCHERS, second, behind, options={"shield_wall": "per_round_total"})
    assert (once.outcome.state[2].morale, once.outcome.state[2].shield_wall) == (2, False)


def test_shield_wall_total_lasts_the_round() -> None:
    """With the option, a wall that has kept off a loss in mid-round keeps off none of the battle dice."""
    levy, guard = foes(LEVY | {"shield_wall": True, "facing": 2}, unit("guard", "red", 6, 0, facing=5))
    options = {"shield_wall": "per_round_total"}
    told = play(
        DRAKE,
        levy | {"morale": 9},
        guard | {"morale": 9},
        ana=[power("gout-of-flame", "drake")],
        faces=(1, 4),
        options=options,
    )
    assert by_id(told.outcome.state)["levy"].morale == 9 - 3 - 1


@pins("shield-wall-who")
def test_shield_wall_who() -> None:
    """Only the unit that raises the wall is behind it, until the round ends."""
    told = use(WALL, LEVY, unit("mob", "blue", 5, 2), ARCHERS, commander=ANA | {"side": "blue"})
    assert [state.shield_wall for state in told.outcome.state] == [True, False, False]
    round_over = play(ARCHERS, LEVY, bor=[WALL])
    assert [state.shield_wall for state in round_over.outcome.state] == [False, False]


@pins("shield-wall-timing")
def test_shield_wall_timing() -> None:
    """What is lost before the wall is raised is lost; after it, a volley does nothing."""
    assert by_id(play(ARCHERS, LEVY, ana=[VOLLEY], bor=[WALL]).outcome.state)["levy"].morale == 2
    late = play(ARCHERS, LEVY, ana=[VOLLEY], bor=[WALL], cards=BLUE_FIRST)
    assert by_id(late.outcome.state)["levy"].morale == 3


@pins("shield-wall-destroy")
def test_shield_wall_destroy() -> None:
    """A wall does not keep off destruction."""
    ogres = unit("ogres", "red", 0, 0, power="feast-on-the-weak")
    told = play(ogres, LEVY | {"morale": 2}, ana=[toward(5, 0, "ogres")], bor=[WALL], cards=BLUE_FIRST)
    assert by_id(told.outcome.state)["levy"].status == "destroyed"


@pins("volley-range")
@pytest.mark.parametrize(("q", "reason"), [(10, None), (11, "target_out_of_range")])
def test_volley_range(q: int, reason: str | None) -> None:
    """A volley reaches 10 hexes, whatever stands between."""
    screen = unit("screen", "blue", 3, 0)
    wall = [{"hex": [4, 0], "terrain": "impassable"}]
    told = play(ARCHERS, LEVY | {"hex": [q, 0]}, screen, ana=[VOLLEY], terrain=wall)
    assert [event.reason for event in told.outcome.events] == [reason]


@pins("volley-timing")
def test_volley_timing() -> None:
    """Whether the target is engaged is read when the volley is launched."""
    riders = unit("riders", "red", 4, 2)
    ana = [toward(5, 0, "riders"), VOLLEY]
    told = play(ARCHERS, LEVY | {"power": None}, riders, ana=ana, cards=("JOKER1", "3S"), faces=(1, 1, 1))
    assert rows(told.outcome.events)[-1] == ("refused", "archers", "target_engaged")
    assert "ruling/volley-timing" in told.cited
    assert by_id(told.outcome.state)["archers"].power_expended is False


@pins("volley-target")
def test_volley_target() -> None:
    """Volleys strike enemies; with the option any unengaged unit."""
    friend = unit("friend", "red", 2, 0)
    order = power("launch-volley", archers="friend")
    told = play(ARCHERS, friend, LEVY, ana=[order])
    assert rows(told.outcome.events) == [("refused", "archers", "target_not_enemy")]
    assert hits(use(order, ARCHERS, friend, LEVY, options={"volley_targets": "any"})) == [("friend", 1, 2)]


@pins("on-command-engaged")
def test_on_command_engaged() -> None:
    """Engaged units may use powers on command."""
    archers, levy = foes(ARCHERS | {"power": "raise-shield-wall"}, LEVY | {"hex": [1, 0]})
    told = use(power("raise-shield-wall", "archers"), archers, levy)
    assert told.outcome.state[0].shield_wall


@pins("gout-line")
def test_gout_line() -> None:
    """The line is the five hexes ahead of the unit; its own hex and the sixth are not struck."""
    row = [unit(f"at-{q}", "blue", q, 0) for q in (2, 5, 6)]
    told = use(power("gout-of-flame", "drake"), DRAKE, *row, unit("aside", "blue", 2, 1))
    assert told.outcome.uses[0].line == ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
    assert [hit[0] for hit in hits(told)] == ["at-2", "at-5"]
    assert told.outcome.verdict.lost == 2


@pins("gout-friends")
def test_gout_friends() -> None:
    """Friends on the line are struck too, unless the option spares them."""
    friend = unit("friend", "red", 2, 0)
    order = power("gout-of-flame", "drake")
    assert [hit[0] for hit in hits(use(order, DRAKE, friend, LEVY))] == ["friend", "levy"]
    spared = use(order, DRAKE, friend, LEVY, options={"gout_hits_friends": False})
    assert [hit[0] for hit in hits(spared)] == ["levy"]


@pins("gout-damage")
def test_gout_damage() -> None:
    """A gout of flame costs 4, a unit behind a shield wall 3."""
    order = power("gout-of-flame", "drake")
    assert hits(use(order, DRAKE, LEVY | {"morale": 9})) == [("levy", 4, 5)]
    assert hits(use(order, DRAKE, LEVY | {"shield_wall": True})) == [("levy", 3, 0)]


def test_an_empty_line() -> None:
    """A gout of flame may strike nobody, and is expended all the same."""
    told = use(power("gout-of-flame", "drake"), DRAKE, LEVY | {"hex": [0, 5]})
    assert (told.outcome.uses[0].hits, told.outcome.state[0].power_expended) == ((), True)
    assert told.texts == ["Drake used Gout of Flame, with nobody to strike on its line."]


@pins("damage-unit")
def test_damage_unit() -> None:
    """What powers damage is morale."""
    told = use(VOLLEY, ARCHERS, LEVY)
    assert told.outcome.state[1].morale == 2
    assert "ruling/damage-unit" in told.cited


@pins("power-rout-timing")
def test_power_rout_timing() -> None:
    """A unit without morale is routed at once and releases its foes, who may then still be commanded."""
    guard, levy = foes(unit("guard", "red", 4, 0), LEVY | {"morale": 1})
    ana = [power("gout-of-flame", "drake"), move("guard")]
    told = play(DRAKE | {"facing": 1, "hex": [3, 2]}, guard, levy, ana=ana, cards=("JOKER1", "3S"))
    after = by_id(told.outcome.state)
    assert after["levy"].status == "routed"
    assert (after["guard"].hex, after["guard"].engaged_with) == ((8, 0), ())
    assert "ruling/power-rout-timing" in told.cited


def custom(target: Document, *effects: Document) -> list[Document]:
    """A power of the caller's own that is used on command."""
    return [{"id": "own", "trigger": "on_command", "target": target, "effects": list(effects)}]


def test_custom_powers() -> None:
    """Powers of the caller's own strike whom they say: enemies who are engaged, friends on a line, anyone."""
    mage = unit("mage", "red", 0, 0, power="own")
    levy, guard = foes(LEVY, unit("guard", "red", 4, 0))
    slow = custom({"kind": "unit", "engaged": True, "range": 5}, {"kind": "speed", "change": -9})
    told = use(power("own", mage="levy"), mage, levy, guard, powers=slow)
    assert by_id(told.outcome.state)["levy"].speed == 0
    bless = custom({"kind": "line", "side": "friend", "length": 6}, {"kind": "damage_reduction"})
    told = use(power("own", "mage"), mage, levy, guard, powers=bless)
    assert [state.shield_wall for state in told.outcome.state] == [False, False, True]
    told = use(power("own", "mage"), mage, levy, guard, powers=custom({"kind": "self"}, {"kind": "destroy"}))
    assert told.outcome.state[0].status == "destroyed"
    assert told.texts[-1] == "That destroyed mage."


def test_a_target_too_many() -> None:
    """A target that a power does not need is not read, with a warning."""
    told = use(power("gout-of-flame", drake="levy"), DRAKE, LEVY)
    assert told.warnings == ["Gout of Flame needs no target: the one named, levy, is not read."]


@pytest.mark.parametrize(
    ("changes", "order", "reason", "why", "rule"),
    [
        pytest.param(
            {"status": "routed", "morale": 0}, VOLLEY, "routed", "routed and off the field", "rout/removal", id="routed"
        ),
        pytest.param(
            {"commanded": True},
            VOLLEY,
            "commanded",
            "commanded already this round",
            "command/no-further-action",
            id="commanded",
        ),
        pytest.param(
            {"power_expended": True},
            VOLLEY,
            "power_expended",
            "the power is used up",
            "power/one-use",
            id="expended",
        ),
        pytest.param(
            {"power": None},
            VOLLEY,
            "power_mismatch",
            "not the power of this unit",
            "power/on-command",
            id="another power",
        ),
        pytest.param(
            {},
            power("spirited-charge", "archers"),
            "power_wrong_trigger",
            "the power is used on contact, not on command",
            "power/on-engaged",
            id="fires on contact",
        ),
        pytest.param(
            {},
            power("launch-volley", "archers"),
            "target_missing",
            "no target is named",
            "power/on-command-targets",
            id="no target",
        ),
        pytest.param(
            {},
            power("launch-volley", archers="corpses"),
            "target_not_active",
            "the target is off the field",
            "rout/removal",
            id="a target that is gone",
        ),
        pytest.param(
            {"hex": [-6, 2]},
            VOLLEY,
            "target_out_of_range",
            "the target is out of range",
            "power/launch-volley",
            id="a target too far away",
        ),
        pytest.param(
            {"side": "green"}, VOLLEY, "not_own", "under another command", "command/any-number", id="of another side"
        ),
    ],
)
def test_passed_over(changes: Document, order: Document, reason: str, why: str, rule: str) -> None:
    """In a round, a unit that cannot use the power is passed over by the rule that decides, with a warning."""
    corpses = unit("corpses", "blue", 3, 0, status="destroyed", morale=0)
    told = play(ARCHERS | changes, LEVY, corpses, unit("reserve", "red", -9, 9), ana=[order])
    assert rows(told.outcome.events) == [("refused", "archers", reason)]
    (warning,) = told.warnings
    assert warning.startswith("Archers could not use ")
    assert warning.endswith(f" for ana: {why}.")
    assert [step.rule for step in told.steps if step.text == warning] == [f"mass/{rule}"]


def test_nobody_shoots_at_itself() -> None:
    """Even where a volley may strike any unit, none is launched at the unit itself; a power for friends may be."""
    told = play(ARCHERS, LEVY, ana=[power("launch-volley", archers="archers")], options={"volley_targets": "any"})
    assert rows(told.outcome.events) == [("refused", "archers", "target_not_enemy")]
    song = custom({"kind": "unit", "side": "friend", "range": 5}, {"kind": "speed", "change": 1})
    bard = unit("bard", "red", 0, 0, power="own")
    told = play(bard, LEVY, ana=[power("own", bard="bard")], powers=song)
    assert by_id(told.outcome.state)["bard"].speed == bard["speed"] + 1


def test_distance_of_a_target() -> None:
    """Who cannot use a power at its target says how far away that is."""
    told = play(ARCHERS | {"hex": [-6, 2]}, LEVY, ana=[VOLLEY])
    expected = "Archers could not use Launch Volley at levy, 11 hexes away, for ana: the target is out of range."
    assert told.warnings == [expected]


def test_targets_that_must_be_engaged() -> None:
    """A power of the caller's own may want an engaged target, and says so of one that is not."""
    mage = unit("mage", "red", 0, 0, power="own")
    pin = custom({"kind": "unit", "engaged": True, "range": 5}, {"kind": "speed", "change": -9})
    told = play(mage, LEVY, ana=[power("own", mage="levy")], powers=pin)
    assert rows(told.outcome.events) == [("refused", "mage", "target_unengaged")]
    assert told.warnings[0].endswith("the target is not engaged.")
    assert [step.rule for step in told.steps if step.text == told.warnings[0]] == ["mass/power/on-command-targets"]
