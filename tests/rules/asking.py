"""What tests of moves ask of a family: how its random orders are made, and what a round shows of an order."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.words import NEUTRAL, HeroicStatus
from service.rules.heroic.encounter.filling import HeroicField, battle_in
from service.rules.heroic.orders.idle_orders import blow_loss
from service.rules.mass.book.tables import PRINTED_POWERS
from service.rules.mass.figures.orders import MassOrders, MassRallyOrder
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.standing import is_ranged, ready_weapons
from tests.rules.played import Played

Texts = Mapping[str, Sequence[str]]
Json = dict[str, Any]


class Asking(NamedTuple):
    """How a family is asked; the defaults are for families whose orders are single records with an actor.

    `actor` is the field of an order that says whose it is, `texts` are those of which random orders are made. `alone`
    returns the inputs of a round with one order, and of the same round without what it does. `lost` returns why a round
    did not obey a move that was made alone. `shows` returns what shows whether an order did anything. `parts` returns
    the orders of which one consists, as far as they do anything, and `core` what is left of an input without what is
    free in all orders. `given` returns the orders in the input of a procedure, `turns` is how many requests a round
    may take, of which one of `share` fights is played, and `voids` says whether orders may be taken and do nothing.
    """

    actor: str
    texts: Callable[[Played], Texts]
    alone: Callable[[Played, str, Any], tuple[Json, Json]]
    lost: Callable[[Any, str, Any], set[Any]]
    shows: Callable[[Any, Any, Any], Any]
    parts: Callable[[Played, Any], list[Any]]
    core: Callable[[Json], Json]
    given: Callable[[Any], tuple[Any, ...]] = attrgetter("orders")
    turns: int = 1
    share: int = 1
    voids: bool = True


def _ids(table: Played) -> Texts:
    return {"": [each.id for each in table.situation.order]}


def _posted(table: Played, figure: str, order: Any) -> tuple[Json, Json]:
    return table.offers.posted(figure, (order,)), {}


def _lost_turn(outcome: Any, figure: str, move: Any) -> set[Any]:
    own = [each for each in outcome.events if (each.actor, each.target) == (figure, move.target)]
    return {each.reason for each in own if not getattr(each, "success", None)} - {None, "repulsed", "surprised"}


def _whole(table: Played, order: Any) -> list[Any]:
    return [order]


def _same(input: Json) -> Json:
    return input


def _state(outcome: Any, state: Any, order: Any) -> Any:
    return state


def _or_passing(table: Played, figure: str, order: Any) -> tuple[Json, Json]:
    """A turn with an order, and one that only passes."""
    return table.offers.posted(figure, (order,)), {"orders": [{"action": "pass", "actor": figure}]}


TURNS = Asking("actor", _ids, _posted, _lost_turn, _state, _whole, _same)
ONE_BY_ONE = Asking("actor", _ids, _or_passing, _lost_turn, _state, _whole, _same, turns=6, share=2)


# mass


def _armies(table: Played) -> Texts:
    units = [each["id"] for each in table.listed("units")]
    commanders = [each["id"] for each in table.listed("commanders")]
    return {
        "": units,
        "commander": commanders,
        "power": [*PRINTED_POWERS],
        "label": ["something"],
        "id": ["newcomer"],
    }


def _passed_over(outcome: Any, figure: str, move: Any) -> set[Any]:
    own = [each for each in outcome.events if each.commander == figure]
    return {each.reason for each in own} - {None, "check_failed", "insufficient_margin"}


def _counts(outcome: Any, state: Any, order: MassOrders) -> Any:
    """What a round shows of an order; where somebody tries to rally, a die is rolled, and battle dice are others.

    Of a unit that is commanded and stays as it is a round tells that it moved nowhere, or wheeled by no hexside.
    """
    if not any(isinstance(each, MassRallyOrder) for each in order.actions):
        return state
    told = [each for each in outcome.events if each.what not in {"refused", "rally"} or each.rallied]
    return {each.what for each in told if each.moved != 0 and each.hexsides != 0}


def _actions(table: Played, order: MassOrders) -> list[MassOrders]:
    single = [order.model_copy(update={"actions": (each,)}) for each in order.actions]
    return [each for each in single if table.offers.void(each) is None] or [order.model_copy(update={"actions": ()})]


COMMANDERS = Asking("commander", _armies, _posted, _passed_over, _counts, _actions, _same)


# heroic


def _units(table: Played) -> Texts:
    units = table.listed("units")
    modes = sorted({mode["id"] for unit in units for mode in unit["attack_modes"]})
    deeds = ["stand_up", "posture_step", "wait", "reload_4s", "something"]
    return {"": [each["id"] for each in units], "mode": modes, "name": deeds, "label": ["a word"], "parry": ["sword"]}


def _among_idlers(table: Played, figure: str, order: HeroicOrder) -> tuple[Json, Json]:
    """A round in which all others stand, with an order and with its tactic alone."""
    others = [HeroicOrder(unit=each, tactic=NEUTRAL) for each in table.situation.next if each != figure]
    stands = HeroicOrder(unit=figure, tactic=order.tactic, charge_target=order.charge_target)
    given, idle = (table.offers.posted(figure, (*others, each)) for each in (order, stands))
    return given, idle


def _undone(outcome: Any, figure: str, move: Any) -> set[Any]:
    """What a unit did not do that is on its feet still.

    All others stand but the routed: one that runs may be out of reach by then, leaves members behind whom it holds, or
    falls by a free attack before it is struck.
    """
    status = {each.unit: each.status for each in outcome.standings}
    ran = any(each.unit != figure and each.yards for each in outcome.movement.moves)
    fell = {each.target for each in outcome.movement.free_attacks if status[each.target] is HeroicStatus.INCAPACITATED}
    if ran or move.target in fell or status[figure] is not HeroicStatus.ACTIVE:
        return set()
    blows = [*outcome.melee.attacks, *[each.attack for each in outcome.melee.grapples]]
    made = {
        "strike": any(each.attacker == figure for each in blows),
        "shoot": any(each.attacker == figure for each in outcome.ranged.attacks),
        "move": any(each.unit == figure and each.yards for each in outcome.movement.moves),
    }
    return set() if made.get(move.kind, True) else {move.kind}


def _struck(table: Played, order: HeroicOrder) -> list[HeroicOrder]:
    """An order without blows that reach nobody where its unit does not move, and without a withdrawal on the spot."""
    assert isinstance(table.state, HeroicField)
    assert isinstance(table.rulings, HeroicRulings)
    battle = battle_in(table.state, table.rulings)
    place = battle.places[order.unit]
    lost = order.move.mode == "none" and blow_loss(battle.with_order(place, order), place, order) is not None
    stays = order.withdraw and order.move.mode == "none"
    return [order.model_copy(update=({"melee": ()} if lost else {}) | ({"withdraw": False} if stays else {}))]


def _aimed(input: Json) -> Json:
    """An input of which attacks say no more than the first one's target and mode."""
    [order] = input["orders"]
    for part in ("ranged", "melee"):
        order[part] = [{name: each.get(name) for name in ("target", "mode")} for each in order.get(part, ())[:1]]
    return input


