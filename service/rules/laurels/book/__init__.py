"""What the source says, as data: words, rules, rulings, refusals and tables."""
