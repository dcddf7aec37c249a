"""Measure the power of all figures of the catalogues, or of those of some families, and write it beside them."""

import sys

from service.app import FAMILIES
from tests.catalogue.duels import file_of, table_of_powers, written

if __name__ == "__main__":
    for family in FAMILIES:
        if family.name in (sys.argv[1:] or [family.name]):
            file_of(family).write_text(written(table_of_powers(family)), encoding="utf-8")
            print(file_of(family))
