"""Encounters: the stored state of a fight, its log, its access tokens, and the live feed of its changes."""
