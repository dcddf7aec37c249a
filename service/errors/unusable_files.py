"""The sentence on a file that cannot be used."""


def unusable(error: Exception) -> str:
    """Return a sentence on a file that cannot be read or written; other errors say themselves what is wrong."""
    if not isinstance(error, OSError) or error.filename is None or error.strerror is None:
        return str(error)
    return f"The file {error.filename} cannot be used: {error.strerror[:1].lower()}{error.strerror[1:]}."
