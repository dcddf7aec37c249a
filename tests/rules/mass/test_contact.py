"""Contact: what powers do when units meet, in every order, and who falls back."""

from typing import Any

import pytest

from service.rules.mass.figures.standing import MassUnitState
from service.rules.mass.powers.contact import MassContact, MassContactOutcome, engage
from tests.pins import pins
from tests.rules.mass.stories import Document, Story, by_id, command, foes, move, play, read, rows, tell, unit

KNIGHTS = unit("knights", "red", 0, 0, battle_die="d10", power="spirited-charge", large=True)
PIKES = unit("pikes", "blue", 1, 0, battle_die="d6", speed=2, facing=5, power="receive-charge")
HORDE = unit("horde", "blue", 1, 0, facing=5, morale=2)


def meet(
    mover: Document, stationary: Document, *others: Document, options: Document | None = None, **changes: Any
) -> Story[MassContactOutcome]:
    """Two units meet."""
    document = {"mover": mover, "stationary": stationary, "others": others} | changes
    return tell(engage, read(MassContact, document), options=options)


def both(story: Story[MassContactOutcome]) -> tuple[MassUnitState, MassUnitState]:
    """The mover and the stationary unit afterwards."""
    return story.outcome.units[0], story.outcome.units[1]


def having(power: str | None, of: Document, **changes: Any) -> Document:
    """A unit with another power."""
    return of | {"power": power} | changes


def test_told() -> None:
    """Powers used at once are told before what becomes of the units; who routs as well is not told to come free."""
    told = meet(KNIGHTS, PIKES | {"morale": 2})
    assert told.texts == [
        "Knights used Spirited Charge on meeting pikes.",
        "Pikes used Receive Charge on meeting knights, at the same moment.",
        "Pikes lost 2 Morale Points and routed.",
        "Knights lost 3 Morale Points and routed.",
    ]
    one_after_the_other = meet(KNIGHTS, PIKES, options={"engaged_timing": "stationary_first"})
    assert one_after_the_other.texts == [
        "Pikes used Receive Charge on meeting knights.",
        "Knights lost 3 Morale Points and routed.",
        "Pikes had no foe left and came free.",
    ]
    verdict = told.outcome.verdict
    assert (verdict.engaged, verdict.mover_lost, verdict.stationary_lost) == (False, True, True)


@pins("several-contacts")
def test_several_contacts() -> None:
    """A step beside two enemies engages both, and powers fire pair by pair in the order of the units."""
    mob = unit("mob", "blue", 0, 1, morale=2, power="receive-charge")
    told = command(move("knights"), KNIGHTS | {"hex": [-1, 0]}, PIKES, mob)
    assert rows(told.outcome.events) == [
        ("moved", "knights", 1),
        ("engaged", "knights", "pikes"),
        ("engaged", "knights", "mob"),
        ("power", "knights", "pikes", "spirited-charge"),
        ("power", "pikes", "knights", "receive-charge"),
    ]
    after = by_id(told.outcome.state)
    assert (after["knights"].status, after["mob"].engaged_with, after["mob"].power_expended) == ("routed", (), False)
    assert "ruling/several-contacts" in told.cited


@pins("on-engaged-order")
def test_on_engaged_order() -> None:
    """Powers fire at once, or the mover's first, or the stationary unit's; who is gone fires no more."""
    weak = PIKES | {"morale": 2}
    lost = {
        "simultaneous": ("routed", "routed"),
        "mover_first": ("active", "routed"),
        "stationary_first": ("routed", "active"),
    }
    for timing, statuses in lost.items():
        after = both(meet(KNIGHTS, weak, options={"engaged_timing": timing}))
        assert (after[0].status, after[1].status) == statuses
        assert (after[0].power_expended, after[1].power_expended) == (statuses[1] == "routed", statuses[0] == "routed")


