"""A turn: a procedure of an encounter's family, played on a state with the dice that a request brings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from service.encounters.errands import Errand
from service.encounters.model import Encounter, canonical, hash_of
from service.errors import RulesetChanged
from service.operations.encounter_requests import EncounterMove
from service.operations.playbook import Playbook, Staged
from service.operations.readings import note, read
from service.operations.resolution import NeedsDice, Resolution, resolved_with
from service.operations.supply import DiceUsed, require_no_preview
from service.wire import to_json


@dataclass(frozen=True, slots=True)
class Turn:
    """A procedure played on an encounter, and the state it leads to."""

    staged: Staged
    resolution: Resolution[Any]
    outcome: orjson.Fragment
    dice: DiceUsed
    state: bytes
    state_hash: str

    def told(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the log tells of it."""
        resolution = self.resolution
        return {
            "operation": self.staged.name,
            "input": asked,
            "dice": self.dice,
            "outcome": self.outcome,
            "steps": resolution.steps,
            "warnings": tuple(resolution.dice.warnings),
        }

    def answered(self, encounter: Encounter) -> dict[str, Any]:
        """Return what is answered of it, on an act and on a preview."""
        resolution = self.resolution
        return {
            "id": encounter.id,
            "operation": self.staged.name,
            "ruleset": encounter.ruleset,
            "outcome": self.outcome,
            "steps": resolution.steps,
            "dice": self.dice,
            "rulings": orjson.Fragment(encounter.rulings),
            "warnings": tuple(resolution.dice.warnings),
            "state": orjson.Fragment(self.state),
            "before": encounter.state_hash,
            "after": self.state_hash,
        }


def turn_of(
    book: Playbook, encounter: Encounter, request: EncounterMove, errand: Errand, *, preview: bool = False
) -> Turn | NeedsDice:
    """Play a procedure on an encounter's state; nothing is stored. What a preview rolls, no act rolls.

    Raises: RulesetChanged, UnknownProcedure, UnfitRequest, and whatever the procedure refuses.
    """
    require_ruleset(book, encounter)
    if not preview:
        require_no_preview(request.dice)
    staged = book.staged(encounter.family, request.procedure)
    state = read(staged.play.state, encounter.state)
    filled = staged.filled(state, encounter.rulings, request.input)
    family = staged.bench.family
    result = resolved_with(
        request.dice,
        family.ruleset,
        family.tape_rule,
        lambda dice: staged.outcome(filled, dice),
        errand,
        preview=preview,
    )
    if isinstance(result, NeedsDice):
        return result
    after = staged.state_after(state, filled, result.outcome)
    written = canonical(after)
    note(after, written)
    outcome = orjson.Fragment(to_json(result.outcome))
    return Turn(staged, result, outcome, result.dice_used, written, hash_of(written))


def require_ruleset(book: Playbook, encounter: Encounter) -> None:
    """Let only those rules be applied by which the encounter was begun.

    Raises: RulesetChanged.
    """
    now = book.ruleset_of(encounter.family)
    if now != encounter.ruleset:
        raise RulesetChanged(
            f"The encounter is played by {encounter.ruleset}; this service plays {now or 'no such family'}. It can be "
            "read and exported as it is; to go on, create another from its state."
        )
