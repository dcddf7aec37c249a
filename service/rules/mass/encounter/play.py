"""How `mass` is played in encounters: what is remembered, and how its procedures fill in units by id."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field

from service.rules.kernel.family import Board, MoveContext, Play, PlayedMove, pool_called
from service.rules.kernel.figures import Strength, naming_only
from service.rules.kernel.hexes import distance
from service.rules.kernel.moves import InputSources, Roster, moved
from service.rules.kernel.turns.situations import seen_of
from service.rules.kernel.verdict import Ending, PlayPhase, PursuitResult, Situation
from service.rules.mass.attack.attack import MassClash
from service.rules.mass.attack.battle_dice import EVERYONE
from service.rules.mass.attack.duel import MassDuel
from service.rules.mass.battle.initiative import MassInitiativeOutcome, refuse_undrawable
from service.rules.mass.battle.muster import all_engaged, placed
from service.rules.mass.battle.sides import IN_BATTLE, end_of, situation_in
from service.rules.mass.book import refusals, rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.tables import DECKS
from service.rules.mass.book.words import MassStatus
from service.rules.mass.command.rally import MassRally
from service.rules.mass.encounter import summaries
from service.rules.mass.encounter.lining_up import LINING_UP
from service.rules.mass.figures import orders
from service.rules.mass.figures.models import CommanderId, MassField
from service.rules.mass.powers.contact import MassContact
from service.rules.mass.pursuit.pursuit import MassPursuit
from service.rules.mass.rounds.offers import MassOffers
from service.wire import Frozen


class MassBattle(MassField):
    """What an encounter remembers of a battle."""

    commanders: orders.Commanders = Field(description="The commanders, in the order in which they draw.")
    deck_state: orders.DeckState | None = Field(
        default=None,
        description="The deck if it is used up round by round; null: each round draws from a fresh one. "
        f"{orders.SEVERAL_DECKS}",
    )


class MassRallyAsked(Frozen):
    """Who tries to rally units."""

    commander: CommanderId = Field(description="Whose Charisma counts.")


def check_battle(battle: MassBattle, rulings: MassRulings) -> None:
    """Refuse a battle that cannot be."""
    placed(battle, battle.commanders, rulings, complete=True)
    refuse_undrawable(battle.commanders, None, rulings)


def strength_of(battle: MassBattle, rulings: MassRulings) -> tuple[Strength, ...]:
    """Return what each unit still has: its Morale Points."""
    return tuple(
        [
            Strength(each.side, int(each.status in IN_BATTLE), each.morale_max if each.morale is None else each.morale)
            for each in battle.units
        ]
    )


def situation_of(battle: MassBattle, rulings: MassRulings, known: Ending | None = None) -> Situation:
    """Return which commanders declare next in a battle, and whether it is over."""
    return situation_in(battle.units, battle.commanders, known)


def seen_in(battle: MassBattle) -> MassBattle:
    """Return a battle without hidden figures, and without what others have to do with them."""
    seen, commanders = seen_of(battle.units), seen_of(battle.commanders)
    ids, leading = {each.id for each in seen}, {each.id for each in commanders}
    units = [
        each if each.commander_id in leading else each.model_copy(update={"commander_id": None})
        for each in naming_only(seen, {*ids, EVERYONE}, ("engaged_with", "disadvantages", "flanking"))
    ]
    return battle.model_copy(update={"units": tuple(units), "commanders": commanders})


def offers_of(battle: MassBattle, rulings: MassRulings) -> MassOffers:
    """Return what commanders may declare in a battle."""
    begun, _ = all_engaged(placed(battle, battle.commanders, rulings, complete=True))
    return MassOffers(begun, end_of(battle.units))


UNITS: Final = Roster("units", refusals.MassUnknownUnit)
COMMANDERS: Final = Roster("commanders", refusals.UnknownCommander)


def clash_of(scene: MoveContext) -> dict[str, Any]:
    """Work out which units some pairs name, in the order of the battle."""
    for place, (one, other) in enumerate(scene.asked.pairs):
        if one == other:
            rule = rulebook.ENGAGEMENT_MUTUAL
            raise refusals.TargetNotEnemy(f"{one!r} cannot fight itself.", pointer=f"/pairs/{place}", rule=rule)
    named = {
        UNITS.find(scene.state, name, f"/pairs/{place}/{end}").id
        for place, pair in enumerate(scene.asked.pairs)
        for end, name in enumerate(pair)
    }
    return {"units": tuple([unit for unit in scene.state.units if unit.id in named])}


def contact_of(scene: MoveContext) -> dict[str, Any]:
    """Work out which units do not meet."""
    met = (scene.named["mover"], scene.named["stationary"])
    return {"others": tuple([unit for unit in scene.state.units if unit not in met])}


def refuse_far(scene: MoveContext) -> None:
    """Refuse a contact over empty hexes."""
    mover, stationary = scene.named["mover"], scene.named["stationary"]
    away = distance(mover.hex, stationary.hex)
    if away != 1:
        message = f"{mover.id} and {stationary.id} are {away} hexes apart; units in contact are adjacent."
        raise refusals.EngagementNotAdjacent(message, pointer="/stationary")


def refuse_strangers(scene: MoveContext) -> None:
    """Refuse a rally of units that fight for another side."""
    side = _rallying(scene).side
    for place, unit in enumerate(scene.named["units"]):
        if unit.side != side:
            raise refusals.NotYourUnit(f"{unit.id} is of {unit.side}, not of {side}.", pointer=f"/units/{place}")


def refuse_unrouted(scene: MoveContext) -> None:
    """Refuse a pursuit of a unit that does not flee, or by its own side."""
    routed, pursuer = scene.named["routed"], scene.named["pursuer"]
    if routed.status is not MassStatus.ROUTED:
        raise refusals.UnitNotRouted(f"{routed.id} is {routed.status}, not routed.", pointer="/routed")
    if pursuer is not None and pursuer.side == routed.side:
        message = f"{routed.id} and {pursuer.id} are both of the side {routed.side}."
        raise refusals.TargetNotEnemy(message, pointer="/pursuer", rule=rulebook.PURSUIT_ELIGIBILITY)


def rally_of(scene: MoveContext) -> dict[str, Any]:
    """Work out how well a commander rallies."""
    commander = _rallying(scene)
    return {"charisma": commander.charisma, "modifier": commander.charisma_modifier}


def _rallying(scene: MoveContext) -> Any:
    return COMMANDERS.find(scene.state, scene.asked.commander, "/commander")


def follow_all(played: PlayedMove) -> Any:
    """Return the battle with every unit as the outcome says."""
    return UNITS.changed(played.state, played.outcome.state)


def follow_contact(played: PlayedMove) -> Any:
    """Return the battle with every unit as a contact leaves it."""
    return UNITS.changed(played.state, played.outcome.units)


def follow_draw(played: PlayedMove) -> Any:
    """Return the battle with the cards left, if the deck is used up round by round."""
    return _drawn(played, played.state, played.outcome)


def follow_round(played: PlayedMove) -> Any:
    """Return the battle before its next round."""
    return _drawn(played, follow_all(played), played.outcome.initiative)


def _drawn(played: PlayedMove, battle: MassBattle, initiative: MassInitiativeOutcome) -> MassBattle:
    """Return the battle with the cards left; when none are, with all of them, shuffled."""
    if battle.deck_state is None:
        return battle
    return battle.model_copy(update={"deck_state": initiative.deck_state or DECKS[played.rulings.deck].cards})


def follow_clash(played: PlayedMove) -> Any:
    """Return the battle with the losses of a clash."""
    return _with_hits(played, {})


def follow_duel(played: PlayedMove) -> Any:
    """Return the battle with the losses of a duel; shield walls are down when its first round is over."""
    return _with_hits(played, {"shield_wall": False})


def _with_hits(played: PlayedMove, changes: Mapping[str, Any]) -> Any:
    """Return the battle with losses; who is routed is no longer engaged with anybody."""
    hits = {hit.unit: hit for hit in played.outcome.units}
    lost = {name for name, hit in hits.items() if hit.status is not MassStatus.ACTIVE}
    now: dict[str, dict[str, Any]] = {}
    for unit in played.state.units:
        engaged = () if unit.id in lost else tuple([name for name in unit.engaged_with if name not in lost])
        now[unit.id] = {"engaged_with": engaged}
    for name, hit in hits.items():
        now[name] |= {"morale": hit.morale, "status": hit.status, **changes}
    return _changed(played.state, now)


def follow_rally(played: PlayedMove) -> Any:
    """Return the battle in which those who were rallied have their powers again."""
    return _changed(played.state, {name: {"power_expended": False} for name in played.outcome.rallied})


def follow_pursuit(played: PlayedMove) -> Any:
    """Return the battle with what is left of who fled; the pursuer is away until the next round ends."""
    came, routed, pursuer = played.outcome, played.input.routed, played.input.pursuer
    changes: dict[str, dict[str, Any]] = {routed.id: {"morale_max": came.remnant}}
    if came.verdict.outcome is PursuitResult.CAUGHT:
        changes[routed.id] = {"status": MassStatus.DESTROYED}
    if pursuer is not None:
        changes[pursuer.id] = {"status": MassStatus.PURSUING, "commanded": True}
    return _changed(played.state, changes)


def _changed(battle: MassBattle, changes: Mapping[str, Mapping[str, Any]]) -> MassBattle:
    units = [unit.model_copy(update=changes[unit.id]) if unit.id in changes else unit for unit in battle.units]
    return battle.model_copy(update={"units": tuple(units)})


VISIBLE: Final = frozenset(
    {
        *("units", "id", "side", "commander_id", "engaged_with", "status", "shield_wall", "large", "commanded"),
        *("commanders", "near_own_troops", "is_pc", "verdict", "state", "events", "commander", "what", "unit", "foe"),
        *("power", "hits", "rallied", "moves", "uses", "target", "initiative", "order", "first", "log"),
        *("first_routed", "second_routed", "engaged", "mover_lost", "stationary_lost", "success", "outcome", "winner"),
        *("commander_cover", "pursuer_status", "struck", "first_won", "second_won"),
        *("over", "draw", "undecided", "sides", "figures", "fate", "fallen", "battle", "comparisons", "pair", "to"),
        *("kind", "pairs", "second", "mover", "stationary", "routed", "pursuer"),
        *("changes", "figure", "by", "before", "after"),
    }
)
NAMING: Final = frozenset(
    {
        *("by", "commander", "commander_cover", "commander_id", "commanders", "disadvantages", "engaged_with"),
        *("fallen", "figure", "figures", "first", "flanking", "foe", "joker_after", "mover", "order", "pair", "pairs"),
        *("pursuer", "rallied", "routed", "second", "state", "stationary", "struck", "target", "to", "unit"),
        *("units", "winner"),
    }
)
"""The fields that hold ids or records of figures."""
SIDED: Final = frozenset({"side", "sides", "winner"})
"""The fields that hold ids or records of sides."""

PLACES: Final = frozenset({"hex", "facing", "moved", "line", "terrain", "bounds", "radius", "centre", "hexes"})
"""Where units stand and face, how far they moved, along which hexes powers strike, and the map, which all see."""


FIELD: Final = ("units", "terrain", "bounds", "powers")
ARMIES: Final = (*FIELD, "commanders")
COMMAND: Final = InputSources(FIELD, {"commander": COMMANDERS})
CONTACT: Final = InputSources(
    ("terrain", "bounds", "powers"), {"mover": UNITS, "stationary": UNITS}, ("others",), contact_of, refuse=refuse_far
)
CHASE: Final = InputSources(named={"routed": UNITS, "pursuer": UNITS}, refuse=refuse_unrouted)
RALLY: Final = InputSources(
    named={"units": UNITS}, worked=("charisma", "modifier"), work=rally_of, asks=MassRallyAsked, refuse=refuse_strangers
)

PLAY: Final = Play(
    state=MassBattle,
    check=check_battle,
    visible=VISIBLE,
    figures=NAMING,
    sides=SIDED,
    places=PLACES,
    strength=strength_of,
    situation=situation_of,
    offers=offers_of,
    target=UNITS.find,
    lining_up=LINING_UP,
    seen=seen_in,
    board=Board.HEXES,
    pools=(pool_called("Morale Points", "morale", "morale_max"),),
    bonds=("engaged_with",),
    phases=(
        PlayPhase(name="Initiative", rules=("initiative/",)),
        PlayPhase(name="Commands", rules=("command/", "power/", "engagement/", "rally/", "rout/")),
        PlayPhase(name="Battle", rules=("battle/", "engagement/", "rout/")),
    ),
    moves=(
        moved(
            "resolve-round", orders.MassRound, InputSources((*ARMIES, "deck_state")), follow_round, summaries.round_told
        ),
        moved(
            "resolve-attack",
            MassClash,
            InputSources(worked=("units",), work=clash_of),
            follow_clash,
            summaries.clash_told,
        ),
        moved(
            "resolve-duel",
            MassDuel,
            InputSources(named={"first": UNITS, "second": UNITS}),
            follow_duel,
            summaries.duel_told,
        ),
        moved("issue-command", orders.MassIssueCommand, COMMAND, follow_all, summaries.command_told),
        moved("use-power", orders.MassUsePower, COMMAND, follow_all, summaries.power_told),
        moved("engage", MassContact, CONTACT, follow_contact, summaries.contact_told),
        moved("rally", MassRally, RALLY, follow_rally, summaries.rally_told),
        moved(
            "roll-initiative",
            orders.MassInitiative,
            InputSources(("commanders", "deck_state")),
            follow_draw,
            summaries.draw_told,
        ),
        moved("pursue", MassPursuit, CHASE, follow_pursuit, summaries.pursuit_told),
        moved("resolve-skirmish", orders.MassSkirmish, InputSources(ARMIES), follow_all, summaries.skirmish_told),
    ),
)
