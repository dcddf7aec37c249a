"""What players read in the steps: sentences that explain what happened, with the rule that decided it."""

import pytest

from service.dice.transcript import Step, capital
from service.rules.heroic.aftermath.fatigue import check_fatigue
from service.rules.heroic.aftermath.models import HeroicFatigueCheck
from service.rules.heroic.attack.injury import resolve_injury
from service.rules.heroic.grapple.break_free import resolve_break_free
from service.wire import to_json
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    SHAKEN,
    STEADY,
    WIDE,
    blow,
    encounter,
    go,
    lock,
    men,
    order,
    play,
    toward,
)
from tests.rules.heroic.stat_blocks import BANDIT, SWORDSMAN, WRESTLER, Document, armed, break_free, changed, injury
from tests.rules.heroic.stories import Outcome, Story, strike, tell

HIT = (3, 3, 3, 6, 6, 6)


def step_of(told: Story[Outcome], start: str) -> Step:
    """The first step whose sentence begins so."""
    return next(step for step in told.steps if step.text.startswith(capital(start)))


@pytest.mark.parametrize(
    ("order_of_man", "battle", "rule", "text"),
    [
        pytest.param(
            order("man", move=toward("foe")),
            encounter(MAN, FOE, at={"foe": 1}),
            "move/allowance",
            "man did not move: at its goal.",
            id="at its goal",
        ),
        pytest.param(
            order("man", move=toward("blue 2")),
            encounter(MAN, *men(2, "blue"), at={"blue 1": 1, "blue 2": 9}),
            "move/restrictions",
            "man did not move: stopped by somebody in the way.",
            id="blocked at once",
        ),
        pytest.param(
            order("man", move=toward("blue 2")),
            encounter(MAN, *men(2, "blue"), at={"blue 1": 6, "blue 2": 20}),
            "move/allowance",
            "man moved 5 of 25 yards and stopped 15 yards from blue 2, with blue 1 in the way.",
            id="blocked on the way",
        ),
        pytest.param(
            order("man", "all_out_defensive", withdraw=True, move={"mode": "away"}),
            encounter(MAN, FOE, at={"foe": 1}, locks=[lock("man", "foe")]),
            "lock/withdrawal",
            "man withdrew 10 of 10 yards.",
            id="a withdrawal",
        ),
        pytest.param(
            order("man", "retreat", move={"mode": "away"}),
            encounter(MAN, FOE, at={"foe": 1}),
            "tactic/retreat",
            "man retreated 50 of 50 yards.",
            id="a retreat",
        ),
        pytest.param(
            order("man", move=toward("foe")),
            encounter(MAN | {"move": 0}, FOE, at={"foe": 9}),
            "move/allowance",
            "man did not move: at the end of its movement.",
            id="without movement",
        ),
    ],
)
def test_moves(order_of_man: Document, battle: Document, rule: str, text: str) -> None:
    """A move is told with the rule that allows or ends it, and with who was in the way."""
    told = go(battle, "man", [order_of_man])
    assert (step_of(told, "man").rule, step_of(told, "man").text) == (f"heroic/{rule}", capital(text))


def test_who_cannot_leave() -> None:
    """A unit that is locked stays for the lock; one that is routed and held stays for the hold."""
    locked = encounter(MAN, FOE, at={"foe": 1}, locks=[lock("man", "foe")])
    told = play(locked, [order("man"), order("foe")], 6, 1, 6)
    assert step_of(told, "man did not move: locked in melee.").rule == "heroic/move/locked-stays"
    held = encounter(MAN | {"status": "routed", "conditions": ["pinned"]}, MAN | {"id": "friend"}, FOE, at={"foe": 1})
    told = play(held, [order("friend"), order("foe")], 6, 1, 6)
    assert step_of(told, "man did not move: held fast.").rule == "heroic/ref/grapple-attack"


def test_an_attack_that_is_lost() -> None:
    """An attack that has become impossible is told with the rule that forbids it."""
    battle = encounter(MAN, FOE, at={"foe": 40})
    told = play(battle, [order("man", melee=[blow("foe")]), order("foe")], 6, 1, 6)
    assert step_of(told, "man could not attack.").rule == "heroic/melee/reach"


@pytest.mark.parametrize(
    ("mode", "faces", "text"),
    [
        pytest.param({"damage": "1d-3"}, (2,), "took 1 damage, the least there is, from blade", id="the least damage"),
        pytest.param({"damage": "1d-3"}, (4,), "took 1 damage from blade", id="as much as is rolled"),
        pytest.param(
            {"damage": "1d-3", "type": "crushing"}, (2,), "took 0 damage, the least there is, from blade", id="crushing"
        ),
        pytest.param({"damage": "0d-1"}, (), "took 1 damage, the least there is, from blade", id="without dice"),
        pytest.param(
            {"damage": "1d", "type": "small_piercing"},
            (1,),
            "× 0.5 for small piercing: 1 injury (the least there is) × 4 hits = 4.",
            id="the least injury",
        ),
        pytest.param(
            {"damage": "1d", "type": "small_piercing"},
            (2,),
            "× 0.5 for small piercing: 1 injury × 4 hits = 4.",
            id="half of two",
        ),
    ],
)
def test_least_damage(mode: Document, faces: tuple[int, ...], text: str) -> None:
    """Damage or injury that is raised to the least there is says so."""
    told = strike(
        armed(BANDIT, id="blade", kind="melee", **mode), changed(FOE, armour=[]), {"mode": "blade"}, *HIT, *faces
    )
    assert text in next(sentence for sentence in told.texts if "damage" in sentence)


