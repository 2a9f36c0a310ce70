-- A read-only script of its own, not of the library: the steps of a ym-profile, newest first.
-- keys: its steps; args: prefix of the partition, start, count.
-- Replies how many steps there are whose changes are kept, and of each step its revision, its text, and the entry of its
-- last change.

local stream = ARGV[1] .. 'changes'
local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
if not oldest then return { 0, {} } end
local first = string.match(oldest[1], '^%d+')
local steps = {}
if tonumber(ARGV[3]) > 0 then
  local found = redis.call(
    'ZRANGE', KEYS[1], '+inf', first, 'BYSCORE', 'REV', 'LIMIT', ARGV[2], ARGV[3], 'WITHSCORES'
  )
  for i = 1, #found, 2 do
    local last = string.match(found[i], '^%d+ (%d+)')
    table.insert(steps, { found[i + 1], found[i], redis.call('XRANGE', stream, last .. '-0', last .. '-0')[1] or {} })
  end
end
return { redis.call('ZCOUNT', KEYS[1], first, '+inf'), steps }
