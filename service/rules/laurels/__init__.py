"""Dice of levels that explode: nobody rolls to hit, and damage drains stamina, then injures."""
