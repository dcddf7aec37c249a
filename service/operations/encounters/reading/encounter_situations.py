"""The situation of an encounter as an operation: whose turn it is, and whether the fight is over."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from service.encounters.stored.encounter_store import Store
from service.encounters.tokens import Role
from service.errors import RulesetChanged
from service.operations.answering.unchanged import stop_if_known
from service.operations.encounters.answers import Id, VersionNow
from service.operations.encounters.loading import load_with_role
from service.operations.encounters.playing.situations import Situations
from service.operations.encounters.playing.turn import require_ruleset
from service.operations.encounters.requests import KnownEncounter
from service.rules.kernel.verdict import Situation
from service.wire import record


@record
class EncounterSituation:
    """The situation of an encounter, as far as the token lets its holder see it."""

    status: Annotated[Literal["found"], Field(description="The encounter was found.")]
    id: Id
    version: VersionNow
    situation: Annotated[
        Situation, Field(description="Whose turn it is, who is out of the fight, whether it is over, and who has won.")
    ]


@dataclass(frozen=True, slots=True)
class EncounterSituations:
    """The operation that tells the situations of encounters; all state is in the store."""

    store: Store
    situations: Situations

    async def situation(self, request: KnownEncounter) -> EncounterSituation:
        """Say whose turn it is in an encounter, who is out of the fight, whether it is over, and who has won.

        It is the field `situation` of every answer that has the encounter's state. Viewers see it without hidden
        figures, but `over`, `winner`, `draw` and `ended_by` are those of the whole fight; a winner of which they see
        nobody is null. `forced` they see only if the policy is `all`.
        """
        encounter, role = await load_with_role(self.store, request)
        require_ruleset(self.situations.moves, encounter)
        stop_if_known(encounter.version)
        both = await self.situations.required(encounter, encounter.state)
        if both is None:
            raise RulesetChanged("The state of the encounter does not fit what this service plays any more.")
        situation = both.shown(encounter.shown if role is Role.VIEWER else None)
        return EncounterSituation(status="found", id=encounter.id, version=encounter.version, situation=situation)
