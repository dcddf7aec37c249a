"""Dice sources: seeded or supplied dice of a request, and the record of the dice that an answer used."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from service.dice.generators import GENERATORS
from service.dice.model import MAX_DICE, Deck, DiceNeeded, DicePool, Expected, Rule
from service.dice.recording import RecordingDice
from service.dice.seeded import GENERATOR, PREVIEWS, SeededDice, preview_seed_of
from service.dice.supplied import ReplayedDice, SuppliedDice, WhenExhausted
from service.dice.transcript import capital
from service.forecasts.problems import PartsDisagree
from service.store.attempts import Attempt, next_attempt
from service.wire import WHOLE, Form, Frozen, record, value_class

NAME_LENGTH: Final = max(map(len, GENERATORS)) + 1
"""The most characters of a generator's name and its colon."""


def seed_pattern(longest: int) -> str:
    """Return the pattern of seeds: a generator's name and a text of so many characters at most."""
    return rf"^({'|'.join(GENERATORS)}):[ -~]{{1,{longest}}}$"


def seed_form(longest: int, example: str) -> Form:
    """Return the pattern in words."""
    names = " or ".join([f"`{name}:`" for name in GENERATORS])
    return Form(f"{names} and then 1 to {longest} ASCII characters, such as {example}")


Seed = Annotated[
    str,
    Field(pattern=seed_pattern(128), max_length=140),
    seed_form(128, f"{GENERATOR}:table-7"),
]
"""A generator's name and the text that seeds it: "sha256ctr1:table-7"."""

Face = Annotated[int, Field(ge=1, le=1000), WHOLE]
CardName = Annotated[str, Field(min_length=1, max_length=32)]

MAX_CARDS: Final = 1_000


class LeftOver(StrEnum):
    """What to do with supplied dice that the procedure did not use."""

    REFUSE = "refuse"
    IGNORE = "ignore"


class SeededSource(Frozen):
    """Dice the service rolls from a seed."""

    kind: Literal["seeded"]
    seed: Seed | None = Field(
        default=None, description="Same body and seed, same answer. By default 128 random bits, which the answer has."
    )


class SuppliedSource(Frozen):
    """Dice that people rolled, or the faces of an earlier answer."""

    kind: Literal["supplied"]
    faces: Annotated[tuple[Face, ...], Field(max_length=MAX_DICE)] = Field(
        default=(),
        description="Faces of all dice in the order the procedure uses them; a d100 showing 00 is 100.",
    )
    cards: Annotated[tuple[CardName, ...], Field(max_length=MAX_CARDS)] = Field(
        default=(), description="Cards in the order they are drawn, such as QH or joker."
    )
    when_exhausted: WhenExhausted = Field(
        default=WhenExhausted.ASK, description="Ask for the missing dice, roll them here, or refuse the request."
    )
    left_over: LeftOver = Field(
        default=LeftOver.REFUSE, description="Refuse supplied dice that were not used, or ignore them."
    )
    seed: Seed | None = Field(default=None, description="The seed of missing dice if `when_exhausted` is `roll`.")


DiceSource = Annotated[SeededSource | SuppliedSource, Field(discriminator="kind", title="DiceSource")]

FRESH: Final = SeededSource(kind="seeded")


class SeedBy(StrEnum):
    """Who chose the seed of the dice that the service rolled."""

    SERVICE = "service"
    TABLE = "table"
    TICKET = "ticket"
    CALLER = "caller"
    PREVIEW = "preview"


@record
class DiceUsed:
    """The dice of an answer: post them back as supplied dice to resolve again with the same faces."""

    kind: Annotated[Literal["seeded", "supplied"], Field(description="The kind of the request's dice source.")]
    seed: Annotated[str | None, Field(description="Seed of the dice the service rolled; null if it rolled none.")]
    seed_by: Annotated[
        SeedBy | None,
        Field(
            description=(
                "Where the seed comes from. service: the service chose it at random, or from a draw; table: a draw "
                "with values of players; ticket: the draw of a ticket; caller: the request named it; preview: the seed "
                "of a preview, which no act uses. Null if the service rolled no dice."
            )
        ),
    ]
    faces: Annotated[tuple[int, ...], Field(description="Every face in the order it was used.")]
    cards: Annotated[tuple[str, ...], Field(description="Every card in the order it was drawn.")]
    supplied_faces: Annotated[int, Field(description="How many of the faces, from the first, were supplied.")]
    supplied_cards: Annotated[int, Field(description="How many of the cards, from the first, were supplied.")]


@record
class Need:
    """The dice a procedure is waiting for."""

    rule: Annotated[str, Field(description="Id of the rule that needs dice.")]
    label: Annotated[str, Field(description="The rule's title.")]
    dice: Annotated[str, Field(description="The pool, such as 3d6, or the deck.")]
    actor: Annotated[str | None, Field(description="Id of the figure or side that rolls.")]
    missing: Annotated[int, Field(description="Number of faces or cards that are still missing.")]
    text: Annotated[str, Field(description="The request as a sentence: who rolls what, and what for.")]


