"""Forecasts without a seed of the caller's have dice of their own, so their intervals hold as often as they say."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, Final

import orjson

from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.validation import validated
from service.wire import to_json
from tests.forecasts.fights import GUARD, Document, laurels, mass, opposed
from tests.operations.asking import ask
from tests.rings import long

DUEL: Final = "opposed/resolve-skirmish"
SAMPLED: Final = {"method": "sampled", "max_seconds": None}
EXACT: Final = {"method": "exact", "max_seconds": None}
DICE: Final = ("d4", "d6", "d8", "d10", "d12")


def odds(family: str, input: Document, **forecast: Any) -> Any:
    """The odds of a skirmish that is sampled without a seed of the caller's."""
    return ask(f"{family}/resolve-skirmish/odds", {"input": input, "forecast": {**SAMPLED, **forecast}})


def seed_of(family: str, input: Document, **forecast: Any) -> str:
    """The seed that the odds of a skirmish were sampled with."""
    seed: str = odds(family, input, **{"half_width": 0.5, **forecast})["method"]["seed"]
    return seed


def mass_duels() -> Iterator[Document]:
    """Duels of units that differ by their battle dice, morale and commanders."""
    for first, second, morale, thac0 in product(DICE, DICE, (2, 3), (10, 12)):
        duel = mass(1)
        for unit, die in zip(duel["units"], (first, second), strict=True):
            unit |= {"battle_die": die, "morale_max": morale}
        duel["commanders"][0]["thac0"] = thac0
        yield duel


def laurels_duels() -> Iterator[Document]:
    """Duels of fighters that differ by their weapons and by what they can take."""
    for first, second, stamina, slots in product(DICE[:4], DICE[:4], (3, 4, 5, 6), (1, 2)):
        duel = laurels(1)
        for fighter, die in zip(duel["participants"], (first, second), strict=True):
            fighter |= {"stamina": stamina, "injury_slots": slots, "weapon": {"die": die}}
        yield duel


def holds(family: str, duel: Document) -> int:
    """Count the intervals that hold the first side's exact chance: the duel's own, and that under other names."""
    exact = odds(family, duel, **EXACT)["winner"][0]["chance"]["decimal"]
    written = to_json(duel).decode()
    again = orjson.loads(written.replace("red ", "scarlet ").replace('"p0"', '"q0"'))
    chances = [odds(family, each)["winner"][0]["chance"] for each in (duel, again)]
    return len([each for each in chances if each["low"] <= exact <= each["high"]])


@long
def test_intervals_hold_as_often_as_they_say() -> None:
    """Of 200 different fights, each asked for twice, 93 to 97 of 100 intervals at 95 % hold the exact chance."""
    duels = {
        to_json(duel): family
        for family, duels in (("mass", mass_duels()), ("laurels", laurels_duels()))
        for duel in islice(duels, 100)
    }
    assert len(duels) == 200
    held = sum([holds(family, orjson.loads(duel)) for duel, family in duels.items()])
    assert 0.93 <= held / 400 <= 0.97


def equal_guards() -> Iterator[Document]:
    """Duels of two equal guards."""
    for stamina, die in product((8, 11, 14, 17, 20, 23, 26), DICE[:4]):
        guard = GUARD | {"stamina": stamina, "weapon": {"die": die, "finesse": True}}
        sides = [guard | {"id": f"{role} guard", "role": role} for role in ("party", "opponents")]
        yield {"participants": sides, "max_rounds": 200}


def test_equal_guards_have_equal_chances() -> None:
    """Of 28 duels of equal guards the intervals hold the half, but for three at most."""
    chances = [odds("laurels", duel)["winner"][0]["chance"] for duel in equal_guards()]
    missed = [chance for chance in chances if not chance["low"] <= 0.5 <= chance["high"]]
    assert len(chances) == 28
    assert len(missed) <= 3, missed


def test_the_same_fight_has_the_same_dice() -> None:
    """Equal fights share their dice, whether defaults were sent and however precise the odds are to be."""
    duel = opposed(1)
    seed = seed_of("opposed", duel)
    assert seed.startswith("sha512ctr1:forecast/")
    assert (
        seed_of("opposed", {**duel, "participants": [{**each, "meta": None} for each in duel["participants"]]}) == seed
    )
    assert seed_of("opposed", duel, half_width=0.2, level=0.9, max_fights=100) == seed
    assert seed_of("opposed", duel, seed="sha256ctr1:mine") == "sha256ctr1:mine"


def test_other_fights_have_other_dice() -> None:
    """A fight with one other number, another name or another ruling has dice of its own."""
    duel = opposed(1)
    first, second = duel["participants"]
    others = [
        duel,
        {**duel, "participants": [{**first, "endurance": 17}, second]},
        orjson.loads(to_json(duel).replace(b'"r0"', b'"r9"')),
    ]
    seeds = [seed_of("opposed", each) for each in others]
    known = odds("opposed", duel, half_width=0.5)["rulings"]
    name, value = next((name, value) for name, value in known.items() if isinstance(value, bool))
    body = {"input": duel, "rulings": {name: not value}, "forecast": {**SAMPLED, "half_width": 0.5}}
    seeds.append(ask(f"{DUEL}/odds", body)["method"]["seed"])
    assert len(set(seeds)) == len(seeds)


def test_deciding_keeps_the_dice_of_the_odds() -> None:
    """Comparison, sensitivity and search of a fight have the dice of its odds, for all bodies of a request."""
    duel = opposed(1)
    seed = seed_of("opposed", duel)
    other = {"input": opposed(2)}
    assert ask(f"{DUEL}/comparison", {"input": duel, "other": other, "fights": 1})["seed"] == seed
    pointer = "/input/participants/0/endurance"
    assert ask(f"{DUEL}/sensitivity", {"input": duel, "pointers": [pointer], "fights": 1})["seed"] == seed
    search = {"pointer": pointer, "lowest": 1, "highest": 2, "wanted": 0.5, "fights": 1}
    assert ask(f"{DUEL}/search", {"input": duel, **search})["seed"] == seed


def campaign(**changed: Any) -> NewCampaign:
    """A campaign of one duel."""
    body = {"operation": DUEL, "request": {"input": opposed(1)}, "max_fights": 64, **changed}
    return validated(NewCampaign, to_json(body)).as_stored()


def test_campaigns_have_seeds_of_their_own() -> None:
    """A campaign without a seed has one that is derived from what it plays, and keeps one that it names."""
    assert campaign().seed == campaign(max_fights=128, level=0.9).seed
    assert campaign().seed != campaign(request={"input": opposed(2)}).seed
    axis = {"pointer": "/input/max_rounds", "values": [10, 20]}
    assert campaign().seed != campaign(axes=[axis]).seed
    assert campaign(seed="sha512ctr1:mine").run_seed == "sha512ctr1:mine"
