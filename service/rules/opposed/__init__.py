"""The opposed family: attacker and defender both roll percentile dice, and the better quality of success decides."""
