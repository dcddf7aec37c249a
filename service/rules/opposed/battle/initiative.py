"""Initiative: engaged figures act by fixed values, unengaged ones by a d10 for each side."""

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from service.dice.model import D10, Cites, Dice, Expected
from service.dice.transcript import Tally
from service.rules.kernel.figures import Who, refuse_doubles
from service.rules.kernel.tally import spoken, term
from service.rules.opposed.battle import outcomes
from service.rules.opposed.battle.models import (
    OpposedEngagedFigure,
    OpposedEngagedInitiative,
    OpposedInitiative,
    OpposedLedSide,
    OpposedUnengagedInitiative,
)
from service.rules.opposed.battle.ties import part_ties
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import (
    OpposedEngagedChoice,
    OpposedInitiativeTie,
    OpposedRulings,
    OpposedUnengagedChoice,
)
from service.rules.opposed.book.refusals import DuplicateParticipant
from service.rules.opposed.book.rulings import Rulings
from service.wire import value_class

FIGURE_TWICE, SIDE_TWICE = "Figure {!r} is listed twice.", "Side {!r} is listed twice."


@value_class
class Claim:
    """One figure's or side's initiative, with what breaks ties in its favour."""

    who: Who
    tally: Tally
    favours: tuple[int, ...]

    @property
    def name(self) -> str:
        """The id of the figure or side."""
        return self.who.id or ""

    @property
    def strength(self) -> tuple[int, ...]:
        """The greater strength acts first."""
        return (self.tally.total, *self.favours)


def roll_initiative(input: OpposedInitiative, rulings: OpposedRulings, dice: Dice) -> outcomes.OpposedInitiativeOutcome:
    """Put engaged figures, or the sides of unengaged ones, in the order in which they act.

    Engaged figures add Perception, Agility, Rank with the prepared weapon and Rank as a warrior. Unengaged ones act
    side by side: a d10, the leader's Perception and twice its Rank as a military scientist.

    Dice: none for engaged figures; D10 for each side, in the order given; then, for those whom nothing else parts, D10
    each, and again for those who roll the same, at most ten times.
    Raises: DuplicateParticipant, if two figures or two sides have one id.
    Ruling: opposed/ruling/initiative-ties, opposed/ruling/unengaged-per-side.
    Source: 57.3 Combat Equation Summary.
    """
    values: tuple[outcomes.OpposedInitiativeValue, ...] = ()
    totals: tuple[outcomes.OpposedInitiativeTotal, ...] = ()
    match input:
        case OpposedEngagedInitiative():
            refuse_doubles(input.figures, "/figures", DuplicateParticipant, FIGURE_TWICE)
            ranking = in_order([_claim_of(each) for each in input.figures], rulings, dice)
            ordered = ranking[1:] + ranking[:1] if rulings.engaged_choice is OpposedEngagedChoice.LAST else ranking
            values = tuple([initiative_value(claim) for claim in ordered])
        case OpposedUnengagedInitiative():
            refuse_doubles(input.sides, "/sides", DuplicateParticipant, SIDE_TWICE)
            expect_sides([Who(each.id, each.id) for each in input.sides], dice)
            ranking = in_order([_rolled(each, dice) for each in input.sides], rulings, dice)
            ordered = after_unengaged_choice(ranking, rulings)
            totals = tuple([initiative_total(claim) for claim in ordered])
        case _:
            assert_never(input)
    note_order(ordered, dice, engaged=bool(values))
    told = ", then ".join([f"{claim.who.name} ({claim.tally.total})" for claim in ordered])
    tied = len(ranking) > 1 and ranking[0].tally.total == ranking[1].tally.total
    return outcomes.OpposedInitiativeOutcome(
        summary=f"Order of action: {told}.",
        verdict=outcomes.OpposedInitiativeVerdict(first=ordered[0].name, tied=tied),
        order=tuple([claim.name for claim in ordered]),
        values=values,
        totals=totals,
    )


def _claim_of(figure: OpposedEngagedFigure) -> Claim:
    who = Who(figure.id, figure.id)
    return engaged_claim(who, figure.perception, figure.agility, figure.weapon_rank, figure.warrior_rank)


def _rolled(side: OpposedLedSide, dice: Dice) -> Claim:
    return roll_side_claim(Who(side.id, side.id), side.perception, side.military_scientist_rank, dice)


