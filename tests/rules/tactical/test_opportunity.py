"""The procedures opportunity-fire and popup-attack."""

from typing import Any

import orjson
import pytest

from service.dice.supplied import SuppliedDice
from service.errors import RulesRefuse
from service.rules.tactical.book import attack_rules, refusals
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.rounds.waiting.opportunity import opportunity_fire
from service.rules.tactical.rounds.waiting.popup import popup_attack
from service.rules.tactical.rounds.waiting.shot_models import (
    TacticalOpportunityInput,
    TacticalOpportunityOutcome,
    TacticalPopupInput,
    TacticalPopupOutcome,
)
from tests.rules.tactical.attacks import gun
from tests.rules.tactical.falls import falling, named, supplied, told
from tests.rules.tactical.scenes import OPEN, figure, foe
from tests.rules.tactical.watchmen import NO_DEFENSE, gunman, runner, watching

MISS, HIT = (5, 5, 5), (3, 3, 3)
ZONE = {"hexes": [[0, -3], [0, -2]]}
WATCHER = {"figure": "gun", "zone": ZONE}
UNDEFENDED = [{"figure": "orc", "defense": {"preferences": [{"kind": "none"}]}}]
SOUTH = [{"to": [0, -3]}, {"to": [0, -2]}, {"to": [0, -1]}]


def documents(figures: tuple[TacticalFigure, ...]) -> list[Any]:
    """Figures of a request."""
    return [orjson.loads(each.model_dump_json()) for each in figures]


def passes(
    dice: SuppliedDice, *figures: TacticalFigure, rulings: TacticalRulings = OPEN, **request: Any
) -> TacticalOpportunityOutcome:
    """The orc passes those who watch."""
    plain = {"shooters": [WATCHER], "mover": "orc", "path": SOUTH, "defenses": UNDEFENDED}
    plain["figures"] = documents(figures)
    asked = TacticalOpportunityInput.model_validate_json(orjson.dumps(plain | request))
    return opportunity_fire(asked, rulings, dice)


# Opportunity fire


def test_a_runner_is_shot_at_where_he_appears() -> None:
    """The mover goes up to the first shot, and the rest of its path is returned."""
    with falling(*HIT, 2, 2) as dice:
        answer = passes(dice, gunman(), runner())
    assert answer.trigger is not None
    assert (answer.trigger.index, answer.trigger.hex, answer.trigger.shooters) == (0, (0, -3), ("gun",))
    assert [each.to for each in answer.path_left] == [(0, -2), (0, -1)]
    verdict = answer.verdict
    assert (verdict.fired, verdict.hits, verdict.injury, verdict.mover_status) == (1, 1, 4, "active")
    assert (verdict.stopped, verdict.friendly_fire, answer.spent) == (False, False, 1)
    assert answer.summary == "Gun hit orc in the torso for 4 points of injury. Orc could go on."
    changed = {each.id: each for each in answer.figures}
    assert changed["orc"].hex == (0, -3)
    assert changed["gun"].state.wait is None
    assert attack_rules.WAIT_CONTINUE.id in named(dice)


def test_nobody_appears() -> None:
    """Who passes elsewhere sets nothing off; the watch is spent."""
    with falling() as dice:
        answer = passes(dice, gunman(), runner(hex=[3, -4]), path=[{"to": [3, -3]}])
    assert (answer.trigger, answer.shots, answer.path_left) == (None, (), ())
    assert answer.summary == "Nobody fired at orc."
    assert attack_rules.OPPORTUNITY_NOTHING.id in named(dice)
    assert {each.id: each.hex for each in answer.figures}["orc"] == (3, -3)


def test_fire_that_is_held_goes_on_watching() -> None:
    """A watcher that holds its fire may fire when the mover appears again."""
    zone = {"hexes": [[0, -3], [0, -1]], "discriminate": True}
    with falling(6, 6, 5, *HIT, *MISS) as dice:
        answer = passes(dice, gunman(), runner(), shooters=[{"figure": "gun", "zone": zone}])
    assert [each.result for each in answer.shots] == ["held_fire", "fired"]
    assert answer.trigger is not None
    assert answer.trigger.index == 2
    with falling(6, 6, 5, 6, 6, 5) as dice:
        held = passes(dice, gunman(), runner(), shooters=[{"figure": "gun", "zone": zone}])
    assert (held.trigger, held.summary, held.verdict.fired) == (None, "Nobody fired at orc.", 0)


