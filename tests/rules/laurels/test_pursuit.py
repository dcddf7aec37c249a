"""Pursuits: the edge, exertion, breaking away, being caught and being struck."""

from functools import cache
from typing import Any

import pytest

from service.dice.exact import Distribution
from service.rules.kernel.verdict import PursuitResult
from service.rules.laurels.battle.models import LaurelsPursuit
from service.rules.laurels.battle.outcomes import LaurelsPursuitOutcome
from service.rules.laurels.book.refusals import LaurelsInvalidTarget
from service.rules.laurels.pursuit.pursuit import pursue, pursuit_odds
from tests.pins import pins
from tests.rules.laurels.figures import CEDRYK, Document, pursuit, rulings
from tests.rules.laurels.stories import Story, tell

FOX: Document = {"id": "fox", "dexterity": 2, "armor_points": 1, "stamina": 9, "injury_slots": 8}
DOG: Document = {"id": "dog", "move_ft": 40, "awareness": 3, "strength": 2, "stamina": 9, "weapon": {"die": "d6"}}
EDGE, BEHIND = 4, 3
DEADLY = {"exertion_kills": True}


def play(given: LaurelsPursuit, *faces: int, options: Document | None = None) -> Story[LaurelsPursuitOutcome]:
    """Play a pursuit."""
    return tell(pursue, given, *faces, options=options)


def fates(told: Story[LaurelsPursuitOutcome]) -> list[tuple[str, str, int]]:
    """What became of each, and in which round."""
    return [(each.id, each.outcome, each.round) for each in told.outcome.outcomes]


def test_a_pursuit_is_told() -> None:
    """Roll by roll, from the edge to the free strike."""
    told = play(pursuit([FOX], [DOG]), BEHIND, 2, 1, 7, 5)
    assert told.texts == [
        "Dog pursued fox.",
        "Round 1 of the pursuit: a 3 gave the pursuers the edge.",
        "Fox rolled 2 and spent 2 stamina: 7 left.",
        "Dog rolled 1 and spent 1 stamina: 8 left.",
        "Fox rolled 7 + 2 Dexterity - 2 speed = 7 against 13: failure.",
        "Fox was caught.",
        "Dog struck at fox from behind.",
        "Dog rolled 5 on d6.",
        "Dog dealt fox 6 (5 + 2 Strength - 1 target's armor).",
        "Fox lost 6 stamina: 1 left.",
    ]
    (strike,) = told.outcome.free_strikes
    assert (strike.id, strike.by, strike.net, strike.applied) == ("fox", "dog", 6, 6)
    assert told.outcome.summary == "Fox was caught in round 1."
    assert [(each.stamina, each.status) for each in told.outcome.state] == [(1, "active"), (8, "active")]


def test_with_the_edge() -> None:
    """With the edge a success is escape, and a failure only another round."""
    told = play(pursuit([FOX], [DOG]), EDGE, 1, 1, 12, EDGE, 1, 1, 13)
    assert fates(told) == [("fox", "escaped", 2)]
    assert (told.outcome.rounds, told.outcome.edges) == (2, ("fleeing", "fleeing"))
    assert told.outcome.state[0].status == "fled"


def test_without_the_edge() -> None:
    """Without the edge a success is only another round."""
    told = play(pursuit([FOX], [DOG], max_rounds=2), BEHIND, 1, 1, 13, BEHIND, 1, 1, 13)
    assert fates(told) == [("fox", "escaped", 2)]
    assert told.texts[-1] == "Fox escaped: the pursuit had gone on long enough."


def test_the_roles_may_be_swapped() -> None:
    """Where opponents flee, low faces give them the edge."""
    assert fates(play(pursuit([FOX], [DOG], fleeing_role="opponents"), BEHIND, 1, 1, 13)) == [("fox", "escaped", 1)]


