"""The rules families, and the ground they share; pure functions of input, rulings and dice."""
