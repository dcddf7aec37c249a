"""Opportunity fire: who fires, who holds fire, what a shot is worth, and shots at the same time."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.dice.supplied import SuppliedDice
from service.errors import RulesRefuse
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.options import TacticalDiscriminate
from service.rules.tactical.book.refusals import DefenseIllegal
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalModifier
from service.rules.tactical.figures.standing import hp_of
from service.rules.tactical.rounds.waiting.shot_models import TacticalWatchShot
from service.rules.tactical.rounds.waiting.shots import Volley, Watch, as_sent, believes_foe, discriminate
from service.rules.tactical.rounds.waiting.waits import melee_rank, stop_thrust_bonus
from service.rules.tactical.rounds.waiting.watch import refuse_zone
from tests.rules.tactical.attacks import armed, blade, gun
from tests.rules.tactical.falls import falling, named, supplied, told
from tests.rules.tactical.scenes import OPEN, field, figure, foe
from tests.rules.tactical.watchmen import gunman, runner, waiting, zone

Case = dict[str, Any]
FILE: Final = Path(__file__).parent / "inventory" / "waits.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
MISS, HIT = (5, 5, 5), (3, 3, 3)


def fire(scene: Field, dice: SuppliedDice, watches: Sequence[Watch], **how: Any) -> tuple[TacticalWatchShot, ...]:
    """Shots of those who watch at the orc."""
    defended = how.pop("defended", as_sent)
    return Volley(scene, "orc", dice, defended, **how).fire(watches)


# The cases of the inventory


def zone_legal(case: Case) -> bool:
    """Whether a zone may be watched."""
    scene = field(gunman(hex=case["origin"], facing=case["facing"], vision=case.get("vision", "normal")))
    try:
        refuse_zone(scene, scene["gun"], zone(*case["hexes"]))
    except RulesRefuse:
        return False
    return True


def believed(case: Case) -> str:
    """What a watcher takes somebody for."""
    other = foe if case["truth"] == "foe" else figure
    scene = field(gunman(per=case["per"]), other("orc", hex=[0, -3]))
    with falling(*case["dice"]) as dice:
        vision = discriminate(scene, Watch("gun", zone((0, -3), discriminate=True)), scene["orc"], dice)
    return "foe" if vision.foe else "friend"


def simultaneous(case: Case) -> Case:
    """Shots of several at one target, in turn order, with a roll to stay up at the end."""
    shooters = []
    for place, each in enumerate(case["shots"]):
        dice, adds = each["damage"]
        mode = {"name": "shot", "damage": f"{dice}d+{adds}", "type": "piercing", "reaches": []}
        here = ([0, 2], [1, 1])[place]
        shooters.append(gunman(each["id"], gun(level=each["number"], modes=[mode]), hex=here))
    orc = runner(hex=[0, 0], hp=case["target_hp"], hp_max=30)
    scene, dice = field(*shooters, orc), supplied(*case["dice"], 1, 1, 1)
    shots = fire(scene, dice, [Watch(each["id"], zone((0, 0))) for each in case["shots"]])
    wounds = [wound for each in shots if each.attack for wound in each.attack.wounds]
    used = sum([len(step.faces) for step in dice.steps if step.rule != "tactical/injury/knockdown"])
    return {
        "hits": [each.figure for each in shots if each.attack and each.attack.hit == "orc"],
        "injury": sum([each.injury for each in wounds]),
        "hp": hp_of(scene["orc"]),
        "dice_used": used,
    }


def melee_order(case: Case) -> list[str]:
    """In which order several wait."""
    waits = []
    for place, each in enumerate(case["waits"]):
        facts = {"hex": [place, 0], "basic_speed": each["speed"], "dx": each["dx"], "state": waiting()}
        waits.append(figure(each["id"], **armed(blade((each["reach"],))), **facts))
    return [each.id for each in sorted(waits, key=melee_rank)]


CALLS: Final[dict[str, Callable[[Case], object]]] = {
    "zone_legal": zone_legal,
    "discriminate": believed,
    "simultaneous": simultaneous,
    "stop_thrust_bonus": lambda case: stop_thrust_bonus(case["yards_toward"]),
    "melee_interrupt_order": melee_order,
}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_the_cases_of_the_inventory(case: Case) -> None:
    """Each case has exactly the result of the inventory."""
    assert CALLS[case["call"]](case["in"]) == case["out"]


# What a shot is worth


@pytest.mark.parametrize(
    ("watched", "number"),
    [
        (zone((0, -4)), 10),
        (zone((0, -4), seconds_watched=1), 10),
        (zone((0, -4), seconds_watched=3), 13),
        (zone((0, -4), (0, -3)), 9),
        (zone((0, -4), (0, -3), seconds_watched=3), 9),
        (zone(start=[0, -4], end=[0, -3]), 8),
        (zone((0, -4), (0, -3), discriminate=True), 7),
    ],
)
def test_the_number_of_a_shot(watched: Any, number: int) -> None:
    """A shot pays for the hexes watched, for a line, and for discriminating; one hex that is watched longer aims."""
    scene = field(gunman(weapon=gun(acc=2)), runner())
    faces = (1, 1, 1, 5, 5, 5) if watched.discriminate else (5, 5, 5)
    with falling(*faces) as dice:
        (shot,) = fire(scene, dice, [Watch("gun", watched)])
    assert shot.number is not None
    assert shot.number.total == number


def test_an_aim_from_before() -> None:
    """An aim from before counts for one watched hex if it is to, and never for more."""
    aimed: dict[str, Any] = {"state": {"aim": {"target": "orc", "weapon": "gun", "seconds": 1}}}
    numbers = []
    for aim, watched in ((True, zone((0, -4))), (False, zone((0, -4))), (True, zone((0, -4), (0, -3)))):
        scene = field(gunman(weapon=gun(acc=2), **aimed), runner())
        with falling(*MISS) as dice:
            (shot,) = fire(scene, dice, [Watch("gun", watched, aim=aim)])
        assert shot.number is not None
        numbers.append(shot.number.total)
    assert numbers == [12, 10, 9]


def test_pain_does_not_count_in_a_shot() -> None:
    """Shock since its last turn counts in a watcher's next turn, and not in its shot."""
    scene = field(gunman(state={"shock": -4}), runner())
    with falling(*MISS) as dice:
        (shot,) = fire(scene, dice, [Watch("gun", zone((0, -4)))])
    assert shot.number is not None
    assert (shot.number.total, scene["gun"].state.shock) == (10, -4)


