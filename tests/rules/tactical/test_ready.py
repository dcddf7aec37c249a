"""Ready maneuvers of a round: drawing, changing the grip, reloading, and picking things up."""

import pytest

from service.rules.tactical.attack.wounds.hits import drop
from service.rules.tactical.book import refusals
from tests.pins import pins
from tests.rules.tactical.scenes import bow, field, figure, sword
from tests.rules.tactical.test_maneuvers import STRIKE, archer, order
from tests.rules.tactical.turns import BY_ID, MISS, Document, Played, ash, error_of, knife, orc

GROUND = {"items": [{"id": "gem", "hex": [0, 1]}, {"id": "lamp", "hex": [0, 3]}, {"id": "axe", "hex": [0, 0]}]}


def test_drawing_a_weapon() -> None:
    """Ready draws a weapon into a free hand, or makes one ready that is in hand."""
    unarmed = ash(weapons=[sword(), knife()], ready={})
    drawn = Played([unarmed, orc()], order("ready", weapon="knife", hand="left"))
    assert drawn["ash"].ready.left == "knife"
    unready = ash(state={"unready": ["sword"]})
    assert Played([unready, orc()], order("ready"))["ash"].state.unready == ()
    assert error_of([unarmed, orc()], order("ready", weapon="knife", fast_draw=True)) == "maneuver_conflict"


def test_drawing_in_close_combat_takes_a_roll() -> None:
    """In close combat readying takes DX: a failure spends the turn."""
    unarmed = ash(weapons=[knife()], ready={}, hex=[0, -1])
    failed = Played([unarmed, orc()], order("ready", weapon="knife"), faces=(6, 6, 5))
    assert failed.turn("ash").readied is not None
    assert failed["ash"].ready.right is None
    drawn = Played([unarmed, orc()], order("ready", weapon="knife"), faces=(3, 3, 3))
    assert drawn["ash"].ready.right == "knife"
    gripping = ash(hex=[0, -1], weapons=[knife()], ready={"right": "knife"})
    grip = Played([gripping, orc()], order("ready", weapon="knife", reach=1), faces=(6, 6, 6))
    assert grip["ash"].state.weapon_reach == ()
    held = Played([gripping, orc()], order("ready", weapon="knife", reach=1), faces=(3, 3, 3))
    assert [each.reach for each in held["ash"].state.weapon_reach] == [1]


def test_fast_draw_before_an_attack() -> None:
    """In close combat Fast-Draw makes a weapon ready in no time; if it fails, drawing took the whole turn."""
    skills = [{"name": "Fast-Draw (Knife)", "level": 12}]
    drawing = ash(weapons=[knife()], ready={}, hex=[0, -1], skills=skills)
    intent = order("attack", attack=STRIKE | {"weapon": "knife"}, weapon="knife", fast_draw=True)
    fast = Played([drawing, orc()], intent, faces=(3, 3, 3, 4, 4, 3, *MISS))
    assert (len(fast.turn("ash").attacks), fast["ash"].state.maneuver) == (1, "attack")
    slow = Played([drawing, orc()], intent, faces=(3, 3, 3, 5, 5, 5))
    assert (slow.turn("ash").attacks, slow["ash"].ready.right) == ((), "knife")
    assert (slow["ash"].state.maneuver, slow.turn("ash").ended) == ("ready", "Drawing the weapon took the whole turn.")


def test_changing_the_grip() -> None:
    """Ready changes the reach at which a weapon is held; another change replaces it."""
    modes = [{"name": "thrust", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [1, 2]}]
    spear = {"id": "spear", "skill": "Spear", "level": 12, "kind": "melee", "modes": modes, "grip_ready": True}
    holder = ash(weapons=[spear], ready={"right": "spear"})
    long = Played([holder, orc()], order("ready", weapon="spear", reach=2))
    assert [(each.weapon, each.reach) for each in long["ash"].state.weapon_reach] == [("spear", 2)]
    short = Played(long.figures, order("ready", reach=1))
    assert [(each.weapon, each.reach) for each in short["ash"].state.weapon_reach] == [("spear", 1)]
    assert error_of([holder, orc()], order("ready", reach=3)) == "reach_not_available"
    fist = {"id": "bow", "skill": "Bow", "level": 9, "kind": "ranged", "ranged_class": "bow", "hands": 2}
    mode = {"name": "shot", "damage": "1d", "type": "impaling", "reaches": []}
    shooter = ash(weapons=[fist | {"modes": [mode]}], ready={"both": "bow"})
    assert error_of([shooter, orc()], order("ready", reach=1)) == "reach_not_available"


