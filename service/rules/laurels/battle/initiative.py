"""Which side acts first, and whether one is surprised."""

from typing import Final

from service.dice.model import D6, Cites, Dice
from service.rules.laurels.attack.outcomes import LaurelsInitiativeOutcome, LaurelsInitiativeVerdict
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import InvalidReverseFaces
from service.rules.laurels.book.tables import INITIATIVE_ROWS, SURPRISE_RULES
from service.rules.laurels.book.words import LaurelsRole, LaurelsSurprise
from service.rules.laurels.figures.models import LaurelsInitiative, LaurelsReverse

PARTY: Final = LaurelsRole.PARTY
OPPONENTS: Final = LaurelsRole.OPPONENTS
OTHER: Final = {PARTY: OPPONENTS, OPPONENTS: PARTY}
SPOKEN: Final = {PARTY: "the party", OPPONENTS: "the opponents"}
NO_REVERSE: Final = LaurelsReverse()
REVERSE: Final = LaurelsSurprise.REVERSE_AMBUSH


def roll_initiative(input: LaurelsInitiative, rulings: LaurelsRulings, dice: Dice) -> LaurelsInitiativeOutcome:
    """Roll one d6 for both sides: on 1 to 3 the opponents act first, on 4 to 6 the party.

    In the first round the same roll is read for surprise, as the situation says.

    Dice: D6.
    Raises: InvalidReverseFaces.
    Ruling: laurels/ruling/surprise-default, laurels/ruling/reverse-ambush.
    Source: Determining Turn Order: Initiative; Surprise.
    """
    refuse_reverse(input.reverse)
    warn_of_surprise(input, dice)
    return roll_sides(input.round, input.surprise, input.reverse, dice)


def refuse_reverse(reverse: LaurelsReverse | None) -> None:
    """Refuse faces that surprise both sides.

    Raises: InvalidReverseFaces.
    """
    if reverse is not None:
        for position, face in enumerate(reverse.opponents_surprised_on):
            if face in reverse.party_surprised_on:
                message = f"A {face} is said to surprise both the party and the opponents."
                raise InvalidReverseFaces(message, pointer=f"/reverse/opponents_surprised_on/{position}")


def warn_of_surprise(initiative: LaurelsInitiative, dice: Dice) -> None:
    """Say what was said of surprise without effect."""
    surprise, number = initiative.surprise, initiative.round
    if number > 1 and surprise not in (LaurelsSurprise.NONE, LaurelsSurprise.UNAWARE):
        dice.warn(f"surprise is {surprise.value!r}, but round {number} is not read for surprise: it has no effect.")
    if initiative.reverse is not None and surprise is not REVERSE:
        dice.warn(f"reverse is given, but surprise is {surprise.value!r}: it has no effect.")


def roll_sides(
    number: int, surprise: LaurelsSurprise, reverse: LaurelsReverse | None, dice: Dice
) -> LaurelsInitiativeOutcome:
    """Roll the initiative of a round; surprise is read in the first only.

    Dice: D6.
    """
    read = surprise if number == 1 else LaurelsSurprise.NONE
    roll = dice.roll(rulebook.INITIATIVE_SIDE_ROLL, D6)
    face = roll.total
    first, surprised = _reading(face, read, reverse or NO_REVERSE)
    text = f"The initiative die shows {face}: {SPOKEN[first]} act{'s' if first is PARTY else ''} first"
    if surprised is not None:
        text += f", and {SPOKEN[surprised]} {'is' if surprised is PARTY else 'are'} surprised"
    roll.tell(f"{text}.", cites=_cites(number, read))
    return LaurelsInitiativeOutcome(
        verdict=LaurelsInitiativeVerdict(first=first, surprised=surprised),
        face=face,
        first=first,
        second=OTHER[first],
        surprised=surprised,
    )


def _reading(face: int, surprise: LaurelsSurprise, reverse: LaurelsReverse) -> tuple[LaurelsRole, LaurelsRole | None]:
    """Return who acts first and who is surprised."""
    if surprise is REVERSE:
        if face in reverse.party_surprised_on:
            return OPPONENTS, PARTY
        if face in reverse.opponents_surprised_on:
            return PARTY, OPPONENTS
        surprise = LaurelsSurprise.NONE
    row = INITIATIVE_ROWS[surprise, face]
    return row.first, row.surprised


def _cites(number: int, surprise: LaurelsSurprise) -> Cites:
    if number > 1:
        return (rulebook.INITIATIVE_EVERY_ROUND,)
    read = () if surprise is LaurelsSurprise.NONE else (SURPRISE_RULES[surprise],)
    return (rulebook.SURPRISE_FIRST_ROUND_ONLY, *read)
