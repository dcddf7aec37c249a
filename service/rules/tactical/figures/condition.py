"""What a figure remembers of the fight: maneuver, defenses used, wounds, holds, close combat and its wait."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import Facing, HexAddress
from service.rules.tactical.book.words import (
    TacticalLocation,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalSide,
    TacticalWaitEvent,
    TacticalWaitKind,
    TacticalWatched,
    TacticalZoneKind,
)
from service.rules.tactical.figures.equipment import ModeName, Reach, WeaponId
from service.wire import DISTINCT, WHOLE, Frozen

MOST_FIGURES = 200
LARGEST_ZONE = 400

FigureId = Annotated[str, Field(min_length=1, max_length=64)]
FigureIds = Annotated[tuple[FigureId, ...], Field(max_length=MOST_FIGURES), DISTINCT]
MOST_COUNTED = 1000
Counter = Annotated[int, Field(ge=0, le=MOST_COUNTED), WHOLE]
Seconds = Annotated[int, Field(ge=0, le=100_000), WHOLE]


class TacticalTurnStart(Frozen):
    """Where a figure stood and faced when its turn began."""

    hex: HexAddress = Field(description="Its hex.")
    facing: Facing = Field(description="Its facing.")


class TacticalVelocity(Frozen):
    """The straight run at the end of a figure's last move."""

    direction: Facing = Field(description="The direction it ran in.")
    yards: Counter = Field(description="Yards in that direction without a turn.")


class TacticalParries(Frozen):
    """How often a hand has parried since its owner's last turn."""

    hand: TacticalSide = Field(description="The hand; a weapon in both hands counts as the weapon hand.")
    count: Counter = Field(description="Parries.")


class TacticalRetreated(Frozen):
    """The retreat that a figure has made since its last turn; its bonus counts against this foe only."""

    foe: FigureId = Field(description="Id of the foe it retreated from.")


class TacticalAim(Frozen):
    """What a figure aims at."""

    target: FigureId | None = Field(default=None, description="Id of the target; null if a hex is aimed at.")
    hex: HexAddress | None = Field(default=None, description="The hex aimed at; null if a figure is.")
    weapon: WeaponId = Field(description="Id of the weapon that is aimed.")
    seconds: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(description="Seconds of aiming.")
    braced: bool = Field(default=False, description="Whether the weapon is braced.")


class TacticalEvaluation(Frozen):
    """A foe whom a figure has studied."""

    foe: FigureId = Field(description="Id of the foe.")
    bonus: Annotated[int, Field(ge=1, le=3), WHOLE] = Field(description="Bonus to the next attack on the foe.")


class TacticalFeinted(Frozen):
    """A feint that a figure has fallen for."""

    by: FigureId = Field(description="Id of the figure that feinted.")
    penalty: Annotated[int, Field(ge=0, le=100), WHOLE] = Field(
        description="What its defenses against that figure are lowered by, until the end of that figure's next turn."
    )
    turns: Annotated[int, Field(ge=0, le=2), WHOLE] = Field(
        default=1, description="Turns of the figure that feinted until this is over."
    )


class TacticalGrip(Frozen):
    """A hold that a figure has on a foe."""

    foe: FigureId = Field(description="Id of the foe.")
    hands: Annotated[int, Field(ge=1, le=2), WHOLE] = Field(default=1, description="Hands that hold.")
    location: TacticalLocation = Field(default=TacticalLocation.TORSO, description="Where the foe is held.")


class TacticalClosePair(Frozen):
    """Two figures in close combat, as the one that has this record sees it; the opponent has one of its own."""

    foe: FigureId = Field(description="Id of the opponent.")
    hex: HexAddress = Field(description="The hex of the close combat.")
    own_side: Facing = Field(description="Direction of this figure's half of the hex; the opponent has the other half.")
    adjacent: bool = Field(default=False, description="Whether it was declared from an adjacent hex.")
    entered: bool = Field(default=False, description="Whether this figure entered the opponent's hex.")
    turns: Counter = Field(default=0, description="Turns that this figure has begun in this close combat.")