@lru_cache(maxsize=1024)
def engaged_claim(who: Who, perception: int, agility: int, weapon_rank: int, warrior_rank: int) -> Claim:
    """Work out an engaged figure's initiative; ties go to higher Agility, then higher Perception."""
    rule = rulebook.INITIATIVE_ENGAGED
    terms = (
        term(rule, agility, "Agility"),
        term(rule, weapon_rank, "Rank with weapon"),
        term(rule, warrior_rank, "Rank as warrior"),
    )
    total = perception + agility + weapon_rank + warrior_rank
    return Claim(who, Tally(base=perception, terms=terms, total=total), (agility, perception))


def expect_sides(sides: Sequence[Who], dice: Dice) -> None:
    """Announce the initiative of sides, all of which roll."""
    rule = rulebook.INITIATIVE_UNENGAGED
    dice.expect(lambda: [Expected(rule, D10, each.id, f"initiative of {each.name}") for each in sides])


def roll_side_claim(side: Who, perception: int, science_rank: int, dice: Dice, cites: Cites = ()) -> Claim:
    """Roll a side's unengaged initiative; ties go to the better leader.

    Dice: D10.
    """
    rule = rulebook.INITIATIVE_UNENGAGED
    roll = dice.roll(rule, D10, actor=side.id)
    science = 2 * science_rank
    terms = [term(rule, perception, "Perception")]
    if science:
        terms.append(term(rule, science, "twice the Rank as military scientist"))
        cites = (*cites, Rulings.MILITARY_SCIENTIST)
    total = roll.total + perception + science
    tally = Tally(base=roll.total, terms=tuple(terms), total=total)
    cites = (*cites, Rulings.UNENGAGED_PER_SIDE)
    roll.tell(f"{side.name} rolled {roll.total} for initiative: {spoken(tally)}.", cites=cites)
    return Claim(side, tally, (perception + science,))


def in_order(claims: Sequence[Claim], rulings: OpposedRulings, dice: Dice) -> tuple[Claim, ...]:
    """Put initiatives in acting order, before a choice changes it.

    Dice: D10 for each of those who are equal, and again for those who roll the same.
    """
    ordered = sorted(claims, key=_strength, reverse=True)
    return part_ties(ordered, _strength, _who, dice) if rolls_for_ties(rulings) else tuple(ordered)


def _strength(claim: Claim) -> tuple[int, ...]:
    return claim.strength


def _who(claim: Claim) -> Who:
    return claim.who


def rolls_for_ties(rulings: OpposedRulings) -> bool:
    """Return whether a die parts those who are equal."""
    return rulings.initiative_ties is OpposedInitiativeTie.DIE


def after_unengaged_choice(ordered: tuple[Claim, ...], rulings: OpposedRulings) -> tuple[Claim, ...]:
    """Let the second side act before the winner, if the winner chooses so."""
    if rulings.unengaged_choice is OpposedUnengagedChoice.SECOND:
        return (*ordered[1:2], *ordered[:1], *ordered[2:])
    return ordered


def note_order(
    ordered: Sequence[Claim],
    dice: Dice,
    *,
    engaged: bool,
    cites: Cites = (),
    when: str = "",
) -> None:
    """Record who acts in which order, and what decided it; `when` is a clause."""
    listed = ", ".join([f"{claim.who.name} {claim.tally.total}" for claim in ordered])
    totals = {claim.tally.total for claim in ordered}
    cites = (*cites, rulebook.INITIATIVE_TIES) if len(totals) < len(ordered) else cites
    if engaged:
        rule, choice = rulebook.INITIATIVE_ENGAGED, Rulings.ENGAGED_INITIATIVE_CHOICE
        text = f"Order of engaged figures{when}: {listed}."
    else:
        rule, choice = rulebook.INITIATIVE_UNENGAGED, Rulings.UNENGAGED_INITIATIVE_CHOICE
        text = f"Order of sides for unengaged figures{when}: {listed}."
    dice.note(rule, text, cites=(*cites, choice))


def initiative_value(claim: Claim) -> outcomes.OpposedInitiativeValue:
    """Write an engaged figure's initiative for the answer."""
    return outcomes.OpposedInitiativeValue(id=claim.name, value=claim.tally.total, tally=claim.tally)


def initiative_total(claim: Claim) -> outcomes.OpposedInitiativeTotal:
    """Write a side's initiative for the answer."""
    return outcomes.OpposedInitiativeTotal(id=claim.name, total=claim.tally.total, tally=claim.tally)
