"""One attack: its checks, dice, damage, parry and outcome."""