@pytest.mark.parametrize(
    ("fox", "dog", "terms"),
    [
        pytest.param({}, {"move_ft": 30}, [("Dexterity", 2)], id="equally fast"),
        pytest.param({"move_ft": 44}, {"move_ft": 30}, [("Dexterity", 2), ("speed", 2)], id="each full 5 feet"),
        pytest.param({"move_ft": 90}, {}, [("Dexterity", 2), ("speed", 5)], id="at most 5"),
        pytest.param({"move_ft": 0}, {}, [("Dexterity", 2), ("speed", -5)], id="at most 5 less"),
        pytest.param({"stamina": 1, "dexterity": 0}, {"move_ft": 30}, [("exhaustion", -5)], id="exhausted"),
    ],
)
def test_what_changes_the_check(fox: Document, dog: Document, terms: list[tuple[str, int]]) -> None:
    """Dexterity, the difference in Move to the fastest pursuer, and being without stamina."""
    told = play(pursuit([FOX | fox], [DOG | dog], max_rounds=1, free_strike=False), EDGE, 1, 1, 10)
    total = 10 + sum(value for _, value in terms)
    (step,) = [step for step in told.steps if step.rule == "laurels/pursuit/break-away"]
    assert step.margin == total - 13
    assert all(label in step.text for label, _ in terms)


def test_the_best_of_the_pursuers_count() -> None:
    """The check is against the sharpest and the fastest of those who still run."""
    hound = DOG | {"id": "hound", "awareness": 9, "move_ft": 60, "stamina": 1}
    told = play(pursuit([FOX], [DOG, hound], max_rounds=1), EDGE, 1, 1, 1, 10)
    assert told.texts[-3:-1] == [
        "Fox rolled 10 + 2 Dexterity - 2 speed = 10 against 13: failure.",
        "Fox did not break away, and ran on.",
    ]
    assert "Hound had no stamina left and dropped out." in told.texts


def test_pursuers_drop_out() -> None:
    """When the last pursuer is without stamina, the rest escape without a check, and who is out does not roll again."""
    weak, strong = DOG | {"id": "pup", "stamina": 1, "injury_slots": 4}, DOG | {"stamina": 2, "injury_slots": 4}
    told = play(pursuit([FOX], [weak, strong]), EDGE, 1, 1, 1, 1, EDGE, 1, 4)
    assert fates(told) == [("fox", "escaped", 2)]
    assert told.texts[-2:] == ["Dog had no stamina left and dropped out.", ("Fox escaped: nobody pursued any longer.")]
    assert [(each.id, each.stamina, each.status) for each in told.outcome.state[1:]] == [
        ("pup", 0, "exhausted"),
        ("dog", 0, "exhausted"),
    ]


def test_running_to_death() -> None:
    """By option a creature without injury slots dies when it runs out of stamina, whether it pursues or flees."""
    told = play(pursuit([FOX], [DOG | {"stamina": 2}]), EDGE, 1, 3, options=DEADLY)
    assert fates(told) == [("fox", "escaped", 1)]
    assert told.outcome.state[1].status == "dead"
    told = play(pursuit([FOX | {"stamina": 2, "injury_slots": None}], [DOG]), EDGE, 3, options=DEADLY)
    assert (fates(told), told.outcome.summary) == ([("fox", "casualties", 1)], "Fox died in round 1.")
    assert (told.outcome.state[0].status, told.outcome.verdict.casualties) == ("dead", 1)
    assert (told.outcome.verdict.outcome, told.outcome.verdict.caught) == (PursuitResult.CAUGHT, 1)


@pins("ranged-exertion-floor")
def test_running_to_exhaustion() -> None:
    """Running exhausts a creature without injury slots: who pursues drops out, who flees runs on 5 worse."""
    told = play(pursuit([FOX], [DOG | {"stamina": 2}]), EDGE, 1, 3)
    assert told.outcome.state[1].status == "exhausted"
    spent = FOX | {"stamina": 2, "injury_slots": None, "dexterity": 0}
    told = play(pursuit([spent], [DOG | {"move_ft": 30}], max_rounds=1), EDGE, 3, 1, 17)
    assert "Fox rolled 17 - 5 exhaustion = 12 against 13: failure." in told.texts
    escaped = told.outcome.state[0]
    assert (escaped.stamina, escaped.status) == (0, "fled")
    again = pursuit([escaped.model_dump(mode="json")], [DOG], max_rounds=1)
    assert fates(play(again, EDGE, 1, 1, 20)) == [("fox", "escaped", 1)]