def test_reloading() -> None:
    """Ready reloads a ranged weapon in hand; nothing else can be reloaded."""
    empty = archer(weapons=[bow(shots=0), sword()])
    assert error_of([empty, orc(hex=[0, -5])], order("attack", attack=STRIKE)) == "no_ammunition"
    loaded = Played([empty, orc(hex=[0, -5])], order("ready", weapon="bow", load=3))
    assert [each.shots for each in loaded["ash"].weapons] == [3, None]
    assert error_of([ash(), orc()], order("ready", load=3)) == "weapon_not_ranged"


def test_picking_things_up() -> None:
    """Ready picks an item up from the own hex or one in reach of the arm, and it leaves the map."""
    empty = ash(ready={}, weapons=[sword(), knife(id="axe", hands=2)])
    figures = [empty, orc(hex=[5, 5])]
    gem = Played(figures, order("ready", item="gem"), map=GROUND)
    assert (gem["ash"].ready.right, gem.outcome.items) == ("gem", ("gem",))
    assert "Ash picked up the gem at [0, 1]." in gem.told
    axe = Played(figures, order("ready", item="axe", hand="left"), map=GROUND)
    assert axe["ash"].ready.both == "axe"
    other = {"figure": "elm", "maneuver": "ready", "item": "gem"}
    both = Played([empty, figure("elm", hex=[1, 1], ready={})], order("ready", item="gem"), other, map=GROUND)
    second = both.turn("elm").error
    assert second is not None
    assert second.code == "item_out_of_reach"


@pytest.mark.parametrize(
    ("facts", "item", "code"),
    [
        ({}, "lamp", "item_out_of_reach"),
        ({"sm": 2}, "lamp", None),
        ({}, "ring", "item_out_of_reach"),
        ({"ready": {"right": "sword", "left": "knife"}}, "gem", "no_free_hand"),
        ({"ready": {"right": "sword"}}, "axe", "no_free_hand"),
    ],
)
def test_what_cannot_be_picked_up(facts: Document, item: str, code: str | None) -> None:
    """An item must lie on the map, in reach of the arm, and fit into free hands; larger figures reach farther."""
    picker = ash(**({"ready": {}, "weapons": [sword(), knife(), knife(id="axe", hands=2)]} | facts))
    if code is None:
        assert Played([picker, orc(hex=[5, 5])], order("ready", item=item), map=GROUND).outcome.items == (item,)
    else:
        assert error_of([picker, orc(hex=[5, 5])], order("ready", item=item), map=GROUND) == code


def test_an_item_that_is_no_weapon_is_held_and_dropped() -> None:
    """The fight goes on with it in hand; it is dropped freely, and lies there for others."""
    ground = GROUND | {"items": [{"id": "gem", "hex": [0, 1]}]}
    held = Played([ash(ready={}), orc(hex=[3, 3], ready={})], order("ready", item="gem"), map=ground)
    assert (held["ash"].items, held["ash"].ready.right, held.outcome.items) == (("gem",), "gem", ("gem",))
    second = Played(held.figures, order("ready", weapon="sword", free=[{"kind": "drop", "weapon": "gem"}]))
    assert (second["ash"].ready.right, second["ash"].state.dropped) == ("sword", ("gem",))
    assert "Ash dropped the gem." in second.told
    beside = [second["ash"], figure("elm", hex=[1, 0], ready={}), second["orc"]]
    other = Played(beside, order("do_nothing"), {"figure": "elm", "maneuver": "ready", "item": "gem"})
    assert (other["elm"].items, other["elm"].ready.right) == (("gem",), "gem")
    assert (other["ash"].items, other["ash"].state.dropped) == ((), ())
    own = Played(second.figures, order("ready", item="gem", hand="left"))
    assert (own["ash"].items, own["ash"].ready.left, own["ash"].state.dropped) == (("gem",), "gem", ())


