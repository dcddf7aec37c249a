"""Measurements: `make bench` prints ratios against reference applications from one run on one machine."""
