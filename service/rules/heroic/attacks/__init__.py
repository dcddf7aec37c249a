"""One attack of a unit on another: who may make it, what it is worth, how it is rolled and what it hurts."""
