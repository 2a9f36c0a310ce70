-- The part of the source that begins with check.lua: finds objects by unique values.

-- Finds an object by a value of a unique attribute or secret. Replies its hash, the hash of the object that it refers to,
-- and so on, until one does not exist. keys: the index; args: prefix of the partition, value, service, then attribute, service, ...
local function find(keys, args)
  local id = redis.call('HGET', keys[1], args[2])
  local found = {}
  for i = 3, #args, 2 do
    if not id then return found end
    local object_key = args[1] .. args[i] .. ':' .. id
    table.insert(found, redis.call('HGETALL', object_key))
    id = args[i + 1] and redis.call('HGET', object_key, args[i + 1])
  end
  return found
end

redis.register_function({ function_name = 'auction_tiers_v1_find', callback = find, flags = { 'no-writes' } })