def test_confusion_comes_first() -> None:
    """Sow confusion cancels a power at once, and in turn only one that has not fired yet."""
    sower = having("sow-confusion", PIKES)
    cancelled = both(meet(KNIGHTS, sower))
    assert [(state.morale, state.power_expended) for state in cancelled] == [(3, True), (3, True)]
    late = both(meet(KNIGHTS, sower, options={"engaged_timing": "mover_first"}))
    assert [(state.morale, state.power_expended) for state in late] == [(3, True), (1, True)]
    early = both(meet(KNIGHTS, sower, options={"engaged_timing": "stationary_first"}))
    assert [(state.morale, state.power_expended) for state in early] == [(3, True), (3, True)]


@pins("on-engaged-use")
def test_on_engaged_use() -> None:
    """A power fires by itself, unless the unit holds it back or it is used on command."""
    assert both(meet(KNIGHTS, HORDE))[1].status == "routed"
    assert both(meet(KNIGHTS | {"use_power": False}, HORDE))[0].power_expended is False
    assert meet(having("launch-volley", KNIGHTS), HORDE).outcome.events == ()
    assert meet(having(None, KNIGHTS), HORDE).outcome.engaged


@pins("on-engaged-target")
def test_on_engaged_target() -> None:
    """Of two new foes, the power strikes the first in the order of the units that its condition allows."""
    feasters = having("feast-on-the-weak", KNIGHTS, hex=[-1, 0])
    strong, weak = having(None, PIKES), unit("mob", "blue", 0, 1, morale=2)
    told = command(move("knights"), feasters, strong, weak)
    after = by_id(told.outcome.state)
    assert (after["pikes"].status, after["mob"].status) == ("active", "destroyed")
    again = command(move("knights"), feasters, weak, strong | {"morale": 1})
    assert by_id(again.outcome.state)["pikes"].status == "active"


@pins("on-engaged-retrigger")
def test_on_engaged_retrigger() -> None:
    """A power regained while engaged waits for a new contact."""
    mover, stationary = foes(KNIGHTS, PIKES)
    told = meet(mover, stationary)
    assert (told.outcome.events, told.outcome.engaged) == ((), True)
    rally = {"kind": "rally", "units": ["knights"]}
    tired = play(mover | {"power_expended": True}, stationary | {"power": None}, ana=[rally], faces=(1, 5, 5))
    after = by_id(tired.outcome.state)
    assert (after["knights"].power_expended, after["pikes"].morale) == (False, 3)


@pins("condition-unmet")
def test_condition_unmet() -> None:
    """A power whose condition fails is kept."""
    after = both(meet(having("feast-on-the-weak", KNIGHTS), PIKES))
    assert (after[0].power_expended, after[1].status) == (False, "active")


@pins("mutual-confusion")
def test_mutual_confusion() -> None:
    """Two units that sow confusion both expend their powers and nothing else happens."""
    told = meet(having("sow-confusion", KNIGHTS), having("sow-confusion", PIKES))
    assert [(state.power_expended, state.morale) for state in both(told)] == [(True, 3), (True, 3)]
    assert [event.unit for event in told.outcome.events] == ["knights", "pikes"]


@pins("confusion-on-expended")
def test_confusion_on_expended() -> None:
    """Confusion sown on a power expended already, or on a unit without one, is expended itself and marks nothing."""
    after = both(meet(KNIGHTS | {"power_expended": True}, having("sow-confusion", PIKES)))
    assert after[1].power_expended
    told = meet(KNIGHTS | {"power": None}, having("sow-confusion", PIKES))
    assert [each.power_expended for each in both(told)] == [False, True]
    assert "Knights had no power to lose." in told.texts


@pins("feast-timing")
def test_feast_timing() -> None:
    """The condition reads morale at the moment of contact: not the rating, and not what other powers leave."""
    feast = having("feast-on-the-weak", KNIGHTS, large=False)
    assert both(meet(feast, having(None, PIKES, morale=2)))[1].status == "destroyed"
    charge = having("spirited-charge", PIKES)
    after = both(meet(charge, feast | {"hex": [5, 5]}, options={"engaged_timing": "mover_first"}))
    assert (after[1].power_expended, after[0].status) == (False, "active")


