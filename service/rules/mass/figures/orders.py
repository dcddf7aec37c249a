"""Orders of commanders, and the requests that hold them: commands to move, powers, rallies, spells and others."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, HexAddress
from service.rules.mass.book.words import MassSpellMovement, MassTurn
from service.rules.mass.figures import models
from service.wire import WHOLE, Frozen

Label = Annotated[str, Field(min_length=1, max_length=200)]
Area = Annotated[int, Field(ge=1, le=1_000_000_000), WHOLE]


class MassAdvance(Frozen):
    """March straight ahead; without hexes or feet, as far as the speed allows."""

    kind: Literal["advance"]
    hexes: Annotated[int, Field(ge=0, le=100), WHOLE] | None = Field(default=None, description="How many hexes.")
    feet: Annotated[int, Field(ge=0, le=10_000), WHOLE] | None = Field(
        default=None, description="How many feet instead; each full 100 are a hex."
    )


class MassWheel(Frozen):
    """Turn on the spot."""

    kind: Literal["wheel"]
    degrees: Annotated[int, Field(ge=1, le=360), WHOLE] = Field(description="How far, in degrees; a hexside is 60.")
    direction: MassTurn = Field(description="To which side.")


class MassMoveToward(Frozen):
    """March to a hex that can be reached at once, or else towards it, step by step to a free neighbour nearer to it."""

    kind: Literal["move_toward"]
    hex: HexAddress = Field(description=f"The goal. {CONVENTION_IN_SHORT}")


class MassPath(Frozen):
    """The way one unit is to take."""

    unit: models.UnitId = Field(description="Which unit.")
    hexes: Annotated[tuple[HexAddress, ...], Field(max_length=20)] = Field(
        description=f"The hexes to enter one after the other, each next to the one before. {CONVENTION_IN_SHORT}"
    )


class MassCustomCommand(Frozen):
    """Any other command; the game master says which way each unit goes."""

    kind: Literal["custom"]
    label: Label = Field(description="The command in a player's words.")
    paths: Annotated[tuple[MassPath, ...], Field(max_length=models.MAX_UNITS)] = Field(
        default=(), description="At most one for each unit commanded; a unit without one stays."
    )


MassCommand = Annotated[
    MassAdvance | MassWheel | MassMoveToward | MassCustomCommand, Field(discriminator="kind", title="MassCommand")
]
"""What every unit named is to do."""


class MassMoveOrder(Frozen):
    """Give one command to any number of units."""

    kind: Literal["move"]
    units: models.Units = Field(description="Ids of the units, in the order in which they move.")
    command: MassCommand = Field(description="What each of them is to do.")


class MassPowerUse(Frozen):
    """One unit's use of a power."""

    unit: models.UnitId = Field(description="Which unit.")
    target: models.UnitId | None = Field(
        default=None, description="Its target, if the power strikes a unit that is named."
    )


class MassPowerOrder(Frozen):
    """Let any number of units that have it use one power."""

    kind: Literal["power"]
    power: models.PowerId = Field(description="Which power.")
    units: Annotated[tuple[MassPowerUse, ...], Field(min_length=1, max_length=models.MAX_UNITS)] = Field(
        description="The units, in the order in which they use it."
    )


class MassRallyOrder(Frozen):
    """Try to give units the use of their expended powers again."""

    kind: Literal["rally"]
    units: models.Units = Field(description="Ids of the units, the most wanted first.")


class MassMoraleSpell(Frozen):
    """A unit gains or loses Morale Points."""

    kind: Literal["morale_delta"]
    unit: models.UnitId = Field(description="Which unit.")
    points: Annotated[int, Field(ge=-9, le=9), WHOLE] = Field(
        description="Gained, or lost if negative; up to 9 in all."
    )


class MassSpeedSpell(Frozen):
    """A unit becomes faster or slower."""

    kind: Literal["speed_delta"]
    unit: models.UnitId = Field(description="Which unit.")
    hexes: Annotated[int, Field(ge=-20, le=20), WHOLE] = Field(description="Added to its speed, within 0 and 20.")


class MassMovementSpell(Frozen):
    """A unit's movement is changed in a way that the game master plays out; its speed stays, and a warning says so.

    Send `speed_delta` for a change that is computed.
    """

    kind: Literal["movement"]
    unit: models.UnitId = Field(description="Which unit.")
    movement: MassSpellMovement = Field(description="How its movement is changed.")


