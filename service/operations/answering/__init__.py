"""What the answers of procedures are made of: outcomes, the dice used, and chances."""
