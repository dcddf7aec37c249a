"""Dice: four ways of answering a roll, one protocol."""
