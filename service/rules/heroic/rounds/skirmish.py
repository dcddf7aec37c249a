"""A battle that needs no player: round after round by the service's orders, until one side is left."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.dice.model import Dice
from service.rules.heroic.aftermath.outcomes import HeroicAftermathOutcome, HeroicPursuitOutcome
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.models import HeroicSide, HeroicSkirmish
from service.rules.heroic.battle.muster import encounter_of, muster
from service.rules.heroic.battle.state import FRESH, NO_PARTS, Battle
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import HeroicDuplicateId, HeroicPcInSkirmish, HeroicUnknownUnit
from service.rules.heroic.book.words import HeroicBattleResult, HeroicTactic
from service.rules.heroic.figures.standing import count_of, spoken_name
from service.rules.heroic.orders.policy import service_orders, without_orders
from service.rules.heroic.rounds.battle_end import side_name
from service.rules.heroic.rounds.flight import count_fallen, give_chase
from service.rules.heroic.rounds.outcomes import HeroicRoundSummary, HeroicSkirmishOutcome, HeroicSkirmishVerdict
from service.rules.heroic.rounds.phases import Ended, Ground, play
from service.rules.heroic.rounds.round import commanded, ground_of, refuse_idle_sides
from service.rules.heroic.rounds.text import round_verdict, standings_of, told_round


class Fought(NamedTuple):
    """A skirmish after its last round."""

    battle: Battle
    command: Command
    ended: Ended
    log: tuple[HeroicRoundSummary, ...]


class Sequel(NamedTuple):
    """What followed a skirmish."""

    battle: Battle
    pursuit: HeroicPursuitOutcome | None
    aftermath: HeroicAftermathOutcome | None


def resolve_skirmish(input: HeroicSkirmish, rulings: HeroicRulings, dice: Dice) -> HeroicSkirmishOutcome:
    """Play rounds until at most one side fights on, or the rounds are used up; then, if wanted, what follows.

    Every unit shoots as often as it can at the nearest foe, closes with it, and strikes with the weapon from which it
    expects most; it stays where it is when it aims or holds its ground. Its tactic is the one it is given while that
    is legal, else a random one other than a retreat, or Neutral. Routed units retreat, and
    who is held breaks free. Nobody grapples or waits.

    Dice: as `resolve_round`, round after round, the tactics first; then as `pursue`, if the victor pursues; then as
    `resolve_casualties` for each side, if the fallen are counted.
    Raises: HeroicPcInSkirmish, SideWithoutUnits, HeroicDuplicateId, HeroicUnknownSide, HeroicUnknownUnit,
    SameSideTarget, PoolMismatch; TooManyDice, if the fight goes on and on.
    Source: none; Umpire's adaptation.
    """
    encounter = input.encounter
    battle = muster(encounter, rulings.assignment)
    _refuse_players(battle)
    refuse_idle_sides(battle, encounter.sides, rulings)
    fought = _fight(battle, input, _tactics_of(input, battle), rulings, dice)
    sequel = _sequel(fought, input, rulings, dice)
    number = encounter.round + len(fought.log)
    verdict = _verdict(fought)
    return HeroicSkirmishOutcome(
        summary=_summary(battle, fought, sequel, encounter.sides),
        verdict=verdict,
        rounds=fought.log,
        standings=standings_of(sequel.battle, fought.command),
        pursuit=sequel.pursuit,
        aftermath=sequel.aftermath,
        encounter=encounter_of(sequel.battle, encounter, number),
    )


def _refuse_players(battle: Battle) -> None:
    for place, unit in enumerate(battle.units):
        if unit.is_pc:
            message = f"A skirmish is fought without players, but a person plays {spoken_name(unit)}."
            raise HeroicPcInSkirmish(message, pointer=f"/encounter/units/{place}/is_pc")


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


def _fight(
    battle: Battle, input: HeroicSkirmish, tactics: Mapping[int, HeroicTactic], rulings: HeroicRulings, dice: Dice
) -> Fought:
    """Play round after round; hazards are met in the first.

    Dice: as `resolve_round`, round after round.
    """
    encounter = input.encounter
    idle = Command((None,) * len(battle.units), rulings, encounter.terrain)
    ended, log = _round(battle, idle, ground_of(battle, encounter), tactics, encounter.round, dice)
    logs = [log]
    while not ended.end.over and len(logs) < input.max_rounds:
        battle = ended.played.battle._replace(parts=NO_PARTS)
        battle = battle._replace(tolls=(FRESH,) * len(battle.units))
        idle = idle._replace(orders=(None,) * len(battle.units))
        ground = ground_of(battle, encounter)._replace(hazards=())
        ended, log = _round(battle, idle, ground, tactics, encounter.round + len(logs), dice)
        logs.append(log)
    return Fought(ended.played.battle, ended.played.command, ended, tuple(logs))


def _round(
    battle: Battle, idle: Command, ground: Ground, tactics: Mapping[int, HeroicTactic], number: int, dice: Dice
) -> tuple[Ended, HeroicRoundSummary]:
    dice.note(rulebook.SKIRMISH_LOOP, f"Round {number} begins.")
    places = without_orders(battle, idle.rulings)
    orders = service_orders(battle, places, tactics, idle.rulings, dice)
    ended = play(battle, commanded(battle, idle, orders, frozenset(places)), ground, dice)
    summary = HeroicRoundSummary(
        round=number,
        summary=told_round(battle, ended, ground.sides),
        verdict=round_verdict(battle, ended),
        standings=standings_of(ended.played.battle, ended.played.command),
    )
    return ended, summary


def _sequel(fought: Fought, input: HeroicSkirmish, rulings: HeroicRulings, dice: Dice) -> Sequel:
    """Pursue who flees, and count those who fell before that, as far as it is wanted.

    Dice: as `pursue`, then as `resolve_casualties` for each side.
    """
    battle, pursuit, aftermath = fought.battle, None, None
    encounter, winner = input.encounter, fought.ended.end.winner
    if input.pursue and winner is not None:
        chased = give_chase(battle, winner, encounter.terrain, rulings, dice)
        if chased is not None:
            battle, pursuit = chased
    if input.aftermath:
        aftermath = count_fallen(fought.battle, encounter.sides, rulings, dice)
    return Sequel(battle, pursuit, aftermath)


def _verdict(fought: Fought) -> HeroicSkirmishVerdict:
    end = fought.ended.end
    over = HeroicBattleResult.DRAW if end.draw else HeroicBattleResult.WON
    return HeroicSkirmishVerdict(
        result=over if end.over else HeroicBattleResult.UNDECIDED,
        winner=end.winner,
        rounds=len(fought.log),
    )


def _summary(before: Battle, fought: Fought, sequel: Sequel, sides: Sequence[HeroicSide]) -> str:
    """Sum up a skirmish: who won, what each side lost, and what followed."""
    end, many = fought.ended.end, len(fought.log)
    when = f"after {many} round{'' if many == 1 else 's'}"
    if end.winner is not None:
        text = f"Victory for {side_name(sides, end.winner)} {when}"
    else:
        text = f"A draw {when}" if end.over else f"Undecided {when}"
    assignment = fought.command.rulings.assignment
    losses = []
    for side in end.sides:
        at_first = sum([count_of(unit, assignment) for unit in before.units if unit.side == side.side])
        standing = sum([count_of(unit, assignment) for unit in fought.battle.units if unit.side == side.side])
        away = f", {side.routed + side.fled} in flight" if side.routed + side.fled else ""
        taken = f", {side.surrendered} surrendered" if side.surrendered else ""
        losses.append(f"{side_name(sides, side.side)} lost {at_first - standing} of {at_first}{away}{taken}")
    parts = [f"{text}: {'; '.join(losses)}."]
    parts += [] if sequel.pursuit is None else [sequel.pursuit.summary]
    parts += [] if sequel.aftermath is None else [sequel.aftermath.summary]
    return " ".join(parts)
