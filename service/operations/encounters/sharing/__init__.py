"""Answers that whoever has their id can read: shared results and tickets."""
