"""Who fights: the models of figures, and how they stand."""