@pins("mutual-destruction")
def test_mutual_destruction() -> None:
    """Two units that feast on each other are both destroyed."""
    after = both(meet(having("feast-on-the-weak", KNIGHTS, morale=1), having("feast-on-the-weak", PIKES, morale=1)))
    assert [state.status for state in after] == ["destroyed", "destroyed"]
    assert [state.morale for state in after] == [0, 0]


@pins("receive-charge-mover")
def test_receive_charge_mover() -> None:
    """Receive charge strikes a large foe also when its own unit has moved."""
    after = both(meet(PIKES, having(None, KNIGHTS)))
    assert after[1].status == "routed"


@pins("shatter-arms-floor")
def test_shatter_arms_floor() -> None:
    """A d4 stays a d4."""
    after = both(meet(having("shatter-arms", KNIGHTS), having(None, PIKES, battle_die="d4")))
    assert after[1].battle_die == "d4"


@pins("shatter-arms-stacking")
def test_shatter_arms_stacking() -> None:
    """Each strike makes the die one step smaller, and a rally of the unit struck mends nothing."""
    first = both(meet(having("shatter-arms", KNIGHTS), having(None, PIKES, battle_die="d12")))[1]
    assert first.battle_die == "d10"
    second = both(meet(having("shatter-arms", KNIGHTS), having(None, PIKES, battle_die=first.battle_die)))[1]
    assert second.battle_die == "d8"
    rally = {"kind": "rally", "units": ["pikes"]}
    told = play(
        KNIGHTS,
        having("receive-charge", PIKES, battle_die="d8", hex=[5, 0], power_expended=True),
        bor=[rally],
        faces=[1],
    )
    assert (by_id(told.outcome.state)["pikes"].battle_die, told.outcome.state[1].power_expended) == ("d8", False)


def test_pilum_slows() -> None:
    """Cast pilum makes its target 2 slower, not below 0, and its user need not fall back."""
    told = meet(having("cast-pilum", PIKES), having(None, KNIGHTS, speed=1))
    assert (told.outcome.units[1].speed, told.outcome.engaged) == (0, True)


@pins("pilum-subject")
def test_pilum_subject() -> None:
    """The user of a pilum may fall back, or with the option the unit that it strikes."""
    thrower, target = having("cast-pilum", PIKES, fall_back=True), having(None, KNIGHTS, fall_back=True)
    by_user = meet(thrower, target)
    assert [state.hex for state in both(by_user)] == [(3, 0), (0, 0)]
    by_target = meet(thrower, target, options={"pilum_subject": "target"})
    assert [state.hex for state in both(by_target)] == [(1, 0), (-2, 0)]
    assert by_target.outcome.engaged is by_user.outcome.engaged is False
    staying = meet(thrower, target | {"fall_back": False}, options={"pilum_subject": "target"})
    assert staying.outcome.engaged


@pins("pilum-path")
@pytest.mark.parametrize(
    ("others", "terrain", "came"),
    [
        pytest.param([], [], (3, 0), id="two hexes"),
        pytest.param([unit("friend", "blue", 3, 0)], [], (2, 0), id="one hex, as far as it is free"),
        pytest.param([], [{"hex": [3, 0], "terrain": "impassable"}], (2, 0), id="one hex, as far as it is open"),
        pytest.param([], [{"hex": [2, 0], "terrain": "difficult"}], (3, 0), id="terrain does not slow it"),
        pytest.param([unit("friend", "blue", 2, 0)], [], (1, 0), id="no way back"),
    ],
)
def test_pilum_path(others: list[Document], terrain: list[Document], came: tuple[int, int]) -> None:
    """It goes back as far as the hexes are free, or stays engaged where there is no way."""
    told = meet(having("cast-pilum", PIKES, fall_back=True), having(None, KNIGHTS), *others, terrain=terrain)
    assert told.outcome.units[0].hex == came
    assert told.outcome.engaged is (came == (1, 0))
    assert ("Pikes could not fall back: hex (2, 0) was not free." in told.texts) is (came == (1, 0))