# Who fires


def test_who_does_not_discriminate_must_fire() -> None:
    """Somebody who appears is fired at, friend or foe; a shot at a friend is warned of."""
    for facts, friendly in (({}, False), ({"side": "red"}, True)):
        scene = field(gunman(), runner(**facts))
        with falling(*MISS) as dice:
            (shot,) = fire(scene, dice, [Watch("gun", zone((0, -4)))])
        assert (shot.result, shot.friendly_fire, shot.vision) == ("fired", friendly, None)
        assert bool(dice.warnings) == friendly
        appearance = next(step for step in dice.steps if step.rule == attack_rules.OPPORTUNITY_APPEAR.id)
        assert attack_rules.OPPORTUNITY_MUST_FIRE.id in appearance.cites


@pytest.mark.parametrize(
    ("rule", "side", "roll", "foe", "fires"),
    [
        (TacticalDiscriminate.INVERTED, "blue", (3, 3, 3), True, True),
        (TacticalDiscriminate.INVERTED, "blue", (5, 5, 3), False, False),
        (TacticalDiscriminate.INVERTED, "red", (3, 3, 3), False, False),
        (TacticalDiscriminate.INVERTED, "red", (5, 5, 3), True, True),
        (TacticalDiscriminate.UNKNOWN, "blue", (5, 5, 3), None, False),
        (TacticalDiscriminate.UNKNOWN, "red", (5, 5, 3), None, False),
        (TacticalDiscriminate.UNKNOWN, "red", (3, 3, 3), False, False),
        (TacticalDiscriminate.UNKNOWN, "blue", (3, 3, 3), True, True),
    ],
)
def test_telling_friend_from_foe(
    rule: TacticalDiscriminate, side: str, roll: tuple[int, ...], foe: bool | None, fires: bool
) -> None:
    """A failed Vision roll takes a foe for a friend and a friend for a foe, or by the option cannot tell."""
    rulings = OPEN.model_copy(update={"discriminate": rule})
    scene = field(gunman(), runner(side=side), rulings=rulings)
    with falling(*roll, *(MISS if fires else ())) as dice:
        (shot,) = fire(scene, dice, [Watch("gun", zone((0, -4), discriminate=True))])
    assert shot.vision is not None
    assert (shot.vision.foe, shot.result) == (foe, "fired" if fires else "held_fire")
    assert shot.friendly_fire == (fires and side == "red")
    assert shot.number is not None


