"""How `heroic` is played in encounters: round by round, or within a round phase by phase."""

from typing import Any, Final

from service.rules.heroic.aftermath.models import HeroicAftermath, HeroicFatigueCheck, HeroicMoraleCheck, HeroicPursuit
from service.rules.heroic.attack.models import HeroicAttack, HeroicBreakFree, HeroicGrapple, HeroicInjury
from service.rules.heroic.battle.models import HeroicInitiative, HeroicMove, HeroicRound, HeroicSkirmish, HeroicWaiting
from service.rules.heroic.encounter import filling, following
from service.rules.heroic.encounter.examples import BANDIT, SWORDSMAN, WRESTLER
from service.rules.heroic.encounter.filling import UNITS
from service.rules.heroic.encounter.models import (
    HeroicAftermathAsked,
    HeroicField,
    HeroicInjuryAsked,
    HeroicMeetingAsked,
    HeroicMoveAsked,
    HeroicPursuitAsked,
    HeroicTiringAsked,
)
from service.rules.kernel.examples import Example
from service.rules.kernel.family import Play
from service.rules.kernel.moves import Filling, moved

VISIBLE: Final = frozenset(
    {
        *("sides", "id", "leader_unit", "units", "side", "posture", "conditions", "status", "is_pc", "locks", "one"),
        *("other", "grapples", "grappler", "victim", "prone", "technique", "initiative", "verdict", "encounter"),
        *("target_status", "waiter_status", "interrupted_status", "suffocating", "backfired", "freed", "order"),
        *("winner", "battle_over", "result", "breaks", "attack", "attacker", "target", "defense", "kind", "contest"),
        *("won", "locked", "stray", "unit", "injuries", "grapple", "spent", "type", "tries", "hold", "moved"),
        *("locks_made", "locks_ended", "free_attacks", "waiter_attack", "interrupted_attack", "ranged", "movement"),
        *("melee", "attacks", "breaks", "moves", "morale", "unit_id", "must_retreat_next_round", "fatigue", "due"),
        *("end", "over", "draw", "out", "pursuit_possible", "standings", "tactic", "rounds", "pursuit", "intent"),
    }
)

_GUARDS: Final = {
    "id": "guards",
    "side": "law",
    "count_start": 3,
    "hp_pool": 14,
    "hp": 12,
    "ht": 11,
    "move": 5,
    "defenses": {"dodge": 8},
    "attack_modes": [{"id": "spear", "kind": "melee", "skill": 12, "damage": "1d+1", "type": "impaling"}],
}
BATTLE: Final[dict[str, Any]] = {
    "sides": [{"id": "law", "leader_tactics": 12}, {"id": "crime"}],
    "units": [SWORDSMAN, _GUARDS, BANDIT, WRESTLER],
    "positions": [{"unit": "bandit", "x": 1}, {"unit": "wrestler", "y": 1}],
    "grapples": [{"grappler": "wrestler", "victim": "guards", "hands": 1}],
    "hazards": [{"unit": "swordsman", "injury": 1, "note": "thorns"}],
}
_THRUST: Final = {"mode": "sword_thrust"}
_ORDERS: Final = [
    {"unit": "swordsman", "tactic": "offensive", "melee": [{"target": "bandit", **_THRUST}]},
    {"unit": "bandit", "tactic": "neutral", "melee": [{"target": "swordsman", **_THRUST}]},
]
_STAB: Final = {"attacker": "swordsman", "target": "bandit", "attack": _THRUST}
_GRAB: Final = {"attacker": "wrestler", "target": "swordsman", "attack": {"mode": "grab"}}
_WOUND: Final = {"pending": [{"unit": "bandit", "source": "a fall", "injury": 3}]}
_STEP: Final = {
    "unit": "swordsman",
    "orders": [{"unit": "swordsman", "tactic": "offensive", "move": {"mode": "toward", "ref": "bandit"}}],
}
_WAIT: Final = {
    "waiter": "swordsman",
    "wait": {"trigger": {"event": "approaches"}, "attack": _THRUST},
    "interrupted": "bandit",
    "interruption": {"tactic": "offensive", "attack": _THRUST},
}
_CHASE: Final = {"pursuers": {"units": ["swordsman"]}, "pursued": {"units": ["bandit"]}}

PAIR: Final = {"attacker": UNITS, "target": UNITS}
MET: Final = ("distance", "has_initiative", "locks", "grapples", "terrain")
WHOLE: Final = Filling(worked=("encounter",), work=filling.whole)
MOVE: Final = Filling(worked=("encounter", "winner"), work=filling.move_asked, asks=HeroicMoveAsked)
MEETING: Final = Filling(named=PAIR, worked=(*PAIR, *MET, "others"), work=filling.meeting_of, asks=HeroicMeetingAsked)
WAIT: Final = Filling(
    named={"waiter": UNITS, "interrupted": UNITS}, worked=MET, work=filling.wait_of, asks=HeroicMeetingAsked
)
BREAK: Final = Filling(named={"victim": UNITS, "holder": UNITS}, worked=("hold",), work=filling.hold_of)
INJURY: Final = Filling(
    worked=("units", "pending", "winner", "grapples"), work=filling.injury_of, asks=HeroicInjuryAsked
)
COURAGE: Final = Filling(
    named={"unit": UNITS},
    worked=tuple([name for name in HeroicMoraleCheck.model_fields if name != "force"]),
    work=filling.courage_of,
)
TIRING: Final = Filling(worked=("units",), work=filling.tiring, asks=HeroicTiringAsked)
CONTEST: Final = Filling(worked=("sides",), work=filling.contest_of)
FLIGHT: Final = Filling(
    worked=("pursuers", "pursued", "battle_over", "terrain_open", "visibility"),
    work=filling.flight_of,
    asks=HeroicPursuitAsked,
)
AFTERMATH: Final = Filling(worked=("fallen",), work=filling.aftermath_of, asks=HeroicAftermathAsked)

PLAY: Final = Play(
    state=HeroicField,
    check=filling.check_battle,
    visible=VISIBLE,
    moves=(
        moved("resolve-round", HeroicRound, WHOLE, following.follow_rounds, {"orders": _ORDERS, "npc_orders": True}),
        moved("roll-initiative", HeroicInitiative, CONTEST, following.follow_initiative, {}),
        moved("resolve-attack", HeroicAttack, MEETING, following.follow_attack, _STAB),
        moved("resolve-grapple", HeroicGrapple, MEETING, following.follow_grapple, _GRAB),
        moved("break-free", HeroicBreakFree, BREAK, following.follow_break, {"victim": "guards", "holder": "wrestler"}),
        moved("resolve-move", HeroicMove, MOVE, following.follow_move, _STEP),
        moved("resolve-wait", HeroicWaiting, WAIT, following.follow_wait, _WAIT),
        moved("resolve-injury", HeroicInjury, INJURY, following.follow_injury, _WOUND),
        moved("check-morale", HeroicMoraleCheck, COURAGE, following.follow_courage, {"unit": "guards"}),
        moved("check-fatigue", HeroicFatigueCheck, TIRING, following.follow_fatigue, {"moved": ["bandit"]}),
        moved("pursue", HeroicPursuit, FLIGHT, following.follow_pursuit, _CHASE),
        moved("resolve-casualties", HeroicAftermath, AFTERMATH, following.follow_aftermath, {"units": ["guards"]}),
        moved("resolve-skirmish", HeroicSkirmish, WHOLE, following.follow_rounds, {"max_rounds": 10}),
    ),
    begins=Example("a brawl with bandits", {"family": "heroic", "state": BATTLE}),
)
