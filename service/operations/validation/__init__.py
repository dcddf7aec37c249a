"""Validation of JSON against request models; each fault is reported with its place, as a sentence for people."""

from service.operations.validation.bodies import (
    as_sent,
    fitting,
    parsed,
    rewritten,
    validated,
    validated_document,
    validated_members,
)
from service.operations.validation.not_json import not_json, too_deep
from service.operations.validation.schema import place_of
from service.operations.validation.sentences import detail_of, quoted, setting_faults

__all__ = [
    "as_sent",
    "detail_of",
    "fitting",
    "not_json",
    "parsed",
    "place_of",
    "quoted",
    "rewritten",
    "setting_faults",
    "too_deep",
    "validated",
    "validated_document",
    "validated_members",
]
