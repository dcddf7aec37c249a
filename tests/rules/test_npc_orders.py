"""Rounds take orders for some, and the service orders the others."""

from typing import Any

import pytest

from tests.rules.played import Played, of


def by_policy(table: Played, seed: str, **asked: Any) -> Any:
    """The state after a round in which the service orders whoever has no order."""
    return table.tried("resolve-round", seed, npc_orders=True, **asked)[1]


@pytest.mark.parametrize("example", [0, 1])
def test_mass_declares_what_is_suggested(example: int) -> None:
    """Commanders who declare nothing declare what `suggest` says, round after round."""
    table = of("mass", example)
    for number in range(6):
        if table.situation.over:
            break
        seed = f"npc {number}"
        suggested = table.tried("resolve-round", seed, **table.suggestions.input)[1]
        assert by_policy(table, seed) == suggested
        assert suggested != table.tried("resolve-round", seed)[1] or number > 0
        table.state = suggested
    assert number > 0


def test_mass_keeps_what_is_declared() -> None:
    """Who declares does what was declared, and whom a person plays passes."""
    table = of("mass")
    one, other = [each["id"] for each in table.listed("commanders")][:2]
    idle = {"orders": [{"commander": one, "actions": []}]}
    outcome, _ = table.tried("resolve-round", "npc", npc_orders=True, **idle)
    assert {each.commander for each in outcome.events} == {other}
    table.change(commanders=[{**each, "is_pc": each["id"] == other} for each in table.listed("commanders")])
    outcome, _ = table.tried("resolve-round", "npc", npc_orders=True, **idle)
    assert outcome.events == ()


@pytest.mark.parametrize("example", [0, 1])
def test_tactical_plays_all_by_themselves(example: int) -> None:
    """With `npc_orders` whoever has no intent plays by itself, as if all were listed in `npc`."""
    table = of("tactical", example)
    everybody = [each["id"] for each in table.listed("figures")]
    waits = {"intents": [{"figure": everybody[0], "maneuver": "do_nothing"}]}
    outcome = table.tried("resolve-round", "npc", npc_orders=True, **waits)[0]
    assert [each.maneuver for each in outcome.turns if each.figure == everybody[0]] == ["do_nothing"]
    for number in range(3):
        seed = f"npc {number}"
        listed = table.tried("resolve-round", seed, npc=everybody)[1]
        assert by_policy(table, seed) == listed != table.tried("resolve-round", seed, npc=everybody[:1])[1]
        table.state = listed
