"""Tests of the family `tactical`."""