def test_watchers_of_their_states() -> None:
    """If none is listed, all watch whose state says so."""
    stunned = gunman("dazed", hex=[2, 0], state=watching((0, -3)) | {"stunned": True})
    others = gunman(state=watching((0, -3))), gunman("idle", hex=[1, 0]), stunned
    with falling(*MISS) as dice:
        answer = passes(dice, *others, runner(state=NO_DEFENSE | watching((0, 0))), shooters=[])
    assert [each.figure for each in answer.shots] == ["gun"]
    with falling(*MISS) as dice:
        listed = passes(dice, others[0], runner(), shooters=[{"figure": "gun"}])
    assert [each.figure for each in listed.shots] == ["gun"]


def test_who_comes_out_of_hiding() -> None:
    """Without a path the mover appears where it is; a pop-up attack can only be dodged."""
    here = {"figure": "gun", "zone": {"hexes": [[0, -4]]}}
    with falling(*HIT, 1, 1, 1) as dice:
        answer = passes(dice, gunman(), runner(state={}), shooters=[here], path=[], popup=True, defenses=[])
    assert answer.trigger is not None
    assert (answer.trigger.index, answer.trigger.hex) == (None, (0, -4))
    assert answer.shots[0].attack is not None
    assert answer.shots[0].attack.defenses[0].kind == "dodge"


def test_a_runner_who_is_stopped() -> None:
    """Who is put out of action does not go on."""
    with falling(*HIT, 6, 6, 6, 6, 6) as dice:
        answer = passes(dice, gunman(), runner(hp=11, hp_max=20, ht=3))
    assert (answer.verdict.stopped, answer.verdict.mover_status, answer.path_left) == (True, "unconscious", ())
    assert answer.summary.endswith("Orc was unconscious and went no farther.")


def test_a_foe_on_the_path() -> None:
    """The movement ends here before it meets a foe."""
    zone = {"figure": "gun", "zone": {"hexes": [[0, -1]]}}
    with falling() as dice:
        answer = passes(dice, gunman(), runner(), figure("elf", hex=[0, -2]), shooters=[zone])
    assert [each.to for each in answer.path_left] == [(0, -2), (0, -1)]
    assert dice.warnings == ["orc stopped before entry 1 of the path, where it meets a foe or must roll."]


def test_movement_points_of_the_turn() -> None:
    """What was spent before counts; otherwise the turn begins here."""
    state = NO_DEFENSE | {"moved_hexes": 4, "mp_spent": 4}
    with falling(*MISS) as dice:
        answer = passes(dice, gunman(), runner(state=state, basic_move=3), path=SOUTH[:1])
    moved = {each.id: each.state for each in answer.figures}["orc"]
    assert (moved.moved_hexes, answer.spent) == (1, 1)
    with falling(*MISS) as dice:
        answer = passes(dice, gunman(), runner(state=state, basic_move=3), path=SOUTH[:1], spent=2)
    moved = {each.id: each.state for each in answer.figures}["orc"]
    assert (moved.moved_hexes, answer.spent) == (5, 3)
    with pytest.raises(refusals.NotEnoughPoints):
        passes(supplied(), gunman(), runner(basic_move=3), path=SOUTH, spent=2)


def test_turns_and_postures_on_the_path() -> None:
    """Turning and kneeling sets opportunity fire off only by the option."""
    zone = {"figure": "gun", "zone": {"hexes": [[0, -4]]}}
    path = [{"turn": 1}]
    with falling() as dice:
        assert passes(dice, gunman(), runner(), shooters=[zone], path=path).trigger is None
    initial = OPEN.model_copy(update={"zone_initial": True})
    with falling(*MISS) as dice:
        answer = passes(dice, gunman(), runner(), shooters=[zone], path=path, rulings=initial)
    assert answer.trigger is not None