def test_modifiers_of_the_vision_roll() -> None:
    """The Vision roll is against Perception and the modifiers of the request; range does not count."""
    scene = field(gunman(per=11), runner())
    fog = TacticalModifier(label="fog", value=-3)
    with falling(3, 3, 3) as dice:
        (shot,) = fire(scene, dice, [Watch("gun", zone((0, -4), discriminate=True), (fog,))])
    assert shot.vision is not None
    assert (shot.vision.number.total, shot.vision.roll, shot.vision.succeeded) == (8, 9, False)


@pytest.mark.parametrize(
    ("facts", "ground", "why"),
    [
        ({"state": {"stunned": True}}, {}, "gun is stunned."),
        ({"weapon": gun(shots=0)}, {}, "gun has 0 shots left; 1 are ordered."),
        ({"weapon": gun(max_range=3)}, {}, "The target is 4 yd away; gun has range 3 yd."),
        ({"weapon": gun(level=3)}, {}, None),
        ({"ready": {}}, {}, "gun has no ranged weapon ready for opportunity fire."),
        ({}, {"cells": [{"hex": [0, -2], "solid": True}]}, "gun has no clear line: hex [0, -2] is solid."),
    ],
)
def test_a_shot_that_is_not_possible(facts: dict[str, Any], ground: dict[str, Any], why: str | None) -> None:
    """Without a line, ammunition, the range, or a chance there is no shot, and the watch goes on."""
    scene = field(gunman(**facts), runner(), map=ground)
    before = scene["gun"]
    with falling() as dice:
        (shot,) = fire(scene, dice, [Watch("gun", zone((0, -4)))])
    assert (shot.result, shot.attack, shot.number) == ("no_shot", None, None)
    assert why is None or shot.why == why
    assert scene["gun"] is before


def test_secret_zones_and_lines() -> None:
    """A secret zone is told as such; a line is crossed."""
    scene = field(gunman(), runner())
    with falling(*MISS) as dice:
        fire(scene, dice, [Watch("gun", zone(start=[0, -4], end=[0, -3], secret=True))])
    assert told(dice)[0] == "Orc crossed the line that gun watched."
    assert attack_rules.OPPORTUNITY_SECRET.id in dice.steps[0].cites
    assert attack_rules.OPPORTUNITY_CROSS.id in named(dice)


# Shots at the same time


