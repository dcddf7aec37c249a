"""A battle as rounds play it: who stands where, at whose command, who is first and when it is over."""
