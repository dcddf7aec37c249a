-- Read entries of a log together with what viewers may see. KEYS: the encounter's hash, its log. ARGV: the first entry
-- id to read, how many at most. Returns {entries, reveal, veiled}.
local shown = redis.call('HMGET', KEYS[1], 'reveal', 'veiled')
return {redis.call('XRANGE', KEYS[2], ARGV[1], '+', 'COUNT', ARGV[2]), shown[1], shown[2]}