def test_who_falls_unconscious_drops_its_items() -> None:
    """As it drops its weapons."""
    holding = ash(items=["gem"], ready={"right": "sword", "left": "gem"})
    fallen = drop(holding)
    assert (fallen.ready.right, fallen.ready.left, fallen.state.dropped) == (None, None, ("sword", "gem"))


@pins("ready-direction")
def test_walls_and_the_back_keep_items_out_of_reach() -> None:
    """No item is picked up through a wall, and by an option none from behind or into a hand that is taken."""
    walled = GROUND | {"edges": [{"hex": [0, 0], "direction": 3, "kind": "wall"}]}
    picker = ash(ready={"right": "sword"})
    assert error_of([picker, orc(hex=[5, 5])], order("ready", item="gem"), map=walled) == "item_out_of_reach"
    front = BY_ID.model_copy(update={"pickup_front_only": True})
    assert (
        error_of([picker, orc(hex=[5, 5])], order("ready", item="gem"), map=GROUND, rulings=front)
        == "item_out_of_reach"
    )
    turned = ash(ready={}, facing=3)
    assert Played([turned, orc(hex=[5, 5])], order("ready", item="gem"), map=GROUND, rulings=front).outcome.items
    taken = order("ready", item="gem", hand="right")
    assert error_of([picker, orc(hex=[5, 5])], taken, map=GROUND) == "no_free_hand"


def test_a_ready_does_one_thing() -> None:
    """A Ready cannot pick up and reload in one turn."""
    assert error_of([ash(), orc()], order("ready", item="gem", load=2), map=GROUND) == "maneuver_conflict"


def test_weapons_that_others_dropped() -> None:
    """A weapon that somebody else has dropped becomes the figure's own; beside one of the same id it is renamed."""
    lost = [{"weapon": "sword", "hex": [0, 1]}]
    dropped = {"ready": {}, "state": {"dropped": ["sword"], "dropped_at": lost}}
    disarmed, far = orc(**dropped), figure("imp", side="blue", hex=[3, 3], ready={}, state={"dropped": ["sword"]})
    taken = Played([ash(weapons=[], ready={}), far, disarmed], order("ready", item="sword"))
    assert (taken["ash"].ready.right, [each.id for each in taken["ash"].weapons]) == ("sword", ["sword"])
    assert (taken["orc"].weapons, taken["orc"].state.dropped, taken["orc"].state.dropped_at) == ((), (), ())
    assert taken["imp"].state.dropped == ("sword",)
    armed = Played([ash(), disarmed], order("ready", item="sword"))
    assert (armed["ash"].ready.right, armed["ash"].ready.left) == ("sword", "sword of orc")
    own = ash(ready={}, state={"dropped": ["sword"]})
    kept = Played([own, disarmed], order("ready", item="sword"))
    assert (kept["ash"].state.dropped, kept["orc"].state.dropped) == ((), ("sword",))


def test_dropping_the_shield_on_open_ground() -> None:
    """Out of close combat a shield is dropped in a Ready, without a roll."""
    bearer = ash(shield={"db": 2, "level": 12})
    done = Played([bearer, orc()], order("ready", deed={"action": "drop_shield"}))
    assert done["ash"].shield is None
    assert error_of([ash(), orc()], order("ready", deed={"action": "drop_shield"})) == "weapon_not_ready"
    assert error_of([bearer, orc()], order("attack", deed={"action": "drop_shield"})) == "maneuver_conflict"


@pytest.mark.parametrize("hand", ["right", "left", "both"])
def test_an_unknown_weapon_in_a_hand(hand: str) -> None:
    """A hand holds one of the figure's weapons; what it has not is refused, with the nearest id."""
    with pytest.raises(refusals.UnknownWeapon, match=r"'ash' holds 'swrd'.* Did you mean sword\?") as refused:
        field(figure("oak"), figure("elm", hex=[3, 0]), figure("ash", hex=[5, 0], ready={hand: "swrd"}))
    assert refused.value.pointer == f"/figures/2/ready/{hand}"
