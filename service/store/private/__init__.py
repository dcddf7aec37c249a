"""The private server: a child process, its supervision and its disk."""
