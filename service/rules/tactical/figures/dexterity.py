"""Rolls against DX, and against skills based on it: what pain, a hold and a shield in close combat take from them."""

from collections.abc import Iterable

from service.dice.model import THREE_D6, Dice, Expected, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.tally import counted, tally, term
from service.rules.roll_under.modifiers import GRAPPLED
from service.rules.roll_under.rolls import SuccessRoll, roll_success
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.modifiers import DX_MODIFIERS, TacticalFact
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import is_bound, is_first_turn
from service.rules.tactical.figures.standing import name_of


def shield_terms(figure: TacticalFigure) -> list[Term]:
    """Return what a shield takes from every DX roll after its bearer's first turn of close combat."""
    shield = figure.shield
    if shield is None or is_first_turn(figure):
        return []
    return counted(DX_MODIFIERS, {TacticalFact.DX_SHIELD: shield.db})


def hold_terms(field: Field, figure: TacticalFigure) -> list[Term]:
    """Return what a hold takes from DX."""
    return [term(rulebook.GRAPPLE_EFFECT, GRAPPLED)] if is_bound(field, figure) else []


def shock_terms(figure: TacticalFigure) -> list[Term]:
    """Return what pain takes from DX and skills in a figure's own turn."""
    shock = figure.state.shock
    return [term(rulebook.INJURY_SHOCK, shock)] if shock else []


def hindrances(field: Field, figure: TacticalFigure, *, acting: bool) -> list[Term]:
    """Return what lowers every DX roll of a figure: pain in its own turn, a hold, its shield."""
    return [*pains_and_holds(field, figure, acting=acting), *shield_terms(figure)]


def pains_and_holds(field: Field, figure: TacticalFigure, *, acting: bool) -> list[Term]:
    """Return what lowers every roll of a figure against a skill: pain in its own turn, and a hold."""
    return [*(shock_terms(figure) if acting else ()), *hold_terms(field, figure)]


def dx_of(
    field: Field, figure: TacticalFigure, *, acting: bool, more: Iterable[Term] = (), skill: int | None = None
) -> Tally:
    """Return what a figure rolls against DX, or against a skill if that is higher.

    `acting` says whether it is its own turn.
    """
    return tally(max(figure.dx, skill or 0), [*hindrances(field, figure, acting=acting), *more])


def roll_dx(
    rule: Rule, figure: TacticalFigure, number: Tally, purpose: str, dice: Dice, skill: str = "DX"
) -> SuccessRoll:
    """Announce a roll against DX or a skill, with what it is for in a player's words, and make it.

    Dice: 3D6.
    """
    dice.expect(lambda: [Expected(rule, THREE_D6, figure.id, purpose)])
    return roll_success(rule, number, dice, actor=figure.id, name=name_of(figure), skill=skill)
