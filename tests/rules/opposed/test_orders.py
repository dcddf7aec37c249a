"""Turns: what each order does, and how a turn is lost."""

import pytest

from service.rules.opposed.battle.outcomes import OpposedBlow
from service.rules.opposed.book.words import OpposedCondition, OpposedEffect, OpposedPosture, OpposedStatus
from tests.pins import pins
from tests.rules.opposed.fights import (
    ASH,
    BOW,
    CRUCIAL,
    GUARDED,
    HIT,
    IMP,
    MISS,
    OPEN,
    ORC,
    Document,
    attack,
    duel,
    engaged,
    fight,
    order,
    play,
    said,
)

SHIELD = {"base_chance": 40, "rank": 3, "shield": True}
FAST_ORC = {**ORC, "agility": 30}
"""Acts before Ash, at 41; Defence 38."""
EVADING_ASH = {**ASH, "evading": True}
"""Defence 61."""
MISSILE = {"mode": "ranged", "situation": {"flight": "missile"}}


def test_evading_ends_at_the_own_turn() -> None:
    """A figure evades to its next turn, whatever that turn brings."""
    told = play(duel(order("pass", "ash"), attack("orc", "ash"), ash={"evading": True}), MISS, OPEN)
    assert told.outcome.events[1].defence == 27
    assert not told.outcome.state[0].evading
    again = play(duel(order("evade", "ash"), attack("orc", "ash"), ash={"evading": True}), MISS, OPEN)
    assert again.outcome.events[1].defence == 61
    assert {"evade/stance", "round/evade-duration"} <= again.cited


def test_defensive_withdrawal_ends_at_the_own_turn() -> None:
    """The guard of a defensive withdrawal lasts to the figure's next turn."""
    guarded = {**ASH, "withdrawal": "defensive"}
    faces = (MISS, OPEN)
    early = play(fight([guarded, FAST_ORC], attack("orc", "ash")), 1, 9, *faces)
    assert early.outcome.events[0].defence == 47
    assert early.outcome.state[0].withdrawal == "none"
    late = play(fight([guarded, ORC], attack("orc", "ash")), 9, 1, *faces)
    assert late.outcome.events[1].defence == 27


@pytest.mark.parametrize(
    ("orc", "faces", "reason"),
    [
        pytest.param({"endurance": 5}, (CRUCIAL, OPEN, 1), "incapacitated", id="incapacitated"),
        pytest.param({"endurance": 8}, (CRUCIAL, OPEN, 1, 95), "unconscious", id="unconscious"),
    ],
)
def test_the_fallen_lose_their_turn(orc: Document, faces: tuple[int, ...], reason: str) -> None:
    """A figure that goes down before its turn loses it, and is engaged with nobody."""
    told = play(duel(attack("ash", "orc"), attack("orc", "ash"), orc=orc), *faces)
    assert said(told.outcome.events[1]) == ("orc", "none", reason)
    assert told.texts[-1] == f"Orc lost the turn: it was {reason}."
    assert [figure.engaged_with for figure in told.outcome.state] == [(), ()]
    assert "round/lost-action" in told.cited


def test_knocked_out() -> None:
    """A knockout takes a figure out of the round."""
    told = play(duel(attack("ash", "orc", maneuver="knockout"), attack("orc", "ash")), CRUCIAL, OPEN)
    assert told.outcome.events[0].text == "Ash tried to knock orc out; ash hit orc; orc was knocked out."
    assert said(told.outcome.events[1]) == ("orc", "none", "unconscious")
    assert told.outcome.state[1].conditions == (OpposedCondition.KNOCKED_OUT,)


def test_target_fallen() -> None:
    """A strike at a figure that is already down or gone is lost without dice."""
    told = play(fight([ASH, {**ORC, "status": "unconscious"}, IMP], attack("ash", "orc")), 9, 1)
    assert said(told.outcome.events[0]) == ("ash", "none", "target_down")
    fled = play(fight([ASH, {**ORC, "status": "fled"}, IMP], order("restrain", "ash", target="orc")), 9, 1)
    assert said(fled.outcome.events[0]) == ("ash", "none", "target_fled")
    assert fled.texts[-2:] == ["Ash lost the turn: orc had fled.", "Imp had no order and passed."]


def test_an_owed_pass_comes_first() -> None:
    """A Pass owed for a parry is the figure's next action, even before it may shake off a stun."""
    owing = {"must_pass_next": True, "stunned": True}
    told = play(duel(attack("ash", "orc"), ash=owing))
    assert said(told.outcome.events[0]) == ("ash", "pass", "must_pass")
    assert (told.outcome.state[0].must_pass_next, told.outcome.state[0].stunned) == (False, True)
    assert "ruling/must-pass" in told.cited


