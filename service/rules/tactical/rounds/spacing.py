"""Friends who are left in one hex once a close combat there has ended, or a fall has laid one across another's hex."""

from service.dice.model import Dice
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.figures.field import Field, crowded, fills, is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.placement import nearest_free
from service.rules.tactical.figures.standing import changed, name_of, with_state
from service.rules.tactical.rounds.round_sentences import hex_text


def make_room(field: Field, dice: Dice) -> None:
    """Part friends who share a hex without fighting a foe there: one of them steps aside, or draws in its legs.

    It is the one listed last that is in no close combat. Without a free hex near it stays, and the answer marks both.
    Source: Hexes. Ruling: tactical/ruling/crowd-vs-close.
    """
    for figure in reversed(list(field)):
        now = field[figure.id]
        if now.state.close or not any(len(field.occupants(each)) > 1 for each in field.body(now)):
            continue
        now = with_state(now, sharing=False)
        if fills(now) and crowded(field, now, field.body(now)) is not None:
            _step_aside(field, now, dice)


def _step_aside(field: Field, figure: TacticalFigure, dice: Dice) -> None:
    body = field.body(figure)
    if is_stretched(figure, field.rulings) and crowded(field, figure, body[-1:]) is None:
        field.put(with_state(changed(figure, hex=body[-1]), huddled=True))
        dice.note(rules.FIGURES_ONE_PER_HEX, f"{name_of(figure)} drew in its legs.", actor=figure.id)
        return
    there = nearest_free(field, figure, body)
    if there is not None:
        field.put(changed(figure, hex=there))
        text = f"{name_of(figure)} made room and stepped to {hex_text(there)}."
        dice.note(rules.FIGURES_ONE_PER_HEX, text, actor=figure.id)
