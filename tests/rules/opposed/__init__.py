"""The opposed family: both sides roll, and the difference of their qualities decides."""
