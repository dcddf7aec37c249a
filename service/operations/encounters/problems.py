"""Problems of the encounter operations, in groups that several of them have."""

from typing import Final

from service.encounters.stored.recorder import StoreWentBack
from service.encounters.trust.announcements import AnnouncementBinds, AnnouncementMissing
from service.encounters.trust.draws import DicePolicyRefuses, DrawsLost, EncounterEnded
from service.encounters.trust.seats import SeatsAwaited
from service.errors import (
    EncounterFull,
    Refused,
    RulesetChanged,
    RulesRefuse,
    StorageQuotaSpent,
    StoreAway,
    TokenMissing,
    TokenTooWeak,
    TokenUnknown,
    TooLargeToStore,
    UmpireError,
    UnfitRequest,
    UnknownEncounter,
    UnknownProcedure,
    VersionMissing,
    VersionStale,
    WorkTooLarge,
)
from service.forecasts.problems import PartsDisagree
from service.operations.answering.resolution import DICE_ERRORS
from service.operations.encounters.line_ups.stock import UnknownFight, UnknownFigure
from service.operations.work.estimates import WORK_ERRORS

Errors = tuple[type[UmpireError], ...]


class NoLog(Refused, title="Not a log"):
    """The entries are not a log: one lacks a field that every entry has, or has a value that no log has."""


WATCHED: Final[Errors] = (UnknownEncounter, TokenMissing, TokenUnknown, StoreAway)
REFEREED: Final[Errors] = (*WATCHED, TokenTooWeak)
STORED: Final[Errors] = (TooLargeToStore, StorageQuotaSpent)
DRAWN: Final[Errors] = (DrawsLost, DicePolicyRefuses, SeatsAwaited, AnnouncementMissing, AnnouncementBinds)
CLOSED: Final[Errors] = (EncounterFull, EncounterEnded, StoreWentBack)
CHANGED: Final[Errors] = (*REFEREED, VersionMissing, VersionStale, *CLOSED, *STORED)
BOUND: Final[Errors] = (*CHANGED, AnnouncementBinds)
"""Problems of changes that are refused between an announcement and its act."""
PLAYED: Final[Errors] = (
    UnknownProcedure,
    RulesetChanged,
    UnfitRequest,
    PartsDisagree,
    RulesRefuse,
    WorkTooLarge,
    *DICE_ERRORS,
    *WORK_ERRORS,
)
LINED_UP: Final[Errors] = (UnfitRequest, PartsDisagree, UnknownFigure, UnknownFight, RulesRefuse)
PROVED: Final[Errors] = (RulesetChanged, NoLog, *WORK_ERRORS)
