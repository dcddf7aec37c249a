"""What the rules refuse of injury, morale, fatigue, pursuit and skirmishes, read as clients read it."""

from typing import Any

import pytest

from tests.api.calls import posted
from tests.rules.heroic.battles import FOE, MAN, encounter, hold
from tests.rules.heroic.refusing import ROUTER, Refusal, refuse_before_dice
from tests.rules.heroic.stat_blocks import BANDIT, SWORDSMAN, TROGLODYTES, WRESTLER, Document, changed

NEAR: Document = {"at": {"foe": 1}}


def chase(pursuers: Document | None = None, pursued: Document | None = None, **more: Any) -> Document:
    """Somebody runs after somebody."""
    mover = {"count": 1, "top_speed": 5}
    return {"pursuers": mover | (pursuers or {}), "pursued": mover | (pursued or {})} | more


OTHERS = [
    pytest.param(
        "check-morale",
        {"unit": changed(TROGLODYTES, is_pc=True), "enemy_numbers": 1},
        ("pc-exempt", "morale/exempt", "unit/is_pc", ["troglodytes", "true"]),
        id="morale of a player",
    ),
    pytest.param(
        "pursue",
        chase(pursued={"stealth": 12}),
        ("stealth-in-open", "pursuit/stealth", "pursued/stealth", ["12"]),
        id="hiding in the open",
    ),
    pytest.param(
        "pursue",
        chase(impossible=True),
        ("pursuit-impossible", "pursuit/impossible", "impossible", ["true"]),
        id="pursuit of flyers",
    ),
    pytest.param(
        "pursue",
        chase(battle_over=False),
        ("battle-not-over", "battle/sequel", "battle_over", ["false"]),
        id="pursuit in battle",
    ),
    pytest.param(
        "pursue",
        chase({"top_speed": 0}),
        ("pursuer-immobile", "pursuit/speed-bonus", "pursuers/top_speed", ["0"]),
        id="immobile pursuers",
    ),
    pytest.param(
        "pursue",
        chase({"travel": "skiing"}),
        ("missing-skill", "pursuit/contest", "pursuers/skill", ["skiing"]),
        id="skiing without the skill",
    ),
    pytest.param(
        "pursue",
        chase(intent="capture"),
        ("capture-without-equipment", "pursuit/result", "capture_equipment", ["capture"]),
        id="capture without ropes",
    ),
    pytest.param(
        "check-fatigue",
        {"units": [{"id": "orc", "fp": 10}] * 2},
        ("heroic-duplicate-id", "unit/group-as-one", "units/1/id", ["orc"]),
        id="one unit tires twice",
    ),
    pytest.param(
        "resolve-injury",
        {"units": [BANDIT], "pending": [{"unit": "elf", "source": "an arrow", "injury": 1}]},
        ("heroic-unknown-unit", "unit/defend-as-unit", "pending/0/unit", ["elf"]),
        id="injury of nobody",
    ),
    pytest.param(
        "break-free",
        {"victim": SWORDSMAN, "holder": WRESTLER, "hold": hold("wrestler", "bandit")},
        ("not-grappled", "grapple/break-free", "hold", ["swordsman"]),
        id="breaking free of another's hold",
    ),
    pytest.param(
        "resolve-skirmish",
        {"encounter": encounter(MAN | {"is_pc": True}, FOE, **NEAR)},
        ("heroic-pc-in-skirmish", "skirmish/pc-guard", "encounter/units/0/is_pc", ["man"]),
        id="player in a skirmish",
    ),
    pytest.param(
        "roll-initiative",
        {"sides": [{"id": "red"}, {"id": "red"}]},
        ("heroic-duplicate-id", "unit/group-as-one", "sides/1/id", ["red"]),
        id="two sides of one name",
    ),
]


@pytest.mark.parametrize(("procedure", "document", "refusal"), OTHERS)
def test_others_refused(procedure: str, document: Any, refusal: Refusal) -> None:
    """Whatever else the rules forbid is refused before a die is read."""
    refuse_before_dice(procedure, document, refusal)


def test_no_check_due() -> None:
    """A morale check that is not due is no error: it is answered, without dice."""
    body = {"input": {"unit": TROGLODYTES, "enemy_numbers": 1}, "dice": {"kind": "supplied"}}
    reply = posted(ROUTER, "/v1/heroic/check-morale", body)
    assert (reply.status, reply.json["outcome"]["due"]) == (200, False)
