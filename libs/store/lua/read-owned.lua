-- A read-only script of its own, not of the library: an owner's changes between two revisions, newest first.
-- keys: the revisions of the owner's changes; args: prefix of the partition, the first revision, the last, the most changes,
-- the most bytes: the change that exceeds them is the last one of the reply.
-- Replies the revision and epoch of the partition, the id of the oldest entry that is kept or '', and the entries.

local entries, bytes = {}, 0
local revisions = redis.call('ZRANGE', KEYS[1], ARGV[3], ARGV[2], 'BYSCORE', 'REV', 'LIMIT', 0, ARGV[4])
for _, revision in ipairs(revisions) do
  local entry = redis.call('XRANGE', ARGV[1] .. 'changes', revision .. '-0', revision .. '-0')[1]
  if entry then
    table.insert(entries, entry)
    for _, text in ipairs(entry[2]) do bytes = bytes + #text end
  end
  if bytes > tonumber(ARGV[5]) then break end
end
local oldest = redis.call('XRANGE', ARGV[1] .. 'changes', '-', '+', 'COUNT', 1)[1]
return {
  redis.call('GET', ARGV[1] .. 'revision') or '0', redis.call('GET', ARGV[1] .. 'epoch') or '',
  oldest and oldest[1] or '', entries,
}
