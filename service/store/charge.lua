-- Charge the buckets from KEYS[first] on, before anything else is written. ARGV, from `word` on, for each bucket: the
-- microseconds in which the charged amount refills, those in which an empty bucket refills, and whether the bucket may be
-- overdrawn (1) or is then empty (0): an amount larger than that bucket is charged as a full bucket. `how` is 'take', or
-- 'owe' to charge without refusing. Returns 0, or the number of the empty bucket, and then no bucket is charged; the
-- seconds to wait; and for each bucket the microseconds until it is full.
local function charge(how, first, word)
  if not KEYS[first] then return {0, 0} end
  local clock = redis.call('TIME')
  local now = clock[1] * 1000000 + clock[2]
  local spent, wait, before, after = 0, 0, {}, {}
  for i = 1, #KEYS - first + 1 do
    local at = word + 3 * (i - 1)
    local cost, full, may = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), ARGV[at + 2] == '1'
    before[i] = math.max(tonumber(redis.call('GET', KEYS[first + i - 1]) or 0), now)
    if not may then before[i], cost = math.min(before[i], now + full), math.min(cost, full) end
    after[i] = before[i] + cost
    if after[i] - full - now > wait then spent, wait = i, after[i] - full - now end
    if not may then after[i] = math.min(after[i], now + full) end
  end
  local refused = spent > 0 and how == 'take'
  local told = {refused and spent or 0, math.ceil(wait / 1000000)}
  for i = 1, #before do
    local filled = refused and before[i] or after[i]
    if not refused and filled > now then
      redis.call('SET', KEYS[first + i - 1], string.format('%.0f', filled), 'PX', math.ceil((filled - now) / 1000))
    end
    told[#told + 1] = math.ceil(filled - now)
  end
  return told
end
