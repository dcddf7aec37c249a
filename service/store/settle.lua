-- Let a claim become something else, if it is still the owner's. KEYS: its place. ARGV: the claim as far as its owner,
-- what becomes of it, for how many milliseconds it is held on, and for how many seconds the place is kept.
-- What becomes of it: '' is nothing, the claim's own words with a new end if it is held on, or is released (0); else
-- the answer. Returns false, or what somebody else has put there.
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
