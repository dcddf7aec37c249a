"""Sheets of characters that other programs write, read as one record whatever the program."""