def test_shots_at_the_same_time() -> None:
    """All shots are made on one state, in turn order, and wounds come after the last."""
    slow = gunman("slow", hex=[-1, 0], dx=9)
    scene = field(slow, gunman("quick"), runner(hp=3, hp_max=10, ht=18))
    dice = supplied(*HIT, 3, 3, *HIT, 3, 3, *[1] * 12)
    shots = fire(scene, dice, [Watch("slow", zone((0, -4))), Watch("quick", zone((0, -4)))])
    assert [each.figure for each in shots] == ["quick", "slow"]
    assert [each.attack.wounds[0].injury for each in shots if each.attack] == [6, 6]
    assert attack_rules.OPPORTUNITY_SIMULTANEOUS.id in named(dice)
    rules = [step.rule for step in dice.steps]
    damages = [place for place, rule in enumerate(rules) if rule == "tactical/damage/roll"]
    wounds = [place for place, rule in enumerate(rules) if rule == "tactical/damage/injury"]
    assert all(one < other for one in damages for other in wounds)


def test_a_block_is_used_once() -> None:
    """Of several shots at the same time one is blocked: the next one meets another defense."""
    bow: dict[str, Any] = {"ranged_class": "bow", "id": "bow", "level": 14}
    shield: dict[str, Any] = {"shield": {"db": 1, "level": 16}, "state": {}, "dx": 8, "ht": 18}
    shooters = [gunman(each, gun(**bow), hex=[place, 0]) for place, each in enumerate(("a", "b"))]
    scene = field(*shooters, runner(**shield, ready={}, weapons=[]))
    with falling(*HIT, 3, 3, 2, *HIT, 2, 2, 2) as dice:
        shots = fire(scene, dice, [Watch("a", zone((0, -4))), Watch("b", zone((0, -4)))])
    kinds = [each.kind for shot in shots if shot.attack for each in shot.attack.defenses]
    assert kinds == ["block", "dodge"]


# Defenses


def wanting(kind: str, *, forced: bool) -> Callable[[TacticalAttackOrder], TacticalAttackOrder]:
    """A defense that the target wants."""

    def defended(order: TacticalAttackOrder) -> TacticalAttackOrder:
        choice = {"preferences": [{"kind": kind}], "forced": forced}
        return TacticalAttackOrder.model_validate(order.model_dump() | {"defense": choice}, strict=False)

    return defended


def test_a_defense_that_is_forced() -> None:
    """A forced defense that is illegal is refused where shots are asked for, and left out in a round."""
    scene = field(gunman(), runner(state={}))
    watches = [Watch("gun", zone((0, -4)))]
    with pytest.raises(DefenseIllegal):
        fire(scene, supplied(), watches, defended=wanting("block", forced=True), strict=True)
    with falling(*HIT, 2, 2) as dice:
        (shot,) = fire(scene, dice, watches, defended=wanting("block", forced=True))
    assert shot.attack is not None
    assert shot.attack.defenses == ()


def test_only_a_dodge_during_a_popup_attack() -> None:
    """Opportunity fire at a pop-up attack can only be dodged, even if it could be blocked otherwise."""
    bow = gun(ranged_class="bow", level=14)
    shield: dict[str, Any] = {"shield": {"db": 1, "level": 20}, "state": {}, "ready": {}, "weapons": []}
    for popup, kind in ((False, "block"), (True, "dodge")):
        scene = field(gunman(weapon=bow), runner(**shield))
        with falling(*HIT, 1, 1, 1) as dice:
            (shot,) = fire(scene, dice, [Watch("gun", zone((0, -4)))], popup=popup)
        assert shot.attack is not None
        assert [each.kind for each in shot.attack.defenses] == [kind]


@pytest.mark.parametrize("is_foe", [False, True])
def test_what_a_watcher_believes(is_foe: bool) -> None:
    """A Vision roll that succeeds tells the truth; one that fails turns it round, or tells nothing by the option."""
    inverted, unknown = TacticalDiscriminate
    assert believes_foe(inverted, is_foe=is_foe, succeeded=True) is is_foe
    assert believes_foe(inverted, is_foe=is_foe, succeeded=False) is not is_foe
    assert believes_foe(unknown, is_foe=is_foe, succeeded=False) is None
