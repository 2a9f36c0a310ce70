-- A read-only script of its own, not of the library: what tells how far the history of a partition goes, of one moment.
-- keys: the revision of the partition; args: prefix of the partition, a revision, lists of the revisions of owners.
-- Replies the revision, head and epoch, each '' where it is missing; the type of the change stream, its number of entries,
-- the first, the last and the highest that it ever had; and how many changes up to the given revision the lists have.

local stream = ARGV[1] .. 'changes'
local found = redis.call('MGET', KEYS[1], ARGV[1] .. 'head', ARGV[1] .. 'epoch')
local kind = redis.call('TYPE', stream).ok
local length, first, last, highest, listed = 0, '0', '0', '0', 0

local function revision_of(entries) return entries[1] and string.match(entries[1][1], '^%d+') or '0' end

if kind == 'stream' then
  length = redis.call('XLEN', stream)
  first = revision_of(redis.call('XRANGE', stream, '-', '+', 'COUNT', 1))
  last = revision_of(redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1))
  local info = redis.call('XINFO', 'STREAM', stream)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then highest = string.match(info[i + 1], '^%d+') end
  end
end
for i = 3, #ARGV do
  if redis.call('TYPE', ARGV[i]).ok == 'zset' then listed = listed + redis.call('ZCOUNT', ARGV[i], first, ARGV[2]) end
end
return { found[1] or '', found[2] or '', found[3] or '', kind, length, first, last, highest, listed }
