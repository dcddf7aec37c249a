"""What holds whatever is fought with: no point is lost or invented, and a round replays byte for byte."""

from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import FightOver
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsRound
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.figures.models import LaurelsAttack, LaurelsParticipant
from service.rules.laurels.rounds.round import resolve_round
from service.rules.laurels.rounds.skirmish import resolve_skirmish
from service.wire import to_json
from tests.rules.laurels.figures import Document, rulings, skirmish

SEEDS = st.integers(0, 10**9).map(lambda number: f"sha256ctr1:{number}")
SMALL = st.integers(-3, 8)
STANCES = st.none() | st.fixed_dictionaries(
    {
        "equipment": st.sampled_from(["weapon", "shield", "both"]),
        "weapon_magic_bonus": st.integers(0, 2),
        "explosions_so_far": st.integers(0, 2),
        "weapon_shattered": st.booleans(),
        "shield_durability": st.integers(0, 30),
    }
)
WEAPONS = st.fixed_dictionaries(
    {
        "die": st.sampled_from(["d4", "d6", "d8", "d10"]),
        "kind": st.sampled_from(["melee", "reach", "ranged", "natural"]),
        "finesse": st.booleans(),
        "magic_bonus": st.integers(0, 3),
        "direct_damage": st.booleans(),
    }
)
OPTIONS = st.fixed_dictionaries(
    {
        "overflow": st.sampled_from(["to_injury", "discard"]),
        "parry_basis": st.sampled_from(["net", "gross"]),
        "parry_explosion_count": st.sampled_from(["cumulative", "per_attack"]),
        "parry_both_order": st.sampled_from(["weapon_first", "shield_first"]),
        "slotless_direct_multiplier": st.sampled_from([1, 2]),
        "exertion_kills": st.booleans(),
    }
).map(lambda options: rulings(**options))


@st.composite
def participants(draw: st.DrawFn, name: str, role: str) -> Document:
    """A participant that contradicts itself nowhere."""
    slots = draw(st.none() | st.integers(0, 15))
    return {
        "id": name,
        "role": role,
        "level": draw(st.integers(1, 12)),
        "strength": draw(SMALL),
        "dexterity": draw(SMALL),
        "awareness": draw(SMALL),
        "armor_points": draw(st.integers(0, 6)),
        "stamina": draw(st.integers(1, 40)),
        "injury_slots": slots,
        "injuries": draw(st.integers(0, max(0, (slots or 1) - 1))),
        "weapon": draw(WEAPONS),
        "weapon_specialized": draw(st.booleans()),
        "parry": draw(STANCES),
    }


@st.composite
def attacks(draw: st.DrawFn) -> LaurelsAttack:
    """An attack that the rules allow."""
    document = {
        "attacker": draw(participants("a", "party")),
        "target": draw(participants("b", "opponents")),
        "mode": draw(st.sampled_from(["melee", "ranged", "spell"])),
        "target_dexterity_denied": draw(st.booleans()),
        "direct_damage": draw(st.booleans()),
    }
    return LaurelsAttack.model_validate_json(to_json(document))


@st.composite
def rounds(draw: st.DrawFn) -> LaurelsRound:
    """A round in which everybody attacks, parries or runs."""
    names = {"a": "party", "b": "party", "c": "opponents", "d": "opponents"}
    orders: list[Document] = []
    for name, role in names.items():
        foes = [foe for foe, side in names.items() if side != role]
        action: dict[str, Any] = draw(
            st.fixed_dictionaries({"action": st.just("attack"), "target": st.sampled_from(foes)})
            | st.just({"action": "parry", "parry": {"equipment": "both", "shield_durability": 6}})
            | st.just({"action": "retreat"})
            | st.just({"action": "sneak_attack", "target": foes[0], "sneak": {"concealed": True, "stealth_dc": 9}})
        )
        orders.append({"actor": name} | action)
    document = {
        "surprise": draw(st.sampled_from(["none", "unaware", "party_ambush"])),
        "participants": [draw(participants(name, role)) for name, role in names.items()],
        "orders": orders,
    }
    return LaurelsRound.model_validate_json(to_json(document))


def keeps_its_points(before: LaurelsParticipant, after: LaurelsParticipant) -> None:
    """Stamina only falls and injuries only rise, within their bounds."""
    assert 0 <= after.stamina <= before.stamina
    assert before.injuries <= after.injuries <= (before.injury_slots or 0)
    assert after.stamina_max in (before.stamina_max, before.stamina)