def test_pilum_new_contact() -> None:
    """Who falls back beside another enemy stops there, is engaged, and powers fire again."""
    ambush = having("spirited-charge", KNIGHTS | {"id": "ambush", "hex": [3, 0]})
    told = meet(having("cast-pilum", PIKES, fall_back=True), having(None, KNIGHTS), ambush)
    assert rows(told.outcome.events) == [
        ("power", "pikes", "knights", "cast-pilum"),
        ("fell_back", "pikes", 1),
        ("engaged", "pikes", "ambush"),
        ("power", "ambush", "pikes", "spirited-charge"),
    ]
    after = by_id(told.outcome.units)
    assert (after["pikes"].morale, after["pikes"].engaged_with, after["knights"].engaged_with) == (1, ("ambush",), ())


@pins("pilum-several-foes")
def test_pilum_several_foes() -> None:
    """It falls back only if that leaves every foe."""
    thrower, flanker = foes(having("cast-pilum", PIKES, fall_back=True), unit("flanker", "red", 2, -1))
    left = meet(having(None, KNIGHTS), thrower, flanker)
    assert (left.outcome.engaged, left.outcome.units[1].hex, left.outcome.units[2].engaged_with) == (False, (3, 0), ())
    wall = [{"hex": [3, 0], "terrain": "impassable"}]
    kept = meet(having(None, KNIGHTS), thrower, flanker, terrain=wall)
    assert (kept.outcome.engaged, kept.outcome.units[1].hex) == (True, (1, 0))
    assert kept.outcome.units[2].engaged_with == ("pikes",)
    assert "ruling/pilum-several-foes" in kept.cited
    assert kept.texts[-1] == "Pikes could not fall back: hex (2, 0) was beside flanker."
    (withdrawn,) = [step for step in left.steps if step.text == "Pikes fell back 2 hexes to hex (3, 0)."]
    assert withdrawn.rule == "mass/power/cast-pilum"
    (free,) = [step for step in left.steps if step.text == "Knights had no foe left and came free."]
    assert (free.rule, free.cites) == ("mass/engagement/release", ("mass/power/cast-pilum",))


@pins("backward")
def test_backward() -> None:
    """Going back keeps the facing."""
    told = meet(having("cast-pilum", PIKES, fall_back=True, facing=0), having(None, KNIGHTS))
    assert (told.outcome.units[0].hex, told.outcome.units[0].facing) == ((1, 2), 0)


@pins("destroyed-or-routed")
def test_destroyed_or_routed() -> None:
    """A foe that is routed releases a unit just as one that is destroyed."""
    for power in ("feast-on-the-weak", "spirited-charge"):
        told = meet(having(power, KNIGHTS), having(None, HORDE))
        assert (told.outcome.units[0].engaged_with, told.outcome.engaged) == ((), False)
        assert "engagement/release" in told.cited


def custom(*effects: Document, **changes: Any) -> Document:
    """A power of the caller's own that fires on contact."""
    return {"id": "own", "trigger": "on_engaged", "effects": list(effects)} | changes


def test_custom_powers() -> None:
    """Powers of the caller's own are made of the same parts, and may befall their own unit."""
    brace = custom({"kind": "damage_reduction"}, {"kind": "speed", "change": 30 - 10}, target="self")
    after = both(meet(KNIGHTS, having("own", PIKES), powers=[brace]))
    assert (after[1].shield_wall, after[1].speed, after[1].morale) == (True, 20, 1)
    curse = custom(
        {"kind": "expend_power"},
        {"kind": "morale_damage", "points": 1},
        {"kind": "battle_die_step", "steps": -2},
        {"kind": "speed", "change": -1, "minimum": 4},
    )
    cursed = both(meet(KNIGHTS, having("own", PIKES), powers=[curse]))
    assert (cursed[0].power_expended, cursed[0].morale, cursed[0].battle_die, cursed[0].speed) == (True, 2, "d6", 4)
    assert cursed[1].morale == 3


