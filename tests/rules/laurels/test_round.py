"""Rounds: who has a turn and when, what turns hold, and what is carried into the next round."""

import orjson
import pytest

from service.rules.laurels.battle.models import LaurelsRound
from service.rules.laurels.battle.outcomes import LaurelsRoundOutcome
from service.rules.laurels.rounds.round import resolve_round
from service.wire import to_json
from tests.rules.laurels.figures import (
    ARCHER,
    BANDIT,
    CEDRYK,
    GIANT,
    ORC,
    TOMBRIL,
    Document,
    fight,
    order,
    parrying,
    stance,
)
from tests.rules.laurels.stories import Story, tell

PARTY, OPPONENTS = 6, 1


def play(given: LaurelsRound, *faces: int, options: Document | None = None) -> Story[LaurelsRoundOutcome]:
    """Play a round."""
    return tell(resolve_round, given, *faces, options=options)


def turns(told: Story[LaurelsRoundOutcome]) -> list[tuple[str, str, str | None]]:
    """Who had a turn, what it did, and why it went otherwise."""
    return [(each.actor, each.action, each.reason) for each in told.outcome.events]


def other(actor: str, activity: str = "improvise", **changes: object) -> Document:
    """An order to do something that has no numbers."""
    return {"action": "other", "actor": actor, "activity": activity, "label": "does it", **changes}


def test_a_round_is_told() -> None:
    """Phases are told in the order in which they happen, and sentences sum up the round."""
    told = play(fight([TOMBRIL, BANDIT], order("tombril", "bandit", move_before_ft=10)), PARTY, 1, 1, 1, 1, 1)
    assert told.texts == [
        "Round 2 began, 6 seconds into the fight.",
        "The die showed 6: the party won the initiative.",
        "Tombril moved 10 feet before the action (30 allowed).",
        "Tombril rolled 5 on 5d6.",
        "Tombril dealt bandit 23 (5 + 10 magic + 8 Strength).",
        "Bandit lost 3 stamina: 0 left.",
        "Bandit took 3 injuries: 3 of 3 slots.",
        "Bandit died.",
        "Bandit was dead and took no turn.",
    ]
    assert told.outcome.summary == (
        "Round 2: the party won the initiative. Tombril hit bandit for 6 damage; bandit died. The "
        "fight is over: victory for the party. The opponents lost bandit (dead)."
    )
    assert {"round/structure", "round/duration", "round/phases", "turn/parts"} <= told.cited
    verdict = told.outcome.verdict
    assert (verdict.stamina_lost, verdict.injuries_gained, verdict.dead, verdict.fled) == (3, 3, 1, 0)
    assert (verdict.over, verdict.winner, verdict.draw) == (True, "party", False)


def test_surprise_takes_only_turns() -> None:
    """The surprised side has no turn; its Dexterity counts, and who cannot be surprised acts in its side's place."""
    figures = [TOMBRIL, CEDRYK | {"cannot_be_surprised": True}, ORC]
    given = fight(figures, order("orc", "tombril"), order("tombril", "orc"), round=1, surprise="opponents_ambush")
    told = play(given, 1, 7, 3)
    assert turns(told) == [("orc", "attack", None), ("tombril", "none", "surprised"), ("cedryk", "pass", None)]
    assert told.outcome.events[0].net == 7 + 3 + 3 - 8
    assert {"surprise/immunity", "ruling/surprise-and-parry", "ruling/immune-member-order"} <= told.cited


def test_the_side_chooses_its_order() -> None:
    """Members act as the side likes; the dead among them are passed over."""
    figures = [TOMBRIL, CEDRYK, ORC, BANDIT | {"status": "dead"}]
    told = play(fight(figures, turn_order={"party": ["cedryk"], "opponents": ["bandit"]}), OPPONENTS)
    assert [each.actor for each in told.outcome.events] == ["orc", "cedryk", "tombril"]
    assert told.texts[2] == "In the order that the party chose: cedryk, tombril."


def test_the_dead_do_not_act() -> None:
    """Who dies or flees before its turn loses it; who was dead or gone before has none."""
    figures = [TOMBRIL, BANDIT, BANDIT | {"id": "gone", "status": "fled"}, BANDIT | {"id": "late", "status": "dead"}]
    told = play(fight(figures, order("tombril", "bandit"), order("bandit", "tombril")), PARTY, 1, 1, 1, 1, 1)
    assert turns(told) == [("tombril", "attack", None), ("bandit", "none", "dead")]
    assert "ruling/simultaneity" in told.cited


