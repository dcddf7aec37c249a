"""Scenes for figures that play by themselves, and what they do in them."""

from typing import Any, Final

from service.rules.tactical.book.words import TacticalStance
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.pairs import settle_pairs
from service.rules.tactical.rounds.policy.policy import choice_of
from service.rules.tactical.rounds.records import TacticalIntent
from tests.rules.tactical.scenes import bow

Document = dict[str, Any]
STEADY = TacticalStance.STEADY
BOW: Final[Document] = {"weapons": [bow()], "ready": {"both": "bow"}}
PIKE: Final[Document] = {
    "id": "pike",
    "skill": "Polearm",
    "level": 12,
    "kind": "melee",
    "hands": 2,
    "modes": [{"name": "thrust", "kind": "thrust", "damage": "1d+3", "type": "impaling", "reaches": [2]}],
}
BARE: Final[Document] = {"weapons": [], "ready": {}}


def room(*walls: Document, size: int = 4, cells: tuple[Document, ...] = ()) -> Document:
    """A map of limited size with walls and cells."""
    bounds = {"kind": "limits", "q_min": -size, "q_max": size, "r_min": -size, "r_max": size}
    return {"bounds": bounds, "cells": list(cells), "edges": list(walls)}


def chosen(ground: Field, stance: TacticalStance = STEADY, id: str = "ash") -> TacticalIntent:
    """What Ash does."""
    settle_pairs(ground)
    return choice_of(ground, id, stance).intent


def why(ground: Field, stance: TacticalStance = STEADY, id: str = "ash") -> str:
    """Why Ash does it."""
    settle_pairs(ground)
    return choice_of(ground, id, stance).why
