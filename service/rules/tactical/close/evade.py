"""Evading: to get past a foe through his hex instead of stopping there."""

from service.dice.model import Cites, Dice
from service.rules.roll_under.rolls import Contestant
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import Grappled
from service.rules.tactical.book.words import TacticalSector
from service.rules.tactical.close.contest import FIRST, quick_contest
from service.rules.tactical.close.numbers import evade_terms
from service.rules.tactical.close.outcomes import TacticalEvade
from service.rules.tactical.figures.dexterity import dx_of
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import binders_of
from service.rules.tactical.figures.standing import is_able, name_of


def refuse_evade(field: Field, mover: TacticalFigure, pointer: str) -> None:
    """Refuse to let a grappled figure evade.

    Raises: Grappled.
    """
    binders = binders_of(field, mover)
    if binders:
        message = f"{mover.id!r} cannot evade: {', '.join([repr(each) for each in binders])} holds it."
        raise Grappled(message, pointer=pointer, rule=rulebook.EVADE_IMPOSSIBLE)


def evade(
    field: Field,
    mover_id: str,
    foe_id: str,
    approach: TacticalSector,
    dice: Dice,
    *,
    let_pass: bool = False,
    cites: Cites = (),
) -> TacticalEvade:
    """Contest the DX of a figure that wants to get past a foe with his, the field unchanged.

    `approach` is the side of the foe that the mover comes from. Allies, those who let it pass and those who cannot act
    are no hindrance. `cites` are the rules that led to it. The mover must not be grappled, which `refuse_evade` says.

    Dice: 3D6 mover, 3D6 foe; none if nobody hinders it.
    Source: Evading; the base game.
    """
    mover, foe = field[mover_id], field[foe_id]
    if let_pass or not is_able(foe) or not field.is_foe(mover, foe):
        text = f"{name_of(foe)} lets {name_of(mover)} pass."
        dice.note(rulebook.EVADE_CONTEST, text, actor=mover.id, cites=cites)
        return TacticalEvade(foe=foe.id, approach=approach, contest=None, passed=True)
    number = dx_of(field, mover, acting=True, more=evade_terms(foe.posture, approach))
    against = dx_of(field, foe, acting=False)
    rule = rulebook.EVADE_CONTEST
    report = quick_contest(
        Contestant(rule, mover.id, name_of(mover), number), Contestant(rule, foe.id, name_of(foe), against), dice
    )
    passed = report.winner is FIRST
    outcome = f"got past {name_of(foe)}" if passed else f"did not get past {name_of(foe)}, and stops in its hex"
    dice.note(rulebook.CLOSE_FRONT_EXIT, f"{name_of(mover)} {outcome}.", actor=mover.id, cites=cites)
    return TacticalEvade(foe=foe.id, approach=approach, contest=report, passed=passed)
