"""A battle that needs no player: round after round by the service's orders, until one side is left."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.models import (
    HeroicAftermath,
    HeroicFallen,
    HeroicFugitives,
    HeroicPursued,
    HeroicPursuers,
    HeroicPursuit,
)
from service.rules.heroic.aftermath.outcomes import (
    HeroicAftermathOutcome,
    HeroicAftermathVerdict,
    HeroicBattleEnd,
    HeroicPursuitOutcome,
)
from service.rules.heroic.aftermath.pursuit import pursue
from service.rules.heroic.battle.models import HeroicSkirmish
from service.rules.heroic.battle.muster import encounter_of, muster
from service.rules.heroic.battle.state import FRESH, NO_PARTS, Battle, active_members
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import HeroicDuplicateId, HeroicPcInSkirmish, HeroicUnknownUnit
from service.rules.heroic.book.words import HeroicStatus, HeroicTactic
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of, move_of, pool_of, spoken_name, weary
from service.rules.heroic.orders.policy import service_orders, without_orders
from service.rules.heroic.rounds.closing import end_of, side_name
from service.rules.heroic.rounds.fates import dead_of, fates_of, sides_in, verdict_of
from service.rules.heroic.rounds.outcomes import HeroicRoundSummary, HeroicSkirmishOutcome
from service.rules.heroic.rounds.phases import Ended, play
from service.rules.heroic.rounds.round import ordered, refuse_idle_sides, round_text, round_verdict, standings_of
from service.rules.kernel.chain import Chain
from service.rules.kernel.telling import amount

RUNAWAYS: Final = frozenset({HeroicStatus.ROUTED, HeroicStatus.FLED})


class Fight(NamedTuple):
    """A skirmish between two rounds: the battle, its last round if one is fought, and a summary of each."""

    battle: Battle
    ended: Ended | None = None
    log: tuple[HeroicRoundSummary, ...] = ()


def resolve_skirmish(input: HeroicSkirmish, rulings: HeroicRulings, dice: Dice) -> HeroicSkirmishOutcome:
    """Play rounds until at most one side fights on, or the rounds are used up; then, if wanted, what follows.

    Every unit shoots as often as it can at the nearest foe, closes with it, and strikes with the weapon from which it
    expects most; it stays where it is when it aims or holds its ground. Its tactic is the one it is given while that
    is legal, else a random one other than a retreat, or Neutral. Routed units retreat, and
    who is held breaks free. Nobody grapples or waits.

    Dice: as `resolve-round`, round after round, the tactics first; then as `pursue`, if the victor pursues; then as
    `resolve-casualties` for each side, if the fallen are counted.
    Raises: HeroicPcInSkirmish, SideWithoutUnits, HeroicDuplicateId, HeroicUnknownSide, HeroicUnknownUnit,
    SameSideTarget, PoolMismatch; TooManyDice, if the fight goes on and on.
    Source: none; Umpire's adaptation.
    """
    encounter = input.encounter
    battle = muster(encounter, rulings)
    _refuse_players(battle)
    refuse_idle_sides(battle)
    _warn_of_unarmed(battle, dice)
    chain = chain_of(input, _tactics_of(input, battle))
    fight = chain.play(Fight(battle), dice)
    end = chain.verdict(fight)
    winner = end.verdict.winner
    after, pursuit, aftermath = fight.battle, None, None
    if input.pursue and winner is not None:
        after, pursuit = give_chase(after, winner, dice)
    if input.aftermath:
        aftermath = count_fallen(fight.battle, dice)
    sequels = [each.summary for each in (pursuit, aftermath) if each is not None]
    return HeroicSkirmishOutcome(
        summary=" ".join([_summary(battle, fight, end), *sequels]),
        verdict=verdict_of(battle, after, end.verdict, len(fight.log), dead_of(battle, pursuit, aftermath)),
        log=fight.log,
        pursuit=pursuit,
        aftermath=aftermath,
        encounter=encounter_of(after, encounter, encounter.round + len(fight.log)),
    )


def _refuse_players(battle: Battle) -> None:
    for place, unit in enumerate(battle.units):
        if unit.is_pc:
            message = f"A skirmish is fought without players, but a person plays {spoken_name(unit)}."
            raise HeroicPcInSkirmish(message, pointer=f"/encounter/units/{place}/is_pc")


def _warn_of_unarmed(battle: Battle, dice: Dice) -> None:
    for unit in battle.units:
        if not unit.attack_modes and unit.status is HeroicStatus.ACTIVE:
            dice.warn(f"{spoken_name(unit)} has no attack_modes, so it attacks nobody.")


def _tactics_of(input: HeroicSkirmish, battle: Battle) -> dict[int, HeroicTactic]:
    tactics: dict[int, HeroicTactic] = {}
    for position, each in enumerate(input.tactics):
        pointer = f"/tactics/{position}/unit"
        place = battle.places.get(each.unit)
        if place is None:
            raise HeroicUnknownUnit(f"There is no unit {each.unit!r}.", pointer=pointer)
        if place in tactics:
            raise HeroicDuplicateId(f"{each.unit!r} is given two tactics.", pointer=pointer)
        tactics[place] = each.tactic
    return tactics


def chain_of(input: HeroicSkirmish, tactics: Mapping[int, HeroicTactic]) -> Chain[Fight, HeroicBattleEnd]:
    """Return the rounds of a skirmish, until the battle is over or the rounds are used up; `tactics` go by place.

    Dice: as `resolve-round`, round after round.
    """
    return Chain(
        lambda fight, dice: _play_round(fight, tactics, input.encounter.round + len(fight.log), dice),
        lambda fight: len(fight.log) == input.max_rounds or (fight.ended is not None and fight.ended.end.verdict.over),
        lambda fight: end_of(fight.battle),
    )


def _play_round(fight: Fight, tactics: Mapping[int, HeroicTactic], number: int, dice: Dice) -> Fight:
    """Play a round; hazards are met in the first."""
    dice.note(rulebook.SKIRMISH_LOOP, f"Round {number} begins.")
    battle = fight.battle
    places = without_orders(battle)
    orders = service_orders(battle, places, tactics, dice)
    ended = play(ordered(battle, orders, frozenset(places)), dice)
    summary = HeroicRoundSummary(
        round=number,
        summary=round_text(battle, ended),
        verdict=round_verdict(battle, ended),
        standings=standings_of(ended.battle),
    )
    many = len(ended.battle.units)
    after = ended.battle._replace(parts=NO_PARTS, records=(FRESH,) * many, hazards=())
    return Fight(after, ended, (*fight.log, summary))


def _summary(before: Battle, fight: Fight, end: HeroicBattleEnd) -> str:
    """Say who won, and what each side lost before anybody pursued."""
    rounds, winner = len(fight.log), end.verdict.winner
    when = f"after {amount(rounds, 'round')}"
    if winner is not None:
        text = f"Victory for {side_name(before.sides, winner)} {when}"
    else:
        text = f"{'A draw' if end.verdict.draw else 'Undecided'} {when}"
    fates = sides_in(before, fates_of(before, fight.battle, ()))
    losses = []
    for side, fate in zip(end.sides, fates, strict=True):
        away = f", {side.routed + side.fled} in flight" if side.routed + side.fled else ""
        spared = f", {side.surrendered} surrendered" if side.surrendered else ""
        of = fate.standing + fate.lost
        losses.append(f"{side_name(before.sides, side.side)} lost {fate.lost} of {of}{away}{spared}")
    return f"{text}: {'; '.join(losses)}."


def give_chase(battle: Battle, winner: str, dice: Dice) -> tuple[Battle, HeroicPursuitOutcome | None]:
    """Let the victors pursue on foot everybody who has broken or fled, if anybody can and has.

    Who is caught is slain.

    Dice: as `pursue`.
    """
    assignment, effects = battle.rulings.assignment, battle.rulings.fp_effects
    able = {unit.id: active_members(battle, place) for place, unit in enumerate(battle.units) if unit.side == winner}
    own = [weary(unit, effects) for unit in battle.units if able.get(unit.id)]
    fleeing = [unit for unit in battle.units if unit.side != winner and unit.status in RUNAWAYS]
    if not fleeing or not any(move_of(unit) for unit in own):
        return battle, None
    fast, slow = max(own, key=pace_of), min([weary(unit, effects) for unit in fleeing], key=pace_of)
    fugitives = tuple([HeroicFugitives(unit=unit.id, count=count_of(unit, assignment)) for unit in fleeing])
    given = HeroicPursuit(
        pursuers=HeroicPursuers(count=sum(able.values()), **on_foot(fast)),
        pursued=HeroicPursued(count=sum([each.count for each in fugitives]), units=fugitives, **on_foot(slow)),
        terrain_open=battle.terrain.open,
        visibility=battle.terrain.visibility,
    )
    outcome = pursue(given, battle.rulings, dice)
    for each in outcome.units:
        place = battle.places[each.unit]
        battle = battle.with_unit(place, without_caught(battle.units[place], each.escaped))
    return battle, outcome


def running_of(unit: HeroicUnit) -> int | None:
    """Return the level of Running; None without the skill."""
    return next((skill.level for skill in unit.skills if skill.name == "running"), None)


def pace_of(unit: HeroicUnit) -> tuple[float, int]:
    """Return what counts in a pursuit on foot: Move, then Running, or else DX."""
    return move_of(unit), running_of(unit) or unit.dx


def on_foot(unit: HeroicUnit) -> dict[str, Any]:
    """Return what counts for a unit that runs, as a pursuit takes it."""
    return {"skill": running_of(unit), "dx": unit.dx, "top_speed": move_of(unit)}


def without_caught(unit: HeroicUnit, left: int) -> HeroicUnit:
    """Return a unit of which only so many have got away."""
    if not left:
        return unit.model_copy(update={"hp_pool": 0, "status": HeroicStatus.INCAPACITATED})
    return unit.model_copy(update={"hp_pool": min(pool_of(unit), left * unit.hp)})


def count_fallen(battle: Battle, dice: Dice) -> HeroicAftermathOutcome | None:
    """Count the fallen side by side; None if there are none.

    Dice: as `resolve_casualties`.
    """
    outcomes = []
    sentences = []
    for side in battle.sides:
        fallen = [fallen_of(unit, battle.rulings) for unit in battle.units if unit.side == side.id]
        known = tuple([each for each in fallen if each is not None])
        if known:
            outcomes.append(resolve_casualties(HeroicAftermath(fallen=known), battle.rulings, dice))
            sentences.append(outcomes[-1].summary)
    if not outcomes:
        return None
    return HeroicAftermathOutcome(
        summary=" ".join(sentences),
        verdict=HeroicAftermathVerdict(
            dead=sum([each.verdict.dead for each in outcomes]),
            survivors=sum([each.verdict.survivors for each in outcomes]),
            crippled=sum([each.verdict.crippled for each in outcomes]),
        ),
        wounds=tuple([wound for each in outcomes for wound in each.wounds]),
        counts=tuple([count for each in outcomes for count in each.counts]),
    )


def fallen_of(unit: HeroicUnit, rulings: HeroicRulings) -> HeroicFallen | None:
    """Return the members of a unit who have fallen; None if nobody has."""
    members = unit.count_start - count_of(unit, rulings.assignment)
    if not members:
        return None
    important = unit.is_pc if unit.important is None else unit.important
    return HeroicFallen(unit=unit.id, name=unit.name, hp=unit.hp, members=members, important=important)
