"""The formats of sheets, and how a family makes figures of them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.rules.kernel.family import Converted
from service.rules.roll_under.sheets.game_aid import read_gga
from service.rules.roll_under.sheets.gcs import read_gcs
from service.rules.roll_under.sheets.sheet import Sheet, SheetFormat
from service.rules.sheets.loose import Loose

READERS: Final[Mapping[SheetFormat, Callable[[Loose], Sheet]]] = {SheetFormat.GCS: read_gcs, SheetFormat.GGA: read_gga}


def sheets_for(figure_of: Callable[[Sheet], dict[str, Any]]) -> Mapping[str, Callable[[Any], Converted]]:
    """Return what makes figures of sheets, by the formats that can be read."""
    return {each.value: _converting(read, figure_of) for each, read in READERS.items()}


def _converting(
    read: Callable[[Loose], Sheet], figure_of: Callable[[Sheet], dict[str, Any]]
) -> Callable[[Any], Converted]:
    def convert(source: Any) -> Converted:
        sheet = read(Loose(source))
        figure = figure_of(sheet)
        return Converted(figure, tuple(dict.fromkeys(sheet.notes)))

    return convert