class TacticalDisabled(Frozen):
    """A part of the body that cannot be used for a while."""

    location: TacticalLocation = Field(description="The part.")
    seconds: Annotated[int, Field(ge=1, le=100_000), WHOLE] = Field(
        description="Turns of the figure that it still lasts."
    )


class TacticalReachUsed(Frozen):
    """The reach at which a weapon is held now."""

    weapon: WeaponId = Field(description="Id of the weapon.")
    reach: Reach = Field(description="The reach, in hexes.")


class TacticalDropped(Frozen):
    """Where a weapon lies that its owner has dropped."""

    weapon: WeaponId = Field(description="Id of the weapon.")
    hex: HexAddress = Field(description="The hex that it lies in.")


class TacticalTrigger(Frozen):
    """The event that turns a wait into its response."""

    event: TacticalWaitEvent = Field(description="What must happen.")
    who: FigureIds = Field(default=(), description="Ids of those who set it off; none listed: as `anybody` says.")
    anybody: TacticalWatched = Field(
        default=TacticalWatched.FOES, description="Who sets it off if nobody is listed: foes, or anyone."
    )
    hexes: Annotated[tuple[HexAddress, ...], Field(max_length=LARGEST_ZONE), DISTINCT] = Field(
        default=(), description="The hexes of the events `enters_hexes` and `leaves_hex`."
    )


class TacticalResponse(Frozen):
    """What a waiting figure does once its trigger is set off."""

    maneuver: TacticalManeuver = Field(
        default=TacticalManeuver.ATTACK, description="Attack, feint, all_out_attack or ready."
    )
    option: TacticalManeuverOption | None = Field(default=None, description="How an All-Out Attack is made.")
    weapon: WeaponId | None = Field(default=None, description="Id of the weapon; null: the first one that is ready.")
    mode: ModeName | None = Field(default=None, description="The weapon's mode; null: its first.")
    location: TacticalLocation | None = Field(default=None, description="Where it aims; null: the torso.")


class TacticalZone(Frozen):
    """What a figure watches for opportunity fire: hexes, or a straight line of hexes."""

    kind: TacticalZoneKind = Field(default=TacticalZoneKind.AREA, description="Hexes, or a line.")
    hexes: Annotated[tuple[HexAddress, ...], Field(max_length=20_000), DISTINCT] = Field(
        default=(), description="The hexes of an area; more than 400 are refused."
    )
    start: HexAddress | None = Field(default=None, description="One end of a line.")
    end: HexAddress | None = Field(default=None, description="The other end of a line.")
    discriminate: bool = Field(default=False, description="Whether the watcher tells friend from foe before it fires.")
    seconds_watched: Seconds = Field(
        default=0, description="Turns the watcher has begun in this watch without a break; each after the first aims."
    )
    weapon: WeaponId | None = Field(default=None, description="Id of the ranged weapon; null: the first one ready.")
    secret: bool = Field(default=False, description="Whether viewers do not see the zone.")


class TacticalWait(Frozen):
    """A wait that has been declared."""

    kind: TacticalWaitKind = Field(default=TacticalWaitKind.MELEE, description="Melee, or opportunity fire.")
    trigger: TacticalTrigger | None = Field(default=None, description="What a melee wait waits for.")
    response: TacticalResponse | None = Field(default=None, description="What it does then.")
    zone: TacticalZone | None = Field(default=None, description="What opportunity fire watches.")
    moved: bool = Field(default=False, description="Whether the figure has moved in its own turn; then it cannot step.")
    step_to: HexAddress | None = Field(default=None, description="Hex that it steps to before it responds; null: none.")