def test_withdrawals_by_other_powers() -> None:
    """A withdrawal by a power of the caller's own cites the rule of such powers, not that of the cast pilum."""
    skirmish = custom({"kind": "speed", "change": -1}, fall_back_hexes=1)
    told = meet(having("own", PIKES, fall_back=True), having(None, KNIGHTS), powers=[skirmish])
    assert told.texts[:3] == [
        "Pikes used own on meeting knights.",
        "The speed of knights changed from 4 to 3.",
        "Pikes fell back 1 hex to hex (2, 0).",
    ]
    assert told.steps[2].rule == "mass/power/on-engaged"
    assert "power/cast-pilum" not in told.cited
    beside = meet(having("own", PIKES, fall_back=True, facing=1), having(None, KNIGHTS), powers=[skirmish])
    assert beside.texts[-1] == "Pikes could not fall back: hex (0, 1) was beside knights."
    assert beside.steps[-1].cites == ("mass/ruling/pilum-path",)


@pytest.mark.parametrize(
    ("user", "foe", "told"),
    [
        ("sow-confusion", {}, "Knights had lost the use of Spirited Charge."),
        ("sow-confusion", {"power_expended": True}, "Knights had already lost the use of Spirited Charge."),
        ("sow-confusion", {"power": None}, "Knights had no power to lose."),
        ("shatter-arms", {"power": None}, "The battle die of knights changed from d10 to d8."),
        ("shatter-arms", {"power": None, "battle_die": "d4"}, "The battle die of knights stayed d4."),
        ("feast-on-the-weak", {"power": None, "morale": 2}, "That destroyed knights."),
        ("receive-charge", {"power": None}, "Knights lost 3 Morale Points and routed."),
        ("spirited-charge", {"power": None}, "Knights lost 2 Morale Points, 1 left."),
        ("cast-pilum", {"power": None}, "The speed of knights changed from 4 to 2."),
    ],
)
def test_effects_are_told(user: str, foe: Document, told: str) -> None:
    """What a power does to its foe is said in a sentence of its own, right after its use."""
    story = meet(having(user, PIKES), KNIGHTS | foe)
    assert story.texts[1] == told


@pytest.mark.parametrize(
    ("power", "told"),
    [
        ("feast-on-the-weak", "Pikes kept Feast on the Weak, which is for foes with 2 Morale Points at most."),
        ("receive-charge", "Pikes kept Receive Charge, which is for foes of large creatures."),
    ],
)
def test_kept_powers_are_told(power: str, told: str) -> None:
    """A power that is kept says what foes it is for."""
    assert told in meet(having(power, PIKES), having(None, KNIGHTS, large=False)).texts


def test_confused_confusion() -> None:
    """A power that confuses and wounds does not wound when it is confused itself."""
    curse = custom({"kind": "expend_power"}, {"kind": "morale_damage", "points": 1})
    told = meet(having("sow-confusion", KNIGHTS), having("own", PIKES), powers=[curse])
    assert [(state.morale, state.power_expended) for state in both(told)] == [(3, True), (3, True)]


def test_custom_conditions() -> None:
    """A condition may ask for foes that are not large."""
    trip = custom({"kind": "destroy"}, condition={"target_large": False})
    assert both(meet(having("own", PIKES), KNIGHTS, powers=[trip]))[1].status == "active"
    assert both(meet(having("own", PIKES), having(None, KNIGHTS, large=False), powers=[trip]))[1].status == "destroyed"


def test_effects_stop_with_the_unit() -> None:
    """What comes after destruction befalls nobody."""
    twice = custom({"kind": "destroy"}, {"kind": "battle_die_step", "steps": 1})
    after = both(meet(having("own", PIKES), having(None, KNIGHTS), powers=[twice]))
    assert (after[1].status, after[1].battle_die) == ("destroyed", "d10")
