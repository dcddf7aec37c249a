"""A client of Umpire, the referee for fights between figures.

    from umpire_client import Umpire

    umpire = Umpire("http://127.0.0.1:8000")
    answer = umpire.resolve("opposed/resolve-attack", body)

`AsyncUmpire` has the same words to await. `umpire_client.types` has a typed dictionary for each model of the contract.
"""

from umpire_client.async_client import (
    AsyncCreatedEncounter,
    AsyncEncounter,
    AsyncRunningCampaign,
    AsyncStartedCampaign,
    AsyncUmpire,
)
from umpire_client.async_driver import AsyncFeed
from umpire_client.calls import moves_of
from umpire_client.client import CreatedEncounter, Encounter, RunningCampaign, StartedCampaign, Umpire
from umpire_client.contract import Compatibility
from umpire_client.driver import Feed
from umpire_client.exchange import AskForDice, AsyncAskForDice, AsyncDice, Dice
from umpire_client.made_from import CONTRACT
from umpire_client.problems import UmpireProblem, UmpireUnreachable

__all__ = [
    "CONTRACT",
    "AskForDice",
    "AsyncAskForDice",
    "AsyncCreatedEncounter",
    "AsyncDice",
    "AsyncEncounter",
    "AsyncFeed",
    "AsyncRunningCampaign",
    "AsyncStartedCampaign",
    "AsyncUmpire",
    "Compatibility",
    "CreatedEncounter",
    "Dice",
    "Encounter",
    "Feed",
    "RunningCampaign",
    "StartedCampaign",
    "Umpire",
    "UmpireProblem",
    "UmpireUnreachable",
    "moves_of",
]

__version__ = "0.2.0"