@value_class
class Rolls:
    """Where the service takes the seed of a request's dice from: its attempt, or a draw of an encounter.

    `seed_by` says who chose it, unless the request names one. A preview replaces the seed.
    """

    attempt: Attempt | None = None
    preview: bool = False
    drawn: str | None = None
    seed_by: SeedBy = SeedBy.SERVICE

    def seed_of(self, source: SeededSource | SuppliedSource) -> str:
        """Return the seed that the request names, else the draw's, or 128 fresh bits."""
        seed = source.seed or self.drawn or fresh_seed(self.attempt)
        return preview_seed_of(seed) if self.preview else seed

    def chooser_of(self, source: SeededSource | SuppliedSource) -> SeedBy:
        """Return who chose the seed."""
        if self.preview:
            return SeedBy.PREVIEW
        return self.seed_by if source.seed is None else SeedBy.CALLER


PLAIN: Final = Rolls()


def dice_from(source: SeededSource | SuppliedSource, rolls: Rolls = PLAIN) -> RecordingDice:
    """Make the dice of a request; the seed is read only where the service may roll."""
    if isinstance(source, SuppliedSource) and source.when_exhausted is not WhenExhausted.ROLL:
        return SuppliedDice(source.faces, source.cards, source.when_exhausted)
    seed = rolls.seed_of(source)
    if isinstance(source, SeededSource):
        return SeededDice(seed)
    return SuppliedDice(source.faces, source.cards, source.when_exhausted, seed)


def require_no_preview(source: SeededSource | SuppliedSource) -> None:
    """Refuse to act with a seed that previews use.

    Raises: PartsDisagree, quoting the seed.
    """
    if source.seed is not None and source.seed.startswith(PREVIEWS):
        message = f"{source.seed!r} is the seed of a preview; what is stored is rolled from another."
        raise PartsDisagree(message, pointer="/dice/seed")


def dice_again(source: SeededSource | SuppliedSource, seed: str | None) -> RecordingDice:
    """Make the dice of an answer again; `seed` is the answer's, used if the request names no seed."""
    if isinstance(source, SeededSource):
        return ReplayedDice((), (), source.seed or seed)
    if source.when_exhausted is WhenExhausted.ROLL:
        return ReplayedDice(source.faces, source.cards, source.seed or seed)
    return SuppliedDice(source.faces, source.cards, source.when_exhausted)


def fresh_seed(attempt: Attempt | None = None) -> str:
    """Return an unpredictable seed: that of the attempt, or of a new attempt."""
    return f"{GENERATOR}:{(attempt or next_attempt()).seed()}"


def refuse_left_overs(source: SeededSource | SuppliedSource, dice: RecordingDice, tape_rule: Rule | None) -> None:
    """Refuse supplied dice that were not used, unless the request says to ignore them."""
    if isinstance(dice, SuppliedDice) and isinstance(source, SuppliedSource) and source.left_over is LeftOver.REFUSE:
        dice.refuse_left_overs(tape_rule)


def used(source: SeededSource | SuppliedSource, dice: RecordingDice, rolls: Rolls = PLAIN) -> DiceUsed:
    """Return the record of the dice that an answer used: supplied faces, rolled faces and who chose the seed."""
    given_faces = min(len(dice.supplied_faces), len(dice.faces))
    given_cards = min(len(dice.supplied_cards), len(dice.cards))
    rolled = len(dice.faces) > given_faces or len(dice.cards) > given_cards
    return DiceUsed(
        kind=source.kind,
        seed=dice.seed if rolled else None,
        seed_by=rolls.chooser_of(source) if rolled else None,
        faces=tuple(dice.faces),
        cards=tuple(dice.cards),
        supplied_faces=given_faces,
        supplied_cards=given_cards,
    )


def needs_of(lack: DiceNeeded, names: Mapping[str, str]) -> tuple[Need, ...]:
    """Describe the dice that are missing: those of the roll that waits, then of all rolls that certainly follow.

    `names` has by id what those who roll are called.
    """
    first = _need(lack.rule, lack.dice, lack.actor, lack.missing, lack.purpose, names, is_card=lack.is_card)
    return (first, *[_announced(each, names) for each in lack.expected])


def _announced(roll: Expected, names: Mapping[str, str]) -> Need:
    is_card = isinstance(roll.dice, Deck)
    missing = roll.dice.count if isinstance(roll.dice, DicePool) else 1
    return _need(roll.rule, roll.dice.name, roll.actor, missing, roll.purpose, names, is_card=is_card)


def _need(
    rule: Rule,
    dice: str,
    actor: str | None,
    missing: int,
    purpose: str | None,
    names: Mapping[str, str],
    *,
    is_card: bool,
) -> Need:
    short = f" ({missing} still missing)" if missing > 1 else ""
    who = capital(names.get(actor, actor)) if actor else None
    if is_card:
        deed, wanted = f"{who} draws" if who else "Draw", f"a card from the {dice}"
    else:
        deed, wanted = f"{who} rolls" if who else "Roll", f"{dice} for"
    what = f"{rule.title}, {purpose}" if purpose else rule.title
    return Need(
        rule=rule.id,
        label=rule.title,
        dice=dice,
        actor=actor,
        missing=missing,
        text=f"{deed} {wanted}: {what}{short}.",
    )
