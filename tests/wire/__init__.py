"""Types of the wire: what their schema says is what they accept."""
