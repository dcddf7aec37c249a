"""The console at /play: its files, its logic, and people who play with it in browsers."""
