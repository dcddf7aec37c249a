"""What figures may do in their turns: the moves that are tried, what they are called, and the lists of them."""