def test_stunned_figures_recover() -> None:
    """A stunned figure tries to recover, whatever it is ordered; being ordered to is no reason to mention."""
    told = play(duel(order("recover_from_stun", "ash"), ash={"stunned": True}), 48)
    assert said(told.outcome.events[0]) == ("ash", "recover_from_stun", None)
    assert (told.outcome.events[0].chance, told.outcome.events[0].recovered) == (48, True)
    assert not told.outcome.state[0].stunned
    forced = play(duel(ash={"stunned": True, "fatigue": None}), 29)
    assert said(forced.outcome.events[0]) == ("ash", "recover_from_stun", "stunned")
    assert (forced.outcome.events[0].chance, forced.outcome.events[0].recovered) == (28, False)
    assert forced.outcome.state[0].stunned


def test_nothing_to_recover_from() -> None:
    """An order to recover does nothing for a figure that is not stunned."""
    told = play(duel(order("recover_from_stun", "ash")))
    assert said(told.outcome.events[0]) == ("ash", "recover_from_stun", "not_stunned")


@pins("standing-up")
@pytest.mark.parametrize("posture", ["prone", "kneeling"])
def test_standing_up(posture: str) -> None:
    """Standing up takes the whole turn and no die; whoever strikes later in the round finds the figure on its feet."""
    given = duel(order("stand_up", "ash"), attack("orc", "ash"), ash={"posture": posture})
    told = play(given, MISS, OPEN)
    event = told.outcome.events[0]
    assert (said(event), event.text) == (("ash", "stand_up", None), "Ash stood up.")
    assert told.outcome.events[1].strike_chance == 74
    assert told.outcome.state[0].posture is OpposedPosture.STANDING
    assert {"round/stand-up", "ruling/standing-up"} <= told.cited


def test_standing_already() -> None:
    """A figure that stands has nothing to stand up from, and says so."""
    told = play(duel(order("stand_up", "ash")))
    assert said(told.outcome.events[0]) == ("ash", "stand_up", "already_standing")
    assert told.outcome.events[0].text == "Ash was standing already."


def test_other_orders() -> None:
    """What these rules leave to people is only told."""
    told = play(duel(order("other", "ash", label="opens the gate")))
    assert (told.outcome.events[0].action, told.outcome.events[0].label) == ("other", "opens the gate")
    assert told.outcome.events[0].text == "Ash: opens the gate."


def test_a_strike_engages() -> None:
    """A melee strike engages both figures, also when it misses; a ranged strike does not."""
    told = play(fight([ASH, ORC], attack("ash", "orc")), 9, 1, MISS, OPEN)
    assert [figure.engaged_with for figure in told.outcome.state] == [("orc",), ("ash",)]
    assert "Ash engaged orc." in told.texts
    shot = play(fight([BOW, ORC], attack("bow", "orc", **MISSILE)), 9, 1, MISS, OPEN)
    assert [figure.engaged_with for figure in shot.outcome.state] == [(), ()]
    assert "round/engagement" in told.cited - shot.cited


def test_manoeuvres() -> None:
    """A strike may be a manoeuvre, whose effect stays with its target."""
    told = play(duel(attack("ash", "orc", maneuver="trip")), HIT, OPEN, 1, 100)
    assert told.outcome.events[0].effects == (OpposedEffect.PRONE,)
    assert told.outcome.events[0].text == "Ash tried to trip orc; ash hit orc without a wound; orc fell prone."
    assert told.outcome.state[1].posture is OpposedPosture.PRONE


DISARMED = (attack("ash", "orc", maneuver="disarm"), (HIT, OPEN, 100))


@pytest.mark.parametrize(
    ("changes", "weapon"),
    [
        pytest.param({"maneuver": "shield_rush"}, SHIELD, id="a shield rush"),
        pytest.param(MISSILE, {**SHIELD, "flight": "missile"}, id="a shot"),
    ],
)
def test_disarmed_in_mid_round(changes: Document, weapon: Document) -> None:
    """A figure that is disarmed before its turn cannot do what needs the weapon."""
    disarm, faces = DISARMED
    told = play(duel(disarm, attack("orc", "ash", **changes), orc={"weapon": weapon}), *faces)
    assert said(told.outcome.events[1]) == ("orc", "none", "disarmed")
    assert told.outcome.events[1].target == "ash"


def test_bare_hands() -> None:
    """A figure that is disarmed before its turn strikes with bare hands, until its caller arms it again."""
    disarm, faces = DISARMED
    told = play(duel(disarm, attack("orc", "ash")), *faces, MISS, OPEN)
    assert told.outcome.events[1].strike_chance == 12
    assert told.outcome.state[1].weapon.base_chance == 0
    armed = {**ORC, "conditions": ["disarmed"], "weapon": {**SHIELD, "flight": "thrown"}}
    thrown = attack("orc", "ash", mode="ranged", situation={"flight": "thrown"})
    assert play(fight([armed, ASH], thrown), 9, 1, MISS, OPEN).outcome.events[0].strike_chance == 64


