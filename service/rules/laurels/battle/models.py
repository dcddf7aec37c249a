"""Request models of fights between many: participants, orders, rounds, skirmishes and pursuits."""

from typing import Annotated, Final, Literal

from pydantic import Field

from service.rules.kernel.verdict import Until
from service.rules.laurels.book.words import LaurelsActivity, LaurelsFreeAct, LaurelsMode, LaurelsRole, LaurelsSurprise
from service.rules.laurels.figures import models
from service.wire import DISTINCT, WHOLE, Frozen

MAX_PARTICIPANTS = 100


class LaurelsCombatant(models.LaurelsParticipant):
    """A participant of a fight."""

    id: models.ParticipantId = Field(description="Its name; no two participants have the same.")
    role: LaurelsRole = Field(description="Which side it is on.")


class LaurelsRunner(models.LaurelsParticipant):
    """A participant that flees or pursues."""

    id: models.ParticipantId = Field(description="Its name; no two participants have the same.")


class LaurelsTurn(Frozen):
    """What every order says: whose turn it is, how it moves, and what it does besides its action."""

    actor: models.ParticipantId = Field(description="Who is ordered.")
    move_before_ft: models.Feet = Field(default=0, description="Movement before the action, in feet.")
    move_after_ft: models.Feet = Field(default=0, description="Movement after the action, in feet.")
    bonus_move_ft: models.Feet = Field(
        default=0, description="Movement beyond the Move that the action grants, in feet."
    )
    free: Annotated[tuple[LaurelsFreeAct, ...], Field(max_length=4), DISTINCT] = Field(
        default=(), description="What else is done in the turn, at no cost."
    )


class LaurelsAttackOrder(LaurelsTurn, models.LaurelsStrike):
    """Attack a foe."""

    action: Literal["attack"]
    target: models.ParticipantId = Field(description="Whom to attack.")
    mode: LaurelsMode | None = Field(default=None, description="How it attacks; null: as the readied weapon.")


class LaurelsSneakOrder(LaurelsTurn, models.LaurelsStrike):
    """Attack a foe from concealment, or while it is distracted."""

    action: Literal["sneak_attack"]
    target: models.ParticipantId = Field(description="Whom to attack.")
    mode: LaurelsMode | None = Field(default=None, description="How it attacks; null: as the readied weapon.")
    sneak: models.LaurelsSneak = Field(description="The circumstances.")


LaurelsStrikeOrder = LaurelsAttackOrder | LaurelsSneakOrder


class LaurelsParryOrder(LaurelsTurn):
    """Parry until the next turn, instead of attacking."""

    action: Literal["parry"]
    parry: models.LaurelsParry = Field(description="With what.")


class LaurelsRetreatOrder(LaurelsTurn):
    """Withdraw from the fight."""

    action: Literal["retreat"]


class LaurelsPassOrder(LaurelsTurn):
    """Take no action."""

    action: Literal["pass"]


class LaurelsEffect(Frozen):
    """What an action does to someone, as the caller says."""

    target: models.ParticipantId = Field(description="Id of the participant that it affects.")
    damage: models.Counted = Field(default=0, description="Damage in points, after all defences but a parry.")
    direct_damage: bool = Field(default=False, description="Whether that damage is direct.")
    forced_move_ft: models.Feet = Field(default=0, description="How far the target is pushed or dragged, in feet.")


class LaurelsOtherOrder(LaurelsTurn):
    """Do something that has no numbers in these rules."""

    action: Literal["other"]
    activity: LaurelsActivity = Field(default=LaurelsActivity.IMPROVISE, description="What kind of action it is.")
    label: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="The action, in a player's words.")
    effects: Annotated[tuple[LaurelsEffect, ...], Field(max_length=20)] = Field(
        default=(), description="What it does, in this order."
    )


LaurelsOrder = Annotated[
    LaurelsAttackOrder
    | LaurelsSneakOrder
    | LaurelsParryOrder
    | LaurelsRetreatOrder
    | LaurelsPassOrder
    | LaurelsOtherOrder,
    Field(discriminator="action", title="LaurelsOrder"),
]
"""What one participant is to do with its turn."""

Combatants = Annotated[tuple[LaurelsCombatant, ...], Field(min_length=2, max_length=MAX_PARTICIPANTS)]
Orders = Annotated[tuple[LaurelsOrder, ...], Field(max_length=MAX_PARTICIPANTS)]
Ids = Annotated[tuple[models.ParticipantId, ...], Field(max_length=MAX_PARTICIPANTS), DISTINCT]


