"""Where the pictures of the console go: nowhere, unless UMPIRE_PICTURES names a folder."""

import os
from pathlib import Path


def folder_of_pictures() -> dict[str, str]:
    """Return what the scripts need in their environment to take pictures."""
    asked = os.environ.get("UMPIRE_PICTURES")
    if not asked:
        return {}
    folder = Path(asked).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return {"PICTURES": str(folder)}