def test_half_damage() -> None:
    """Damage that is halved beyond half range says so, and cites the ruling."""
    archer = armed(BANDIT, id="blade", kind="ranged", range_half=5, range_max=90, type="cutting")
    told = strike(archer, changed(FOE, armour=[]), {"mode": "blade"}, *HIT, 5, distance=9)
    step = step_of(told, "foe took 3 damage, halved by the distance, from blade")
    assert "heroic/ruling/half-damage" in step.cites


@pytest.mark.parametrize(
    ("face", "outcome"), [(3, "Swordsman stayed conscious."), (6, "Swordsman fell unconscious without air.")]
)
def test_suffocation(face: int, outcome: str) -> None:
    """Whoever rolls Will for want of air is told to stay conscious or not."""
    victim = changed(SWORDSMAN, conditions=["suffocating"], fp_current=0)
    told = tell(resolve_injury, injury([victim], []), face, face, face)
    assert told.texts[-1] == outcome


@pytest.mark.parametrize(
    ("face", "outcome"), [(3, "Knight went on without strength."), (6, ("Knight fell unconscious from exhaustion."))]
)
def test_exhaustion(face: int, outcome: str) -> None:
    """Whoever rolls Will without fatigue points left is told to go on or not."""
    given = {"units": [{"id": "knight", "fp": 10, "fp_current": 1, "will": 12}]}
    check = HeroicFatigueCheck.model_validate_json(to_json(given))
    told = tell(check_fatigue, check, 1, face, face, face, options={"fp_effects": "apply"})
    assert told.texts[-1] == outcome


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        pytest.param((1, 1, 1, 6, 6, 6), "Swordsman broke free of wrestler by 8.", id="free"),
        pytest.param((3, 3, 3, 6, 5, 5), "Swordsman stayed in the hold of wrestler: a tie.", id="a tie"),
        pytest.param((6, 6, 6, 6, 6, 6), "Swordsman stayed in the hold of wrestler: short by 7.", id="held"),
    ],
)
def test_breaking_free(faces: tuple[int, ...], outcome: str) -> None:
    """Every try to break free is told with its outcome."""
    hold = {"grappler": "wrestler", "victim": "swordsman"}
    told = tell(resolve_break_free, break_free(victim=SWORDSMAN, holder=WRESTLER, hold=hold, tries=1), *faces)
    assert told.texts[-1] == outcome


@pytest.mark.parametrize(
    ("faces", "outcome"), [((3, 3, 3), "no defence, which was a hit."), ((6, 6, 6), "no defence, but that was no hit.")]
)
def test_no_defence(faces: tuple[int, ...], outcome: str) -> None:
    """An attack on who cannot defend says whether it hits."""
    target = changed(FOE, conditions=["unconscious"])
    told = strike(BANDIT, target, {"mode": "sword_swing"}, *faces, *([1] if faces[0] == 3 else []))
    assert told.texts[0].endswith(outcome)


def test_wounds_of_one() -> None:
    """The wound of one combatant is told by its hit points, not by the members of a group."""
    told = tell(
        resolve_injury, injury([SWORDSMAN], [{"unit": "swordsman", "source": "sword", "hits": 1, "injury": 4}]), *STEADY
    )
    assert step_of(told, "swordsman lost 2 hit points").rule == "heroic/pool/size"


def test_flight_is_told_once_the_battle_goes_on() -> None:
    """That the broken must retreat next round is told only if there is a next round."""
    shaken = FOE | {"hp_pool": 3}
    alone = encounter(MAN, shaken, at={"foe": 1}, locks=[lock("man", "foe")])
    over = play(alone, [order("man"), order("foe")], 6, 1, *SHAKEN)
    assert over.texts[-2:] == ["Foe broke and fled.", "The fight is over: victory for red."]
    pair = encounter(MAN, shaken, FOE | {"id": "other"}, at={"foe": 1, "other": 30})
    on = play(pair, [order("man"), order("foe"), order("other")], 6, 1, *SHAKEN, 6)
    assert on.texts[-3:-1] == ["Foe broke and fled.", "Foe must retreat next round."]
    assert step_of(on, "foe must retreat").rule == "heroic/morale/must-retreat"


def test_names_of_sides() -> None:
    """Sides and units are told by their names, never by their ids."""
    sides = [{"id": "s1", "name": "the Reds"}, {"id": "s2", "name": "the Blues"}]
    units = [
        MAN | {"id": "u1", "name": "Ann", "side": "s1"},
        MAN | {"id": "u2", "name": "Bob", "side": "s2"} | {"hp_pool": 3},
    ]
    battle = encounter(*units, at={"u2": 9}, sides=sides)
    comes = order("u1", move=toward("u2"), melee=[blow("u2")])
    told = play(battle, [comes, order("u2")], 6, 1, *WIDE, *SHAKEN)
    spoken = " ".join([*told.texts, told.outcome.summary])
    assert not [each for each in ("s1", "s2", "u1", "u2") if each in spoken]
