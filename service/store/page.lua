-- Read one page of a stream's entries. KEYS: the stream; for a log also the encounter's hash.
-- ARGV: the first entry id to read, the maximum number of entries, the maximum bytes of their documents together, and
-- 'viewers' for a log of which nothing but `shown`, `note` and the situation that viewers see is read and counted, where
-- an entry has them.
-- Sizes are those of the inflated documents, so that documents that do not fit need not be inflated. The first entry
-- always fits. Returns {entries, 1 if there are more, reveal, veiled, referee, viewer}; the last four are set for a log:
-- what viewers may see, and the hashes of the valid tokens.
local from, count, bytes = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local found, size, more = {}, 0, 0
local function size_of(kept)
  return tonumber(string.match(kept, '^[szd](%d+):')) or #kept
end
local function read(fields)
  if ARGV[4] ~= 'viewers' then return fields end
  local found = {}
  for at = 1, #fields, 2 do found[fields[at]] = fields[at + 1] end
  if not found.shown then return fields end
  local seen = {'note', found.note, 'shown', found.shown}
  local situation = found.watched or found.situation
  if situation then seen[5], seen[6] = 'situation', situation end
  return seen
end
while true do
  local entry = redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', 1)[1]
  if not entry then break end
  local id, fields = entry[1], read(entry[2])
  for _, kept in ipairs(fields) do size = size + size_of(kept) end
  if #found == count or (#found > 0 and size > bytes) then more = 1 break end
  found[#found + 1] = {id, fields}
  from = '(' .. id
end
local shown = KEYS[2] and redis.call('HMGET', KEYS[2], 'reveal', 'veiled', 'referee', 'viewer') or {}
return {found, more, shown[1], shown[2], shown[3], shown[4]}
