"""Settings of the service: the UMPIRE_* variables of the environment and of a settings file."""

from service.settings.environment import LogFormat, LogLevel, Permission, ProxyHeader, Settings

__all__ = ["LogFormat", "LogLevel", "Permission", "ProxyHeader", "Settings"]
