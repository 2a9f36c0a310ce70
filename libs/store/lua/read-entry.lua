-- A read-only script of its own, not of the library: an entry of an index and the object that it is about, of one moment.
-- keys: the index; args: the field or member, the keys of objects.
-- Replies the value of the field (of a set: 1), or '' where there is no such entry, and the hashes of the objects.

local kind = redis.call('TYPE', KEYS[1]).ok
local value = ''
if kind == 'set' and redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then value = '1' end
if kind == 'zset' and redis.call('ZSCORE', KEYS[1], ARGV[1]) then value = '1' end
if kind == 'hash' then value = redis.call('HGET', KEYS[1], ARGV[1]) or '' end
local objects = {}
for i = 2, #ARGV do
  local is_hash = redis.call('TYPE', ARGV[i]).ok == 'hash'
  table.insert(objects, is_hash and redis.call('HGETALL', ARGV[i]) or {})
end
return { value, objects }