UNITS = Asking("unit", _units, _among_idlers, _undone, _state, _struck, _aimed)


# tactical


def _in_turns(table: Played) -> Texts:
    figures = table.listed("figures")
    ids = [each["id"] for each in figures]
    weapons = [weapon for each in figures for weapon in each["weapons"]]
    modes = [mode["name"] for weapon in weapons for mode in weapon["modes"]]
    return {"": ids, "weapon": [each["id"] for each in weapons], "mode": modes, "item": ["lantern", "knife"]}


def _did_nothing(outcome: Any, figure: str, move: Any) -> set[Any]:
    """Why a turn was not that of the order; who was interrupted or lost consciousness has begun it."""
    turn = next(each for each in outcome.turns if each.figure == figure)
    return {turn.error} - {None}


READ: Final = {"aim": ("target", "aim_hex", "weapon"), "evaluate": ("target",), "change_posture": ("posture",)}
READIED: Final = ("weapon", "item", "reach", "load")
FIRST: Final = ("weapon", "mode")


def _turn_of(input: Json) -> Json:
    """What a turn is about: its maneuver, and what this reads; the first weapon and mode need not be named."""
    intent = input["intent"]
    kept = {"option"} if intent.get("maneuver") != "wait" else set()
    kept |= {"figure", "maneuver", *READ.get(intent.get("maneuver", ""), ())}
    if intent.get("maneuver") == "ready" and intent.get("deed") is None:
        kept |= {"item"} if intent.get("item") is not None else {*READIED}
    core = {name: each for name, each in intent.items() if name in kept and each is not None}
    if core.get("maneuver") == "ready" and intent.get("deed") is not None:
        intent["deed"].pop("target", None)
    for part in ("attack", "deed"):
        if intent.get(part) is not None:
            core[part] = {
                name: each
                for name, each in intent[part].items()
                if name in {"target", "action", *FIRST} and each is not None
            }
    return core


