-- Read one encounter with the state that holds now, and let it live on. KEYS: its hash, its log. Returns nil, or the
-- values of the fields in ARGV followed by the snapshot at the cursor (the first field) and the version to redo.
local found = redis.call('HMGET', KEYS[1], unpack(ARGV))
if not found[1] then return false end
redis.call('PEXPIRE', KEYS[1], found[2] * 1000)
redis.call('PEXPIRE', KEYS[2], found[2] * 1000)
local rest = redis.call('HMGET', KEYS[1], 's' .. found[1], 'n' .. found[1])
found[#found + 1] = rest[1]
found[#found + 1] = rest[2]
return found
