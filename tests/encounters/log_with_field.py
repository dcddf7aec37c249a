"""What everybody reads of the field `weather`, which `new_field` adds to log entries."""

from dataclasses import replace
from typing import Any

import orjson

from service.app import FAMILIES, bound_procedures
from service.encounters.changes import Row
from service.encounters.encounter import canonical, hash_of
from service.encounters.log import entry_of
from service.encounters.reveal import Reveal, Sight
from service.encounters.shown_entries import entry_for_viewers, shown_of
from service.encounters.tokens import Role
from service.encounters.trust.draws import DicePolicy, Opened, written_policy
from service.encounters.versions import creation_of, ending
from service.operations.encounters.loading import entry_record
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.trust.replay import LogReplay
from service.rules.examples import examples_of
from service.wire import to_json
from tests.encounters.fights import an_encounter


def read(entry: bytes) -> Any:
    """What the referee reads of an entry."""
    row = Row(entry=entry, note=b"", shown=b"", situation=b"", watched=b"")
    return entry_record(row, Role.REFEREE, Reveal.ALL, Sight())


def told() -> dict[str, Any]:
    """Create and end an encounter, and tell what everybody reads of its log, and whether it is proved."""
    moves = MoveIndex(FAMILIES, bound_procedures())
    rulings = moves.rulings_of("opposed", {})
    asked = examples_of("encounters/opposed/create")[0].request["state"]
    state, sight = canonical(moves.state_of("opposed", asked, rulings, "/state")), moves.sight_of("opposed")
    encounter = replace(
        an_encounter(),
        family="opposed",
        ruleset=moves.families["opposed"].ruleset,
        rulings=to_json(rulings),
        state=state,
        state_hash=hash_of(state),
        secret=b"s",
        policy=written_policy(DicePolicy()),
    )
    ended = ending(encounter, Opened.NOTHING, b"")
    written = [creation_of(encounter, sight).entry, ended.entry]
    entries = [entry_of(each) for each in written]
    of_older = entry_of(to_json({name: each for name, each in entries[0].items() if name != "weather"}))
    prove = LogReplay(moves).verify
    return {
        "referee": [orjson.loads(to_json(read(each)))["weather"] for each in written],
        "viewers": orjson.loads(to_json(shown_of(encounter, ended, sight, None)))["weather"],
        "by outcomes": entry_for_viewers(entries[1], Reveal.OUTCOMES, sight)["weather"],
        "older": of_older["weather"],
        "proved": prove(entries).status,
        "forged": getattr(prove([entries[0], {**entries[1], "weather": "foul"}]), "pointer", None),
        "older proved": prove([{name: each for name, each in entries[0].items() if name != "weather"}]).status,
    }
