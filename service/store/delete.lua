-- Delete one encounter at a certain version. KEYS: its hash, its log. ARGV: the version expected, the channel.
-- Returns {1, version} if it was deleted, {0, version} if it has another version, {-1, 0} if there is none; publishes
-- "gone" on the channel.
local current = redis.call('HGET', KEYS[1], 'version')
if not current then return {-1, 0} end
if current ~= ARGV[1] then return {0, tonumber(current)} end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('PUBLISH', ARGV[2], 'gone')
return {1, tonumber(current)}
