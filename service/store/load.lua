-- Read one encounter with its present state, and renew its time to live. KEYS: its hash, its log. Returns nil, or the
-- values of these fields, followed by the present state and the version that redo leads to.
local found = redis.call('HMGET', KEYS[1], 'at', 'ttl', 'version', 'family', 'ruleset', 'rulings', 'reveal', 'veiled',
  'referee', 'viewer', 'meta', 'secret', 'draw', 'policy', 'head', 'ended', 'seats', 'settled',
  'announced', 'fork')
if not found[1] then return false end
redis.call('PEXPIRE', KEYS[1], found[2] * 1000)
redis.call('PEXPIRE', KEYS[2], found[2] * 1000)
local cursor = string.match(found[1], '^%d+')
local rest = redis.call('HMGET', KEYS[1], 's' .. cursor, 'n' .. cursor)
found[21], found[22] = rest[1], rest[2]
return found
