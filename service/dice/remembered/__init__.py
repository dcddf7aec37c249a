"""Remembered paths: what rules have done with certain numbers of a stream is walked again, and not run."""
