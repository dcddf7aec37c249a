"""Waits and opportunity fire: what is watched, who answers, and shots at those who appear."""
