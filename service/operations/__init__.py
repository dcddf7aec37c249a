"""What clients can ask for: one declaration an operation, from which every face is derived."""
