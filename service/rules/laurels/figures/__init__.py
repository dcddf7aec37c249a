"""Participants: their models, stamina and injuries."""
