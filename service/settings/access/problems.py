"""The problems of API keys."""

from service.errors import UmpireError


class ApiKeyMissing(UmpireError, status=401, title="API key missing"):
    """The operator allows this only with an API key, sent as the header `X-Api-Key`."""


class ApiKeyUnknown(UmpireError, status=401, title="Unknown API key"):
    """The service does not know the API key: it is mistyped, was withdrawn or has expired."""


class OriginRefused(UmpireError, status=403, title="Origin not allowed"):
    """The operator does not allow web pages of this origin to use the tools for assistants."""


class ApiKeyTooWeak(UmpireError, status=403, title="API key too weak"):
    """The API key does not have the scope that the request needs."""
