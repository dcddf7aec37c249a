"""Who sees whom, and who is in the way: bystanders, lines of fire, shots."""
