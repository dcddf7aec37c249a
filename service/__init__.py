"""Umpire: the referee that other programs call."""
