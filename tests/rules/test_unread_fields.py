"""What is given in an order and not read by what is ordered is refused by one problem, in all families."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pytest

from service.errors import FieldNotRead, Refused
from service.rules.heroic.attack.models import HeroicAction, HeroicAttackChoice, HeroicMoveOrder, HeroicWait
from service.rules.laurels.figures.models import LaurelsParry, LaurelsSneak, LaurelsStrike
from service.rules.mass.figures.orders import MassSpellOrder
from service.rules.opposed.figures.models import OpposedSituation
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.figures.condition import TacticalWait
from service.rules.tactical.movement.records import TacticalPathEntry
from service.rules.tactical.rounds.records import TacticalDeed, TacticalFreeAction, TacticalIntent
from service.wire import Frozen
from tests.rules.played import Played, of

Json = dict[str, Any]


class Kind(NamedTuple):
    """A kind of order, and what it reads of the fields of one of its parts.

    `order` is an order that is accepted, of the figure whose turn it is; `part` leads to the part, and `unread` has a
    value for each field that this kind does not read. All other fields of the model have to be in `read`.
    """

    name: str
    model: type[Frozen]
    order: Json
    part: tuple[str | int, ...]
    read: frozenset[str]
    unread: Mapping[str, Any]


def kind(name: str, model: type[Frozen], order: Json, *part: str | int, read: str, **unread: Any) -> Kind:
    """A kind of order; `part` leads to what is looked at, `read` has names with blanks between them."""
    return Kind(name, model, order, part, frozenset(read.split()), unread)


# opposed

SWINGS: Final = (
    "attack_hex charging withdrawal aim snapshot visibility defender_unseen secondary_hand multiple_strike "
    "multi_hex_strike assassin custom_strike custom_defence custom_dice"
)


def strikes() -> Iterator[Kind]:
    """Strikes of `opposed` at each range."""
    for mode in ("melee", "close"):
        order: Json = {"action": "attack", "target": "Skarn", "mode": mode}
        far: Json = {"flight": "thrown", "distance_hexes": 3}
        yield kind(mode, OpposedSituation, order, "situation", read=SWINGS, **far)
    shot: Json = {"action": "attack", "target": "Skarn", "mode": "ranged", "situation": {"flight": "thrown"}}
    yield kind("ranged", OpposedSituation, shot, "situation", read=f"{SWINGS} flight distance_hexes")


def hild() -> Played:
    """A round of `opposed` in which Hild is next."""
    table = of("opposed", 1)
    table.change(under_way={"order": ["Hild"], "waiting": ["Hild"]})
    return table


# laurels

BLOW: Final = "ability power_attack target_dexterity_denied direct_damage"
SNEAK: Final = (
    "concealed target_distracted distraction leaves_concealment attacked_target_last_round returns_to_concealment "
    "stealth_dc"
)
FOE: Final = "ogre 3"


def blows() -> Iterator[Kind]:
    """Attacks, sneak attacks and parries of `laurels`."""
    for mode in ("melee", "reach"):
        order = {"action": "attack", "target": FOE, "mode": mode}
        yield kind(mode, LaurelsStrike, order, read=f"{BLOW} distance_ft")
    order = {"action": "attack", "target": FOE, "mode": "ranged"}
    yield kind("ranged", LaurelsStrike, order, read=f"{BLOW} distance_ft")
    yield kind("spell", LaurelsStrike, {**order, "mode": "spell"}, read=f"{BLOW} distance_ft")
    sneak = {"action": "sneak_attack", "target": FOE, "sneak": {"concealed": True}}
    yield kind("hidden", LaurelsSneak, sneak, "sneak", read=SNEAK, distance_ft=5)
    leaving = {**sneak, "sneak": {"concealed": True, "leaves_concealment": True}}
    yield kind("leaving", LaurelsSneak, leaving, "sneak", read=f"{SNEAK} distance_ft")
    by_weapon = {"weapon_magic_bonus": 1, "weapon_shattered": True}
    for equipment, unread in (("weapon", {"shield_durability": 5}), ("shield", by_weapon), ("both", {})):
        worn = {} if equipment == "weapon" else {"shield_durability": 5}
        parry = {"action": "parry", "parry": {"equipment": equipment, **worn}}
        fields = {"explosions_so_far", "shield_durability", *by_weapon, "equipment"} - {*unread}
        yield kind(equipment, LaurelsParry, parry, "parry", read=" ".join(fields), **unread)


def wren() -> Played:
    """A round of `laurels` in which Wren is next."""
    table = of("laurels", 1)
    table.change(under_way={"face": 6, "first": "party", "order": ["Wren"], "waiting": ["Wren"]})
    return table


# mass


def spells() -> Iterator[Kind]:
    """Spells of `mass`."""
    cast: Json = {"kind": "spell", "effects": []}
    areas = {"spell_area": 4, "unit_area": 5}
    read = "effects battle_spell"
    yield kind("no area", MassSpellOrder, {"actions": [cast]}, "actions", 0, read=read, **areas)
    both = {"actions": [{**cast, **areas}]}
    yield kind("both areas", MassSpellOrder, both, "actions", 0, read=f"{read} spell_area unit_area")


# heroic

MOVES: Final[Mapping[str, tuple[str, Json]]] = {
    "none": ("mode", {"ref": "bandit", "to": {"x": 1}, "yards": 1, "stop_at": 2, "cost_per_yard": 2}),
    "toward": ("mode ref yards stop_at cost_per_yard", {"to": {"x": 1}}),
    "away": ("mode ref yards cost_per_yard", {"to": {"x": 1}, "stop_at": 2}),
    "to": ("mode to yards cost_per_yard", {"ref": "bandit", "stop_at": 2}),
}
CHOICE: Final = (
    "mode modes open_modes hit_modes attackers location single_out defense effect short_action extra_modifiers "
    "defense_modifiers"
)


GOALS: Final[dict[str, Json]] = {"toward": {"ref": "bandit"}, "to": {"to": {"x": 1.0}}}


def marches() -> Iterator[Kind]:
    """Movements of `heroic`, by mode."""
    for mode, (read, unread) in MOVES.items():
        goal: Json = GOALS.get(mode, {})
        order: Json = {"tactic": "neutral", "move": {"mode": mode, **goal}}
        yield kind(mode, HeroicMoveOrder, order, "move", read=read, free_attackers=["bandit"], **unread)


def deeds() -> Iterator[Kind]:
    """Deeds of `heroic`."""
    fixed = "phase size name"
    for name, read, unread in (
        ("stand_up", "", {"mode": "sword", "posture": "kneeling"}),
        ("something", "", {"mode": "sword", "posture": "kneeling"}),
        ("posture_step", "posture", {"mode": "sword"}),
        ("reload_4s", "mode", {"posture": "kneeling"}),
    ):
        size = "medium" if name == "reload_4s" else "short"
        deed: Json = {"phase": "movement", "size": size, "name": name}
        if name == "reload_4s":
            deed["mode"] = "sword"
        order = {"tactic": "neutral", "actions": [deed]}
        yield kind(name, HeroicAction, order, "actions", 0, read=f"{fixed} {read}", **unread)


def waits() -> Iterator[Kind]:
    """Waits of `heroic`."""
    trigger = {"trigger": {"event": "attacks"}}
    deed = {"action": {"phase": "movement", "size": "short", "name": "something"}}
    watch = {"watch_radius": 5, "watch_line": True, "discriminating": True}
    order = {"tactic": "neutral", "wait": {**trigger, **deed}}
    yield kind("deed", HeroicWait, order, "wait", read="trigger attack action", **watch)
    order = {"tactic": "neutral", "wait": {**trigger, "attack": {"mode": "sword_swing"}}}
    yield kind(
        "blow", HeroicWait, order, "wait", read="trigger attack action watch_radius watch_line", discriminating=True
    )


def hand_to_hand() -> Iterator[Kind]:
    """Attacks of `heroic`."""
    shots = {"shots_each": 2, "fast_draw": True, "cover": "light"}
    order = {"tactic": "neutral", "melee": [{"target": "bandit", "mode": "sword_swing"}]}
    spend = {"grapple_spend": [{"type": "takedown"}]}
    yield kind("melee", HeroicAttackChoice, order, "melee", 0, read=f"{CHOICE} engaged", **shots, **spend)


# tactical

SAID: Final = (
    "figure maneuver option free path end_facing lets_pass strike_after attack popup deed declare_adjacent target "
    "aim_hex braced wait posture"
)
MANEUVERED: Final = "weapon hand fast_draw reach load item"
LYING: Final = {"upper_direction": 0, "hex": [0, 0]}
RUNS: Final = {"follow_ups": [{"foe": "gort", "follow_up": "stop"}], "shield_rush": True}
STABS: Final = (
    "target hex weapon mode location random_location deceptive second shots blind technique modifiers defense defenses"
)


def turns() -> Iterator[Kind]:
    """Turns of `tactical`, and their blows."""
    late = {"step": "after"}
    for name in ("do_nothing", "move"):
        still = {"maneuver": name}
        read = f"{SAID} {MANEUVERED} shield_rush"
        yield kind(name, TacticalIntent, still, read=read, **LYING, **late, follow_ups=RUNS["follow_ups"])
    strikes = {"maneuver": "attack", "attack": {"target": "gort"}}
    yield kind("attack", TacticalIntent, strikes, read=f"{SAID} {MANEUVERED} step", **LYING, **RUNS)
    entry = {"mode": "backward"}
    moves = {"maneuver": "move", "path": [{"turn": 1}]}
    yield kind("turn", TacticalPathEntry, moves, "path", 0, read="to turn jump_to posture", **entry)
    strikes = {"maneuver": "attack", "attack": {"target": "gort"}}
    shot = {"line": {"choice": "centre"}, "aim": False, "target_speed": 5}
    yield kind("melee", TacticalAttackOrder, strikes, "attack", read=f"{STABS} reach", **shot)
    of_blows = {"location": "skull", "random_location": True, "deceptive": 1}
    read = " ".join([each for each in f"{STABS} reach".split() if each not in of_blows])
    feints = {"maneuver": "feint", "attack": {"target": "gort"}}
    yield kind("feint", TacticalAttackOrder, feints, "attack", read=read, **shot, **of_blows)


def shots() -> Iterator[Kind]:
    """Shots of `tactical`."""
    order = {"maneuver": "attack", "attack": {"target": "gort", "weapon": "crossbow"}}
    yield kind("ranged", TacticalAttackOrder, order, "attack", read=f"{STABS} line aim target_speed", reach=1)
    read = f"{STABS} line aim target_speed reach".replace(" location ", " ")
    at_random = {"maneuver": "attack", "attack": {"target": "gort", "random_location": True}}
    yield kind("random", TacticalAttackOrder, at_random, "attack", read=read, location="skull")


def ash() -> Played:
    """A round of `tactical` in which Ash is next, beside a lantern."""
    table = of("tactical")
    table.change(order=["ash", "elm", "gort", "mag"], waiting=["ash"])
    return table


def frees() -> Iterator[Kind]:
    """What costs no time in `tactical`."""
    sword, foe = {"weapon": "sword"}, {"foe": "gort"}
    for name, read, unread in (
        ("drop", "weapon", foe),
        ("crouch", "", {**sword, **foe}),
    ):
        free = {"kind": name, **(sword if name == "drop" else {})}
        order = {"maneuver": "move", "free": [free]}
        yield kind(name, TacticalFreeAction, order, "free", 0, read=f"kind {read}", **unread)


def tactical_waits() -> Iterator[Kind]:
    """Waits of `tactical`."""
    wait = {"trigger": {"event": "any"}, "response": {}}
    order = {"maneuver": "wait", "wait": wait}
    read = "kind trigger response moved step_to"
    yield kind("melee", TacticalWait, order, "wait", read=read, zone={"hexes": [[0, -3]]})


def ready_turns() -> Iterator[Kind]:
    """Things that a Ready of `tactical` does."""
    said = f"{SAID} step follow_ups shield_rush upper_direction hex"
    lantern = {"maneuver": "ready", "item": "lantern"}
    yield kind("item", TacticalIntent, lantern, read=f"{said} reach load item hand", weapon="sword", fast_draw=True)


def deeds_in_close() -> Iterator[Kind]:
    """Deeds in close combat of `tactical`."""
    against = {"target": "gort"}
    for name in ("takedown", "pin", "break_free"):
        order = {"maneuver": "attack", "deed": {"action": name, **against}}
        yield kind(name, TacticalDeed, order, "deed", read="action target helpers modifiers", hands=2)
    order = {"maneuver": "ready", "deed": {"action": "drop_shield"}}
    helped = {"helpers": ["elm"], "hands": 2, "modifiers": [{"label": "luck", "value": 1}]}
    yield kind("drop_shield", TacticalDeed, order, "deed", read="action", **against, **helped)
    both = {"weapon": "sword", "hand": "left", "fast_draw": True, "item": "lantern", "reach": 1, "load": 1}
    said = f"{SAID} step follow_ups shield_rush upper_direction hex"
    yield kind("sheds", TacticalIntent, order, read=said, **both)


Table = Callable[[], Played]
KINDS: Final[Sequence[tuple[str, Table, Callable[[], Iterator[Kind]]]]] = (
    ("opposed", hild, strikes),
    ("laurels", wren, blows),
    ("mass", lambda: of("mass"), spells),
    ("heroic", lambda: of("heroic"), marches),
    ("heroic", lambda: of("heroic"), deeds),
    ("heroic", lambda: of("heroic"), waits),
    ("heroic", lambda: of("heroic"), hand_to_hand),
    ("tactical", ash, turns),
    ("tactical", ash, frees),
    ("tactical", ash, tactical_waits),
    ("tactical", ash, ready_turns),
    ("tactical", ash, deeds_in_close),
    ("tactical", lambda: of("tactical"), shots),
)
CASES: Final = [
    pytest.param(table, each, id=f"{family}-{kinds.__name__}-{each.name}")
    for family, table, kinds in KINDS
    for each in kinds()
]
NAMES: Final = {"opposed": "actor", "laurels": "actor", "mass": "commander", "heroic": "unit", "tactical": "figure"}


def posted(table: Played, order: Json) -> Json:
    """The input of an order of the figure that is next."""
    family = table.family.name
    written = {NAMES[family]: table.situation.next[0], **order}
    if family == "tactical":
        return {"intent": written}
    return {"orders": [written], **({"npc_orders": True} if family == "heroic" else {})}


def with_field(order: Json, part: Sequence[str | int], field: str, value: Any) -> Json:
    """An order in which a field of a part has a value."""
    if not part:
        return {**order, field: value}
    first, *rest = part
    if isinstance(first, int):
        raise TypeError
    inner = order.get(first, {})
    if rest and isinstance(rest[0], int):
        items = list(inner)
        items[rest[0]] = with_field(items[rest[0]], rest[1:], field, value)
        return {**order, first: items}
    return {**order, first: with_field(inner, rest, field, value)}


@pytest.mark.parametrize(("table", "each"), CASES)
def test_each_field_is_read_or_refused(table: Table, each: Kind) -> None:
    """Each optional field of a kind of order is one that it reads, or is refused by name, value and rule."""
    optional = {name for name, info in each.model.model_fields.items() if not info.is_required()}
    assert optional - each.read == {*each.unread} & optional
    assert not each.read & {*each.unread}
    played = table()
    for field, value in each.unread.items():
        order = with_field(each.order, each.part, field, value)
        with pytest.raises(Refused) as refused:
            played.tried(played.procedure, "unread", **posted(played, order))
        faults = {fault.pointer.rsplit("/", 1)[-1]: fault for fault in refused.value.faults}
        assert faults[field].code == FieldNotRead.code(), (field, refused.value.detail)
        assert faults[field].rule
        assert faults[field].message.startswith(f"{field} is ")


@pytest.mark.parametrize(("table", "each"), CASES)
def test_the_default_of_a_field_says_nothing(table: Table, each: Kind) -> None:
    """A field with its default is not refused: who writes all fields out is obeyed as one who writes none."""
    played = table()
    for field in each.unread:
        default = each.model.model_fields[field].get_default(call_default_factory=True)
        order = with_field(each.order, each.part, field, default)
        assert FieldNotRead.code() not in codes_of(played, order), field


def test_an_explicit_line_reads_its_ends() -> None:
    """The ends of a line are read where they are chosen, and nowhere else."""
    ends = {"start": {"anchor": "centre"}, "end": {"anchor": "corner_0"}}
    for choice, codes in (("explicit", set[str]()), ("best", {FieldNotRead.code()})):
        attack = {"target": "gort", "weapon": "crossbow", "line": {"choice": choice, **ends}}
        assert codes_of(of("tactical"), {"maneuver": "attack", "attack": attack}) == codes


def codes_of(table: Played, order: Json) -> set[str]:
    """The codes of the faults for which an order is refused; none if it is taken."""
    try:
        table.tried(table.procedure, "default", **posted(table, order))
    except Refused as refused:
        return {fault.code for fault in refused.faults}
    return set()