ROLES = [
    pytest.param({}, {}, {}, EDGE, id="nobody says it: the party"),
    pytest.param({"role": "party"}, {}, {}, EDGE, id="the party flees"),
    pytest.param({"role": "opponents"}, {}, {}, BEHIND, id="opponents flee"),
    pytest.param({}, {"role": "party"}, {}, BEHIND, id="the party pursues"),
    pytest.param({}, {"role": "opponents"}, {}, EDGE, id="opponents pursue"),
    pytest.param({"role": "opponents"}, {"role": "party"}, {"fleeing_role": "opponents"}, BEHIND, id="all agree"),
]


@cache
def odds_without_roles() -> Distribution[Any]:
    """The odds of a pursuit in which nobody has a role."""
    return pursuit_odds(pursuit([FOX], [DOG]), rulings())


@pytest.mark.parametrize(("fox", "dog", "said", "edge"), ROLES)
def test_roles_of_runners(fox: Document, dog: Document, said: Document, edge: int) -> None:
    """Who has the edge follows from the roles of those who flee and pursue, where they have any."""
    given = pursuit([FOX | fox], [DOG | dog], **said)
    assert fates(play(given, edge, 1, 1, 13)) == [("fox", "escaped", 1)]
    assert pursuit_odds(given, rulings()).chances == odds_without_roles().chances


@pytest.mark.parametrize(
    ("fleeing", "pursuers", "said", "pointer", "words"),
    [
        ([{"role": "party"}, {"role": "opponents"}], [{}], {}, "/fleeing/1/role", "'fox1' has the role 'opponents'"),
        ([{"role": "party"}], [{"role": "party"}], {}, "/pursuers/0/role", "those who flee are the party"),
        ([{"role": "party"}], [{}], {"fleeing_role": "opponents"}, "/fleeing/0/role", "flee are the opponents"),
    ],
)
def test_contradicting_roles(
    fleeing: list[Document], pursuers: list[Document], said: Document, pointer: str, words: str
) -> None:
    """Roles that contradict each other, or what the request says, are refused before any die."""
    foxes = [FOX | {"id": f"fox{place}"} | each for place, each in enumerate(fleeing)]
    dogs = [DOG | {"id": f"dog{place}"} | each for place, each in enumerate(pursuers)]
    with pytest.raises(LaurelsInvalidTarget, match=words) as refused:
        play(pursuit(foxes, dogs, **said))
    assert refused.value.pointer == pointer


def test_caught_are_all_who_did_not_escape() -> None:
    """Who is struck down is caught, too, and counted as a casualty besides."""
    frail = FOX | {"stamina": 0, "injury_slots": 1}
    verdict = play(pursuit([frail], [DOG]), BEHIND, 1, 1, 1, 5).outcome.verdict
    assert (verdict.outcome, verdict.escaped, verdict.caught, verdict.casualties) == (PursuitResult.CAUGHT, 0, 1, 1)


def test_runners_remember_their_shields() -> None:
    """Running ends a parry, and what is left of the shield is remembered."""
    parry = {"parry": {"equipment": "shield", "shield_durability": 3}}
    told = play(pursuit([FOX | parry], [DOG | parry], max_rounds=1), EDGE, 1, 1, 20)
    assert [(each.parry, each.shield_durability) for each in told.outcome.state] == [(None, 3), (None, 3)]


def test_staying_ahead_is_told() -> None:
    """A success without the edge is no escape, and the sentence says so."""
    told = play(pursuit([FOX], [DOG], max_rounds=1), BEHIND, 1, 1, 13)
    assert told.texts[-2] == "Fox was not caught, and ran on."