class MassBattleSpell(Frozen):
    """A unit fights better or worse."""

    kind: Literal["battle_bonus"]
    unit: models.UnitId = Field(description="Which unit.")
    bonus: models.BattleBonus = Field(description="Added to what spells give it already, within -10 and 10 in all.")


class MassCreateUnit(Frozen):
    """A new unit appears; enemies beside it are engaged at once, and no powers fire."""

    kind: Literal["create_unit"]
    unit: models.MassUnit = Field(description="The unit.")


MassSpellEffect = Annotated[
    MassMoraleSpell | MassSpeedSpell | MassMovementSpell | MassBattleSpell | MassCreateUnit,
    Field(discriminator="kind", title="MassSpellEffect"),
]
"""What a spell does, as the game master judges it."""


class MassSpellOrder(Frozen):
    """Cast a spell whose effects the game master has judged."""

    kind: Literal["spell"]
    effects: Annotated[tuple[MassSpellEffect, ...], Field(max_length=20)] = Field(
        default=(), description="What it does."
    )
    spell_area: Area | None = Field(default=None, description="Area of the spell, in any unit of area.")
    unit_area: Area | None = Field(
        default=None, description="Area of the unit; with more than twice the spell's, the spell has no effect."
    )
    battle_spell: bool = Field(default=False, description="Whether it is a battle spell, paid for elsewhere.")


class MassOtherOrder(Frozen):
    """Do something that these rules leave to the game master."""

    kind: Literal["other"]
    label: Label = Field(description="The action, in a player's words.")


MassAction = Annotated[
    MassMoveOrder | MassPowerOrder | MassRallyOrder | MassSpellOrder | MassOtherOrder,
    Field(discriminator="kind", title="MassAction"),
]
"""What a commander does on its count."""


class MassOrders(Frozen):
    """What one commander declares."""

    commander: models.CommanderId = Field(description="Who.")
    actions: Annotated[tuple[MassAction, ...], Field(max_length=4)] = Field(
        default=(), description="One action, and a second one that counts only with a joker; none to pass."
    )


Commanders = Annotated[tuple[models.MassCommander, ...], Field(min_length=1, max_length=models.MAX_COMMANDERS)]
DeckState = Annotated[tuple[models.CardName, ...], Field(min_length=1, max_length=200)]
SEVERAL_DECKS: Final = "A card may be listed more than once, if several decks were shuffled together."
DECK_TO_DRAW_FROM: Final = f"Cards to draw from; null: a fresh deck. {SEVERAL_DECKS}"


class MassInitiative(Frozen):
    """Commanders who draw for initiative."""

    commanders: Commanders = Field(description="The commanders, in the order in which they draw.")
    deck_state: DeckState | None = Field(default=None, description=DECK_TO_DRAW_FROM)


class MassIssueCommand(models.MassField):
    """One commander's command to move."""

    commander: models.MassCommander = Field(description="Who commands.")
    order: MassMoveOrder = Field(description="What is commanded.")


class MassUsePower(models.MassField):
    """One commander's order to use a power."""

    commander: models.MassCommander = Field(description="Who commands.")
    order: MassPowerOrder = Field(description="The power, and the units that use it.")


Declared = Mapping[str, Sequence[MassAction]]
"""The actions that commanders declared, by id."""


class MassRound(models.MassField):
    """A round of battle."""

    commanders: Commanders = Field(description="The commanders, in the order in which they draw.")
    orders: Annotated[tuple[MassOrders, ...], Field(max_length=models.MAX_COMMANDERS)] = Field(
        default=(), description="What they declare before the draw; a commander who declares nothing passes."
    )
    npc_orders: bool = Field(
        default=False,
        description="Whether the service declares for commanders who declare nothing, unless a person plays them.",
    )
    deck_state: DeckState | None = Field(default=None, description=DECK_TO_DRAW_FROM)


class MassSkirmish(models.MassField):
    """A battle without players, round after round."""

    commanders: Commanders = Field(description="The commanders, in the order in which they draw.")
    orders: Annotated[tuple[MassOrders, ...], Field(max_length=models.MAX_COMMANDERS)] = Field(
        default=(),
        description="Standing orders, carried out in each round in which a unit can; otherwise, and for all others, "
        "the policy decides. Spells and other actions are for the first round.",
    )
    max_rounds: Annotated[int, Field(ge=1, le=200), WHOLE] = Field(
        default=20, description="After how many rounds the battle is left undecided."
    )
