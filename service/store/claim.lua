-- Claim an idempotency key, or return its present value. KEYS: the key's place in the store. ARGV: the hash of the
-- request, a secret, the owner of the claim, the lease of the claim in milliseconds, the expiry of the place in seconds.
-- A place holds a letter, the hash (32 bytes), a secret (16); then a claim '?' has its owner (8) and the end of its lease,
-- and '!' has the answer. The secret outlives the owner: a retry that takes the claim over derives the same values.
local print, secret, owner, lease = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local held = redis.call('GET', KEYS[1])
if held then
  local claimed, same = string.sub(held, 1, 1) == '?', string.sub(held, 2, 33) == print
  local ends = claimed and tonumber(string.sub(held, 58)) or 0
  local free = claimed and (ends <= now or ends > now + lease)
  local released = claimed and ends == 0
  if not (claimed and string.sub(held, 50, 57) == owner) and not (free and (same or released)) then return held end
  if same then secret = string.sub(held, 34, 49) end
end
local mine = '?' .. print .. secret .. owner .. string.format('%d', now + lease)
redis.call('SET', KEYS[1], mine, 'EX', ARGV[5])
return mine
