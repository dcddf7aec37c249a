"""Who acts first: a die for each side, the best tactician's bonus, and what breaks ties."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import D6, Cites, Dice, Expected
from service.dice.transcript import Tally, capital
from service.rules.heroic.battle.models import HeroicContender, HeroicInitiative, HeroicSide
from service.rules.heroic.battle.outcomes import HeroicInitiativeOutcome, HeroicInitiativeVerdict, HeroicSideInitiative
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicInitiativeTie, HeroicRulings
from service.rules.heroic.book.refusals import HeroicDuplicateId
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import TACTICS_INITIATIVE_BONUS
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.chances.ties import Group, groups_rolled, joined_orders
from service.rules.kernel.figures import refuse_doubles
from service.rules.kernel.tally import spoken, tally, term

BONUS: Final = (term(rulebook.INITIATIVE_TACTICS_BONUS, TACTICS_INITIATIVE_BONUS),)
LED: Final[Cites] = (rulebook.INITIATIVE_TACTICS_BONUS,)
TIED: Final[Cites] = (Rulings.INITIATIVE_TIE,)
MANY: Final[Cites] = (Rulings.MANY_SIDES,)


class SideRoll(NamedTuple):
    """A side's initiative by its position, and the dice that have broken its ties."""

    place: int
    contender: HeroicContender
    tally: Tally
    rerolls: tuple[int, ...]


def roll_initiative(input: HeroicInitiative, rulings: HeroicRulings, dice: Dice) -> HeroicInitiativeOutcome:
    """Roll a die for each side; the highest total has the initiative and acts first.

    The one side that is led by the best tactician adds 1.

    Dice: D6 for each side, as listed; then, unless the options break ties otherwise, D6 again for each tied side, the
    highest tie first, until there is none.
    Raises: HeroicDuplicateId.
    Source: Initiative Phase.
    """
    refuse_double_sides(input.sides)
    return initiative_of(input.sides, rulings.initiative_tie, dice)


class Rival(NamedTuple):
    """What a side's chances depend on: what it adds to its die, and its Tactics if they break ties."""

    bonus: int
    tactics: int


Rivals = tuple[Rival, ...]
"""Those who roll for the initiative, or are still tied for it, in the order in which they roll."""


def initiative_odds(input: HeroicInitiative, rulings: HeroicRulings) -> Distribution[HeroicInitiativeVerdict]:
    """Return the exact chances of each side to win the initiative, and of nobody if ties may stand.

    Raises: HeroicDuplicateId.
    """
    refuse_double_sides(input.sides)
    sides, tie = input.sides, rulings.initiative_tie
    rivals = rivals_of(sides, tie)
    if tie is HeroicInitiativeTie.NONE:
        ends = Distribution.of(lambda dice: roll_highest(rivals, dice).rivals)
    else:
        ends = Chain(_roll_tie, _is_decided, lambda tied: tied).endless_odds(rivals)
    chances = {
        HeroicInitiativeVerdict(winner=side.id): ends.chances[(rival,)] / rivals.count(rival)
        for side, rival in zip(sides, rivals, strict=True)
        if (rival,) in ends.chances
    }
    ties = sum([chance for tied, chance in ends.chances.items() if len(tied) > 1], Fraction(0))
    return Distribution(chances | ({HeroicInitiativeVerdict(winner=None): ties} if ties else {}))


class Highest(NamedTuple):
    """The highest total that has been rolled, and those who have it."""

    total: int
    rivals: Rivals


def roll_highest(rivals: Rivals, dice: Dice) -> Highest:
    """Roll for each of some rivals, and return the highest total and who has it.

    Dice: D6 for each.
    """
    if not rivals:
        return Highest(0, ())
    before = dice.settle(rulebook.INITIATIVE_ROLL, roll_highest, rivals[:-1])
    last = rivals[-1]
    total = dice.roll(rulebook.INITIATIVE_ROLL, D6).total + last.bonus
    if total > before.total:
        return Highest(total, (last,))
    return Highest(total, (*before.rivals, last)) if total == before.total else before


def _roll_tie(rivals: Rivals, dice: Dice) -> Rivals:
    """Return those who are still tied for the initiative after another roll: of the highest those with most Tactics."""
    highest = dice.settle(rulebook.INITIATIVE_ROLL, roll_highest, rivals).rivals
    most = max([each.tactics for each in highest])
    return tuple([each for each in highest if each.tactics == most])


def _is_decided(rivals: Rivals) -> bool:
    return len(rivals) == 1


def spoken_side(side: HeroicContender | HeroicSide) -> str:
    """Return what players call a side."""
    return side.name or side.id


def refuse_double_sides(sides: Sequence[HeroicContender | HeroicSide], at: str = "/sides") -> None:
    """Refuse two sides with one id; `at` points to them."""
    refuse_doubles(sides, at, HeroicDuplicateId, "Two sides are called {!r}.")


