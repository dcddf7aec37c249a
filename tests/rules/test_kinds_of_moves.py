"""Moves of commanders and units that fights of examples do not come to."""

from typing import Any

import pytest

from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.book.refusals import AttackerInactive
from service.rules.heroic.book.words import NEUTRAL
from service.rules.heroic.rounds.offers import HeroicOffers
from service.rules.kernel.family import Bar
from service.rules.kernel.turns.legal_moves import legal_moves_of, suggestions_of
from tests.rules.played import of


def pinned(members: int = 3) -> list[dict[str, Any]]:
    """A hold of the wrestler on guards whom it has pinned."""
    return [{"grappler": "wrestler", "victim": "guards", "members": members, "state": "pinned"}]


def test_who_is_pinned_breaks_free() -> None:
    """A unit of which everybody is pinned is forced to break free, and is suggested to; all else does nothing."""
    table = of("heroic")
    table.change(grapples=pinned())
    listed = table.moves["guards"]
    assert (listed.forced, [each.kind for each in listed.moves]) == (True, ["break_free"])
    assert "void" in {each.how for each in listed.barred}
    [suggested] = suggestions_of(table.situation, table.offers, "guards").figures
    assert [each.kind for each in suggested.moves] == ["break_free"]
    assert suggested.why.startswith("guards is held, and tries to break free.")


def test_who_is_held_far_from_all_foes_only_breaks_free() -> None:
    """The service orders a blow besides for whoever may come; it is not called a strike where nobody is in reach."""
    table = of("heroic")
    far = [{"unit": "bandit", "x": 61, "y": 0}, {"unit": "wrestler", "x": 0, "y": 61}]
    near = [{"unit": each, "x": 0, "y": 0} for each in ("swordsman", "guards")]
    table.change(grapples=[{**pinned(1)[0], "state": "grappled"}], positions=[*near, *far], locks=[])
    [suggested] = suggestions_of(table.situation, table.offers, "guards").figures
    assert [each.kind for each in suggested.moves] == ["break_free"]
    assert suggested.why.startswith("guards is held, and tries to break free.")
    assert [each.kind for each in table.moves["guards"].moves if each.suggested] == ["break_free"]


def test_who_is_out_of_a_fight_takes_no_orders() -> None:
    """A unit that has fled has no moves, and one that is routed retreats."""
    table = of("heroic")
    units = table.listed("units")
    units[0]["status"], units[2]["status"] = "fled", "routed"
    table.change(units=units)
    [fled] = legal_moves_of(table.situation, table.offers, "swordsman").figures
    assert (fled.moves, fled.barred[0].how) == ((), "refused")
    [routed] = legal_moves_of(table.situation, table.offers, "bandit").figures
    assert [each.kind for each in routed.moves] == ["retreat"]
    [suggested] = suggestions_of(table.situation, table.offers, "bandit").figures
    assert "is routed" in suggested.why


def test_a_side_that_never_had_units() -> None:
    """Where a side has no unit, no round can be played, and lists say so."""
    table = of("heroic", 1)
    table.change(units=[each for each in table.listed("units") if each["side"] == "law"], positions=[])
    [listed] = legal_moves_of(table.situation, table.offers, "swordsman").figures
    assert (listed.moves, listed.barred[0].rule) == ((), "heroic/battle/end")


def test_what_is_at_hand_is_readied() -> None:
    """Who has a shield on the back and an empty crossbow may ready the one and reload the other, and is told to."""
    table = of("heroic", 1)
    units = table.listed("units")
    bow = {"id": "bow", "kind": "ranged", "skill": 14, "damage": "1d+4", "type": "impaling", "propulsion": "muscle"}
    for seconds, name in ((4, "reload_4s"), (10, "reload_10s")):
        mode = {**bow, "reload_s": seconds, "magazine": 1, "range_max": 200}
        units[0].update(attack_modes=[mode], loaded=[{"mode": "bow", "shots": 0}])
        units[0]["shield"]["ready"] = False
        table.change(units=units)
        keys = [each.key for each in table.moves["swordsman"].moves]
        assert {f"deed/{name}/bow", "deed/ready_shield_db0_2"} <= set(keys)
        [suggested] = suggestions_of(table.situation, table.offers, "swordsman").figures
        assert "reloads" in suggested.why


def test_a_battle_of_one_side() -> None:
    """Where all units are of one side, no commander of mass declares anything."""
    table = of("mass", 1)
    table.change(units=[each for each in table.listed("units") if each["side"] == "red"])
    [listed] = legal_moves_of(table.situation, table.offers, "Roland").figures
    assert (listed.moves, listed.barred[0].how) == ((), "refused")


def test_powers_of_several_units() -> None:
    """What the policy has several units do at once is offered as one move, and so is the march of those left."""
    table = of("mass")
    units = table.listed("units")
    archers = {**units[1], "power_expended": False}
    more = [{**archers, "id": f"archers {number}", "hex": [0, 2 + number]} for number in (1, 2)]
    table.change(units=[units[0], archers, *units[2:], *more])
    [suggested] = suggestions_of(table.situation, table.offers, "ana").figures
    assert {each.kind for each in suggested.moves} <= {"power", "move"}
    assert suggested.why.endswith(".")


def test_spells_too_small() -> None:
    """A spell that covers too little of a unit is void."""
    table = of("mass")
    [spell] = [each for each in table.offers.candidates("ana") if each.kind == "spell"]
    [action] = spell.order.actions
    small = action.model_copy(update={"spell_area": 1, "unit_area": 9})
    bar = table.offers.void(spell.order.model_copy(update={"actions": (small,)}))
    assert bar is not None
    assert bar.why == "The spell covers less than half of the unit."


@pytest.mark.parametrize("refused", [False, True])
def test_what_would_do_nothing_is_not_suggested(refused: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit whose order from the service would be refused or do nothing is told to defend itself."""

    def judge(_offers: HeroicOffers, _order: Any) -> None:
        if refused:
            raise AttackerInactive("No.")

    monkeypatch.setattr(HeroicOffers, "judge", judge)
    monkeypatch.setattr(HeroicOffers, "void", lambda _offers, _order: Bar("Nothing comes of it.", None))
    table = of("heroic", 1)
    chosen = table.offers.chosen("swordsman")
    assert chosen.orders == (HeroicOrder(unit="swordsman", tactic=NEUTRAL),)
    assert "can do nothing but defend itself." in chosen.why