def test_friendly_fire() -> None:
    """Who watches without telling friend from foe fires at a friend, and the answer says so."""
    with falling(*MISS) as dice:
        answer = passes(dice, gunman(), runner(side="red"))
    assert answer.verdict.friendly_fire
    assert dice.warnings == ["friendly_fire: gun fired at orc, who is no foe."]


@pytest.mark.parametrize(
    ("gunner", "request_facts", "refusal", "pointer"),
    [
        ({}, {"mover": "elf"}, refusals.TacticalUnknownFigure, "/mover"),
        ({}, {"shooters": [{"figure": "elf", "zone": ZONE}]}, refusals.TacticalUnknownFigure, "/shooters/0/figure"),
        ({}, {"shooters": [WATCHER, WATCHER]}, refusals.TacticalDuplicateId, "/shooters/1/figure"),
        ({}, {"shooters": [{"figure": "orc", "zone": ZONE}]}, refusals.ManeuverConflict, "/shooters/0/figure"),
        ({}, {"shooters": [{"figure": "gun"}]}, refusals.ZoneRequired, "/shooters/0/zone"),
        (
            {},
            {"shooters": [{"figure": "gun", "zone": {"hexes": [[0, 1]]}}]},
            refusals.ZoneOutsideArc,
            "/shooters/0/zone/hexes",
        ),
        ({"state": {"stunned": True}}, {}, refusals.FigureUnable, "/shooters/0/figure"),
        ({"state": {"moved_hexes": 1}}, {}, refusals.OpportunityMoved, "/shooters/0/figure"),
        ({"state": {"wait": {"moved": True}}}, {}, refusals.OpportunityMoved, "/shooters/0/figure"),
        ({"state": {"maneuver": "attack"}}, {}, refusals.ManeuverConflict, "/shooters/0/figure"),
        ({"ready": {}}, {}, refusals.WeaponNotRanged, "/shooters/0/zone/weapon"),
        (
            {"state": {"aim": {"target": "orc", "weapon": "gun", "seconds": 1}}},
            {"shooters": [WATCHER | {"aim": True}]},
            refusals.AimNotAllowed,
            "/shooters/0/aim",
        ),
        ({}, {"path": [{"to": [0, -2]}]}, refusals.NotAdjacent, "/path/0"),
        ({}, {"maneuver": "all_out_defense"}, refusals.ManeuverConflict, "/option"),
        (
            {},
            {"defenses": [{"figure": "orc", "defense": {"preferences": [{"kind": "block"}], "forced": True}}]},
            refusals.DefenseIllegal,
            "/defenses/0/defense/preferences/0",
        ),
    ],
)
def test_what_opportunity_fire_is_refused_for(
    gunner: dict[str, Any], request_facts: dict[str, Any], refusal: type[RulesRefuse], pointer: str
) -> None:
    """Watchers wait, stand still and watch a legal zone; the path is legal; all before the first die."""
    with pytest.raises(refusal) as caught:
        passes(supplied(), gunman(**gunner), runner(state={}), **request_facts)
    assert caught.value.pointer == pointer


def test_a_mover_who_cannot_act() -> None:
    """Who is stunned does not move."""
    with pytest.raises(refusals.FigureUnable):
        passes(supplied(), gunman(), runner(state={"stunned": True}))


# Pop-up attacks


ROCK = {"cells": [{"hex": [0, -1], "solid": True}]}
OUT = {"fire_hex": [1, -1], "target": "orc"}


def pops_up(
    dice: SuppliedDice, *others: TacticalFigure, shooter: TacticalFigure | None = None, **request: Any
) -> TacticalPopupOutcome:
    """Somebody with a gun behind a rock comes out, shoots at the orc, and goes back."""
    figures = documents((shooter or gunman("ash"), *(others or (runner(),))))
    plain = {"attacker": "ash", "map": ROCK, "figures": figures} | OUT
    asked = TacticalPopupInput.model_validate_json(orjson.dumps(plain | request))
    return popup_attack(asked, OPEN, dice)


def enemy(id: str = "imp", **facts: Any) -> TacticalFigure:
    """A foe with a gun who watches from the north."""
    plain: dict[str, Any] = {"side": "blue", "hex": [1, -5], "facing": 3}
    return gunman(id, **(plain | facts))