@dataclass(slots=True, unsafe_hash=True)
class Contest:
    """Those who roll for the order in which they act; two are equal if each order is equally likely in them."""

    rivals: Rivals
    tie: HeroicInitiativeTie
    sides: tuple[HeroicContender, ...] = field(compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Ranking:
    """The order in which sides act, by position, and whether the first has the initiative; `rolls` only tell."""

    order: tuple[int, ...]
    decided: bool
    rolls: tuple[SideRoll, ...] = field(default=(), compare=False)


def initiative_of(sides: Sequence[HeroicContender], tie: HeroicInitiativeTie, dice: Dice) -> HeroicInitiativeOutcome:
    """Roll initiative for sides that are known to differ.

    Dice: as `roll_initiative`.
    Ruling: heroic/ruling/initiative-tie, heroic/ruling/many-sides.
    """
    ranking = ranking_of(contest_of(tuple(sides), tie), dice)
    return outcome_of(sides, ranking, dice)


def ranking_of(contest: Contest, dice: Dice) -> Ranking:
    """Return the order in which the sides of a contest act.

    Dice: as `roll_initiative`.
    """
    return dice.settle(rulebook.INITIATIVE_ROLL, RANKING, contest)


def outcome_of(sides: Sequence[HeroicContender], ranking: Ranking, dice: Dice) -> HeroicInitiativeOutcome:
    """Write the order in which sides act, and tell it."""
    ranked = [sides[place] for place in ranking.order]
    winner = ranked[0].id if ranking.decided else None
    return HeroicInitiativeOutcome(
        summary=_tell_order(winner, ranked, dice) if dice.tells else "",
        verdict=HeroicInitiativeVerdict(winner=winner),
        sides=tuple([_written(side_roll) for side_roll in ranking.rolls]) if dice.tells else (),
        order=tuple([each.id for each in ranked]),
    )


@lru_cache(maxsize=1024)
def contest_of(sides: tuple[HeroicContender, ...], tie: HeroicInitiativeTie) -> Contest:
    """Return what is rolled for by some sides."""
    return Contest(rivals_of(sides, tie), tie, sides)


def rivals_of(sides: Sequence[HeroicContender], tie: HeroicInitiativeTie) -> Rivals:
    """Return what the chances of each side depend on."""
    best, breaks_ties = best_tactician(sides), tie is HeroicInitiativeTie.TACTICS
    return tuple(
        [
            Rival(TACTICS_INITIATIVE_BONUS if side is best else 0, tactics_of(side) if breaks_ties else 0)
            for side in sides
        ]
    )


def roll_ranking(contest: Contest, dice: Dice) -> Ranking:
    """Roll for each side, and break ties.

    Dice: as `roll_initiative`.
    """
    sides = contest.sides
    dice.expect(lambda: [_expected(side) for side in sides])
    rolls = [
        _roll_side(place, side, dice, led=rival.bonus > 0)
        for place, (side, rival) in enumerate(zip(sides, contest.rivals, strict=True))
    ]
    ranked: list[SideRoll] = []
    decided = False
    for _, tied in groupby(sorted(rolls, key=_rank), key=_rank):
        group = list(tied)
        if not ranked:
            decided = len(group) == 1 or contest.tie is not HeroicInitiativeTie.NONE
        ranked += group if len(group) == 1 else _broken(group, contest.tie, dice)
    order = tuple([side_roll.place for side_roll in ranked])
    return Ranking(order, decided, tuple(sorted(ranked, key=_place)))


def ranking_chances(contest: Contest) -> Distribution[Ranking]:
    """Return the chances of each order; that ties may be rolled again without end is conditioned away."""
    rivals, tie = contest.rivals, contest.tie
    chances: dict[Ranking, Fraction] = {}
    for groups, chance in groups_rolled(tuple([each.bonus for each in rivals]), rulebook.INITIATIVE_ROLL).items():
        decided = len(groups[0]) == 1 or tie is not HeroicInitiativeTie.NONE
        parts = [part for group in groups for part in _parts_of(group, rivals, tie)]
        for order, likely in _orders_of(parts, rivals, tie).items():
            ranking = Ranking(order, decided)
            chances[ranking] = chances.get(ranking, Fraction(0)) + chance * likely
    return Distribution(chances)


def _parts_of(group: Group, rivals: Rivals, tie: HeroicInitiativeTie) -> list[Group]:
    """Return those of equal totals in the order in which they act, as far as no die decides it."""
    if tie is not HeroicInitiativeTie.TACTICS:
        return [group]
    levels = sorted({rivals[place].tactics for place in group}, reverse=True)
    return [tuple([place for place in group if rivals[place].tactics == level]) for level in levels]


def _orders_of(parts: Sequence[Group], rivals: Rivals, tie: HeroicInitiativeTie) -> dict[Group, Fraction]:
    """Return the chances of each order of all, part after part; ties may stand, or are rolled again."""
    if tie is HeroicInitiativeTie.NONE:
        return {tuple([place for part in parts for place in part]): Fraction(1)}
    bonuses = tuple([each.bonus for each in rivals])
    return joined_orders(parts, bonuses, rulebook.INITIATIVE_ROLL)


RANKING: Final = CountedKernel(roll_ranking, ranking_chances)


def tactics_of(side: HeroicContender) -> int:
    """Return the Tactics of a side's leader; 0 without one who stands and has the skill.

    Ruling: heroic/ruling/leader-down.
    """
    return side.leader_tactics or 0 if side.leader_active else 0


def best_tactician(sides: Sequence[HeroicContender]) -> HeroicContender | None:
    """Return the one side whose leader has the highest Tactics; None if several have, or nobody has the skill.

    Ruling: heroic/ruling/tactics-tie.
    """
    levels = [tactics_of(side) for side in sides]
    highest = max(levels)
    return sides[levels.index(highest)] if highest and levels.count(highest) == 1 else None


def _rank(side_roll: SideRoll) -> int:
    return -side_roll.tally.total


def _place(side_roll: SideRoll) -> int:
    return side_roll.place


def _expected(side: HeroicContender, when: str = "") -> Expected:
    return Expected(rulebook.INITIATIVE_ROLL, D6, side.id, f"initiative of {spoken_side(side)}{when}")


def _roll_side(place: int, side: HeroicContender, dice: Dice, *, led: bool) -> SideRoll:
    roll = dice.roll(rulebook.INITIATIVE_ROLL, D6, actor=side.id)
    number = tally(roll.total, BONUS if led else ())
    if dice.tells:
        roll.tell(f"Initiative of {spoken_side(side)}: {spoken(number)}.", cites=LED if led else ())
    return SideRoll(place, side, number, ())


def _broken(group: list[SideRoll], tie: HeroicInitiativeTie, dice: Dice) -> list[SideRoll]:
    """Order sides of equal totals."""
    names = " and ".join([spoken_side(side_roll.contender) for side_roll in group])
    if tie is HeroicInitiativeTie.NONE:
        dice.note(rulebook.INITIATIVE_ROLL, f"{names} were tied, and nobody went before the others.", cites=TIED)
        return group
    if tie is HeroicInitiativeTie.TACTICS:
        ordered: list[SideRoll] = []
        for level, tied in groupby(sorted(group, key=_tactics_rank), key=_tactics_rank):
            equals = list(tied)
            ordered += equals if len(equals) == 1 else _rerolled(equals, dice)
            if len(equals) == 1 and level:
                text = f"Tactics {-level} decided for {spoken_side(equals[0].contender)} in the tie between {names}."
                dice.note(rulebook.INITIATIVE_ROLL, text, actor=equals[0].contender.id, cites=TIED)
        return ordered
    return _rerolled(group, dice)


def _tactics_rank(side_roll: SideRoll) -> int:
    return -tactics_of(side_roll.contender)


def _rerolled(group: list[SideRoll], dice: Dice) -> list[SideRoll]:
    """Roll again for tied sides until each has its own total; what their tacticians add counts again.

    Dice: D6 for each of them, and again for those that are tied again.
    """
    rolled = []
    dice.expect(lambda: [_expected(side_roll.contender, " after a tie") for side_roll in group])
    for side_roll in group:
        side = side_roll.contender.id
        roll = dice.roll(rulebook.INITIATIVE_ROLL, D6, actor=side)
        number = tally(roll.total, side_roll.tally.terms)
        if dice.tells:
            roll.tell(f"The tie was rolled again for {spoken_side(side_roll.contender)}: {spoken(number)}.", cites=TIED)
        rolled.append((number.total, side_roll._replace(rerolls=(*side_roll.rerolls, roll.total))))
    ordered: list[SideRoll] = []
    rolled.sort(key=_reroll_rank)
    for _, tied in groupby(rolled, key=_reroll_rank):
        equals = [side_roll for _, side_roll in tied]
        ordered += equals if len(equals) == 1 else _rerolled(equals, dice)
    return ordered


def _reroll_rank(rolled: tuple[int, SideRoll]) -> int:
    return -rolled[0]


def _tell_order(winner: str | None, order: Sequence[HeroicContender], dice: Dice) -> str:
    """Note in which order the sides act, and return the sentence."""
    cites: Cites = MANY if len(order) > 2 else ()
    names = [spoken_side(each) for each in order]
    if winner is None:
        text = f"Nobody had the initiative; the sides acted in this order: {', '.join(names)}."
    else:
        text = f"{names[0]} won the initiative, so the sides acted in this order: {', '.join(names)}."
    dice.note(rulebook.INITIATIVE_ORDER, text, actor=winner, cites=cites)
    return capital(text)


def _written(side_roll: SideRoll) -> HeroicSideInitiative:
    number = side_roll.tally
    return HeroicSideInitiative(
        side=side_roll.contender.id,
        roll=number.base,
        bonus=number.total - number.base,
        total=number.total,
        rerolls=side_roll.rerolls,
    )