def test_an_attack_on_someone_gone_is_lost() -> None:
    """No dice are rolled at someone who has retreated."""
    given = fight(
        [TOMBRIL, GIANT], {"action": "retreat", "actor": "tombril", "move_before_ft": 30}, order("giant", "tombril")
    )
    told = play(given, PARTY)
    assert turns(told) == [("tombril", "retreat", None), ("giant", "attack", "target_gone")]
    assert told.texts[-2:] == [
        "The attack of giant on tombril was lost: tombril had fled.",
        "The party withdrew; unless somebody pursues, the encounter is over.",
    ]
    assert (told.outcome.verdict.fled, told.outcome.verdict.winner) == (1, "opponents")
    assert told.outcome.summary == (
        "Round 2: the party won the initiative. Tombril retreated. The attack of giant on tombril was "
        "lost: tombril had fled. The fight is over: victory for the opponents, by flight. The party "
        "lost tombril (fled)."
    )


def test_who_has_fled_has_no_turn() -> None:
    """Who was sent as fled has no turn, whatever it is ordered."""
    told = play(fight([TOMBRIL, CEDRYK, BANDIT | {"status": "fled"}, ORC], order("bandit", "tombril")), PARTY)
    assert [each.actor for each in told.outcome.events] == ["tombril", "cedryk", "orc"]
    assert told.warnings == ["'bandit' has fled: its order has no effect."]


@pytest.mark.parametrize(("leave", "reason"), [("refuse", "stamina_spent"), ("allow", None)])
def test_stamina_spent_before_the_shot(leave: str, reason: str | None) -> None:
    """An archer who loses the last stamina before its turn cannot shoot, unless the request allows it."""
    figures = [ARCHER | {"stamina": 1}, ORC]
    given = fight(figures, order("orc", "archer"), order("archer", "orc", distance_ft=20))
    shot = (5, 2) if leave == "allow" else ()
    told = play(given, OPPONENTS, 1, 1, *shot, options={"ranged_at_zero_stamina": leave})
    assert turns(told)[1] == ("archer", "attack", reason)


def test_a_weapon_shattered_before_the_attack() -> None:
    """A stance whose weapon shatters before its owner's turn leaves nothing to attack or to parry with."""
    parrying_tombril = TOMBRIL | {"parry": {"equipment": "weapon", "weapon_magic_bonus": 0}}
    faces = (OPPONENTS, 8, 1, 1)
    told = play(fight([parrying_tombril, ORC], order("orc", "tombril"), order("tombril", "orc")), *faces)
    assert turns(told)[1] == ("tombril", "attack", "weapon_broken")
    told = play(fight([parrying_tombril, ORC], order("orc", "tombril"), parrying("tombril", "weapon")), *faces)
    assert turns(told)[1] == ("tombril", "parry", "nothing_to_parry_with")
    both = parrying("tombril", "both", shield_durability=9)
    told = play(fight([parrying_tombril, ORC], order("orc", "tombril"), both), *faces)
    assert told.outcome.state[0].parry == stance(
        "both", weapon_shattered=True, weapon_magic_bonus=2, shield_durability=9
    )


def test_a_shield_is_not_mended_by_parrying_again() -> None:
    """A new stance begins with the shield as the last one left it."""
    shielded = TOMBRIL | {"parry": {"equipment": "shield", "shield_durability": 9}}
    given = fight([shielded, ORC], order("orc", "tombril"), parrying("tombril", "shield", shield_durability=20))
    told = play(given, OPPONENTS, 1, 7)
    assert told.outcome.state[0].parry == stance("shield", shield_durability=3)
    gone = play(given, OPPONENTS, 7, 7)
    assert (turns(gone)[1], gone.outcome.state[0].parry) == (("tombril", "parry", "nothing_to_parry_with"), None)
    assert gone.outcome.state[0].shield_durability == 0
    swapped = TOMBRIL | {"parry": {"equipment": "weapon"}}
    fresh = play(fight([swapped, ORC], parrying("tombril", "shield", shield_durability=20)), PARTY)
    assert fresh.outcome.state[0].parry == stance("shield", shield_durability=20)


def test_wear_outlasts_the_stance() -> None:
    """A shield that was worn, then not used for a round, is as worn when it parries again."""
    shielded = TOMBRIL | {"parry": {"equipment": "shield", "shield_durability": 9}}
    worn = play(fight([shielded, ORC], order("orc", "tombril"), order("tombril", "orc")), OPPONENTS, 1, 7, *(1,) * 5)
    tombril = worn.outcome.state[0]
    assert (tombril.parry, tombril.shield_durability) == (None, 3)
    participants = orjson.loads(to_json(worn.outcome.state))
    again = play(fight(participants, parrying("tombril", "shield", shield_durability=20)), PARTY)
    assert again.outcome.state[0].parry == stance("shield", shield_durability=3)


