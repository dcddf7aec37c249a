"""The fight between turns: state, initiative, muster, and the models of fights."""