def _named(table: Played, order: Any) -> list[Any]:
    """An order as moves have it: it names its weapon, and how that strikes, but not how one shoots that has one way."""
    state: Any = table.state
    [figure] = [each for each in state.figures if each.id == order.figure]
    said = [getattr(order, name) for name in (*READIED, "deed")]
    if order.maneuver is TacticalManeuver.READY and said.count(None) == len(said) and figure.weapons:
        return [order.model_copy(update={"weapon": figure.weapons[0].id})]
    attack = order.attack
    if attack is None:
        return [order]
    first = ready_weapons(figure)[:1] if attack.weapon is None else figure.weapons
    known = [each for each in first if attack.weapon in {None, each.id}]
    if not known:
        return [order]
    mode = None if is_ranged(known[0]) else attack.mode or known[0].modes[0].name
    return [order.model_copy(update={"attack": attack.model_copy(update={"weapon": known[0].id, "mode": mode})})]


FIGURES = Asking(
    "figure",
    _in_turns,
    lambda table, figure, order: (table.offers.posted(figure, (order,)), {}),
    _did_nothing,
    _state,
    _named,
    _turn_of,
    given=lambda filled: (filled.intent,),
    turns=5,
    share=3,
    voids=False,
)

ASKING: Mapping[str, Asking] = {
    "heroic": UNITS,
    "laurels": ONE_BY_ONE,
    "mass": COMMANDERS,
    "opposed": ONE_BY_ONE,
    "tactical": FIGURES,
}

KNIFE: Final[Json] = {
    "id": "knife",
    "skill": "Knife",
    "level": 12,
    "kind": "melee",
    "modes": [{"name": "cut", "damage": "1d-2", "type": "cutting", "reaches": [0, 1]}],
}
CROSSBOW: Final[Json] = {
    "id": "crossbow",
    "skill": "Crossbow",
    "level": 13,
    "kind": "ranged",
    "ranged_class": "crossbow",
    "hands": 2,
    "acc": 4,
    "bulk": -6,
    "shots": 0,
    "half_range": 200,
    "max_range": 250,
    "modes": [{"name": "bolt", "kind": "thrust", "damage": "1d+4", "type": "impaling", "reaches": []}],
}

VARIED: Final[Mapping[str, tuple[str, int, Mapping[str, Any]]]] = {
    "heroic": (
        "units",
        0,
        {
            "swordsman": {"status": "routed"},
            "guards": {"posture": "kneeling"},
        },
    ),
    "mass": (
        "units",
        0,
        {
            "knights": {"power": "gout-of-flame"},
            "archers": {"power_expended": False, "speed": 0, "hex": [2, 3]},
            "guards": {"engaged_with": [], "power": "launch-volley", "power_expended": True, "hex": [1, 0]},
            "levy": {"engaged_with": []},
            "rabble": {"status": "active", "morale": 2, "power": "launch-volley"},
        },
    ),
    "laurels": (
        "participants",
        1,
        {
            "Berit": {"weapon": {"kind": "ranged"}, "stamina": 8},
            "Anselm": {"weapon": {"broken": True}, "shield_durability": 5},
            "Wren": {"weapon": {"kind": "spell"}, "attacked_last_round": ["ogre 1"]},
            "Odo": {"shield_durability": 0, "parry": {"equipment": "weapon"}},
            "Maud": {"weapon": {"kind": "ranged"}, "stamina": 0},
            "ogre 3": {"parry": {"equipment": "shield", "shield_durability": 0}},
            "ogre 1": {"weapon": {"kind": "natural"}, "injury_slots": None},
            "ogre 2": {"weapon": {"kind": "reach", "reach_ft": 10}, "status": "fled"},
        },
    ),
    "tactical": (
        "figures",
        0,
        {
            "ash": {"posture": "kneeling", "ready": {}, "state": {"dropped": ["sword"]}},
            "elm": {"posture": "crouching", "weapons": [CROSSBOW, KNIFE]},
            "gort": {"hex": [0, 0], "ready": {}},
            "mag": {"state": {"stunned": True}},
        },
    ),
    "opposed": (
        "participants",
        1,
        {
            "Brand": {"weapon": {"base_chance": 45, "rank": 4, "flight": "missile"}, "engaged_with": []},
            "Hild": {"posture": "prone", "weapon": {"base_chance": 40, "rank": 3, "shield": True, "flight": "thrown"}},
            "Skarn": {"stunned": True, "engaged_with": [], "size_hexes": 3},
            "Ulf": {"must_pass_next": True, "posture": "kneeling"},
            "Rook": {"conditions": ["disarmed"], "weapon": {}, "withdrawal": "defensive"},
        },
    ),
}
"""By family: figures of an example of an encounter as examples do not have them."""
