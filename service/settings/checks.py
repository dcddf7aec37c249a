"""What is wrong with settings that fit one by one: unknown names, contradictions, addresses and keys that are none."""

import re
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from typing import Final

from service.errors.spelling import meant
from service.settings.access.api_keys import KeyLineWrong
from service.settings.access.proxies import networks_in
from service.settings.access.ring import KeyRing
from service.settings.environment import Permission, ProxyHeader, Settings
from service.settings.file import OLD_NAMES, PREFIX

TOOLS: Final = re.compile(rf"{PREFIX}(BENCH|FUZZ|RING|README|PICTURES|FORK_SERVER)(_[A-Z0-9_]+)?")
"""Variables of the benches and tests of this repository, and of the service's own processes."""

SERVICE_LINK: Final = re.compile(rf"{PREFIX}(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_[A-Z]+)?)?)")
"""Variables that Kubernetes sets for a service that is called umpire, or umpire and more."""


def variable_of(field: str) -> str:
    """Return the name of the variable of a setting."""
    return PREFIX + field.upper()


def unknown_in(environment: Mapping[str, str], source: str = "") -> list[str]:
    """Return a sentence on each variable that is called like a setting and is none, with the nearest name."""
    known = [variable_of(field) for field in Settings.model_fields]
    named = [name for name in environment if name.upper().startswith(PREFIX)]
    unknown = [name for name in named if name not in known and not TOOLS.fullmatch(name) and not _is_link(name)]
    place = f" ({source})" if source else ""
    return [f"{name} is no setting{place}.{meant(name, known)}" for name in unknown]


def conflicts_in(environment: Mapping[str, str]) -> list[str]:
    """Return a sentence on each variable that is set under its old name as well, to something else."""
    return [
        f"{old} is the old name of {new}, and they differ: leave {old} out."
        for new, old in OLD_NAMES.items()
        if environment.get(old) and environment.get(new) and environment[old] != environment[new]
    ]


def _is_link(name: str) -> bool:
    return SERVICE_LINK.fullmatch(name) is not None


def contradictions_in(settings: Settings) -> list[str]:
    """Return a sentence on each two settings that cannot both be meant."""
    return [sentence for holds, sentence in CONTRADICTIONS if holds(settings)]


def faults_in(settings: Settings) -> list[str]:
    """Return a sentence on each thing that is wrong with settings that fit one by one."""
    found = contradictions_in(settings)
    if settings.dask is not None and find_spec("distributed") is None:
        found.append(
            "UMPIRE_DASK names a scheduler, but Dask is not installed: install umpire-referee[cluster], or leave "
            "UMPIRE_DASK out."
        )
    try:
        networks_in(settings.trusted_proxies)
    except ValueError as error:
        found.append(f"UMPIRE_TRUSTED_PROXIES: {error}.")
    try:
        KeyRing(settings.api_keys, settings.api_keys_file)
    except KeyLineWrong as error:
        found.append(str(error))
    except OSError as error:
        found.append(f"UMPIRE_API_KEYS_FILE: {settings.api_keys_file} cannot be read ({error.strerror}).")
    return found


def _shares_port(settings: Settings) -> bool:
    if settings.admin_bind is None or settings.port == 0:
        return False
    return int(settings.admin_bind.rpartition(":")[2]) == settings.port


def _is_closed(settings: Settings) -> bool:
    return not settings.anonymous and settings.api_keys is None and settings.api_keys_file is None


def _names_header_alone(settings: Settings) -> bool:
    return settings.proxy_header is ProxyHeader.FORWARDED and not settings.trusted_proxies


def _has_all_and_more(values: Iterable[str]) -> bool:
    listed = tuple(values)
    return "*" in listed and len(listed) > 1


def _has_both_kinds(settings: Settings) -> bool:
    return Permission.ENCOUNTERS in settings.anonymous and Permission.TOKENS in settings.anonymous


CONTRADICTIONS: Final[tuple[tuple[Callable[[Settings], bool], str], ...]] = (
    (
        lambda each: each.data is not None and each.redis_url is not None,
        "UMPIRE_DATA (--data) is the folder of a private store, and UMPIRE_REDIS_URL names another one: leave one out.",
    ),
    (
        lambda each: _has_all_and_more(each.cors_origins),
        "UMPIRE_CORS_ORIGINS has * for all origins and others besides: leave out * or the others.",
    ),
    (
        lambda each: _has_all_and_more(each.trusted_proxies),
        "UMPIRE_TRUSTED_PROXIES has * for all addresses and others besides: leave out * or the others.",
    ),
    (
        _names_header_alone,
        "UMPIRE_PROXY_HEADER names the header of trusted proxies, and UMPIRE_TRUSTED_PROXIES names no proxy.",
    ),
    (
        _shares_port,
        "UMPIRE_ADMIN_BIND has the port of the service, UMPIRE_PORT: the administration needs one of its own.",
    ),
    (
        _is_closed,
        (
            "UMPIRE_ANONYMOUS=none allows nothing without a key, and neither UMPIRE_API_KEYS nor UMPIRE_API_KEYS_FILE "
            "has keys: nobody could do anything."
        ),
    ),
    (
        _has_both_kinds,
        "UMPIRE_ANONYMOUS has both encounters and tokens, and encounters includes tokens: leave one out.",
    ),
    (
        lambda each: each.dask is not None and each.campaign_processes is not None,
        (
            "UMPIRE_CAMPAIGN_PROCESSES is the number of processes of this machine, and UMPIRE_DASK names a scheduler "
            "whose workers play instead: leave one out."
        ),
    ),
)
