"""The one door through which chance enters: dice that are rolled, supplied, replayed or enumerated."""
