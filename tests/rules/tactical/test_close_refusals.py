"""What the actions of close combat are refused for, before the first die."""

from typing import Any

import pytest

from service.errors import RulesRefuse
from service.rules.tactical.book import refusals
from service.rules.tactical.close.close_combat import resolve_close_combat as resolve
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.closing import BARE, close_input, near, north, path
from tests.rules.tactical.falls import supplied
from tests.rules.tactical.scenes import OPEN, bow, figure, foe, sword

WIN = (3, 3, 3, 6, 5, 5)
LOSE = (6, 5, 5, 3, 3, 3)
IN: dict[str, Any] = {"hex": [0, 0]}
KNIFE = sword(
    id="knife",
    skill="Knife",
    modes=[{"name": "stab", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [0, 1]}],
)


FULL_HANDS: dict[str, Any] = {
    "weapons": [sword(id="a"), sword(id="b")],
    "ready": {"right": "a", "left": "b"},
}
"""A figure with a weapon in each hand."""
NEXT: dict[str, Any] = {"state": {"close": [{"foe": "elm", "hex": [0, -1], "own_side": 0}]}}


def elm_with(foe: TacticalFigure) -> TacticalFigure:
    """A friend who is in close combat in the next hex."""
    return figure("elm", hex=list(foe.hex))


def armed(**facts: Any) -> TacticalFigure:
    """Ash with a knife."""
    return figure(**({"weapons": [KNIFE], "ready": {"right": "knife"}} | facts))


