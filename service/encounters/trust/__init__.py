"""What makes dice and logs trusted: draws, seats, announcements, and the signed heads of entries."""
