"""Maps of encounters: the stored state as SVG, as far as the token lets its holder see it."""

from typing import Final, cast

import orjson

from service.encounters.encounter import Encounter
from service.encounters.reveal import state_for_viewers
from service.encounters.stored.encounter_store import Store
from service.encounters.tokens import Role, role_of
from service.operations.encounters.move_index import MoveIndex, read
from service.operations.encounters.playing.turn import require_ruleset
from service.operations.encounters.requests import KnownEncounter
from service.operations.maps.asked import NO_OVERLAYS, MapOverlays
from service.operations.maps.drawing import DrawnMap, Maps
from service.operations.work.estimates import WorkerPool
from service.store.attempts import depend_on_token
from service.wire import Written, to_json

LIGHT: Final = 20_000
"""The longest state whose map is drawn without a worker process, in bytes of JSON."""


class EncounterMapRequest(MapOverlays, KnownEncounter):
    """An encounter whose map is drawn, and what is laid over it."""


class StateMaps:
    """Draws states as somebody sees them, without access to the store."""

    def __init__(self, moves: MoveIndex) -> None:
        """Set the families that are played."""
        self._moves = moves
        self._maps = Maps(moves.families.values())

    def require(self, encounter: Encounter) -> None:
        """Refuse an encounter that cannot be drawn.

        Raises: MapMissing, RulesetChanged.
        """
        self._maps.require(encounter.family)
        require_ruleset(self._moves, encounter)

    def seen(self, encounter: Encounter, role: Role) -> bytes:
        """Return what a role sees of an encounter's state, as JSON."""
        if role is Role.REFEREE:
            return encounter.state
        sight = self._moves.sight_of(encounter.family)
        return to_json(state_for_viewers(orjson.loads(encounter.state), encounter.shown, sight))

    def draw(self, family: str, seen: bytes, rulings: bytes, overlays: MapOverlays) -> DrawnMap:
        """Draw what is seen of a family's state, which is JSON as the rulings are.

        Raises: AnswerTooLarge.
        """
        ruled = read(self._moves.families[family].rulings, rulings)
        return self._maps.draw(family, orjson.loads(seen), ruled, overlays)

    def draw_written(self, family: str, seen: bytes, rulings: bytes, overlays: bytes) -> DrawnMap:
        """Draw what is seen, with overlays that are JSON, too: the task of a worker process.

        Raises: AnswerTooLarge.
        """
        return self.draw(family, seen, rulings, MapOverlays.model_validate_json(overlays))


class EncounterMaps:
    """The operations that draw encounters; `pool` draws large maps, if there is one."""

    def __init__(self, store: Store, maps: StateMaps, pool: WorkerPool | None = None) -> None:
        """Set the store, what draws, and the pool of worker processes."""
        self._store = store
        self._maps = maps
        self._pool = pool

    async def map(self, request: KnownEncounter) -> DrawnMap:
        """Draw the map of an encounter as an SVG file, as far as the token lets its holder see it.

        Viewers see of the map what they see of the state: no hidden figure, and nothing that the reveal policy hides.
        The `ETag` changes with the drawing; sent back as `If-None-Match`, it is answered with 304 until then.
        """
        return await self._drawn(request, NO_OVERLAYS)

    async def draw_map(self, request: EncounterMapRequest) -> DrawnMap:
        """Draw the map of an encounter with lines, areas or a title over it, or a part of it.

        The map is drawn as far as the token lets its holder see it; what is laid over it is drawn as it is sent.
        """
        overlays = {name: getattr(request, name) for name in MapOverlays.model_fields}
        return await self._drawn(request, MapOverlays.model_construct(**overlays))

    async def _drawn(self, request: KnownEncounter, overlays: MapOverlays) -> DrawnMap:
        encounter = await self._store.load(request.id)
        role = role_of(encounter, request.token)
        depend_on_token(encounter.id, encounter.referee if role is Role.REFEREE else encounter.viewer)
        self._maps.require(encounter)
        seen = self._maps.seen(encounter, role)
        is_large = len(seen) > LIGHT or any(each.hexes for each in overlays.areas)
        if not is_large or self._pool is None or not self._pool.is_open:
            return self._maps.draw(encounter.family, seen, encounter.rulings, overlays)
        asked = encounter.family, seen, encounter.rulings, to_json(overlays)
        return cast("DrawnMap", Written(await self._pool.run("encounters/map", "draw", *asked)))
