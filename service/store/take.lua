-- Charge buckets, and nothing else. Follows `charge.lua`. KEYS: the buckets. ARGV: 'take' or 'owe', then three words for
-- each bucket. Returns what `charge` returns.
return charge(ARGV[1], 1, 2)
