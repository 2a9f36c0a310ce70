-- The part of the source that begins with check.lua: trims the change log.

-- Removes the oldest changes of a partition. keys: any of the partition.
-- args: prefix of the partition, the time in ms before which changes go, how many of the newest stay, the most to remove.
-- Replies how many were removed, and the time in ms of the oldest that is left, or ''.
local function trim(keys, args)
  local stream = args[1] .. 'changes'
  local most = math.min(redis.call('XLEN', stream) - tonumber(args[3]), tonumber(args[4]))
  local removed, last, owners = 0, nil, {}
  for _, entry in ipairs(most > 0 and redis.call('XRANGE', stream, '-', '+', 'COUNT', most) or {}) do
    local fields = to_hash(entry[2])
    if tonumber(fields.time_ms) >= tonumber(args[2]) then break end
    removed, last = removed + 1, entry[1]
    owners[owner_name(args[1], fields.member_id or '')] = true
  end
  if last then
    local revision = string.match(last, '^%d+')
    redis.call('XTRIM', stream, 'MINID', '=', whole(tonumber(revision) + 1) .. '-0')
    for owner in pairs(owners) do
      redis.call('ZREMRANGEBYSCORE', owner .. ':changes', '-inf', revision)
      trim_steps(owner, revision)
    end
  end
  local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
  return { whole(removed), oldest and to_hash(oldest[2]).time_ms or '' }
end

redis.register_function('auction_tiers_v1_trim', trim)