WATCH = {"figure": "imp", "zone": {"hexes": [[1, -1]]}}


def test_out_of_cover_and_back() -> None:
    """The attacker comes out, shoots at -2, and is back in its cover."""
    with falling(2, 2, 3, 2, 2) as dice:
        answer = pops_up(dice, cover_hex=[0, 0])
    (report,) = answer.attacks
    assert [each.value for each in report.number.terms] == [-2, -2]
    assert (answer.verdict.shot, answer.verdict.in_cover, answer.verdict.attacker_status) == (True, True, "active")
    assert answer.verdict.attack is not None
    assert (answer.verdict.attack.hits, answer.opportunity) == (1, ())
    assert {each.id: each.hex for each in answer.figures}["ash"] == (0, 0)
    assert answer.summary == "Ash hit orc in the torso for 4 points of injury. Ash was back in cover."
    expected = {attack_rules.POPUP_DEFINITION.id, attack_rules.POPUP_NO_STEP.id}
    assert expected <= named(dice)


def test_facings_of_a_popup_attack() -> None:
    """It may turn to shoot, and turn again behind its cover."""
    with falling(*MISS) as dice:
        answer = pops_up(dice, facing=5, end_facing=2)
    assert answer.attacks[0].zone == "front"
    assert {each.id: each.facing for each in answer.figures}["ash"] == 2


def test_rising_behind_cover() -> None:
    """Who shoots over its cover stays in its hex, and is exposed there."""
    request: dict[str, Any] = {
        "fire_hex": [0, 0],
        "map": {},
        "watchers": [{"figure": "imp", "zone": {"hexes": [[0, 0]]}}],
    }
    with falling(*MISS, *MISS) as dice:
        answer = pops_up(dice, runner(), enemy(), **request)
    assert (len(answer.opportunity), answer.verdict.in_cover) == (1, True)
    assert "Ash rose for a pop-up attack." in told(dice)


def test_opportunity_fire_comes_first() -> None:
    """Those who watch the hex it comes out to fire before the shot, and pain of that does not count in it."""
    with falling(*HIT, 5, 5, 5, 1, 1, 5, 5, 4) as dice:
        answer = pops_up(dice, runner(), enemy(), watchers=[WATCH])
    (shot,) = answer.opportunity
    assert (shot.figure, shot.result) == ("imp", "fired")
    assert shot.attack is not None
    assert [each.kind for each in shot.attack.defenses] == ["dodge"]
    assert answer.attacks[0].number.total == 8
    ash = {each.id: each for each in answer.figures}["ash"]
    assert (ash.state.shock, ash.hex) == (-2, (0, 0))
    assert {attack_rules.POPUP_EXPOSED.id} <= named(dice)


def test_watchers_who_hold_their_fire() -> None:
    """If nobody fires at it the shot is as it was planned."""
    watch = {"figure": "imp", "zone": {"hexes": [[1, -1]], "discriminate": True}}
    with falling(6, 6, 5, *MISS) as dice:
        answer = pops_up(dice, runner(), enemy(), watchers=[watch])
    assert ([each.result for each in answer.opportunity], answer.verdict.shot) == (["held_fire"], True)


def test_who_watches_elsewhere_does_not_fire() -> None:
    """Those who watch other hexes do not fire."""
    watch = {"figure": "imp", "zone": {"hexes": [[0, -4]]}}
    with falling(*MISS) as dice:
        answer = pops_up(dice, runner(), enemy(), watchers=[watch])
    assert answer.opportunity == ()


def test_a_popup_attack_that_is_stopped() -> None:
    """Who is put out of action by opportunity fire neither shoots nor gets back into cover."""
    weak = gunman("ash", hp=6, hp_max=10, ht=3, dx=8)
    with falling(*HIT, 6, 6, 5, 6, 6, 6, 6, 6) as dice:
        answer = pops_up(dice, runner(), enemy(), shooter=weak, watchers=[WATCH])
    assert (answer.verdict.shot, answer.verdict.in_cover, answer.verdict.attack) == (False, False, None)
    assert answer.verdict.attacker_status == "unconscious"
    assert {each.id: each.hex for each in answer.figures}["ash"] != (0, 0)
    assert answer.summary.endswith("Ash did not get to shoot. Ash did not get back into cover.")


