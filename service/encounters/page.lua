-- Read entries of a log together with what viewers may see and which tokens count. KEYS: the encounter's hash, its log.
-- ARGV: the first entry id to read, how many at most. Returns {entries, reveal, veiled, referee, viewer}.
local now = redis.call('HMGET', KEYS[1], 'reveal', 'veiled', 'referee', 'viewer')
return {redis.call('XRANGE', KEYS[2], ARGV[1], '+', 'COUNT', ARGV[2]), now[1], now[2], now[3], now[4]}