def test_parry_and_riposte_may_be_declined() -> None:
    """An evading figure need not parry, and need not riposte."""
    given = engaged(EVADING_ASH, FAST_ORC)
    orders = (attack("orc", "ash"), order("pass", "ash"))
    taken = play(fight(given, *orders), MISS, GUARDED, 8, HIT, OPEN, 4).outcome.events[0]
    assert isinstance(taken.riposte, OpposedBlow)
    assert taken.text == "Ash parried orc and disarmed; in return ash hit orc for 3 Fatigue."
    no_riposte = fight(given, *orders, reactions=[{"actor": "ash", "riposte": False}])
    declined = play(no_riposte, MISS, GUARDED, 8).outcome.events[0]
    assert (declined.parry, declined.riposte) == ("disarm_and_riposte", None)
    no_parry = fight(given, *orders, reactions=[{"actor": "ash", "parry": False}])
    assert play(no_parry, MISS, GUARDED).outcome.events[0].parry is None


@pytest.mark.parametrize(
    ("orc", "faces", "status", "text"),
    [
        pytest.param(
            {"endurance": 1}, (MISS, GUARDED, 2), "incapacitated", "orc was incapacitated.", id="incapacitated"
        ),
        pytest.param(
            {"endurance": 3}, (MISS, GUARDED, 2, 99), "unconscious", "orc fell unconscious.", id="unconscious"
        ),
        pytest.param(
            {"endurance": 3}, (MISS, GUARDED, 2, 1), "active", "Ash parried orc and disarmed.", id="conscious"
        ),
    ],
)
def test_a_parry_may_fell_the_attacker(orc: Document, faces: tuple[int, ...], status: str, text: str) -> None:
    """The 1 Endurance of a disarming parry can bring the attacker down."""
    told = play(
        fight(engaged(EVADING_ASH, {**FAST_ORC, **orc, "weapon": {**ORC["weapon"], "rank": 3}}), attack("orc", "ash")),
        *faces,
    )
    event = told.outcome.events[0]
    assert event.text.endswith(text)
    assert event.actor_status == status
    assert event.attacker_conscious is (None if status == "incapacitated" else status == "active")
    assert told.outcome.state[0].engaged_with == (("orc",) if status == "active" else ())


@pytest.mark.parametrize(
    ("orc", "faces", "text"),
    [
        pytest.param({}, (MISS, OPEN), "Ash missed orc.", id="miss"),
        pytest.param({}, (HIT, 15), "Orc blocked ash.", id="block"),
        pytest.param({}, (HIT, OPEN, 4), "Ash hit orc for 3 Fatigue.", id="fatigue"),
        pytest.param(
            {"endurance": 5}, (CRUCIAL, OPEN, 2), "Ash hit orc for 6 Endurance; orc was incapacitated.", id="down"
        ),
        pytest.param(
            {"endurance": 8}, (CRUCIAL, OPEN, 1, 95), "Ash hit orc for 5 Endurance; orc fell unconscious.", id="out"
        ),
        pytest.param({"stunned": True}, (CRUCIAL, OPEN, 3, 100), "Ash hit orc for 7 Endurance.", id="stunned before"),
        pytest.param({}, (99, OPEN, 90, 12), "Ash missed orc; ash fumbled.", id="fumble"),
    ],
)
def test_strikes_are_told(orc: Document, faces: tuple[int, ...], text: str) -> None:
    """An event tells a strike and what it did to its target."""
    told = play(duel(attack("ash", "orc"), orc=orc), *faces)
    assert told.outcome.events[0].text == text


def test_restraining() -> None:
    """Restraining engages; the condition is recorded once."""
    given = fight([ASH, {**ORC, "conditions": ["restrained"]}], order("restrain", "ash", target="orc"))
    told = play(given, 9, 1, 15)
    assert told.outcome.events[0].text == "Ash restrained orc."
    assert told.outcome.state[1].conditions == (OpposedCondition.RESTRAINED,)
    assert told.outcome.state[1].engaged_with == ("ash",)
    failed = play(duel(order("restrain", "ash", target="orc")), 16).outcome
    assert (failed.events[0].success, failed.state[1].conditions) == (False, ())
    assert failed.events[0].text == "Ash did not get hold of orc."


