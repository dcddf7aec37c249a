"""Who attacks whom with what: strength, weapons, skill, and what an attack is refused for."""
