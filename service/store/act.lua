-- Change one encounter, or do nothing at all: compare the version, append the entry, write, expire, publish.
-- KEYS: the encounter's hash, its log. ARGV: the version expected ('0': a new encounter; '': any, and no entry),
-- time to live in milliseconds, the channel, the entry, its mark, its head, what viewers are shown of it (all packed;
-- '': nothing is kept of that), then the fields to write and their values.
-- The row of the log keeps what the fields `situation` and `watched` of the hash are after the change.
-- Returns {1, version, webhooks} if it was written, {0, version} if the encounter has another version, {-1, 0} if there
-- is none; the webhooks are their names, separated by spaces.
local expected, ttl, channel, entry, mark = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local current = redis.call('HGET', KEYS[1], 'version')
if not current then
  if expected ~= '0' then return {-1, 0} end
  current = '0'
end
local version, id = tonumber(current), nil
if expected ~= '' then
  id = string.format('%d-0', expected + 1)
  if current ~= expected then
    -- The first attempt of this same change may have arrived although its reply was lost.
    local there = redis.call('XRANGE', KEYS[2], id, id)[1]
    if there and there[2][4] == mark then return {1, expected + 1, redis.call('HGET', KEYS[1], 'hooks') or ''} end
    return {0, version}
  end
end
redis.call('HSET', KEYS[1], unpack(ARGV, 8))
if expected ~= '' then
  version = expected + 1
  local row = {'entry', entry, 'mark', mark, 'note', ARGV[6]}
  local told = redis.call('HMGET', KEYS[1], 'situation', 'watched')
  for _, part in ipairs({{'shown', ARGV[7]}, {'situation', told[1]}, {'watched', told[2]}}) do
    if part[2] and part[2] ~= '' then row[#row + 1], row[#row + 2] = part[1], part[2] end
  end
  redis.call('XADD', KEYS[2], id, unpack(row))
  redis.call('HSET', KEYS[1], 'version', string.format('%d', version))
end
redis.call('PEXPIRE', KEYS[1], ttl)
redis.call('PEXPIRE', KEYS[2], ttl)
redis.call('PUBLISH', channel, expected ~= '' and string.format('%d', version) or 'tokens')
return {1, version, redis.call('HGET', KEYS[1], 'hooks') or ''}
