"""What hits do to those whom they strike, and critical misses to those who make them."""