def test_nothing_left_is_no_parry() -> None:
    """A blow that meets a stance of which nothing is left is not told as parried."""
    shattered = TOMBRIL | {"parry": {"equipment": "weapon", "weapon_shattered": True}}
    told = play(fight([shattered, ORC], order("orc", "tombril")), OPPONENTS, 7, 7)
    assert told.outcome.events[0].text == "Orc hit tombril for 9 damage."
    assert "The attack of orc on tombril was worth 9" in " ".join(told.texts)


def test_the_last_shot_of_a_creature_without_slots() -> None:
    """An archer without slots that spends its last stamina is exhausted, by option dead, and the sentences say so."""
    archer = ARCHER | {"stamina": 1, "injury_slots": None}
    told = play(fight([archer, ORC], order("archer", "orc")), PARTY, 1, 4)
    assert (told.outcome.verdict.dead, told.outcome.state[0].status) == (0, "exhausted")
    told = play(fight([archer, ORC], order("archer", "orc")), PARTY, 1, 4, options={"exertion_kills": True})
    assert told.outcome.events[0].text == "Archer did not get through to orc; archer died of the exertion."
    assert (told.outcome.verdict.dead, told.outcome.verdict.winner) == (1, "opponents")
    assert told.outcome.summary == (
        "Round 2: the party won the initiative. Archer did not get through to orc; archer died of the "
        "exertion. Orc had no order and passed. The fight is over: victory for the opponents. The "
        "party lost archer (dead)."
    )


def test_who_has_no_stamina_and_no_slots_is_dead_from_the_start() -> None:
    """A creature that is sent without slots and stamina has no turn and does not count as one that died."""
    told = play(fight([TOMBRIL, GIANT, ORC | {"stamina": 0, "injury_slots": None}], order("tombril", "orc")), PARTY)
    assert turns(told) == [("tombril", "attack", "target_gone"), ("giant", "pass", None)]
    assert (told.outcome.state[2].status, told.outcome.verdict.dead) == ("dead", 0)


def test_a_retreat_is_a_turn() -> None:
    """One who retreats leaves; that its side has withdrawn is said once all of it has."""
    told = play(fight([TOMBRIL, CEDRYK, ORC], {"action": "retreat", "actor": "tombril"}), PARTY)
    (step,) = [step for step in told.steps if step.text == "Tombril retreated."]
    assert (step.rule, step.cites) == ("laurels/turn/parts", ("laurels/ruling/retreat",))
    assert "retreat/unpursued" not in told.cited


def test_one_stance_meets_all_attackers() -> None:
    """Explosions of several attackers add up against one stance."""
    figures = [TOMBRIL, ORC, ORC | {"id": "other"}]
    given = fight(
        figures, parrying("tombril", "weapon", weapon_magic_bonus=1), order("orc", "tombril"), order("other", "tombril")
    )
    told = play(given, PARTY, 8, 1, 1, 8, 1, 1)
    parries = [event.parry for event in told.outcome.events if event.parry]
    assert [(each.explosions, each.weapon_shattered) for each in parries] == [(1, False), (2, True)]
    assert told.outcome.events[1].text == "Tombril parried orc."


def test_a_parry_lasts_to_the_next_turn() -> None:
    """A stance outlasts the round and ends as its owner's turn begins."""
    told = play(fight([TOMBRIL, GIANT], parrying("giant", "weapon")), PARTY)
    assert told.outcome.state[1].parry == stance("weapon", weapon_magic_bonus=0)
    again = LaurelsRound.model_validate_json(
        to_json({"round": 3, "participants": told.outcome.state, "orders": [order("tombril", "giant")]})
    )
    met = play(again, PARTY, 1, 1, 1, 1, 1)
    assert met.outcome.events[0].applied == 0
    assert (met.texts[-2], met.outcome.state[1].parry) == ("Giant stopped parrying as its turn began.", None)
    assert met.outcome.state[0].attacked_last_round == ("giant",)


def test_who_parries_may_move() -> None:
    """Only the action is spent."""
    given = fight([TOMBRIL, GIANT], parrying("tombril", "weapon") | {"move_after_ft": 30})
    told = play(given, PARTY)
    assert (told.outcome.events[0].moved_ft, "ruling/parry-movement" in told.cited) == (30, True)


def test_movement_may_be_split() -> None:
    """Part of it before the action and part after, and more where the action grants it."""
    given = fight([TOMBRIL, GIANT], other("tombril", "dash", move_before_ft=10, move_after_ft=40, bonus_move_ft=20))
    told = play(given, PARTY)
    assert told.texts[2] == "Tombril moved 10 feet before the action and 40 feet after the action (50 allowed)."
    assert {"move/split", "move/bonus", "move/allowance"} <= told.cited