@pytest.mark.parametrize(
    ("action", "figures", "facts", "refused", "pointer"),
    [
        ("attack", (figure(), foe()), {}, refusals.NotInCloseCombat, "/target"),
        ("attack", (figure(**near()), foe(**IN)), {"target": None}, refusals.TacticalUnknownFigure, "/target"),
        ("attack", (figure(**near()), foe(**IN)), {"target": "imp"}, refusals.TacticalUnknownFigure, "/target"),
        ("attack", (figure(**near()), foe(**IN)), {"target": "ash"}, refusals.NotInCloseCombat, "/target"),
        ("attack", (figure(**near()), foe(**IN)), {}, refusals.WeaponTooLong, None),
        (
            "attack",
            (armed(**near()), foe(**IN)),
            {"attack": {"weapon": "axe"}},
            refusals.UnknownWeapon,
            "/attack/weapon",
        ),
        ("ready", (figure(), foe()), {"target": None}, refusals.NotInCloseCombat, "/actor"),
        ("leave", (figure(**near()), foe(**IN)), {"exit_direction": 0}, refusals.LeaveWrongSide, "/exit_direction"),
        ("leave", (figure(**near()), foe(**IN)), {}, refusals.NotAdjacent, "/exit_direction"),
        ("leave", (figure(**near()), foe(**IN)), {"path": path((0, -1))}, refusals.LeaveWrongSide, "/path/0"),
        (
            "leave",
            (figure(**near(grappled_by=["orc"])), foe(**IN)),
            {"exit_direction": 3},
            refusals.Grappled,
            "/exit_direction",
        ),
        (
            "evade",
            (figure(**near(grappled_by=["orc"])), foe(**IN)),
            {"exit_direction": 0},
            refusals.Grappled,
            "/actor",
        ),
        ("evade", (figure(), foe()), {"path": north(1)}, refusals.EvadeNeedsPoints, "/path/0"),
        ("evade", (figure(), foe()), {"path": path((1, -1))}, refusals.NotInCloseCombat, "/path"),
        ("enter", (figure(), foe(hex=[0, -3])), {}, refusals.NotAdjacent, "/target"),
        ("enter", (figure(), foe()), {"path": path((1, -1))}, refusals.NotAdjacent, "/path"),
        ("enter", (figure(posture="sitting"), foe()), {}, refusals.SittingCannotMove, "/target"),
        ("strike_into", (figure(), foe()), {}, refusals.NotInCloseCombat, "/target"),
        ("strike_into", (figure(**near()), foe(**IN)), {}, refusals.InCloseCombat, "/actor"),
        ("declare_adjacent", (figure(), foe(hex=[0, -2])), {}, refusals.NotAdjacent, "/target"),
        ("declare_adjacent", (figure(), foe(side="red")), {}, refusals.NotInCloseCombat, "/target"),
        ("declare_adjacent", (figure(), foe(state={"dead": True})), {}, refusals.NotInCloseCombat, "/target"),
        ("declare_adjacent", (figure(**near()), foe(**IN)), {}, refusals.ManeuverConflict, "/target"),
        (
            "takedown",
            (figure(**near()), foe(**IN)),
            {"helpers": ["elm", "imp"]},
            refusals.TooManyAssistants,
            "/helpers",
        ),
        ("grab", (figure(**near()), foe(**IN)), {"helpers": ["elm"]}, refusals.TooManyAssistants, "/helpers"),
        (
            "pin",
            (figure(**near()), foe(**IN), figure("elm", hex=[3, 0])),
            {"helpers": ["elm"]},
            refusals.AssistantNotInCloseCombat,
            "/helpers/0",
        ),
        (
            "pin",
            (figure(**near()), foe(**IN), figure("elm", hex=[0, 0], posture="lying", state={"pinned_by": ["x"]})),
            {"helpers": ["elm"]},
            refusals.FigureUnable,
            "/helpers/0",
        ),
        ("pin", (figure(**near()), foe(**IN)), {}, refusals.TargetNotProne, "/target"),
        ("takedown", (figure(posture="kneeling", **near()), foe(**IN)), {}, refusals.ManeuverConflict, "/actor"),
        ("grab", (figure(**FULL_HANDS, **near()), foe(**IN)), {}, refusals.NoFreeHand, "/hands"),
        ("grab", (figure(**near()), foe(**IN)), {"hands": 2}, refusals.NoFreeHand, "/hands"),
        ("grab", (figure(**near(), **BARE), foe(**IN)), {"maneuver": "move"}, refusals.ManeuverConflict, "/maneuver"),
        ("grab", (figure(**near(), **BARE), foe(**IN)), {"maneuver": "feint"}, refusals.ManeuverConflict, "/maneuver"),
        ("release", (figure(**near()), foe(**IN)), {}, refusals.NotInCloseCombat, "/target"),
        ("break_free", (figure(**near()), foe(**IN)), {}, refusals.NotInCloseCombat, "/target"),
        ("enter", (figure(state={"unconscious": True}), foe()), {}, refusals.FigureUnable, "/actor"),
        ("enter", (figure(state={"stunned": True}), foe()), {}, refusals.FigureUnable, "/actor"),
        (
            "grab",
            (figure(**BARE, **near(stunned=True, stun_ending=True)), foe(**IN)),
            {},
            refusals.FigureUnable,
            "/actor",
        ),
        ("enter", (figure(state={"must_do_nothing": True}), foe()), {}, refusals.FigureUnable, "/actor"),
        (
            "grab",
            (figure(posture="lying", state={"pinned_by": ["x"]}), foe(**IN)),
            {},
            refusals.FigureUnable,
            "/actor",
        ),
        (
            "attack",
            (armed(weapons=[bow()], ready={}, **near()), foe(**IN)),
            {"attack": {"weapon": "bow"}},
            refusals.WeaponNotReady,
            "/attack/weapon",
        ),
    ],
)
def test_refusals(
    action: str,
    figures: tuple[TacticalFigure, ...],
    facts: dict[str, Any],
    refused: type[RulesRefuse],
    pointer: str | None,
) -> None:
    """What the rules forbid is refused before the first die, with a pointer into the request."""
    with pytest.raises(refused) as error:
        resolve(close_input(action, *figures, **facts), OPEN, supplied())
    assert pointer is None or error.value.pointer == pointer