@given(attacks(), OPTIONS, SEEDS)
def test_no_point_is_lost(attack: LaurelsAttack, options: LaurelsRulings, seed: str) -> None:
    """What reaches the target is in its stamina and injuries, save what finds none left."""
    outcome = resolve_attack(attack, options, SeededDice(seed))
    before, wounds, verdict = attack.target, outcome.target, outcome.verdict
    keeps_its_points(before, outcome.target_next)
    keeps_its_points(attack.attacker, outcome.attacker_next)
    assert (wounds.stamina, wounds.injuries) == (outcome.target_next.stamina, outcome.target_next.injuries)
    assert verdict.stamina_lost == before.stamina - wounds.stamina
    assert verdict.injuries_gained == wounds.injuries - before.injuries
    assert verdict.damage == verdict.stamina_lost + verdict.injuries_gained
    assert verdict.hits == (verdict.outcome is AttackResult.HIT) == (outcome.applied > 0)
    assert verdict.outcome is not AttackResult.PARRIED or outcome.parry is not None
    taken = verdict.stamina_lost + verdict.injuries_gained
    direct = outcome.damage_type == "direct"
    doubled = options.slotless_direct_multiplier if direct and before.injury_slots is None else 1
    spent = wounds.injuries == before.injury_slots or (before.injury_slots is None and not wounds.stamina)
    lost_to_option = options.overflow == "discard" and not direct and not wounds.stamina
    assert taken == outcome.applied * doubled or (taken < outcome.applied * doubled and (spent or lost_to_option))
    assert outcome.applied >= 0
    assert outcome.net == max(0, outcome.gross - outcome.defense_points) == max(0, outcome.damage.total)
    assert verdict.injuries_gained == 0 or direct or wounds.stamina == 0


@given(rounds(), OPTIONS, SEEDS)
def test_a_round_replays_byte_for_byte(given_round: LaurelsRound, options: LaurelsRulings, seed: str) -> None:
    """The faces of a seeded round, supplied again, give the same outcome, steps and warnings."""
    rolled = SeededDice(seed)
    outcome = resolve_round(given_round, options, rolled)
    replayed = SuppliedDice(rolled.faces, (), WhenExhausted.REFUSE)
    again = resolve_round(given_round, options, replayed)
    replayed.refuse_left_overs(None)
    assert to_json(again) == to_json(outcome)
    for one, other in zip(rolled.steps, replayed.steps, strict=True):
        assert (one.rule, one.faces, one.text, one.cites) == (other.rule, other.faces, other.text, other.cites)
    assert rolled.warnings == replayed.warnings


@given(rounds(), OPTIONS, SEEDS)
def test_a_round_keeps_everybody(given_round: LaurelsRound, options: LaurelsRulings, seed: str) -> None:
    """Everybody comes out of a round, in the same order, and can be sent into the next one."""
    outcome = resolve_round(given_round, options, SeededDice(seed))
    for before, after in zip(given_round.participants, outcome.state, strict=True):
        assert before.id == after.id
        keeps_its_points(before, after)
        assert LaurelsCombatant.model_validate_json(to_json(after)) == after
    verdict = outcome.verdict
    assert verdict.dead == sum(each.status == "dead" for each in outcome.state)
    assert verdict.fled == sum(each.status == "fled" for each in outcome.state)
    with pytest.raises(FightOver) if verdict.over else nullcontext():
        resolve_round(
            given_round.model_copy(update={"participants": outcome.state, "orders": (), "round": 2}),
            options,
            SeededDice(seed),
        )


@given(st.integers(1, 4), st.integers(1, 4), SEEDS)
def test_skirmishes_end(many: int, few: int, seed: str) -> None:
    """A skirmish is decided, or its rounds are used up; the living of the winner are all that stand."""
    figures = [
        {"id": f"{role} {n}", "role": role, "strength": 2, "stamina": 6, "injury_slots": 4}
        for role, count in (("party", many), ("opponents", few))
        for n in range(count)
    ]
    outcome = resolve_skirmish(skirmish(figures, max_rounds=30), rulings(), SeededDice(seed))
    standing = {each.role for each in outcome.state if each.status not in ("dead", "fled")}
    verdict = outcome.verdict
    assert (verdict.undecided, verdict.draw) == (len(standing) > 1, not standing)
    assert verdict.rounds == len(outcome.log) <= 30
    assert verdict.winner is None or standing == {verdict.winner}
    assert sum(side.lost for side in verdict.sides) == sum(each.status == "dead" for each in outcome.state)
    assert sum(side.standing for side in verdict.sides) == sum(
        each.status in ("active", "exhausted") for each in outcome.state
    )
