"""Steps cite the rules and rulings that decided them."""

from typing import Any

import pytest

from service.rules.opposed.book import rulebook
from tests.pins import pins
from tests.rules.opposed.figures import SWORD
from tests.rules.opposed.stories import strike
from tests.rules.opposed.test_attack import AVERAGE, CRUCIAL, POOR, RESOLVE
from tests.rules.opposed.test_chances import SHIELD


def test_minimum_damage_is_cited_where_it_decides() -> None:
    """That damage is never below 0 is cited where armour exceeds it, and not where the two are equal."""
    minimum = {"damage/minimum", "ruling/minimum-damage"}
    assert not minimum & strike(AVERAGE, POOR, 2).cited
    assert minimum <= strike(AVERAGE, POOR, 1).cited


def test_order_of_dice_is_cited_where_it_decides() -> None:
    """The order of dice is cited where dice are rolled, and not where a roll is only said to be due."""
    wounded = {"endurance": 8}
    assert "dice/order" not in strike(CRUCIAL, POOR, 5, defender=wounded).cited
    assert "dice/order" in strike(CRUCIAL, POOR, 5, 20, defender=wounded, options=RESOLVE).cited


def test_sections_cited() -> None:
    """A rule cites the section it was decided by: front Defence the summary, the order of dice none of the source."""
    assert rulebook.DEFENCE_FRONT.cites == rulebook.EQUATIONS
    assert rulebook.DICE_ORDER.cites == rulebook.ADAPTATION


@pins("modified-agility")
@pytest.mark.parametrize(
    ("changes", "cited"),
    [
        pytest.param(
            {"attacker": {"weapon": SWORD | {"ranked": False}}},
            {"strike-chance/unranked-weapon", "ruling/unranked-weapon", "core/base-rules-fallback"},
            id="unranked",
        ),
        pytest.param({"attacker": {"strike_magic": 1}}, {"ruling/magic-sign"}, id="magic"),
        pytest.param({"defender": {"magic_defence": 1}}, {"ruling/magic-sign"}, id="magical defence"),
        pytest.param(
            {"situation": {"secondary_hand": True, "multiple_strike": True}},
            {"strike-modifier/cumulative", "ruling/multiple-and-secondary"},
            id="two rows",
        ),
        pytest.param(
            {"situation": {"defender_unseen": True}},
            {"strike-modifier/visibility", "ruling/visibility-stacking"},
            id="darkness",
        ),
        pytest.param(
            {"mode": "close", "situation": {"attack_hex": "rear"}}, {"ruling/close-combat-hex"}, id="close, from behind"
        ),
        pytest.param(
            {"mode": "ranged", "situation": {"flight": "missile"}, "attacker": {"fatigue": 0}},
            {"ruling/no-fatigue-ranged"},
            id="spent archer",
        ),
        pytest.param(
            {"mode": "ranged", "situation": {"flight": "thrown", "distance_hexes": 3}, "defender": {"fatigue": 0}},
            {"ruling/no-fatigue-ranged", "ruling/thrown-hexes"},
            id="spent target",
        ),
        pytest.param({"defender": {"agility_base": 18}}, {"ruling/modified-agility"}, id="modified Agility"),
        pytest.param(
            {"defender": {"stunned": True, "agility_base": 18}},
            {"defence/stunned", "ruling/stunned-hex", "ruling/stunned-double-penalty"},
            id="stunned",
        ),
        pytest.param(
            {"maneuver": "shield_rush", "attacker": {"weapon": SHIELD}}, {"ruling/shield-rush-charge"}, id="rush"
        ),
        pytest.param({"defender": {"perception": 0}}, {"defence/front"}, id="front"),
        pytest.param({"situation": {"attack_hex": "flank"}}, {"defence/flank-rear"}, id="flank"),
        pytest.param(
            {"defender": {"fatigue": 0, "withdrawal": "defensive"}},
            {"defence-modifier/cumulative", "withdraw/defensive", "ruling/no-fatigue-threshold"},
            id="defence rows",
        ),
    ],
)
def test_cites(changes: dict[str, Any], cited: set[str]) -> None:
    """A roll names the rules and rulings behind its number that the number does not show itself."""
    assert cited <= strike(100, 99, **changes).cited
