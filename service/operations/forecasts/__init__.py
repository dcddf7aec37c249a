"""Operations on whole fights: their odds, what decides them, and pictures of both."""
