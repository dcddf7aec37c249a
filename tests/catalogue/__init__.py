"""The catalogues of the families: what their figures are worth, and that fights between them end."""
