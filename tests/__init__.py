"""The tests: each says in one sentence what is so."""
