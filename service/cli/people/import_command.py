"""The command for people that makes figures of sheets: `umpire import hero.gcs --to party.json`."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import orjson

from service.cli.one_family import family_called, family_names
from service.cli.people.figure_blocks import stat_block
from service.cli.people.sides import known_family, party_in
from service.cli.showing import Shown, add_showing, write
from service.errors import NotJson, UmpireError, UnfitRequest
from service.errors.unusable_files import unusable
from service.forecasts.problems import PartsDisagree
from service.operations.catalogue.conversions import (
    FigureConverted,
    SheetFormat,
    SheetToConvert,
    conversion_of,
    format_of,
)
from service.operations.encounters.line_ups.line_up_models import Party
from service.operations.validation import validated
from service.rules.kernel.family import Family
from service.rules.sheets.loose import Loose

ID_SIZE: Final = 32
PICTURES: Final = ("portrait",)
"""Members of the profile of a sheet that are pictures."""


def import_sheets(words: Sequence[str]) -> int:
    """Make figures of sheets, show them, and write them into a party file."""
    options = _parser().parse_args(words)
    shown = Shown(options.json, options.text)
    try:
        into = party_in(options.to) if options.to is not None and options.to.exists() else None
        made = list(_imported(options, None if into is None else into["family"]))
        named = list(_ids_of(into, made))
        if options.to is not None:
            options.to.write_bytes(_party_of(options.to, into, named))
    except UmpireError as error:
        shown.refusal(error)
        return 1
    except OSError as error:
        Shown.fault(unusable(error))
        return 2
    _show(shown, made)
    if options.to is not None:
        ids = [each for each, _ in named]
        Shown.note(f'{options.to} has {", ".join(ids)}: umpire fight "{ids[0]} vs ..." --party {options.to}')
    return 0


def _parser() -> argparse.ArgumentParser:
    told = (
        "Make figures of sheets: .gcs files, and actors of a virtual tabletop as JSON (gga, dnd5e, pf2e, swade). Where "
        "the rules have no place for the numbers of a sheet, the most similar figure of the catalogue is taken."
    )
    parser = argparse.ArgumentParser(prog="umpire import", description=told, allow_abbrev=False)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a sheet, such as hero.gcs")
    family = "the rules; default: those of the party, else the first that read such sheets"
    parser.add_argument("-f", "--family", help=f"{family} ({', '.join(family_names())})")
    written = ", ".join(get_args(SheetFormat))
    parser.add_argument(
        "--format",
        choices=get_args(SheetFormat),
        metavar="FORMAT",
        help=f"the program that wrote the sheets: {written}",
    )
    parser.add_argument(
        "--set",
        type=_change,
        action="append",
        default=[],
        dest="changes",
        metavar="FIELD=VALUE",
        help="set a field of each figure, such as armor_points=4; may be repeated",
    )
    parser.add_argument("--to", type=Path, metavar="FILE", help="the party file to write; one that exists is added to")
    add_showing(parser)
    return parser


def _change(text: str) -> tuple[str, Any]:
    """Read a field and its value, which is JSON or else a text."""
    name, mark, value = text.partition("=")
    if not mark or not name:
        message = f"a field and its value, such as armor_points=4, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    try:
        return name, orjson.loads(value)
    except orjson.JSONDecodeError:
        return name, value


Imported = tuple[Path, Family, FigureConverted]


def _imported(options: argparse.Namespace, of_party: str | None) -> Iterator[Imported]:
    """Yield each file, the family, and what was made of the sheet in it.

    Raises: OSError; UnknownFamily; NotJson, UnfitRequest and PartsDisagree, with the name of the file.
    """
    chosen = options.family or of_party
    if options.family and of_party not in {None, options.family}:
        message = f"{options.to} is a party of {of_party}, not of {options.family}."
        raise UnfitRequest(message, pointer="/family")
    for file in options.files:
        source = _sheet_in(file)
        try:
            family = known_family(chosen) if chosen else _reading(options.format or format_of(Loose(source)))
            if chosen is None:
                Shown.note(f"These are the rules of {family.name}; -f names others.")
                chosen = family.name
            asked = SheetToConvert(format=options.format, source=source, changes=dict(options.changes))
            yield file, family, conversion_of(family, asked)
        except (UnfitRequest, PartsDisagree) as misfit:
            raise type(misfit)(f"{file}: {misfit.detail}", pointer=misfit.faults[0].pointer) from None


def _sheet_in(file: Path) -> dict[str, Any]:
    """Return the sheet in a file, without its picture.

    Raises: OSError, NotJson, UnfitRequest.
    """
    try:
        sheet = orjson.loads(file.read_bytes())
    except orjson.JSONDecodeError as error:
        raise NotJson(f"{file} is no JSON: {error}.") from None
    if not isinstance(sheet, dict):
        raise UnfitRequest(f"{file} is no sheet: a sheet is a JSON object.", pointer="/source")
    if isinstance(sheet.get("profile"), dict):
        sheet["profile"] = {name: each for name, each in sheet["profile"].items() if name not in PICTURES}
    return sheet


def _reading(written: SheetFormat) -> Family:
    """Return the first family that reads the numbers of a format; if none does, the first family."""
    for name in family_names():
        family = family_called(name)
        if family is not None and family.play is not None and written in family.play.sheets:
            return family
    return known_family(family_names()[0])


def _party_of(file: Path, into: Mapping[str, Any] | None, named: Sequence[tuple[str, Imported]]) -> bytes:
    """Return a party file: the one that is there, or a new one, with the figures that were made, each by its id.

    Raises: DoesNotFit, if there are too many figures.
    """
    _, (_, family, _) = named[0]
    begun = into or {
        "umpire": "party@1",
        "family": family.name,
        "ruleset": family.ruleset,
        "name": file.stem.replace("-", " ").replace("_", " ").capitalize()[:100],
        "figures": [],
    }
    added = [
        {
            "id": known,
            "name": str(converted.figure.get("name", known)),
            "tags": [],
            "figure": converted.figure,
            "source": {"format": converted.format, "at": source.name[:200]},
        }
        for known, (source, _, converted) in named
    ]
    party = orjson.dumps({**begun, "figures": [*begun["figures"], *added]}, option=orjson.OPT_INDENT_2)
    validated(Party, party)
    return party + b"\n"


def _ids_of(into: Mapping[str, Any] | None, made: Sequence[Imported]) -> Iterator[tuple[str, Imported]]:
    """Yield what was made with an id that no figure of the party has."""
    taken = {each["id"] for each in into["figures"]} if into else set()
    for each in made:
        name = str(each[2].figure.get("name", ""))
        stem = "-".join("".join([sign if sign.isalnum() else " " for sign in name.lower()]).split()) or "figure"
        known, count = stem[:ID_SIZE], 1
        while known in taken:
            count += 1
            known = f"{stem[: ID_SIZE - 4]}-{count}"
        taken.add(known)
        yield known, each


def _show(shown: Shown, made: Sequence[Imported]) -> None:
    """Write what was made: stat blocks with notes, or an answer in each line."""
    for source, family, converted in made:
        if not shown.in_words:
            shown.answer(f"{family.name}/convert-figure", converted)
            continue
        how = f"{family.name}; {converted.status} from {source.name} ({converted.format})"
        notes = [f"  - {text}\n" for text in dict.fromkeys([each.text for each in converted.notes])]
        told = ["Left out, or otherwise:\n", *notes] if notes else ["Nothing was left out.\n"]
        write("".join([*stat_block(str(converted.figure.get("name")), how, converted.figure), *told]).encode())
