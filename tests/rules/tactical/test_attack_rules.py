"""Which rules the plan of an attack names."""

from typing import Any, Final

import pytest

from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book.words import TacticalManeuverOption
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.attacks import ALL_OUT, RUN, armed, attack, blade, close_state, gun, ids, melee, shots
from tests.rules.tactical.scenes import field, figure, foe

CITED: Final = {
    "ordinary": (melee(), {}, Conduct(), ["melee/front-only", "melee/reach-1", "maneuver/attack"]),
    "wild": (melee({"hex": [0, 1]}), {}, Conduct(), ["wild/definition", "wild/no-location", "wild/penalty"]),
    "wild thrust": (
        melee({"hex": [0, 1]}, **armed(blade(mode={"kind": "thrust"}))),
        {},
        Conduct(),
        ["wild/thrust-range"],
    ),
    "wild in an all-out attack": (
        melee({"hex": [0, 1]}),
        {},
        Conduct(ALL_OUT, TacticalManeuverOption.STRONG),
        ["wild/all-out", "maneuver/all-out-attack-options"],
    ),
    "wild on the run": (melee({"hex": [0, 1]}), {}, Conduct(RUN), ["wild/move-and-attack", "maneuver/move-and-attack"]),
    "kick behind": (
        melee({"hex": [0, 1]}, **armed(blade(kind="natural", limb="legs"))),
        {"technique": "rear"},
        Conduct(),
        ["wild/techniques"],
    ),
    "peripheral vision": (melee({"hex": [1, 0]}, vision="peripheral"), {}, Conduct(), ["wild/peripheral"]),
    "360 degrees": (melee({"hex": [1, 0]}, vision="360"), {}, Conduct(), ["wild/360"]),
    "several reaches": (
        melee(**armed(blade((1, 2)))),
        {},
        Conduct(),
        ["melee/reach-sets", "melee/grip-free"],
    ),
    "several grips": (
        melee(**armed(blade((1, 2), grip_ready=True))),
        {},
        Conduct(),
        ["melee/reach-sets", "melee/grip-change"],
    ),
    "long reach": (melee({"hex": [0, -4]}, **armed(blade((4,)))), {}, Conduct(), ["melee/reach-3"]),
    "large attacker": (melee({"hex": [0, -2]}, sm=2), {}, Conduct(), ["melee/size-reach"]),
    "past a friend": (
        field(figure(**armed(blade((2,)))), foe(hex=[0, -2]), figure("elm", hex=[0, -1])),
        {},
        Conduct(),
        ["melee/through-friend", "melee/reach-2"],
    ),
    "large target": (melee({"shape": "line3"}), {}, Conduct(), ["multihex/target"]),
    "lying target": (melee({"posture": "lying"}), {}, Conduct(), ["posture/prone-targeted"]),
    "large body": (melee(shape="line3"), {}, Conduct(), ["multihex/attack-origin"]),
    "close combat": (
        melee({"hex": [0, 0]}, **armed(blade((0,))), state=close_state()),
        {},
        Conduct(),
        ["close/weapons-melee", "melee/reach-c", "close/arc"],
    ),
    "declared close combat": (
        melee(**armed(blade((0,))), state=close_state(adjacent=True)),
        {},
        Conduct(),
        ["close/weapons-melee", "close/adjacent-declare"],
    ),
    "shot": (shots(), {}, Conduct(), ["ranged/arc", "sight/arc-normal", "ranged/line", "ranged/range-hexes"]),
    "shot of peripheral vision": (shots(vision="peripheral"), {}, Conduct(), ["sight/arc-peripheral"]),
    "shot of 360 degrees": (shots({"hex": [0, 3]}, vision="360"), {}, Conduct(), ["sight/arc-360"]),
    "shot of restricted vision": (shots(vision="tunnel"), {}, Conduct(), ["sight/arc-restricted"]),
    "blind shot": (shots(**armed(gun(level=20))), {"blind": True}, Conduct(), ["ranged/blind", "ranged/blind-no-aim"]),
    "pop-up": (shots(), {}, Conduct(popup=True), ["popup/weapons", "popup/no-aim"]),
    "watch": (shots(), {}, Conduct(watched=1), ["opportunity/penalty", "opportunity/modifiers"]),
    "close shot": (shots({"hex": [0, 0]}, state=close_state()), {}, Conduct(), ["close/weapons-ranged"]),
}


@pytest.mark.parametrize(("ground", "request_", "conduct", "rules"), CITED.values(), ids=CITED)
def test_a_plan_names_the_rules_behind_it(
    ground: Field, request_: dict[str, Any], conduct: Conduct, rules: list[str]
) -> None:
    """The number of an attack, or the defense against it, names each rule that has shaped it."""
    plan = attack(ground, conduct=conduct, **request_)
    named = ids(plan).union(*[ids(each) for each in plan.defenses])
    assert named >= {f"tactical/{each}" for each in rules}
