"""How `heroic` is played in encounters: round by round, or within a round phase by phase."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from service.errors import RulesRefuse
from service.rules.heroic.aftermath.models import HeroicAftermath, HeroicFatigueCheck, HeroicMoraleCheck, HeroicPursuit
from service.rules.heroic.attack.models import HeroicAttack, HeroicBreakFree, HeroicGrapple, HeroicInjury
from service.rules.heroic.battle.models import (
    HeroicInitiative,
    HeroicMove,
    HeroicRound,
    HeroicSide,
    HeroicSkirmish,
    HeroicWaiting,
)
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicEndPhases, HeroicRulings
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.encounter import filling, following, summaries
from service.rules.heroic.encounter.converting import unit_of
from service.rules.heroic.encounter.filling import (
    UNITS,
    HeroicAftermathAsked,
    HeroicField,
    HeroicInjuryAsked,
    HeroicMeetingAsked,
    HeroicMoveAsked,
    HeroicPursuitAsked,
    HeroicTiringAsked,
)
from service.rules.heroic.encounter.lining_up import LINING_UP
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import pool_of
from service.rules.heroic.rounds.ending import end_in, situation_in
from service.rules.heroic.rounds.offers import HeroicOffers
from service.rules.heroic.rounds.round import refuse_idle_sides
from service.rules.heroic.rounds.skirmish.fates import fallen_in
from service.rules.kernel.family import Bar, Board, Play, PlayBand, pool_called
from service.rules.kernel.figures import Strength
from service.rules.kernel.moves import InputSources, moved
from service.rules.kernel.turns.situations import seen_of
from service.rules.kernel.verdict import BarredHow, Ending, PlayPhase, PlayPhaseOrder, Situation
from service.rules.roll_under.sheets.formats import sheets_for


def strength_of(field: HeroicField, rulings: HeroicRulings) -> tuple[Strength, ...]:
    """Return what each unit still has: its hit points without the injury that is pending, and who stands in it."""
    pending: Counter[str] = Counter()
    for each in field.pending:
        pending[each.unit] += each.injury
    return tuple(
        [Strength(unit.side, _fighting(unit, rulings), pool_of(unit) - pending[unit.id]) for unit in field.units]
    )


def situation_of(field: HeroicField, rulings: HeroicRulings, known: Ending | None = None) -> Situation:
    """Return which units are ordered next in a battle, and whether it is over; injury that is pending comes first."""
    situation = situation_in(filling.battle_in(field, rulings), field.round, known)
    if situation.over or not field.pending:
        return situation
    text = f"Round {field.round}: injury is pending."
    return replace(situation, phase="injury", procedure="resolve-injury", next=(), service_plays=(), text=text)


def offers_of(field: HeroicField, rulings: HeroicRulings) -> HeroicOffers:
    """Return what units may be ordered in a battle."""
    battle, barred = filling.battle_in(field, rulings), None
    end = end_in(battle)
    if end.over:
        return HeroicOffers(battle, Bar(end.text, rulebook.BATTLE_END, BarredHow.REFUSED))
    try:
        refuse_idle_sides(battle)
    except RulesRefuse as refusal:
        barred = Bar(refusal.detail, rulebook.BATTLE_END, BarredHow.REFUSED)
    return HeroicOffers(battle, barred)


def seen_in(field: HeroicField) -> HeroicField:
    """Return a battle without hidden units, and without what binds others to them."""
    units = seen_of(field.units)
    ids = {each.id for each in units}
    return field.model_copy(
        update={
            "units": units,
            "sides": tuple([_led_by(each, ids) for each in field.sides]),
            "locks": tuple([each for each in field.locks if {each.one, each.other} <= ids]),
            "grapples": tuple([each for each in field.grapples if {each.grappler, each.victim} <= ids]),
            "pending": tuple([each for each in field.pending if each.unit in ids]),
            "positions": tuple([each for each in field.positions if each.unit in ids]),
            "distances": tuple([each for each in field.distances if {each.one, each.other} <= ids]),
            "hazards": tuple([each for each in field.hazards if each.unit in ids]),
        }
    )


def _led_by(side: HeroicSide, ids: Collection[str]) -> HeroicSide:
    """Return a side without its leader, if the leader is not in some units."""
    return side if side.leader_unit in ids else side.model_copy(update={"leader_unit": None})


def _fighting(unit: HeroicUnit, rulings: HeroicRulings) -> int:
    """Return the members of a unit on their feet, unless it has left the battle."""
    return unit.count_start - fallen_in(unit, rulings.assignment) if unit.status is HeroicStatus.ACTIVE else 0


VISIBLE: Final = frozenset(
    {
        *("sides", "id", "name", "leader_unit", "units", "side", "posture", "conditions", "status", "is_pc", "locks"),
        *("one", "other", "grapples", "grappler", "victim", "prone", "technique", "initiative", "verdict", "encounter"),
        *("positions", "position", "target_status", "waiter_status", "interrupted_status", "suffocating", "backfired"),
        *("freed", "order", "winner", "outcome", "result", "breaks", "attack", "attacker", "target", "defense", "kind"),
        *("contest", "won", "locked", "stray", "unit", "injuries", "grapple", "spent", "type", "hold", "moved"),
        *(
            "locks_made",
            "locks_ended",
            "free_attacks",
            "free_grapples",
            "waiter_attack",
            "interrupted_attack",
            "ranged",
            "movement",
        ),
        *("melee", "attacks", "moves", "morale", "unit_id", "must_retreat_next_round", "fatigue", "due", "over"),
        *("draw", "undecided", "out", "pursuit_possible", "standings", "tactic", "log", "figures", "fate", "pursuit"),
        *("intent", "waiter", "interrupted", "waiter_outcome", "interrupted_outcome", "orders", "charge_target"),
        *("withdraw", "holder", "pursuers", "pursued", "unconscious", "stays_conscious"),
        *("changes", "figure", "by", "foe", "before", "after", "locked_with"),
    }
)
NAMING: Final = frozenset(
    {
        *("attacker", "by", "charge_target", "figure", "figures", "foe", "free_attackers", "grappler", "holder"),
        *(
            "interrupted",
            "leader_unit",
            "locked_with",
            "moved",
            "one",
            "other",
            "parts",
            "ref",
            "rolled",
            "source",
            "target",
            "unit",
        ),
        *("roster", "unit_id", "units", "victim", "waiter"),
    }
)
"""The fields that hold ids or records of figures."""
SIDED: Final = frozenset({"initiative", "order", "side", "sides", "winner"})
"""The fields that hold ids or records of sides."""

PLACES: Final = frozenset({"x", "y"})
"""Where units stand: yards along and across the field."""

PAIR: Final = {"attacker": UNITS, "target": UNITS}
MET: Final = ("distance", "has_initiative", "locks", "grapples", "terrain")
WHOLE: Final = InputSources(worked=("encounter",), work=filling.whole)
MOVE: Final = InputSources(worked=("encounter", "winner"), work=filling.move_asked, asks=HeroicMoveAsked)
MEETING: Final = InputSources(
    named=PAIR, worked=(*PAIR, *MET, "others"), work=filling.meeting_of, asks=HeroicMeetingAsked
)
WAIT: Final = InputSources(
    named={"waiter": UNITS, "interrupted": UNITS}, worked=MET, work=filling.wait_of, asks=HeroicMeetingAsked
)
BREAK: Final = InputSources(named={"victim": UNITS, "holder": UNITS}, worked=("hold", "others"), work=filling.hold_of)
INJURY: Final = InputSources(
    worked=("units", "pending", "winner", "grapples"), work=filling.injury_of, asks=HeroicInjuryAsked
)
COURAGE: Final = InputSources(
    named={"unit": UNITS},
    worked=tuple([name for name in HeroicMoraleCheck.model_fields if name != "force"]),
    work=filling.courage_of,
)
TIRING: Final = InputSources(worked=("units", "roster"), work=filling.tiring, asks=HeroicTiringAsked)
CONTEST: Final = InputSources(worked=("sides",), work=filling.contest_of)
FLIGHT: Final = InputSources(
    worked=("pursuers", "pursued", "battle_over", "terrain_open", "visibility", "roster"),
    work=filling.flight_of,
    asks=HeroicPursuitAsked,
)
AFTERMATH: Final = InputSources(worked=("fallen",), work=filling.aftermath_of, asks=HeroicAftermathAsked)

FIGHTING: Final = (
    PlayPhase(name="Initiative", rules=("orders/", "initiative/")),
    PlayPhase(name="Shooting", rules=("ranged/", "attack/")),
    PlayPhase(name="Movement", rules=("move/", "lock/")),
    PlayPhase(name="Melee", rules=("attack/", "lock/", "ref/", "melee/")),
)
MORALE: Final = PlayPhase(name="Morale", rules=("morale/",))
FATIGUE: Final = PlayPhase(name="Fatigue", rules=("fatigue/",))

PLAY: Final = Play(
    state=HeroicField,
    check=filling.check_battle,
    visible=VISIBLE,
    figures=NAMING,
    sides=SIDED,
    places=PLACES,
    strength=strength_of,
    situation=situation_of,
    offers=offers_of,
    target=UNITS.find,
    lining_up=LINING_UP,
    sheets=sheets_for(unit_of),
    seen=seen_in,
    state_member="encounter",
    board=Board.LINES,
    pools=(pool_called("hit points", "hp_pool", "hp", times="count_start"),),
    bands=(
        PlayBand(name="close, up to 2 yards", up_to=2),
        PlayBand(name="up to 20 yards", up_to=20),
        PlayBand(name="up to 100 yards", up_to=100),
        PlayBand(name="farther", up_to=None),
    ),
    bonds=("locks", "grapples"),
    phases=(*FIGHTING, MORALE, FATIGUE),
    phase_orders=(
        PlayPhaseOrder(
            ruling="end_phases",
            option=HeroicEndPhases.FATIGUE_MORALE,
            phases=tuple([each.name for each in (*FIGHTING, FATIGUE, MORALE)]),
        ),
    ),
    moves=(
        moved("resolve-round", HeroicRound, WHOLE, following.follow_rounds, summaries.round_told),
        moved("roll-initiative", HeroicInitiative, CONTEST, following.follow_initiative, summaries.initiative_told),
        moved("resolve-attack", HeroicAttack, MEETING, following.follow_attack, summaries.attack_told),
        moved("resolve-grapple", HeroicGrapple, MEETING, following.follow_grapple, summaries.grapple_told),
        moved("break-free", HeroicBreakFree, BREAK, following.follow_break, summaries.break_told),
        moved("resolve-move", HeroicMove, MOVE, following.follow_move, summaries.move_told),
        moved("resolve-wait", HeroicWaiting, WAIT, following.follow_wait, summaries.wait_told),
        moved("resolve-injury", HeroicInjury, INJURY, following.follow_injury, summaries.injury_told),
        moved("check-morale", HeroicMoraleCheck, COURAGE, following.follow_courage, summaries.courage_told),
        moved("check-fatigue", HeroicFatigueCheck, TIRING, following.follow_fatigue, summaries.fatigue_told),
        moved("pursue", HeroicPursuit, FLIGHT, following.follow_pursuit, summaries.pursuit_told),
        moved("resolve-casualties", HeroicAftermath, AFTERMATH, following.follow_aftermath, summaries.aftermath_told),
        moved("resolve-skirmish", HeroicSkirmish, WHOLE, following.follow_rounds, summaries.skirmish_told),
    ),
)
