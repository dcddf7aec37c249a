"""The settings that a command is given: checked as a whole, and explained where they are wrong."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from service.operations.validation import setting_faults
from service.settings.checks import conflicts_in, faults_in, unknown_in
from service.settings.environment import Settings
from service.settings.file import VARIABLE, SettingsFileWrong, present_file
from service.settings.listing import without_passwords


def checked_settings(given: Mapping[str, Any] | None = None) -> Settings | None:
    """Return the settings; None, if something is wrong with them, which was then written to standard error."""
    faults: list[str] = []
    settings = None
    try:
        faults += [
            *unknown_in(os.environ),
            *conflicts_in(os.environ),
            *unknown_in(present_file(), f"in {os.environ.get(VARIABLE)}"),
        ]
        settings = Settings(**(given or {}))
        faults += faults_in(settings)
    except SettingsFileWrong as error:
        faults.append(str(error))
    except ValidationError as error:
        faults += setting_faults(error, Settings)
    for fault in faults:
        sys.stderr.write(f"umpire: {without_passwords(fault)}\n")
    return None if faults else settings