class TacticalState(Frozen):
    """What a figure remembers of the fight; answers return it, and the next request sends it again."""

    maneuver: TacticalManeuver | None = Field(default=None, description="Its last maneuver.")
    option: TacticalManeuverOption | None = Field(default=None, description="How that maneuver was made.")
    attacked_with: Annotated[tuple[WeaponId, ...], Field(max_length=20), DISTINCT] = Field(
        default=(), description="Ids of the weapons it has attacked with since its turn began."
    )
    moved_hexes: Counter = Field(default=0, description="Hexes it has moved in its last turn.")
    mp_spent: Annotated[float, Field(ge=0, le=10_000, multiple_of=0.5)] = Field(
        default=0.0, description="Movement points it has spent in its last turn."
    )
    turn_start: TacticalTurnStart | None = Field(default=None, description="Where its last turn began.")
    seen_by: FigureIds = Field(default=(), description="Ids of those in whose arc of vision its last turn began.")
    velocity: TacticalVelocity | None = Field(default=None, description="The straight run that ended its last move.")
    sprinting: Seconds = Field(default=0, description="Seconds in a row in which it has run straight ahead.")
    parries: Annotated[tuple[TacticalParries, ...], Field(max_length=2)] = Field(
        default=(), description="Parries since its last turn, by hand."
    )
    blocked: bool = Field(default=False, description="Whether it has blocked since its last turn.")
    retreat: TacticalRetreated | None = Field(default=None, description="Its retreat since its last turn.")
    aim: TacticalAim | None = Field(default=None, description="What it aims at.")
    evaluate: TacticalEvaluation | None = Field(default=None, description="The foe it has studied.")
    feint: Annotated[tuple[TacticalFeinted, ...], Field(max_length=20)] = Field(
        default=(), description="Feints it has fallen for."
    )
    shock: Annotated[int, Field(ge=-8, le=0), WHOLE] = Field(
        default=0, description="What pain takes from DX, IQ and skills in its next turn."
    )
    stunned: bool = Field(default=False, description="Whether it is stunned.")
    stun_ending: bool = Field(default=False, description="Whether its stun ends when its next turn begins.")
    unconscious: bool = Field(default=False, description="Whether it is unconscious.")
    dead: bool = Field(default=False, description="Whether it is dead.")
    mortal: bool = Field(default=False, description="Whether it is mortally wounded.")
    off_balance: bool = Field(default=False, description="Whether it is off balance: -2 to defenses until its turn.")
    huddled: bool = Field(
        default=False, description="Whether it lies within one hex, because there is no room for the second one."
    )
    sharing: bool = Field(
        default=False,
        description=(
            "Whether it shares its hex with friends because there is no room, as when a close combat has ended there; "
            "nobody else may stop in that hex, and it should leave it."
        ),
    )
    must_do_nothing: bool = Field(default=False, description="Whether it must do nothing in its next turn.")
    crippled: Annotated[tuple[TacticalLocation, ...], Field(max_length=15), DISTINCT] = Field(
        default=(), description="Crippled limbs."
    )
    disabled: Annotated[tuple[TacticalDisabled, ...], Field(max_length=15)] = Field(
        default=(), description="Limbs that are numb or strained."
    )
    grapples: Annotated[tuple[TacticalGrip, ...], Field(max_length=4)] = Field(
        default=(), description="The holds it has on foes."
    )
    grappled_by: FigureIds = Field(default=(), description="Ids of those who hold it.")
    pinned_by: FigureIds = Field(default=(), description="Ids of those who pin it to the ground.")
    break_free_tried: Seconds = Field(
        default=0, description="Seconds until a pinned figure may try again to break free; 0: now."
    )
    close: Annotated[tuple[TacticalClosePair, ...], Field(max_length=50)] = Field(
        default=(), description="The close combats it is in, one for each opponent."
    )
    wait: TacticalWait | None = Field(default=None, description="Its wait.")
    unready: Annotated[tuple[WeaponId, ...], Field(max_length=20), DISTINCT] = Field(
        default=(), description="Ids of weapons in hand that must be readied before use."
    )
    dropped: Annotated[tuple[WeaponId, ...], Field(max_length=20), DISTINCT] = Field(
        default=(), description="Ids of weapons that lie on the ground."
    )
    dropped_at: Annotated[tuple[TacticalDropped, ...], Field(max_length=20)] = Field(
        default=(), description="Where those lie; one that is not listed: in the figure's own hex."
    )
    broken: Annotated[tuple[WeaponId, ...], Field(max_length=20), DISTINCT] = Field(
        default=(), description="Ids of weapons that are broken."
    )
    weapon_reach: Annotated[tuple[TacticalReachUsed, ...], Field(max_length=20)] = Field(
        default=(), description="The reach at which weapons are held; one that is not listed: its lowest."
    )


FRESH = TacticalState()
