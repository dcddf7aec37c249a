"""Releases: what is built of the project, and what a new contract breaks for callers of the last one."""
