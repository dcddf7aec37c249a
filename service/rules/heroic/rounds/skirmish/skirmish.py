"""A battle that needs no player: round after round by the service's orders, until one side is left."""

from functools import partial

from service.dice.model import Dice
from service.rules.heroic.battle.models import HeroicSkirmish
from service.rules.heroic.battle.muster import encounter_of
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.rounds.closing import end_of, side_name
from service.rules.heroic.rounds.outcomes import HeroicSkirmishOutcome
from service.rules.heroic.rounds.skirmish.fates import fates_of, sides_in
from service.rules.heroic.rounds.skirmish.skirmish_steps import as_sequel, battle_in, fight_of
from service.rules.kernel.telling import amount, losses_told
from service.rules.kernel.turns.situations import how_told, lost_of


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
    fight = fight_of(input, rulings)
    before = battle_in(fight.begin(dice))
    _warn_of_unarmed(before, dice)
    state, rounds = fight.play(dice)
    sequel = as_sequel(state)
    sequels = [each.summary for each in (sequel.pursuit, sequel.aftermath) if each is not None]
    return HeroicSkirmishOutcome(
        summary=" ".join([_summary(before, sequel.fought, rounds), *sequels]),
        verdict=fight.verdict(state, rounds),
        log=sequel.log,
        pursuit=sequel.pursuit,
        aftermath=sequel.aftermath,
        encounter=encounter_of(sequel.battle, input.encounter, input.encounter.round + rounds),
    )


def _warn_of_unarmed(battle: Battle, dice: Dice) -> None:
    for unit in battle.units:
        if not unit.attack_modes and unit.status is HeroicStatus.ACTIVE:
            dice.warn(f"{spoken_name(unit)} has no attack_modes, so it attacks nobody.")


def _summary(before: Battle, fought: Battle, rounds: int) -> str:
    """Say who won, and what each side lost before anybody pursued."""
    end = end_of(fought)
    winner, figures = end.verdict.winner, fates_of(before, fought, ())
    when = f"after {amount(rounds, 'round')}"
    if winner is not None:
        text = f"Victory for {side_name(before.sides, winner)} {when}{how_told(figures, winner)}"
    else:
        text = f"{'A draw' if end.verdict.draw else 'Undecided'} {when}"
    fates = sides_in(before, figures)
    losses = []
    for side, fate in zip(end.sides, fates, strict=True):
        away = f", {side.routed + side.fled} in flight" if side.routed + side.fled else ""
        spared = f", {side.surrendered} surrendered" if side.surrendered else ""
        of = fate.standing + fate.lost
        losses.append(f"{side_name(before.sides, side.side)} lost {fate.lost} of {of}{away}{spared}")
    names = {unit.id: spoken_name(unit) for unit in fought.units}
    by_name = losses_told(lost_of(figures, names.__getitem__, partial(side_name, before.sides)))
    return " ".join([f"{text}: {'; '.join(losses)}.", *by_name])
