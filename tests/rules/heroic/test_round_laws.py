"""Laws of every round and skirmish, whoever fights: nothing is lost or gained, and dice tell the whole story."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.model import DicePool, Rule
from service.dice.recording import RecordingDice
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Source
from service.rules.heroic.attack.outcomes import HeroicUnitInjury
from service.rules.heroic.figures.standing import count_of, pool_of
from service.rules.heroic.rounds.outcomes import HeroicRoundOutcome
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from service.wire import to_json
from tests.rings import many
from tests.rules.heroic.battles import MAN, SPEAR, encounter, order, round_of, skirmish_of
from tests.rules.heroic.stat_blocks import Document, rulings

TACTICS = ["offensive", "neutral", "defensive", "all_out_defensive", "aimed_shooting", "hold_ground"]
SWORD, BOW = MAN["attack_modes"]


class SameFace(RecordingDice):
    """Dice that always show one face."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self.face = face

    def _next_faces(self, rule: Rule, pool: DicePool, actor: str | None) -> tuple[tuple[int, ...], Source]:
        return (self.face,) * pool.count, Source.SUPPLIED

    def _next_card(self, rule: Rule, deck: Any, actor: str | None) -> tuple[str, Source]:
        return deck.cards[0], Source.SUPPLIED


@st.composite
def units(draw: st.DrawFn, side: str, most: int) -> list[Document]:
    """Some units of one side, alone or in groups, hurt or whole."""
    found = []
    for number in range(draw(st.integers(1, most))):
        count = draw(st.sampled_from([1, 1, 2, 5, 12]))
        hp = draw(st.integers(1, 20))
        modes = draw(st.sampled_from([[SWORD], [SWORD, BOW], [SPEAR, BOW], [BOW]]))
        found.append(
            MAN
            | {
                "id": f"{side} {number}",
                "side": side,
                "count_start": count,
                "hp": hp,
                "hp_pool": draw(st.integers(1, count * hp)),
                "ht": draw(st.integers(3, 16)),
                "move": draw(st.integers(0, 8)),
                "attack_modes": modes,
            }
        )
    return found


@st.composite
def battles(draw: st.DrawFn, most: int = 3) -> Document:
    """Two sides on a field."""
    everybody = draw(units("red", most)) + draw(units("blue", most))
    coordinate = st.integers(-20, 20)
    return encounter(*everybody, at={unit["id"]: (draw(coordinate), draw(coordinate)) for unit in everybody})


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Document, list[Document]]:
    """A battle, and an order for each unit: somebody to shoot at, to make for and to strike."""
    battle = draw(battles())
    orders = []
    for unit in battle["units"]:
        foes = [other["id"] for other in battle["units"] if other["side"] != unit["side"]]
        modes = {mode["kind"]: mode["id"] for mode in unit["attack_modes"]}
        foe = draw(st.sampled_from(foes))
        orders.append(
            order(
                unit["id"],
                draw(st.sampled_from(TACTICS)),
                ranged=[{"target": foe, "mode": modes["ranged"]}] if "ranged" in modes else [],
                melee=[{"target": foe, "mode": modes["melee"]}] if "melee" in modes else [],
                move={"mode": "toward", "ref": draw(st.sampled_from(foes))},
            )
        )
    return battle, orders


seeds = st.integers(0, 10**6).map(lambda number: f"sha256ctr1:{number}")


def injuries_in(outcome: HeroicRoundOutcome) -> list[HeroicUnitInjury]:
    """Every injury of a round, in order."""
    return [*outcome.ranged.injuries, *outcome.movement.injuries, *outcome.melee.injuries]


@settings(max_examples=many(150), deadline=None)
@given(rounds(), seeds)
def test_injury_is_conserved(fought: tuple[Document, list[Document]], seed: str) -> None:
    """What is applied is missing from the pool, nobody falls twice, and pools fit the members who stand."""
    battle, orders = fought
    given_round = round_of(battle, orders)
    outcome = resolve_round(given_round, rulings(), SeededDice(seed))
    pools = {unit.id: pool_of(unit) for unit in given_round.encounter.units}
    counts = {unit.id: count_of(unit, rulings().assignment) for unit in given_round.encounter.units}
    for each in injuries_in(outcome):
        assert each.pool_before == pools[each.unit]
        assert each.pool_before - each.applied == each.pool_after
        assert 0 <= each.applied <= each.pending
        assert each.casualties == counts[each.unit] - each.count_after >= 0
        pools[each.unit], counts[each.unit] = each.pool_after, each.count_after
    for standing in outcome.standings:
        assert (standing.pool, standing.count) == (pools[standing.unit], counts[standing.unit])
    assert outcome.verdict.casualties == sum([each.casualties for each in injuries_in(outcome)])


