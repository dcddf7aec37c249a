"""The fight between turns: its state, initiative and who takes part."""
