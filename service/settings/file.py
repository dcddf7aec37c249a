"""Sources of settings besides the environment: the settings file, of lines UMPIRE_NAME=value, and old names."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic_settings import BaseSettings, EnvSettingsSource

from service.errors.unusable_files import unusable

PREFIX: Final = "UMPIRE_"
VARIABLE: Final = f"{PREFIX}SETTINGS_FILE"
OLD_NAMES: Final = {f"{PREFIX}TRUSTED_PROXIES": "FORWARDED_ALLOW_IPS"}
"""Variables that had another name, which is still read where the new one is not set."""


class SettingsFileWrong(ValueError):
    """The settings file cannot be read; the text says why, and in which line."""


def settings_in(path: Path) -> dict[str, str]:
    """Return the variables of a settings file by name; empty lines and lines that begin with # are left out.

    Raises: SettingsFileWrong.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SettingsFileWrong(f"{VARIABLE}: {unusable(error)}") from None
    except UnicodeDecodeError as error:
        raise SettingsFileWrong(f"{VARIABLE}: {path} cannot be read ({error}).") from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("export ")
        if not text or text.startswith("#"):
            continue
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name.startswith(PREFIX):
            message = f"{path}, line {number}: a line is {PREFIX}NAME=value."
            raise SettingsFileWrong(message)
        if name in found:
            message = f"{path}, line {number}: {name} is set twice."
            raise SettingsFileWrong(message)
        found[name] = _unquoted(value)
    return found


def present_file() -> dict[str, str]:
    """Return the variables of the file that the environment names; none, if it names no file.

    Raises: SettingsFileWrong.
    """
    path = os.environ.get(VARIABLE)
    return settings_in(Path(path)) if path else {}


class FileSource(EnvSettingsSource):
    """The settings file as a source of settings."""

    def __init__(self, settings_cls: type[BaseSettings]) -> None:
        """Read the file that the environment names."""
        super().__init__(settings_cls)

    def _load_env_vars(self) -> Mapping[str, str | None]:
        return {name.lower(): value for name, value in present_file().items() if value}


class OldNames(EnvSettingsSource):
    """Variables under their old names as a source of settings."""

    def _load_env_vars(self) -> Mapping[str, str | None]:
        return {new.lower(): os.environ[old] for new, old in OLD_NAMES.items() if os.environ.get(old)}


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value
