"""The settings in force, and where each comes from; passwords and keys are not shown."""

import os
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from service.settings.checks import variable_of
from service.settings.environment import Settings
from service.settings.file import OLD_NAMES, present_file

HIDDEN: Final = "***"
SECRET: Final = frozenset({"api_keys"})

_PASSWORD: Final = re.compile(r"(?<=://)([^/@]*:)?[^/@]+(?=@)")


@dataclass(frozen=True, slots=True)
class InForce:
    """A setting: the name of its variable, its value as text, and where the value comes from."""

    name: str
    value: str
    source: str


def settings_in_force(settings: Settings, given: Collection[str] = ()) -> list[InForce]:
    """List the settings; `given` are the fields that the command line has set.

    Raises: SettingsFileWrong.
    """
    file = present_file()
    rows = []
    for field in Settings.model_fields:
        name = variable_of(field)
        source = "default"
        if field in given:
            source = "command line"
        elif os.environ.get(name):
            source = "environment"
        elif file.get(name):
            source = f"file {settings.settings_file}"
        elif os.environ.get(OLD_NAMES.get(name, "")):
            source = f"environment, as {OLD_NAMES[name]}"
        rows.append(InForce(name, _shown(field, getattr(settings, field)), source))
    return rows


def _shown(field: str, value: object) -> str:
    """Write a value as it is written in the environment."""
    if value is None:
        return ""
    if field in SECRET:
        return HIDDEN
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or ("none" if field == "anonymous" else "")
    return without_passwords(str(value))


def without_passwords(text: str) -> str:
    """Hide what stands before an @ in the addresses of a text."""
    return _PASSWORD.sub(HIDDEN, text)
