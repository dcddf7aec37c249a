"""What is tried by hand, for long: `make fuzz-long` and `make overload`."""
