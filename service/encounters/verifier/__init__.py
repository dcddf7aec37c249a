"""The verifiers of exported logs: one file in Python, one in JavaScript, which share no code and say the same."""
