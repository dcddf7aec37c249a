"""Commands for people: ready figures by their names, in sentences."""
