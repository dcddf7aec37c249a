"""Every answer says who chose the seed of its dice."""

from typing import Any

import pytest

from service.app import registry
from service.operations.registry import Effect
from tests.golden.faces import FACES, Face
from tests.operations.asking import ask, first_example

SEED = "sha256ctr1:table-7"
ROLLED = [each.name for each in registry() if each.effect is Effect.ROLL and each.name != "batch"]
BROUGHT = [
    pytest.param({"kind": "seeded"}, "service", id="seeded"),
    pytest.param({"kind": "seeded", "seed": SEED}, "caller", id="seeded with a seed"),
    pytest.param({"kind": "supplied", "faces": [2, 3, 4]}, None, id="supplied"),
    pytest.param({"kind": "supplied", "faces": [2, 3, 4], "seed": SEED}, None, id="supplied with an unused seed"),
    pytest.param({"kind": "supplied", "faces": [2], "when_exhausted": "roll"}, "service", id="mixed"),
    pytest.param(
        {"kind": "supplied", "faces": [2], "when_exhausted": "roll", "seed": SEED}, "caller", id="mixed with a seed"
    ),
    pytest.param({"kind": "supplied", "faces": [2]}, None, id="waiting for dice"),
]


@pytest.mark.parametrize(("dice", "chooser"), BROUGHT)
@pytest.mark.parametrize("face", [pytest.param(face, id=name) for name, face in FACES.items()])
def test_dice_alone(face: Face, dice: Any, chooser: str | None) -> None:
    """On every face the answer says service, caller, or null if the service rolled nothing."""
    status, answer = face("dice/roll", {"notation": "3d6", "dice": dice})
    assert (status, answer["dice"]["seed_by"]) == (200, chooser)
    assert (answer["dice"]["seed"] is None) is (chooser is None)


@pytest.mark.parametrize("operation", ROLLED)
def test_every_rolled_operation(operation: str) -> None:
    """Without a seed in the request the service chose it; with one, the caller did; where nothing rolled, nobody."""
    request = first_example(operation) | {"dice": {"kind": "seeded"}}
    drawn = ask(operation, request)["dice"]
    named = ask(operation, request | {"dice": {"kind": "seeded", "seed": SEED}})["dice"]
    assert [drawn["seed_by"], named["seed_by"]] == [
        chooser if dice["faces"] or dice["cards"] else None for dice, chooser in ((drawn, "service"), (named, "caller"))
    ]


def test_batch() -> None:
    """In a batch each answer says it of itself."""
    rolls = [
        {"operation": "dice/roll", "body": {"notation": "d6", "dice": dice}}
        for dice in ({"kind": "seeded"}, {"kind": "seeded", "seed": SEED}, {"kind": "supplied", "faces": [6]})
    ]
    answers = ask("batch", {"requests": rolls})["answers"]
    assert [each["body"]["dice"]["seed_by"] for each in answers] == ["service", "caller", None]
