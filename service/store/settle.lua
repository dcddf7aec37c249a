-- Renew, release, delete or answer a claim, if its owner still holds it. KEYS: its place in the store. ARGV: the claim up
-- to and including its owner, its new value, the lease in milliseconds, and the expiry of the place in seconds.
-- The new value is '' to delete the claim, the claim itself to renew its lease (or to release it, if the lease is 0), or
-- the answer. Returns false, or the value that another owner has stored.
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 1, 57) ~= ARGV[1] then return held end
local words = ARGV[2]
if words == '' then
  redis.call('DEL', KEYS[1])
  return false
end
if words == ARGV[1] then
  local clock = redis.call('TIME')
  local lease = tonumber(ARGV[3])
  words = words .. string.format('%d', lease > 0 and clock[1] * 1000 + math.floor(clock[2] / 1000) + lease or 0)
end
redis.call('SET', KEYS[1], words, 'EX', ARGV[4])
return false
