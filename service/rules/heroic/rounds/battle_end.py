"""Whether a battle is over, and for whom."""

from collections.abc import Iterable, Sequence

from service.dice.model import Cites, Dice
from service.rules.heroic.aftermath.models import HeroicBattle
from service.rules.heroic.aftermath.outcomes import HeroicBattleEnd, HeroicSideStanding
from service.rules.heroic.battle.models import HeroicSide
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.battle.state import Battle, active_members, is_awake, partners
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicAssignment, HeroicRoutRound, HeroicRulings
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.standing import count_of


def check_battle_end(input: HeroicBattle, rulings: HeroicRulings) -> HeroicBattleEnd:
    """Tell whether a battle is over: whether all of a side are incapacitated, routed, surrendered or gone.

    Members of more than two sides fight on until at most one side is left.

    Raises: HeroicDuplicateId, HeroicUnknownSide, HeroicUnknownUnit, SameSideTarget, PoolMismatch.
    Ruling: heroic/ruling/rout-ends-battle.
    Source: Ending the Battle.
    """
    encounter = input.encounter
    return end_of(muster(encounter, rulings.assignment), encounter.sides, rulings)


def end_of(battle: Battle, sides: Sequence[HeroicSide], rulings: HeroicRulings) -> HeroicBattleEnd:
    """Tell how each side stands, and whether the battle is over."""
    standings = tuple([_standing(battle, side.id, rulings) for side in sides])
    fighting = [each.side for each in standings if not each.out]
    winner = fighting[0] if len(fighting) == 1 else None
    runaways = [each for each in standings if each.side != winner and each.routed + each.fled]
    return HeroicBattleEnd(
        summary=_summary(sides, len(fighting), winner),
        over=len(fighting) < 2,
        winner=winner,
        draw=not fighting,
        sides=standings,
        pursuit_possible=winner is not None and bool(runaways),
    )


def fights_on(battle: Battle, place: int, rulings: HeroicRulings) -> bool:
    """Tell whether a unit keeps its side in the battle: any that is up and conscious, even if it is pinned.

    A routed one does only while it is locked in melee, if the options have its retreat played.

    Ruling: heroic/ruling/rout-ends-battle.
    """
    unit = battle.units[place]
    if not is_awake(unit):
        return False
    if unit.status is HeroicStatus.ROUTED:
        return rulings.rout_round is HeroicRoutRound.PLAY and bool(partners(battle, place))
    return True


def _summary(sides: Sequence[HeroicSide], fighting: int, winner: str | None) -> str:
    if winner is not None:
        return f"The battle is over: it is won by {side_name(sides, winner)}."
    return "The battle goes on." if fighting else "The battle is over: a draw, for nobody fights on."


def told_end(end: HeroicBattleEnd, dice: Dice) -> None:
    """Tell that a battle is over, if it is."""
    if not end.over:
        return
    if end.winner is None:
        dice.note(rulebook.BATTLE_END, end.summary)
        return
    routed = any(each.routed for each in end.sides if each.out)
    cites: Cites = (Rulings.ROUT_ENDS_BATTLE,) if routed else ()
    dice.note(rulebook.BATTLE_END, end.summary, actor=end.winner, cites=cites)


def side_name(sides: Iterable[HeroicSide], side: str) -> str:
    """Return what players call the side with an id."""
    return next((each.name for each in sides if each.id == side), None) or side


def _standing(battle: Battle, side: str, rulings: HeroicRulings) -> HeroicSideStanding:
    places = [place for place, unit in enumerate(battle.units) if unit.side == side]
    assignment = rulings.assignment
    return HeroicSideStanding(
        side=side,
        active=sum([active_members(battle, place, assignment) for place in places]),
        incapacitated=sum([_fallen(battle, place, assignment) for place in places]),
        routed=_members(battle, places, HeroicStatus.ROUTED, assignment),
        surrendered=_members(battle, places, HeroicStatus.SURRENDERED, assignment),
        fled=_members(battle, places, HeroicStatus.FLED, assignment),
        out=not any(fights_on(battle, place, rulings) for place in places),
    )


def _fallen(battle: Battle, place: int, assignment: HeroicAssignment) -> int:
    unit = battle.units[place]
    return unit.count_start - count_of(unit, assignment)


def _members(battle: Battle, places: Sequence[int], status: HeroicStatus, assignment: HeroicAssignment) -> int:
    return sum([count_of(battle.units[at], assignment) for at in places if battle.units[at].status is status])
