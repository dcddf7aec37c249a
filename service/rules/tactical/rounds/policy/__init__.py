"""Figures that play by themselves: what they see, what they can use, what they may do, and what they choose."""
