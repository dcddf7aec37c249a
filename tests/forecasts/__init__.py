"""Forecasts: tallies that add up, intervals that cover, fights that are played as resolve-skirmish plays them."""