class LaurelsTurnOrder(Frozen):
    """The order in which the members of each side act; members that are not named act last, in request order."""

    party: Ids = Field(default=(), description="Ids of members of the party.")
    opponents: Ids = Field(default=(), description="Ids of opponents.")


class LaurelsAttackMade(Frozen):
    """An attack that has been made in a round."""

    attacker: models.ParticipantId = Field(description="Id of the participant that attacked.")
    target: models.ParticipantId = Field(description="Id of the participant attacked.")


class LaurelsUnderWay(Frozen):
    """A round that is under way: the initiative that was rolled for it, who has acted, and who is still to act."""

    face: models.InitiativeFace = Field(description="The face of the initiative die.")
    first: LaurelsRole = Field(description="The side that acts first.")
    surprised: LaurelsRole | None = Field(default=None, description="The side that is surprised; null: neither is.")
    order: Ids = Field(default=(), description="Ids of those who have turns in it, in their order.")
    waiting: Ids = Field(default=(), description="Ids of those who are still to act, in the order of their turns.")
    attacks: Annotated[tuple[LaurelsAttackMade, ...], Field(max_length=MAX_PARTICIPANTS)] = Field(
        default=(), description="Attacks made in it: in the next round nobody can attack the same target unawares."
    )


UNDER_WAY: Final = "The round that is under way, as its turns returned it: its rest is played; null: none is."


class LaurelsTurns(models.LaurelsInitiative):
    """Who takes part in a round, in which order they act, and what is left of a round that is under way."""

    participants: Combatants = Field(
        description="Who takes part; they act in this order, unless the request gives another."
    )
    turn_order: LaurelsTurnOrder | None = Field(
        default=None, description="The order within the sides, of those who are still to act."
    )
    under_way: LaurelsUnderWay | None = Field(default=None, description=UNDER_WAY)


class LaurelsRound(LaurelsTurns):
    """One round of a fight, or the rest of one: who takes part and what each is ordered to do."""

    orders: Orders = Field(default=(), description="At most one for each participant; one without an order passes.")
    npc_orders: bool = Field(
        default=False,
        description="Whether the service chooses for participants without an order that no person plays, each as its "
        "turn begins.",
    )


class LaurelsSingleTurn(LaurelsTurns):
    """The turn of the participant that is next, and those of participants after it whom no person plays."""

    orders: Annotated[tuple[LaurelsOrder, ...], Field(max_length=1)] = Field(
        default=(), description="The order of the participant that is next; none: the service chooses."
    )
    until: Until = Field(
        default=Until.PLAYER,
        description="`player`: turns of participants whom no person plays follow, if a person plays any. `turn`: only "
        "one turn is played. `round`: the service plays all to the end of the round. None goes beyond the round.",
    )


class LaurelsSkirmish(Frozen):
    """A fight without players, round after round."""

    participants: Combatants = Field(description="Who takes part; the order decides who acts and is attacked first.")
    surprise: LaurelsSurprise = Field(default=LaurelsSurprise.UNAWARE, description="How the first roll is read.")
    reverse: models.LaurelsReverse | None = Field(
        default=None, description="With `reverse_ambush`: which faces surprise whom; null: none does."
    )
    under_way: LaurelsUnderWay | None = Field(default=None, description=UNDER_WAY)
    orders: Orders = Field(
        default=(),
        description="Standing orders, at most one for each participant, followed each round in which they can be; "
        "otherwise, and for all others, the policy holds.",
    )
    max_rounds: Annotated[int, Field(ge=1, le=200), WHOLE] = Field(
        default=20, description="After how many rounds the fight is left undecided."
    )
    break_at: Annotated[float, Field(gt=0, le=1)] | None = Field(
        default=None, description="The share of a side's members that, once dead, makes the rest flee; null: never."
    )


class LaurelsPursuit(Frozen):
    """Some run, others pursue them."""

    fleeing: Annotated[tuple[LaurelsRunner, ...], Field(min_length=1, max_length=20)] = Field(description="Who flees.")
    pursuers: Annotated[tuple[LaurelsRunner, ...], Field(max_length=20)] = Field(
        description="Who pursues; the order breaks ties. Nobody: all escape."
    )
    fleeing_role: LaurelsRole | None = Field(
        default=None, description="The side of those who flee; null: as the runners' `role` says, else the party."
    )
    max_rounds: Annotated[int, Field(ge=1, le=20), WHOLE] = Field(
        default=5, description="The round after which all who still run have escaped."
    )
    free_strike: bool = Field(
        default=True, description="Whether a runner that is caught by 5 or more is struck at once."
    )
