-- Change one encounter, or do nothing at all: compare the version, charge the caller, append the entry, write, expire,
-- publish. Follows `charge.lua`.
-- KEYS: the encounter's hash, its log, the buckets to charge. ARGV: the version expected ('0': a new encounter; '': any,
-- and no entry), time to live in milliseconds, the channel, the entry, its mark, its head, what viewers are shown of it
-- (all packed; '': nothing is kept of that), the hash of the referee's token and the head that are expected, too (the former
-- '': any), three words for each bucket, then the fields to write and their values.
-- The row of the log keeps what the fields `situation` and `watched` of the hash are after the change.
-- Returns {1, version, webhooks}, and how the buckets stand, if it was written, {0, version} if the encounter is not the
-- one expected, {-1, 0} if there is none, {-2, version, ''}, and how the buckets stand, if one is empty; the webhooks are
-- their names, separated by spaces. How buckets stand is what `charge` returns, missing if the change had arrived before.
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
if ARGV[8] ~= '' then
  local held = redis.call('HMGET', KEYS[1], 'referee', 'head')
  if held[1] ~= ARGV[8] or held[2] ~= ARGV[9] then return {0, version} end
end
local charged = charge('take', 3, 10)
if charged[1] > 0 then return {-2, version, '', unpack(charged)} end
redis.call('HSET', KEYS[1], unpack(ARGV, 10 + 3 * (#KEYS - 2)))
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
return {1, version, redis.call('HGET', KEYS[1], 'hooks') or '', unpack(charged)}
