"""What the source says, as data: words, rules, rulings, options, refusals, tables and modifiers."""