def test_nobody_to_withdraw_from() -> None:
    """A figure that is engaged with nobody has nothing to withdraw from."""
    told = play(fight([ASH, ORC], order("withdraw", "ash", kind="defensive")), 9, 1)
    assert said(told.outcome.events[0]) == ("ash", "none", "not_engaged")


def test_withdrawing_from_many() -> None:
    """A withdrawal ends every engagement of the figure, and nobody else's."""
    foes = engaged(ASH, ORC, IMP)
    told = play(fight([*foes, *engaged(BOW, {**ORC, "id": "ork"})], order("withdraw", "ash", kind="defensive")), 1, 2)
    assert [figure.engaged_with for figure in told.outcome.state] == [(), (), (), ("ork",), ("bow",)]
    assert told.outcome.events[0].success
    assert "Ash was no longer engaged with anyone." in told.texts


def test_leaving_close_combat() -> None:
    """The Strength of every friend who fights the same foes helps, and that of every such foe hinders."""
    friend = {**BOW, "engaged_with": ["orc"], "physical_strength": 5}
    ash, orc, imp = engaged({**ASH, "physical_strength": 10}, ORC, {**IMP, "physical_strength": 3})
    orc = {**orc, "engaged_with": ["ash", "bow"]}
    given = fight([ash, orc, imp, friend], order("withdraw", "ash", kind="close"))
    told = play(given, 10)
    assert (told.outcome.events[0].total, told.outcome.events[0].success) == (10 + 15 - 17, False)
    assert told.outcome.events[0].text == "Ash stayed in close combat."
    assert told.outcome.state[0].engaged_with == ("orc", "imp")
    given = fight([ash, {**orc, "physical_strength": 9}, imp, friend], order("withdraw", "ash", kind="close"))
    told = play(given, 7)
    assert (told.outcome.events[0].total, told.outcome.events[0].success) == (7 + 15 - 12, True)
    assert [figure.engaged_with for figure in told.outcome.state] == [(), ("bow",), (), ("orc",)]


WITHDRAW = order("withdraw", "ash", kind="offensive", target="orc", situation={"attack_hex": "rear"})


def test_offensive_withdrawal() -> None:
    """An offensive withdrawal strikes at -20 and then leaves, in the circumstances of its order."""
    told = play(duel(WITHDRAW), 98, OPEN)
    event = told.outcome.events[0]
    assert (event.strike_chance, event.action, event.success) == (87 - 20 + 30, "withdraw", True)
    assert event.text == "Ash missed orc. Ash withdrew."
    assert [figure.engaged_with for figure in told.outcome.state] == [(), ()]
    assert "withdraw/offensive" in told.cited


def test_withdrawing_from_the_fallen() -> None:
    """If its target is already down, an offensive withdrawal only leaves, which is no lost turn."""
    ash, imp = engaged(ASH, IMP)
    told = play(fight([ash, {**ORC, "status": "unconscious"}, imp], WITHDRAW))
    event = told.outcome.events[0]
    assert (said(event), event.success) == (("ash", "withdraw", "target_down"), True)
    assert (event.text, event.text in told.texts) == ("Ash withdrew without a strike: orc was already down.", True)
    assert [figure.engaged_with for figure in told.outcome.state] == [(), (), ()]
    assert "withdraw/offensive" in told.cited
    assert "round/lost-action" not in {step.rule.removeprefix("opposed/") for step in told.steps if step.actor == "ash"}


def test_struck_down_while_withdrawing() -> None:
    """Who is brought down by the parry of its last strike does not get away."""
    told = play(duel(WITHDRAW, ash={"endurance": 1}, orc={"evading": True}), 98, 1, 8)
    event = told.outcome.events[0]
    assert (event.success, event.actor_status) == (False, OpposedStatus.INCAPACITATED)
    assert event.text == "Orc parried ash and disarmed; ash was incapacitated."


def test_a_strike_made_withdrawing_leaves() -> None:
    """An attack whose circumstances say that it is made withdrawing ends in leaving, too."""
    told = play(duel(attack("ash", "orc", situation={"withdrawal": "offensive"})), MISS, OPEN)
    assert told.outcome.events[0].strike_chance == 67
    assert [figure.engaged_with for figure in told.outcome.state] == [(), ()]


def test_parrying_bare_hands() -> None:
    """Nobody is told to be disarmed who has no weapon; a fumbled riposte is told."""
    given = fight(engaged(EVADING_ASH, {**FAST_ORC, "weapon": {}}), attack("orc", "ash"))
    told = play(given, MISS, GUARDED, 2, 99, OPEN, 100, 50)
    assert told.outcome.events[0].attacker_disarmed is False
    assert told.outcome.events[0].text == ("Ash parried orc; in return ash missed orc; ash fumbled.")
    assert any(text.endswith("parried bare hands and might riposte.") for text in told.texts)
