"""Close combat: entering, evading, grappling and slams."""