def test_specialized_runners() -> None:
    """Running costs a specialized runner half, rounded up."""
    told = play(pursuit([FOX | {"weapon_specialized_runner": True}], [DOG], max_rounds=1), EDGE, 3, 3, 1)
    assert [each.stamina for each in told.outcome.state] == [7, 6]


def test_several_flee() -> None:
    """Each who still flees spends stamina and checks; who has got away or is caught does neither."""
    told = play(pursuit([FOX, CEDRYK], [DOG], max_rounds=2), EDGE, 1, 1, 1, 20, 1, BEHIND, 1, 1, 8)
    assert fates(told) == [("fox", "escaped", 1), ("cedryk", "caught", 2)]
    assert told.outcome.summary == "Fox escaped in round 1. Cedryk was caught in round 2."
    verdict = told.outcome.verdict
    assert (verdict.outcome, verdict.escaped, verdict.caught) == (PursuitResult.SOME_CAUGHT, 1, 1)
    assert told.texts[0] == "Dog pursued fox and cedryk."


@pytest.mark.parametrize(
    ("face", "free_strike", "weapon", "struck"),
    [(9, True, {}, 0), (8, True, {}, 1), (8, False, {}, 0), (8, True, {"broken": True}, 0)],
)
def test_the_free_strike(face: int, free_strike: bool, weapon: Document, struck: int) -> None:
    """Who is caught by 5 or more is struck, if the request says so and the pursuer has a whole weapon."""
    dice = (face, 1) if struck else (face,)
    told = play(pursuit([FOX], [DOG | {"weapon": weapon}], free_strike=free_strike), BEHIND, 1, 1, *dice)
    assert (fates(told), len(told.outcome.free_strikes)) == ([("fox", "caught", 1)], struck)


def test_the_highest_level_strikes() -> None:
    """Of those who still run the highest level strikes; the first of equals."""
    pack = [DOG | {"stamina": 1, "level": 9}, DOG | {"id": "wolf", "level": 3}, DOG | {"id": "twin", "level": 3}]
    told = play(pursuit([FOX], pack), BEHIND, 1, 1, 1, 1, 1, 1, 1)
    assert told.outcome.free_strikes[0].by == "wolf"


def test_struck_down() -> None:
    """A free strike that kills makes a casualty."""
    told = play(pursuit([FOX | {"stamina": 1, "injury_slots": 1, "status": "fled"}], [DOG]), BEHIND, 1, 1, 1, 5)
    assert fates(told) == [("fox", "casualties", 1)]
    assert (told.outcome.verdict.casualties, told.outcome.state[0].status) == (1, "dead")
    assert told.texts[-1] == "Fox was struck down in flight."


def test_who_is_caught_is_back_in_the_fight() -> None:
    """Who fled and is caught is active again, or exhausted."""
    told = play(pursuit([FOX | {"status": "fled", "stamina": 1}], [DOG], free_strike=False), BEHIND, 1, 1, 1)
    assert told.outcome.state[0].status == "exhausted"


def test_nobody_pursues() -> None:
    """A retreat that nobody pursues succeeds without dice."""
    told = play(pursuit([FOX, CEDRYK], []))
    assert (fates(told), told.outcome.rounds) == ([("fox", "escaped", 0), ("cedryk", "escaped", 0)], 0)
    assert told.texts == ["Nobody pursued: fox and cedryk escaped."]
    assert {"retreat/unpursued", "pursuit/eligibility"} <= told.cited
    assert play(pursuit([FOX], [])).outcome.summary == "Nobody pursued: fox escaped."


def test_several_pursue() -> None:
    """The sentence fits the number of pursuers."""
    told = play(pursuit([FOX], [DOG, DOG | {"id": "wolf"}], max_rounds=1), EDGE, 1, 1, 1, 20)
    assert told.texts[0] == "Dog and wolf pursued fox."