@pytest.mark.parametrize(
    ("activity", "rule"),
    [
        ("charge", "catalogue"),
        ("sheathe", "sheathe-costs"),
        ("cast_spell", "spell"),
        ("give_instructions", "complex-instructions"),
        ("improvise", "latitude"),
    ],
)
def test_actions_without_numbers(activity: str, rule: str) -> None:
    """Each action that is no attack is recorded under its rule."""
    told = play(fight([TOMBRIL, GIANT], other("tombril", activity)), PARTY)
    assert [step.rule for step in told.steps if step.text == "Tombril: does it."] == [f"laurels/action/{rule}"]


def test_free_acts() -> None:
    """What is free is told and costs nothing."""
    given = fight([TOMBRIL, GIANT], order("tombril", "giant", free=["draw", "drop_and_draw", "speak", "point"]))
    told = play(given, PARTY, 1, 1, 1, 1, 1)
    assert {"action/draw-free", "action/drop-and-draw", "action/communication", "action/pointing"} <= told.cited
    assert told.outcome.events[0].applied == 19


def test_other_actions_do_what_the_caller_says() -> None:
    """Effects are applied in order: through a parry, to stamina or directly, to friend and foe, not to the dead."""
    figures = [
        TOMBRIL,
        ORC | {"parry": {"equipment": "shield", "shield_durability": 5}},
        BANDIT,
        BANDIT | {"id": "corpse", "status": "dead"},
    ]
    effects = [
        {"target": "orc", "damage": 10, "forced_move_ft": 15},
        {"target": "bandit", "damage": 2, "direct_damage": True},
        {"target": "tombril", "damage": 1},
        {"target": "corpse", "damage": 9},
        {"target": "bandit", "forced_move_ft": 5},
    ]
    told = play(fight(figures, other("tombril", "cast_spell", effects=effects)), PARTY)
    outcomes = told.outcome.events[0].effects
    assert [(each.target, each.applied, each.forced_move_ft) for each in outcomes] == [
        ("orc", 7, 15),
        ("bandit", 2, 0),
        ("tombril", 1, 0),
        ("corpse", 0, 0),
        ("bandit", 0, 5),
    ]
    assert [(each.stamina, each.injuries) for each in told.outcome.state] == [(54, 0), (17, 0), (3, 2), (3, 0)]
    assert {"move/forced", "ruling/action-numbers", "parry/all-sources"} <= told.cited


def test_sneak_attacks_in_a_round() -> None:
    """A sneak attack that is not noticed counts as an attack on the target; one that is does not."""
    sneaking = {"action": "sneak_attack", "actor": "cedryk", "target": "orc"}
    sneak = {"concealed": True, "stealth_dc": 14, "distraction": "melee"}
    told = play(fight([CEDRYK, ORC], sneaking | {"sneak": sneak}), PARTY, 10, 9, 4, 2, 2)
    assert (told.outcome.events[0].text, told.outcome.events[0].sneak_foiled) == (
        "Cedryk hit orc unawares for 12 damage.",
        False,
    )
    assert told.outcome.state[0].attacked_last_round == ("orc",)
    assert len(told.warnings) == 1
    foiled = play(fight([CEDRYK, ORC], sneaking | {"sneak": sneak}), PARTY, 9)
    assert (foiled.outcome.events[0].sneak_foiled, foiled.outcome.state[0].attacked_last_round) == (True, ())
    gone = play(
        fight([CEDRYK, ORC, BANDIT | {"status": "dead"}], sneaking | {"sneak": sneak, "target": "bandit"}), PARTY
    )
    assert turns(gone)[0] == ("cedryk", "sneak_attack", "target_gone")


def test_modes_follow_the_weapon() -> None:
    """Without a mode an attack is made as the readied weapon is used; with one, as ordered."""
    figures = [ARCHER | {"strength": 2}, ORC]
    shot = play(fight(figures, order("archer", "orc", distance_ft=20)), PARTY, 5, 1)
    assert (shot.outcome.events[0].damage_type, shot.outcome.events[0].stamina_cost) == ("direct", 1)
    clubbed = play(fight(figures, order("archer", "orc", mode="melee")), PARTY, 5)
    assert (clubbed.outcome.events[0].gross, clubbed.outcome.events[0].stamina_cost) == (7, None)


def test_status_is_worked_out_anew() -> None:
    """At the end of a round everybody is as stamina and injuries say."""
    figures = [TOMBRIL | {"stamina": 0}, ORC | {"stamina": 5, "status": "exhausted"}, BANDIT | {"injuries": 3}]
    told = play(fight(figures), PARTY)
    assert [each.status for each in told.outcome.state] == ["exhausted", "active", "dead"]
