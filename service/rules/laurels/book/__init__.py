"""The source as data: words, options, rules, rulings, refusals and tables."""
