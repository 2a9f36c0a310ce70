-- The part of the source that begins with check.lua: counters of ids, and leases.

-- Draws ids and replies the last of them. keys: the counter; args: the highest id that the caller has seen, how many.
local function draw_many(keys, args)
  raise(keys[1], args[1])
  return whole(redis.call('INCRBY', keys[1], args[2]))
end

-- Takes a lease, renews it, or with 0 ms ends it. Replies 1 if the caller holds it afterwards, or has ended it; else 0.
-- keys: the lease; args: the caller's own name, ms.
local function lease(keys, args)
  local holder = redis.call('GET', keys[1])
  if holder and holder ~= args[1] then return 0 end
  if args[2] == '0' then redis.call('DEL', keys[1]) else redis.call('SET', keys[1], args[1], 'PX', args[2]) end
  return 1
end

redis.register_function('auction_tiers_v1_raise', function(keys, args)
  raise(keys[1], args[1])
  return 'OK'
end)
redis.register_function('auction_tiers_v1_draw', draw_many)
redis.register_function('auction_tiers_v1_lease', lease)
