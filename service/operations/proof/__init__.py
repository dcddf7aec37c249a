"""Proofs: resolve again, compare, and say what that proves."""
