-- A read-only script of its own, not of the library: the changes of a partition after a revision, with the present hashes
-- of the objects whose secrets no change tells. Everything in one reply is of one moment.
-- keys: the revision of the partition; args: prefix of the partition, the first revision, the most changes, services with secrets.
-- Replies the revision, head and epoch of the partition, the entries, and {service, id, hash} of objects.

local with_secrets, seen, objects = {}, {}, {}
for i = 4, #ARGV do with_secrets[ARGV[i]] = true end

local entries = redis.call('XRANGE', ARGV[1] .. 'changes', ARGV[2] .. '-0', '+', 'COUNT', ARGV[3])
for _, entry in ipairs(entries) do
  local fields = {}
  for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
  local service, id = fields.service or '', fields.id or ''
  local key = ARGV[1] .. service .. ':' .. id
  if with_secrets[service] and not seen[key] then
    seen[key] = true
    table.insert(objects, { service, id, redis.call('HGETALL', key) })
  end
end
return {
  redis.call('GET', KEYS[1]) or '0', redis.call('GET', ARGV[1] .. 'head') or '', redis.call('GET', ARGV[1] .. 'epoch') or '',
  entries, objects,
}
