"""Equal sides have equal odds in every family, whoever is listed first and however the sides are called."""

from typing import Any, Final, get_type_hints

import pytest

from service.app import FAMILIES
from service.forecasts.counting.tally import Tally
from service.forecasts.forecast import Choice, Options, forecast
from service.rules.kernel.fight import Fight
from service.wire import to_json
from tests.rings import many, thinned

Document = dict[str, Any]

GUARD: Final[Document] = {
    "perception": 10,
    "agility": 12,
    "manual_dexterity": 14,
    "willpower": 10,
    "fatigue": 2,
    "endurance": 6,
    "endurance_max": 6,
    "weapon": {"base_chance": 40, "rank": 2, "damage_modifier": 2},
}
FIGHTER: Final[Document] = {
    "level": 1,
    "strength": 1,
    "dexterity": 1,
    "stamina": 3,
    "injury_slots": 2,
    "weapon": {"die": "d6"},
}
SPEARS: Final[Document] = {"battle_die": "d8", "speed": 3, "morale_max": 2}
SWORDSMAN: Final[Document] = {
    "ht": 10,
    "hp": 4,
    "defenses": {"dodge": 8},
    "attack_modes": [{"id": "sword", "kind": "melee", "skill": 12, "damage": "1d", "type": "cutting"}],
}
SOLDIER: Final[Document] = {
    "st": 11,
    "dx": 12,
    "ht": 11,
    "weapons": [
        {
            "id": "sword",
            "skill": "Broadsword",
            "level": 13,
            "kind": "melee",
            "modes": [{"name": "swing", "damage": "1d+2", "type": "cutting"}],
        }
    ],
    "ready": {"right": "sword"},
}


def each_side(sides: tuple[str, ...], many: int, field: str, figure: Document) -> list[Document]:
    """The same figures on each side, side after side."""
    return [figure | {"id": f"{side} {place}", field: side} for side in sides for place in range(many)]


def opposed(sides: tuple[str, ...], many: int) -> Document:
    """Guards against guards."""
    leaders = [{"id": side, "leader": f"{side} 0"} for side in sides]
    return {"sides": leaders, "participants": each_side(sides, many, "side", GUARD), "max_rounds": 2}


def laurels(sides: tuple[str, ...], many: int) -> Document:
    """Fighters against fighters."""
    return {"participants": each_side(sides, many, "role", FIGHTER), "max_rounds": 2}


def mass(sides: tuple[str, ...], many: int) -> Document:
    """Spears against spears, face to face."""
    units = each_side(sides, many, "side", SPEARS)
    for place, unit in enumerate(units):
        row = unit["side"] == max(sides)
        unit |= {"hex": [place % many, int(row)], "facing": 0 if row else 3}
    commanders = [{"id": f"{side} leader", "side": side, "thac0": 12, "charisma": 12} for side in sides]
    return {"units": units, "commanders": commanders, "max_rounds": 3}


def heroic(sides: tuple[str, ...], many: int) -> Document:
    """Swordsmen against swordsmen."""
    units = each_side(sides, many, "side", SWORDSMAN)
    return {
        "encounter": {"sides": [{"id": side} for side in sides], "units": units},
        "max_rounds": 1 if many == 1 else 3,
    }


def tactical(sides: tuple[str, ...], many: int) -> Document:
    """Soldiers against soldiers, face to face."""
    figures = each_side(sides, many, "side", SOLDIER)
    for place, figure in enumerate(figures):
        row = figure["side"] == max(sides)
        figure |= {"hex": [place % many, int(row)], "facing": 0 if row else 3}
    plain = {"id": "plain", "bounds": {"kind": "limits", "q_min": -4, "q_max": 4, "r_min": -4, "r_max": 4}}
    return {"map": plain, "figures": figures, "max_rounds": 8}


def fight_of(name: str, body: Document, **options: str) -> Fight[Any]:
    """The fight of a skirmish of a family."""
    family = next(family for family in FAMILIES if family.name == name)
    procedure = next(each for each in family.procedures if each.name == "resolve-skirmish")
    assert procedure.fight is not None
    model = get_type_hints(procedure.resolve)["input"]
    return procedure.fight(
        model.model_validate_json(to_json(body)), family.rulings.model_validate_json(to_json(options))
    )


def won(tally: Tally, side: str) -> float:
    """The chance, or the number, of fights that a side won."""
    return float(sum([weight for (_, winner, _), weight in tally.endings.items() if winner == side]))


SIDES: Final = {"laurels": ("party", "opponents")}
EXACT: Final = [(opposed, 1), (laurels, 1), (laurels, 2), (mass, 1), (heroic, 1)]
SMALLER: Final = {"heroic": {"npc_tactics": "fixed"}}
"""Options that make a fight small: where both sides draw their tactics, one round of two has over 200 000 paths."""
SAMPLED: Final = [
    (opposed, 2, 1600),
    (mass, 2, 1600),
    (heroic, 1, 400),
    (heroic, 2, 400),
    (tactical, 1, many(200, 80)),
    (tactical, 2, many(60, 30)),
]
ORDERS: Final = ("as listed", "the other way round")


@pytest.mark.parametrize("order", thinned(ORDERS, 2))
@pytest.mark.parametrize(("body", "many"), EXACT, ids=[f"{body.__name__} {many}" for body, many in EXACT])
def test_equal_sides_have_equal_odds(body: Any, many: int, order: str) -> None:
    """Whoever is listed first, two equal sides win equally often, to the last billionth."""
    sides = SIDES.get(body.__name__, ("red", "blue"))
    given = body(sides if order == ORDERS[0] else sides[::-1], many)
    fight = fight_of(body.__name__, given, **SMALLER.get(body.__name__, {}))
    told = forecast(fight, Options(method=Choice.EXACT, max_paths=200_000, max_seconds=None, max_fights=1))
    one, other = (won(told.tally, side) for side in sides)
    assert one > 0.05
    assert one == pytest.approx(other, abs=1e-8)


def test_the_order_of_the_request_would_not_be_even() -> None:
    """Where the order of the request parts equal duellists of `opposed`, who is listed first wins more often."""
    fight = fight_of("opposed", opposed(("red", "blue"), 1), initiative_ties="request_order")
    tally = forecast(fight, Options(method=Choice.EXACT, max_paths=200_000, max_seconds=None, max_fights=1)).tally
    assert won(tally, "red") > 1.2 * won(tally, "blue")


@pytest.mark.parametrize("order", thinned(ORDERS, 2))
@pytest.mark.parametrize(
    ("body", "many", "fights"), SAMPLED, ids=[f"{body.__name__} {many}" for body, many, _ in SAMPLED]
)
def test_equal_sides_win_equally_often(body: Any, many: int, fights: int, order: str) -> None:
    """Of many fights of two equal sides each wins half of those that are won, within what chance explains."""
    sides = SIDES.get(body.__name__, ("red", "blue"))
    given = body(sides if order == ORDERS[0] else sides[::-1], many)
    options = Options(method=Choice.SAMPLED, half_width=0.0001, max_fights=fights, max_seconds=None)
    one, other = (won(forecast(fight_of(body.__name__, given), options).tally, side) for side in sides)
    assert one > 0
    assert abs(one - other) < 3.3 * (one + other) ** 0.5