@settings(max_examples=many(100), deadline=None)
@given(rounds(), seeds)
def test_pending_is_what_the_hits_do(fought: tuple[Document, list[Document]], seed: str) -> None:
    """The injury pending in a phase is the injury of its hits, with what strayed."""
    battle, orders = fought
    outcome = resolve_round(round_of(battle, orders), rulings(), SeededDice(seed))
    for phase in (outcome.ranged, outcome.melee):
        dealt = sum([each.injury for each in phase.attacks])
        strays = [each.stray.wound.injury for each in phase.attacks if each.stray is not None and each.stray.wound]
        assert dealt + sum(strays) == sum([each.pending for each in phase.injuries])


@settings(max_examples=many(60), deadline=None)
@given(battles(), seeds)
def test_dice_listed_are_dice_used(battle: Document, seed: str) -> None:
    """The faces of the steps, in order, are all the faces that were rolled; each step says something."""
    dice = SeededDice(seed)
    resolve_skirmish(skirmish_of(battle, max_rounds=4, pursue=True, aftermath=True), rulings(), dice)
    assert [face for step in dice.steps for face in step.faces] == dice.faces
    assert all(step.text.endswith((".", "!")) for step in dice.steps)
    assert [step.n for step in dice.steps] == list(range(1, len(dice.steps) + 1))


@settings(max_examples=many(60), deadline=None)
@given(rounds(), battles(), seeds)
def test_replay(fought: tuple[Document, list[Document]], battle: Document, seed: str) -> None:
    """The faces of a seeded round or skirmish, supplied again, give the same answer to the byte."""
    one = round_of(*fought)
    rolled = SeededDice(seed)
    first = to_json(resolve_round(one, rulings(), rolled))
    again = SuppliedDice(tuple(rolled.faces), (), WhenExhausted.REFUSE)
    assert to_json(resolve_round(one, rulings(), again)) == first
    again.refuse_left_overs(None)
    fight = skirmish_of(battle, max_rounds=3)
    rolled = SeededDice(seed)
    second = to_json(resolve_skirmish(fight, rulings(), rolled))
    assert (
        to_json(resolve_skirmish(fight, rulings(), SuppliedDice(tuple(rolled.faces), (), WhenExhausted.REFUSE)))
        == second
    )


def numbers(outcome: HeroicRoundOutcome) -> set[tuple[Any, ...]]:
    """The effective numbers of every attack, and where everybody ends."""
    attacks = [*outcome.ranged.attacks, *outcome.melee.attacks]
    found: set[tuple[Any, ...]] = {
        (
            each.attacker,
            each.target,
            each.skill.total,
            each.defense.value and each.defense.value.total,
            each.numbers.multiplier,
            each.speed_factor,
        )
        for each in attacks
    }
    return found | {(each.unit, each.yards, each.position.x, each.position.y) for each in outcome.movement.moves}


@settings(max_examples=many(150), deadline=None)
@given(rounds(), st.integers(1, 6), st.randoms())
def test_order_inside_a_side_changes_no_number(fought: tuple[Document, list[Document]], face: int, random: Any) -> None:
    """With equal dice for everybody it does not matter in which order the units of a side are listed."""
    battle, orders = fought
    options = rulings(initiative_tie="none", npc_tactics="fixed")
    red = [unit for unit in battle["units"] if unit["side"] == "red"]
    blue = [unit for unit in battle["units"] if unit["side"] == "blue"]
    straight = resolve_round(round_of(battle, orders), options, SameFace(face))
    random.shuffle(red)
    random.shuffle(blue)
    turned = resolve_round(round_of(battle | {"units": red + blue}, orders), options, SameFace(face))
    assert numbers(turned) == numbers(straight)


@settings(max_examples=many(100), deadline=None)
@given(rounds(), seeds)
def test_who_is_out_does_nothing_more(fought: tuple[Document, list[Document]], seed: str) -> None:
    """Who falls in a phase acts in no later one, and who stands at its start acts in it."""
    battle, orders = fought
    outcome = resolve_round(round_of(battle, orders), rulings(), SeededDice(seed))
    down = {each.unit for each in outcome.ranged.injuries if not each.count_after}
    assert down.isdisjoint(each.unit for each in outcome.movement.moves)
    down |= {each.unit for each in outcome.movement.injuries if not each.count_after}
    assert down.isdisjoint(each.attacker for each in outcome.melee.attacks)
    shooters = {each["unit"] for each in orders if each["ranged"]}
    assert {each.attacker for each in outcome.ranged.attacks} == shooters


@settings(max_examples=many(40), deadline=None)
@given(battles(), seeds)
def test_the_next_round_can_be_posted_back(battle: Document, seed: str) -> None:
    """An answer's encounter is a request's: rounds played one by one are the skirmish played at once."""
    options = rulings(npc_tactics="fixed")
    dice = SeededDice(seed)
    whole = resolve_skirmish(skirmish_of(battle, max_rounds=3), options, dice)
    tape = SuppliedDice(tuple(dice.faces), (), WhenExhausted.REFUSE)
    state = battle
    for each in whole.log:
        played = resolve_round(round_of(state, [], npc_orders=True), options, tape)
        assert (played.summary, played.standings) == (each.summary, each.standings)
        state = played.encounter.model_dump(mode="json")
    assert whole.encounter.model_dump(mode="json") == state
