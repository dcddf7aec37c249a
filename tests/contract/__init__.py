"""The contract, fuzzed: what is published is what is accepted, and what is answered is what is published."""
