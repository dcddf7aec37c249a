"""Verification of answers and logs: resolve them again, compare, and state what that proves."""