def test_a_shot_that_is_no_longer_possible() -> None:
    """If the shot cannot be made any more, the attacker only goes back."""
    drops = {"figure": "ash", "defense": {"preferences": [{"kind": "dodge", "drop": True}], "forced": False}}
    weak = gunman("ash", gun(level=8))
    with falling(*HIT, 1, 1, 1) as dice:
        answer = pops_up(dice, runner(), enemy(), shooter=weak, watchers=[WATCH], defenses=[drops])
    assert {each.id: each.posture for each in answer.figures}["ash"] == "lying"
    assert not answer.verdict.in_cover


@pytest.mark.parametrize(
    ("facts", "request_facts", "refusal", "pointer"),
    [
        ({}, {"attacker": "elf"}, refusals.TacticalUnknownFigure, "/attacker"),
        ({}, {"cover_hex": [1, 0]}, refusals.PopupTooFar, "/cover_hex"),
        ({}, {"fire_hex": [2, -1]}, refusals.PopupTooFar, "/fire_hex"),
        ({}, {"fire_hex": [0, -1]}, refusals.BlockedByBarrier, "/fire_hex"),
        ({}, {"fire_hex": [-1, 0]}, refusals.HexOccupied, "/fire_hex"),
        (
            {},
            {"map": {"edges": [{"hex": [0, 0], "direction": 1, "kind": "wall"}]}},
            refusals.BlockedByBarrier,
            "/fire_hex",
        ),
        (
            {"state": {"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3, "adjacent": True}]}},
            {"others": [runner(hex=[0, 1]), foe("imp", hex=[-1, 0])]},
            refusals.ManeuverConflict,
            "/attacker",
        ),
        ({"weapon": gun(ranged_class="bow")}, {}, refusals.PopupWeapon, "/weapon"),
        ({"weapon": gun(ranged_class="sling")}, {}, refusals.PopupWeapon, "/weapon"),
        ({"weapon": gun(ranged_class="other")}, {}, refusals.PopupWeapon, "/weapon"),
        (
            {"state": {"aim": {"target": "orc", "weapon": "gun", "seconds": 2}}, "weapon": gun(acc=2)},
            {},
            refusals.AimNotAllowed,
            "/aim",
        ),
        ({"state": {"stunned": True}}, {}, refusals.FigureUnable, "/attacker"),
        (
            {},
            {
                "watchers": [WATCH],
                "defenses": [
                    {"figure": "ash", "defense": {"preferences": [{"kind": "parry"}], "forced": True}},
                ],
            },
            refusals.PopupDodgeOnly,
            "/defenses/0/defense/preferences/0",
        ),
        ({}, {"watchers": [{"figure": "imp"}]}, refusals.ZoneRequired, "/watchers/0/zone"),
        ({}, {"facing": 3}, refusals.OutsideArc, "/target"),
    ],
)
def test_what_a_popup_attack_is_refused_for(
    facts: dict[str, Any], request_facts: dict[str, Any], refusal: type[RulesRefuse], pointer: str
) -> None:
    """It goes one free hex out of its cover with a quick weapon and without aim, and defends itself by a dodge."""
    others = request_facts.get("others", [runner(), enemy(hex=[-1, -3]), foe("troll", hex=[-1, 0])])
    request = {name: fact for name, fact in request_facts.items() if name != "others"}
    with pytest.raises(refusal) as caught:
        pops_up(supplied(), *others, shooter=gunman("ash", **facts), **request)
    assert caught.value.pointer == pointer


def test_fit_weapons_for_popup_attacks() -> None:
    """Thrown weapons, crossbows, firearms and beams are quick enough for a pop-up attack."""
    for kind in ("crossbow", "firearm", "beam", "thrown"):
        with falling(*MISS) as dice:
            assert pops_up(dice, shooter=gunman("ash", gun(ranged_class=kind))).verdict.shot
