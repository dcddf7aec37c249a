"""Fights without players: each figure that the issue of odds and campaigns demands, beside its bar."""
